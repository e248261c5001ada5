"""The dock of the measures."""

from __future__ import annotations

from desktop.docks import DockSpec

DOCK = DockSpec(
    name="convergence",
    title="Convergence",
    view="desktop.convergence.view:ConvergenceView",
    key="Alt+C",
    tip="How alike two speakers sound, and all measures over turns.",
    behind="inspector",
    made="painted",
    needs=("pyqtgraph",),
    panel="desktop.convergence.panel:ConvergencePanel",
    size=(460, 340),
)
