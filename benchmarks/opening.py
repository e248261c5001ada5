"""A run of 100,000 turns: opened in a window, and scrolled."""

from __future__ import annotations

import asyncio
from pathlib import Path

from benchmarks.desk import Painted, Stopwatch, frames, show_run, still_window, with_window
from benchmarks.engine import peak
from benchmarks.figure import Figure, median_of
from benchmarks.talks import large_run
from parley.desktop.shell.app import Desktop

TURNS = 100_000
MOST_SECONDS = 1.5
MOST_FRAME_MS = 1_000 / 60
MOST_MB = 280


def whole_window(folder: Path) -> list[Figure]:
    """Until the last lines can be read, and until every view shows the whole run."""
    studio, run = large_run(folder, TURNS)
    readable: list[float] = []
    readable_cpu: list[float] = []
    whole: list[float] = []
    whole_cpu: list[float] = []

    async def measure(desktop: Desktop) -> None:
        painted = Painted(desktop.window.transcript.lines.viewport())
        for _ in range(3):
            watch, before = Stopwatch(), painted.count
            opening = asyncio.ensure_future(desktop.session.open(run))
            while desktop.model.transcript.last_turn() != TURNS or painted.count == before:
                await asyncio.sleep(0.005)
            readable.append(watch.wall / 1e3)
            readable_cpu.append(watch.cpu / 1e3)
            await opening
            before = painted.count
            desktop.window.transcript.lines.viewport().update()
            while painted.count == before:
                await asyncio.sleep(0.005)
            whole.append(watch.wall / 1e3)
            whole_cpu.append(watch.cpu / 1e3)
            await desktop.session.open(small)

    small = sample_of(folder)
    with_window(studio, measure)
    return [
        median_of("open.100000.readable", readable, "s to a readable transcript", "at most", MOST_SECONDS),
        median_of("open.100000.readable.cpu", readable_cpu, "CPU s to a readable transcript"),
        median_of("open.100000.whole", whole, "s until all views show it"),
        median_of("open.100000.whole.cpu", whole_cpu, "CPU s until all views show it"),
        Figure("open.100000.memory", peak(), "MB resident at most, window and run", "at most", MOST_MB),
    ]


def sample_of(folder: Path) -> str:
    """The file of a short run to go to in between."""
    studio, run = large_run(folder, 50)
    return str(studio.open(run).path)


def scrolling(folder: Path) -> list[Figure]:
    """Frames while the transcript is scrolled: by some lines, by pages, and to places never seen."""
    studio, run = large_run(folder, TURNS)
    window = still_window(studio)
    show_run(studio, window, run)
    lines = window.transcript.lines
    bar, viewport = lines.verticalScrollBar(), lines.viewport()

    def step(number: int) -> None:
        bar.setValue(bar.value() - (60 if number % 4 else viewport.height()))
        viewport.repaint()

    def jump(number: int) -> None:
        bar.setValue(bar.maximum() * (number * 37 % 101) // 101)
        viewport.repaint()

    steps, jumps = frames(240, step), frames(60, jump)
    return [
        median_of("scroll.100000", steps, "CPU ms a frame", "at most", MOST_FRAME_MS),
        median_of("scroll.100000.jumps", jumps, "CPU ms a frame, to places never seen", "at most", MOST_FRAME_MS),
    ]
