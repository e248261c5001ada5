"""`python -m benchmarks [NAME…]`: every figure as one line of JSON; without names, all of them."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.figure import Benchmark, note, tell

BENCHMARKS = {
    "engine50": "benchmarks.engine:short",
    "engine1000": "benchmarks.engine:middle",
    "engine10000": "benchmarks.engine:long",
    "echo": "benchmarks.engine:echoing",
    "start": "benchmarks.start:first_paint",
    "stranger": "benchmarks.stranger:first_words",
    "open": "benchmarks.opening:whole_window",
    "scroll": "benchmarks.opening:scrolling",
    "library": "benchmarks.library:opened",
    "idle": "benchmarks.idle:at_rest",
    "look": "benchmarks.idle:look",
    "streams": "benchmarks.streams:five",
    "beside": "benchmarks.beside:watched",
    "floor": "benchmarks.drawing:floor",
    "network": "benchmarks.drawing:network",
    "scrub": "benchmarks.scrub:whole_window",
    "score": "benchmarks.score:hundred_thousand",
    "recall": "benchmarks.recall:whole_life",
    "measures": "benchmarks.measuring:every_turn",
    "hostile": "benchmarks.hostile:cleaned",
    "experiment": "benchmarks.experiment:slow_voice",
    "queue": "benchmarks.queue_drain:drained",
    "cluster": "benchmarks.cluster:killed",
    "fights": "benchmarks.fights:every",
    "drift": "benchmarks.drift:sixty_days",
    "lines": "benchmarks.lines:ways",
}
"""Name and where it is measured. Each runs in a process of its own, so that none warms another."""


def measured(name: str, folder: Path) -> None:
    """Run one benchmark here and print its figures."""
    module, _, function = BENCHMARKS[name].partition(":")
    benchmark: Benchmark = getattr(importlib.import_module(module), function)
    for figure in benchmark(folder):
        tell(figure)


def main() -> int:
    """Returns 1 where a benchmark broke, 2 for a name that does not exist."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if sys.argv[1:2] == ["--here"]:
        measured(sys.argv[2], Path(sys.argv[3]))
        return 0
    names = sys.argv[1:] or list(BENCHMARKS)
    if unknown := [name for name in names if name not in BENCHMARKS]:
        note(f"There is no benchmark '{unknown[0]}'. There are: {', '.join(BENCHMARKS)}.")
        return 2
    broken = 0
    kept = os.environ.get("PARLEY_BENCH_FOLDER")
    with tempfile.TemporaryDirectory(prefix="parley-bench-") as fresh:
        folder = Path(kept or fresh)
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            command = [sys.executable, "-m", "benchmarks", "--here", name, str(folder)]
            broken += subprocess.run(command, check=False).returncode != 0
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
