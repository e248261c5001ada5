"""The dock of the measures."""

from __future__ import annotations

from desktop.docks import QT_TRANSLATE_NOOP, DockSpec

DOCK = DockSpec(
    name="convergence",
    title=QT_TRANSLATE_NOOP("Action", "Convergence"),
    view="desktop.convergence.view:ConvergenceView",
    key="Alt+C",
    tip=QT_TRANSLATE_NOOP("Action", "How alike two speakers sound, and all measures over turns."),
    behind="inspector",
    folds="logbook",
    made="painted",
    needs=("pyqtgraph",),
    panel="desktop.convergence.panel:ConvergencePanel",
    size=(460, 340),
)
