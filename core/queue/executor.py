"""The run of a claimed job, from wherever its log stands to its end."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Literal

from parley.core import settings as settings_file
from parley.core.base.blame import report_fault
from parley.core.base.errors import (
    LASTING,
    DiskFullError,
    HostNotAllowed,
    LogError,
    LogLockedError,
    ParleyError,
    UsageError,
)
from parley.core.base.files import is_full
from parley.core.base.sentences import Sentence
from parley.core.engine.composing import get_limits_of
from parley.core.engine.run import Run
from parley.core.engine.run_request import get_spec_of
from parley.core.home import Home
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.turn import TurnFailed
from parley.core.log.locking import RunLock
from parley.core.log.log import Tap
from parley.core.queue.accounts import Accounts, BudgetUsedUp, get_today
from parley.core.queue.claims import Claim
from parley.core.queue.files import log_of
from parley.core.queue.jobs import Job, drawn_seed
from parley.core.settings import Settings
from parley.core.studio.going_on import begin_or_resume
from parley.core.studio.shared import SharedStudio
from parley.core.studio.studio import Studio, Watching

STOPPED = Sentence("The worker was stopped.")
EMPTIED = timedelta(minutes=15)
"""How long a job is put off for a full disk: longer than a worker waits that ends when nothing is left."""
TRIES, TRY_SECONDS = 12, 0.25
"""How often, and how far apart, a job is tried to be opened whose log is not free yet."""


@dataclass(frozen=True)
class Outcome:
    """What became of a run that was played.

    `ended`: it has come to its end, for the `reason` that its log has. `failed`: trying again may help, not before
    `retry_at` where that is known. `parked`: only a person can help, by allowing `hosts` where there are any. `left`:
    it was told to stop. `sentence` says why.
    """

    status: Literal["ended", "failed", "parked", "left"]
    sentence: str = ""
    reason: str = ""
    turns: int = 0
    cost: float = 0.0
    retry_at: datetime | None = None
    hosts: tuple[str, ...] = ()


class WorkerStudio(SharedStudio):
    """A studio of many runs, each of which asks for its money before every call."""

    def keep_within(self, accounts: Accounts) -> None:
        """Have every call put aside there what it may cost."""
        self._budget = accounts

    def spent_by_all(self) -> float:
        """Return the US dollars that the home's runs cost today."""
        return Studio._spent_today(self)

    def _day_cost(self) -> float:
        # Where the budget is used up a job waits for the next day: its run is not to end.
        return 0.0

    def _fsync(self, config: RunConfig) -> Literal["turn", "grouped", "never"]:
        # After a power cut a rehearsal on a simulated clock can be had again.
        return "never" if config.simulated else self.settings.talk.fsync


