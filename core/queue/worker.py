"""A worker: claims jobs and has their runs played, so many at once, until nothing is left or it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from parley.core.base.errors import LogLockedError
from parley.core.base.sentences import Sentence
from parley.core.home import Home
from parley.core.log.events.base import Event
from parley.core.log.events.turn import TurnEnded
from parley.core.log.journal import IN_A_LOOP
from parley.core.queue.claims import Claim, Claims
from parley.core.queue.events import JobFailed, JobFinished, JobParked, JobReleased
from parley.core.queue.executor import JobPlayer, Outcome
from parley.core.queue.queue import Queue
from parley.core.settings import Settings
from parley.core.studio.going_on import first_of

RETRY_PAUSES = (2.0, 10.0, 60.0, 300.0, 600.0)
"""Seconds before a job that failed is tried again, the first time and later ones; after that it has failed for good."""
WATCH_SECONDS = 1.0
"""Seconds between two looks at whether somebody has cancelled what is under way."""
POLL = 0.25
"""Seconds between two looks at the queue of a worker that has nothing to do."""
HORIZON = RETRY_PAUSES[-1] + 1
"""Seconds that a worker which ends when nothing is left waits for the next job to fall due."""


@dataclass
class Tally:
    """What a worker has done: jobs by what became of them, turns spoken, US dollars; `live` jobs are under way."""

    finished: int = 0
    failed: int = 0
    parked: int = 0
    turns: int = 0
    cost: float = 0.0
    live: int = 0


class Worker:
    """A worker of a home, which plays runs in this process.

    `told` hears sentences about single jobs.
    """

    def __init__(
        self,
        home: Home,
        settings: Settings | None = None,
        concurrency: int = 1,
        *,
        allowed: Sequence[str] = (),
        pauses: Sequence[float] = RETRY_PAUSES,
        told: Callable[[Sentence], object] = lambda sentence: None,
    ) -> None:
        self.name = f"{socket.gethostname()[:40]}-{os.getpid()}-{secrets.token_hex(3)}"  # in a lock's name; pids recur
        self.queue = Queue(home)
        self.queue.journal.patience = IN_A_LOOP  # runs under way stand still while this loop waits for the lock
        self.tally = Tally()
        self.concurrency = concurrency
        self._player = JobPlayer(home, settings, concurrency=concurrency, worker=self.name, allowed=allowed)
        self._claims = Claims(self.queue, self.name)
        self._pauses = tuple(pauses)
        self._told = told
        self._stopping = asyncio.Event()

    async def run_jobs(self, until_empty: bool = False) -> Tally:
        """Work until told to stop; `until_empty`, until nothing is left that falls due within some minutes.

        Raises `LogError` where the queue cannot be read or written.
        """
        try:
            async with asyncio.TaskGroup() as group:
                watching = group.create_task(self._watch_claims())
                async with asyncio.TaskGroup() as loops:
                    for _ in range(self.concurrency):
                        loops.create_task(self._run_loop(until_empty))
                watching.cancel()  # it never ends by itself, and the outer group waits for it
        except BaseExceptionGroup as faults:
            raise first_of(faults) from None
        finally:
            for claim in list(self._claims.held.values()):  # a copy: each release takes one out
                self._claims.release_claim(claim)
            await self._player.close()
        return self.tally

    def stop(self, *, cancel: bool = False) -> None:
        """Begin no further job. Those under way are left when their replies are whole, or with `cancel` at once."""
        self._stopping.set()
        self._player.pause(cancel=cancel)

    @property
    def stopped(self) -> bool:
        """Whether it was told to stop."""
        return self._stopping.is_set()

    # The loops ----------------------------------------------------------------------------------------------------

    async def _run_loop(self, until_empty: bool) -> None:
        while not self.stopped:
            claim = None
            # Who holds the queue may stand still: nothing is lost by waiting.
            with contextlib.suppress(LogLockedError):
                claim = self._claims.take()
            if claim is not None:
                await self._play_claim(claim)
            elif until_empty and self._is_queue_drained():
                return
            else:
                await self._wait_or_stop(POLL)

    def _is_queue_drained(self) -> bool:
        """Return whether nobody is at work and nothing falls due soon. A job that others have may yet come back."""
        jobs = self.queue.refresh()
        soon = datetime.now(UTC) + timedelta(seconds=HORIZON)
        return not jobs.running and not any(jobs.all[each].is_due(soon) for each in jobs.waiting)  # of any worker

    async def _wait_or_stop(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stopping.wait()

    async def _watch_claims(self) -> None:
        """Leave what nobody wants any more."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            for claim in self._claims.list_cancelled():
                self._player.pause(claim.job.id)

    # One job ------------------------------------------------------------------------------------------------------

    async def _play_claim(self, claim: Claim) -> None:
        self.tally.live += 1

        def tap(_seq: int, event: Event) -> None:
            if type(event) is TurnEnded:
                self.tally.turns += 1

        try:
            outcome = await self._player.play(claim, tap)
            while not self._try_logging(claim, outcome):
                # Not said is not done: whoever claims it next finds its run as it is.
                await self._wait_or_stop(POLL)
        finally:
            self._claims.release_claim(claim)
            self.tally.live -= 1

    def _try_logging(self, claim: Claim, outcome: Outcome) -> bool:
        """Return whether it was written down, or need not be tried again because the worker is to end."""
        try:
            self._log_outcome(claim, outcome)
        except LogLockedError:
            return self.stopped
        return True

    def _log_outcome(self, claim: Claim, outcome: Outcome) -> None:
        """Write down what became of it, if it is still this worker's to say."""
        tally, say, why = self.tally, self._claims.say, outcome.sentence
        template = ""
        match outcome.status:
            case "ended":
                about = {"run": claim.job.run, "ended": outcome.reason, "turns": outcome.turns, "cost": outcome.cost}
                said = say(claim, JobFinished, **about)
                tally.finished += said  # a bool: 0 where the job was cancelled meanwhile
                tally.cost += outcome.cost if said else 0.0
            case "failed":
                again = self._compute_retry_time(claim, outcome)
                said = say(claim, JobFailed, reason=why, retry_at=again)
                tally.failed += said
                template = "Job {job} has failed: {why}" if again is None else "Job {job} is tried again: {why}"
            case "parked":
                said = say(claim, JobParked, reason=why, hosts=outcome.hosts)
                tally.parked += said
                template = "Job {job} is parked: {why}"
            case _:
                said = say(claim, JobReleased)
        if said and template:
            self._told(Sentence.of(template, {"job": claim.job.key or claim.job.id, "why": why}))

    def _compute_retry_time(self, claim: Claim, outcome: Outcome) -> datetime | None:
        """Return when a job that failed is tried again; None: no more."""
        if outcome.retry_at is not None:
            return outcome.retry_at  # a day's budget or a full disk: it is tried as often as it takes
        if claim.job.failures >= len(self._pauses):
            return None
        return datetime.now(UTC) + timedelta(seconds=self._pauses[claim.job.failures])
