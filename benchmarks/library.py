"""A library of 10,000 runs: listed, drawn, filtered, searched, and looked through while others write."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.desk import Painted, Stopwatch, frames
from benchmarks.figure import Figure, median_of, note
from benchmarks.talks import composed, played, studio_in
from parley.core.studio.studio import Studio
from parley.desktop.library.runs import build_first_figures, build_library_figures
from parley.desktop.library.view.view import LibraryView
from parley.desktop.shell.front import get_application
from parley.desktop.widgets import theme as look

RUNS = 10_000
TURNS = 6
MOST_SECONDS = 0.3
MOST_FRAME_MS = 1_000 / 60
WIDE = 900, 560


def many_runs(folder: Path) -> Path:
    """A home of so many short runs whose index is up to date; made once and kept in the folder."""
    home, done = folder / f"home-runs-{RUNS}", folder / f"home-runs-{RUNS}.done"
    if not done.exists():
        note(f"Writing {RUNS:,} runs (once) …")
        studio = studio_in(home)
        path = asyncio.run(played(studio, composed(studio, TURNS)))
        log, run = path.read_bytes(), path.stem.rpartition("-")[2]
        for number in range(RUNS - 1):
            name = f"{number:010x}"
            copy = path.with_name(path.name.replace(run, name))
            copy.write_bytes(log.replace(run.encode(), name.encode()))
            # Nine runs a day for three years.
            os.utime(copy, (time.time() - number * 9_600,) * 2)
        studio.reindex()
        done.touch()
    return home


def opened(folder: Path) -> list[Figure]:
    """From nothing read to a list that is painted; then what is done with it."""
    app = get_application()
    look.apply_theme(app, look.LIGHT, 1.0)
    home = many_runs(folder)

    def view_of(studio: Studio, *, whole: bool) -> LibraryView:
        view = LibraryView()
        view.resize(*WIDE)
        view.show_glimpse(build_first_figures(studio))
        if whole:
            view.show_figure(build_library_figures(studio))
        view.show()
        painted = Painted(view.runs.viewport())
        while not painted.count:
            app.processEvents()
        return view

    def timed(do: Callable[[], object]) -> tuple[float, float]:
        watch = Stopwatch()
        do()
        return watch.wall / 1e3, watch.cpu / 1e3

    view_of(studio_in(home), whole=True).close()
    found = [timed(lambda: view_of(studio_in(home), whole=False)) for _ in range(5)]
    all_of_them = [timed(lambda: view_of(studio_in(home), whole=True)) for _ in range(5)]
    studio = studio_in(home)
    view = view_of(studio, whole=True)
    again = [timed(lambda: build_library_figures(studio))[1] for _ in range(5)]
    shown = build_library_figures(studio)

    def filtered() -> None:
        for text in ("standup", "", "seven", ""):
            view.search.setText(text)
            app.processEvents()

    typed = [timed(filtered)[1] * 1e3 / 4 for _ in range(5)]
    bar = view.runs.verticalScrollBar()

    def scroll(number: int) -> None:
        bar.setValue(number * 997 % max(1, bar.maximum()))
        view.runs.viewport().repaint()

    scrolled = frames(100, scroll)
    searched = [timed(lambda: studio.projection.search("visits", 201))[0] * 1e3 for _ in range(5)]
    view.close()
    return [
        median_of("library.10000.open", [wall for wall, _cpu in found], "s to a painted list", "at most", MOST_SECONDS),
        median_of(
            "library.10000.open.cpu", [cpu for _wall, cpu in found], "CPU s to a painted list", "at most", MOST_SECONDS
        ),
        median_of("library.10000.whole", [wall for wall, _cpu in all_of_them], "s until all are listed"),
        median_of("library.10000.whole.cpu", [cpu for _wall, cpu in all_of_them], "CPU s until all are listed"),
        median_of("library.10000.again", again, "CPU s to list them again", runs=len(shown)),
        median_of("library.10000.filter", typed, "CPU ms a change of the filter"),
        median_of("library.10000.scroll", scrolled, "CPU ms a frame", "at most", MOST_FRAME_MS),
        median_of("library.10000.search", searched, "ms for a word that many runs hold"),
    ]
