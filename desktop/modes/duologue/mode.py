"""The desktop half of the mode."""

from __future__ import annotations

from desktop.modes.registry import ModeView


class DuologueView(ModeView):
    """Talks whose convergence is studied."""

    front = {"convergence": "inspector"}
