"""The speaker flow's dock."""

from __future__ import annotations

from parley.desktop.docks import DockSpec

DOCK = DockSpec(
    name="speaker_flow",
    title="Speaker flow",
    view="parley.desktop.speaker_flow.view.view:SpeakerFlowView",
    key="Alt+4",
    area="bottom",
    made="painted",
    figure=lambda run: run.flow(),
    panel="parley.desktop.speaker_flow.panel:SpeakerFlowPanel",
    size=(760, 240),
)
