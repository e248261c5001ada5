"""A schedule that is played in a process of its own: by the real clock, or rehearsed in a home of its own."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from parley.core import settings as settings_file
from parley.core.base.sentences import Sentence
from parley.core.cast.affinity import Pair
from parley.core.cast.member import VoiceSpec
from parley.core.home import Home
from parley.core.schedule.definition import FORTNIGHT, Plan
from parley.core.schedule.events import SlotFired
from parley.core.schedule.log import ScheduleLog
from parley.core.settings import Settings
from parley.core.studio.going_on import first_of
from parley.core.studio.studio import Studio
from parley.desktop.child import Child
from parley.desktop.schedule.figures import DayFigure, PairFigure, RehearsalFigure
from parley.desktop.schedule.model import Costs, Days, midnight, pair_figures, relations
from parley.desktop.widgets.language import said

LOOKED_BACK = timedelta(days=90)
"""Runs of the cast that are older say nothing more: of a change of affinity a hundredth is left by then."""
MOST_COPIED = 400
"""Runs of the cast, the newest, that a rehearsed fortnight knows of."""
DEFINITIONS = ("casts", "formats", "plans", "schedules", "worlds")


class Following(Child):
    """Plays a schedule by the real clock, through the home's queue, until it is stopped.

    Signals: `progressed()`, where something happened. Attributes: `name` of the schedule; `said_last`, the last
    sentence of a job.
    """

    progressed = Signal()
    said_last = ""

    def __init__(self, home: Home, name: str, parent: QObject, allowed: Iterable[str] = ()) -> None:
        super().__init__(home, ["schedule", "run", name], parent, allowed=allowed)
        self.name = name

    def stop(self, *, cancel: bool = False) -> None:
        """As `Child.stop`."""
        super().stop(cancel=cancel)
        self.progressed.emit()

    def on_told(self, sentence: Sentence) -> None:
        """As `Child.on_told`."""
        self.said_last = said(sentence)
        self.progressed.emit()

    def on_figures(self, _figures: dict[str, Any]) -> None:
        """As `Child.on_figures`."""
        self.progressed.emit()


REHEARSED = VoiceSpec()


class Fortnight(QObject):
    """Fourteen days of a schedule, rehearsed on a simulated clock in a home of its own, of which nothing is kept.

    It begins where the home stands: with the cast's runs, and with what of the schedule's topics was used before the
    day. What it has done is read from its schedule's log.
    Signals: `progressed()`, a few times a second. Attributes: `name` of the schedule; `figure`, how far it is; `day`,
    the day that is played; `pairs`, how relations stand; `ended`, set when it is over; `stopping`, by a person.
    """

    progressed = Signal()

    def __init__(self, home: Home, settings: Settings, name: str, first: date, parent: QObject) -> None:
        super().__init__(parent)
        self.name = name
        self.ended = asyncio.Event()
        self.stopping = False
        self.figure = RehearsalFigure(first, FORTNIGHT)
        self.day: DayFigure | None = None
        self.pairs: tuple[PairFigure, ...] = ()
        self._home = home
        self._settings = settings
        self._child: Child | None = None

    async def live(self) -> None:
        """Play. Raises `ParleyError` where the schedule cannot be read or played."""
        try:
            with tempfile.TemporaryDirectory(prefix="parley-schedule-", ignore_cleanup_errors=True) as place:
                await self._rehearse(Home(Path(place)))
        finally:
            self.figure = replace(self.figure, running=False, cancelled=self.stopping)
            self.ended.set()

    def stop(self, *, cancel: bool = False) -> None:
        """Play no further."""
        self.stopping = True
        if self._child is not None:
            self._child.stop(cancel=cancel)
        self.progressed.emit()

    async def _rehearse(self, scratch: Home) -> None:
        studio, looking = await asyncio.to_thread(self._begun, scratch)
        self.progressed.emit()
        try:
            if not self.stopping:
                await self._play(scratch, looking)
            if not self.stopping:
                await asyncio.to_thread(looking, over=True)
        finally:
            studio.projection.close()

    async def _play(self, scratch: Home, looking: Callable[[], None]) -> None:
        first = self.figure.first.isoformat()
        asked = ["schedule", "run", self.name, "--date", first, "--days", str(FORTNIGHT), "--voice", REHEARSED.provider]
        self._child = child = Child(scratch, [*asked, "--fast"], self)
        news = asyncio.Event()
        child.figured.connect(lambda _figures: news.set())

        async def follow() -> None:
            while not child.ended.is_set():
                await asyncio.to_thread(looking)
                self.progressed.emit()
                await news.wait()
                news.clear()

        # What a thread reads is not taken away from it: the group waits for it.
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(follow())
                try:
                    await child.live()
                finally:
                    news.set()
                    child.deleteLater()
        except BaseExceptionGroup as faults:
            raise first_of(faults) from None

    def _begun(self, scratch: Home) -> tuple[Studio, Callable[..., None]]:
        """Furnish the home, in a thread; its studio, and what looks at how far it is."""
        self._furnish(scratch)
        studio = Studio(scratch, self._settings)
        plan = Plan(studio.library, scratch, self.name)
        log = ScheduleLog(scratch, plan.schedule.id)
        days = Days(plan, log.refresh(), Costs(studio))
        first = self.figure.first
        before = relations(studio, plan, midnight(plan.schedule, first), REHEARSED)
        self.pairs, self.day = pair_figures(plan, before, before), days.figure(first)
        return studio, functools.partial(self._look, studio, plan, log, days, before)

    def _look(
        self, studio: Studio, plan: Plan, log: ScheduleLog, days: Days, before: Mapping[Pair, float], over: bool = False
    ) -> None:
        """See how far it is; relations are looked at once a day."""
        first = self.figure.first
        seen = [each for each in log.refresh().outcomes.values() if each.date >= first.isoformat()]
        if len(seen) == self.figure.slots and not over:
            return
        last = max(seen, key=lambda each: (each.date, each.hour)) if seen else None
        day = date.fromisoformat(last.date) if last else first
        done = FORTNIGHT if over else (day - first).days
        if done != self.figure.done:
            now = midnight(plan.schedule, first + timedelta(days=done))
            self.pairs = pair_figures(plan, before, relations(studio, plan, now, REHEARSED))
        played = days.figure(day, last.hour + 0.5 if last else 0.0)
        # Its runs are gone with it: there is nothing to open.
        self.day = replace(played, slots=tuple(replace(slot, run="") for slot in played.slots))
        fired = sum(isinstance(each, SlotFired) for each in seen)
        self.figure = replace(self.figure, done=done, slots=len(seen), fired=fired)

    def _furnish(self, scratch: Home) -> None:
        """Bring what the fortnight may know: definitions, the cast's ended runs, and the schedule's history."""
        scratch.prepare()
        # Nothing is spent, and none of today's budget is theirs.
        budget = self._settings.budget.model_copy(update={"day_cost": 0.0})
        settings_file.save(scratch.settings, self._settings.model_copy(update={"budget": budget}))
        for folder in DEFINITIONS:
            own = self._home.path / folder
            if own.is_dir():
                shutil.copytree(own, scratch.path / folder, dirs_exist_ok=True)
        studio = Studio(self._home, self._settings)
        plan = Plan(studio.library, self._home, self.name)
        begins = midnight(plan.schedule, self.figure.first)
        earliest = (begins - LOOKED_BACK).isoformat(timespec="microseconds")
        until = begins.isoformat(timespec="microseconds")
        try:
            studio.sync()
            rows = studio.projection.runs(cast=plan.cast.id, status="ended")
            known = [row for row in rows if earliest <= row.started < until][:MOST_COPIED]
        finally:
            studio.projection.close()
        for row in known:
            # A run may be deleted meanwhile.
            with contextlib.suppress(OSError):
                shutil.copyfile(row.path, scratch.runs / row.path.name)
        history = ScheduleLog(self._home, plan.schedule.id).refresh()
        kept = ScheduleLog(scratch, plan.schedule.id, durable=False)
        for event in sorted(history.outcomes.values(), key=lambda each: (each.date, each.hour, each.at)):
            if event.date < self.figure.first.isoformat():
                kept.append(event)
