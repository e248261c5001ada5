"""What the story's dock shows of a run."""

from __future__ import annotations

from typing import Any

from desktop.shell.panel import Panel


class StoryPanel(Panel):
    """The story, and of another run that it is none."""

    def show_run(self, view: Any) -> None:
        """Show the story at the shown turn."""
        from desktop.modes.story.mode import shown_story

        view.show_figure(shown_story(self.run))
