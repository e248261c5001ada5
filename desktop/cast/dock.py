"""The cast's dock."""

from __future__ import annotations

from parley.desktop.docks import DockSpec

DOCK = DockSpec(
    name="cast",
    title="Cast",
    view="parley.desktop.cast.view:CastList",
    key="Alt+2",
    area="left",
    figure=lambda run: run.members(),
    size=(260, 320),
)