class JobPlayer:
    """Plays the runs of claimed jobs; their logs lie in this home and are written by this process alone.

    `allowed` are servers of others that they may talk to.
    """

    def __init__(
        self,
        home: Home,
        settings: Settings | None = None,
        *,
        concurrency: int = 1,
        worker: str = "worker",
        allowed: Iterable[str] = (),
    ) -> None:
        self.studio = WorkerStudio(home, settings)
        self.studio.parallel = max(concurrency, self.studio.settings.voices.concurrency)
        self.studio.allow_hosts(allowed)
        self.accounts = Accounts(home, worker, lambda: self.studio.settings.budget.day_cost, self.studio.spent_by_all)
        self.studio.keep_within(self.accounts)
        self._given = settings is not None  # such settings are the caller's: the file is not looked at
        self._settings_at = _read_settings_mtime(home)
        self._live: dict[str, Run] = {}
        self._stopped: set[str] = set()

    async def play(self, claim: Claim, tap: Tap) -> Outcome:
        """Play the claim's run. Does not raise for what is wrong with it."""
        job = claim.job.id
        failure: list[str] = []

        def note_failure(_seq: int, event: Event) -> None:
            if isinstance(event, TurnFailed):
                failure[:] = [event.kind]  # the state keeps the sentence only; the kind decides about retries

        run: Run | None = None
        try:
            self._look_at_settings()
            run = await self._open_run_with_retries(claim, Watching(taps=(note_failure, tap)))
            self._live[job] = run
            if run.state.status != "ended":  # its worker may have died between the run's end and `job.finished`
                run.play()
                await run.live(until_paused=True)
            return self._determine_outcome(run, failure[0] if failure else "", stopped=job in self._stopped)
        except ParleyError as error:
            return _build_refused_outcome(error)
        except Exception as fault:  # noqa: BLE001  # it may be a package's: the other jobs go on
            if isinstance(fault, OSError) and is_full(fault):
                return _build_refused_outcome(
                    DiskFullError(self.studio.home.path, "the disk is full.", hint="Free some space.")
                )
            return Outcome("parked", report_fault(fault, f"job {job}"))
        finally:
            self._live.pop(job, None)
            self._stopped.discard(job)  # the same job may come back to this worker
            if run is not None:
                with contextlib.suppress(LogError):  # the disk may be full, or the log gone: the outcome says so
                    await run.close(STOPPED)

    def _look_at_settings(self) -> None:
        """Take in what somebody has set since: a worker may be at work for weeks. Raises `DefinitionError`."""
        touched = _read_settings_mtime(self.studio.home)
        if not self._given and touched != self._settings_at:
            self._settings_at = touched  # before loading: a file with a mistake parks one job, not every one
            self.studio.settings = settings_file.load(self.studio.home.settings)

    async def _open_run_with_retries(self, claim: Claim, watching: Watching) -> Run:
        """Return the claim's run, open. The system may let go of a killed worker's job a moment before it does of its
        log: were the job put off for that, later ones of its cast would come before it.
        """
        for _ in range(TRIES if claim.job.fence > 1 else 0):  # at a first claim nobody had its log before
            with contextlib.suppress(LogLockedError):
                return self._open_claimed_run(claim, watching)
            await asyncio.sleep(TRY_SECONDS)
        return self._open_claimed_run(claim, watching)

    def _open_claimed_run(self, claim: Claim, watching: Watching) -> Run:
        home = self.studio.home
        run = claim.job.run
        lock = RunLock(log_of(home, run) or home.runs / f"{run}.jsonl", home.lock(run))
        try:
            with self.studio.grant_hosts(claim.job.allowed):
                self.studio.choose(*claim.job.request().voices())
                # What lies there is sure only now that nobody else may write.
                return begin_or_resume(
                    self.studio, log_of(home, run), lambda: compose_config(self.studio, claim.job), watching, lock
                )
        except BaseException:  # until there is a run, nobody else gives the lock back
            lock.release()
            raise

    def _determine_outcome(self, run: Run, failure: str, *, stopped: bool) -> Outcome:
        state = run.state
        if state.status == "ended":
            return Outcome("ended", state.detail, state.reason, len(state.turns), round(state.own_cost, 8))
        if stopped:
            return Outcome("left", STOPPED)
        if state.reason != "failure":  # a breakpoint, a floor that nobody may take, a turn that somebody has to write
            template = Sentence("The run stands at turn {next_turn} and waits for somebody.", next_turn=state.next_turn)
            return Outcome("parked", state.detail or template)
        if failure == "credit" and self.accounts.refused == get_today():
            return Outcome("failed", state.detail, retry_at=get_tomorrow())  # the provider's own is parked
        return Outcome("parked" if failure in LASTING else "failed", state.detail)

    def pause(self, job: str = "", *, cancel: bool = False) -> None:
        """Have a job's run (empty: all) stop when its reply is whole, or with `cancel` at once."""
        for each in [job] if job in self._live else [] if job else list(self._live):
            self._stopped.add(each)
            self._live[each].pause(STOPPED, cancel=cancel)

    async def close(self) -> None:
        """Give back what it holds. Idempotent."""
        await self.studio.close()
        self.accounts.close()


def compose_config(studio: Studio, job: Job) -> RunConfig:
    """Return the configuration of a job's run, as it is now: with what earlier runs of its cast have left. The seed
    follows from the job where none was asked for. Raises `UsageError` and its kin.
    """
    if job.key.startswith("experiment/"):
        # Enqueued by an earlier version; its table is made of runs with seeds of their own.
        raise UsageError("It is a run of an experiment.", hint="Play it with: parley experiment run")
    asked = job.request()
    request = get_spec_of(asked).at_terminal(asked, False)  # nobody is asked anything between two steps
    if request.seed is None:
        request = request.model_copy(update={"seed": drawn_seed(job.id)})
    if job.budget:
        limits = request.limits or get_limits_of(studio.settings)
        request = request.model_copy(update={"limits": limits.model_copy(update={"cost": job.budget})})
    config = studio.compose(request)
    if request.simulated and not config.simulated:
        # With a voice that is no rehearsal: its days begin today.
        config = studio.compose(request.model_copy(update={"simulated": False}))
    return config.model_copy(update={"id": job.run or job.id})


def _read_settings_mtime(home: Home) -> int:
    """Return when the settings were last written; 0: never."""
    try:
        return home.settings.stat().st_mtime_ns
    except OSError:
        return 0


def get_tomorrow() -> datetime:
    """Return when the next day begins here: there is another day's budget."""
    day = datetime.now(UTC).astimezone().date() + timedelta(days=1)
    return datetime.combine(day, time()).astimezone()  # with that day's offset: it may be the first of summer time


def _build_refused_outcome(error: ParleyError) -> Outcome:
    """Return what could not be begun: a lock is given back and a disk emptied, a name does not come by waiting;
    a run whose log is lost would be paid for again."""
    if isinstance(error, HostNotAllowed):
        return Outcome("parked", error.text, hosts=error.hosts)
    if isinstance(error, BudgetUsedUp):
        return Outcome("failed", error.text, retry_at=get_tomorrow())
    if isinstance(error, DiskFullError):
        return Outcome("failed", error.text, retry_at=datetime.now(UTC) + EMPTIED)
    return Outcome("failed" if error.passes else "parked", error.text)
