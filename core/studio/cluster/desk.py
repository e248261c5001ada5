"""The desk's half of a cluster: runs are sent with their logs so far, and what comes back is written here.

A run whose worker was lost is sent again with the log as it is by then, so that nothing that reached the desk is paid
for twice. Dask would begin such a task anew by itself, with the log of before: it then finds that its attempt was begun
and plays nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from parley.core.base.clock import SimulatedClock
from parley.core.base.errors import LogError, ParleyError, RunError
from parley.core.base.extras import require_extra
from parley.core.base.sentences import Sentence
from parley.core.engine.composing import new_id
from parley.core.engine.run import Run
from parley.core.home import Home
from parley.core.log.codec import decode
from parley.core.log.events.run import RunForked, RunStarted
from parley.core.studio.cluster.address import local_processes
from parley.core.studio.cluster.progress import Counts, Progress
from parley.core.studio.cluster.task import Message, Order, Outcome, Task, events_topic, orders_topic

if TYPE_CHECKING:
    from distributed import Client, Future

LOST_IN_A_ROW = 5
"""So many workers may be lost over one run without a single line of it; then it stands."""

CONNECT_SECONDS = 10


@dataclass
class _Attempt:
    """One sending of a run: `expected` is the place of the next line, `early` what came before its turn."""

    run: Run
    expected: int
    early: dict[int, bytes] = field(default_factory=dict)
    fault: ParleyError | None = None
    closed: bool = False


class Desk:
    """Plays runs on the workers of a Dask cluster: an `Executor`. Made by `open_desk`."""

    elsewhere = True

    def __init__(self, client: Client, home: str, calls: int) -> None:
        self.counts = Counts()
        self._client = client
        self._home = home
        self._calls = calls
        self._session = new_id()
        self._loop = asyncio.get_running_loop()
        self._attempts: dict[str, _Attempt] = {}
        client.subscribe_topic(events_topic(self._session), self._receive_lines)

    async def play(self, run: Run) -> None:
        """Play on, as `Executor.play` says."""
        run.play()
        async with run.floor:  # as for any step: nobody else writes a turn meanwhile
            await self._run_until_settled(run)
        if run.state.setup.simulated and run.state.now is not None:
            run.stage.clock = SimulatedClock(run.state.now)  # its time has gone on at the worker
        if run.state.status != "playing":
            run.gate.close()  # no loop of this process saw the pause

    def pause(self, run: Run, why: str, *, cancel: bool = False) -> None:
        """Have the run stand, as `Executor.pause` says."""
        attempts = [name for name, one in self._attempts.items() if one.run is run]
        order: Order = {"attempts": attempts, "why": why, "cancel": cancel}
        if attempts:
            self._client.log_event(orders_topic(self._session), order)
        else:
            run.pause(why, cancel=cancel)

    def look(self) -> Progress:
        """Return what the cluster is doing now."""
        workers, counts = len(self._fetch_workers()), self.counts
        return Progress(workers, counts.rate(), counts.failed, counts.lost, counts.cost)

    def _fetch_workers(self) -> Mapping[str, Mapping[str, Any]]:
        found: Mapping[str, Mapping[str, Any]] = self._client.scheduler_info(n_workers=-1).get("workers", {})
        return found

    async def _run_until_settled(self, run: Run) -> None:
        in_vain = 0
        while run.state.status == "playing":
            before = run.state.seq
            outcome = await self._send_run(run)
            if outcome is not None and outcome["begun"]:
                if outcome["fault"]:
                    raise RunError("{sentence_}", sentence_=outcome["fault"], hint=outcome["hint"])
                continue
            self.counts.lost += 1
            in_vain = 0 if run.state.seq > before else in_vain + 1
            if in_vain >= LOST_IN_A_ROW:
                raise RunError(
                    "The cluster lost {count} workers over this run, and none of them came to a line.",
                    count=in_vain,
                    hint="Look at the workers' memory and logs, then run it again.",
                )

    async def _send_run(self, run: Run) -> Outcome | None:
        """Return what came of one attempt; None where its worker was lost."""
        from parley.core.studio.cluster.worker import PROTOCOL, play

        run.stage.log.ensure_whole()  # nothing is to be paid for that could not be written
        name = f"parley-{run.state.run}-{new_id()}"
        task: Task = {
            "session": self._session,
            "attempt": name,
            "protocol": PROTOCOL,
            "home": self._home,
            "calls": max(1, self._calls // max(1, len(self._fetch_workers()))),
            "log": await asyncio.to_thread(run.stage.log.path.read_bytes),
        }
        attempt = self._attempts[name] = _Attempt(run, run.state.seq)
        try:
            future = self._client.submit(play, task, key=name, pure=False, retries=0)  # played twice it is paid twice
            outcome = await self._await_result(future)
            if outcome is not None:
                self._append_lines(attempt, outcome["first"], outcome["lines"])  # once more: a message may be lost
            if attempt.fault is not None:
                raise attempt.fault
            return outcome
        finally:
            attempt.closed = True  # lines that are still under way belong to a log that has gone on
            del self._attempts[name]

    async def _await_result(self, future: Future) -> Outcome | None:
        ended = asyncio.Event()
        future.add_done_callback(lambda _done: self._loop.call_soon_threadsafe(ended.set))  # called in a thread
        try:
            await ended.wait()
        except asyncio.CancelledError:
            with suppress(Exception):
                future.cancel()  # the scheduler itself may be gone
            raise
        status = future.status
        if status == "finished":
            outcome: Outcome = await asyncio.to_thread(future.result)  # blocks: the client has a loop of its own
            return outcome
        if status == "error":
            error = await asyncio.to_thread(future.exception)
            if type(error).__name__ == "KilledWorker":  # by name: `distributed` is imported where a desk is opened
                return None
            raise RunError(
                "A worker of the cluster cannot play this run ({name}: {why}).",
                name=type(error).__name__,
                why=str(error)[:300],
                hint="It needs the same Parley as this one.",
            )
        return None

    def _receive_lines(self, event: tuple[float, Message]) -> None:
        """Take lines that have come, in a thread of Dask, to the loop."""
        self._loop.call_soon_threadsafe(self._take_message, event[1])

    def _take_message(self, message: Message) -> None:
        attempt = self._attempts.get(message["attempt"])
        # Of a worker that was taken for lost: another plays on what had come until then.
        if attempt is not None:
            self._append_lines(attempt, message["first"], message["lines"])

    def _append_lines(self, attempt: _Attempt, first: int, lines: list[bytes]) -> None:
        """Write what is next; what came twice is dropped, what came early waits."""
        if attempt.closed or attempt.fault is not None:
            return
        attempt.early.update((number, line) for number, line in enumerate(lines, first) if number >= attempt.expected)
        try:
            attempt.run.stage.log.ensure_whole()
            while (line := attempt.early.pop(attempt.expected, None)) is not None:
                event = decode(line)
                if isinstance(event, RunStarted | RunForked):
                    raise RunError("A worker of the cluster sent what only the desk may write.")
                attempt.run.stage.append(event)
                attempt.expected += 1
                self.counts.add(event)
        except (LogError, RunError) as fault:
            attempt.fault = fault
        except msgspec.DecodeError as error:
            attempt.fault = RunError("A worker of the cluster sent a line that is no event ({why}).", why=str(error))
        if attempt.fault is not None:
            self.pause(attempt.run, str(Sentence("The desk could not write it.")), cancel=True)  # else paid in vain


@asynccontextmanager
async def open_desk(where: str, home: Home, calls: int) -> AsyncIterator[Desk]:
    """Open a desk at the scheduler `where`: its address, or local:N for N worker processes on this machine.

    `calls` may be under way at once, which the workers share. Raises `UsageError`, `RunError`.
    """
    local = local_processes(where)
    with require_extra("cluster"):
        import distributed
    # A lost worker is reported by what became of its runs.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)

    def connect_client() -> tuple[Any, Client]:
        cluster = None
        if local:
            cluster = distributed.LocalCluster(
                n_workers=local,
                threads_per_worker=max(1, -(-calls // local)),  # rounded up
                processes=True,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",
                memory_limit=0,  # Dask pauses and kills workers by a measure of its own
                # What a worker plays is imported before the first run is sent there.
                preload=["parley.core.studio.cluster.worker"],
                env={"DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"},  # it samples threads all the time
            )
        address = cluster.scheduler_address if cluster is not None else where
        return cluster, distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)

    try:
        cluster, client = await asyncio.to_thread(connect_client)
    except (OSError, ValueError, RuntimeError) as error:
        raise RunError("The cluster {where} cannot be used ({why}).", where=where, why=str(error)[:200]) from None
    try:
        yield Desk(client, str(home.path) if local else "", calls)
    finally:
        await asyncio.to_thread(_close_all, [client.close, *([cluster.close] if cluster is not None else [])])


def _close_all(closers: list[Callable[[], object]]) -> None:
    for close in closers:
        with suppress(Exception):
            close()  # one that is gone already cannot be closed
