"""What becomes of jobs whose runs fail, wait for somebody, are stopped, or cost too much."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from parley.core.base.errors import VoiceError
from parley.core.cast.member import VoiceSpec
from parley.core.home import Home
from parley.core.log import log as log_file
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunStarted
from parley.core.log.events.turn import TurnEnded, VoiceReplied
from parley.core.log.locking import make_write_error
from parley.core.log.sql.store import translate_errors
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.queue.accounts import Accounts, BudgetUsedUp
from parley.core.queue.executor import WorkerStudio, get_tomorrow
from parley.core.queue.files import log_of
from parley.core.queue.jobs import Job
from parley.core.queue.queue import Queue
from parley.core.queue.worker import HORIZON, Tally, Worker
from parley.core.settings import Budget, Settings
from parley.core.voices import pool
from parley.core.voices.base import Request
from tests.scripted_voices import Actor, fault

CLAUDE = VoiceSpec(provider="anthropic", model="claude-haiku-5-5")
SPOKEN = RoundtableRequest(voice=CLAUDE, turns=3, fresh=True, seed=1)
REHEARSED = RoundtableRequest(voice=VoiceSpec(), turns=3, simulated=True)

Cast = Callable[..., Actor]


@pytest.fixture
def actor(monkeypatch: pytest.MonkeyPatch) -> Cast:
    """Makes the one voice of all that are no rehearsal."""
    real = pool.make_voice

    def cast(*acts: Any, **values: Any) -> Actor:
        found = Actor(*acts, spec=CLAUDE, **values)

        def make(spec: VoiceSpec, *given: Any, **more: Any) -> Any:
            return found if spec.provider == "anthropic" else real(spec, *given, **more)

        monkeypatch.setattr(pool, "make_voice", make)
        return found

    return cast


def worked(home: Home, settings: Settings | None = None, **values: Any) -> tuple[Tally, list[str]]:
    """What a worker has done until nothing was left, and what it said."""
    said: list[str] = []

    async def main() -> Tally:
        worker = Worker(home, settings, **({"pauses": (0.0, 0.0)} | values), told=said.append)
        return await worker.run_jobs(until_empty=True)

    return asyncio.run(main()), said


def spoken(home: Home, job: Job) -> list[int]:
    """The numbers of the turns that stand in a job's log."""
    return [event.turn for event in events(home, job) if isinstance(event, TurnEnded)]


def events(home: Home, job: Job) -> list[Event]:
    path = log_of(home, job.run)
    assert path is not None
    return log_file.read(path).events


def test_what_fails_is_tried_again_from_where_its_run_stands_and_in_the_end_no_more(home: Home, actor: Cast) -> None:
    voice = actor("One.", fault(), fault())
    queue = Queue(home)
    job = queue.enqueue(SPOKEN).id
    tally, said = worked(home)
    found = queue.job(job)
    assert (found.state, found.fence, found.run, found.ended) == ("finished", 3, job, "turns")
    assert (tally.finished, tally.failed, found.reason) == (1, 2, "")
    assert said == [f"Job {job} is tried again: SECRET-FAULT happened."] * 2
    assert spoken(home, found) == [1, 2, 3]
    # Three turns, two failures, one distillation: nothing was asked for twice.
    assert len(voice.requests) == 6
    actor(*[fault() for _ in range(3)])
    job = queue.enqueue(SPOKEN).id
    worked(home)
    found = queue.job(job)
    assert (found.state, found.failures, found.reason) == ("failed", 3, "SECRET-FAULT happened.")


