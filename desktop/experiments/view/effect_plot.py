"""What settings change: Hedges' g with its interval for every two levels, beside a line at zero."""

from __future__ import annotations

import pyqtgraph as pg  # type: ignore[import-untyped]
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop.experiments.figures import EffectFigure, PlotFigure
from desktop.experiments.view.row_plot import RowPlot, Spot
from desktop.experiments.words import chance, number


class EffectPlot(RowPlot):
    """A full square where the interval leaves out zero, an empty one where it does not."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._effects: tuple[EffectFigure, ...] = ()
        self._title = ""
        self.setAccessibleName(self.tr("Effects of the settings"))
        self._zero = pg.InfiniteLine(pos=0.0, angle=90)
        self._zero.setZValue(-5)
        self._lines = pg.PlotDataItem(connect="pairs")
        self._marks = pg.ScatterPlotItem(pxMode=True, antialias=True)
        for item in (self._zero, self._lines, self._marks):
            self.plot.addItem(item, ignoreBounds=True)
        self._restyle()

    def show_figure(self, figure: PlotFigure) -> None:
        """Show a figure's effects."""
        self._effects, self._title = figure.effects, figure.title
        # The zero is always in sight, and in the middle of what is not.
        ends = [0.0, *(end for one in figure.effects for end in (one.low, one.high))]
        labels = [f"{one.setting}: {one.a} → {one.b}" for one in figure.effects]
        self.show_rows(labels, min(-0.5, *ends), max(0.5, *ends))
        self._draw()
        told = [self._told(one).replace("\n", ", ") for one in figure.effects]
        self.setAccessibleDescription(f"{figure.title}. " + "; ".join(told))

    def _restyle(self) -> None:
        super()._restyle()
        self._zero.setPen(pg.mkPen(self.theme.colour("secondary"), width=1, style=Qt.PenStyle.DashLine))
        self._draw()

    def _draw(self) -> None:
        theme = self.theme
        xs: list[float] = []
        ys: list[float] = []
        marks: list[dict[str, object]] = []
        for row, one in enumerate(self._effects):
            xs += [one.low, one.high]
            ys += [-row, -row]
            sure = one.low > 0 or one.high < 0
            marks.append(
                {
                    "pos": (one.g, -row),
                    "symbol": "s",
                    "size": 10,
                    "brush": theme.colour("accent" if sure else "surface"),
                    "pen": pg.mkPen(theme.colour("accent"), width=1.6),
                }
            )
        self._lines.setData(xs, ys, pen=pg.mkPen(theme.colour("accent"), width=1.6))
        self._marks.setData(marks)
        self.show_spots([Spot(one.g, -row, self._told(one)) for row, one in enumerate(self._effects)])

    def _told(self, one: EffectFigure) -> str:
        return self.tr("{0}: {1} → {2}\ng {3}, 95 % from {4} to {5}\nDifference {6}, p {7} (Welch, Holm)").format(
            one.setting, one.a, one.b, number(one.g, 3), number(one.low, 3), number(one.high, 3),
            number(one.difference), chance(one.p),
        )  # fmt: skip
