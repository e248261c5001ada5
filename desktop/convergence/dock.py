"""The dock of the measures."""

from __future__ import annotations

from parley.desktop.docks import DockSpec

DOCK = DockSpec(
    name="convergence",
    title="Convergence",
    view="parley.desktop.convergence.view:ConvergenceView",
    key="Alt+C",
    tip="How alike two speakers sound, and the table of all measures.",
    behind="inspector",
    made="painted",
    needs=("pyqtgraph",),
    panel="parley.desktop.convergence.panel:ConvergencePanel",
    size=(460, 340),
)
