"""The desktop half of the mode."""

from __future__ import annotations

from desktop.modes.registry import ModeView


class OfficeView(ModeView):
    """An office's day."""
