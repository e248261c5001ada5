"""`parley schedule`: the forecast, and a schedule that is played on a simulated clock."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from parley.core.home import Home
from parley.core.log.log import read
from parley.core.schedule.draws import get_moment_of
from tests.strict_server import KEY, StrictServer
from tests.unit.cli.conftest import Parley, Told

TEXT = """
id = "mine"
name = "Mine"
cast = "startup"
seed = 3

[[slots]]
hour = 6
name = "Standup"
formats = "standup"
participants = { named = ["boss"], random = 3 }
topics = ["The rain"]

[[slots]]
hour = 7
name = "Never"
formats = "debate"
probability = 0.0
"""
KEYS = ["date", "hour", "slot", "fired", "draw", "probability", "run"]


def test_what_is_forecast_is_what_is_played(home: Home, parley: Parley, told: Told) -> None:
    home.schedules.mkdir()
    (home.schedules / "mine.toml").write_text(TEXT)
    days = ("mine", "--date", "2026-03-28", "--days", 2)
    forecast = told("schedule", "show", *days)
    assert [row["state"] for row in forecast] == ["fires", "rests"] * 2
    played = told("schedule", "run", *days, "--fast", "--voice", "rehearsal")
    assert [list(row)[: len(KEYS)] for row in played] == [KEYS] * 4
    assert [(row["date"], row["hour"], row["slot"], row["fired"]) for row in played] == [
        (day, hour, slot, hour == 6)
        for day in ("2026-03-28", "2026-03-29")
        for hour, slot in ((6, "Standup"), (7, "Never"))
    ]
    assert [row["draw"] for row in played] == [row["draw"] for row in forecast]
    assert [row["run"] is not None for row in played] == [True, False] * 2
    shown = told("schedule", "show", *days)
    assert [row["state"] for row in shown] == ["fired", "skipped"] * 2
    assert [row["members"] for row in shown[::2]] == [row["members"] for row in forecast[::2]]
    assert shown[0]["topic"] == "The rain"
    assert "boss" in shown[0]["members"]
    # Once more: nothing fires twice.
    assert told("schedule", "run", *days, "--fast", "--voice", "rehearsal") == played
    assert len(list(home.runs.glob("*.jsonl"))) == 2
    said = parley("schedule", "run", *days, "--fast", "--voice", "rehearsal")
    assert (said.code, said.out) == (0, "")
    assert "2 of 4 slots fired." in said.err


def test_a_voice_that_is_paid_plays_a_fortnight_too_by_its_dates_and_within_the_day_s_budget(
    home: Home, parley: Parley, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.schedules.mkdir()
    (home.schedules / "mine.toml").write_text(TEXT.replace("seed = 3", "seed = 3\nlimits = { turns = 3 }"))
    run = ("schedule", "run", "mine", "--days", 2, "--fast", "--voice", "anthropic")
    with StrictServer() as server:
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        played = [row for row in told(*run, "--date", "2026-03-02") if row["fired"]]
        for row in played:
            (path,) = home.runs.glob(f"{row['date']}-*-{row['run']}.jsonl")
            moments = [event.at for event in read(path).events]
            begun = get_moment_of(date.fromisoformat(row["date"]), 6, None)
            assert all(begun <= moment < begun + timedelta(hours=1) for moment in moments)
            assert moments == sorted(moments)
        # It was paid today, whatever the logs are dated; what is used up stays so for the next command.
        asked = len(server.messages)
        assert asked > 6
        home.settings.write_text("[budget]\nday_cost = 0.000001\n")
        later = [row for row in told(*run, "--date", "2027-03-02") if row["fired"]]
        assert len(later) == 2
        assert len(server.messages) == asked
        # Who has no key is told of each slot.
        for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"):
            monkeypatch.delenv(name)
        said = parley(*run, "--date", "2028-03-02", "--json")
    assert said.code == 1
    assert "2028-03-03 Standup: failed. " in said.err
    assert "2 slots could not be held." in said.err


def test_what_cannot_be_is_told(home: Home, parley: Parley) -> None:
    for wrong, words in (
        (("show", "nothing"), "There is no schedule called 'nothing'"),
        (("show", "--date", "2026-3-1"), "is no day"),
        (("run", "--fast"), "has no end"),
        (("run", "--voice", "nobody"), "There is no voice called 'nobody'"),
    ):
        said = parley("schedule", *wrong)
        assert said.code == 2, wrong
        assert words in said.err
