"""The chart of a pair's convergence: the score, its components, the threshold, and where it was reached."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg  # type: ignore[import-untyped]
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QWidget

from parley.desktop.convergence.figures import COMPONENTS, ConvergenceFigure
from parley.desktop.convergence.view.strokes import ROLES, dashed, thinned
from parley.desktop.convergence.view.turn_plot import MARKED, SMOOTH, TurnPlot
from parley.desktop.widgets.theme import Theme

LEVELS = (0.0, 0.25, 0.5, 0.75, 1.0)
LOW = 96
"""Pixels of height below which the levels' numbers would touch."""


class ConvergenceChart(TurnPlot):
    """Scores in [0, 1] over turns: a line for the score, and one for each component."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = ConvergenceFigure()
        self.setAccessibleName(self.tr("Convergence over turns"))
        self._levels = [pg.InfiniteLine(pos=level, angle=0) for level in LEVELS]
        self._thresholds: list[pg.InfiniteLine] = []
        self._curves = [thinned() for _ in range(1 + len(COMPONENTS))]
        self._ghost = thinned()
        self._ghost.setZValue(0)
        self._open = pg.LinearRegionItem(movable=False, span=(0, 1))
        self._open.setZValue(-20)
        self._fork = pg.InfiniteLine(angle=90)
        self._fork.setZValue(-4)
        for edge in self._open.lines:
            edge.hide()
        self._points = pg.ScatterPlotItem(pxMode=True, antialias=True)
        self._reached = pg.ScatterPlotItem(pxMode=True, antialias=True)
        for at, curve in enumerate(self._curves):
            curve.setZValue(3 if at == 0 else 1)
        self._points.setZValue(4)
        self._reached.setZValue(5)
        for line in self._levels:
            line.setZValue(-10)
        for item in (self._open, *self._levels, self._fork, self._ghost, *self._curves, self._points, self._reached):
            self.plot.addItem(item, ignoreBounds=True)
        self.ranged.connect(self._mark)
        self._restyle()

    def show_figure(self, figure: ConvergenceFigure) -> None:
        """Show a figure; lines that did not change are not drawn again."""
        before, self._figure = self._figure, figure
        self.show_turns(figure.last, figure.shown, figure.span, figure.open_until)
        changed = figure.turns is not before.turns or figure.scores is not before.scores
        around = (figure.ghost, figure.forked, figure.open_until)
        if changed or around != (before.ghost, before.forked, before.open_until):
            self._draw()
        if (figure.stop, figure.holds, figure.reached, figure.calculator, figure.profile) != (
            before.stop, before.holds, before.reached, before.calculator, before.profile,
        ):  # fmt: skip
            self._draw_threshold()

    def pointed(self) -> Sequence[int]:
        return self._figure.turns

    def _restyle(self) -> None:
        super()._restyle()
        theme = self.theme
        for line in self._levels:
            line.setPen(pg.mkPen(theme.colour("border"), width=1))
        self._label_levels()
        self._draw()
        self._draw_threshold()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where it is low, every second level has its number."""
        super().resizeEvent(event)
        self._label_levels()

    def _label_levels(self) -> None:
        number, every = self.locale().toString, 2 if self.height() < LOW * self.scale else 1
        # The highest number stands whole below the upper edge.
        self.box.setYRange(-0.04, 1.0 + max(0.06, 9 * self.scale / max(36, self.height())), padding=0)
        self.plot.getAxis("left").setTicks([[(level, number(level, "f", 2)) for level in LEVELS[::every]]])

    def pen(self, line: int, theme: Theme) -> pg.QtGui.QPen:
        """Return how a line is drawn: the score strong and whole, the components quiet and each with its own dash."""
        colour = theme.colour(ROLES[0]) if line == 0 else theme.member(ROLES[line])
        return dashed(colour, 2.5 if line == 0 else 1.2, line)

    def _draw(self) -> None:
        figure, smooth, theme = self._figure, len(self._figure.turns) <= SMOOTH, self.theme
        turns = np.asarray(figure.turns, dtype=float)
        for at, curve in enumerate(self._curves):
            values = figure.scores if at == 0 else figure.components[at - 1]
            pen = self.pen(at, self.theme)
            if not smooth:
                # Wide and dashed lines take ten times as long to draw.
                pen.setWidthF(1.0)
            curve.setData(turns, np.asarray(values, dtype=float), pen=pen, antialias=smooth)
        ghost, scores = figure.ghost
        faded = theme.colour("secondary")
        faded.setAlphaF(0.3)
        self._ghost.setData(
            np.asarray(ghost, dtype=float), np.asarray(scores, dtype=float), antialias=smooth,
            pen=pg.mkPen(faded, width=5 if smooth else 1),
        )  # fmt: skip
        self._fork.setVisible(figure.forked > 0)
        self._fork.setPos(figure.forked)
        self._fork.setPen(pg.mkPen(theme.colour("good"), width=1.5))
        self._open.setVisible(figure.open_until > figure.last)
        self._open.setRegion((figure.last + 0.5, figure.open_until + 0.6))
        self._open.setBrush(theme.colour("raised"))
        self._mark()

    def _mark(self) -> None:
        """Mark each score in sight with a point, unless there are too many."""
        left, right = self.turns_in_sight
        first, until = bisect_left(self._figure.turns, left), bisect_right(self._figure.turns, right)
        if until - first > MARKED:
            self._points.setData([], [])
            return
        theme = self.theme
        self._points.setData(
            list(self._figure.turns[first:until]),
            list(self._figure.scores[first:until]),
            size=6,
            brush=theme.colour("surface"),
            pen=[pg.mkPen(self._look_up_speaker_colour(at), width=1.8) for at in range(first, until)],
        )

    def _look_up_speaker_colour(self, at: int) -> QColor:
        """Return the colour of who spoke at one of the turns."""
        figure = self._figure
        place = figure.speakers[at] if at < len(figure.speakers) else -1
        return self.theme.member(figure.members[place].colour) if place >= 0 else self.theme.colour("accent")

    def _draw_threshold(self) -> None:
        figure, theme = self._figure, self.theme
        levels = figure.thresholds()
        while len(self._thresholds) < len(levels):
            line = pg.InfiniteLine(angle=0)
            line.setZValue(-10)
            self.plot.addItem(line, ignoreBounds=True)
            self._thresholds.append(line)
        for at, line in enumerate(self._thresholds):
            line.setVisible(at < len(levels))
            if at < len(levels):
                line.setPos(levels[at])
                line.setPen(dashed(theme.colour("bad"), 1.0, 4))
        self._reached.setData(
            [turn for turn, _score in figure.reached], [score for _turn, score in figure.reached], symbol="star",
            size=15, brush=theme.colour("bad"), pen=pg.mkPen(theme.colour("surface"), width=1),
        )  # fmt: skip

    def told(self, turn: int) -> str:
        """Return the score at a turn, and that it was reached there."""
        at = bisect_left(self._figure.turns, turn)
        words = [super().told(turn)]
        if at < len(self._figure.turns) and self._figure.turns[at] == turn:
            words.append(self.locale().toString(float(self._figure.scores[at]), "f", 2))
        if turn == self._figure.forked:
            words.append(self.tr("forked here"))
        ghost, scores = self._figure.ghost
        at = bisect_left(ghost, turn)
        if at < len(ghost) and ghost[at] == turn:
            score = self.locale().toString(float(scores[at]), "f", 2)
            words.append(self.tr("its parent {0}").format(score))
        if any(reached == turn for reached, _score in self._figure.reached):
            words.append(self.tr("threshold reached"))
        return " · ".join(words)
