"""Workers as processes of their own, killed while they drain a queue; and what must be true afterwards."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Union

import msgspec

from parley.core.home import Home
from parley.core.log.codec import decode
from parley.core.log.events.run import RunEnded
from parley.core.log.events.turn import TurnEnded, VoiceReplied
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.queue.events import JobClaimed, JobEnqueued, JobFinished, queue_events
from parley.core.queue.queue import Queue
from tests.parley_processes import Starter

# Importing takes longer than a small job: this program has done it already, and each worker is one that it forks.
FORGE = """
import asyncio, json, os, signal, sys, tempfile
import parley.core.log.sql, parley.core.queue.worker
from parley.core.home import Home
from parley.core.queue.worker import Worker
parley.core.queue.worker.HORIZON = 5.0
from tests.worker_fire import enqueue
with tempfile.TemporaryDirectory() as folder:
    enqueue(Home.find(folder), 2, remembering=1)
    asyncio.run(Worker(Home.find(folder)).run_jobs(until_empty=True))
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    home, concurrency, out = json.loads(line)
    pid = os.fork()
    if pid == 0:
        said = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(said, 1)
        os.dup2(said, 2)
        def told(sentence):
            print(sentence, flush=True)
        worker = None
        async def main():
            global worker
            worker = Worker(Home.find(home), concurrency=concurrency, pauses=(0.2,) * 20, told=told)
            await worker.run_jobs(until_empty=True)
        try:
            asyncio.run(main())
            print(json.dumps({"finished": worker.tally.finished}), flush=True)
            code = 0
        except BaseException as fault:
            import traceback
            traceback.print_exc()
            code = 1
        sys.stdout.flush()
        os._exit(code)
    print(pid, flush=True)
"""


QUEUE: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[queue_events()])  # noqa: UP007  # made while it runs


class Forge(Starter):
    """Starts workers in no time; what they say goes to `out`."""

    program = FORGE

    def worker(self, home: Home, concurrency: int = 1) -> int:
        """The pid of a worker that works until the queue is empty."""
        return self.ask(str(home.path), concurrency, str(self.out))

    def said(self) -> str:
        """All that the workers have said."""
        return self.out.read_text("utf-8") if self.out.exists() else ""


def alive(pid: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def enqueue(home: Home, count: int, turns: int = 4, remembering: int = 0) -> list[str]:
    """The ids of so many roundtables; the first `remembering` of them know what those before them left."""
    queue, ids = Queue(home), []
    for number in range(count):
        remembers = number < remembering
        cast = "shop" if remembers else "startup"
        request = RoundtableRequest(cast=cast, turns=turns, simulated=True, voice="rehearsal", fresh=not remembers)
        ids.append(queue.enqueue(request, key=f"job {number}").id)
    return ids


def drain(
    forge: Forge,
    home: Home,
    *,
    workers: int = 4,
    concurrency: int = 1,
    kill_every: int = 0,
    seed: int = 14,
    patience: float = 300.0,
) -> dict[str, int]:
    """Have workers drain a queue. After about `kill_every` further steps, which are claims and finished jobs, one of
    them is killed and replaced. Steps rather than seconds: a fast machine strikes as often as a slow one. How often."""
    chance = random.Random(seed)
    queue = Queue(home)
    struck = {"kills": 0, "workers": workers}
    pids = [forge.worker(home, concurrency) for _ in range(workers)]
    until, killing = time.monotonic() + patience, kill_every
    while True:
        assert time.monotonic() < until, (
            f"not drained: {Counter(job.state for job in queue.jobs())}\n{forge.said()[-4000:]}"
        )
        jobs = queue.refresh()
        if not jobs.waiting and not jobs.running:
            break
        steps = sum(job.fence + job.over for job in queue.jobs())
        if kill_every and steps >= killing:
            killing = steps + chance.uniform(0.3, 1.7) * kill_every
            with contextlib.suppress(ProcessLookupError):
                os.kill(chance.choice(pids), signal.SIGKILL)
                struck["kills"] += 1
        for place, pid in enumerate(pids):
            if not alive(pid):
                pids[place] = forge.worker(home, concurrency)
                struck["workers"] += 1
        time.sleep(0.005)
    await_ends(pids, patience)
    return struck


def await_ends(pids: Iterable[int], patience: float = 240.0) -> None:
    """Return when all these processes have ended by themselves."""
    until = time.monotonic() + patience
    for pid in pids:
        while alive(pid):
            assert time.monotonic() < until, f"{pid} does not end"
            time.sleep(0.01)


def audit(home: Home, ids: Sequence[str]) -> dict[str, int]:
    """What must be true of a drained queue; raises `AssertionError` where it is not. What happened, in numbers."""
    queue = Queue(home)
    jobs = {job.id: job for job in queue.jobs()}
    assert not queue.faults
    assert list(jobs) == list(ids)
    assert {job.state for job in jobs.values()} <= {"finished"}, Counter(job.state for job in jobs.values())
    logs: dict[str, list[Path]] = {}
    for path in home.runs.iterdir():
        assert path.suffix == ".jsonl", path
        logs.setdefault(path.stem.rsplit("-", 1)[-1], []).append(path)
    # No run is lost, and none was begun twice.
    assert sorted(logs) == sorted(job.run for job in jobs.values())
    assert {len(paths) for paths in logs.values()} == {1}
    for (path,) in logs.values():
        events = [decode(line) for line in path.read_bytes().splitlines()]
        assert sum(isinstance(event, RunEnded) for event in events) == 1, path
        spoken = Counter(event.turn for event in events if isinstance(event, TurnEnded))
        # What a voice said was paid for: nobody is asked for a turn again whose reply stands in the log.
        paid = Counter(event.turn for event in events if isinstance(event, VoiceReplied) and event.purpose == "turn")
        assert set(spoken.values()) == {1}, path
        assert set(paid.values()) <= {1}, path
    said = [QUEUE.decode(line) for line in home.queue.read_bytes().splitlines()[1:]]
    done = Counter(event.job for event in said if isinstance(event, JobFinished))
    assert done == Counter(ids)
    claims = [event for event in said if isinstance(event, JobClaimed)]
    assert [event.fence for event in sorted(claims, key=lambda each: each.job)] == [
        number + 1 for job in sorted(jobs) for number in range(jobs[job].fence)
    ]
    _never_two_of_a_cast(said)
    assert not list(home.locks.glob("job-*")), "locks are left"
    return {"jobs": len(jobs), "finished": sum(done.values()), "claims": len(claims), "runs": len(logs)}


def _never_two_of_a_cast(events: Iterable[Any]) -> None:
    casts: dict[str, str] = {}
    playing: dict[str, str] = {}
    for event in events:
        if isinstance(event, JobEnqueued) and event.cast:
            casts[event.job] = event.cast
        elif (cast := casts.get(event.job, "")) and isinstance(event, JobClaimed):
            assert playing.setdefault(cast, event.job) == event.job
        elif cast:
            assert playing.pop(cast) == event.job
