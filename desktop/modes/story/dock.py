"""The story's dock."""

from __future__ import annotations

from parley.desktop.docks import DockSpec

DOCK = DockSpec(
    name="story",
    title="Story",
    view="parley.desktop.modes.story.view.view:StoryView",
    key="Alt+0",
    area="top",
    panel="parley.desktop.modes.story.panel:StoryPanel",
    streams=True,
    modes=frozenset({"story", "dialogue"}),
    bare=True,
    size=(1360, 720),
)
