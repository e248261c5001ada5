"""The story dock: the narrative, the player's hand, and what there is to see of the world."""

from __future__ import annotations

from parley.desktop.modes.story.view.view import StoryView

__all__ = ["StoryView"]