def test_where_trying_again_cannot_help_it_is_parked_with_the_reason_and_the_others_go_on(
    home: Home, actor: Cast
) -> None:
    actor(fault("auth", "The key is wrong."))
    queue = Queue(home)
    wrong = queue.enqueue(SPOKEN, key="wrong key").id
    person = queue.enqueue(REHEARSED.model_copy(update={"policy": "manual"}), key="asks a person").id
    nobody = queue.enqueue(REHEARSED.model_copy(update={"cast": "nobody"}), key="no cast").id
    foreign = VoiceSpec(provider="anthropic", model="x", base_url="http://127.0.0.1:9")
    server = queue.enqueue(SPOKEN.model_copy(update={"voice": foreign}), key="no leave").id
    other = queue.enqueue(REHEARSED, key="other").id
    tally, said = worked(home, concurrency=3)
    assert (tally.finished, tally.parked, tally.failed) == (1, 4, 0)
    reasons = {job.id: str(job.reason) for job in queue.jobs() if job.state == "parked"}
    assert reasons.keys() == {wrong, person, nobody, server}
    assert reasons[wrong].startswith("The key is wrong.")
    assert "There is no cast called 'nobody'." in reasons[nobody]
    assert "127.0.0.1:9" in reasons[server]
    assert reasons[person]
    assert len(said) == 4
    assert queue.job(other).state == "finished"
    # Somebody mends it: the run goes on where it stood.
    actor()
    begun = queue.job(wrong).run
    queue.retry(wrong)
    worked(home)
    assert (queue.job(wrong).state, queue.job(wrong).run) == ("finished", begun)


def test_a_run_whose_log_is_deleted_is_not_paid_for_again(home: Home, actor: Cast) -> None:
    def deleting(_request: Request) -> str:
        next(home.runs.glob("*.jsonl")).unlink()
        return "Two."

    voice = actor("One.", deleting)
    queue = Queue(home)
    job = queue.enqueue(SPOKEN).id
    worked(home)
    found = queue.job(job)
    assert (found.state, len(voice.requests)) == ("parked", 2)
    assert "deleted the log" in str(found.reason)


def test_a_run_is_composed_when_it_begins_and_knows_what_the_cast_has_been_through(home: Home) -> None:
    queue = Queue(home)
    jobs = [queue.enqueue(REHEARSED.model_copy(update={"turns": 14}), key=str(number)).id for number in range(3)]
    worked(home, concurrency=3)
    carried = []
    for job in jobs:
        first = events(home, queue.job(job))[0]
        assert isinstance(first, RunStarted)
        assert (first.config["id"], first.config["cast_id"]) == (job, "startup")
        carried.append(json.dumps(first.config["affinities"]))
    # Who answered whom often has come closer each time.
    assert len({*carried}) == 3


def test_a_stopped_worker_finishes_the_reply_and_leaves_the_run_to_the_next(home: Home, actor: Cast) -> None:
    voice = actor()
    voice.stall_at = {1, 3}
    queue = Queue(home)
    job = queue.enqueue(SPOKEN).id

    async def stopped(cancel: bool) -> Tally:
        worker = Worker(home)
        working = asyncio.create_task(worker.run_jobs())
        await voice.stalled.wait()
        worker.stop()
        if cancel:
            worker.stop(cancel=True)
        else:
            voice.go_on.set()
        return await working

    asyncio.run(stopped(False))
    assert (queue.job(job).state, spoken(home, queue.job(job))) == ("waiting", [1, 2])
    voice.stalled, voice.go_on, voice.stall_at = asyncio.Event(), asyncio.Event(), {2}
    asyncio.run(stopped(True))
    assert (queue.job(job).state, spoken(home, queue.job(job))) == ("waiting", [1, 2])
    tally, _said = worked(home)
    found = queue.job(job)
    assert (tally.finished, found.state, found.fence, found.failures) == (1, "finished", 3, 0)
    assert spoken(home, found) == [1, 2, 3]
    assert not list(home.locks.glob("job-*"))


