"""The speaker flow's dock."""

from __future__ import annotations

from desktop.docks import DockSpec

DOCK = DockSpec(
    name="speaker_flow",
    title="Speaker flow",
    view="desktop.speaker_flow.view.view:SpeakerFlowView",
    key="Alt+4",
    area="bottom",
    made="painted",
    figure=lambda run: run.flow(),
    panel="desktop.speaker_flow.panel:SpeakerFlowPanel",
    size=(760, 240),
)
