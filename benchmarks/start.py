"""From the command to the first paint of the window."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.figure import Figure, median_of

TIMES = 5
MOST_PAINTED, MOST_SHOWN = 0.45, 1.0
"""Seconds."""


def first_paint(_folder: Path) -> list[Figure]:
    """A new process each time, in a home that has been used before; the first one warms the disk's cache.

    Painted counts, and then when it can be worked with: what comes after the first paint must not grow unseen.
    """
    painted: list[dict[str, float]] = []
    usable: list[dict[str, float]] = []
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as bytecode:
        for number in range(TIMES + 1):
            first, last = begun(Path(home), bytecode)
            if number:
                painted.append(first)
                usable.append(last)
    return [
        median_of(f"start.{name}{of}", [each[what] for each in times], unit, "at most", most)
        for name, times, bound, until in (
            ("first_paint", painted, MOST_PAINTED, "the first paint"),
            ("run_shown", usable, MOST_SHOWN, "a shown run, all views"),
        )
        for what, of, unit, most in (
            ("wall", "", f"s from the command to {until}", bound),
            ("cpu", ".cpu", f"CPU s until {until}", None),
        )
    ]


def begun(home: Path, bytecode: str) -> list[dict[str, float]]:
    """Start `parley --home HOME` and end it when a run is shown: how long the first paint took, and how long that.

    An installed program has its bytecode; here the first process writes it into a folder, for the others.
    """
    begin = time.time()
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.watched", str(home)],
        env=os.environ
        | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPYCACHEPREFIX": bytecode, "PYTHONDONTWRITEBYTECODE": ""},
        capture_output=True,
        check=True,
        text=True,
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    told = {name: value for line in lines for name, value in line.items()}
    return [{"wall": told[what] - begin, "cpu": told[f"{what}.cpu"]} for what in ("painted", "shown")]
