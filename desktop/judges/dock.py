"""The judges' dock."""

from __future__ import annotations

from parley.desktop.docks import DockSpec

DOCK = DockSpec(
    name="judges",
    title="Judges",
    tip="Grade lines by a rubric, with a model or blind by hand, and see how far the graders agree.",
    view="parley.desktop.judges.view:JudgesView",
    picture="parley.desktop.judges.commands:build_picture",
    key="Alt+U",
    behind="inspector",
    size=(460, 480),
)
