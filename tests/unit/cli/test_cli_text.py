"""What other people wrote, on a terminal: it stays within its turn, and steers nothing."""

from __future__ import annotations

import itertools
import json
import os
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from parley.core.cli import main
from parley.core.cli.common import print_json
from parley.core.home import Home
from parley.core.log.codec import encode
from parley.core.log.events.run import TopicInjected
from parley.core.log.events.turn import Draft, TurnEnded, VoiceReplied
from tests.standup_events import sample_events

FORGED = "Fine.\n   7 Vera: I agree.\r\n     * Director: Stop."
HIDDEN = "a\x85b\x9bc\x7f\u202ed\u2066e\u2028f\x1bg"
LONG = "x" * 300


def forged(home: Home) -> str:
    """A run whose first line and whose topic look like several; its id."""
    events: list[Any] = []
    for event in sample_events(run_id="forged"):
        if isinstance(event, TurnEnded) and event.turn == 1:
            event = TurnEnded(at=event.at, turn=1, member=event.member, text=FORGED, thoughts=("Hm.\n   8 Vera: No.",))
        events.append(event)
    events.insert(-1, TopicInjected(at=events[-1].at, text=FORGED))
    home.prepare()
    path = home.runs / f"2026-01-05-roundtable-{events[0].config['id']}.jsonl"
    path.write_bytes(b"".join(encode(e) + b"\n" for e in events))
    return str(events[0].config["id"])


def test_a_text_with_lines_of_its_own_is_one_turn(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    run = forged(home)
    assert main(["show", run, "--home", str(home.path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    for forgery in ("7 Vera: I agree.", "8 Vera: No.]", "* Director: Stop."):
        (found, *_rest) = [line for line in lines if line.endswith(forgery)]
        assert found.startswith(" " * 9), found
    # No turn stands so far to the right.
    assert all(len(line) - len(line.lstrip()) < 6 for line in lines if line.strip()[:2].isdigit())


def test_json_on_a_terminal_steers_nothing_and_is_json(capsys: pytest.CaptureFixture[str]) -> None:
    value = {"text": HIDDEN, HIDDEN: ["schön 名前", "\ufeff\ufffd"]}
    print_json(value)
    said = capsys.readouterr().out
    assert json.loads(said) == value
    assert not any(each in said for each in "\x85\x9b\x7f\u202e\u2066\u2028\x1b")
    assert "schön 名前" in said


COMMANDS = (
    ["runs"], ["show", "x"], ["doctor"], ["casts"], ["formats"], ["search", "x"], ["reindex"], ["plans"],
    ["stories"], ["models", "list"], ["memories", "x"], ["experiment", "list"], ["import", __file__],
    ["run", "roundtable", "--voice", "rehearsal", "--turns", "2", "--fast"],
)  # fmt: skip


def test_a_home_with_a_name_too_long_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command, home in itertools.product(COMMANDS, (tmp_path / LONG, tmp_path / LONG / "deeper")):
        assert main([*command, "--home", str(home)]) == 1
        said = capsys.readouterr().err
        assert "the data folder cannot be here (File name too long)" in said
        assert "went wrong" not in said
        assert said.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="names of other systems have other lengths")
def test_a_home_whose_files_would_have_names_too_long_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # The folder itself can be, and nothing in it.
    home = str(tmp_path)
    while len(home) < 3_800:
        home += "/" + "y" * 200
    home += "/" + "z" * (4_092 - len(home))
    for command in COMMANDS:
        main([*command, "--home", home])
        said = capsys.readouterr().err
        assert "went wrong" not in said, said[-400:]
        assert "Traceback" not in said


def test_why_a_line_was_said_is_told_where_it_was_chosen(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    drafts = (
        Draft(text="We ship.", score=0.8, terms={"topic": 0.75}, chosen=True),
        Draft(text="Hm\n  1 Vera: Hm.", score=0.2, terms={"topic": 0.0}, fault="repeats itself"),
    )
    events = [
        structs.replace(event, drafts=drafts) if isinstance(event, VoiceReplied) and event.turn == 1 else event
        for event in sample_events(run_id="chosen")
    ]
    home.prepare()
    path = home.runs / "2026-01-05-roundtable-chosen.jsonl"
    path.write_bytes(b"".join(encode(e) + b"\n" for e in events))
    assert main(["state", str(path), "--json", "--home", str(home.path)]) == 0
    first, second, *_ = json.loads(capsys.readouterr().out)["transcript"]
    assert [draft["text"] for draft in first["drafts"]] == [draft.text for draft in drafts]
    assert "drafts" not in second
