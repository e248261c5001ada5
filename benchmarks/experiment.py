"""How near an experiment comes to the time that its voice alone would take."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

from benchmarks.figure import Figure, median_of
from parley.core.base.clock import Clock
from parley.core.cast.member import VoiceSpec
from parley.core.home import Home
from parley.core.settings import Settings
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.running import Running
from parley.core.studio.experiments.service import ExperimentService
from parley.core.studio.experiments.spec import Experiment
from parley.core.voices import pool
from parley.core.voices.base import Capabilities, Delta, Payload, Reply, Request, Waiting

RUNS, TURNS, PARALLEL, SECONDS = 200, 20, 50, 0.02
IDEAL = RUNS / PARALLEL * TURNS * SECONDS
MOST = 1.5
LINE = "I think that is a fair question, and I wonder what you would make of it yourself? This is line {}."


class Slow:
    """A voice that answers after 20 ms, whatever it is asked."""

    capabilities = Capabilities(structured=True)

    def __init__(self, spec: VoiceSpec) -> None:
        self.spec = spec

    def payload(self, request: Request) -> Payload:
        """Nothing is sent anywhere."""
        return Payload({}, ())

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        """One line."""
        await asyncio.sleep(SECONDS)
        yield Reply(text=LINE.format(request.turn), provider=self.spec.provider, model="slow")

    async def close(self) -> None:
        """Nothing is held."""


def _slow(spec: VoiceSpec, home: Home, settings: Settings, clock: Clock, **_more: object) -> Slow:
    return Slow(spec)


def grid(runs: int, voice: str) -> Plan:
    """A plan of so many runs in four cells."""
    return Plan(
        Experiment.model_validate(
            {
                "name": "Slow",
                "repetitions": runs // 4,
                "parallel": PARALLEL,
                "duologue": {"voice": voice, "turns": TURNS},
                "grid": {"awareness": ("none", "high"), "temperature": (0.2, 1.2)},
            }
        )
    )


async def timed(folder: Path, runs: int, voice: str) -> tuple[float, float]:
    """Wall and CPU seconds of a whole experiment, from the first run's beginning to the last log's sync."""
    studio = ExperimentService(Home(folder), Settings())
    running = Running(studio, grid(runs, voice), folder)
    wall, cpu = time.perf_counter(), time.process_time()
    progress = await running.live()
    took = time.perf_counter() - wall, time.process_time() - cpu
    await studio.close()
    if not progress.whole:
        raise RuntimeError(f"the experiment did not come to its end: {progress}")
    return took


def slow_voice(_folder: Path) -> list[Figure]:
    """200 duologues of 20 turns with a voice that takes 20 ms, 50 at once, as a share of the ideal 1.6 s.

    `rehearsal` is a simulated clock and no limit of calls, `embedded` the machine's clock and one limit for all.
    """
    pool.make_voice, kept = _slow, pool.make_voice
    found: list[Figure] = []
    try:
        for voice in ("rehearsal", "embedded:slow"):
            walls: list[float] = []
            cpus: list[float] = []
            for times in range(4):
                folder = Path(tempfile.mkdtemp())
                wall, cpu = asyncio.run(timed(folder, RUNS if times else 8, voice))
                shutil.rmtree(folder)
                if times:
                    walls.append(wall / IDEAL)
                    cpus.append(cpu)
            name = f"experiment.{voice.partition(':')[0]}"
            found.append(median_of(name, walls, "times the ideal", "at most", MOST, runs_of_it=RUNS))
            found.append(median_of(f"{name}.cpu", cpus, "CPU s"))
    finally:
        pool.make_voice = kept
    return found
