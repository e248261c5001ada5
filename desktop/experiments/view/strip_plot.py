"""The plots of an experiment: the runs of every cell on one scale, and what settings change."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg  # type: ignore[import-untyped]
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from parley.desktop.convergence.view.strokes import MARKS
from parley.desktop.experiments.figures import PlotFigure, StripFigure
from parley.desktop.experiments.view.row_plot import RowPlot, Spot
from parley.desktop.experiments.words import chance, level_title, number, setting_title
from parley.desktop.widgets.bars import mixed


class EffectPlot(RowPlot):
    """A full square where the interval leaves out zero, an empty one where it does not."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = PlotFigure()
        self.setAccessibleName(self.tr("Effects of the settings"))
        self._zero = pg.InfiniteLine(pos=0.0, angle=90)
        self._zero.setZValue(-5)
        self._lines = pg.PlotDataItem(connect="pairs")
        self._marks = pg.ScatterPlotItem(pxMode=True, antialias=True)
        for item in (self._zero, self._lines, self._marks):
            self.plot.addItem(item, ignoreBounds=True)
        self._restyle()

    def show_figure(self, figure: PlotFigure, _how: str = "") -> None:
        """Show a figure's effects."""
        self._figure = figure
        # The zero is always in sight, and in the middle of what is not.
        ends = [end for _one, *ends in figure.effects for end in ends]
        labels = [
            f"{setting_title(one.setting)}: {level_title(one.setting, one.a)} → {level_title(one.setting, one.b)}"
            f"  (n {one.n_a}, {one.n_b})"
            for one, *_ in figure.effects
        ]
        self.name_scale(self.tr("Hedges' g with its 95 % interval"))
        self.show_rows(labels, min(-0.5, 0.0, *ends), max(0.5, 0.0, *ends))
        self._draw()
        told = "; ".join(spot.told.replace("\n", ", ") for spot in self.spots)
        self.setAccessibleDescription(f"{figure.title}. {told}")

    def _restyle(self) -> None:
        super()._restyle()
        self._zero.setPen(pg.mkPen(self.theme.colour("secondary"), width=1, style=Qt.PenStyle.DashLine))
        self._draw()

    def _draw(self) -> None:
        accent, surface = self.theme.colour("accent"), self.theme.colour("surface")
        pen = pg.mkPen(accent, width=1.6)
        xs: list[float] = []
        marks, spots = [], []
        shape = self.tr("{0}: {1} → {2}\ng {3}, 95 % from {4} to {5}\nDifference {6}, p {7} (Welch, Holm)")
        for row, (one, low, high) in enumerate(self._figure.effects):
            xs += [low, high]
            brush = accent if low > 0 or high < 0 else surface
            marks.append({"pos": (one.g, -row), "symbol": "s", "size": 10, "brush": brush, "pen": pen})
            told = shape.format(
                setting_title(one.setting), level_title(one.setting, one.a), level_title(one.setting, one.b),
                number(one.g, 3), number(low, 3), number(high, 3),
                number(one.difference), chance(one.p_holm),
            )  # fmt: skip
            spots.append(Spot(one.g or 0.0, -row, told))
        self._lines.setData(xs, [-(at // 2) for at in range(len(xs))], pen=pen)
        self._marks.setData(marks)
        self.show_spots(spots)


POINTS, BOXES, MEANS = "points", "boxes", "means"
GOLDEN = 0.618034
FULLER = {"t": 1.3, "t1": 1.3, "t2": 1.3, "t3": 1.3, "d": 1.4, "+": 1.2, "x": 1.2, "star": 1.4}
"""How much larger marks are drawn that fill little of their square."""
SPREAD = 0.46
"""How far points are spread over the height of their row, that equal ones can be told apart."""


class StripPlot(RowPlot):
    """`show_figure` with `how` one of POINTS, BOXES, MEANS."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = PlotFigure()
        self._how = POINTS
        self.setAccessibleName(self.tr("Runs by cell"))
        self._boxes = pg.BarGraphItem(x0=[], width=[], y=[], height=0.5)
        self._lines = pg.PlotDataItem(connect="pairs")
        self._medians = pg.PlotDataItem(connect="pairs")
        # One for each look: marks of one item that look different are drawn ten times as slowly.
        self._points: list[pg.ScatterPlotItem] = []
        self._means = pg.ScatterPlotItem(pxMode=True, antialias=True)
        self._whiskers = pg.PlotDataItem(connect="pairs")
        for order, item in enumerate((self._boxes, self._whiskers, self._medians, self._lines, self._means)):
            item.setZValue(order if order < 3 else order + 3)
            self.plot.addItem(item, ignoreBounds=True)
        self._restyle()

    def show_figure(self, figure: PlotFigure, how: str) -> None:
        """Show a figure's runs."""
        self._figure, self._how = figure, how
        found = [value for strip in figure.strips for value in strip.values] if how != MEANS else []
        found += [end for strip in figure.strips for end in (strip.mean, strip.low, strip.high) if end is not None]
        labels = [f"{strip.label}  (n {len(strip.values)})" for strip in figure.strips]
        self.name_scale(figure.axis or figure.title)
        self.show_rows(labels, min(found, default=0.0), max(found, default=1.0), figure.bounds)
        self._draw()
        shape = self.tr("{0}: n {1}, mean {2}")
        told = [shape.format(strip.label, len(strip.values), number(strip.mean)) for strip in figure.strips]
        self.setAccessibleDescription(f"{figure.title}. " + "; ".join(told))

    def _restyle(self) -> None:
        super()._restyle()
        self._draw()

    def _draw(self) -> None:
        spots = self._draw_points()
        self._draw_means(spots)
        self._draw_boxes()
        self.show_spots(spots)

    def _draw_points(self) -> list[Spot]:
        spots: list[Spot] = []
        # By the look of their cell: the mark is the level of the first factor, colour and rim that of the second.
        places: dict[tuple[int, int], tuple[list[float], list[float]]] = {}
        told = self.tr("{0}\n{1}: {2}\nRun {3}: click to open it")
        for row, strip in enumerate(self._figure.strips if self._how != MEANS else ()):
            look = strip.look if any(one.look != (0, 0) for one in self._figure.strips) else (row, row)
            xs, ys = places.setdefault(look, ([], []))
            for at, (value, run) in enumerate(zip(strip.values, strip.runs, strict=True)):
                y = -row - (((at + 1) * GOLDEN) % 1 - 0.5) * SPREAD
                text = told.format(strip.label, self._figure.title, number(value), run)
                spots.append(Spot(value, y, text, run))
                xs.append(value)
                ys.append(y)
        boxed, surface = self._how == BOXES, self.theme.colour("surface")
        while len(self._points) < len(places):
            item = pg.ScatterPlotItem(pxMode=True, antialias=True)
            item.setZValue(3)
            self._points.append(item)
            self.plot.addItem(item, ignoreBounds=True)
        for item in self._points[len(places) :]:
            item.setData([], [])
        for item, ((first, second), (xs, ys)) in zip(self._points, places.items(), strict=False):
            mark, colour = MARKS[first % len(MARKS)], self.colour(second)
            # Upon a box of their own colour they would not be seen, but for a rim.
            full = mixed(colour, surface, 0.9 if boxed else 0.75)
            size = round((6 if boxed else 7) * FULLER.get(mark, 1.0), 1)
            # Full, empty, or pale with a rim; then again.
            brush = (full, surface, mixed(colour, surface, 0.3))[second % 3]
            rim = pg.mkPen(full, width=1.4) if second % 3 else pg.mkPen(surface, width=1) if boxed else None
            item.setData(xs, ys, symbol=mark, size=size, brush=brush, pen=rim)
        return spots

    def _draw_means(self, spots: list[Spot]) -> None:
        """A diamond at each mean, and the line of its confidence."""
        strips = self._figure.strips if self._how != BOXES else ()
        means = [(row, strip) for row, strip in enumerate(strips) if strip.mean is not None]
        text, surface = self.theme.colour("text"), self.theme.colour("surface")
        self._means.setData(
            [strip.mean for _row, strip in means], [-row for row, _strip in means], symbol="d", size=12, brush=text,
            pen=pg.mkPen(surface, width=1),
        )  # fmt: skip
        xs: list[float] = []
        ys: list[float] = []
        for row, strip in means:
            if strip.low is not None and strip.high is not None:
                xs += [strip.low, strip.high, strip.low, strip.low, strip.high, strip.high]
                ys += [-row, -row, -row - 0.14, -row + 0.14, -row - 0.14, -row + 0.14]
        self._lines.setData(xs, ys, pen=pg.mkPen(text, width=1.6))
        if self._how == MEANS:
            spots += [Spot(strip.mean or 0.0, -row, self._told(strip)) for row, strip in means]

    def _told(self, strip: StripFigure) -> str:
        told = self.tr("{0}\nn {1}, mean {2}").format(strip.label, len(strip.values), number(strip.mean))
        if strip.low is None:
            return told
        return told + self.tr(", 95 % from {0} to {1}").format(number(strip.low), number(strip.high))

    def _draw_boxes(self) -> None:
        """The middle half, the median, and whiskers to the last value within one and a half times the box."""
        rows = [
            (row, np.asarray(strip.values, dtype=float))
            for row, strip in enumerate(self._figure.strips)
            if strip.values and self._how == BOXES
        ]
        quarters = [np.percentile(values, (25, 50, 75)) for _row, values in rows]
        text, surface = self.theme.colour("text"), self.theme.colour("surface")
        self._boxes.setVisible(bool(rows))
        if rows:
            self._boxes.setOpts(
                x0=[q[0] for q in quarters], width=[q[2] - q[0] for q in quarters], y=[-row for row, _values in rows],
                height=0.56, brushes=[mixed(self._box_colour(row), surface, 0.28) for row, _values in rows],
                pens=[pg.mkPen(self._box_colour(row), width=1.2) for row, _values in rows],
            )  # fmt: skip
        whiskers: list[tuple[float, float]] = []
        medians: list[tuple[float, float]] = []
        for (row, values), (first, median, third) in zip(rows, quarters, strict=True):
            reach = 1.5 * (third - first)
            inside = values[(values >= first - reach) & (values <= third + reach)]
            whiskers += [(float(x), -row) for x in (inside.min(), first, third, inside.max())]
            medians += [(median, -row - 0.28), (median, -row + 0.28)]
        for item, points, width in ((self._whiskers, whiskers, 1.2), (self._medians, medians, 2.2)):
            item.setData(np.reshape(np.array(points), (-1, 2)), pen=pg.mkPen(text, width=width))

    def _box_colour(self, row: int) -> pg.QtGui.QColor:
        some = any(one.look != (0, 0) for one in self._figure.strips)
        return self.colour(self._figure.strips[row].look[1] if some else row)
