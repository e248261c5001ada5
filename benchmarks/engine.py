"""What a turn costs: CPU, disk, memory. Log and database included."""

from __future__ import annotations

import asyncio
import resource
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.echo import registered
from benchmarks.figure import Figure, median_of
from benchmarks.talks import composed, played, studio_in
from parley.core.studio.studio import Studio

LEAST_TURNS = 2_000
"""Turns per CPU second that were promised."""

ECHOES = 10_000
"""Turns of the talk with the voice that only returns a line."""

MOST_GROWTH = 1.2
MOST_BYTES = 4_096


class Marks:
    """CPU seconds at the beginning, after the first tenth, before the last tenth, and at the end.

    Only there: asking for the process's time costs as much as a tenth of a turn on some machines.
    """

    def __init__(self, turns: int) -> None:
        self.at = dict.fromkeys((1, 1 + turns // 10, turns - turns // 10, turns), 0.0)

    def __call__(self, turn: int) -> None:
        if turn in self.at:
            self.at[turn] = time.process_time()

    def growth(self) -> float:
        """How much more a turn of the last tenth costs than one of the first."""
        begin, first, last, end = self.at.values()
        return (end - last) / (first - begin)


def turns_per_second(turns: int, times: int) -> list[Figure]:
    """Turns per CPU second of a whole run: composing, playing, distilling, log and database."""
    rates: list[float] = []
    growths: list[float] = []

    async def measure(studio: Studio) -> None:
        # The database is opened and a first run played: what is loaded once a process is no part of a turn.
        studio.list_recent()
        await played(studio, composed(studio, 50, seed=1_000))
        for number in range(times):
            marks = Marks(turns)
            begin = time.process_time()
            await played(studio, composed(studio, turns, seed=number), marks)
            rates.append(turns / (time.process_time() - begin))
            growths.append(marks.growth())
        await studio.close()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(studio_in(Path(folder))))
    sizes = [bytes_a_turn(turns)]
    found = [
        median_of(f"engine.{turns}", rates, "turns per CPU second", "at least", LEAST_TURNS),
        median_of(f"engine.{turns}.bytes", sizes, "bytes a turn (log and database)", "at most", MOST_BYTES),
    ]
    if turns >= 1_000:
        found.append(median_of(f"engine.{turns}.growth", growths, "last tenth to first tenth", "at most", MOST_GROWTH))
    return found


def echoing(_folder: Path) -> list[Figure]:
    """The engine alone, with a voice that only returns a line of forty words."""
    rates: list[float] = []

    async def measure(studio: Studio) -> None:
        studio.list_recent()
        voice = registered()
        await played(studio, composed(studio, 50, seed=1_000, voice=voice))
        for number in range(5):
            config = composed(studio, ECHOES, seed=number, voice=voice)
            begin = time.process_time()
            await played(studio, config)
            rates.append(ECHOES / (time.process_time() - begin))
        await studio.close()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(studio_in(Path(folder))))
    return [median_of("engine.echo", rates, "turns per CPU second")]


def bytes_a_turn(turns: int) -> float:
    """What a run leaves on disk in a home of its own, the database's empty pages included, divided by its turns."""
    with tempfile.TemporaryDirectory() as folder:
        studio = studio_in(Path(folder))
        studio.list_recent()
        path = asyncio.run(played(studio, composed(studio, turns)))
        asyncio.run(studio.close())
        return (path.stat().st_size + studio.home.database.stat().st_size) / turns


def short(_folder: Path) -> list[Figure]:
    """Runs of 50 turns."""
    return turns_per_second(50, 9)


def middle(_folder: Path) -> list[Figure]:
    """Runs of 1,000 turns."""
    return turns_per_second(1_000, 5)


def long(_folder: Path) -> list[Figure]:
    """Runs of 10,000 turns, and the memory they take."""
    figures = turns_per_second(10_000, 3)
    return [*figures, Figure("engine.10000.memory", peak(), "MB resident at most")]


def peak() -> float:
    """The most memory this process has had, in MB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1024 * 1024 if sys.platform == "darwin" else 1024)
