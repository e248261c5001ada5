"""What the speaker flow says to other views."""

from __future__ import annotations

from typing import Any

from parley.desktop.shell.panel import Panel


class SpeakerFlowPanel(Panel):
    """Chosen turns are everybody's."""

    def connect_run(self, view: Any) -> None:
        """Connect the chosen turns with the run."""
        super().connect_run(view)
        view.span_chosen.connect(self.run.select_span)
        view.span_cleared.connect(self.run.clear_span)
