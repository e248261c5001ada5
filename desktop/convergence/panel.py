"""What connects the measures with their view."""

from __future__ import annotations

from typing import Any

from parley.desktop.shell.panel import Panel


class ConvergencePanel(Panel):
    """Its `model` are the measures of the run."""

    def attach(self) -> None:
        """Measure what the run model shows."""
        from parley.desktop.convergence.model import MeasuresModel

        self.model = MeasuresModel(self.run)
        super().attach()

    def connect_run(self, view: Any) -> None:
        """Connect the view with its model."""
        super().connect_run(view)
        view.pair_chosen.connect(self.model.choose_pair)
        view.score_chosen.connect(self.model.choose_score)
        self.model.changed.connect(self.refresh)

    def show_run(self, view: Any) -> None:
        """Show how alike the pair sounds."""
        view.show_figure(self.model.convergence())

    def settle(self) -> None:
        """Measure to the end."""
        if self.in_front:
            self.model.finish()
        super().settle()
