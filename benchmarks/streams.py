"""Five voices that stream at once into one window."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from PySide6.QtCore import QTimer

from benchmarks.desk import with_window
from benchmarks.figure import Figure, percentile
from benchmarks.talks import composed, studio_in
from parley.core.engine.gate import Pace
from parley.core.studio.studio import Studio, Watching
from parley.core.voices.base import Delta, Reply, Request, Voice, Waiting
from parley.core.voices.limits import Limited
from parley.desktop.bridge import Bridge
from parley.desktop.shell.app import Desktop

VOICES = 5
SECONDS = 8.0
TOKENS_A_SECOND = 60.0
"""Of each voice: more than a fast provider sends."""

MOST_MS = 8.0


class Streaming(Limited):
    """A rehearsal voice whose words come one by one, as a provider sends them, and as fast."""

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        async for part in self._voice.speak(request):
            if isinstance(part, Delta):
                for word in part.text.split(" "):
                    await asyncio.sleep(1 / TOKENS_A_SECOND)
                    yield Delta(word + " ")
            else:
                yield part


def five(folder: Path) -> list[Figure]:
    """One run is shown and plays; four more play beside it, and their words arrive in the same window.

    A timer of 4 ms asks how long the interface thread was away: in wall time, and in CPU time of that thread alone.
    """
    with tempfile.TemporaryDirectory(dir=folder) as home:
        return five_in(studio_in(Path(home)))


def five_in(studio: Studio) -> list[Figure]:
    """The figures, in this studio's home."""
    walls: list[float] = []
    cpus: list[float] = []
    words = 0

    async def measure(desktop: Desktop) -> None:
        nonlocal words
        pool_of = studio._get_pool

        def streaming_pool(*given: object) -> object:
            pool = pool_of(*given)  # type: ignore[arg-type]
            made = pool.voice
            pool.voice = lambda spec: _streaming(made(spec))  # type: ignore[method-assign]
            return pool

        studio._get_pool = streaming_pool  # type: ignore[method-assign, assignment]
        desktop.session.speed = 0.0
        texts: dict[str, str] = {}
        runs, bridges = [], []
        await desktop.session.start(composed(studio, 400, seed=1))
        for seed in range(2, VOICES + 1):
            config = composed(studio, 400, seed=seed).model_copy(update={"simulated": False})
            bridge = Bridge(config.id, desktop)
            # What another run's member says shows in the library's row of a window; here it goes to the caption.
            bridge.happened.connect(lambda batch: texts.update(batch.streaming))
            run = studio.start(config, Watching(bridge.watcher, bridge, Pace(), (bridge.tap,)))
            run.play()
            desktop.tasks.start(run.live(), f"run {seed}")
            runs.append(run)
            bridges.append(bridge)
        await asyncio.sleep(1.0)
        ticks = Ticks()
        await asyncio.sleep(SECONDS)
        ticks.stop()
        walls.extend(ticks.walls)
        cpus.extend(ticks.cpus)
        words = len(desktop.model.replay.live.turns)
        for run in runs:
            await run.close()
        await desktop.session.close()

    with_window(studio, measure)
    return [
        gap("streams.5.block", cpus, "CPU ms that the interface thread was away, p99", turns=words),
        gap("streams.5.gap", walls, "ms between two ticks, p99", turns=words),
        Figure("streams.5.longest", max(cpus), "CPU ms, the longest of all"),
    ]


def gap(name: str, values: Sequence[float], unit: str, **beside: int) -> Figure:
    """The 99th percentile with its goal."""
    return Figure(name, percentile(values, 0.99), unit, "at most", MOST_MS, values, beside)


def _streaming(voice: Voice) -> Voice:
    return voice if isinstance(voice, Streaming) else Streaming(voice, None)  # type: ignore[arg-type]


class Ticks:
    """A timer in the interface thread; each tick notes how long it had to wait beyond its interval."""

    INTERVAL = 4

    def __init__(self) -> None:
        self.walls: list[float] = []
        self.cpus: list[float] = []
        self._wall, self._cpu = time.perf_counter(), time.thread_time()
        self._timer = QTimer()
        self._timer.setInterval(self.INTERVAL)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        wall, cpu = time.perf_counter(), time.thread_time()
        self.walls.append((wall - self._wall) * 1e3)
        self.cpus.append((cpu - self._cpu) * 1e3)
        self._wall, self._cpu = wall, cpu

    def stop(self) -> None:
        """Tick no more."""
        self._timer.stop()
