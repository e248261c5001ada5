"""The lines of a run as they are shown: laid out while in sight, painted, followed, searched."""

from __future__ import annotations

from collections import OrderedDict

from PySide6.QtCore import QModelIndex, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from parley.desktop.run.figures import TurnFigure
from parley.desktop.transcript.model import TranscriptModel
from parley.desktop.transcript.view.controls import NewestPill
from parley.desktop.transcript.view.look import Look
from parley.desktop.transcript.view.painting import RowState, paint_row
from parley.desktop.transcript.view.search import find_all
from parley.desktop.transcript.view.shape import RowShape, get_texts, shaped
from parley.desktop.transcript.view.wording import RowWording
from parley.desktop.widgets import spoken
from parley.desktop.widgets.themed import Themed
from parley.desktop.widgets.windowed.area import WindowedRows

KEPT = 600


class ShownLines(Themed, WindowedRows):
    """All lines of a run, of which only those in sight are laid out and painted.

    Attributes: `shown` and `live` (the turn that all views show), `span` (the chosen turns, empty: all), `current` (row
    with the keyboard), `selected` (rows to be copied), `newest` (the pill that leads back to the end), `quick` (the
    intent and the icon of a button upon the turn under the pointer).
    Signals: `live_chosen()` when the pill is pressed while another turn is shown.
    """

    live_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.thoughts = self.details = False
        self.reading = "original"
        self.shown, self.live = 0, True
        self.span = range(0)
        self.current = -1
        self.selected = range(0)
        self.hovered = -1
        self.quick = ("", "")
        self.edited = -1
        self.look = Look(self.font())
        self.wording = RowWording(self)
        self._member = self._needle = ""
        self._hit = -1
        self._unseen = 0
        self._held = False
        self._turned: set[int] = set()  # Rows folded or unfolded against the switch for all
        self._shapes: OrderedDict[int, RowShape] = OrderedDict()
        self._live_shape: RowShape | None = None
        self.newest = NewestPill(self)
        self.newest.clicked.connect(self.to_newest)
        self.model = TranscriptModel(self)  # An empty one, until the window has a run
        self._connect_model(self.model)

    # -- what is shown -------------------------------------------------------------------------------------------

    def set_model(self, model: TranscriptModel) -> None:
        """Show the rows of `model` from now on."""
        self.model.disconnect(self)
        self.model = model
        self._connect_model(model)
        self.on_reset()

    def _connect_model(self, model: TranscriptModel) -> None:
        model.modelReset.connect(self.on_reset)
        model.rowsInserted.connect(self._on_inserted)
        model.rowsRemoved.connect(self._on_removed)
        model.dataChanged.connect(self._on_changed)
        model.live_changed.connect(self._on_live)
        model.members_changed.connect(self.viewport().update)
        model.noted.connect(self._update_newest)

    def _apply_theme(self) -> None:
        before, self.look = self.look, Look(self.font())
        if self.look.text == before.text:
            # The same fonts: only colours have changed, which are no part of a shape.
            self.viewport().update()
        else:
            self.lay_out_all()

    def show_turn(self, number: int, live: bool) -> None:
        """Show turn `number`; where it is not the live end, what comes after it is dimmed."""
        if (number, live) == (self.shown, self.live):
            return
        went_live = live and not self.live
        self.shown, self.live = number, live
        if went_live:  # Only on the change: the user may have scrolled up to read
            self.scroll_to_newest()
        elif not live:
            row = self.model.row_of_turn(number)
            if row >= 0:
                self.current = row
            self.reveal(max(0, row), middle=True)
        self._held = went_live or not live  # A new turn at the live end may be below what is held
        self._update_newest()
        self.viewport().update()

    def show_span(self, span: range) -> None:
        """Dim what is said in none of these turns, and bring the first of them into sight; nothing for no turns."""
        if span != self.span:
            moved = bool(span) and not (self.span and span.start == self.span.start)  # Grown at its end: no scrolling
            self.span = span
            if moved and self.live:  # In the past the shown turn stays in sight
                self.reveal(max(0, self.model.row_of_turn(span.start)), middle=True)
            self.viewport().update()

    def _hold_turn(self) -> None:
        """Keep the shown turn in sight through a change of size, until somebody scrolls away from it."""
        if self._held and self.live:
            self.scroll_to_newest()
        elif self._held:
            self.reveal(max(0, self.model.row_of_turn(self.shown)), middle=True)

    def on_scrolled(self) -> None:
        """Hold no turn in sight any more: the user scrolled."""
        self._held = False
        self._update_newest()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the shown turn in sight in a lower view too."""
        super().resizeEvent(event)
        self._hold_turn()

    def set_options(self, *, thoughts: bool, details: bool) -> None:
        """Unfold all thoughts or fold them; show tokens, latency and cost under each line."""
        if (thoughts, details) != (self.thoughts, self.details):
            self.thoughts, self.details = thoughts, details
            self._turned.clear()  # They were exceptions to the earlier setting
            self.lay_out_all()

    def set_reading(self, reading: str) -> None:
        """Show translated rows as one of `READINGS`."""
        if reading != self.reading:
            self.reading = reading
            self.lay_out_all()

    def select_member(self, member_id: str) -> None:
        """Mark the lines of one member; "" marks nobody's."""
        self._member = member_id
        self.viewport().update()

    def set_search(self, needle: str, row: int = -1) -> None:
        """Highlight `needle` (case-folded) everywhere, and most in `row`, which comes into sight."""
        before, self._needle, self._hit = self._hit, needle, row
        for at in {before, row}:
            # A hit in the other language is shown in both; when it is none any more, it goes back.
            if at in self._shapes and self._shapes[at].reading != self.get_reading_of(at):
                self.refresh_row(at)
        if needle and 0 <= row < len(self.model.rows):
            figure = self.model.rows[row]
            folded = figure.kind == "scene_end" or not find_all(
                f"{figure.text}\n{figure.doing}\n{figure.translation}", needle
            )
            if not self.is_unfolded(row) and folded:  # The hit is in what is folded
                self.toggle_thoughts(row)
            self.reveal(row, middle=True)
        self.viewport().update()

    def get_reading_of(self, row: int) -> str:
        """Return how a row is read: as all are, but a hit that only the other language has is shown in both."""
        figure = self.model.rows[row]
        if row == self.edited or not figure.translation:  # What is edited is the original
            return "original"
        if row == self._hit and self._needle:
            body, other, inner = get_texts(figure, self.reading)
            if not any(self._needle in text.casefold() for text in (body, other, *inner)):
                return "both"
        return self.reading

    def to_newest(self) -> None:
        """Go to the newest line, and back to the live end where another turn is shown."""
        self.scroll_to_newest()
        if not self.live:
            self.live_chosen.emit()

    def scroll_to_newest(self) -> None:
        """Go to the end; where a long note follows the newest turn, go to where that turn begins."""
        self.scroll_to_end()
        row = self.model.row_of_turn(self.model.last_turn())
        if self.model.live is None and 0 <= row < len(self.model.rows) - 1:
            self.reveal(row)
        self._held = True

    def is_unfolded(self, row: int) -> bool:
        """Return whether a row's thoughts are to be read; a scene's summary is, unless it was folded, and what a tool
        said is not, unless it was unfolded."""
        kind = self.model.rows[row].kind if 0 <= row < len(self.model.rows) else ""
        if kind in ("scene_end", "tool"):
            return (row in self._turned) == (kind == "tool")
        return self.thoughts != (row in self._turned)

    def toggle_thoughts(self, row: int) -> None:
        """Unfold a row's thoughts, or fold them."""
        if not 0 <= row < len(self.model.rows):
            return
        figure = self.model.rows[row]
        if figure.thoughts or (figure.kind == "scene_end" and figure.text):
            self._turned ^= {row}
            self.refresh_row(row)

    # -- laying out ----------------------------------------------------------------------------------------------

    def measure_row(self, row: int) -> int:
        return int(self.lay_out(row).height)

    def get_tail_height(self) -> int:
        """Return the height of the line that is being said."""
        return int(self._live_shape.height) if self._live_shape is not None else 0

    def lay_out(self, row: int) -> RowShape:
        """Return a row laid out, from the cache if it is there."""
        figure, width = self.model.rows[row], float(self.viewport().width())
        found, reading = self._shapes.get(row), self.get_reading_of(row)
        # Figures are frozen, so identity tells a change; comparing fields at every painted row would be slower.
        if found is not None and found.figure is figure and found.width == width and found.reading == reading:
            return found
        least = self.get_editor_height() if row == self.edited else 0.0
        words = self.wording.of(figure, details=self.details, reading=self.reading)
        found = shaped(words, width, self.look, unfolded=self.is_unfolded(row), least=least, reading=reading)
        self._shapes[row] = found
        if len(self._shapes) > KEPT:  # Many times what fits in sight
            self._shapes.popitem(last=False)
        return found

    def get_editor_height(self) -> float:
        """Return how high the text of the row that is being edited has to be."""
        return 0.0

    def lay_out_all(self) -> None:
        """Lay out all rows again."""
        self._shapes.clear()
        self._shape_live()
        self.remeasure_rows()

    def remeasure_rows(self) -> None:
        """Lay out all lines again for another width."""
        self._shape_live()
        super().remeasure_rows()
        self._hold_turn()

    def refresh_row(self, row: int) -> None:
        """Lay out one row again."""
        self._shapes.pop(row, None)
        self.heights.forget_row(row)
        self.settle()

    def _shape_live(self) -> None:
        live, self._live_shape = self.model.live, None
        if live is not None:
            width = float(self.viewport().width())
            self._live_shape = shaped(self.wording.of_live(live), width, self.look, unfolded=True)

    # -- what the model says -------------------------------------------------------------------------------------

    def on_reset(self) -> None:
        """Show other rows from their end, or from the shown turn."""
        self._shapes.clear()
        self._turned.clear()
        self.current = self.hovered = self._hit = -1
        self.selected = range(0)
        self._unseen = 0
        self._shape_live()
        self.reset_rows(len(self.model.rows), at_end=self.live)
        if self.live:
            self.scroll_to_newest()
        self._held = True  # Until the user scrolls: a window that opens is resized several times
        self._hold_turn()
        self._update_newest()

    def _on_inserted(self, _: QModelIndex, first: int, last: int) -> None:
        self.heights.append(last - first + 1)  # Rows come at the end only
        if not self.following:
            self._unseen += last - first + 1
        self.settle()
        if self.live:  # Who looks at the past is not interrupted
            spoken.tell_new(self, first, last)

    def _on_removed(self, _: QModelIndex, first: int, last: int) -> None:
        for row in range(first, last + 1):
            self._shapes.pop(row, None)
            self._turned.discard(row)
        self.heights.truncate(first)  # Rows are taken away at the end only
        self.current = min(self.current, first - 1)
        self.selected = range(min(self.selected.start, first), min(self.selected.stop, first))
        self.settle()

    def _on_changed(self, top: QModelIndex, bottom: QModelIndex) -> None:
        for row in range(top.row(), bottom.row() + 1):
            self._shapes.pop(row, None)
            self.heights.forget_row(row)  # Measured when next seen; the anchor keeps what is in sight
        self.settle()

    def _on_live(self) -> None:
        had = self.get_tail_height()
        self._shape_live()
        if self._live_shape is None:
            if had:
                self.settle()
            return
        if self.get_tail_height() != had:
            self.settle()
        elif (top := self.tail_top()) is not None:  # Same height: repaint only the line, 30 times a second
            self.viewport().update(QRect(0, top, self.viewport().width(), self.get_tail_height()))

    # -- painting ------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(event.rect(), self.look.colour("surface"))
            if not self.model.rows and self._live_shape is None:
                self._paint_empty(painter)
                return
            asked = event.rect()
            members = self.model.members
            for row, y in self.in_sight():
                shape = self.lay_out(row)
                if y < asked.bottom() + 1 and y + shape.height > asked.top():  # QRect's bottom is the last pixel inside
                    figure = shape.figure
                    paint_row(painter, shape, y, members, self.look, self._build_state(row, figure))
            top = self.tail_top()
            if self._live_shape is not None and top is not None:
                state = RowState(streaming=True, dimmed=not self.live)
                paint_row(painter, self._live_shape, top, members, self.look, state)

    def _build_state(self, row: int, figure: TurnFigure) -> RowState:
        after = figure.number > self.shown or (figure.behind and figure.number >= self.shown)  # Notes follow their turn
        return RowState(
            shown=not self.live and (figure.is_turn or figure.kind == "failed") and figure.number == self.shown,
            selected=len(self.selected) > 1 and row in self.selected,  # A single row is just the current one
            current=row == self.current and self.hasFocus(),
            hovered=row == self.hovered and row != self.edited,
            quick=self._get_quick_icon(row),
            dimmed=(not self.live and after) or (bool(self.span) and figure.number not in self.span),
            followed=bool(self._member) and figure.member == self._member,
            edited=row == self.edited,
            needle=self._needle,
            hit=row == self._hit,
        )

    def _get_quick_icon(self, row: int) -> str:
        """Return the icon of the button upon a row; empty where it has none now."""
        return self.quick[1] if row == self.hovered != self.edited and self.model.rows[row].is_turn else ""

    def _paint_empty(self, painter: QPainter) -> None:
        room = QRectF(self.viewport().rect()).adjusted(28, 0, -28, 0)
        middle = room.center().y()
        painter.setFont(self.look.name)
        painter.setPen(self.look.colour("secondary"))
        flags = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom)
        head = QRectF(room.left(), middle - 60, room.width(), 56)
        painter.drawText(head, flags, self.tr("Nobody has spoken yet"))
        painter.setFont(self.look.text)
        painter.setPen(self.look.colour("faint"))
        wrap = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
        below = QRectF(room.left(), middle + 2, room.width(), 80)
        painter.drawText(below, wrap, self.tr("What the members say appears here line by line."))

    # -- the pill ------------------------------------------------------------------------------------------------

    def on_settled(self) -> None:
        """Keep the pill true: it is there while the newest line is out of sight."""
        if self.at_end():
            self._unseen = 0
        self._update_newest()

    def _update_newest(self) -> None:
        if self.at_end() or not self.model.rows or (self.live and self._held):
            # Where a note follows the newest line, that line is in sight all the same.
            self.newest.hide()
            return
        self.newest.show_way(live=self.live, ended=self.model.ended, unseen=self._unseen)
