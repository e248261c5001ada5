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

    `note` says why it was missed. `turns` are those to be expected; `cost` in US dollars, −1 where nobody knows.
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
    turns: float = 0.0
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class DayFigure:
    """The slots of a day in their order. `now` is the hour that the schedule's clock shows, −1 on another day."""

    day: date
    slots: tuple[SlotFigure, ...] = ()
    now: float = -1.0

    @property
    def expected(self) -> tuple[SlotFigure, ...]:
        """The slots that are still to fire."""
        return tuple(slot for slot in self.slots if slot.status == "fires")


@dataclass(frozen=True, slots=True)
class PairFigure:
    """The affinity of two members (0.10 to 0.95): the cast's own, before a rehearsed fortnight, and now."""

    a: str
    b: str
    home: float
    before: float
    now: float


@dataclass(frozen=True, slots=True)
class RehearsalFigure:
    """A rehearsed fortnight: the day that is played, of how many, how many slots it had and fired."""

    first: date
    days: int
    done: int = 0
    slots: int = 0
    fired: int = 0
    running: bool = True
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class FollowingFigure:
    """Whether the window plays a schedule (`name`) by the real clock; `told` is what was said last."""

    name: str = ""
    stopping: bool = False
    told: str = ""


@dataclass(frozen=True, slots=True)
class ScheduleFigure:
    """`schedules` are (name, title), own ones too; `chosen` one of them. `problem` is why it cannot be shown.

    `ahead` is the day after today. Where a `rehearsal` runs, `day` is the one that it plays. `voice` is what speaks
    where slots have none of their own. `today` is in the schedule's zone; None where nothing has been read.
    """

    schedules: tuple[tuple[str, str], ...] = ()
    chosen: str = ""
    description: str = ""
    voice: str = ""
    today: date | None = None
    day: DayFigure | None = None
    ahead: DayFigure | None = None
    pairs: tuple[PairFigure, ...] = ()
    rehearsal: RehearsalFigure | None = None
    following: FollowingFigure = FollowingFigure()
    problem: str = ""
