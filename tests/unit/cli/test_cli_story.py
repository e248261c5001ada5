"""Stories from the command line: headless, and played in the terminal."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from parley.core.base.errors import FileError
from parley.core.home import Home
from parley.core.modes.story.composing import script_lines
from tests.story_configs import INTERVIEW
from tests.unit.cli.conftest import Parley, Told

FAST = ("--voice", "rehearsal", "--fast", "--seed", "3")


@pytest.fixture
def state(told: Told) -> Told:
    """A run's story as `parley state --json` tells it."""
    return partial(told, "state")


def the_run(home: Home) -> str:
    """The id of the one run there is."""
    (path,) = home.runs.glob("*.jsonl")
    return path.stem.rsplit("-", 1)[-1]


# Headless ---------------------------------------------------------------------------------------------------------


def test_a_story_plays_itself_to_the_epilogue_or_says_what_its_script_says(parley: Parley, tmp_path: Path) -> None:
    ids = []
    for _ in range(2):
        said = parley("run", "story", "--setting", "ferry", *FAST, "--turns", 3, "--json")
        assert said.code == 0, said.err
        found = json.loads(said.out)
        assert (found["status"], found["reason"]) == ("ended", "story")
        ids.append(found["id"])
    assert ids[0] == ids[1]
    script = tmp_path / "script.txt"
    lines = ("# a short one", "", *INTERVIEW, "  I look around.  ", "I go to the jetty.", "")
    script.write_text("\n".join(lines), "utf-8")
    said = parley("run", "story", "--setting", "ferry", "--script", script, *FAST)
    assert said.code == 0, said.err
    told = said.out.splitlines()
    assert {f"You: {INTERVIEW[0]}", "Robin: I look around.", "Robin: I go to the jetty."} <= set(told)
    for beginning in ("Narrator: ", "— Exploration: ", "— Epilogue: "):
        assert any(line.startswith(beginning) for line in told)
    assert any(line.startswith("  1 ") and " · 3 " in line for line in told)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("story", "--setting", "nowhere"), "There is no setting called 'nowhere'."),
        (("story", "--turns", 0), "0 turns are not possible; ask for 1 to 10,000."),
        (("story", "--concept", "wizard"), "There is no concept in 'varn' called 'wizard'."),
        (("story", "--jester", 2), "2 is no chance for the Jester."),
        (("story", "--seed", 2**80), "is too large"),
        (("story", "--lang", "fr"), "There is no language called 'fr'."),
        (("dialogue",), "A dialogue needs somebody to talk with. Name them with --with"),
        (("dialogue", "--with", "Godot"), "There is no character in 'varn' called 'Godot'."),
        (("story", "--name", "x" * 90), "A name of 90 characters is too long"),
    ],
)
def test_what_cannot_be_is_told(parley: Parley, home: Home, arguments: tuple[object, ...], sentence: str) -> None:
    said = parley("run", *arguments, "--voice", "rehearsal", "--fast")
    assert said.code == 2
    assert said.out == ""
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert list(home.runs.iterdir()) == []


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"# only this\n\n", "the script has no line"),
        (b"short\n" + b"x" * 5_000, "at most 10,000 lines of 4,000 characters"),
        (None, "no such file"),
    ],
)
def test_a_script_is_read_with_care(tmp_path: Path, data: bytes | None, fault: str) -> None:
    path = tmp_path / "script.txt"
    path.write_bytes("\ufeff# no line\r\nI say \x1b[31mhello\x1b[0m.\r\n\r\n\tI go.\r\n".encode())
    assert script_lines(path) == ("I say hello.", "I go.")
    path.write_bytes(data) if data else path.unlink()
    with pytest.raises(FileError, match=fault):
        script_lines(path)


# In the terminal --------------------------------------------------------------------------------------------------


