"""What settings change: Hedges' g with its interval for every two levels, beside a line at zero."""

from __future__ import annotations

import pyqtgraph as pg  # type: ignore[import-untyped]
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop.experiments.figures import PlotFigure
from desktop.experiments.view.row_plot import RowPlot, Spot
from desktop.experiments.words import chance, number, setting_title


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
        labels = [f"{setting_title(one.setting)}: {one.a} → {one.b}" for one, *_ends in figure.effects]
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
                setting_title(one.setting), one.a, one.b, number(one.g, 3), number(low, 3), number(high, 3),
                number(one.difference), chance(one.p_holm),
            )  # fmt: skip
            spots.append(Spot(one.g or 0.0, -row, told))
        self._lines.setData(xs, [-(at // 2) for at in range(len(xs))], pen=pen)
        self._marks.setData(marks)
        self.show_spots(spots)
