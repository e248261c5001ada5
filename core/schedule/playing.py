"""How a slot's run is played: here and now on a simulated clock, else through the home's queue."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from filelock import FileLock, Timeout

from parley.core.base.errors import LogLockedError, ParleyError, RunError
from parley.core.base.sentences import Sentence
from parley.core.engine.gate import Pace
from parley.core.engine.run import Run
from parley.core.engine.run_request import RunRequest
from parley.core.log.config import RunConfig
from parley.core.queue.jobs import STATES, Job, id_of_key
from parley.core.queue.queue import Queue
from parley.core.queue.worker import Worker
from parley.core.studio.studio import Studio, Watching

LOOK_AGAIN = 0.25
"""Seconds after which it is looked again what has become of a job, or whether another process is done."""


@dataclass(frozen=True)
class SlotRun:
    """A run that a slot of a date is to begin, with all that is asked for.

    `key` is what its job is found by: a slot of a date is enqueued once, whoever does it. `begun` writes down that the
    slot fired, with the run's configuration; `wanted` is false where that is known already, whoever began it.
    """

    key: str
    request: RunRequest
    begun: Callable[[RunConfig], object]
    wanted: Callable[[], bool]


class Playing(Protocol):
    """What plays the runs of a schedule, one after the other."""

    async def play(self, slot: SlotRun) -> None:
        """Have the run of a slot composed and begun, and return when nothing more happens to it by itself. That the
        slot fired stands in the schedule's log as soon as it begins.

        Raises `UsageError` and its kin where it cannot be begun.
        """
        ...

    def has_begun(self, slot: SlotRun) -> bool:
        """Return whether the run of a slot began while nobody looked; that it fired is written down then."""
        ...

    async def go_on(self, run: str) -> None:
        """Have a run that was interrupted played to its end."""
        ...

    def stop(self, why: str, *, cancel: bool) -> None:
        """Have the run under way stand when its reply is whole, or at once."""
        ...

    async def run_worker(self) -> None:
        """Do whatever has to go on meanwhile, until `close` is called."""
        ...

    def close(self) -> None:
        """Play nothing more."""
        ...


class InThisProcess:
    """Plays runs here, beside no other run of the same cast: for a simulated clock, which stands still meanwhile."""

    def __init__(self, studio: Studio, cast: str) -> None:
        self._studio = studio
        self._watching = Watching(pace=Pace(unpaced=True))  # no pauses for reading: nobody watches
        self._lock = FileLock(studio.home.lock(f"cast-{cast}"), timeout=0, thread_local=False)
        self._run: Run | None = None

    async def play(self, slot: SlotRun) -> None:
        """As `Playing.play`."""
        studio = self._studio

        def begin_run() -> Run | None:
            if not slot.wanted():  # asked under the lock: another process may have played it while we waited
                return None
            return studio.start(studio.compose(slot.request), self._watching)

        await self._play_under_lock(begin_run, lambda run: slot.begun(run.state.setup))

    def has_begun(self, slot: SlotRun) -> bool:
        """As `Playing.has_begun`: nobody else plays here."""
        return False

    async def go_on(self, run: str) -> None:
        """As `Playing.go_on`."""
        with suppress(ParleyError):
            # One that was deleted, whose voice is gone, or that somebody else has: what is due is not held up by it.
            if self._studio.open(run).state.status != "ended":
                await self._play_under_lock(lambda: self._studio.resume(run, self._watching))

    async def _play_under_lock(
        self, begin: Callable[[], Run | None], begun: Callable[[Run], object] = lambda _run: None
    ) -> None:
        while True:
            with suppress(Timeout):  # polled: a blocking `acquire` would stop the loop
                self._lock.acquire()
                break
            await asyncio.sleep(LOOK_AGAIN)
        try:
            self._run = run = begin()
            if run is None:
                return
            try:
                begun(run)  # before its first turn: killed in between, the slot has fired and its run is gone on with
                run.play()
                await run.live(until_paused=True)
            finally:
                await run.close()
        finally:
            self._run = None
            self._lock.release()

    def stop(self, why: str, *, cancel: bool) -> None:
        """As `Playing.stop`."""
        if self._run is not None:
            self._run.pause(why, cancel=cancel)

    async def run_worker(self) -> None:
        """As `Playing.run_worker`."""

    def close(self) -> None:
        """As `Playing.close`."""


class ThroughQueue:
    """Enqueues runs, and works at the home's queue itself: retries, budgets of the day and other workers are the
    queue's. Two jobs of one cast are never played at once, and what was interrupted is gone on with by any worker."""

    def __init__(
        self, studio: Studio, asked_by: str, told: Callable[[Sentence], object] = lambda _sentence: None
    ) -> None:
        self._studio = studio
        self._queue = Queue(studio.home)
        self._worker = Worker(studio.home, studio.settings, allowed=tuple(studio.allowed), told=told)
        self._asked_by = asked_by

    async def play(self, slot: SlotRun) -> None:
        """As `Playing.play`; a job that is tried again later is not waited for."""
        job = self._queue.enqueue(slot.request, key=slot.key, asked_by=self._asked_by)  # or the job of an earlier try
        if job.over and job.state != "finished":
            # It was missed before, and is asked for once more.
            job = self._queue.retry(job.id, by=self._asked_by)
        while not (job.over or job.failures or self._worker.stopped):
            await asyncio.sleep(LOOK_AGAIN)
            with suppress(LogLockedError):  # the next round looks again
                job = self._queue.job(job.id)
            self._note_beginning(slot, job)
        self._note_beginning(slot, job)  # again: a job that was over from the start went through no round
        if not self._worker.stopped and slot.wanted():
            raise RunError(job.reason or STATES[job.state])

    def has_begun(self, slot: SlotRun) -> bool:
        """As `Playing.has_begun`: another worker may have had its job."""
        if (job := self._queue.refresh().all.get(id_of_key(slot.key))) is not None:
            self._note_beginning(slot, job)
        return not slot.wanted()

    def _note_beginning(self, slot: SlotRun, job: Job) -> None:
        """Write down that the slot fired, as soon as its run has begun, whoever plays it. Raises `LogError`."""
        if not job.run or not slot.wanted():  # not claimed yet, or noted already
            return
        try:
            config = self._studio.library.made_of(job.run)
        except ParleyError:
            # The job was claimed, and the run's log is not there yet.
            return
        slot.begun(config)

    async def go_on(self, run: str) -> None:
        """As `Playing.go_on`: the queue still has it."""

    def stop(self, why: str, *, cancel: bool) -> None:
        """As `Playing.stop`."""
        self._worker.stop(cancel=cancel)

    async def run_worker(self) -> None:
        """As `Playing.run_worker`."""
        await self._worker.run_jobs()

    def close(self) -> None:
        """As `Playing.close`."""
        self._worker.stop()
