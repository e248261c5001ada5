"""The affinity network's dock."""

from __future__ import annotations

from parley.desktop.docks import DockSpec

DOCK = DockSpec(
    name="affinity",
    title="Affinity",
    view="parley.desktop.affinity.view.view:AffinityView",
    key="Alt+5",
    area="bottom",
    made="painted",
    needs=("networkx", "pyqtgraph"),
    figure=lambda run: run.network(),
    size=(420, 330),
)
