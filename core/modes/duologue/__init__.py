"""Duologues: minds in a topology, each seeing the talk from its own side."""

from core.modes.duologue.mode import Duologue

__all__ = ["Duologue"]
