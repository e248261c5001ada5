"""What the schedule's dock is given. Plain values, no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

SlotStatus = Literal["fired", "skipped", "missed", "fires", "rests"]
"""What became of a slot; "fires" and "rests" are what the draw has in store for one that is still to come."""


@dataclass(frozen=True, slots=True)
class SlotFigure:
    """A slot of a day. It fires where `draw` is below `probability`; what is not known yet is empty.

    `note` says why it was missed.
    """

    name: str
    hour: int
    status: SlotStatus
    draw: float
    probability: float
    formats: str = ""
    members: str = ""
    topic: str = ""
    run: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class DayFigure:
    """The slots of a day in their order. `now` is the hour that the schedule's clock shows, −1 on another day."""

    day: date
    slots: tuple[SlotFigure, ...] = ()
    now: float = -1.0


@dataclass(frozen=True, slots=True)
class FollowingFigure:
    """Whether the window plays a schedule (`name`) by the real clock; `told` is what was said last."""

    name: str = ""
    stopping: bool = False
    told: str = ""


@dataclass(frozen=True, slots=True)
class ScheduleFigure:
    """`schedules` are (name, title), own ones too; `chosen` one of them. `problem` is why it cannot be shown.

    `today` is in the schedule's zone; None where nothing has been read.
    """

    schedules: tuple[tuple[str, str], ...] = ()
    chosen: str = ""
    description: str = ""
    today: date | None = None
    day: DayFigure | None = None
    following: FollowingFigure = FollowingFigure()
    problem: str = ""
