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
MOST_SECONDS = 1.0


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
        median_of(
            "start.first_paint",
            [each["wall"] for each in painted],
            "s from the command to the first paint",
            "at most",
            MOST_SECONDS,
        ),
        median_of("start.first_paint.cpu", [each["cpu"] for each in painted], "CPU s until the first paint"),
        median_of("start.run_shown", [each["wall"] for each in usable], "s from the command to a shown run, all views"),
        median_of("start.run_shown.cpu", [each["cpu"] for each in usable], "CPU s until a run is shown in all views"),
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
