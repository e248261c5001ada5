"""The duologue's dock."""

from __future__ import annotations

from parley.desktop.docks import DockSpec

DOCK = DockSpec(
    name="facing",
    title="Side by side",
    view="parley.desktop.modes.duologue.columns:FacingView",
    area="top",
    panel="parley.desktop.modes.duologue.panel:FacingPanel",
    streams=True,
    modes=frozenset({"duologue"}),
    bare=True,
    size=(860, 560),
)
