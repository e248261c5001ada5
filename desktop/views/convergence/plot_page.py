"""The page of one measure over turns: which one, by member or by pair, and how smooth."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop.models.measure_figures import MeasureFigure
from desktop.theme import LIGHT, Theme
from desktop.views.convergence.choice import Choice
from desktop.views.convergence.measure_plot import MeasurePlot

NARROW = 104
"""Pixels of the two smaller choices."""
SMOOTHING = (1, 5, 20)
"""Turns of a line that are taken together."""


class PlotPage(QWidget):
    """Signals: `measure_chosen(name, by)`, `turn_chosen(number)`. The measures are offered by `offer`.

    Attributes: `waiting`, what is told while a voice is asked and nothing can be drawn; "" for nothing.
    """

    measure_chosen = Signal(str, str)
    turn_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = MeasureFigure()
        self._theme, self._scale = LIGHT, 1.0
        self._offered: tuple[tuple[str, str, str], ...] = ()
        self.waiting = ""
        self.measure = Choice(self.tr("Measure"), self)
        self.by = Choice(self.tr("A line for each"), self)
        self.smooth = Choice(self.tr("Smoothing"), self)
        self.chart = MeasurePlot(self)
        self.chart.setMinimumHeight(40)
        line = QHBoxLayout()
        line.setSpacing(6)
        self.measure.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        line.addWidget(self.measure, 1)
        line.addWidget(self.by)
        line.addWidget(self.smooth)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(4)
        column.addLayout(line)
        column.addWidget(self.chart, 1)
        titles = (self.tr("each turn"), self.tr("mean of 5"), self.tr("mean of 20"))
        self.smooth.offer([(title, n, "") for title, n in zip(titles, SMOOTHING, strict=True)], 1)
        self.chart.turn_chosen.connect(self.turn_chosen)
        for choice in (self.measure, self.by):
            choice.activated.connect(self._on_measure)
        self.smooth.activated.connect(self._on_smooth)
        self.set_theme(LIGHT)
        self.show_figure(self._figure)

    def offer(self, measures: Sequence[tuple[str, str, str]]) -> None:
        """Offer measures as (title, name, description)."""
        self._offered = tuple(measures)

    def show_figure(self, figure: MeasureFigure) -> None:
        """Show a figure; what did not change is not drawn again."""
        self._figure = figure
        self.measure.offer((*self._offered, *figure.more), figure.name)
        self.by.offer(((self.tr("by member"), "member", ""), (self.tr("by pair"), "pair", "")), figure.by)
        for choice in (self.measure, self.by, self.smooth):
            choice.setVisible(bool(figure.members))
        self.chart.set_empty(self._sentence())
        self.chart.setAccessibleDescription(f"{figure.title}: {figure.description}" if figure.title else "")
        self.chart.show_figure(figure)

    def _sentence(self) -> str:
        figure = self._figure
        if not figure.members:
            return self.tr("Any measure is drawn here over the turns. Start a run, or open one.")
        if figure.measured < 1 and not figure.curves:
            return self.tr("Measuring …")
        if not figure.curves and self.waiting:
            return self.waiting
        return "" if figure.curves else self.tr("Nothing has been measured yet: the first lines will be.")

    def _on_measure(self) -> None:
        self.measure_chosen.emit(str(self.measure.value()), str(self.by.value()))

    def _on_smooth(self) -> None:
        value = self.smooth.value()
        self.chart.set_smoothing(value if isinstance(value, int) else 1)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self.chart.set_theme(theme)
        self._restyle()

    def set_scale(self, factor: float) -> None:
        """Scale the text."""
        self._scale = factor
        self.chart.set_scale(factor)
        self._restyle()

    def _restyle(self) -> None:
        for choice in (self.measure, self.by, self.smooth):
            choice.dress(self._theme, self._scale)
        for choice in (self.by, self.smooth):
            # The measures' titles need the room.
            choice.setMaximumWidth(round(NARROW * self._scale))
