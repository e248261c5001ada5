"""Scenes of an office's day, under a game master."""

from __future__ import annotations

from core.modes.scenes.mode import Scenes

__all__ = ["Scenes"]
