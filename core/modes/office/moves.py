"""How affinities moved in the office, and whose feeling it was."""

from __future__ import annotations

from parley.core.log.events.base import Event
from parley.core.log.events.distilled import Drift
from parley.core.log.modes import Move, Moved
from parley.core.modes.office.events import DayStarted, SceneEnded


def moved(event: Event) -> Moved | None:
    """Return what a night or a scene changed; None for any other event."""
    if isinstance(event, DayStarted):
        return Moved(tuple(Move(each.a, each.b, each.before, each.after) for each in event.drifts), morning=True)
    if isinstance(event, SceneEnded) and event.drifts:
        return Moved(tuple(_explain_drift_after_scene(event, drift) for drift in event.drifts))
    return None


def _explain_drift_after_scene(event: SceneEnded, drift: Drift) -> Move:
    """Return a drift with those whose own feeling shifted its way; where that is one alone, for their reason."""
    valence = "positive" if drift.after > drift.before else "negative"
    two = {drift.a, drift.b}
    felt = [shift for shift in event.shifts if {shift.member, shift.other} == two and shift.valence == valence]
    reason = (felt[0].reason if len(felt) == 1 else "") or drift.reason
    return Move(drift.a, drift.b, drift.before, drift.after, reason, tuple(shift.member for shift in felt))
