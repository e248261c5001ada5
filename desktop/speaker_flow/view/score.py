"""The score: who spoke when, for how long and to whom, with what was done between the turns; and the ways over it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from parley.desktop.speaker_flow.view.painting import ICON
from parley.desktop.speaker_flow.view.sight import ScoreSight, turn_told


class ScoreSurface(ScoreSight):
    """A click chooses a turn, dragging moves, the wheel zooms, a double click shows the whole run; dragging with Shift,
    or along the numbers, chooses a span.

    Signals: `turn_chosen(number)`, `span_chosen(first, last)`, `span_cleared()`, `verb_chosen(name)`: "compare" or
    "fork", of the span.
    """

    turn_chosen = Signal(int)
    span_chosen = Signal(int, int)
    span_cleared = Signal()
    verb_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pressed: QPointF | None = None
        self._dragged = False
        self._held = 0.0
        self._anchor = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    # Mouse --------------------------------------------------------------------------------------------------------

    def _handle_at(self, at: QPointF) -> int:
        """Return the turn at the other end of the span, where a handle is under the pointer; 0 for none."""
        span = self.figure.span
        if not span:
            return 0
        box, reach = self.score.span_box(), 8 * self.scale
        for corner, other in ((box.bottomLeft(), span[-1]), (box.bottomRight(), span[0])):
            if abs(at.x() - corner.x()) <= reach and abs(at.y() - corner.y()) <= reach:
                return other
        return 0

    def _turn_at(self, at: QPointF) -> int:
        """Return the turn whose block, or whose number, is under the pointer; 0 for none."""
        score = self.score
        turn = score.spread.near(score.words(at.x()))
        if not turn or at.y() > score.look.bottom or not score.in_blocks:
            return turn
        return turn if abs(at.y() - score.block(turn).center().y()) <= score.look.lane / 2 else 0

    def _find_nearest_turn(self, x: float) -> int:
        words = self.score.words(x)
        return self.score.spread.near(words) or (1 if words < 0 else self.score.spread.turns)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self.figure.lanes:
            super().mousePressEvent(event)
            return
        at = event.position()
        self._pressed, self._dragged, self._held = at, False, self.score.left
        self._anchor = self._handle_at(at)
        shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if not self._anchor and (shift or at.y() > self.score.look.bottom + 2):
            self._anchor = self._find_nearest_turn(at.x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Hover, move, or draw a span."""
        at = event.position()
        if self._pressed is None:
            turn = self._turn_at(at)
            if turn != self.score.hovered:
                self.score.hovered = turn
                self.update()
            over = bool(self._handle_at(at))
            self.setCursor(Qt.CursorShape.SizeHorCursor if over else Qt.CursorShape.ArrowCursor)
            return
        moved = at - self._pressed
        if not self._dragged and moved.manhattanLength() < QApplication.startDragDistance():
            return
        self._dragged = True
        if self._anchor:
            turn = self._find_nearest_turn(at.x())
            self.span_chosen.emit(min(self._anchor, turn), max(self._anchor, turn))
        else:
            self.by_hand = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._set(self._held - moved.x() / self.score.pixels, self.score.pixels)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            return
        self._pressed = None
        self.unsetCursor()
        if self._dragged:
            return
        turn = self._turn_at(event.position())
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and turn:
            self.span_chosen.emit(min(turn, self.figure.shown or turn), max(turn, self.figure.shown))
        elif turn:
            self._choose(turn)

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        """Show the whole run, or go back to following it."""
        self._pressed = None
        left, right = self.words_in_sight
        whole = left <= 0 and right >= self.score.spread.end(self.score.spread.turns)
        if self.by_hand and whole:
            self.fit()
        else:
            self.show_whole()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the pointer; sideways, or with Shift, move."""
        delta = event.pixelDelta() if not event.pixelDelta().isNull() else event.angleDelta() / 2
        sideways = delta.x() if abs(delta.x()) > abs(delta.y()) else 0
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            sideways = sideways or delta.y()
        if sideways:
            self.by_hand = True
            self._set(self.score.left - sideways / self.score.pixels, self.score.pixels)
        else:
            self.zoom(0.998 ** delta.y(), event.position().x())
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.score.hovered = 0
        self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu that chooses what part of the run to see."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        turn = self._turn_at(QPointF(event.pos())) or self.figure.shown
        this = self.tr("Select turn {0}").format(self.locale().toString(turn))
        selected = (
            (self.tr("Fork at the end of the selection"), lambda: self.verb_chosen.emit("fork")),
            (self.tr("Compare the selected turns…"), lambda: self.verb_chosen.emit("compare")),
        )
        for title, does in (
            *(selected if self.figure.span else ()),
            (self.tr("Follow the run"), self.fit),
            (self.tr("Show the whole run"), self.show_whole),
            (this, lambda: self.span_chosen.emit(turn, turn)),
            (self.tr("Select all turns"), lambda: self.span_chosen.emit(1, self.score.spread.turns)),
            (self.tr("Select nothing"), self.span_cleared.emit),
        ):
            menu.addAction(title).triggered.connect(lambda _on=False, does=does: does())
        menu.popup(event.globalPos())

    def find_tip_at(self, at: QPointF) -> str:
        """Return what is told of a place: a mark, a scene, or a turn."""
        score = self.score
        if at.y() <= score.marks_row:
            near = [each for each in score.placed_marks() if abs(each.icon - at.x()) <= ICON * self.scale]
            return "\n".join(mark.text for each in near[:1] for mark in each.marks)
        turn = self._turn_at(at)
        if not turn and at.y() <= score.look.top:
            place = score.spread.near(score.words(at.x()))
            return next((band.title for band in self.figure.bands if band.first <= place <= band.last), "")
        return turn_told(self.figure, turn) if turn else ""

    # Keys ---------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, Home, End and pages choose a turn, plus and minus zoom, 0 follows again."""
        key, shown = event.key(), self.figure.shown
        first, last = self.turns_in_sight
        page = max(1, last - first)
        steps = {
            Qt.Key.Key_Left: shown - 1, Qt.Key.Key_Right: shown + 1, Qt.Key.Key_Home: 1,
            Qt.Key.Key_End: self.score.spread.turns, Qt.Key.Key_PageUp: shown - page, Qt.Key.Key_PageDown: shown + page,
        }  # fmt: skip
        if key in steps and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self.figure.lanes:
            self._choose(steps[Qt.Key(key)])
        elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Equal}:
            self.zoom(0.8)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1.25)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key == Qt.Key.Key_Escape and self.figure.span:
            self.span_cleared.emit()
        else:
            super().keyPressEvent(event)

    def _choose(self, turn: int) -> None:
        turn = max(1, min(turn, self.score.spread.turns))
        if turn != self.figure.shown:
            self.turn_chosen.emit(turn)
