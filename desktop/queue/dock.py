"""The queue's dock."""

from __future__ import annotations

from parley.desktop.docks import DockSpec

DOCK = DockSpec(
    name="queue",
    title="Queue",
    tip="Runs that are played later, and the worker of this window.",
    view="parley.desktop.queue.view:QueueView",
    key="Alt+J",
    behind="speaker_flow",
    needs=("parley.desktop.queue.view", "parley.desktop.queue.model"),
    size=(960, 360),
)
