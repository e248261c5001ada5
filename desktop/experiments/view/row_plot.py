"""A plot of rows: a label at the left of each, marks on a scale across.

Import this module late: pyqtgraph takes more than half a second.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pyqtgraph as pg  # type: ignore[import-untyped]
from PySide6.QtCore import QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QScrollBar, QToolTip, QWidget

from parley.desktop.experiments.words import number
from parley.desktop.widgets.layouts import across
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.plots import Chart, colour_plot
from parley.desktop.widgets.spoken import Spoken, tell_current

ROW = 54
LEAST_ROW = 17
"""Pixels of a row at a text scale of 1: at most, and at least."""
AXIS = 40
REACH = 12.0
"""Pixels within which a click meets a mark."""
MOST_LABEL = 0.4
"""The part of the width that labels may take."""
COLOURS = ("blue", "amber", "teal", "purple", "rust", "green", "pink", "indigo", "olive", "cyan", "brown", "slate")


@dataclass(frozen=True, slots=True)
class Spot:
    """Something that can be pointed at: its place, what is said of it, and the run that it opens ("": none)."""

    x: float
    y: float
    told: str
    run: str = ""


class RowPlot(Spoken, Chart):
    """The arrow keys go from mark to mark, Enter or a click opens its run. Row `n` stands at y = −n.

    Attributes: `plot`, pyqtgraph's; `spots`, all marks that can be pointed at, row after row; `bar`, by which rows that
    have no room are scrolled. Signals: `run_chosen(id)`.
    """

    run_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, axes=("bottom", "left"))
        self._labels: tuple[str, ...] = ()
        self.spots: tuple[Spot, ...] = ()
        self._across = (0.0, 1.0)
        self._ends = (-math.inf, math.inf)
        self._scale_title = ""
        self._at = -1
        self._ring = pg.ScatterPlotItem(pxMode=True, antialias=True)
        self._ring.setZValue(20)
        self._stripes: list[pg.InfiniteLine] = []
        self.plot.addItem(self._ring, ignoreBounds=True)
        self.bar = QScrollBar(Qt.Orientation.Vertical, self)
        self.bar.valueChanged.connect(self._look)
        across((self.plot, 1), self.bar, within=self, margins=0, spacing=0)

    def place(self, spot: Spot) -> QPointF:
        """Where a mark is on the surface, in pixels."""
        return QPointF(self.box.mapViewToScene(QPointF(spot.x, spot.y)))

    def spoken_count(self) -> int:
        return len(self.spots)

    def spoken_row(self, row: int) -> str:
        return self.spots[row].told.replace("\n", ". ")

    def spoken_current(self) -> int:
        return self._at

    def spoken_place(self, row: int) -> QRect:
        at = self.surface.mapTo(self, self.place(self.spots[row]).toPoint())
        return QRect(at.x() - 6, at.y() - 6, 12, 12) & self.surface.geometry()

    def name_scale(self, title: str) -> None:
        """Say what the scale across is of."""
        self._scale_title = title
        self._title_scale()

    def _title_scale(self) -> None:
        axis = self.plot.getAxis("bottom")
        axis.setLabel(self._scale_title, **{"color": self.theme.colour("secondary").name(), "font-size": "8pt"})
        axis.setHeight(round(AXIS * self.scale))

    def show_rows(
        self, labels: Sequence[str], low: float, high: float, bounds: tuple[float, float] = (-math.inf, math.inf)
    ) -> None:
        """Have these rows, and a scale from `low` to `high`, whose air ends where `bounds` do."""
        self._labels = tuple(labels)
        if high <= low:
            # Runs that do not differ stand in the middle.
            low, high = low - (abs(low) / 10 or 0.5), high + (abs(high) / 10 or 0.5)
        air = (high - low) * 0.04
        self._across = (low - air, high + air)
        self._ends = bounds
        self.box.setXRange(*self._across, padding=0)
        self._rule()
        self._label()
        self._scroll()
        self.updateGeometry()

    def _scroll(self) -> None:
        """Let the rows be scrolled that have no room, in pixels."""
        room = self._room()
        over = max(0, round(max(1, len(self._labels)) * self._row_height() - room))
        self.bar.setVisible(over > 0)
        self.bar.setPageStep(room)
        self.bar.setRange(0, over)
        self._look()

    def _room(self) -> int:
        return max(1, self.height() - round(AXIS * self.scale))

    def _row_height(self) -> float:
        return max(LEAST_ROW * self.scale, self._room() / max(1, len(self._labels)))

    def _look(self) -> None:
        top = 0.5 - self.bar.value() / self._row_height()
        self.box.setYRange(top - self._room() / self._row_height(), top, padding=0)

    def show_spots(self, spots: Sequence[Spot]) -> None:
        """Let these be pointed at; the one that is marked stays so while it is there."""
        run = self.spots[self._at].run if 0 <= self._at < len(self.spots) else ""
        self.spots = tuple(spots)
        self._at = next((at for at, spot in enumerate(self.spots) if run and spot.run == run), -1)
        self._mark()

    def colour(self, row: int) -> pg.QtGui.QColor:
        """The colour of a row's marks."""
        return self.theme.member(COLOURS[row % len(COLOURS)])

    def _restyle(self) -> None:
        colour_plot(self.plot, self.theme, self.letters(11))
        for name in ("left", "bottom"):
            axis = self.plot.getAxis(name)
            axis.setStyle(tickLength=0, tickAlpha=0, tickTextOffset=6, autoExpandTextSpace=False)
        self.plot.getAxis("left").setTextPen(self.theme.colour("text"))
        self._title_scale()
        self._rule()
        self._label()
        self._mark()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Room for every row."""
        return QSize(400, round((len(self._labels) * ROW + AXIS) * self.scale))

    def minimumSizeHint(self) -> QSize:
        """Some rows that can still be told apart."""
        return QSize(160, round((3 * LEAST_ROW + AXIS) * self.scale))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._label()
        self._scroll()

    def _label(self) -> None:
        metrics = QFontMetricsF(self.letters(11))
        widest = max((metrics.horizontalAdvance(label) for label in self._labels), default=0.0)
        wide = min(widest + 4, max(40.0, self.width() * MOST_LABEL))
        shown = [metrics.elidedText(label, Qt.TextElideMode.ElideMiddle, wide) for label in self._labels]
        axis = self.plot.getAxis("left")
        axis.setWidth(round(wide + 12))
        axis.setTicks([[(-row, label) for row, label in enumerate(shown)]])
        low, high = self._across
        step = step_of(high - low, max(2, int((self.width() - wide) / (74 * self.scale))))
        first = math.ceil(low / step)
        within = (at * step for at in range(first, math.floor(high / step) + 1))
        ticks = [(at, number(at)) for at in within if self._ends[0] <= at <= self._ends[1]]
        self.plot.getAxis("bottom").setTicks([ticks])

    def _rule(self) -> None:
        """A quiet line for each row, that the eye finds back to its label."""
        while len(self._stripes) < len(self._labels):
            line = pg.InfiniteLine(angle=0)
            line.setZValue(-10)
            self.plot.addItem(line, ignoreBounds=True)
            self._stripes.append(line)
        pen = pg.mkPen(self.theme.colour("border"), width=1)
        for row, line in enumerate(self._stripes):
            line.setVisible(row < len(self._labels))
            line.setPos(-row)
            line.setPen(pen)

    def _mark(self) -> None:
        if not 0 <= self._at < len(self.spots) or not self.hasFocus():
            self._ring.setData([], [])
            return
        spot = self.spots[self._at]
        pen = pg.mkPen(self.theme.colour("text"), width=1.6)
        self._ring.setData([spot.x], [spot.y], symbol="o", size=15, brush=None, pen=pen)

    def on_wheel(self, event: QWheelEvent) -> bool:
        """Scroll the rows."""
        self.bar.setValue(self.bar.value() - (event.pixelDelta().y() or event.angleDelta().y() // 2))
        return True

    def on_leave(self) -> None:
        QToolTip.hideText()

    def on_hover(self, event: QMouseEvent) -> None:
        """Tell the mark under the pointer."""
        at = self._nearest(event.position())
        spot = self.spots[at] if at >= 0 else None
        self.surface.setCursor(Qt.CursorShape.PointingHandCursor if spot and spot.run else Qt.CursorShape.ArrowCursor)
        QToolTip.showText(event.globalPosition().toPoint(), tooltip(spot.told if spot else ""), self.surface)

    def on_release(self, event: QMouseEvent) -> None:
        """Open the mark's run."""
        if (at := self._nearest(event.position())) >= 0:
            self._at = at
            self._mark()
            self._open()

    def _nearest(self, at: QPointF) -> int:
        away = [self.place(spot) - at for spot in self.spots]
        far = [math.hypot(each.x(), each.y()) for each in away]
        return far.index(min(far)) if far and min(far) < REACH else -1

    def _open(self) -> None:
        if 0 <= self._at < len(self.spots) and self.spots[self._at].run:
            self.run_chosen.emit(self.spots[self._at].run)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """From mark to mark within a row by its value, and from row to row; Enter opens."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self.spots:
            self._step(1 if key == Qt.Key.Key_Right else -1)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self.spots:
            self._change_row(1 if key == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._at < 0 and self.spots and event.reason() != Qt.FocusReason.MouseFocusReason:
            # Where the keyboard is can be seen.
            self._at = 0
        self._mark()

    def focusOutEvent(self, event: object) -> None:
        super().focusOutEvent(event)  # type: ignore[arg-type]
        self._mark()

    def _step(self, by: int) -> None:
        row = self._row(max(0, self._at))
        order = sorted((at for at in range(len(self.spots)) if self._row(at) == row), key=lambda at: self.spots[at].x)
        place = order.index(self._at) + by if self._at in order else 0
        self._go(order[max(0, min(len(order) - 1, place))])

    def _change_row(self, by: int) -> None:
        rows = sorted({self._row(at) for at in range(len(self.spots))})
        if self._at < 0:
            self._go(min(range(len(self.spots)), key=self._row))
            return
        place = max(0, min(len(rows) - 1, rows.index(self._row(self._at)) + by))
        x = self.spots[self._at].x
        there = [at for at in range(len(self.spots)) if self._row(at) == rows[place]]
        self._go(min(there, key=lambda at: abs(self.spots[at].x - x)))

    def _row(self, at: int) -> int:
        return round(-self.spots[at].y)

    def _go(self, at: int) -> None:
        self._at = at
        self._mark()
        high = self._row_height()
        top = self._row(at) * high
        # With the rows above and below in sight.
        self.bar.setValue(round(max(top + 2 * high - self._room(), min(self.bar.value(), top - high))))
        told, place = self.spots[at].told, self.place(self.spots[at]).toPoint()
        QToolTip.showText(self.surface.mapToGlobal(place), tooltip(told), self.surface)
        self.setAccessibleDescription(told)
        tell_current(self)


def step_of(span: float, most: int) -> float:
    """A round step of which the span has at most so many."""
    power = 10.0 ** math.floor(math.log10(span / most))
    return next(power * each for each in (1, 2, 5, 10, 20, 50, 100) if span / (power * each) <= most)
