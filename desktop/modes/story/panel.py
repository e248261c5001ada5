"""What the story's dock shows of a run."""

from __future__ import annotations

from typing import Any

from parley.desktop.shell.panel import Panel


class StoryPanel(Panel):
    """The story, and of another run that it is none."""

    def connect_view(self, view: Any) -> None:
        """Bring whoever wants to see why somebody answered to the inspector's page about it."""
        super().connect_view(view)
        view.weights_wanted.connect(self._show_weights)

    def _show_weights(self) -> None:
        self.window.show_dock("inspector")
        self.window.view("inspector").show_tab("notes")

    def show_run(self, view: Any) -> None:
        """Show the story at the shown turn."""
        from parley.desktop.modes.story.mode import shown_story

        view.show_figure(shown_story(self.run))
