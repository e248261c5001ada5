"""The page of plots: the runs of each cell, their means, or what the settings change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QStackedWidget, QWidget

from parley.desktop.convergence.view.choice import Choice
from parley.desktop.experiments.figures import PlotFigure
from parley.desktop.experiments.view.picture import PictureView
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import Stretch, across, upright
from parley.desktop.widgets.painted import Note
from parley.desktop.widgets.parts import scrolled, tool
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.themed import Themed

POINTS, BOXES, MEANS, INTERACTION, EFFECTS = "points", "boxes", "means", "interaction", "effects"


class ExperimentPlotPage(Themed, QWidget):
    """Signals: `run_chosen(id)`, `save_wanted()`, `copy_wanted()`. The charts are made when one is first shown."""

    run_chosen = Signal(str)
    save_wanted = Signal()
    copy_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = PlotFigure()
        self.strips: Any = None
        self.effects: Any = None
        self.pictures = PictureView()
        self._scrolled = scrolled(self.pictures)
        self.how = Choice(self.tr("What is drawn"), self)
        self.how.offer(
            (
                (self.tr("Single runs"), POINTS, ""),
                (self.tr("Boxes"), BOXES, ""),
                (self.tr("Means"), MEANS, ""),
                (self.tr("Interactions"), INTERACTION, ""),
                (self.tr("Effects"), EFFECTS, ""),
            ),
            POINTS,
        )
        self.title = QLabel(self)
        self.title.setProperty("role", "strong")
        self.key, self.note = Note(), Note()
        self.key.setWordWrap(True)
        self.note.setWordWrap(True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.save = tool(self.tr("Save the plot as PNG, SVG or PDF"))
        self.copy = tool(self.tr("Copy the plot as a picture"))
        self._charts = QStackedWidget()
        line = across((self.title, 1), self.how, self.copy, self.save, spacing=6)
        self.picture = QWidget()
        # What the charts have no use for is below the key.
        upright((self._charts, 1), self.key, Stretch(0), within=self.picture, margins=0, spacing=4)
        upright(line, (self.picture, 1), (self.note, 1), within=self, margins=0, spacing=4)
        self.how.activated.connect(self._show)
        self.save.clicked.connect(self.save_wanted)
        self.copy.clicked.connect(self.copy_wanted)
        self._restyle()

    def show_figure(self, figure: PlotFigure) -> None:
        """Show a figure."""
        if figure != self._figure or self.strips is None:
            self._figure = figure
            self._show()

    def choose(self, how: str) -> None:
        """Draw it in this way."""
        self.how.offer(self.how.offered(), how)
        self._show()

    def chart(self) -> Any:
        """The chart in sight; None while there is none."""
        if self.how.value() == INTERACTION:
            return self.pictures
        return self.effects if self.how.value() == EFFECTS else self.strips

    def heading(self) -> str:
        """What is drawn, and how: "Questions · Boxes"."""
        how = next((title for title, value, _tip in self.how.offered() if value == self.how.value()), "")
        return " · ".join(part for part in (self._figure.title, how) if part)

    @contextmanager
    def whole(self) -> Iterator[QWidget]:
        """What a picture is taken of: the plot with all its rows, also those that are scrolled out of sight, and no
        empty room below them."""
        if self.how.value() == INTERACTION:
            yield self.pictures
            return
        # Nobody clicks on a picture.
        self.key.setText(self._key(str(self.how.value()), still=True))
        size, outer = self.picture.size(), self.layout()
        assert outer is not None
        outer.setEnabled(False)
        below = self.picture.height() - self.key.geometry().bottom() - 1
        self.picture.resize(size.width(), size.height() + self.chart().bar.maximum() - below)
        try:
            yield self.picture
        finally:
            self.picture.resize(size)
            outer.setEnabled(True)
            self.key.setText(self._key(str(self.how.value())))

    def _show(self) -> None:
        figure, how = self._figure, str(self.how.value())
        self.title.setText(figure.title)
        self.title.setToolTip(tooltip(figure.tip))
        missing = {EFFECTS: not figure.effects, INTERACTION: not figure.interactions}.get(how, False)
        note = figure.note or (self._no_effects() if missing else "")
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.picture.setVisible(not note)
        for button in (self.save, self.copy):
            button.setEnabled(not note)
        if note:
            return
        self._make()
        chart = self.chart()
        if how == INTERACTION:
            self.pictures.show_pictures(figure.interactions)
            self._charts.setCurrentWidget(self._scrolled)
            self._charts.setMaximumHeight(16_777_215)
        else:
            chart.show_figure(figure, how)
            self._charts.setCurrentWidget(chart)
            self._charts.setMaximumHeight(chart.sizeHint().height())
        self.key.setText(self._key(how))

    def _make(self) -> None:
        if self.strips is not None:
            return
        # pyqtgraph is slow to import.
        from parley.desktop.experiments.view.strip_plot import EffectPlot, StripPlot

        self.strips, self.effects = StripPlot(), EffectPlot()
        for chart in (self.strips, self.effects):
            self._charts.addWidget(chart)
            chart.run_chosen.connect(self.run_chosen)
        self._charts.addWidget(self._scrolled)

    def _no_effects(self) -> str:
        alike = self.tr("The runs do not differ in this figure, or too few are finished: there is no effect to draw.")
        return (
            alike
            if self._figure.undefined
            else self.tr("Nothing is varied, or no two levels have runs yet: there is no effect to draw.")
        )

    def _key(self, how: str, *, still: bool = False) -> str:
        if how == EFFECTS:
            told = self.tr("■ Hedges' g with its 95 % interval; □ where that holds zero. Right of the line: more.")
            undefined = self.tr("{0} are not defined: their runs do not differ, or are too few.")
            return f"{told} {undefined.format(self._figure.undefined)}" if self._figure.undefined else told
        if how == INTERACTION:
            return self.tr("All other settings taken together. Lines that are not parallel: the two act together.")
        if how == BOXES:
            return self.tr("The middle half with its median; whiskers within one and a half of it; a mark a run.")
        if how == MEANS:
            return self.tr("◆ mean of a cell with its 95 % interval.")
        if still:
            return self.tr("A mark a run; ◆ mean of a cell with its 95 % interval.")
        return self.tr("A mark a run, a click opens it; ◆ mean of a cell with its 95 % interval.")

    def _restyle(self) -> None:
        theme = self.theme
        self.save.setIcon(icon("ph.image", theme.colour("secondary"), theme.colour("border")))
        self.copy.setIcon(icon("ph.copy", theme.colour("secondary"), theme.colour("border")))
        # Pictures are taken of it: without a ground of its own they would be transparent.
        self.picture.setStyleSheet(f".QWidget {{ background: {theme.surface}; }}")