def test_a_job_that_is_cancelled_under_way_is_left_as_it_stands(
    home: Home, actor: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parley.core.queue.worker.WATCH_SECONDS", 0.05)
    voice = actor()
    voice.stall_at = {1}
    queue = Queue(home)
    job = queue.enqueue(SPOKEN).id

    async def main() -> Tally:
        worker = Worker(home)
        noticed, pause = asyncio.Event(), worker._player.pause

        def paused(*given: Any, **named: Any) -> None:
            pause(*given, **named)
            noticed.set()

        worker._player.pause = paused  # type: ignore[method-assign]
        working = asyncio.create_task(worker.run_jobs(until_empty=True))
        await voice.stalled.wait()
        queue.cancel(job)
        await noticed.wait()
        voice.go_on.set()
        return await working

    tally = asyncio.run(main())
    found = queue.job(job)
    assert (found.state, tally.finished) == ("cancelled", 0)
    assert spoken(home, found) == [1, 2]


# The day's budget -------------------------------------------------------------------------------------------------


def test_what_calls_may_cost_is_put_aside_over_all_workers_and_falls_with_its_worker(home: Home) -> None:
    spent = 0.0
    one, other = (Accounts(home, name, lambda: 1.0, lambda: spent) for name in ("one", "other"))
    give_back = one.reserve_cost(0.6)
    assert give_back is not None
    # There would be enough if the other's call were not under way.
    assert other.reserve_cost(0.6) is None
    assert other.reserve_cost(0.3) is not None
    spent = 0.1
    give_back()
    assert other.reserve_cost(0.6) is not None
    assert one.reserve_cost(0.1) is None
    with pytest.raises(BudgetUsedUp) as refused:
        one.reserve_cost(0.95)
    assert str(refused.value.sentence) == (
        "The day's budget of $1.00 has $0.90 left, and the next call may cost $0.95."
    )
    # Killed: what it had put aside falls with its lock.
    other.close()
    assert one.reserve_cost(0.9) is not None
    one.close()
    free = Accounts(home, "free", lambda: 0.0, lambda: spent)
    assert free.reserve_cost(1_000.0) is not None


def test_where_the_budget_is_used_up_the_job_waits_for_the_next_day_and_its_run_does_not_end(
    home: Home, actor: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Shortly before midnight a worker would wait for it.
    monkeypatch.setattr("parley.core.queue.worker.HORIZON", 1.0)
    voice = actor(cost=0.001)
    settings = Settings(budget=Budget(day_cost=0.008, cost=0.0))
    queue = Queue(home)
    jobs = [queue.enqueue(SPOKEN.model_copy(update={"turns": 40, "seed": seed})).id for seed in range(3)]
    tally, said = worked(home, settings, concurrency=3)
    paid = sum(event.cost for job in jobs for event in events(home, queue.job(job)) if isinstance(event, VoiceReplied))
    assert 0.003 < paid <= 0.008
    assert len(voice.requests) == round(paid / 0.001)
    assert tally.finished == 0
    for job in jobs:
        found = queue.job(job)
        assert (found.state, found.due) == ("waiting", get_tomorrow())
        assert found.reason.startswith("The day's budget of $")
        assert not found.is_due(datetime.now(UTC))
    assert len(said) == 3


def test_a_jobs_own_budget_ends_its_run(home: Home, actor: Cast) -> None:
    actor(cost=0.3)
    queue = Queue(home)
    job = queue.enqueue(SPOKEN.model_copy(update={"turns": 30}), budget=0.5).id
    worked(home)
    found = queue.job(job)
    assert (found.state, found.ended, found.turns) == ("finished", "cost", 2)
    assert found.cost >= 0.6


def test_a_fault_of_ours_stops_one_job_and_not_the_worker(home: Home, actor: Cast) -> None:
    def broken(_request: object) -> VoiceError:
        raise ZeroDivisionError

    actor(broken)
    queue = Queue(home)
    wrong, other = queue.enqueue(SPOKEN).id, queue.enqueue(REHEARSED).id
    worked(home)
    assert (queue.job(wrong).state, queue.job(other).state) == ("parked", "finished")
    # What can never be is not tried again.
    assert queue.job(wrong).fence == 1
    assert "ZeroDivisionError" in queue.job(wrong).reason


@pytest.mark.parametrize("where", ["log", "index", "elsewhere"])
def test_a_job_is_put_back_for_later_where_the_disk_is_full(
    home: Home, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def refuse(*_given: Any, **_named: Any) -> None:
        if where == "log":
            raise make_write_error(home.runs, full)
        if where == "index":
            with translate_errors(home.database):
                raise sqlite3.OperationalError("database or disk is full")
        raise full

    queue = Queue(home)
    job = queue.enqueue(REHEARSED).id
    with monkeypatch.context() as patch:
        patch.setattr(WorkerStudio, "compose", refuse)
        tally, said = worked(home)
    found = queue.job(job)
    assert (found.state, tally.failed) == ("waiting", 1)
    assert "the disk is full" in found.reason
    assert "is tried again" in said[0]
    # Later than a worker waits that ends when nothing is left.
    assert found.due is not None
    assert not found.is_due(datetime.now(UTC) + timedelta(seconds=HORIZON))
    queue.retry(job)
    worked(home)
    assert queue.job(job).state == "finished"
