"""Chats of SillyTavern: with one, with many, in every state of repair."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.errors import ParleyError
from core.events import TurnEnded
from core.export.registry import Options, exporter
from core.home import Home
from core.importing.sillytavern import MOST
from core.studio.importing import Imported, bring_in
from core.transcript import log
from core.transcript.state import State, fold
from tests.samples import sample_events

HEADER: dict[str, Any] = {
    "user_name": "Nim", "character_name": "Marta", "create_date": "2023-11-17@17h00m00s", "chat_metadata": {},
}  # fmt: skip


def line(name: str, mes: str, date: object = "November 17, 2023 5:05pm", **more: Any) -> dict[str, Any]:
    return {"name": name, "is_user": name == "Nim", "is_system": False, "send_date": date, "mes": mes} | more


def chat(path: Path, *lines: dict[str, Any]) -> Path:
    path.write_text("\n".join(json.dumps(each) for each in lines) + "\n", "utf-8")
    return path


def brought(home: Home, path: Path) -> tuple[Imported, State]:
    (run,) = bring_in(home, path)
    return run, fold(log.read(run.path).events)


def test_a_chat_with_one(home: Home, tmp_path: Path) -> None:
    extra = {"api": "openai", "model": "m-7", "reasoning": "Cheap."}
    path = chat(
        tmp_path / "solo.jsonl",
        HEADER,
        line("Marta", "*wipes the table* What will it be?", "2023-11-17@17h05m23s"),
        line("Nim", "Bread.", "November 17, 2023 5:06pm"),
        line("Marta", "Three coins.", 1_700_240_823_000, extra=extra),
    )
    run, state = brought(home, path)
    assert (run.turns, run.warnings) == (3, ())
    assert [(turn.member, turn.text) for turn in state.turns] == [
        ("marta", "*wipes the table* What will it be?"), ("nim", "Bread."), ("marta", "Three coins."),
    ]  # fmt: skip
    ended = [event for event in log.read(run.path).events if isinstance(event, TurnEnded)]
    assert [event.author for event in ended] == ["voice", "director", "voice"]
    assert ended[2].thoughts == ("Cheap.",)
    assert state.setup.title == "Marta"
    assert state.setup.talk.router.kind == "alternation"
    assert state.voice_label("marta") == "openai · m-7"


def test_a_group_has_a_member_for_each_name(home: Home, tmp_path: Path) -> None:
    lines = [line(name, f"I am {name}.") for name in ("Marta", "Nim", "Marta ", "Óttar", "Жанна")]
    run, state = brought(home, chat(tmp_path / "group.jsonl", {"chat_metadata": {}}, *lines))
    assert run.turns == 5
    assert len(state.setup.members) == 5
    assert len({member.id for member in state.setup.members}) == 5
    assert state.setup.talk.router.kind == "round_table"


def test_without_a_header_the_first_line_is_a_line(home: Home, tmp_path: Path) -> None:
    run, state = brought(home, chat(tmp_path / "bare.jsonl", line("Marta", "Well?"), line("Nim", "Well.")))
    assert run.turns == 2
    assert state.setup.title == "Marta, Nim"


def test_hidden_lines_are_seen_and_are_nobodys(home: Home, tmp_path: Path) -> None:
    path = chat(
        tmp_path / "hidden.jsonl",
        HEADER,
        line("Marta", "Hm."),
        line("Narrator", "It rains.", is_system=True),
        line("Nim", "It rains indeed."),
        line("System", " ", is_system=True),
    )
    run, state = brought(home, path)
    assert run.turns == 2
    assert [member.id for member in state.setup.members] == ["marta", "nim"]
    assert [entry.text for entry in state.entries if entry.kind == "topic"] == ["It rains."]


def test_of_swipes_the_shown_one_counts(home: Home, tmp_path: Path) -> None:
    swiped = line("Marta", "The third.", swipes=["One.", "Two.", "The third."], swipe_id=2)
    _run, state = brought(home, chat(tmp_path / "swipes.jsonl", HEADER, swiped, line("Nim", "Yes.")))
    assert state.turns[0].text == "The third."


def test_dates_that_go_back_or_are_none_stay_in_order(home: Home, tmp_path: Path) -> None:
    dates = ["November 17, 2023 5:05pm", "November 16, 2023 5:05pm", "whenever", None, "2023-11-18T01:00:00Z"]
    lines = [line(("Marta", "Nim")[at % 2], f"Line {at}.", date) for at, date in enumerate(dates)]
    run, _state = brought(home, chat(tmp_path / "dates.jsonl", HEADER, *lines))
    moments = [event.at for event in log.read(run.path).events]
    assert moments == sorted(moments)
    assert run.warnings == ("2 of 5 messages have no readable date; they stand after the one before.",)


def test_a_chat_without_any_time_says_so(home: Home, tmp_path: Path) -> None:
    lines = [line("Marta", "One.", ""), line("Nim", "Two.", "")]
    run, _state = brought(home, chat(tmp_path / "timeless.jsonl", {"user_name": "Nim"}, *lines))
    assert "says no time" in run.warnings[0]


def test_ten_thousand_lines(home: Home, tmp_path: Path) -> None:
    lines = [line(("Marta", "Nim")[at % 2], f"Line {at}.", 1_700_000_000 + at) for at in range(10_000)]
    run, state = brought(home, chat(tmp_path / "long.jsonl", HEADER, *lines))
    assert (run.turns, run.warnings) == (10_000, ())
    assert state.turns[-1].text == "Line 9999."


@pytest.mark.parametrize("nasty", [False, True])
def test_our_own_export_comes_back_line_by_line(home: Home, tmp_path: Path, nasty: bool) -> None:
    events = sample_events(nasty=nasty)
    path = tmp_path / "ours.jsonl"
    exporter("sillytavern").write(fold(events), events, path, Options())
    _run, state = brought(home, path)
    ours = fold(events)
    names = {member.id: member.name for member in state.setup.members}
    back = [(names[turn.member], turn.text) for turn in state.turns]
    for turn in ours.turns:
        if ours.setup.has(turn.member):
            assert turn.text in [text for _name, text in back]
    spoken = [turn.text for turn in ours.turns if ours.setup.has(turn.member)]
    assert [text for _name, text in back if text in spoken] == spoken


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([HEADER, line("System", "Hello.", is_system=True)], "no message that anybody wrote"),
        ([HEADER, *[line(f"P{number}", "Hi.") for number in range(MOST + 1)]], f"is among {MOST} at most"),
        ([HEADER], "neither a Parley run nor a log"),
        ([{"name": 5}], "neither a Parley run nor a log"),
    ],
)
def test_what_is_no_talk_is_a_sentence(home: Home, tmp_path: Path, lines: list[dict[str, Any]], says: str) -> None:
    with pytest.raises(ParleyError, match=says):
        bring_in(home, chat(tmp_path / "odd.jsonl", *lines))
