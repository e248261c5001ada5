"""The schedule's dock."""

from __future__ import annotations

from parley.desktop.docks import DockSpec

DOCK = DockSpec(
    name="schedule",
    title="Schedule",
    tip="Talks round the clock: what fired and what will.",
    view="parley.desktop.schedule.view:ScheduleView",
    key="Alt+H",
    icon="ph.clock",
    behind="transcript",
    size=(860, 460),
)
