"""Who may claim what, and for how long."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from parley.core.base.clock import REHEARSAL_EPOCH
from parley.core.base.errors import LogLockedError
from parley.core.home import Home
from parley.core.log import log as log_file
from parley.core.log.events.run import RunStarted
from parley.core.log.events.turn import TurnEnded
from parley.core.log.locking import take_over
from parley.core.log.log import Log
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.queue.claims import Claims, lock_of
from parley.core.queue.queue import Queue
from tests.standup_events import sample_config

RUN_STARTED = RunStarted(at=REHEARSAL_EPOCH, config=sample_config(4).as_json())


class Hands:
    """A clock that somebody turns."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


FRESH = RoundtableRequest(fresh=True, simulated=True)


def test_the_highest_priority_comes_first_and_nobody_before_their_time_or_beside_their_cast(home: Home) -> None:
    queue = Queue(home)
    now = datetime.now(UTC)
    later = queue.enqueue(FRESH, key="later", not_before=now + timedelta(hours=1), priority=9)
    shop = RoundtableRequest(cast="shop")
    for key, request, priority in (
        ("low", FRESH, -1), ("one", shop, 0), ("two", shop, 5), ("other", RoundtableRequest(cast="startup"), 0),
    ):  # fmt: skip
        queue.enqueue(request, key=key, priority=priority)
    queue.enqueue(FRESH, key="done", not_before=now - timedelta(hours=1))
    claims, others = Claims(queue, "a"), Claims(Queue(home), "b")
    taken = [claims.take(), others.take(), claims.take(), others.take(), claims.take()]
    assert [claim.job.key if claim else "" for claim in taken] == ["two", "other", "done", "low", ""]
    assert taken[0] is not None
    assert claims.finish(taken[0], turns=3)
    first = others.take()
    assert first is not None
    assert (first.job.key, first.fence, first.run) == ("one", 1, first.job.id)
    assert [queue.job(key).state for key in ("two", "one", "later")] == ["finished", "running", "waiting"]
    assert queue.retry("later").due is None
    assert (claim := claims.take()) is not None
    assert claim.job.id == later.id


def test_a_killed_workers_job_is_claimed_at_once_and_a_standing_ones_after_its_lease(home: Home) -> None:
    queue, hands = Queue(home), Hands()
    job = queue.enqueue(RoundtableRequest(cast="shop")).id
    first = Claims(queue, "first", lease=30.0)
    held = first.take()
    assert held is not None
    second = Claims(Queue(home), "second", lease=30.0, clock=hands)
    assert second.take() is None
    hands.now += 29
    assert second.take() is None
    # A sign of life: the lease begins anew.
    first.touch()
    assert first.look() == ([], [])
    hands.now += 29
    assert second.take() is None
    hands.now += 29
    assert second.take() is None
    hands.now += 2
    taken = second.take()
    assert taken is not None
    assert (taken.job.id, taken.fence, taken.run, taken.taken) == (job, 2, held.run, True)
    # The first comes back: whatever it says is refused.
    assert first.look() == ([held], [])
    before = home.queue.read_bytes()
    assert not first.finish(held)
    assert not first.park(held, "No.")
    assert home.queue.read_bytes() == before
    # Killed: the system has let go of the lock.
    taken.lock.release()
    hands.now += 2
    third = Claims(Queue(home), "third", lease=30.0, clock=hands).take()
    assert third is not None
    # It may not have come to take the log from the one that stands still.
    assert (third.fence, third.taken) == (3, True)
    assert [path.name for path in home.locks.glob("job-*")] == [lock_of(home, job, 3).name]


def test_what_is_cancelled_meanwhile_is_left(home: Home) -> None:
    queue = Queue(home)
    job = queue.enqueue(FRESH).id
    claims = Claims(queue, "a")
    claim = claims.take()
    assert claim is not None
    Queue(home).cancel(job)
    assert claims.look() == ([], [claim])
    assert not claims.finish(claim)
    assert queue.job(job).state == "cancelled"


@pytest.mark.parametrize("when", ["open", "begin", "begun"])
def test_who_stood_still_writes_into_a_file_that_nobody_sees(
    home: Home, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The three moments at which a writer may have been stopped: as it opens, begins, or writes a log."""
    path, lock = home.runs / "2026-01-05-roundtable-x.jsonl", home.lock("x")
    home.prepare()
    line = TurnEnded(at=RUN_STARTED.at, turn=1, member="ann", text="Late.")
    late = Log.create(path, lock=lock, fsync="never")
    if when != "begin":
        late.append(RUN_STARTED)
    if when == "open":
        late.close()
        read = log_file.read

        def stopped(where: Path) -> log_file.Recording:
            found = read(where)
            monkeypatch.undo()
            take_over(path, lock).release()
            return found

        monkeypatch.setattr(log_file, "read", stopped)
        with pytest.raises(LogLockedError):
            Log.open(path, lock=lock)
    else:
        taken = take_over(path, lock)
        with pytest.raises(LogLockedError):
            Log.create(path, lock=lock)
        taken.release()
    if when == "begin":
        successor = Log.create(path, lock=lock, fsync="never")
        with pytest.raises(LogLockedError):
            late.append(RUN_STARTED)
        # Whoever comes late takes nothing away that the other has just made.
        late.close()
        successor.append(RUN_STARTED)
        successor.close()
    before = path.read_bytes()
    second, recording = Log.open(path, lock=lock)
    assert len(recording.events) == 1
    if when == "begun":
        late.append(line)
    late.close()
    assert path.read_bytes() == before
    second.append(line)
    second.close()
    assert len(path.read_bytes().splitlines()) == 2
    assert sorted(each.name for each in home.runs.iterdir()) == [path.name]
