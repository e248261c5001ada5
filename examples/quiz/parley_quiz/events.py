"""The one event that only a quiz writes."""

from __future__ import annotations

from typing import Literal

from parley.core.log.events.base import Count, Event, Message, Points, Turn


class PointsAwarded(Event, frozen=True, kw_only=True, tag="points.awarded"):
    """Question number `round` is judged: `member` gets `points`; empty, where no answer was good enough.

    `turn` is the last one that was judged. `method` "rules": no voice could judge, and chance did.
    """

    sentence_field = "reason"

    round: Count
    turn: Turn
    member: str = ""
    points: Points = 0
    reason: str = ""
    method: Literal["voice", "rules"] = "voice"
    message: Message | None = None
