"""A schedule's log, and its events: what became of each slot of each date, and why.

There is one file a month, only ever appended to, under a lock; what there is to know is folded from it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from parley.core.home import Home
from parley.core.log.events.base import Event, Message, Word
from parley.core.log.journal import Journal
from parley.core.schedule.definition import FORTNIGHT

SCHEDULE_VERSION = 1
"""Version of the events; a log with a higher one is refused with a sentence."""

Chance = Annotated[float, msgspec.Meta(ge=0, le=1)]
Topic = Annotated[str, msgspec.Meta(max_length=4_000)]  # the format's and the cast's own may be longer than a pool's
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

Tap = Callable[[Outcome], None]


class History:
    """The fold of a schedule's log: what became of each slot of each date. A slot that fired has fired for good."""

    def __init__(self) -> None:
        self.outcomes: dict[tuple[str, str], Outcome] = {}

    def apply_event(self, event: Outcome) -> None:
        """Fold one event."""
        if self.is_new_outcome(event):
            self.outcomes[event.key] = event

    def is_new_outcome(self, event: Outcome) -> bool:
        """Return whether the event says something new of its slot: only what was missed can still come to something
        else.
        """
        known = self.outcomes.get(event.key)
        # A job that failed first may begin its run hours later: then the slot has fired after all.
        return known is None or (isinstance(known, SlotMissed) and not isinstance(event, SlotMissed))

    def of(self, day: date, slot: str) -> Outcome | None:
        """Return what became of the slot on that day; None where nothing is known yet."""
        return self.outcomes.get((day.isoformat(), slot))

    def list_fired(self) -> list[SlotFired]:
        """Return what fired, in the order of dates and hours."""
        found = [each for each in self.outcomes.values() if isinstance(each, SlotFired)]
        return sorted(found, key=lambda each: (each.date, each.hour, each.at, each.slot))

    def list_topics(self, day: date, days: int = FORTNIGHT) -> dict[str, str]:
        """Return the topics of the days before, and of the day itself, with the latest date of each."""
        first = (day - timedelta(days=days)).isoformat()
        # By date, so that the last one counts; ISO dates compare as texts. Earlier slots of the day count too.
        return {each.topic: each.date for each in self.list_fired() if first < each.date <= day.isoformat()}


class ScheduleLog:
    """`<home>/schedule/<schedule>-YYYY-MM.jsonl`. Several processes may append; each reads what the others wrote.

    Attributes: `history`, what was read so far; `taps`, called after an event was written, by whomever, since the log
    was first read. `durable`: an event is on the disk before anything follows from it.
    """

    def __init__(self, home: Home, schedule: str, *, durable: bool = True) -> None:
        self.history = History()
        self.taps: list[Tap] = []
        self._home = home
        self._schedule = schedule
        self._durable = durable
        self._months: dict[str, Journal[SlotEvent]] = {}
        self._read = False
        self._fresh: list[Outcome] = []

    @property
    def faults(self) -> list[str]:
        """What is said of lines that cannot be read."""
        return [f"{month.path.name}: {fault}" for month in self._months.values() for fault in month.faults]

    def refresh(self) -> History:
        """Return the history with what was appended since, by whomever. Raises `LogError`, `NewerLogError`."""
        # By digits: `night-*` would be the logs of `night-shift` too. An id has no characters of a pattern.
        for path in sorted(self._home.schedule_logs.glob(f"{self._schedule}-[0-9][0-9][0-9][0-9]-[0-9][0-9].jsonl")):
            self._open_month_journal(path.stem[-7:])
        if any(month.replaced for month in self._months.values()):
            # Somebody put other files there: what was read of the old ones is forgotten.
            self.history, self._months, self._read = History(), {}, False
            return self.refresh()  # once: journals that have read nothing are never `replaced`
        for month in list(self._months.values()):
            self._read_month(month)
        self._read = True
        self._notify_taps()
        return self.history

    def append(self, event: Outcome) -> bool:
        """Write the event, unless its slot of that date is settled already. Returns whether it was written.

        Raises `LogError`; the file is then as it was.
        """
        if not self._read:
            self.refresh()
        month = self._open_month_journal(event.date[:7])  # of the slot, not of the writing: one file has all of it
        with month.hold_lock():
            self._read_month(month)
            if new := self.history.is_new_outcome(event):  # another process may have settled it since
                month.append(event, sync=self._durable)
                self._read_month(month)
        self._notify_taps()
        return new

    def _notify_taps(self) -> None:
        fresh, self._fresh = self._fresh, []  # taken first: a tap may read on, and call this again
        for event in fresh:
            for tap in self.taps:
                tap(event)

    def _open_month_journal(self, name: str) -> Journal[SlotEvent]:
        if name not in self._months:
            path: Path = self._home.schedule_logs / f"{self._schedule}-{name}.jsonl"
            kinds = (SlotFired, SlotSkipped, SlotMissed)
            lock = self._home.lock(f"schedule-{self._schedule}")
            self._months[name] = Journal(path, lock, "schedule", kinds, SCHEDULE_VERSION)
        return self._months[name]

    def _read_month(self, month: Journal[SlotEvent]) -> None:
        for event in month.read():
            assert isinstance(event, Outcome)
            if self._read and self.history.is_new_outcome(event):  # what the first reading finds is no news
                self._fresh.append(event)
            self.history.apply_event(event)
