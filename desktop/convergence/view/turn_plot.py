"""A plot over turns: the range across, the shown turn's line, and the ways to move over it."""

from __future__ import annotations

import pyqtgraph as pg  # type: ignore[import-untyped]
from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFont, QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QToolTip, QVBoxLayout, QWidget

from desktop.widgets.plain import tooltip
from desktop.widgets.plots import bare_plot, colour_plot
from desktop.widgets.themed import Themed

FEWEST = 8
"""Turns that there is room for from the start, so that the first points are not stretched."""
CLOSEST = 4.0
"""Turns that are seen at least."""
SMOOTH = 400
"""Points up to which lines are smoothed."""
MARKED = 80
"""Turns in sight up to which each point has its mark."""


class TurnPlot(Themed, QWidget):
    """A click chooses a turn, dragging moves, the wheel zooms, a double click shows the whole run.

    It shows the whole run until it is moved by hand; then it moves only to keep the shown turn in sight.
    Attributes: `plot`, pyqtgraph's. Signals: `turn_chosen(number)`; `ranged()` after the range across has changed.
    """

    turn_chosen = Signal(int)
    ranged = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._last, self._shown = 0, 0
        self._range = (0.4, FEWEST + 0.6)
        self._by_hand = False
        self._pressed: QPointF | None = None
        self._dragged = False
        self._held = self._range
        self._empty = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.plot = bare_plot(self, axes=("bottom", "left"))
        self.plot.setAccessibleName(self.tr("Over turns"))
        self._box = self.plot.getViewBox()
        # The range across is set again only where it changes: a short run's never does.
        self._box.setXRange(*self._range, padding=0)
        # Every curve that is added is told so: of its own settings nothing would be left.
        self.plot.getPlotItem().setDownsampling(auto=True, mode="peak")
        self.plot.getPlotItem().setClipToView(True)
        self._cursor = pg.InfiniteLine(angle=90)
        self._hover = pg.InfiniteLine(angle=90)
        for line in (self._cursor, self._hover):
            line.setZValue(-5)
            line.hide()
            self.plot.addItem(line, ignoreBounds=True)
        self._note = QLabel(self)
        self._note.setWordWrap(True)
        self._note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._note.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._note.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.plot)
        self.plot.viewport().setMouseTracking(True)
        self.plot.viewport().installEventFilter(self)

    # What is shown ------------------------------------------------------------------------------------------------

    @property
    def surface(self) -> QWidget:
        """What is drawn upon, and takes the mouse."""
        found: QWidget = self.plot.viewport()
        return found

    @property
    def turns_in_sight(self) -> tuple[float, float]:
        """The range across, in turns."""
        return self._range

    def show_turns(self, last: int, shown: int) -> None:
        """The run has `last` turns, of which `shown` is the one that all views show."""
        if last < self._last:
            self._by_hand = False
        if (last, shown) == (self._last, self._shown):
            return
        self._last, self._shown = last, shown
        self._cursor.setVisible(shown > 0)
        self._cursor.setPos(shown)
        if not self._by_hand:
            self.show_whole()
        elif shown and not self._range[0] + 0.5 <= shown <= self._range[1] - 0.5:
            span = self._range[1] - self._range[0]
            self._set_range(shown - span / 2, shown + span / 2)

    def set_empty(self, sentence: str) -> None:
        """Say in a sentence why nothing is drawn; "" where something is."""
        self._empty = sentence
        self._note.setText(sentence)
        self._note.setVisible(bool(sentence))
        self.plot.setVisible(not sentence)
        self._put_note()

    def _restyle(self) -> None:
        theme, font = self.theme, self.small_font()
        colour_plot(self.plot, theme, font)
        for name, space in (("bottom", 17), ("left", 30)):
            axis = self.plot.getAxis(name)
            axis.setStyle(tickLength=0, tickAlpha=0, tickTextOffset=3, autoExpandTextSpace=False)
            (axis.setHeight if name == "bottom" else axis.setWidth)(round(space * self.scale))
        self._cursor.setPen(pg.mkPen(theme.colour("accent"), width=1))
        self._hover.setPen(pg.mkPen(theme.colour("border"), width=1))
        note = QFont(self.font())
        note.setPixelSize(max(7, round(12 * self.scale)))
        self._note.setFont(note)
        self._note.setStyleSheet(f"color: {theme.secondary}; background: transparent;")
        self._put_note()

    def small_font(self) -> QFont:
        """The font of numbers at the axes."""
        font = QFont(self.font())
        font.setPixelSize(max(7, round(11 * self.scale)))
        return font

    def told(self, turn: int) -> str:
        """What is said of a turn while the mouse is over it; "" for nothing."""
        return self.tr("Turn {0}").format(self.locale().toString(turn)) if turn else ""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the labels to the new width."""
        super().resizeEvent(event)
        self._put_note()
        self._label_turns()

    def _put_note(self) -> None:
        wide = max(40, min(self.width() - 16, 340))
        tall = min(self._note.heightForWidth(wide), max(1, self.height()))
        self._note.setGeometry((self.width() - wide) // 2, max(0, (self.height() - tall) // 2), wide, tall)

    # The range across ---------------------------------------------------------------------------------------------

    def show_whole(self) -> None:
        """The whole run from its first turn to its last; it grows with the run."""
        self._by_hand = False
        self._set_range(0.4, max(FEWEST, self._last) + 0.6)

    def _set_range(self, left: float, right: float) -> None:
        whole = max(FEWEST, self._last) + 1.0
        span = max(CLOSEST, min(right - left, whole))
        left = max(0.2, min(left, whole - span + 0.4))
        if (left, left + span) != self._range or not self.plot.getAxis("bottom").isVisible():
            self._range = (left, left + span)
            self._box.setXRange(left, left + span, padding=0)
            self._label_turns()
            self.ranged.emit()

    def _label_turns(self) -> None:
        """Whole turns alone, as many as have room."""
        left, right = self._range
        most = max(2.0, self.width() / (52 * self.scale))
        step = next(s for k in range(9) for s in (10**k, 2 * 10**k, 5 * 10**k) if (right - left) / s <= most)
        first = max(step, -(-max(1, round(left)) // step) * step)
        wanted = range(first, max(FEWEST, self._last) + 1, step)
        ticks = [(turn, self.locale().toString(turn)) for turn in wanted if turn <= right]
        if left < 1 and step > 1:
            ticks.insert(0, (1, self.locale().toString(1)))
        self.plot.getAxis("bottom").setTicks([ticks])

    def _zoom(self, factor: float, at: float | None = None) -> None:
        left, right = self._range
        centre = (left + right) / 2 if at is None else at
        self._by_hand = True
        self._set_range(centre - (centre - left) * factor, centre + (right - centre) * factor)

    # Mouse and keys -----------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The plot's mouse, in place of pyqtgraph's own gestures."""
        if isinstance(event, QWheelEvent):
            steps = event.angleDelta().y() / 120
            self._zoom(0.8**steps, self._turn_at(event.position()))
            return True
        if isinstance(event, QContextMenuEvent):
            self.contextMenuEvent(event)
            return True
        if isinstance(event, QMouseEvent):
            self._on_mouse(event)
            return True
        if event.type() == QEvent.Type.Leave:
            self._hover.hide()
            QToolTip.hideText()
        return super().eventFilter(watched, event)

    def _on_mouse(self, event: QMouseEvent) -> None:
        kind, left = event.type(), event.button() == Qt.MouseButton.LeftButton
        if kind == QEvent.Type.MouseButtonPress and left:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._pressed, self._dragged, self._held = event.position(), False, self._range
        elif kind == QEvent.Type.MouseMove:
            self._on_move(event)
        elif kind == QEvent.Type.MouseButtonRelease and self._pressed is not None:
            self._pressed = None
            turn = round(self._turn_at(event.position()))
            if not self._dragged and self._last:
                self.turn_chosen.emit(max(1, min(self._last, turn)))
        elif kind == QEvent.Type.MouseButtonDblClick:
            self._pressed = None
            self.show_whole()

    def _on_move(self, event: QMouseEvent) -> None:
        if self._pressed is not None:
            moved = event.position().x() - self._pressed.x()
            if self._dragged or abs(moved) >= QApplication.startDragDistance():
                self._dragged, self._by_hand = True, True
                turns = moved / max(1.0, self._box.width()) * (self._held[1] - self._held[0])
                self._set_range(self._held[0] - turns, self._held[1] - turns)
            return
        turn = round(self._turn_at(event.position()))
        inside = 1 <= turn <= self._last and not self._empty
        self._hover.setVisible(inside)
        if inside:
            self._hover.setPos(turn)
            QToolTip.showText(event.globalPosition().toPoint(), tooltip(self.told(turn)), self.surface)

    def _turn_at(self, at: QPointF) -> float:
        return float(self._box.mapSceneToView(at).x())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What part of the run to see."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Whole run")).triggered.connect(self.show_whole)
        menu.addAction(self.tr("Closer")).triggered.connect(lambda: self._zoom(0.5))
        menu.addAction(self.tr("Further away")).triggered.connect(lambda: self._zoom(2.0))
        menu.popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down zoom; the window's own keys go from turn to turn."""
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._zoom(0.7 if event.key() == Qt.Key.Key_Up else 1 / 0.7, float(self._shown or self._last))
        else:
            super().keyPressEvent(event)
