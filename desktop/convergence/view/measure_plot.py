"""The chart of a measure over turns: a line for each member, or for each ordered pair."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg  # type: ignore[import-untyped]
from PySide6.QtWidgets import QWidget

from parley.desktop.convergence.figures import CurveFigure, MeasureFigure
from parley.desktop.convergence.view.strokes import DASHES, MARKS, dashed, thinned
from parley.desktop.convergence.view.turn_plot import MARKED, SMOOTH, TurnPlot

Floats = npt.NDArray[np.float64]
LETTER = (22.0, 11.0)
"""Pixels that a line's letters take."""


def smoothed(values: Floats, over: int) -> Floats:
    """The mean of the newest `over` values at each; at the beginning of those there are."""
    if over < 2 or not len(values):
        return values
    sums = np.cumsum(np.concatenate(([0.0], values)))
    ends = np.arange(1, len(values) + 1)
    begins = np.maximum(0, ends - over)
    means: Floats = (sums[ends] - sums[begins]) / (ends - begins)
    return means


class MeasurePlot(TurnPlot):
    """Colours are the members'; each line has marks and dashes of its own, and its letter at its end."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = MeasureFigure()
        self._over = 1
        self._selected = ""
        self._pointed: list[int] = []
        self._data: list[tuple[CurveFigure, Floats, Floats]] = []
        self._curves: list[pg.PlotDataItem] = []
        self._marks: list[pg.ScatterPlotItem] = []
        self._letters: list[pg.TextItem] = []
        self.setAccessibleName(self.tr("A measure over turns"))
        self.ranged.connect(self._mark)
        self.box.sigResized.connect(self._resized)
        self._restyle()

    def show_figure(self, figure: MeasureFigure) -> None:
        """Show a figure; lines that did not change are not drawn again."""
        before, self._figure = self._figure, figure
        if figure.curves is not before.curves:
            self._pointed = sorted({turn for curve in figure.curves for turn in curve.turns})
            # Before the range across changes, which marks the lines again: those of another run have other members.
            self._smooth()
        self.show_turns(figure.last, figure.shown, figure.span)

    def pointed(self) -> Sequence[int]:
        return self._pointed

    def set_smoothing(self, over: int) -> None:
        """Draw the mean over so many turns of each line; 1: every turn as it is."""
        self._over = over
        self._smooth()

    def select_member(self, member_id: str) -> None:
        """Draw a member's lines stronger."""
        if member_id != self._selected:
            self._selected = member_id
            self._draw()

    def _restyle(self) -> None:
        super()._restyle()
        self.plot.getAxis("left").setWidth(round(38 * self.scale))
        self._draw()

    def name_of(self, curve: CurveFigure) -> str:
        """Whose line it is."""
        members = self._figure.members
        if curve.answered < 0:
            return members[curve.speaker].name
        return f"{members[curve.speaker].name} → {members[curve.answered].name}"

    def _smooth(self) -> None:
        self._data = [
            (curve, np.asarray(curve.turns, dtype=float), smoothed(np.asarray(curve.values, dtype=float), self._over))
            for curve in self._figure.curves
        ]
        self._fit()
        self._draw()

    def _fit(self) -> None:
        """The range upwards, with a little air; nothing but whole steps at the axis."""
        found = [values for _curve, _turns, values in self._data if len(values)]
        low = min((float(values.min()) for values in found), default=0.0)
        high = max((float(values.max()) for values in found), default=1.0)
        # What cannot be negative stands on the ground.
        low = min(0.0, low)
        high = high if high > low else low + 1.0
        # The highest number stands whole below the upper edge.
        air = (high - low) * max(0.06, 9 * self.scale / max(36.0, self.box.height()))
        self.box.setYRange(low - (air if low < 0 else air / 2), high + air, padding=0)
        step = _step(high - low, max(1, min(5, int(self.box.height() / (15 * self.scale)))))
        places = max(0, -int(np.floor(np.log10(step))))
        first = np.ceil(low / step) * step
        levels = [float(first + step * at) for at in range(12) if first + step * at <= high + air]
        ticks = [(level, self.locale().toString(level, "f", places)) for level in levels]
        self.plot.getAxis("left").setTicks([ticks])

    def _resized(self) -> None:
        self._fit()
        self._mark()

    def _draw(self) -> None:
        self._grow(len(self._data))
        members, theme = self._figure.members, self.theme
        for at, curve in enumerate(self._curves):
            there = at < len(self._data)
            curve.setVisible(there)
            if there:
                figure, turns, values = self._data[at]
                smooth = len(turns) <= SMOOTH
                strong = self._selected in self._ids(figure)
                dash = figure.speaker if figure.answered < 0 else at
                colour = theme.member(members[figure.speaker].colour)
                pen = dashed(colour, (2.4 if strong else 1.5) if smooth else 1.0, dash % len(DASHES))
                curve.setData(turns, values, pen=pen, antialias=smooth)
                curve.setZValue(3 if strong else 1)
        self._mark()

    def _ids(self, curve: CurveFigure) -> tuple[str, ...]:
        return tuple(self._figure.members[at].id for at in (curve.speaker, curve.answered) if at >= 0)

    def _grow(self, count: int) -> None:
        """Items are kept for the next time: making them is slow."""
        while len(self._curves) < count:
            curve, marks = thinned(), pg.ScatterPlotItem(pxMode=True, antialias=True)
            letter = pg.TextItem(anchor=(0, 0.5))
            marks.setZValue(4)
            letter.setZValue(6)
            for item in (curve, marks, letter):
                self.plot.addItem(item, ignoreBounds=True)
            self._curves.append(curve)
            self._marks.append(marks)
            self._letters.append(letter)

    def _mark(self) -> None:
        left, right = self.turns_in_sight
        few = sum(_within(turns, left, right) for _curve, turns, _values in self._data) <= MARKED
        theme, font = self.theme, self.small_font()
        font.setBold(True)
        for at, (marks, letter) in enumerate(zip(self._marks, self._letters, strict=True)):
            there = at < len(self._data) and len(self._data[at][1]) > 0
            letter.setVisible(there)
            marks.setVisible(there and few)
            if not there:
                continue
            figure, turns, values = self._data[at]
            member = self._figure.members[figure.speaker]
            colour = theme.member(member.colour)
            if few:
                dash = figure.speaker if figure.answered < 0 else at
                marks.setData(
                    turns, values, symbol=MARKS[dash % len(MARKS)], size=6, brush=colour, pen=pg.mkPen(None)
                )  # fmt: skip
            last = max(0, bisect_right(turns, right) - 1)
            answered = self._figure.members[figure.answered].initial if figure.answered >= 0 else ""
            letter.setText(f"{member.initial}→{answered}" if answered else member.initial, color=colour)
            letter.setFont(font)
            # Inside of the plot at its right end.
            letter.setAnchor((1.2, 0.9) if turns[last] > right - (right - left) * 0.06 else (-0.25, 0.5))
            letter.setPos(float(turns[last]), float(values[last]))
        self._thin_letters()

    def _thin_letters(self) -> None:
        """Of letters that would lie upon each other one is shown: the selected member's, else the first."""
        left, right = self.turns_in_sight
        low, high = self.box.viewRange()[1]
        across, up = self.box.width() / (right - left), self.box.height() / max(1e-9, high - low)
        taken: list[tuple[float, float]] = []
        order = sorted(range(len(self._data)), key=lambda at: self._selected not in self._ids(self._data[at][0]))
        for at in order:
            letter = self._letters[at]
            if not letter.isVisible():
                continue
            x, y = letter.pos().x() * across, letter.pos().y() * up
            wide, tall = (each * self.scale for each in LETTER)
            letter.setVisible(all(abs(x - a) >= wide or abs(y - b) >= tall for a, b in taken))
            if letter.isVisible():
                taken.append((x, y))

    def told(self, turn: int) -> str:
        """The values at a turn."""
        words = [super().told(turn)]
        for figure, turns, values in self._data:
            at = bisect_left(turns, turn)
            if at < len(turns) and turns[at] == turn:
                words.append(f"{self.name_of(figure)} {self.locale().toString(float(values[at]), 'f', 2)}")
        return " · ".join(words)


def _within(turns: Floats, left: float, right: float) -> int:
    return bisect_right(turns, right) - bisect_left(turns, left)


def _step(span: float, most: int) -> float:
    """A round step of which the span has at most so many."""
    power = 10.0 ** np.floor(np.log10(span / most))
    return float(next(power * each for each in (1, 2, 5, 10, 20) if span / (power * each) <= most))
