"""The experiments of the home as a list."""

from __future__ import annotations

from desktop.experiments.figures import ExperimentFigure
from desktop.experiments.words import done_told, phase_word
from desktop.widgets.figure_model import FigureModel


class ExperimentsModel(FigureModel[ExperimentFigure]):
    """A row an experiment."""

    def identity(self, figure: ExperimentFigure) -> object:
        """The experiment's id."""
        return figure.id

    def text(self, figure: ExperimentFigure) -> str:
        """Name, phase and how far it is."""
        if figure.phase == "broken":
            return f"{figure.name}, {phase_word(figure.phase)}: {figure.problem}"
        return f"{figure.name}, {phase_word(figure.phase)}, {done_told(figure.done, figure.runs)}"
