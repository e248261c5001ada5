"""The inspector's dock."""

from __future__ import annotations

from parley.desktop.docks import DockSpec

DOCK = DockSpec(
    name="inspector",
    title="Inspector",
    view="parley.desktop.inspector.view.view:InspectorView",
    key="Alt+7",
    made="start",
    panel="parley.desktop.inspector.panel:InspectorPanel",
    size=(420, 420),
)
