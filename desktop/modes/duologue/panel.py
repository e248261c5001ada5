"""What the duologue's dock shows of a run."""

from __future__ import annotations

from typing import Any

from parley.desktop.shell.panel import Panel


class FacingPanel(Panel):
    """The talk in two columns, and of a run of another mode nothing."""

    def show_run(self, view: Any) -> None:
        """Show the talk up to the shown turn."""
        # Nothing of the log is read before the first paint.
        from parley.core.log.whispers import list_standing
        from parley.desktop.modes.duologue.facing import FacingModel

        if self.model is None:
            self.model = FacingModel()
        run = self.run
        live, members = (run.replay.live, run.list_all_members()) if run.loaded else (None, ())
        figure = self.model.figure(
            live,
            run.shown,
            members,
            run.streaming,
            at_end=run.live,
            language=run.language,
            standing=list_standing(run.state) if live is not None else (),
        )
        view.show_figure(figure)
