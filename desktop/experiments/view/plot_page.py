"""The page of plots: the runs of each cell, the means by two settings, or what the settings change."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from parley.desktop.convergence.view.choice import Choice
from parley.desktop.experiments.figures import PlotFigure
from parley.desktop.experiments.view.picture import PictureView
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.layouts import hbox, vbox
from parley.desktop.widgets.painted import centred_note
from parley.desktop.widgets.parts import Scrolled
from parley.desktop.widgets.plain import make_tip

CELLS, INTERACTION, EFFECTS = "cells", "interaction", "effects"


class ExperimentPlotPage(QWidget):
    """Signal: `run_chosen(id)`. Attribute: `pictures`, the plots in sight."""

    run_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = PlotFigure()
        self.pictures = PictureView()
        self._scrolled = Scrolled(self.pictures)
        self.how = Choice(self.tr("What is drawn"), self)
        self.how.offer(
            (
                (self.tr("Runs by cell"), CELLS, ""),
                (self.tr("Interactions"), INTERACTION, ""),
                (self.tr("Effects"), EFFECTS, ""),
            ),
            CELLS,
        )
        self.title = ElidedLabel()
        self.title.setProperty("role", "strong")
        self.note = centred_note()
        line = hbox((self.title, 1), self.how, spacing=6)
        vbox(line, (self._scrolled, 1), (self.note, 1), within=self, margins=0, spacing=4)
        self.how.activated.connect(self._show_plot)
        self.pictures.run_chosen.connect(self.run_chosen)

    def show_figure(self, figure: PlotFigure) -> None:
        """Show a figure."""
        self._figure = figure
        self._show_plot()

    def choose(self, how: str) -> None:
        """Draw it in this way."""
        self.how.offer(self.how.list_choices(), how)
        self._show_plot()

    def _show_plot(self) -> None:
        figure, how = self._figure, str(self.how.get_value())
        drawn = {CELLS: figure.cells, INTERACTION: figure.interactions, EFFECTS: figure.effects}[how]
        note = figure.note or ("" if drawn else self._explain_no_effects())
        # The picture has its title itself.
        self.title.set_whole("" if drawn and not note else figure.title)
        self.title.setToolTip(make_tip(figure.tip))
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self._scrolled.setVisible(not note)
        self.pictures.show_pictures(drawn)

    def _explain_no_effects(self) -> str:
        alike = self.tr("The runs do not differ in this figure, or too few are finished: there is no effect to draw.")
        nothing = self.tr("Nothing is varied, or no two levels have runs yet: there is no effect to draw.")
        return alike if self._figure.compared else nothing
