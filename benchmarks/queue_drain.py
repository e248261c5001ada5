"""Two thousand jobs: drained by four workers that nobody disturbs, then by four that are killed."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figure import Figure
from parley.core.home import Home
from tests.worker_fire import Forge, audit, drain, enqueue

JOBS = int(os.environ.get("PARLEY_QUEUE_JOBS", "2000"))
PATIENCE = 3_600.0


def drained(folder: Path) -> Iterator[Figure]:
    """Jobs a second, and how often each was done: exactly once, or the audit raises."""
    with Forge(folder / "said.txt") as forge:
        for name, struck in (("calm", {}), ("struck", {"kill_every": 4})):
            home = Home(folder / name)
            shutil.rmtree(home.path, ignore_errors=True)
            ids = enqueue(home, JOBS)
            begun = time.monotonic()
            strikes = drain(forge, home, concurrency=2, patience=PATIENCE, **struck)
            took = time.monotonic() - begun
            yield Figure(f"queue.{name}", JOBS / took, "jobs/s", beside=strikes | audit(home, ids) | {"seconds": took})
