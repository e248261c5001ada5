from __future__ import annotations

import asyncio
import errno
import os
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.errors import FileError, LogError, LogLockedError, ParleyError, UsageError
from parley.core.cast.member import VoiceSpec
from parley.core.engine.run import Run
from parley.core.home import Home
from parley.core.log import log as log_file
from parley.core.log.codec import encode
from parley.core.log.events.run import RunResumed
from parley.core.log.events.turn import TurnAbandoned
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.settings import Budget, Settings, Voices
from parley.core.studio import runs
from parley.core.studio.hand_written import hand_written
from parley.core.studio.studio import Studio
from parley.core.voices import pool as pool_file
from tests.scripted_voices import Actor, Company, finished, of_type, one_step, to_the_end
from tests.standup_events import sample_events

REHEARSAL = VoiceSpec(provider="rehearsal")


def wish(**values: Any) -> RoundtableRequest:
    chosen: dict[str, Any] = {"seed": 7, "simulated": True, "voice": REHEARSAL} | values
    return RoundtableRequest(**chosen)


async def done(home: Home, **values: Any) -> Run:
    """A rehearsed run that has ended."""
    studio = Studio(home)
    run = studio.start(studio.compose(wish(**values)))
    await finished(run)
    await studio.close()
    return run


def placed(home: Home, name: str, data: bytes) -> Path:
    path = home.runs / f"2026-01-05-roundtable-{name}.jsonl"
    path.write_bytes(data)
    return path


# Finding and opening ------------------------------------------------------------------------------------------------


def test_what_cannot_be_found_says_so(home: Home, tmp_path: Path) -> None:
    placed(home, "abc1", b"")
    placed(home, "abc2", b"")
    with pytest.raises(UsageError, match="'abc' fits 2 runs: abc1, abc2"):
        runs.find(home, "abc")
    for ref in ("zzz", "x" * 5_000, "\x00", "~nobody-at-all/x", "..", "/", str(tmp_path)):
        with pytest.raises(ParleyError) as caught:
            runs.find(home, ref)
        assert len(str(caught.value)) < 300
    with pytest.raises(FileError, match="no such file"):
        runs.find(home, str(tmp_path / "none.jsonl"))
    with pytest.raises(UsageError, match="No run was named"):
        runs.find(home, "")


# What stays ---------------------------------------------------------------------------------------------------------


async def test_another_cast_knows_nothing_of_a_run_and_who_asks_for_a_fresh_start_gets_one(home: Home) -> None:
    studio = Studio(home)
    await finished(studio.start(studio.compose(hand_written("standup"))))
    await studio.close()
    kept = [
        bool((await done(home, **asked)).state.setup.memories)
        for asked in ({"cast": "shop"}, {"fresh": True}, {"seed": 8})
    ]
    assert kept == [False, False, True]


async def test_a_simulated_run_is_repeated_in_place_also_after_a_pause_or_a_kill(home: Home) -> None:
    run = await done(home)
    whole = run.stage.log.path.read_bytes()
    lines = whole.splitlines(keepends=True)
    for cut in (b"".join(lines[:7]), b"".join(lines[:7]) + lines[7][:20], b"".join(lines[:1])):
        run.stage.log.path.write_bytes(cut)
        assert (await done(home)).stage.log.path.read_bytes() == whole
    studio = Studio(home)
    again = studio.start(studio.compose(wish()))
    await one_step(again)
    await again.close()
    await studio.close()
    assert (await done(home)).stage.log.path.read_bytes() == whole
    assert len(runs.all_files(home)) == 1


async def test_a_run_that_somebody_steered_is_not_overwritten(home: Home) -> None:
    studio = Studio(home)
    run = studio.start(studio.compose(wish()))
    run.director.inject("Something else.")
    await finished(run)
    await studio.close()
    kept = run.stage.log.path.read_bytes()
    with pytest.raises(LogError, match="somebody has steered it"):
        await done(home)
    assert run.stage.log.path.read_bytes() == kept


async def test_a_run_that_another_has_begun_meanwhile_stays_listed(home: Home) -> None:
    run = await done(home)
    studio = Studio(home)
    with pytest.raises(LogLockedError):
        studio.start(studio.compose(wish()), over=False)
    assert [row.id for row in studio.projection.runs()] == [run.state.run]
    await studio.close()


# Resuming -----------------------------------------------------------------------------------------------------------


async def resumed(home: Home, ref: str) -> Run:
    studio = Studio(home)
    run = studio.resume(ref)
    if run.state.status != "ended":
        await to_the_end(run)
    await run.close()
    await studio.close()
    return run


