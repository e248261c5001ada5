"""The story so far: what happened, and what the player notes for whoever it concerns."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QWidget

from parley.core.modes.story.events import CARD_TEXT, CARD_TITLE
from parley.desktop.modes.story.figures import NoteFigure
from parley.desktop.modes.story.view.section import Section
from parley.desktop.widgets.layouts import STRETCH, across, upright
from parley.desktop.widgets.marking import QT_TRANSLATE_NOOP


class NoteForm(QFrame):
    """A note that is being written. Return saves, Escape closes. Signals: `saved(title, text)`; `closed()`."""

    saved = Signal(str, str)
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("Handing")
        self.title = self._build_line_field(self.tr("Title"), CARD_TITLE)
        self.text = self._build_line_field(self.tr("What is to be remembered"), CARD_TEXT)
        self.save, self.cancel = QPushButton(self.tr("Save")), QPushButton(self.tr("Cancel"))
        self.save.setProperty("primary", True)
        self.save.clicked.connect(self._save)
        self.cancel.clicked.connect(self.closed)
        self.buttons = QWidget()
        across(self.save, self.cancel, STRETCH, within=self.buttons, margins=0, spacing=6)
        upright(self.title, self.text, self.buttons, within=self, margins=0, spacing=5)
        self._allow()

    def _build_line_field(self, name: str, longest: int) -> QLineEdit:
        field = QLineEdit()
        field.setAccessibleName(name)
        field.setPlaceholderText(name)
        field.setMaxLength(longest)
        field.returnPressed.connect(self._save)
        field.textChanged.connect(self._allow)
        return field

    def stops(self) -> list[QWidget]:
        """Return what the keys reach, from above."""
        return [self.title, self.text, self.save, self.cancel]

    def _allow(self) -> None:
        self.save.setEnabled(bool(self.title.text().strip() and self.text.text().strip()))

    def _save(self) -> None:
        if self.save.isEnabled():
            self.saved.emit(self.title.text(), self.text.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


class NotesPart(Section):
    """What happened and was noted. The part is (notes, whether one may write).

    Signals: `note_added(title, text)`; `note_forgotten(id)`; `opened()`: one is written from now on.
    """

    heading = QT_TRANSLATE_NOOP("NotesPart", "The story so far")

    note_added = Signal(str, str)
    note_forgotten = Signal(str)
    opened = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.form: NoteForm | None = None

    def show_part(self, part: Any, *, may_act: bool) -> bool:
        """Show other notes; while one is written they wait until that is done."""
        if self.form is not None and part and part[1]:
            self._shown = part
            return False
        # The run was wound back, or it has ended.
        self.form = None
        return super().show_part(part, may_act=may_act)

    def _restyle(self) -> None:
        # What is being written would be lost.
        if self.form is None:
            super()._restyle()

    def fill(self, part: tuple[tuple[NoteFigure, ...], bool]) -> None:
        """Add a button for a note of one's own, then what there is, the newest first."""
        notes, may = part
        if self.form is not None:
            self.entry(self._show_form)
        elif may:
            tip = self.tr("Note something, which is told to whoever answers")
            self.entry(lambda: self.flow(self.button(self.tr("Note"), "ph.plus", tip, self.write, always=True)))
        for note in notes:
            self.entry(partial(self._show_note, note, may))

    def write(self) -> None:
        """Begin a note."""
        self.form = NoteForm()
        self._again()
        self.form.title.setFocus()
        self.opened.emit()

    def _show_form(self) -> None:
        assert self.form is not None
        self.tile()
        self.form.closed.connect(self._close)
        self.form.saved.connect(self._save)
        self._made.stops += self.form.stops()
        self.place(self.form)

    def _show_note(self, note: NoteFigure, may: bool) -> None:
        widgets: list[QWidget] = [self.words(f"{note.title}: {note.text}" if note.title else note.text, "small")]
        if note.id:
            widgets.append(self.sign("ph.note"))
        if note.turn:
            tip = self.tr("Go to turn {0}").format(note.turn)
            go = partial(self.turn_chosen.emit, note.turn)
            widgets.append(self.button(str(note.turn), "", tip, go, always=True))
        if note.id and may:
            tip = self.tr("Forget {0}").format(note.title)
            forget = partial(self.note_forgotten.emit, note.id)
            widgets.append(self.button("", "ph.x", tip, forget, always=True))
        self.row(*widgets, stretch=0)

    def _save(self, title: str, text: str) -> None:
        self._close()
        self.note_added.emit(title, text)

    def _close(self) -> None:
        self.form = None
        self._again()
