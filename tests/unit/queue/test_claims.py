"""Who may claim what."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from parley.core.home import Home
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.queue.claims import Claims, seems_gone
from parley.core.queue.events import JobFailed, JobFinished
from parley.core.queue.queue import Queue

FRESH = RoundtableRequest(fresh=True, simulated=True)


def test_the_highest_priority_comes_first_and_nobody_before_their_time_or_beside_their_cast(home: Home) -> None:
    queue = Queue(home)
    shop = RoundtableRequest(cast="shop")
    for key, request, priority in (
        ("low", FRESH, -1), ("one", shop, 0), ("two", shop, 5), ("other", RoundtableRequest(cast="startup"), 0),
    ):  # fmt: skip
        queue.enqueue(request, key=key, priority=priority)
    queue.enqueue(FRESH, key="late")
    claims, others = Claims(queue, "a"), Claims(Queue(home), "b")
    taken = [claims.take(), others.take(), claims.take(), others.take(), claims.take()]
    assert [claim.job.key if claim else "" for claim in taken] == ["two", "other", "late", "low", ""]
    assert taken[0] is not None
    assert taken[2] is not None
    assert claims.say(taken[0], JobFinished, run=taken[0].job.run, turns=3)
    first = others.take()
    assert first is not None
    assert (first.job.key, first.job.fence, first.job.run) == ("one", 1, first.job.id)
    # What is to be tried again waits for its time, or until somebody asks for it.
    assert claims.say(taken[2], JobFailed, reason="It rained.", retry_at=datetime.now(UTC) + timedelta(hours=1))
    assert claims.take() is None
    assert queue.retry("late").due is None
    assert (claim := claims.take()) is not None
    assert claim.job.key == "late"


def test_a_killed_workers_job_is_claimed_at_once_and_a_living_ones_by_nobody(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parley.core.queue.claims.PROBE_SECONDS", 0.0)
    queue = Queue(home)
    job = queue.enqueue(RoundtableRequest(cast="shop")).id
    first = Claims(queue, "first")
    held = first.take()
    assert held is not None
    second = Claims(Queue(home), "second")
    assert second.take() is None
    assert first.list_cancelled() == []
    assert not seems_gone(home, queue.job(job))
    # Killed: the system has let go of the lock.
    held.lock.release()
    assert seems_gone(home, queue.job(job))
    taken = second.take()
    assert taken is not None
    assert (taken.job.id, taken.job.fence, taken.job.run) == (job, 2, held.job.run)
    assert second.say(taken, JobFinished, run=taken.job.run)
    assert not list(home.locks.glob("job-*"))


def test_a_job_that_was_put_back_waits_for_who_still_has_it(home: Home) -> None:
    queue = Queue(home)
    job = queue.enqueue(FRESH, priority=5).id
    other = queue.enqueue(FRESH).id
    first, second = Claims(queue, "first"), Claims(Queue(home), "second")
    held = first.take()
    assert held is not None
    queue.cancel(job)
    queue.retry(job)
    assert first.list_cancelled() == [held]
    between = second.take()
    assert between is not None
    assert between.job.id == other
    assert second.take() is None
    assert not first.say(held, JobFinished, run=held.job.run)
    again = second.take()
    assert again is not None
    assert (again.job.id, again.job.fence) == (job, 2)
