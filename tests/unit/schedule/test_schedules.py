"""Daily schedules: what ships, what chance does with it, and the two days on which hours are missing or come twice."""

from __future__ import annotations

import time
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from parley.core.base.definition import parse_toml
from parley.core.base.errors import DefinitionError, UnknownName
from parley.core.base.packaged import names
from parley.core.home import Home
from parley.core.schedule.definition import FORTNIGHT, DailySchedule, Plan
from parley.core.schedule.draws import Draws, days_from, due_slots, get_zone_of
from parley.core.studio.library import Library

BERLIN = ZoneInfo("Europe/Berlin")
FIRST = date(2026, 3, 2)
SHIPPED = ("round-the-clock", "round-the-clock-de")


def plan_of(home: Home, name: str) -> Plan:
    return Plan(Library(home), home, name)


@pytest.mark.parametrize("name", SHIPPED)
def test_what_ships_has_an_hour_for_everything(name: str, home: Home) -> None:
    plan = plan_of(home, name)
    slots = plan.schedule.in_order()
    assert [slot.hour for slot in slots] == list(range(24))
    assert set(plan.formats) == set(names("formats"))
    assert slots[6].probability == 1.0
    assert set(slots[6].formats) == {"standup"}
    assert all(0.4 <= slot.probability <= 1.0 for slot in slots)
    topics = Counter(topic for slot in slots for topic in slot.topics)
    assert set(topics.values()) == {1}
    assert all(len(slot.topics) > FORTNIGHT for slot in slots)
    draws = Draws(plan)
    for day in days_from(FIRST, 40):
        for slot in slots:
            talk = draws.talk(day, slot)
            low, high = plan.formats[talk.format].members
            assert not talk.members or low <= len(talk.members) <= high
            assert talk.format in slot.formats
            named = {each.name.casefold(): each.id for each in plan.cast.members}
            for one in slot.participants.named:
                assert named.get(one.casefold(), one) in talk.members


def test_an_hour_that_is_missing_comes_with_the_next_and_one_that_comes_twice_comes_once(home: Home) -> None:
    schedule = plan_of(home, "round-the-clock").schedule
    spring, autumn, usual = (
        due_slots(schedule, day, BERLIN) for day in (date(2026, 3, 29), date(2026, 10, 25), date(2026, 6, 1))
    )
    for due in (spring, autumn, usual):
        assert [slot.hour for _moment, slot in due] == list(range(24))
    hours = {slot.hour: moment for moment, slot in spring}
    assert hours[2] == hours[3] == datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert hours[23] - hours[0] == timedelta(hours=22)
    hours = {slot.hour: moment for moment, slot in autumn}
    assert hours[2] == datetime(2026, 10, 25, 0, tzinfo=UTC)
    assert hours[3] - hours[2] == timedelta(hours=2)
    assert hours[23] - hours[0] == timedelta(hours=24)
    in_utc = schedule.model_copy(update={"timezone": "utc"})
    assert all(moment.hour == slot.hour for moment, slot in due_slots(in_utc, date(2026, 3, 29), get_zone_of(in_utc)))


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone of this system cannot be set")
@pytest.mark.parametrize("day", [date(2026, 3, 29), date(2026, 10, 25), date(2026, 6, 1)])
def test_the_machine_s_own_zone_has_the_same_hours(day: date, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    schedule = plan_of(home, "round-the-clock").schedule
    with monkeypatch.context() as zone:
        zone.setenv("TZ", "Europe/Berlin")
        time.tzset()
        try:
            own = due_slots(schedule, day, get_zone_of(schedule))
        finally:
            zone.undo()
            time.tzset()
    assert own == due_slots(schedule, day, BERLIN)


HEAD = 'id = "mine"\nname = "Mine"\ncast = "startup"\n'
SLOT = '\n[[slots]]\nhour = 6\nname = "One"\nformats = "standup"\n'


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        (HEAD + SLOT.replace("6", "24"), 6, "slots.0.hour"),
        (HEAD + SLOT + "probability = 1.5\n", 9, "probability"),
        (HEAD + SLOT + SLOT, 12, "two slots are called 'One'"),
        (HEAD + SLOT + 'participants = { named = ["boss"] }\n', 9, "at least two"),
        (HEAD + SLOT + "participants = { random = [5, 3] }\n", 9, "range"),
        (HEAD + SLOT + 'participants = { all = true, named = ["boss"] }\n', 9, "all"),
        (HEAD + SLOT + 'topics = ["a\\nb"]\n', 9, "one line"),
        (HEAD + SLOT + f"topics = {['x'] * 500}\n", 9, "400"),
        (HEAD + SLOT + 'voice = { provider = "embedded", model = "/etc/passwd.gguf" }\n', 9, "no file"),
        (HEAD + SLOT + 'voice = { provider = "anthropic", base_url = "file:///x" }\n', 9, "a server's URL begins"),
        (HEAD.replace("startup", "../startup") + SLOT, 3, "cast"),
        (HEAD + SLOT.replace('"standup"', '"../../x"'), 8, "formats"),
        (HEAD + SLOT + "colour = 3\n", 9, "no field called 'slots.0.colour'"),
        (HEAD, 0, "slots"),
    ],
)
def test_a_fault_is_told_with_its_line_and_its_key(text: str, line: int, word: str) -> None:
    with pytest.raises(DefinitionError) as told:
        parse_toml(text, "mine.toml", DailySchedule)
    assert told.value.line == line
    assert word in str(told.value)


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        (HEAD.replace("startup", "nobody") + SLOT, 3, "cast"),
        (HEAD + SLOT.replace("standup", "shouting"), 8, "shouting"),
        (HEAD + SLOT + 'participants = { named = ["bos"], random = 3 }\n', 9, "Did you mean 'boss'"),
    ],
)
def test_names_that_are_not_known_are_told_with_their_line(text: str, line: int, word: str, home: Home) -> None:
    home.schedules.mkdir()
    path = home.schedules / "mine.toml"
    path.write_text(text)
    with pytest.raises(DefinitionError) as told:
        plan_of(home, "mine")
    assert (told.value.line, told.value.path) == (line, path)
    assert word in str(told.value)


def test_a_schedule_is_found_by_its_name_or_its_file(home: Home, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(HEAD + SLOT)
    assert plan_of(home, str(tmp_path / "mine.toml")).schedule.name == "Mine"
    home.schedules.mkdir()
    (home.schedules / "round-the-clock.toml").write_text(HEAD + SLOT)
    assert plan_of(home, "round-the-clock").schedule.name == "Mine"
    with pytest.raises(UnknownName, match="round-the-clock-de"):
        plan_of(home, "round-the-watch")
