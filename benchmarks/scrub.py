"""The timeline dragged through a run of 10,000 turns."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication

from benchmarks.desk import frames, show_run, still_window
from benchmarks.figure import Figure, median_of, percentile
from benchmarks.talks import large_run

TURNS = 10_000
STEPS = 60
MOST_MS = 30.0


def whole_window(folder: Path) -> list[Figure]:
    """From the new turn to all views of the window painted with it."""
    studio, run = large_run(folder, TURNS)
    window = still_window(studio)
    show_run(studio, window, run)

    def step(number: int) -> None:
        window.model.show(1 + number * 3_301 % TURNS)
        QApplication.processEvents()

    spent = frames(STEPS, step)
    return [
        median_of("scrub.10000", spent, "CPU ms a step, all views", "at most", MOST_MS),
        Figure("scrub.10000.p95", percentile(spent, 0.95), "CPU ms a step, all views", values=spent),
    ]
