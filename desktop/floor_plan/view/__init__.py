"""The floor plan: rooms, members who sit and walk, and what the speaker says."""

from __future__ import annotations

from desktop.floor_plan.view.view import FloorPlanView

__all__ = ["FloorPlanView"]
