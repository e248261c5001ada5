"""What the speaker flow says to other views."""

from __future__ import annotations

from typing import Any

from desktop.shell.panel import Panel


class SpeakerFlowPanel(Panel):
    """A pair that is chosen in the matrix is the affinity network's too."""

    def connect_view(self, view: Any) -> None:
        """Connect the view with the window and the run."""
        super().connect_view(view)
        view.pair_chosen.connect(lambda *pair: self.window.view("affinity").select_pair(*pair))
