"""The transcript's dock."""

from __future__ import annotations

from parley.desktop.docks import DockSpec

DOCK = DockSpec(
    name="transcript",
    title="Transcript",
    view="parley.desktop.transcript.view.view:TranscriptView",
    key="Alt+6",
    made="start",
    panel="parley.desktop.transcript.panel:TranscriptPanel",
    size=(420, 480),
)
