"""What connects the measures with their view."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from parley.core.base.errors import ParleyError
from parley.desktop.shell.panel import Panel

if TYPE_CHECKING:
    # Not at run time: the panel is part of the window's first paint, and a run's model is slow to import.
    from parley.desktop.convergence.model import MeasuresModel
    from parley.desktop.shell.session import Session


def read_parents(measures: MeasuresModel, session: Session) -> None:
    """Read what a fork's parent went on with whenever the convergence asks for it."""
    measures.parent_wanted.connect(lambda run: session.start_task(_read_parent(measures, session, run)))


async def _read_parent(measures: MeasuresModel, session: Session, run: str) -> None:
    """Read a parent; one that is not there any more has no ghost."""
    try:
        opened = await asyncio.to_thread(session.studio.open, run)  # A long log takes seconds
    except ParleyError:
        return
    measures.take_parent(run, opened.replay.live.turns)


class ConvergencePanel(Panel):
    """Its `model` are the measures of the run."""

    def attach_model(self) -> None:
        """Measure what the run model shows."""
        from parley.desktop.convergence.model import MeasuresModel

        self.model = MeasuresModel(self.run)
        super().attach_model()

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
