"""The interview's dock."""

from __future__ import annotations

from parley.desktop.docks import DockSpec

DOCK = DockSpec(
    name="interview",
    title="Interview",
    tip="Ask members off the record: the run does not notice.",
    view="parley.desktop.interview.view:InterviewView",
    key="Alt+Q",
    behind="inspector",
    size=(420, 420),
    writes="question",
)
