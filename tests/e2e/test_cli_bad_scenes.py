"""Floor plans, and bad input around scenes, days, plans, logbooks and memories: one sentence, nothing half-written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e.conftest import Inside, Shell, files_in
from tests.e2e.test_cli_bad_input import told
from tests.unit.office.test_office_plan import VILLA

FAST = ("--voice", "rehearsal", "--fast", "--seed", 1)
SCENE = ("run", "scene", *FAST)
DAY = ("run", "day", *FAST)


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ((*SCENE, "--type", ""), ("no scene type called ''", "Known: arrival")),
        ((*SCENE, "--type", "nope"), ("no scene type called 'nope'",)),
        ((*SCENE, "--kind", "nope"), ("no kind called 'nope'",)),
        ((*SCENE, "--exchange", "round"), ("no exchange called 'round'",)),
        ((*SCENE, "--room", "nope"), ("no room of the plan 'studio' called 'nope'", "kitchen")),
        ((*SCENE, "--members", "svea"), ("at least two members", "one was named")),
        ((*SCENE, "--members", "svea,Svea"), ("named twice",)),
        ((*SCENE, "--members", "svea,theo,ilja,ronja"), ("An encounter is of two or three", "--type meeting")),
        ((*SCENE, "--at", "25:00"), ("'25:00' is no hour",)),
        ((*SCENE, "--at", "²³:00"), ("is no hour", "09:30")),
        ((*SCENE, "--at", "１２:３０"), ("is no hour", "09:30")),
        ((*SCENE, "--plan", "../studio"), ("no floor plan called",)),
        ((*SCENE, "--translate", "fr"), ("no language to translate into called 'fr'",)),
        ((*DAY, "--days", 0), ("0 days are not possible",)),
        ((*DAY, "--days", 1_001), ("1 to 1,000",)),
        ((*DAY, "--first-day", "nope"), ("'nope' is no day",)),
        ((*DAY, "--first-day", "9999-12-30", "--days", 5), ("9999-12-30 is too late to begin",)),
        ((*DAY, "--members", "svea"), ("at least two members",)),
    ],
)
def test_a_scene_or_a_day_that_cannot_be(inside: Inside, arguments: tuple[object, ...], parts: tuple[str, ...]) -> None:
    told(inside(*arguments, check=None), 2, *parts)
    assert not list(inside.home.glob("runs/*"))


def test_a_logbook_is_not_written_over_its_run(inside: Inside) -> None:
    inside(*SCENE, "-o", "scene.jsonl")
    before = files_in(inside.folder) | files_in(inside.home)
    for command in (("logbook",), ("export", "--to", "md")):
        told(inside(*command, "scene.jsonl", "-o", "scene.jsonl", check=None), 2, "is the run's own log")
    told(inside("logbook", "scene.jsonl", "-o", "x" * 300, check=None), 1, "cannot be written")
    assert before == files_in(inside.folder) | files_in(inside.home)


def test_a_fork_of_a_day_has_no_number_of_turns(inside: Inside) -> None:
    inside(*SCENE, "-o", "scene.jsonl")
    told(inside("fork", "scene.jsonl", "--turn", 1, "--turns", 3, check=None), 2, "ends with its days", "--turns")


def test_what_is_looked_for_is_asked_in_words_and_not_in_a_query(inside: Inside) -> None:
    inside(*SCENE, "--members", "svea,theo", "-o", "talk.jsonl")
    for about in ('"', "a AND", "NEAR(", "*", "-a", "text:a", "((", "🙂", "\udcff", "Kampf " * 2_000):
        inside("search", "--", about)


@pytest.mark.slow
def test_two_at_once_are_told_apart(shell: Shell) -> None:
    both = [shell.start(*DAY) for _ in range(2)]
    ends = [process.communicate(timeout=120) for process in both]
    codes = sorted(process.returncode for process in both)
    assert codes in ([0, 0], [0, 1])
    assert all(not err or "is being written by another Parley" in err for _out, err in ends)


def test_a_run_is_not_kept_over_another_runs_log(inside: Inside) -> None:
    first = Path(inside(*SCENE, "--json").json["path"])
    before = first.read_bytes()
    told(inside("run", "scene", *FAST[:-1], 2, "-o", first, check=None), 1, "where Parley keeps its runs")
    assert first.read_bytes() == before


def test_a_map_is_imported_and_can_be_played_on(inside: Inside) -> None:
    (inside.folder / "map.tmj").write_text(json.dumps(VILLA), "utf-8")
    told = inside("plans", "import", "map.tmj", "--name", "villa")
    assert told.out.startswith("villa: 3 rooms, 3 doors, 2 seats. Written: ")
    assert [row["name"] for row in inside("plans", "--json").json] == ["Small office", "Game studio", "Villa"]
    inside("check", inside.home / "plans" / "villa.toml")


def test_an_own_plan_is_not_written_over_by_accident(inside: Inside) -> None:
    (inside.folder / "map.tmj").write_text(json.dumps(VILLA), "utf-8")
    inside("plans", "import", "map.tmj")
    before = files_in(inside.home)
    told = inside("plans", "import", "map.tmj", "--scale", 8, check=2)
    assert "There is a plan called 'map' already. Add --replace, or another --name." in told.err
    assert files_in(inside.home) == before
    inside("plans", "import", "map.tmj", "--scale", 8, "--replace")
    assert next(row for row in inside("plans", "--json").json if row["id"] == "map")["width"] == 80


def test_bad_plans_are_sentences_and_nothing_is_written(inside: Inside) -> None:
    (inside.folder / "map.tmj").write_text(json.dumps(VILLA | {"layers": []}), "utf-8")
    (inside.folder / "plan.toml").write_text('id = "x"\nname = "X"\nwidth = 1\nheight = 1\nrooms = []\n', "utf-8")
    for arguments, code, words in (
        (("import", "map.tmj"), 1, "map.tmj: the map has no rooms"),
        (("import", "map.tmj", "--name", "Die Villa"), 2, "Use small letters, digits and dashes: --name die-villa"),
        (("import", "nowhere.tmj"), 1, "nowhere.tmj: there is no such file."),
        (("chekc", "plan.toml"), 2, "No such command"),
    ):
        told = inside("plans", *arguments, check=code)
        assert words in told.err
        assert told.out == ""
        assert len(told.err.splitlines()) == 1
    for name, words in (("nowhere.toml", "there is no such file"), ("plan.toml", "plan.toml:5:1: 'rooms'")):
        told = inside("check", name, check=1)
        assert words in told.out + told.err
    assert not (inside.home / "plans").exists()
