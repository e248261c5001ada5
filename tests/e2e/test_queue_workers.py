"""Workers as processes: killed, and each job is done exactly once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from parley.core.home import Home
from parley.core.log import log as log_file
from parley.core.log.events.distilled import RunDistilled
from parley.core.log.fold import fold
from parley.core.queue.files import log_of
from tests.parley_processes import words
from tests.worker_fire import Forge, audit, drain, enqueue

JOBS = int(os.environ.get("PARLEY_QUEUE_JOBS", "40"))
REMEMBERING = 6
"""Jobs of one cast, each of which knows what those before it left."""


@pytest.fixture(scope="module")
def forge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forge]:
    with Forge(tmp_path_factory.mktemp("said") / "out.txt") as found:
        yield found


@pytest.mark.slow
def test_four_workers_killed_at_random_do_each_job_once_and_as_if_nothing_had_been(
    forge: Forge, tmp_path: Path
) -> None:
    calm, fire = Home(tmp_path / "calm"), Home(tmp_path / "fire")
    for home in (calm, fire):
        ids = enqueue(home, JOBS, remembering=REMEMBERING)
    drain(forge, calm, workers=1, concurrency=8)
    struck = drain(forge, fire, concurrency=2, kill_every=8)
    assert struck["kills"]
    assert audit(calm, ids)["claims"] == JOBS
    found = audit(fire, ids)
    assert found["claims"] > JOBS, "nobody was struck while at work"
    for job in ids:
        undisturbed, disturbed = log_of(calm, job), log_of(fire, job)
        assert undisturbed is not None
        assert disturbed is not None
        assert words(disturbed.read_bytes()) == words(undisturbed.read_bytes())
    # Rehearsals leave no memories, but who likes whom: each of the cast's runs begins as those before it left that.
    left: dict[tuple[str, str], float] = {}
    for job in ids[:REMEMBERING]:
        path = log_of(fire, job)
        assert path is not None
        events = log_file.read(path).events
        moved = [each for each in fold(events).setup.affinities if each.home is not None]
        assert {(each.a, each.b): each.affinity for each in moved} == left, job
        drifts = [drift for event in events if isinstance(event, RunDistilled) for drift in event.drifts]
        left |= {(drift.a, drift.b): drift.after for drift in drifts}
    assert left, "none of them had a past"
