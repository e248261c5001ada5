"""What a window costs in which nothing moves, and what a change of its look takes."""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from benchmarks.desk import Stopwatch, with_window
from benchmarks.figure import Figure, median_of
from benchmarks.talks import large_run
from parley.core.settings import set_group
from parley.desktop.shell.app import Desktop

TURNS = 1_000
SECONDS = 20.0
MOST_PERCENT = 0.5
MOST_LOOK_MS = 100.0


def at_rest(folder: Path) -> list[Figure]:
    """CPU time of the whole process while a run is shown and nobody does anything, and the timers that run."""
    studio, run = large_run(folder, TURNS)
    share: list[float] = []
    running: list[str] = []

    async def measure(desktop: Desktop) -> None:
        await desktop.session.open(run)
        await asyncio.sleep(3.0)
        timers = [timer for top in QApplication.topLevelWidgets() for timer in top.findChildren(QTimer)]
        timers += desktop.findChildren(QTimer)
        running.extend(sorted({_named(timer) for timer in timers if timer.isActive()}))
        for _ in range(3):
            watch = Stopwatch()
            await asyncio.sleep(SECONDS / 3)
            share.append(100 * watch.cpu / watch.wall)

    with_window(studio, measure)
    return [
        median_of("idle.cpu", share, "% of a core, nothing moves", "at most", MOST_PERCENT),
        Figure("idle.timers", len(running), "timers that run", "at most", 0, beside={"timers": running}),
    ]


def _named(timer: QTimer) -> str:
    parent = timer.parent()
    return f"{type(parent).__name__} {timer.interval()} ms{'' if not timer.isSingleShot() else ' once'}"


def look(folder: Path) -> list[Figure]:
    """From the choice of another theme, or another size of text, to the window painted with it, all views made."""
    studio, run = large_run(folder, TURNS)
    themes: list[float] = []
    sizes: list[float] = []

    async def measure(desktop: Desktop) -> None:
        await desktop.session.open(run)
        await asyncio.sleep(1.0)
        themes.extend([await _changed(desktop, theme=name) for name in 3 * ("dark", "contrast", "light")])
        sizes.extend([await _changed(desktop, text_scale=size) for size in 2 * (1.2, 1.0)])

    with_window(studio, measure)
    return [
        median_of("look.theme", themes, "CPU ms to another theme", "at most", MOST_LOOK_MS),
        median_of("look.size", sizes, "CPU ms to another size of text"),
    ]


async def _changed(desktop: Desktop, **values: object) -> float:
    """CPU milliseconds until the window is painted in another look."""
    watch = Stopwatch()
    desktop.on_settings(set_group(desktop.studio.settings, "look", **values))
    QApplication.processEvents()
    spent = watch.cpu
    await asyncio.sleep(0.3)
    return spent
