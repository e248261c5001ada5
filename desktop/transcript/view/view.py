"""The transcript: what was said, to read, search, steer and continue."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QTabBar, QWidget

from parley.desktop.transcript.model import TranscriptModel
from parley.desktop.transcript.view.controls import SpeakBox, TranscriptHeader
from parley.desktop.transcript.view.lines import TranscriptLines
from parley.desktop.transcript.view.search import LineSearch, SearchBar
from parley.desktop.transcript.view.shape import READINGS
from parley.desktop.widgets.layouts import hbox, vbox
from parley.desktop.widgets.parts import make_plain, style_tabs
from parley.desktop.widgets.plain import escape_amp
from parley.desktop.widgets.themed import Themed


class TranscriptView(Themed, QWidget):
    """Header, search, lines and the box to speak in.

    Attributes: `lines` (the scroll area), `speak`, `search`, `header`, `languages` (the switch between the readings,
    there while the run has translations).
    Signals: `turn_chosen(number)`, `member_chosen(id)`, `live_chosen()` (back to the live end), `options_changed(
    thoughts, details)`, `reading_changed(name)` (of
    `READINGS`), `caption_changed(text)`, and `intent(name, object)`:
    "edit_and_fork" (turn, text), "fork" turn, "retry" turn, "what_if" turn, "bookmark" turn (switches it),
    "speak" (member id or "director", text), "open_inspector" turn.
    """

    turn_chosen = Signal(int)
    member_chosen = Signal(str)
    live_chosen = Signal()
    options_changed = Signal(bool, bool)
    reading_changed = Signal(str)
    caption_changed = Signal(str)
    intent = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Transcript"))
        self._caption = self._brief = ""
        self.lines = TranscriptLines()
        self.header = TranscriptHeader()
        self._search = LineSearch(self.lines.model, self)
        self.search = SearchBar(self._search, self.tr("Find in this transcript"))
        self.speak = SpeakBox()
        self.languages = QTabBar()
        self.languages.setAccessibleName(self.tr("Language of the lines"))
        make_plain(self.languages)
        for text in (self.tr("Original"), "", self.tr("Both")):  # The middle one is named after the language
            self.languages.addTab(text)
        self.languages.hide()
        self.header.row.insertWidget(0, self.lines.newest)  # In the title it covers no line
        self._model = self.lines.model
        set_in = partial(hbox, margins=(12, 0, 12, 0))
        vbox(
            self.header, set_in(self.languages), set_in(self.search), (self.lines, 1), set_in(self.speak),
            within=self, margins=(0, 0, 0, 10), spacing=4,
        )  # fmt: skip
        self._connect_signals()
        self._apply_theme()

    def _connect_signals(self) -> None:
        self.header.options_changed.connect(self._on_options)
        self.header.find_wanted.connect(self.open_search)
        self.lines.find_wanted.connect(self.open_search)
        self.lines.turn_chosen.connect(self.turn_chosen)
        self.lines.member_chosen.connect(self.member_chosen)
        self.lines.live_chosen.connect(self.live_chosen)
        self.lines.intent.connect(self.intent)
        self.search.hit_changed.connect(self.lines.set_search)
        self.search.closed.connect(self.lines.setFocus)
        self.speak.said.connect(lambda speaker, text: self.intent.emit("speak", (speaker, text)))
        self.languages.currentChanged.connect(self._on_reading)
        self._model.members_changed.connect(self._on_members)
        self._model.noted.connect(self._on_noted)

    def setModel(self, model: TranscriptModel) -> None:
        """Show the rows of `model`."""
        self._model.members_changed.disconnect(self._on_members)
        self._model.noted.disconnect(self._on_noted)
        self._model = model
        model.members_changed.connect(self._on_members)
        model.noted.connect(self._on_noted)
        self._on_noted()  # The reading first: the rows are laid out in it
        self.lines.set_model(model)
        self._search.set_model(model)
        self._on_members()
        self._emit_caption()

    def model(self) -> TranscriptModel:
        """Return the model whose rows are shown."""
        return self._model

    def show_turn(self, number: int, live: bool) -> None:
        """Show turn `number`; where it is not the live end, what comes after it is dimmed."""
        self.lines.show_turn(number, live)
        self._emit_caption()

    def show_span(self, span: range) -> None:
        """Dim what is said in none of these turns; nothing where there are none."""
        self.lines.show_span(span)

    def select_member(self, member_id: str) -> None:
        """Mark the lines of one member; "" marks nobody's."""
        self.lines.select_member(member_id)

    def set_options(self, *, thoughts: bool, details: bool) -> None:
        """Unfold all thoughts or fold them; show tokens, latency and cost under each line."""
        self.header.set_options(thoughts=thoughts, details=details)

    def reading(self) -> str:
        """Return how rows are read that have a translation: one of `READINGS`."""
        return READINGS[self.languages.currentIndex()]

    def set_reading(self, reading: str) -> None:
        """Read translated rows in another way; what is not one of `READINGS` is the original."""
        self.languages.setCurrentIndex(READINGS.index(reading) if reading in READINGS else 0)

    def open_search(self) -> None:
        """Open the search bar; it begins at what is in sight."""
        shown = self.lines.in_sight()
        self.search.open_bar(shown[0][0] if shown else 0)

    def edit_current(self) -> None:
        """Edit the current line, or the shown turn's."""
        current = self.lines.current
        self.lines.edit_line(current if current >= 0 else self._model.row_of_turn(self.lines.shown or 1 << 30))

    def speak_as(self, speaker: str) -> None:
        """Go to the box to speak as a member, or as "director"."""
        self.speak.speak_as(speaker)

    def caption(self) -> str:
        """Return what to put into the title bar: by whom how many lines are; "turn 14 of 22" while another turn than
        the newest is shown.
        """
        return self._caption

    def brief_caption(self) -> str:
        """Return the same where there is hardly room: "14/22"."""
        return self._brief

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the next match by F3 while the bar is open."""
        if event.key() == Qt.Key.Key_F3 and self.search.isVisible():  # Also from the lines, which leave it to us
            self.search.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)

    def _apply_theme(self) -> None:
        style_tabs(self.languages)

    def _on_options(self, thoughts: bool, details: bool) -> None:
        self.lines.set_options(thoughts=thoughts, details=details)
        self.options_changed.emit(thoughts, details)

    def _on_reading(self) -> None:
        self.lines.set_reading(self.reading() if self._model.translated else READINGS[0])  # The tab stays chosen
        self.reading_changed.emit(self.reading())

    def _on_noted(self) -> None:
        language = self._model.translated
        known = {"en": self.tr("English"), "de": self.tr("German")}
        self.languages.setTabText(1, escape_amp(known.get(language, language)))
        self.languages.setVisible(bool(language))
        self.lines.set_reading(self.reading() if language else READINGS[0])
        self._emit_caption()

    def _on_members(self) -> None:
        self.speak.set_members(tuple(self._model.members.values()))

    def _emit_caption(self) -> None:
        caption, self._brief = self._model.authors, ""
        if not self.lines.live:
            number, count = (self.locale().toString(each) for each in (self.lines.shown, self._model.last_turn()))
            caption = self.tr("turn {number} of {count}").format(number=number, count=count)
            self._brief = f"{number}/{count}"
        if caption != self._caption:
            self._caption = caption
            self.caption_changed.emit(caption)
