"""The affinity network. Import it late: it draws with pyqtgraph."""

from __future__ import annotations

from desktop.affinity.view.view import AffinityView

__all__ = ["AffinityView"]
