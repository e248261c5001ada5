"""Running an experiment: so many runs at once, paused, stopped or killed at any time, and gone on with."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from parley.core.base.errors import (
    FileError,
    HostNotAllowed,
    LogError,
    LogLockedError,
    LogLostError,
    ParleyError,
    RunError,
    UsageError,
    VoiceError,
)
from parley.core.base.sentences import Sentence, os_reason
from parley.core.engine.run import Run
from parley.core.home import Home, parse_path
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.turn import CallFailed, TurnEnded, TurnFailed, VoiceReplied
from parley.core.studio.executing import Executor, Here
from parley.core.studio.experiments.logs import get_logs_of, get_section_of, is_finished, told_in
from parley.core.studio.experiments.plan import Configurations, Plan, Planned
from parley.core.studio.experiments.service import ExperimentService
from parley.core.studio.going_on import HOPELESS, begin_or_resume, first_of
from parley.core.studio.interviews.asking import Asking
from parley.core.studio.interviews.outcomes import is_filled
from parley.core.studio.interviews.questions import Questionnaire, read_questionnaire
from parley.core.studio.studio import Watching

PATIENCE = 2.0
"""Seconds before a failed turn is taken again, the first time; twice as many the next."""

SYNC_SECONDS = 1.0

PAUSED, LEFT = "The experiment was paused.", "The experiment was left."
"""Why a run stands that was begun: nothing is wrong with it."""


@dataclass
class Progress:
    """How far it is. `parked` are runs that stand, with the reason; they are gone on with the next time.

    `turns` have been spoken in runs that were not finished `before`, of `turns_due` that these have when all are;
    `spoken` of them this time.
    """

    total: int
    done: int = 0
    before: int = 0
    running: int = 0
    turns: int = 0
    turns_due: int = 0
    spoken: int = 0
    parked: dict[str, str] = field(default_factory=dict)
    halted: str = ""

    @property
    def whole(self) -> bool:
        """Whether every run has ended."""
        return self.done == self.total

    @property
    def part(self) -> float:
        """How much is done, 0 to 1: a turn counts as much of its run as it is."""
        fresh = (self.total - self.before) * self.turns / self.turns_due if self.turns_due else self.done - self.before
        return (self.before + fresh) / self.total if self.total else 1.0


class Running:
    """An experiment under way. `folder` is where the spec's relative paths begin; `told` hears of every change.

    `executor` plays its runs.
    """

    def __init__(
        self,
        studio: ExperimentService,
        plan: Plan,
        folder: Path,
        told: Callable[[Progress], None] = lambda progress: None,
        executor: Executor | None = None,
    ) -> None:
        self._executor = executor or Here()
        self.progress = Progress(total=len(plan.runs))
        self._studio = studio
        self._plan = plan
        self._configurations = Configurations(studio, folder)
        self._told = told
        self._logs: dict[str, Path] = {}
        self._live: dict[str, Run] = {}
        self._unsynced: set[Path] = set()
        self._questionnaire = get_questionnaire_of(plan, folder)
        self._stopping = asyncio.Event()

    async def live(self, ready: Callable[[], object] = lambda: None) -> Progress:
        """Run what is not finished; returns when all is, or all stands. `ready` is called when all could be composed.

        Raises `UsageError` and its kin for what cannot be composed, `HostNotAllowed` where the user is to be asked,
        `LogError` where nothing can be written, `RunError` where another process runs it.
        """
        experiment = self._plan.experiment
        with _lock_experiment(self._studio.home, experiment.id, experiment.name):
            # Many logs take a while to look through, and a window waits for this loop.
            due = await asyncio.to_thread(self._collect_due_runs)
            # All cells are tried before anything is paid for.
            cells = {planned.cell.number: planned for planned in due}
            configs = [self._configurations.of(planned) for planned in cells.values()]
            self._studio.ensure_allowed(configs, Sentence("The experiment's cast"))
            await asyncio.to_thread(self._must_be_alike, {config.id: config for config in configs}, cells)
            ready()
            self._studio.parallel = experiment.parallel
            self._studio.elsewhere = self._executor.elsewhere
            self._told(self.progress)
            try:
                async with asyncio.TaskGroup() as group:
                    syncing = group.create_task(self._sync_logs())
                    await self._work_through(iter(due))  # one iterator for all: whoever is free takes the next
                    syncing.cancel()  # it has no end, and the group waits for it
            except BaseExceptionGroup as faults:
                raise first_of(faults) from None  # callers catch single faults, and no groups
            await asyncio.to_thread(_sync_paths, tuple(self._unsynced))
        return self.progress

    def pause(self, *, cancel: bool = False, why: str = "") -> None:
        """Begin no further run; replies under way are finished and kept, or with `cancel` dropped."""
        self.progress.halted = self.progress.halted or why
        self._stopping.set()
        for run in tuple(self._live.values()):
            self._executor.pause(run, PAUSED, cancel=cancel)

    def _collect_due_runs(self) -> list[Planned]:
        self._logs = get_logs_of(self._studio.home)
        due = [planned for planned in self._plan.runs if not self._is_done(planned)]
        self.progress.done = self.progress.before = self.progress.total - len(due)
        self.progress.turns_due = sum(planned.cell.turns for planned in due)
        return due

    def _is_done(self, planned: Planned) -> bool:
        return is_done(self._studio.home, self._logs.get(planned.run), planned.run, self._questionnaire)

    def _must_be_alike(self, configs: Mapping[str, RunConfig], cells: Mapping[int, Planned]) -> None:
        """Raise `UsageError` where a cell's runs so far were told something else than those to come would be.

        Ids follow from the spec, and not from the files that it names: prompts, levels of awareness, topologies.
        """
        looked: set[int] = set()
        for planned in self._plan.runs:
            cell, path = planned.cell, self._logs.get(planned.run)
            if path is None or cell.number in looked or cell.number not in cells:
                continue
            if (told := told_in(path)) is None:
                continue
            looked.add(cell.number)
            if told != get_section_of(configs[cells[cell.number].run]):
                raise UsageError(
                    "Cell {number} ({label}) has runs already, and they were told something else: a file "
                    "that the spec names has changed since.",
                    number=cell.number,
                    label=cell.label,
                    hint="Put the file back as it was, or give the experiment another name.",
                )

    async def _work_through(self, due: Iterator[Planned]) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(self._plan.experiment.parallel):
                group.create_task(self._run_due(due))

    async def _run_due(self, due: Iterator[Planned]) -> None:
        while not self._stopping.is_set() and (planned := next(due, None)) is not None:
            self.progress.running += 1
            self._told(self.progress)
            try:
                await self._run_planned(planned)
            finally:
                self.progress.running -= 1
                self._told(self.progress)

    async def _run_planned(self, planned: Planned) -> None:
        """Play one run, from wherever its log stands to its end."""
        try:
            run = self._open_planned_run(planned)
        except LogError as error:
            if planned.run not in self._logs:
                raise  # no new log can be written: the others could not either
            # Somebody else has it open, or it cannot be read: the others can go on.
            again = error.hint if isinstance(error, LogLockedError) else "To have it run again, delete its log."
            self.progress.parked[planned.run] = f"{error.sentence} {again}"
            return
        except (UsageError, VoiceError) as error:
            # A voice that is not to be had here: the other cells can go on.
            self.progress.parked[planned.run] = str(error)
            return
        self._live[planned.run] = run
        self.progress.turns += len(run.state.turns)
        path = run.stage.log.path
        self._unsynced.add(path)
        try:
            try:
                if run.state.status != "ended":
                    await self._play(run)
            finally:
                del self._live[planned.run]
                await run.close(LEFT)
        except (HostNotAllowed, LogLostError) as refused:
            # Its log names another server than the experiment does, or is no longer there: the others can go on.
            self.progress.parked[planned.run] = str(refused)
            return
        if run.state.status == "ended":
            # It may have come to its end before its last turn.
            self.progress.turns_due -= planned.cell.turns - len(run.state.turns)
            if await self._complete_questionnaire(planned.run, path):
                self.progress.done += 1
        elif not self._stopping.is_set():
            self.progress.parked.setdefault(planned.run, run.state.detail or "It was paused.")

    async def _complete_questionnaire(self, run: str, path: Path) -> bool:
        """Have the run's members fill in the questionnaire, where there is one; return whether that is done."""
        if self._questionnaire is None:
            return True
        if self._stopping.is_set():
            return False
        asking = replace(Asking.of(self._studio), paid=self._pay)
        try:
            await asking.fill_form(self._studio.open(str(path)).replay, self._questionnaire)
        except ParleyError as error:
            self.progress.parked[run] = str(error)
            return False
        return True

    def _open_planned_run(self, planned: Planned) -> Run:
        return begin_or_resume(
            self._studio,
            self._logs.get(planned.run),
            lambda: self._configurations.of(planned),
            Watching(taps=(self._tap,)),
        )

    async def _play(self, run: Run) -> None:
        for attempt in range(self._plan.experiment.retries + 1):
            if self._stopping.is_set():
                return
            await self._executor.play(run)
            if run.state.status == "ended" or run.state.reason != "failure":
                return
            if attempt < self._plan.experiment.retries and not run.state.setup.simulated:  # a rehearsal fails alike
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(PATIENCE * 2**attempt):
                        await self._stopping.wait()  # a stop ends the wait

    def _tap(self, _seq: int, event: Event) -> None:
        """Keep the purse, and stop where nobody else would fare better."""
        if type(event) is TurnEnded:
            # Told now and then, for there may be thousands a second.
            self.progress.turns += 1
            self.progress.spoken += 1
        elif type(event) is VoiceReplied or type(event) is CallFailed:
            self._pay(event.cost)
        elif type(event) is TurnFailed:
            self._pay(event.cost)
            if event.kind in HOPELESS:
                self._stop_runs(event.sentence)

    def _pay(self, cost: float) -> None:
        if cost <= 0:
            return
        self._studio.spent += cost
        budget = self._studio.settings.budget.day_cost
        if budget and not self._stopping.is_set() and self._studio.spent_today >= budget:
            self._stop_runs(Sentence("The day's budget of {limit:money} is used up.", limit=budget))

    def _stop_runs(self, why: str) -> None:
        # In the middle of an append nothing else may be appended.
        self._stopping.set()
        self.progress.halted = self.progress.halted or why
        asyncio.get_running_loop().call_soon(self.pause)

    async def _sync_logs(self) -> None:
        """Have the disk keep up, in a thread: a loop that waits for disks waits for every talk's turn."""
        told = self.progress.turns
        while True:
            await asyncio.sleep(SYNC_SECONDS)
            if self.progress.turns != told:
                told = self.progress.turns
                self._told(self.progress)
            paths = tuple(self._unsynced)
            self._unsynced.intersection_update(run.stage.log.path for run in self._live.values())
            await asyncio.to_thread(_sync_paths, paths)