def test_a_story_is_played_left_and_gone_on_with(parley: Parley, home: Home, state: Told) -> None:
    said = parley(
        "play", "story", "--setting", "ferry", "--concept", "letter", "--name", "Ida", *FAST,
        typed=("/look", "/sheet", "go to the jetty", "/quit"),
    )  # fmt: skip
    assert said.code == 0, said.err
    run = the_run(home)
    assert "From here one gets to: the jetty and the alder carr." in said.out
    assert "STR 9 · DEX 14" in said.out
    assert "Weapon: knife" in said.out
    assert f"Go on with: parley play {run}" in said.out
    first = state(run)["story"]
    assert (first["place"]["id"], first["turn"], first["waits"]) == ("jetty", 1, True)
    assert first["sheet"]["name"] == "Ida"
    assert len(first["choices"]) == 3
    said = parley("play", run, typed=("1",))
    assert said.code == 0, said.err
    assert "You are back in “The Last Ferry”, turn 1." in said.out
    assert first["choices"][0] in said.out
    assert state(run)["story"]["turn"] == 2


def test_a_dialogue_at_the_prompt(parley: Parley, home: Home, state: Told) -> None:
    said = parley(
        "play", "dialogue", "--with", "marta", "--setting", "ferry", "--concept", "letter", *FAST,
        typed=("Good evening, Marta.", "give Marta 2 coins", "Goodbye", "/quit"),
    )  # fmt: skip
    assert said.code == 0, said.err
    told = state(the_run(home))["story"]
    marta = {each["item"]: each["quantity"] for each in told["people"]["marta"]["items"]}
    mine = {each["item"]: each["quantity"] for each in told["inventory"]}
    assert (marta["coin"], mine["coin"]) == (22, 8)
    assert told["partner"] == ""
    assert [talk["character"] for talk in told["talks"]] == ["marta"]


def test_what_cannot_be_typed_changes_nothing(parley: Parley, home: Home, state: Told) -> None:
    begin = ("play", "story", "--setting", "ferry", "--concept", "letter", *FAST)
    said = parley(*begin, typed=("/dance", "", "/help"))
    assert said.code == 0
    assert "There is no command /dance." in said.err
    assert "/sheet" in said.out
    told = state(the_run(home))["story"]
    assert (told["turn"], told["place"]["id"]) == (0, "taproom")
    # Going on without a player says who it waits for.
    said = parley("resume", the_run(home))
    assert said.code == 1
    assert f"Go on with: parley play {the_run(home)}" in said.err


def test_a_run_that_is_no_story_or_has_ended_is_not_played(parley: Parley) -> None:
    table = json.loads(parley("run", "roundtable", "--turns", 5, *FAST, "--json").out)["id"]
    said = parley("play", table)
    assert (said.code, said.out) == (1, "")
    assert f"This run is no story. Go on with: parley resume {table}" in said.err
    story = json.loads(parley("run", "story", "--setting", "ferry", *FAST, "--turns", 1, "--json").out)["id"]
    said = parley("play", story)
    assert said.code == 1
    assert "This story has ended." in said.err
    assert "go on as it is" not in said.err
    said = parley("play", story, "--setting", "varn")
    assert said.code == 2
    assert "A story that was begun goes on as it is." in said.err


def test_a_fork_of_a_story_can_be_longer(parley: Parley, state: Told) -> None:
    run = json.loads(parley("run", "story", "--setting", "ferry", *FAST, "--turns", 2, "--json").out)["id"]
    turns = state(run)["turn"]
    said = parley("fork", run, "--turn", turns - 3, "--turns", 4, "--fast", "--json")
    assert said.code == 0, said.err
    told = state(json.loads(said.out)["id"])
    assert (told["status"], told["story"]["length"], told["story"]["phase"]) == ("ended", 4, "epilogue")
    said = parley("fork", run, "--turn", 3, "--members", "player,narrator", "--fast")
    assert said.code == 2
    assert "The story cannot do without 'keeper'." in said.err


def test_going_back_in_the_terminal_is_a_fork_and_the_story_as_it_was_stays(parley: Parley, home: Home) -> None:
    begin = ("play", "story", "--setting", "ferry", "--concept", "letter", *FAST)
    long = "I wait, " + "and I listen to the water, " * 150
    said = parley(*begin, typed=("/undo", "I go to the jetty.", "/undo", long, "/look", "/quit"))
    assert said.code == 0, said.err
    assert "You have done nothing yet" in said.err
    assert said.out.count("the Heron's taproom → the jetty.") == 1
    assert "as it was it stays in" in said.out
    assert "From here one gets to: the jetty and the alder carr." in said.out
    assert len(list(home.runs.glob("*.jsonl"))) == 2
