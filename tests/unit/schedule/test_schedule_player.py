"""A schedule at work: what fires, what does not and why, on a clock that is told what to show."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec
import pytest

from parley.core.base.clock import Clock, SimulatedClock
from parley.core.base.errors import LogError
from parley.core.cast.member import VoiceSpec
from parley.core.home import Home
from parley.core.log.log import read
from parley.core.queue.queue import Queue
from parley.core.queue.worker import Worker
from parley.core.schedule.definition import Plan
from parley.core.schedule.draws import get_moment_of
from parley.core.schedule.log import Outcome, ScheduleLog, SlotFired, SlotMissed, SlotSkipped
from parley.core.schedule.player import SchedulePlayer
from parley.core.schedule.playing import InThisProcess, SlotRun, ThroughQueue
from parley.core.studio.studio import Studio
from tests.laptop import Laptop

DAY = date(2026, 3, 28)
BERLIN = ZoneInfo("Europe/Berlin")
SMALL = """
id = "small"
name = "Small"
cast = "startup"
seed = 4
limits = { turns = 12 }
"""


def slot(hour: int, *more: str) -> str:
    lines = (f"hour = {hour}", f'name = "At {hour}"', 'formats = "watercooler"', *more)
    return "\n[[slots]]\n" + "\n".join(lines) + "\n"


def player(home: Home, text: str, clock: Clock, *, queued: bool = False) -> SchedulePlayer:
    home.schedules.mkdir(exist_ok=True)
    (home.schedules / "small.toml").write_text(SMALL + text)
    studio = Studio(home)
    playing = None if queued else InThisProcess(studio, "startup")
    plan = Plan(studio.library, home, "small")
    found = SchedulePlayer(studio, plan, clock=clock, zone=BERLIN, voice=VoiceSpec(), playing=playing)
    found.studio = studio  # type: ignore[attr-defined]
    return found


async def played(schedule: SchedulePlayer, first: date, days: int) -> list[Outcome]:
    told: list[Outcome] = []
    schedule.log.taps.append(told.append)
    try:
        await schedule.play(first, days)
    finally:
        await schedule.studio.close()  # type: ignore[attr-defined]
    return told


def files(home: Home) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (*home.runs.iterdir(), *home.schedule_logs.iterdir())}


async def test_the_same_seed_and_history_give_the_same_days_byte_for_byte(tmp_path: Path) -> None:
    often = ("probability = 0.8", 'topics = ["The rain", "The bus", "The soup"]')
    # What earlier versions knew of topics is read, and has no effect.
    text = "".join(slot(hour, *often) for hour in (1, 9, 22)) + slot(
        12, "memory = 0.2", "actions = 1.0", "participants = { all = true }"
    ).replace("watercooler", "standup")
    logs = []
    for name in ("one", "other"):
        home = Home(tmp_path / name)
        home.prepare()
        clock = SimulatedClock(get_moment_of(DAY, 0, BERLIN))
        told = await played(player(home, text, clock), DAY, 2)
        logs.append(files(home))
        fired = [each for each in told if isinstance(each, SlotFired)]
        assert {each.source for each in fired} == {"pool", "usual"}
        # A run begins at its hour, and knows what the runs before it left.
        for each in fired:
            state = read(home.runs / next(file for file in logs[-1] if each.run in file)).events[0]
            assert state.at == each.at
            assert state.at.astimezone(BERLIN).hour in {each.hour, each.hour + 1}
    assert logs[0] == logs[1]
    # The rest of the days does not depend on whether they were played in one go.
    home = Home(tmp_path / "halves")
    home.prepare()
    for begin, days in ((DAY, 1), (DAY + timedelta(days=1), 1), (DAY, 2)):
        await played(player(home, text, SimulatedClock(get_moment_of(begin, 0, BERLIN))), begin, days)
    assert files(home) == logs[0]


@pytest.mark.parametrize("day", [date(2026, 3, 29), date(2026, 10, 25)])
async def test_every_hour_fires_once_on_the_days_of_summer_time(day: date, home: Home) -> None:
    text = "".join(slot(hour) for hour in (1, 2, 3))
    told = await played(player(home, text, SimulatedClock(get_moment_of(day, 0, BERLIN))), day, 1)
    assert [(type(each), each.hour, each.date) for each in told] == [
        (SlotFired, hour, day.isoformat()) for hour in (1, 2, 3)
    ]


async def test_a_machine_that_slept_says_what_it_missed_and_fires_nothing_late(home: Home) -> None:
    text = "".join(slot(hour) for hour in (8, 10, 12, 14)) + slot(11, "probability = 0.0")
    at = {hour: get_moment_of(DAY, hour, BERLIN) for hour in range(24)}
    laptop = Laptop(at[9], (at[9] + timedelta(minutes=30), at[12] + timedelta(minutes=40)))
    told = await played(player(home, text, laptop), DAY, 1)
    # It was begun at nine, for the first time: what was before that is no matter.
    assert [(each.hour, type(each)) for each in told] == [
        (10, SlotMissed), (11, SlotSkipped), (12, SlotMissed), (14, SlotFired),
    ]  # fmt: skip
    assert [each.why for each in told if isinstance(each, SlotMissed)] == ["asleep", "asleep"]
    # Two days later: what was missed since is told, and not made up for.
    later = Laptop(at[13] + timedelta(days=1))
    schedule = player(home, text, later)
    told = await played(schedule, DAY, 2)
    assert [(each.date[-2:], each.hour, type(each)) for each in told] == [
        ("28", 8, SlotMissed), ("29", 8, SlotMissed), ("29", 10, SlotMissed), ("29", 11, SlotSkipped),
        ("29", 12, SlotMissed), ("29", 14, SlotFired),
    ]  # fmt: skip
    assert [each.why for each in told if isinstance(each, SlotMissed)] == ["off"] * 4
    assert await played(player(home, text, Laptop(later.now())), DAY, 2) == []


async def test_a_run_that_is_stopped_is_gone_on_with(home: Home) -> None:
    text = slot(8) + slot(9)
    schedule = player(home, text, SimulatedClock(get_moment_of(DAY, 0, BERLIN)))
    schedule.log.taps.append(lambda _event: schedule.stop("enough"))
    (fired,) = await played(schedule, DAY, 1)
    assert isinstance(fired, SlotFired)
    again = player(home, text, SimulatedClock(get_moment_of(DAY, 0, BERLIN)))
    (next_one,) = await played(again, DAY, 1)
    assert next_one.hour == 9
    studio = Studio(home)
    assert studio.open(fired.run).state.status == "ended"
    await studio.close()


async def test_on_a_real_clock_runs_go_through_the_queue(home: Home) -> None:
    at = get_moment_of(DAY, 8, BERLIN)
    fired, other = await played(player(home, slot(8) + slot(9), Laptop(at), queued=True), DAY, 1)
    jobs = Queue(home).jobs()
    assert [(job.key, job.state, job.run) for job in jobs] == [
        ("schedule/small/2026-03-28/At 8", "finished", fired.run),
        ("schedule/small/2026-03-28/At 9", "finished", other.run),
    ]
    studio = Studio(home)
    state = studio.open(fired.run).state
    assert (state.status, len(state.turns), state.setup.simulated) == ("ended", state.setup.turns, False)
    assert [member.id for member in state.setup.members] == list(fired.members)
    await studio.close()


async def test_a_voice_that_is_not_there_is_told_and_holds_nothing_up(home: Home) -> None:
    text = slot(8, 'voice = { provider = "anthropic" }') + slot(9)
    schedule = player(home, text, SimulatedClock(get_moment_of(DAY, 0, BERLIN)))
    schedule._voice = None
    failed, fired = await played(schedule, DAY, 1)
    assert isinstance(failed, SlotMissed)
    assert failed.why == "failed"
    assert "key" in failed.detail
    assert isinstance(fired, SlotFired)


class Hurried(ThroughQueue):
    """Enqueues what fires, and leaves all of it to a worker that comes later."""

    async def play(self, slot: SlotRun) -> None:
        self._worker.stop()
        await super().play(slot)


async def test_a_run_that_another_worker_played_later_is_noted_when_the_schedule_goes_on(home: Home) -> None:
    text = slot(8, 'topics = ["The rain", "The bus", "The soup"]') + slot(9)
    schedule = player(home, text, Laptop(get_moment_of(DAY, 7, BERLIN)))
    schedule._playing = Hurried(schedule.studio, "schedule")  # type: ignore[attr-defined]
    await played(schedule, DAY, 1)
    assert [(job.state, job.key[-5:]) for job in Queue(home).jobs()] == [("waiting", "/At 8"), ("waiting", "/At 9")]
    assert ScheduleLog(home, "small").refresh().outcomes == {}
    await Worker(home, concurrency=3, pauses=(0.0,)).run_jobs(until_empty=True)
    tomorrow = Laptop(get_moment_of(DAY + timedelta(days=1), 7, BERLIN))
    told = await played(player(home, text, tomorrow, queued=True), DAY, 1)
    assert [(type(each), each.hour) for each in told] == [(SlotFired, 8), (SlotFired, 9)]
    fired = ScheduleLog(home, "small").refresh().list_fired()
    assert [each.source for each in fired] == ["pool", "usual"]
    studio = Studio(home)
    assert [studio.open(each.run).state.setup.topic for each in fired] == [each.topic for each in fired]
    await studio.close()


@pytest.mark.parametrize("queued", [False, True])
async def test_a_slot_whose_server_nobody_has_allowed_is_missed_and_the_next_fires(home: Home, queued: bool) -> None:
    stranger = 'voice = { provider = "anthropic", model = "m", base_url = "http://talks.example/v1" }'
    start = get_moment_of(DAY, 7, BERLIN)
    schedule = player(
        home, slot(8, stranger) + slot(9), Laptop(start) if queued else SimulatedClock(start), queued=queued
    )
    schedule._voice = None
    missed, fired = await played(schedule, DAY, 1)
    assert isinstance(missed, SlotMissed)
    assert missed.why == "failed"
    assert "talks.example" in missed.detail
    assert isinstance(fired, SlotFired)
    assert fired.hour == 9


def outcomes() -> Iterator[Outcome]:
    told = {"at": datetime(2026, 3, 1, tzinfo=UTC), "date": "2026-03-01", "slot": "One", "hour": 6}
    yield SlotMissed(**told, draw=0.1, probability=0.5, why="off")
    yield SlotFired(
        **told, draw=0.1, probability=0.5, format="standup", members=("a",), source="pool", topic="T", seed=1, run="x"
    )
    yield SlotSkipped(**told, draw=0.9, probability=0.5)


def test_a_slot_of_a_date_fires_once_whoever_does_it(home: Home) -> None:
    missed, fired, skipped = outcomes()
    one, other = ScheduleLog(home, "s"), ScheduleLog(home, "s")
    assert one.append(missed)
    assert other.append(fired)
    assert not one.append(msgspec.structs.replace(fired, run="y"))
    assert not one.append(missed)
    assert not other.append(skipped)
    (path,) = home.schedule_logs.iterdir()
    assert path.name == "s-2026-03.jsonl"
    assert [each.run for each in one.refresh().list_fired()] == ["x"]
    # A line that is none is left out and told, half a one is written over.
    with path.open("ab") as file:
        file.write(b'{"type":"slot.fired","date":"x"}\n{"type":"slo')
    assert ScheduleLog(home, "s").append(msgspec.structs.replace(skipped, slot="Two"))
    last = ScheduleLog(home, "s")
    assert len(last.refresh().outcomes) == 2
    assert len(last.faults) == 1
    path.write_bytes(b'{"type":"run.started"}\n')
    with pytest.raises(LogError):
        last.refresh()
