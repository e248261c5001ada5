"""A plot over turns: the range across, the shown turn's line, and what the mouse tells."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import pyqtgraph as pg  # type: ignore[import-untyped]
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QToolTip, QWidget

from parley.desktop.widgets.layouts import upright
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.plots import Chart, colour_plot
from parley.desktop.widgets.spoken import Spoken, tell_current

SMOOTH = 400
"""Points up to which lines are smoothed."""
MARKED = 80
"""Turns in sight up to which each point has its mark."""


class TurnPlot(Spoken, Chart):
    """A click chooses a turn. The whole run is in sight, or the turns that are selected.

    Attributes: `plot`, pyqtgraph's. Signals: `turn_chosen(number)`; `ranged()` after the range across has changed.
    """

    turn_chosen = Signal(int)
    ranged = Signal()
    closest = 4.0
    """Turns that are seen at least."""
    fewest = 8
    """Turns that there is room for from the start, so that the first points are not stretched."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, axes=("bottom", "left"))
        self._range = (0.4, self.fewest + 0.6)
        self._last, self._shown, self._reach, self._span = 0, 0, 0, range(0)
        self._empty = ""
        self.plot.setAccessibleName(self.tr("Over turns"))
        # The range across is set again only where it changes: a short run's never does.
        self.box.setXRange(*self._range, padding=0)
        # Every curve that is added is told so: of its own settings nothing would be left.
        self.plot.getPlotItem().setDownsampling(auto=True, mode="peak")
        self.plot.getPlotItem().setClipToView(True)
        self._cursor = pg.InfiniteLine(angle=90)
        self._hover = pg.InfiniteLine(angle=90)
        for line in (self._cursor, self._hover):
            line.setZValue(-5)
            line.hide()
            self.plot.addItem(line, ignoreBounds=True)
        upright(self.plot, within=self, margins=0)
        self._focus = QFrame(self)
        self._focus.setObjectName("focusFrame")
        self._focus.setFrameShape(QFrame.Shape.Box)
        self._focus.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._focus.hide()

    # What is shown ------------------------------------------------------------------------------------------------

    def show_turns(self, last: int, shown: int, span: range = range(0), reach: int = 0) -> None:
        """Show a run of `last` turns, of which all views show `shown` and `span` are chosen; leave room up to `reach`
        for turns yet to come."""
        if span != self._span:
            self._span, self._last = span, -1
        if (last, shown, reach) == (self._last, self._shown, self._reach):
            return
        self._last, self._shown, self._reach = last, shown, reach
        self.setAccessibleDescription(self.told(shown))
        tell_current(self)
        self._cursor.setVisible(shown > 0)
        self._cursor.setPos(shown)
        self._fit()

    def set_empty(self, sentence: str) -> None:
        """Say in a sentence why nothing is drawn; "" where something is."""
        self._empty = sentence
        self.note.setText(sentence)
        self.note.setVisible(bool(sentence))
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
        self._put_note()

    def small_font(self) -> QFont:
        """Return the font of numbers at the axes."""
        return self.letters(11)

    def told(self, turn: int) -> str:
        """Return what is said of a turn while the mouse is over it; "" for nothing."""
        return self.tr("Turn {0}").format(self.locale().toString(turn)) if turn else ""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the labels to the new width."""
        super().resizeEvent(event)
        self._focus.setGeometry(self.rect())
        self._put_note()
        self._label_turns()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Where the keyboard is can be seen."""
        super().focusInEvent(event)
        self._focus.setVisible(event.reason() != Qt.FocusReason.MouseFocusReason)
        self._focus.raise_()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._focus.hide()

    # What a screen reader finds: the turns that have a point ------------------------------------------------------

    def pointed(self) -> Sequence[int]:
        """Return the turns at which something is drawn."""
        raise NotImplementedError

    def count_accessible_rows(self) -> int:
        return len(self.pointed())

    def get_accessible_text(self, row: int) -> str:
        return self.told(self.pointed()[row])

    def get_accessible_current(self) -> int:
        return bisect_right(self.pointed(), self._shown) - 1

    def get_accessible_rect(self, row: int) -> QRect:
        turn, surface = self.pointed()[row], self.surface
        left, right = (self.box.mapViewToScene(QPointF(turn + side, 0.0)).x() for side in (-0.5, 0.5))
        column = QRectF(left, 0, right - left, surface.height()).toAlignedRect() & surface.rect()
        return column.translated(surface.mapTo(self, QPoint(0, 0)))

    def _put_note(self) -> None:
        wide = max(40, min(self.width() - 16, 340))
        tall = min(self.note.heightForWidth(wide), max(1, self.height()))
        self.note.setGeometry((self.width() - wide) // 2, max(0, (self.height() - tall) // 2), wide, tall)

    # The range across ---------------------------------------------------------------------------------------------

    def _fit(self) -> None:
        """Show the whole run from its first turn to its last, which grows with it; else the turns that are selected."""
        left, right = 0.4, max(self.fewest, self._last, self._reach) + 0.6
        if self._span:
            middle, half = (self._span.start + self._span[-1]) / 2, max(self.closest, len(self._span) + 1.2) / 2
            left, right = max(0.2, middle - half), max(0.2, middle - half) + 2 * half
        if (left, right) != self._range or not self.plot.getAxis("bottom").isVisible():
            self._range = (left, right)
            self.box.setXRange(left, right, padding=0)
            self._label_turns()
            self.ranged.emit()

    @property
    def turns_in_sight(self) -> tuple[float, float]:
        """The range across, in turns."""
        return self._range

    def _label_turns(self) -> None:
        """Whole turns alone below the chart, as many as have room; the first one always."""
        last = max(self.fewest, self._last, self._reach)
        left, right = self._range
        most = max(2.0, self.width() / (52 * self.scale))
        step = next(s for k in range(9) for s in (10**k, 2 * 10**k, 5 * 10**k) if (right - left) / s <= most)
        first = max(step, -(-max(1, round(left)) // step) * step)
        turns = [1] if left < 1 and step > 1 else []
        turns += [turn for turn in range(first, last + 1, step) if turn <= right]
        self.plot.getAxis("bottom").setTicks([[(turn, self.locale().toString(turn)) for turn in turns]])

    # Mouse and keys -----------------------------------------------------------------------------------------------

    def on_release(self, event: QMouseEvent) -> None:
        """Choose the turn."""
        if not self.dragged and self._last:
            self.turn_chosen.emit(max(1, min(self._last, round(self._turn_at(event.position())))))

    def on_hover(self, event: QMouseEvent) -> None:
        """Tell the turn under the pointer."""
        turn = round(self._turn_at(event.position()))
        inside = 1 <= turn <= self._last and not self._empty
        self._hover.setVisible(inside)
        if inside:
            self._hover.setPos(turn)
            QToolTip.showText(event.globalPosition().toPoint(), tooltip(self.told(turn)), self.surface)

    def on_leave(self) -> None:
        """Tell nothing."""
        self._hover.hide()
        QToolTip.hideText()

    def _turn_at(self, at: QPointF) -> float:
        return float(self.box.mapSceneToView(at).x())
