"""The events of a schedule's own log: what became of each slot of each date, and why."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from parley.core.log.events.base import Event, Message, Word

SCHEDULE_VERSION = 1
"""Version of the events; a log with a higher one is refused with a sentence."""

Chance = Annotated[float, msgspec.Meta(ge=0, le=1)]
Topic = Annotated[str, msgspec.Meta(max_length=4_000)]
Name = Annotated[str, msgspec.Meta(max_length=80)]
Seed = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
Source = Literal["pool", "memory", "actions", "usual"]
"""Where a topic is from: the slot's pool, or the format's and cast's own topics; with earlier versions also a memory,
or what a run left to do."""

IsoDate = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\d$")]
Hour = Annotated[int, msgspec.Meta(ge=0, le=23)]

Why = Literal["off", "asleep", "busy", "failed"]
"""Why a slot that was drawn was missed: nobody was there, the machine slept, a run of the cast went on, it failed."""


class SlotEvent(Event, frozen=True, kw_only=True, tag="slot"):
    """What became of a slot of a date. It was to fire where `draw` is below `probability`.

    `date` is the day in the schedule's time zone (ISO 8601), `at` the moment of writing.
    """

    date: IsoDate
    slot: Name
    hour: Hour
    draw: Chance
    probability: Chance

    @property
    def key(self) -> tuple[str, str]:
        """What it is about: a slot of a date fires once, whoever has it fire."""
        return self.date, self.slot


class SlotFired(SlotEvent, frozen=True, kw_only=True, tag="slot.fired"):
    """It fired: what was drawn for it, and the run that it began."""

    format: Name
    members: tuple[Name, ...]
    source: Source
    topic: Topic
    seed: Seed
    run: Word


class SlotSkipped(SlotEvent, frozen=True, kw_only=True, tag="slot.skipped"):
    """Its draw was not below its probability."""


class SlotMissed(SlotEvent, frozen=True, kw_only=True, tag="slot.missed"):
    """It was to fire, and did not; it still may, where its run could not be begun and its job is tried again.
    `detail` is a sentence or empty."""

    sentence_field = "detail"

    why: Why
    detail: str = ""
    message: Message | None = None


Outcome = SlotFired | SlotSkipped | SlotMissed
