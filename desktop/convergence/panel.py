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
        measures = self.model
        view.set_model(measures.table)
        view.pair_chosen.connect(measures.choose_pair)
        view.score_chosen.connect(measures.choose_score)
        view.kind_chosen.connect(measures.choose_rows)
        for signal in (measures.changed, view.page_changed):
            signal.connect(self.refresh)

    def show_run(self, view: Any) -> None:
        """Show the page in sight."""
        measures = self.model
        if view.page == view.SCORE:
            view.show_figure(measures.convergence())
        else:
            measures.follow()
            view.show_turn(self.run.shown, measures.table.kind, self.run.span)

    def settle(self) -> None:
        """Measure to the end."""
        if self.in_front:
            self.model.finish()
        super().settle()
