"""What the speaker flow says to other views."""

from __future__ import annotations

from typing import Any

from parley.desktop.shell.dock import Dock
from parley.desktop.shell.panel import Panel


class SpeakerFlowPanel(Panel):
    """A pair that is chosen in the matrix is the affinity network's too; chosen turns are everybody's."""

    def put_into(self, dock: Dock, view: Any) -> None:
        super().put_into(dock, view)
        dock.title.add_widget(view.head)

    def connect_view(self, view: Any) -> None:
        """Connect the view with the window and the run."""
        super().connect_view(view)
        view.pair_chosen.connect(lambda *pair: self.window.view("affinity").select_pair(*pair))

    def connect_run(self, view: Any) -> None:
        """Connect the chosen turns with the run."""
        super().connect_run(view)
        view.span_chosen.connect(self.run.select_span)
        view.span_cleared.connect(self.run.clear_span)
