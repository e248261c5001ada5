"""The page of one measure over turns: which one, by member or by pair, and how smooth."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from parley.desktop.convergence.figures import MeasureFigure
from parley.desktop.convergence.view.choice import Choice
from parley.desktop.convergence.view.measure_plot import MeasurePlot
from parley.desktop.widgets.layouts import upright
from parley.desktop.widgets.themed import Themed

NARROW = 122
"""Pixels of the two smaller choices, at most, where all stand side by side."""
WIDE = 380
"""Pixels from which all choices stand side by side."""
QWIDGETSIZE_MAX = 16_777_215
"""Qt's: a widget may be as wide as it likes."""
SMOOTHING = (1, 5, 20)
"""Turns of a line that are taken together."""


class PlotPage(Themed, QWidget):
    """Signals: `measure_chosen(name, by)`, `turn_chosen(number)`. The measures are offered by `offer`."""

    measure_chosen = Signal(str, str)
    turn_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = MeasureFigure()
        self._offered: tuple[tuple[str, str, str], ...] = ()
        self.measure = Choice(self.tr("Measure"), self)
        self.by = Choice(self.tr("A line for each"), self)
        self.smooth = Choice(self.tr("Smoothing"), self)
        self.chart = MeasurePlot(self)
        self.chart.setMinimumHeight(40)
        self._wide: bool | None = None
        self._choices = QGridLayout()
        self._choices.setSpacing(6)
        self.measure.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        upright(self._choices, (self.chart, 1), within=self, margins=(0, 4, 0, 0), spacing=4)
        titles = (self.tr("each turn"), self.tr("mean of 5"), self.tr("mean of 20"))
        self.smooth.offer([(title, n, "") for title, n in zip(titles, SMOOTHING, strict=True)], 1)
        self.chart.turn_chosen.connect(self.turn_chosen)
        for choice in (self.measure, self.by):
            choice.activated.connect(self._on_measure)
        self.smooth.activated.connect(self._on_smooth)
        self._restyle()
        self.show_figure(self._figure)

    def offer(self, measures: Sequence[tuple[str, str, str]]) -> None:
        """Offer measures as (title, name, description)."""
        self._offered = tuple(measures)

    def show_figure(self, figure: MeasureFigure) -> None:
        """Show a figure; what did not change is not drawn again."""
        self._figure = figure
        self.measure.offer(self._offered, figure.name)
        self.by.offer(((self.tr("by member"), "member", ""), (self.tr("by pair"), "pair", "")), figure.by)
        for choice in (self.measure, self.by, self.smooth):
            choice.setVisible(bool(figure.members))
        self.chart.set_empty(self._sentence())
        self.chart.setAccessibleDescription(f"{figure.title}: {figure.description}" if figure.title else "")
        self.chart.show_figure(figure)

    def heading(self) -> str:
        """What is plotted."""
        return self._figure.title

    def _sentence(self) -> str:
        figure = self._figure
        if not figure.members:
            return self.tr("Any measure is drawn here over the turns. Start a run, or open one.")
        if figure.measured < 1 and not figure.curves:
            return self.tr("Measuring …")
        return "" if figure.curves else self.tr("Nothing has been measured yet: the first lines will be.")

    def _on_measure(self) -> None:
        self.measure_chosen.emit(str(self.measure.value()), str(self.by.value()))

    def _on_smooth(self) -> None:
        value = self.smooth.value()
        self.chart.set_smoothing(value if isinstance(value, int) else 1)

    def _restyle(self) -> None:
        self._wide = None
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """One line of choices where there is room, else two."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        wide = self.width() >= WIDE * self.scale
        if wide == self._wide:
            return
        self._wide = wide
        for choice in (self.measure, self.by, self.smooth):
            self._choices.removeWidget(choice)
        self._choices.addWidget(self.measure, 0, 0, 1, 1 if wide else 2)
        for column, choice in enumerate((self.by, self.smooth)):
            self._choices.addWidget(choice, *((0, column + 1) if wide else (1, column)))
            # Side by side, the measures' titles need the room.
            choice.setMaximumWidth(round(NARROW * self.scale) if wide else QWIDGETSIZE_MAX)
        for column in range(3):
            self._choices.setColumnStretch(column, (1, 0, 0)[column] if wide else (1, 1, 0)[column])
