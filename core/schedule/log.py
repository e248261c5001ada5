"""A schedule's log: one file a month, only ever appended to, under a lock; what there is to know is folded from it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

from parley.core.home import Home
from parley.core.log.journal import Journal
from parley.core.schedule.definition import FORTNIGHT
from parley.core.schedule.events import SCHEDULE_VERSION, Outcome, SlotEvent, SlotFired, SlotMissed, SlotSkipped

Tap = Callable[[Outcome], None]


class History:
    """The fold of a schedule's log: what became of each slot of each date. A slot that fired has fired for good."""

    def __init__(self) -> None:
        self.outcomes: dict[tuple[str, str], Outcome] = {}

    def apply(self, event: Outcome) -> None:
        """Fold one event."""
        if self.settles(event):
            self.outcomes[event.key] = event

    def settles(self, event: Outcome) -> bool:
        """Return whether the event says something new of its slot: only what was missed can still come to something
        else.
        """
        known = self.outcomes.get(event.key)
        return known is None or (isinstance(known, SlotMissed) and not isinstance(event, SlotMissed))

    def of(self, day: date, slot: str) -> Outcome | None:
        """Return what became of the slot on that day; None where nothing is known yet."""
        return self.outcomes.get((day.isoformat(), slot))

    def fired(self) -> list[SlotFired]:
        """Return what fired, in the order of dates and hours."""
        found = [each for each in self.outcomes.values() if isinstance(each, SlotFired)]
        return sorted(found, key=lambda each: (each.date, each.hour, each.at, each.slot))

    def topics(self, day: date, days: int = FORTNIGHT) -> dict[str, str]:
        """Return the topics of the days before, and of the day itself, with the latest date of each."""
        first = (day - timedelta(days=days)).isoformat()
        return {each.topic: each.date for each in self.fired() if first < each.date <= day.isoformat()}


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
        for path in sorted(self._home.schedule_logs.glob(f"{self._schedule}-[0-9][0-9][0-9][0-9]-[0-9][0-9].jsonl")):
            self._open_month_journal(path.stem[-7:])
        if any(month.replaced for month in self._months.values()):
            # Somebody put other files there: what was read of the old ones is forgotten.
            self.history, self._months, self._read = History(), {}, False
            return self.refresh()
        for month in list(self._months.values()):
            self._follow(month)
        self._read = True
        self._tell()
        return self.history

    def append(self, event: Outcome) -> bool:
        """Write the event, unless its slot of that date is settled already. Returns whether it was written.

        Raises `LogError`; the file is then as it was.
        """
        if not self._read:
            self.refresh()
        month = self._open_month_journal(event.date[:7])
        with month.held():
            self._follow(month)
            if new := self.history.settles(event):
                month.append(event, sync=self._durable)
                self._follow(month)
        self._tell()
        return new

    def _tell(self) -> None:
        fresh, self._fresh = self._fresh, []
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

    def _follow(self, month: Journal[SlotEvent]) -> None:
        for event in month.read():
            assert isinstance(event, Outcome)
            if self._read and self.history.settles(event):
                self._fresh.append(event)
            self.history.apply(event)
