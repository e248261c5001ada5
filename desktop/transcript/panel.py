"""What connects the transcript with the window and the run."""

from __future__ import annotations

from typing import Any

from parley.desktop.shell.dock import Dock
from parley.desktop.shell.panel import Panel


class TranscriptPanel(Panel):
    """It has the run's rows as a model, and its switches in the dock's title."""

    def put_into(self, dock: Dock, view: Any) -> None:
        super().put_into(dock, view)
        dock.title.add_widget(view.header)

    def connect_run(self, view: Any) -> None:
        super().connect_run(view)
        view.setModel(self.run.transcript)
        view.live_chosen.connect(lambda: self.run.show(None))

    def refresh_near(self) -> None:
        """Go to the shown turn, also where the transcript is not in sight: it is what the keys walk through."""
        if self.made is not None:
            self.made.show_turn(self.run.shown, self.run.live)
            self.made.show_span(self.run.span)
