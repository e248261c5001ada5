"""The library's dock."""

from __future__ import annotations

from parley.desktop.docks import DockSpec

DOCK = DockSpec(
    name="library",
    title="Library",
    view="parley.desktop.library.view.view:LibraryView",
    key="Alt+1",
    area="left",
    size=(260, 420),
)
