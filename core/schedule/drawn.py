"""What a slot has drawn, as a job of the queue carries it until its run begins."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec

from parley.core.base.clock import SeededRandom
from parley.core.base.errors import UsageError
from parley.core.schedule.definition import MOST_TOPICS
from parley.core.schedule.events import Chance, Hour, IsoDate, Name, Seed, Topic

FileStem = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$")]


class DrawnSlot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A slot of a date that fires. `seed` is that of the schedule's draws, `topics` is the slot's pool.

    Its topic is drawn when its run begins, with the topics of before: one of the pool, else what the run's own rules
    draw. `wants` is what earlier versions wanted of earlier runs, and has no effect.
    """

    schedule: FileStem
    date: IsoDate
    slot: Name
    hour: Hour
    draw: Chance
    probability: Chance
    seed: Seed
    wants: tuple[str, ...] = ()
    topics: Annotated[tuple[Topic, ...], msgspec.Meta(max_length=MOST_TOPICS)] = ()

    @property
    def day(self) -> datetime.date:
        """Its date."""
        return datetime.date.fromisoformat(self.date)

    @property
    def key(self) -> str:
        """What its job is found by: a slot of a date is enqueued once, whoever does it."""
        return f"schedule/{self.schedule}/{self.date}/{self.slot}"

    def one_of(self, items: Sequence[str], purpose: str) -> str:
        """One of the items, by chance; empty where there are none."""
        chance = SeededRandom(self.seed).generator(self.day.toordinal(), f"{self.slot}:{purpose}")
        return chance.choice(list(items)) if items else ""

    def pooled(self, used: Mapping[str, str]) -> str:
        """One of the slot's pool, empty where it has none. `used` are the topics of the last fortnight with the date of
        each: none of them comes again while the pool has others, then the one that was used first."""
        pool = self.topics
        oldest = min((used.get(topic, "") for topic in pool), default="")
        return self.one_of([topic for topic in pool if used.get(topic, "") == oldest], "topic")

    def plain(self) -> dict[str, Any]:
        """As a job carries it."""
        return msgspec.to_builtins(self)  # type: ignore[no-any-return]


def drawn_in(job: str, given: Any) -> DrawnSlot:
    """Return what a job carries, checked: anybody may have written it. Raises `UsageError`."""
    try:
        found = msgspec.convert(given, DrawnSlot)
        _ = found.day
    except ValueError as error:
        raise UsageError("The job {job} is of no slot: {why}.", job=job, why=str(error).rstrip(".")) from None
    return found