def get_questionnaire_of(plan: Plan, folder: Path) -> Questionnaire | None:
    """Return what the members are asked in the end; a path begins in `folder`. Raises `FileError`,
    `DefinitionError`.
    """
    wanted = plan.experiment.questionnaire
    if isinstance(wanted, Questionnaire):
        return wanted
    return read_questionnaire(folder / parse_path(wanted)) if wanted else None


def is_done(home: Home, path: Path | None, run: str, asks: Questionnaire | None) -> bool:
    """Return whether the run with that log has ended, and its members have filled in the questionnaire, where there is
    one.
    """
    return is_finished(path) and (asks is None or is_filled(home, run, asks.digest))


def _sync_paths(paths: tuple[Path, ...]) -> None:
    for path in paths:
        # One that cannot be synced is as safe as the machine is.
        with contextlib.suppress(OSError):
            file = os.open(path, os.O_RDONLY)
            try:
                os.fsync(file)
            finally:
                os.close(file)


@contextlib.contextmanager
def _lock_experiment(home: Home, experiment: str, name: str) -> Iterator[None]:
    """Hold the lock of an experiment: only one process runs it. Raises `RunError`, `FileError`."""
    from filelock import FileLock, Timeout

    lock = FileLock(home.lock(f"experiment-{experiment}"), timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise RunError(
            "The experiment '{name}' is being run by another Parley.",
            name=name,
            hint="Wait for it, or stop it there first.",
        ) from None
    except OSError as error:
        raise FileError(lock.lock_file, "the lock cannot be taken ({why}).", why=os_reason(error)) from None
    try:
        yield
    finally:
        lock.release()
