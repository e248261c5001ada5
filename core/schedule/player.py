"""A daily schedule at work: what is due is drawn, written down, and played; what is late is not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from functools import partial
from typing import Any

from parley.core.base.clock import Clock, SimulatedClock, SystemClock
from parley.core.base.errors import ParleyError
from parley.core.base.sentences import Sentence
from parley.core.cast.member import VoiceSpec
from parley.core.engine.run_request import RunRequest, request_of
from parley.core.log.config import RunConfig
from parley.core.schedule.definition import Plan, TimeSlot
from parley.core.schedule.draws import Draws, SlotDraw, day_of, days_from, due_slots, get_moment_of
from parley.core.schedule.log import Outcome, ScheduleLog, SlotFired, SlotMissed, SlotSkipped, Why
from parley.core.schedule.playing import InThisProcess, Playing, SlotRun, ThroughQueue
from parley.core.studio.going_on import first_of
from parley.core.studio.studio import Studio

ON_TIME = timedelta(minutes=15)
"""A slot that begins later than this after its hour is late."""
KIND = "roundtable"


@dataclass(frozen=True)
class SlotRow:
    """A slot of a day: its draw, and what became of it (None: nothing yet)."""

    drawn: SlotDraw
    moment: datetime
    outcome: Outcome | None

    @property
    def run(self) -> str | None:
        """The id of its run, where it fired."""
        return self.outcome.run if isinstance(self.outcome, SlotFired) else None

    @property
    def draw(self) -> float:
        """What was drawn; what stands in the log counts, where the schedule was another then."""
        return self.outcome.draw if self.outcome else self.drawn.draw

    @property
    def probability(self) -> float:
        """How likely it was to fire."""
        return self.outcome.probability if self.outcome else self.drawn.probability


class SchedulePlayer:
    """A schedule of a home on a clock; `voice` stands before its own.

    On a simulated clock runs are played here, and those that are rehearsed begin at the moment of their slot; on a real
    one they go through the home's queue, whose sentences `told` hears. `stop` may be called meanwhile, from the same
    event loop; `busy` says whether a run is under way.
    """

    def __init__(
        self,
        studio: Studio,
        plan: Plan,
        *,
        clock: Clock,
        zone: tzinfo | None,
        voice: VoiceSpec | None = None,
        playing: Playing | None = None,
        told: Callable[[Sentence], object] = lambda _sentence: None,
    ) -> None:
        self.plan = plan
        self.zone = zone
        self.draws = Draws(plan)
        self.log = ScheduleLog(studio.home, plan.schedule.id, durable=isinstance(clock, SystemClock))
        self._studio = studio
        self._clock = clock
        self._voice = voice
        self._playing = playing or (
            InThisProcess(studio, plan.schedule.cast)
            if self.simulated
            else ThroughQueue(studio, f"schedule {plan.schedule.id}", told)
        )
        self._stopped = asyncio.Event()
        self.busy = False
        self._begun_at = self._free_at = clock.now()

    @property
    def simulated(self) -> bool:
        """Whether its clock is simulated."""
        return isinstance(self._clock, SimulatedClock)

    @property
    def stopped(self) -> bool:
        """Whether somebody stopped it."""
        return self._stopped.is_set()

    def get_today(self) -> date:
        """Return the day now, in the schedule's zone."""
        return day_of(self._clock.now(), self.zone)

    def stop(self, why: str, *, cancel: bool = False) -> None:
        """Begin nothing more; a reply under way is said to its end, or dropped with `cancel`.

        The run under way is resumed by whoever plays the schedule next.
        """
        self._stopped.set()
        self._playing.stop(why, cancel=cancel)

    def rows(self, first: date, days: int) -> Iterator[SlotRow]:
        """Yield every slot of each day, in the order in which they are due."""
        history = self.log.refresh()
        for day in days_from(first, days):
            for moment, slot in due_slots(self.plan.schedule, day, self.zone):
                yield SlotRow(self.draws.draw_slot(day, slot), moment, history.of(day, slot.name))

    async def play(self, first: date, days: int | None = None) -> None:
        """Play the slots of so many days from `first` on (None: until it is stopped).

        What was missed is written down, and not made up for. Raises `FileError` where the log cannot be written.
        """
        known = self.log.refresh().outcomes
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._playing.run_worker())
                try:
                    await self._play(first, days, known=bool(known))
                finally:
                    self._playing.close()  # ends `run_worker`, which the group waits for
        except BaseExceptionGroup as faults:
            raise first_of(faults) from None

    async def _play(self, first: date, days: int | None, *, known: bool) -> None:
        # A schedule that was never at work has missed nothing today; of a day of the past it is asked.
        new = not known and first == self.get_today()
        since = self._begun_at if new else get_moment_of(first, 0, self.zone)
        if fired := self.log.history.list_fired():
            await self._playing.go_on(fired[-1].run)  # one at a time: only the last can be unfinished
        number = 0
        while (days is None or number < days) and not self._stopped.is_set():
            day = first + timedelta(days=number)
            for moment, slot in due_slots(self.plan.schedule, day, self.zone):
                if moment < since - ON_TIME or self._stopped.is_set():  # before it was at work: not even missed
                    continue
                if self.log.history.of(day, slot.name) is None:  # else settled before, maybe by another process
                    await self._await_and_fire_slot(self.draws.draw_slot(day, slot), moment)
            number += 1

    async def _await_and_fire_slot(self, drawn: SlotDraw, moment: datetime) -> None:
        """Wait for a slot, and have it fire or not."""
        waited = await self._wait_until(moment)
        if self._stopped.is_set():
            return
        late = self._clock.now() - moment > ON_TIME  # after the wait: the machine may have slept through it
        if not drawn.fires:  # what chance ruled out is no miss, however late
            self.log.append(SlotSkipped(**self._get_fields(drawn)))
        elif not late:
            await self._run_slot(drawn, moment)
        elif not self._playing.has_begun(self._build_slot_run(drawn, moment)):  # another worker may have played it
            busy = not waited and moment < self._free_at  # it fell into the run of the slot before
            why: Why = "off" if moment < self._begun_at else "busy" if busy else "asleep"
            self.log.append(SlotMissed(**self._get_fields(drawn), why=why))

    async def _wait_until(self, moment: datetime) -> bool:
        """Wait for a moment; False where it was over already. Ends early where the schedule is stopped.

        In naps of a second of real time: a machine that slept wakes in the middle of one.
        """
        waited, clock = False, self._clock
        while (left := (moment - clock.now()).total_seconds()) > 0 and not self._stopped.is_set():
            waited = True
            await clock.sleep(left if self.simulated else min(left, 1.0))
        return waited

    def _get_fields(self, drawn: SlotDraw) -> dict[str, Any]:
        slot = drawn.slot
        return {
            "at": self._clock.now(),
            "date": drawn.day.isoformat(),
            "slot": slot.name,
            "hour": slot.hour,
            "draw": drawn.draw,
            "probability": slot.probability,
        }

    # Runs ---------------------------------------------------------------------------------------------------------

    async def _run_slot(self, drawn: SlotDraw, moment: datetime) -> None:
        """Have the slot's run begun, and wait until it is over; where it cannot be, write down why."""
        try:
            self.busy = True
            await self._playing.play(self._build_slot_run(drawn, moment))
        except ParleyError as error:  # a voice or a server that is not there: the next slots are held all the same
            self.log.append(SlotMissed(**self._get_fields(drawn), why="failed", detail=error.text))
        finally:
            self.busy, self._free_at = False, self._clock.now()

    def _build_slot_run(self, drawn: SlotDraw, moment: datetime) -> SlotRun:
        day, slot = drawn.day, drawn.slot

        def is_wanted() -> bool:
            known = self.log.refresh().of(day, slot.name)
            return known is None or isinstance(known, SlotMissed)

        key = f"schedule/{self.plan.schedule.id}/{day.isoformat()}/{slot.name}"  # never to change: jobs are found by it
        return SlotRun(key, self._build_request(day, slot, moment), partial(self._note_firing, drawn), is_wanted)

    def _note_firing(self, drawn: SlotDraw, config: RunConfig) -> None:
        """Write down that a slot fired, unless that is known. Raises `LogError`."""
        self.log.append(
            SlotFired(
                **self._get_fields(drawn),
                format=config.format.id,
                members=tuple(member.id for member in config.members),
                source="pool" if config.topic in drawn.slot.topics else "usual",
                topic=config.topic,
                seed=config.seed,
                run=config.id,
            )
        )

    def _build_request(self, day: date, slot: TimeSlot, moment: datetime) -> RunRequest:
        schedule, talk = self.plan.schedule, self.draws.talk(day, slot)
        return request_of(
            KIND,
            cast=schedule.cast,
            format=talk.format,
            members=talk.members,
            topic=self.draws.topic(day, slot, self.log.refresh().list_topics(day)),
            seed=talk.seed,
            voice=self._voice or slot.voice or schedule.voice,
            language=schedule.language,
            limits=slot.limits or schedule.limits,
            simulated=self.simulated,
            begins=moment if self.simulated else None,
        )
