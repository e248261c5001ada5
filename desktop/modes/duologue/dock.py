"""The duologue's dock."""

from __future__ import annotations

from desktop.docks import DockSpec

DOCK = DockSpec(
    name="facing",
    title="Side by side",
    view="desktop.modes.duologue.columns:FacingView",
    area="top",
    panel="desktop.modes.duologue.panel:FacingPanel",
    streams=True,
    modes=frozenset({"duologue"}),
    bare=True,
    size=(860, 560),
)
