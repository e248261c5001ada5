"""A window beside workers that add turns to its home: how long its event loop was away."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QTimer

from benchmarks.desk import with_window
from benchmarks.figure import Figure, note, percentile
from benchmarks.talks import studio_in
from parley.core.home import Home
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.queue.queue import Queue
from parley.core.studio.studio import Studio
from parley.desktop.queue.commands import QueueCommands
from parley.desktop.shell.app import Desktop

SECONDS = float(os.environ.get("PARLEY_BESIDE_SECONDS", "20"))
JOBS, TURNS = 12_000, 24
AT_ONCE = 4
MOST_MS = 50.0
LEAST_TURNS = 100.0
"""A second, by all workers together."""
ENOUGH = 400
"""Jobs that are done before it is measured: the library is not empty in earnest."""
INTERVAL_MS = 4
SETTLED = 2.0
"""Seconds after which docks that came into sight are made."""


@dataclass(frozen=True)
class Gap:
    """Between two ticks, beyond their interval, in ms: `wall`; `own`, without what threads of this process waited for
    a processor that others had (who holds Python's lock and waits lets the interface thread wait too); `cpu` of the
    interface thread, and `process`, of all threads of this process."""

    wall: float
    own: float
    cpu: float
    process: float


class Gaps:
    """A timer in the interface thread that notes how long it was away, and who had the processor meanwhile."""

    def __init__(self) -> None:
        self.all: list[Gap] = []
        self._before = self._now()
        self._timer = QTimer()
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _now(self) -> tuple[float, float, float, float]:
        return time.perf_counter(), _waited(), time.thread_time(), time.process_time()

    def _tick(self) -> None:
        before, self._before = self._before, self._now()
        wall, waited, cpu, process = ((now - then) * 1e3 for now, then in zip(self._before, before, strict=True))
        self.all.append(Gap(wall - INTERVAL_MS, max(0.0, wall - INTERVAL_MS - max(0.0, waited)), cpu, process))

    def stop(self) -> list[Gap]:
        """Tick no more."""
        self._timer.stop()
        return self.all


def _waited() -> float:
    """Seconds that the threads of this process were ready and had no processor, and that the machine's host gave to
    others; 0 where the system does not say."""
    nanoseconds = 0
    for each in Path("/proc/self/task").iterdir() if sys.platform == "linux" else ():
        # A thread may end meanwhile.
        with contextlib.suppress(OSError, IndexError):
            nanoseconds += int((each / "schedstat").read_bytes().split()[1])
    stolen = 0
    if sys.platform == "linux":
        stolen = int(Path("/proc/stat").read_text("ascii").split("\n", 1)[0].split()[8])
    return nanoseconds / 1e9 + stolen / os.sysconf("SC_CLK_TCK")


def watched(folder: Path) -> list[Figure]:
    """Stalls of the window: with nothing to do, beside a worker of a terminal, with one of its own as well, and with
    the docks of the queue and the library in sight."""
    home = Home(folder / "beside")
    shutil.rmtree(home.path, ignore_errors=True)
    studio = studio_in(home.path)
    home.prepare()
    requests = (
        RoundtableRequest(turns=TURNS, seed=seed, simulated=True, voice="rehearsal", fresh=True) for seed in range(JOBS)
    )
    queue = Queue(home)
    for number, each in enumerate(requests):
        queue.enqueue(each, key=f"job {number}")
    found: list[Figure] = []

    async def measure(desktop: Desktop) -> None:
        window = desktop.window
        commands = desktop.commands.rooms["queue"]
        assert isinstance(commands, QueueCommands)
        window.show_dock("queue")
        window.show_dock("speaker_flow")
        await asyncio.sleep(SETTLED)
        found.extend(await _phase("nothing", studio, desktop))
        with _terminal(home):
            await _until(lambda: _done(home) >= ENOUGH)
            found.extend(await _phase("terminal", studio, desktop))
            commands.toggle_worker()
            await _until(lambda: commands.worker is not None and commands.worker.figure().turns > 0)
            found.extend(await _phase("both", studio, desktop))
            window.show_dock("queue")
            window.show_dock("library")
            await asyncio.sleep(SETTLED)
            found.extend(await _phase("docks", studio, desktop))
        commands.toggle_worker()
        await _until(lambda: commands.worker is None)

    with_window(studio, measure)
    return found


async def _phase(name: str, studio: Studio, desktop: Desktop) -> list[Figure]:
    """What the loop did for so many seconds."""
    begun, before, spent = time.monotonic(), _turns(studio.home), time.process_time()
    gaps = Gaps()
    await asyncio.sleep(SECONDS)
    all_ = gaps.stop()
    spent = time.process_time() - spent
    if not Queue(studio.home).refresh().waiting:
        raise RuntimeError(f"{name}: the queue was empty before the time was over; nothing was measured")
    rate = (_turns(studio.home) - before) / (time.monotonic() - begun)
    worst = max(all_, key=lambda gap: gap.own)
    stalls = sum(gap.own > MOST_MS for gap in all_)
    beside = {
        "turns_per_second": round(rate, 1),
        "jobs": len(Queue(studio.home).jobs()),
        "p99_ms": round(percentile([gap.own for gap in all_], 0.99), 1),
        "max_ms": round(worst.own, 1),
        "of_that_cpu_ms": round(worst.cpu, 1),
        "of_that_process_cpu_ms": round(worst.process, 1),
        "longest_cpu_ms": round(max(gap.cpu for gap in all_), 1),
        "with_others_stalls": sum(gap.wall > MOST_MS for gap in all_),
        "with_others_p99_ms": round(percentile([gap.wall for gap in all_], 0.99), 1),
        "with_others_max_ms": round(max(gap.wall for gap in all_), 1),
        "cpu_share": round(spent / SECONDS, 2),
        "ticks": len(all_),
        "seconds": SECONDS,
    }
    note(f"{name}: {beside}")
    figures = [Figure(f"beside.{name}", stalls, f"stalls of more than {MOST_MS:.0f} ms", "at most", 0, beside=beside)]
    if name != "nothing":
        figures.append(Figure(f"beside.{name}.turns", rate, "turns/s added to the home", "at least", LEAST_TURNS))
    return figures


@contextlib.contextmanager
def _terminal(home: Home) -> Iterator[None]:
    """A worker of a terminal, for as long as the block."""
    how = ("worker", "--concurrency", str(AT_ONCE), "--home", str(home.path))
    command = [sys.executable, "-m", "parley.core.cli", *how]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def _done(home: Home) -> int:
    return sum(job.state == "finished" for job in Queue(home).jobs())


def _turns(home: Home) -> int:
    """Turns that the finished jobs have."""
    return sum(job.turns for job in Queue(home).jobs())


async def _until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(300):
        while not await asyncio.to_thread(true):
            await asyncio.sleep(0.25)
