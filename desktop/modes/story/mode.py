"""The desktop half of the mode."""

from __future__ import annotations

from desktop.modes.registry import ModeView


class StoryModeView(ModeView):
    """A story, which has its dock where other runs have their plan."""

    stage = "story"
