"""The inspector's dock."""

from __future__ import annotations

from desktop.docks import DockSpec

DOCK = DockSpec(
    name="inspector",
    title="Inspector",
    view="desktop.inspector.view.view:InspectorView",
    key="Alt+7",
    made="start",
    panel="desktop.inspector.panel:InspectorPanel",
    size=(420, 420),
)
