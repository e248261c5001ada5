"""The queue's log: what is appended by several, what is folded, and what is left out."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.errors import LogError, NewerLogError, RunError, UnknownName, UsageError
from parley.core.home import Home
from parley.core.modes.duologue.request import DuologueRequest, SideRequest
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.queue.events import JobClaimed, JobFailed, JobFinished, JobParked
from parley.core.queue.jobs import id_of_key
from parley.core.queue.queue import Queue

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
REQUEST = RoundtableRequest(format="standup", turns=4, topic="Rain \ud800", seed=3)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def test_a_key_is_one_job_whoever_enqueues_it(home: Home) -> None:
    one, other = Queue(home), Queue(home)
    first = one.enqueue(REQUEST, key="2026-11-23/09/standup", asked_by="schedule", priority=3)
    assert first.id == id_of_key("2026-11-23/09/standup")
    assert other.enqueue(RoundtableRequest(topic="another"), key="2026-11-23/09/standup") == first
    both = [other.enqueue(REQUEST, key=key) for key in ("a", "a", "", "")]
    assert len({job.id for job in both}) == 3
    assert [job.key for job in one.jobs()] == ["2026-11-23/09/standup", "a", "", ""]
    assert one.jobs() == other.jobs() == Queue(home).jobs()
    assert one.job("2026-11-23/09/standup") == one.job(first.id[:6]) == first
    # What was asked for comes out as it went in, but for what no file can hold.
    assert first.request() == REQUEST.model_copy(update={"topic": "Rain ?"})
    assert (first.kind, first.cast, first.priority) == ("roundtable", "startup", 3)
    fresh = one.enqueue(REQUEST.model_copy(update={"fresh": True}))
    sides = DuologueRequest(sides=(SideRequest("Ann"), SideRequest("Ben")), cast="startup")
    assert (fresh.cast, one.enqueue(sides).cast) == ("", "")
    assert one.job(one.jobs()[-1].id).request() == sides
    with pytest.raises(UnknownName):
        one.job("nobody")


def test_only_the_last_claim_counts(home: Home) -> None:
    queue = Queue(home)
    job = queue.enqueue(REQUEST).id

    def said(*events: JobClaimed | JobFinished | JobFailed | JobParked) -> None:
        with queue.lock_jobs():
            queue.journal.append(*events)

    said(JobClaimed(at=NOW, job=job, worker="a", fence=1, run="r"))
    # Two claims cannot have one number, and none may be left out.
    said(JobClaimed(at=NOW, job=job, worker="b", fence=1, run="r"))
    said(JobClaimed(at=NOW, job=job, worker="c", fence=3, run="r"))
    assert (queue.job(job).worker, queue.job(job).fence) == ("a", 1)
    said(JobClaimed(at=NOW, job=job, worker="b", fence=2, run="r"))
    # The first worker comes back late.
    said(JobFinished(at=NOW, job=job, fence=1, run="r", turns=9), JobParked(at=NOW, job=job, fence=1, reason="No."))
    assert (queue.job(job).state, queue.job(job).worker) == ("running", "b")
    said(JobFailed(at=NOW, job=job, fence=2, reason="It rained.", retry_at=NOW))
    waits = queue.job(job)
    assert (waits.state, waits.failures, waits.reason, waits.is_due(NOW)) == ("waiting", 1, "It rained.", True)
    said(JobFinished(at=NOW, job=job, fence=2, run="r"))
    assert queue.job(job).state == "waiting"
    said(JobClaimed(at=NOW, job=job, worker="c", fence=3, run="r"))
    assert queue.cancel(job).state == "cancelled"
    said(JobFinished(at=NOW, job=job, fence=3, run="r"))
    assert queue.job(job).state == "cancelled"
    assert queue.retry(job).failures == 0
    said(JobClaimed(at=NOW, job=job, worker="c", fence=4, run="r"))
    with pytest.raises(RunError):
        queue.retry(job)
    said(JobFinished(at=NOW, job=job, fence=4, run="r", ended="turns", turns=4))
    with pytest.raises(RunError):
        queue.cancel(job)
    assert Queue(home).jobs() == queue.jobs()


def test_what_a_killed_writer_left_is_cut_off_and_what_nobody_can_read_is_named(home: Home) -> None:
    queue = Queue(home)
    kept = queue.enqueue(REQUEST, key="kept")
    whole = home.queue.read_bytes()
    with home.queue.open("ab") as file:
        file.write(b'{"type":"job.enqueued","job":"torn"')
    reader = Queue(home)
    assert reader.jobs() == [kept]
    assert not reader.faults
    after = queue.enqueue(REQUEST, key="after")
    assert home.queue.read_bytes().startswith(whole + b'{"type":"job.enqueued"')
    assert reader.jobs() == [kept, after]
    with home.queue.open("ab") as file:
        file.write(b'{"type":"job.dreamt","at":"2026-11-23T12:00:00Z","job":"x"}\n\xff\n\n')
    last = queue.enqueue(REQUEST, key="last")
    assert reader.jobs() == [kept, after, last]
    assert [str(fault)[:6] for fault in reader.faults] == ["Line 4", "Line 5"]
    # Somebody puts another queue in its place: nothing of the old one is remembered.
    other = Home(home.path / "other")
    moved = Queue(other).enqueue(REQUEST, key="moved")
    other.queue.replace(home.queue)
    assert reader.jobs() == [moved]


def test_a_newer_log_and_another_ones_are_refused_and_not_written_to(home: Home) -> None:
    home.queue.parent.mkdir(parents=True)
    begun = {"type": "journal.begun", "at": "2026-11-23T12:00:00Z", "kind": "queue", "version": 2}
    for line, error in [
        (begun, NewerLogError),
        (begun | {"version": 3, "more": [1]}, NewerLogError),
        (begun | {"kind": "recipes", "version": 1}, LogError),
        ({"type": "run.started"}, LogError),
    ]:
        home.queue.write_text(json.dumps(line) + "\n", "utf-8")
        for act in (Queue(home).jobs, lambda: Queue(home).enqueue(REQUEST)):
            with pytest.raises(error):
                act()
        assert home.queue.read_text("utf-8") == json.dumps(line) + "\n"


def test_what_cannot_be_asked_for_is_a_sentence(home: Home) -> None:
    queue = Queue(home)
    wrong: dict[str, Any]
    for wrong in ({"priority": 10**9}, {"key": "k" * 500}, {"budget": -1}):
        with pytest.raises(UsageError):
            queue.enqueue(REQUEST, **wrong)
    assert queue.jobs() == []
    with queue.lock_jobs():
        pass
    job = queue.enqueue(REQUEST)
    # A log may come from anybody.
    text = home.queue.read_text("utf-8")
    for old, new in (('"kind":"roundtable"', '"kind":"opera"'), ('"turns":4', '"turns":-4'), ('"turns"', '"tuns"')):
        home.queue.write_text(text.replace(old, new), "utf-8")
        with pytest.raises(UsageError):
            Queue(home).job(job.id).request()
