"""The story's dock."""

from __future__ import annotations

from desktop.docks import DockSpec

DOCK = DockSpec(
    name="story",
    title="Story",
    view="desktop.modes.story.view.view:StoryView",
    key="Alt+0",
    area="top",
    panel="desktop.modes.story.panel:StoryPanel",
    streams=True,
    modes=frozenset({"story", "dialogue"}),
    bare=True,
    size=(1360, 720),
)
