"""`parley cards`: in, seen, played with a greeting, and out again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parley.core.home import Home
from parley.core.mcp import talks
from parley.core.perspective.perspective import perspective
from parley.core.studio.studio import Studio
from tests.unit.cli.conftest import Parley, Told

REAL = Path(__file__).parents[2] / "cards"


def test_cards_come_in_are_played_and_go_out(home: Home, parley: Parley, told: Told, tmp_path: Path) -> None:
    world = {"entries": {"0": {"uid": 0, "key": ["lamp"], "comment": "Lamp", "content": "It turns."}}}
    (tmp_path / "rock.json").write_text(json.dumps(world), "utf-8")
    bob = {"name": "Bob", "description": "A diver.", "first_mes": "The lamp, {{user}}!", "personality": ""}
    (tmp_path / "bob.json").write_text(json.dumps(bob), "utf-8")
    paths = REAL / "foundry.charx", tmp_path / "bob.json", tmp_path / "rock.json"
    came = told("import", *paths, "--into", "coast")
    assert (came["cast"], came["members"], came["books"]) == ("coast", ["maren", "bob"], 1)
    # Beside a talk they come in as well, and one that cannot be read keeps neither out.
    (tmp_path / "talk.txt").write_text("Ann: Hello.\nBen: Good day.\n", "utf-8")
    both = told("import", tmp_path / "talk.txt", tmp_path / "bob.json")
    assert (both[0]["turns"], both[1]["members"]) == (2, ["bob"])
    (tmp_path / "no.png").write_bytes(b"no picture")
    said = parley("import", tmp_path / "no.png", tmp_path / "talk.txt")
    assert (said.code, "no.png" in said.err, "2 turns" in said.out) == (1, True, True)
    args = "run", "duologue", "-a", "bob", "-b", "maren", "--cast", "coast", "--turns", 3, "--seed", 1, "--fast"
    run = parley(*args, "--greeting", "bob", "--output", tmp_path / "log.jsonl")
    assert run.code == 0, run.err
    assert "Bob: The lamp, Maren!" in run.out
    events = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text("utf-8").splitlines()]
    (second,) = [event for event in events if event["type"] == "turn.started" and event["turn"] == 2]
    assert {"book": "rock", "entry": "Lamp", "key": "lamp", "text": "It turns."} in second["lore"]
    out = parley("cards", "export", "bob", "--cast", "coast", "-o", tmp_path / "back.json")
    assert out.code == 0
    assert json.loads((tmp_path / "back.json").read_text("utf-8")) == bob


def test_one_talks_with_a_character_from_a_card(home: Home, parley: Parley, told: Told, tmp_path: Path) -> None:
    bob = {
        "name": "Bob", "description": "{{char}} dives.", "first_mes": "Wet, {{user}}!", "personality": "",
        "mes_example": "", "scenario": "A boat at night.",
    }  # fmt: skip
    bob |= {"character_book": {"entries": [{"keys": ["late"], "content": "The night is wet.", "name": "Way"}]}}
    bob = {"spec": "chara_card_v2", "spec_version": "2.0", "data": bob | {"alternate_greetings": ["Dry."]}}
    card = tmp_path / "bob.json"
    card.write_text(json.dumps(bob), "utf-8")
    told("import", card, "--into", "coast")
    args = "--turns", 3, "--seed", 1, "--fast", "--voice", "rehearsal"
    for who, more, first in (
        ("coast/bob", ("--name", "Kai"), "Bob: Wet, Kai!"),
        (card, ("--greeting", 2), "Bob: Dry."),
        ("coast/Bob", ("--setting", "ferry"), "Bob: Wet, Robin!"),
        ("coast/bob", ("--greeting", 0), ""),
    ):
        said = parley("run", "dialogue", "--with", who, *args, *more, "--output", tmp_path / "log.jsonl")
        assert said.code == 0, said.err
        lines = [line for line in said.out.splitlines() if line.startswith("Bob: ")]
        # Without a greeting a rehearsal has no words for him.
        assert lines[:1] == [first] if first else not lines
    state = Studio(home).open(str(tmp_path / "log.jsonl")).state
    prompt = perspective(state, "bob").get_system_text()
    assert "Bob dives." in prompt
    assert "The situation: A boat at night." in prompt
    assert "in the story" not in prompt
    assert state.turns[-1].text == "(Bob takes their leave.)"
    lore = [each.entry for turn in state.turns if turn.started for each in turn.started.lore]
    assert set(lore) == {"Way"}
    said = parley("cards", "talk", card, "--fast", "--voice", "rehearsal", "--seed", 1, typed=("/quit",))
    assert (said.code, "Bob: Wet, Guest!" in said.out) == (0, True), said.err
    for who, more, says in (
        ("coast/nobody", (), "no member of 'coast'"),
        ("nowhere/bob", (), "nowhere"),
        (tmp_path / "gone.png", (), "there is no such file"),
        ("coast/bob", ("--greeting", 3), "Bob has 2 greetings, and no '3'"),
    ):
        said = parley("run", "dialogue", "--with", who, *args, *more)
        assert (said.code != 0, says in said.err) == (True, True), said.err


def test_what_cannot_be_is_a_sentence_and_an_exit_code(parley: Parley, tmp_path: Path) -> None:
    (tmp_path / "odd.json").write_text("{}", "utf-8")
    real = REAL / "aichar.json"
    for arguments, code, says in (
        (("import", tmp_path / "odd.json"), 1, "odd.json"),
        (("import", tmp_path / "gone.png"), 1, "there is no such file"),
        (("import", real, "--into", "studio"), 2, "ships with Parley"),
        (("import", real, "--lang", "fr"), 2, "fr"),
        (("cards", "export", "boss", "--cast", "startup", "-o", tmp_path / "boss.gif"), 2, "says no kind of card"),
        (("cards", "export", "nobody", "--cast", "startup", "-o", tmp_path / "a.png"), 2, "nobody"),
    ):
        said = parley(*arguments)
        assert (said.code, says in said.err) == (code, True), said.err


@pytest.mark.parametrize(
    ("who", "reads"),
    [
        ("startup/boss", False), ("marta", False), ("bob.png", True), ("BOB.PNG", True), ("cast/bob.charx", True),
        ("../x/bob", True), ("mine.toml/bob", True), ("a\\b", True), ("/etc/passwd", True),
    ],
)  # fmt: skip
def test_a_client_may_name_members_and_no_files(who: str, *, reads: bool) -> None:
    assert talks.names_file(who, "person") == reads
