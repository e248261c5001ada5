"""Finding words in all lines of a run, whatever their case, in every script."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QToolButton, QWidget

from parley.desktop.run.figures import TurnFigure
from parley.desktop.transcript.model import TranscriptModel
from parley.desktop.widgets.layouts import Gap, hbox
from parley.desktop.widgets.parts import FocusFrame
from parley.desktop.widgets.windowed.text import count_units


def find_all(text: str, needle: str) -> list[tuple[int, int]]:
    """Return where `needle` (already case-folded) stands in `text`: starts and lengths in UTF-16 units, as Qt counts.

    Case folding may lengthen a text ("ß" is found by "ss"): then a hit covers the whole letters that it touches.
    """
    if not needle:
        return []
    folded = text.casefold()
    at = folded.find(needle)
    if at < 0:
        return []
    found: list[tuple[int, int]] = []
    origin = None
    if len(folded) != len(text):
        origin = [i for i, letter in enumerate(text) for _ in letter.casefold()]  # Original index of each letter
    wide = not text.isascii() and max(text) > "\uffff"  # Only these letters take two units of UTF-16
    while at >= 0:
        start, end = at, at + len(needle)
        if origin is not None:
            start, end = origin[start], origin[end - 1] + 1  # Half a letter counts as all of it
        if wide:
            start, end = count_units(text[:start]), count_units(text[:end])
        found.append((start, end - start))
        at = folded.find(needle, at + len(needle))
    return found


SLICE = 8_000


class LineSearch(QObject):
    """The lines of a transcript that hold a text, found slice by slice so that the window goes on living.

    Attributes: `needle` (case-folded), `rows` (those found so far, ascending), `done`.
    Signals: `found()` when there are more, or all.
    """

    found = Signal()

    def __init__(self, model: TranscriptModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.needle = ""
        self.rows: list[int] = []
        self.done = True
        self._next = 0
        self._timer = QTimer(self, interval=0)  # Fires whenever Qt has nothing else to do
        self._timer.timeout.connect(self._scan_next_rows)
        self.model = model
        self._connect_model()

    def set_model(self, model: TranscriptModel) -> None:
        """Search the rows of `model` from now on."""
        self.model.disconnect(self)
        self.model = model
        self._connect_model()
        self._restart_search()

    def begin_search(self, text: str) -> None:
        """Search for `text`, whatever its case; "" ends the search."""
        self.needle = text.casefold()
        self._restart_search()

    def _connect_model(self) -> None:
        self.model.modelReset.connect(self._restart_search)
        self.model.rowsRemoved.connect(self._restart_search)
        self.model.rowsInserted.connect(self._on_inserted)
        self.model.dataChanged.connect(self._restart_search)

    def _restart_search(self) -> None:
        self.rows = []
        self._next = 0
        self.done = not self.needle
        if self.needle:
            self._timer.start()
            self._scan_next_rows()  # The first slice at once: most runs are shorter
        else:
            self._timer.stop()
            self.found.emit()

    def _on_inserted(self) -> None:
        if self.needle and self.done:  # A running search reaches the new rows by itself
            self.done = False
            self._timer.start()

    def _scan_next_rows(self) -> None:
        needle, rows = self.needle, self.model.rows
        end = min(len(rows), self._next + SLICE)
        self.rows += [at for at in range(self._next, end) if _does_hold_needle(rows[at], needle)]
        self._next = end
        if end == len(rows):
            self.done = True
            self._timer.stop()
        self.found.emit()


def _does_hold_needle(figure: TurnFigure, needle: str) -> bool:
    texts = (figure.text, figure.doing, figure.translation, *figure.thoughts, *figure.translated_thoughts)
    return any(needle in text.casefold() for text in texts)


class SearchBar(QFrame):
    """A field to search in, with "3 of 17 lines", next, previous and close.

    Enter and Shift+Enter go on and back, as F3 and Shift+F3 do; Esc closes.
    Signals: `hit_changed(needle, row)` (row −1: none), `closed()`.
    """

    hit_changed = Signal(str, int)
    closed = Signal()

    def __init__(self, search: LineSearch, asked: str, parent: QWidget | None = None) -> None:
        """`asked` is what the field says while it is empty."""
        super().__init__(parent)
        self.setObjectName("searchBar")
        self.search = search
        self.search.found.connect(self._on_found)
        self.row = -1
        self._from = 0  # Where the user was when the search began
        self.field = QLineEdit(placeholderText=asked)
        self.field.setAccessibleName(asked)
        self.field.textChanged.connect(self._on_text)
        self.field.installEventFilter(self)
        FocusFrame(self, self.field)
        self.count = QLabel()
        self.previous = self._build_search_button("↑", self.tr("Previous match (Shift+Enter)"), lambda: self.step(-1))
        self.next = self._build_search_button("↓", self.tr("Next match (Enter)"), lambda: self.step(1))
        self.close_button = self._build_search_button("×", self.tr("Close (Esc)"), self.finish)
        buttons = (self.previous, self.next, self.close_button)
        hbox((self.field, 1), self.count, Gap(4), *buttons, within=self, margins=(10, 2, 4, 2), spacing=2)
        self.hide()

    def _build_search_button(self, sign: str, name: str, pressed: Callable[[], None]) -> QToolButton:
        button = QToolButton(autoRaise=True)
        button.setText(sign)
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.clicked.connect(lambda _checked: pressed())  # `clicked` passes the checked state
        return button

    def open_bar(self, row: int) -> None:
        """Open the bar and search from `row` on."""
        self._from = max(0, row)
        self.show()
        self.field.setFocus()
        self.field.selectAll()
        if self.field.text():
            self._on_text(self.field.text())

    def finish(self) -> None:
        """Close the bar and take the highlights away."""
        self.search.begin_search("")
        self.row = -1
        self.hide()
        self.hit_changed.emit("", -1)
        self.closed.emit()

    def step(self, by: int) -> None:
        """Go to the next row that holds the text, or to the previous one; around the ends."""
        rows = self.search.rows
        if not rows:
            return
        at = bisect_right(rows, self.row) if by > 0 else bisect_left(rows, self.row) - 1  # `row` may be no hit any more
        self.row = rows[at % len(rows)]
        self._from = self.row
        self._show_count()
        self.hit_changed.emit(self.search.needle, self.row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.finish()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Step by Enter, F3 and the arrows in the field, and close by Esc."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F3}:
                self.step(-1 if back else 1)
                return True
            if event.key() in {Qt.Key.Key_Up, Qt.Key.Key_Down}:
                self.step(-1 if event.key() == Qt.Key.Key_Up else 1)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.finish()
                return True
        return super().eventFilter(watched, event)

    def _on_text(self, text: str) -> None:
        self.row = -1
        self.search.begin_search(text)
        self.hit_changed.emit(self.search.needle, self.row)

    def _on_found(self) -> None:
        rows = self.search.rows
        if self.row >= 0 and self.row not in rows[bisect_left(rows, self.row) :][:1]:  # The search was restarted
            self.row = -1
        if self.row < 0 and rows:
            at = bisect_left(rows, self._from)
            if at < len(rows) or self.search.done:  # Wrap around only once all is searched
                self.row = rows[at % len(rows)]
                self.hit_changed.emit(self.search.needle, self.row)
        self._show_count()

    def _show_count(self) -> None:
        rows = self.search.rows
        if not self.search.needle:
            text = ""
        elif not rows:
            text = self.tr("no match") if self.search.done else self.tr("searching …")
        else:
            more = "" if self.search.done else "+"
            at = bisect_left(rows, self.row) + 1 if self.row >= 0 else 0
            count = self.locale().toString(len(rows)) + more
            text = self.tr("{at} of {count} lines").format(at=self.locale().toString(at), count=count)
        self.count.setText(text)
        self.previous.setEnabled(bool(rows))
        self.next.setEnabled(bool(rows))