async def test_resuming_tells_of_it_only_where_something_was_interrupted(studio: Studio) -> None:
    run = studio.start(studio.compose(wish()))
    await one_step(run)
    await run.close()
    before = run.stage.log.path.read_bytes()
    again = studio.resume(run.state.run)
    await again.close()
    assert run.stage.log.path.read_bytes() == before
    lines = before.splitlines(keepends=True)
    started = next(i for i, line in enumerate(lines) if b"turn.started" in line)
    run.stage.log.path.write_bytes(b"".join(lines[: started + 1]) + b'{"type":"voi')
    torn = studio.resume(run.state.run)
    events = log_file.read(run.stage.log.path).events
    assert [event.torn for event in of_type(events, RunResumed)] == [12]
    assert [event.turn for event in of_type(events, TurnAbandoned)] == [1]
    await torn.close()


async def test_a_run_that_is_being_written_is_locked(home: Home) -> None:
    studio, other = Studio(home), Studio(home)
    run = studio.start(studio.compose(wish()))
    with pytest.raises(LogLockedError, match="another Parley"):
        other.resume(run.state.run)
    again = other.compose(wish())
    with pytest.raises(LogLockedError, match="another Parley"):
        other.start(again)
    await finished(run)
    assert run.state.status == "ended"
    await (other.resume(run.state.run)).close()
    await studio.close()
    await other.close()


# Disks that are full ------------------------------------------------------------------------------------------------


async def test_a_disk_that_is_full_at_the_beginning_leaves_no_half_of_a_run(
    home: Home, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = await done(home)
    kept = run.stage.log.path.read_bytes()
    config = studio.compose(wish(seed=8))
    write = os.write

    def full(file: int, data: bytes) -> int:
        if b'"type"' in data:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(file, data)

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(LogError, match="disk is full"):
        studio.start(config)
    with pytest.raises(LogError, match="disk is full"):
        studio.fork(run.state.run, 3)
    run.stage.log.path.write_bytes(kept[:-100])
    with pytest.raises(LogError, match="disk is full"):
        studio.resume(run.state.run)
    monkeypatch.undo()
    assert [path.name for path in home.runs.iterdir()] == [run.stage.log.path.name]
    # All locks were given back.
    assert (await resumed(home, run.state.run)).state.status == "ended"
    await studio.start(config).close()


async def test_the_money_of_the_day_counts_other_runs_and_this_one_once(home: Home) -> None:
    """A resumed run's own money is in the database already."""
    from datetime import UTC, datetime, timedelta

    def spent(run_id: str, ended: bool) -> Path:
        # Just before now, so that all of it is today unless a test runs in the first minutes after midnight.
        events = sample_events(3, run_id=run_id, ended=ended, cost=0.5, start=datetime.now(UTC) - timedelta(seconds=20))
        return placed(home, run_id, b"".join(encode(event) + b"\n" for event in events))

    spent("earlier", True)
    spent("mine", False)
    studio = Studio(home, Settings(budget=Budget(day_cost=1_000.0)))
    run = studio.resume("mine")
    today = run.limits.spent_today() + run.state.own_cost
    assert today == pytest.approx(studio.projection.spent_today(datetime.now(UTC).astimezone().date()))
    await run.close()
    await studio.close()


# Voices that are shared ---------------------------------------------------------------------------------------------


async def test_all_runs_share_one_limit_of_calls(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = VoiceSpec(provider="embedded", model="any")
    actor = Actor(spec=spec, stall_at={0})
    monkeypatch.setattr(pool_file, "make_voice", lambda *_given, **_named: actor)
    studio = Studio(home, Settings(voices=Voices(concurrency=1)))
    runs_ = [studio.start(studio.compose(wish(seed=seed, voice=spec, simulated=False))) for seed in (1, 2)]
    async with asyncio.TaskGroup() as group:
        for run in runs_:
            group.create_task(to_the_end(run))
        await actor.stalled.wait()
        for _ in range(100):
            await asyncio.sleep(0)
        # The other run waits for its place.
        assert len(actor.requests) == 1
        actor.go_on.set()
    assert [run.state.status for run in runs_] == ["ended", "ended"]
    for run in runs_:
        await run.close()
    await studio.close()


async def test_when_the_days_money_is_gone_the_next_run_asks_nobody(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = VoiceSpec(provider="anthropic", model="any")
    actor = Actor(spec=spec, cost=0.4)
    monkeypatch.setattr(pool_file, "make_voice", lambda *_given, **_named: actor)
    studio = Studio(home, Settings(budget=Budget(day_cost=1.0, cost=0)))
    for turns in (3, 0):
        run = studio.start(studio.compose(wish(voice=spec, simulated=False)))
        asked = len(actor.requests)
        await finished(run)
        assert (run.state.status, run.state.reason) == ("ended", "day_cost")
        assert len(run.state.turns) == len(actor.requests) - asked == turns
    free = studio.start(studio.compose(wish(simulated=False)))
    free.stage.calls.voices = Company(Actor())
    await to_the_end(free)
    assert free.state.reason == "turns"
    await free.close()
    await studio.close()
