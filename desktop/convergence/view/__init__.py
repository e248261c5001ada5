"""The convergence dock. Import it late: it draws with pyqtgraph."""

from __future__ import annotations

from parley.desktop.convergence.view.view import ConvergenceView

__all__ = ["ConvergenceView"]
