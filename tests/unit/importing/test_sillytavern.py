"""Chats of SillyTavern: with one, with many, in every state of repair."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.errors import ParleyError, RunError
from parley.core.export import plain
from parley.core.export.registry import EXPORTS, Options
from parley.core.export.transcript import read
from parley.core.home import Home
from parley.core.importing.moments import moment
from parley.core.importing.talk import MOST_SPEAKERS
from parley.core.log import log
from parley.core.log.events.turn import TurnEnded
from parley.core.log.fold import fold
from parley.core.modes.duologue.config import DuologueConfig
from parley.core.perspective.perspective import perspective
from parley.core.studio.importing import import_run
from parley.core.studio.studio import Studio
from tests.standup_events import sample_events
from tests.unit.importing.conftest import Bring

HEADER: dict[str, Any] = {
    "user_name": "Nim", "character_name": "Marta", "create_date": "2023-11-17@17h00m00s", "chat_metadata": {},
}  # fmt: skip


def line(name: str, mes: str, date: object = "November 17, 2023 5:05pm", **more: Any) -> dict[str, Any]:
    return {"name": name, "is_user": name == "Nim", "is_system": False, "send_date": date, "mes": mes} | more


def chat(path: Path, *lines: dict[str, Any]) -> Path:
    path.write_text("\n".join(json.dumps(each) for each in lines) + "\n", "utf-8")
    return path


def test_a_chat_with_one(bring: Bring) -> None:
    extra = {"api": "openai", "model": "m-7", "reasoning": "Cheap."}
    run, state = bring(
        HEADER,
        line("Marta", "*wipes the table* What will it be?", "2023-11-17@17h05m23s"),
        line("Nim", "Bread.", "November 17, 2023 5:06pm"),
        line("Marta", "Three coins.", 1_700_240_823_000, extra=extra),
    )
    assert (run.turns, run.warnings) == (3, ())
    assert [(turn.member, turn.text) for turn in state.turns] == [
        ("marta", "*wipes the table* What will it be?"), ("nim", "Bread."), ("marta", "Three coins."),
    ]  # fmt: skip
    ended = [event for event in log.read(run.path).events if isinstance(event, TurnEnded)]
    assert [event.author for event in ended] == ["voice", "user", "voice"]
    studio = Studio(Home(run.path.parents[1]))
    with pytest.raises(RunError, match="a person said it"):
        studio.payload(studio.open(str(run.path)), 2)
    assert ended[2].thoughts == ("Cheap.",)
    assert state.setup.title == "Marta"
    assert state.setup[DuologueConfig].router.kind == "alternation"
    assert state.get_voice_label("marta") == "openai · m-7"


def test_a_group_has_a_member_for_each_name(bring: Bring) -> None:
    lines = [line(name, f"I am {name}.") for name in ("Marta", "Nim", "Marta ", "Óttar", "Жанна")]
    run, state = bring({"chat_metadata": {}}, *lines)
    assert run.turns == 5
    assert len(state.setup.members) == 5
    assert len({member.id for member in state.setup.members}) == 5
    assert state.setup.mode == "roundtable"


SYSTEM = "SillyTavern System"


def hidden(row: dict[str, Any]) -> dict[str, Any]:
    """As `/hide` leaves a message."""
    return row | {"is_system": True}


def of_type(kind: str, name: str, mes: str, *, is_system: bool = False) -> dict[str, Any]:
    return line(name, mes, is_system=is_system, extra={"type": kind, "api": "manual", "model": "slash command"})


def test_hidden_lines_keep_their_speaker_and_no_voice_is_sent_them(bring: Bring) -> None:
    run, state = bring(
        HEADER,
        hidden(line("Marta", "A secret.")),
        hidden(line("Nim", "I know.")),
        line("Marta", "What will it be?"),
        line("Nim", "Bread."),
    )
    assert run.turns == 4
    assert run.warnings == ("Hidden lines that were kept: 2. They are shown and measured, and no voice is sent them.",)
    assert [(turn.member, turn.text) for turn in state.turns][:2] == [("marta", "A secret."), ("nim", "I know.")]
    assert [turn.ended.hidden for turn in state.turns] == [True, True, False, False]
    assert state.words == {"marta": 6, "nim": 3}
    for member in ("marta", "nim"):
        sent = [block.said for block in perspective(state, member).witnessed()]
        assert sent == ["What will it be?", "Bread."]
    transcript = read(state, log.read(run.path).events)
    text = "".join(plain.PLAIN.render(transcript, (), Options()))
    assert "1 Marta (hidden from the models): A secret." in text


def test_narrators_comments_and_the_program_are_nobodys_lines(bring: Bring) -> None:
    run, state = bring(
        HEADER,
        of_type("group", SYSTEM, "Group chat created.", is_system=True),
        line("Marta", "Hm."),
        of_type("narrator", "Narrator", "It rains."),
        hidden(of_type("narrator", "Narrator", "It stops.")),
        of_type("comment", "Note", "Be kind to her.", is_system=True),
        line("Nim", "It rains indeed."),
        line("System", " ", is_system=True),
    )
    assert run.turns == 2
    assert run.warnings == ()
    assert [member.id for member in state.setup.members] == ["marta", "nim"]
    notes = [(entry.name, entry.text, entry.hidden) for entry in state.entries if entry.kind == "topic"]
    assert notes == [
        (SYSTEM, "Group chat created.", True), ("Narrator", "It rains.", False), ("Narrator", "It stops.", True),
        ("Note", "Be kind to her.", True),
    ]  # fmt: skip
    # A narrator is heard, under their own name; what is hidden is not.
    assert [block.text for block in perspective(state, "marta").witnessed()] == [
        "Hm.", "Narrator: It rains.", "It rains indeed.",
    ]  # fmt: skip


def test_all_swipes_are_kept_and_the_shown_one_counts(bring: Bring) -> None:
    infos = [{"send_date": f"2023-11-17@17h0{n}m00s", "extra": {"api": "a", "model": f"m{n}"}} for n in (1, 2, 3)]
    infos[1]["extra"] = {"api": "a", "model": "m2", "reasoning": "Hm."}
    swiped = line("Marta", "The third.", swipes=["One.", "Two.", "The third."], swipe_id=2, swipe_info=infos)
    _run, state = bring(HEADER, swiped, line("Nim", "Yes."))
    ended = state.turns[0].ended
    assert (ended.text, ended.swipe) == ("The third.", 2)
    assert [(swipe.text, swipe.model, swipe.thoughts) for swipe in ended.swipes] == [
        ("One.", "m1", ()), ("Two.", "m2", ("Hm.",)), ("The third.", "m3", ()),
    ]  # fmt: skip
    assert state.spoken["marta"] == 1


@pytest.mark.parametrize(
    "odd",
    [
        {"swipes": "One."}, {"swipes": [1, 2]}, {"swipes": ["Hm."], "swipe_id": 7},
        {"swipes": ["Hm."], "swipe_id": "0"}, {"swipes": ["Hm."], "swipe_info": {}},
        {"swipes": ["Hm."], "swipe_info": [None]}, {"swipes": [], "swipe_id": 0},
        {"swipes": ["Hm."], "swipe_info": [{"extra": [], "send_date": 10**30}]}, {"swipes": ["Hm."], "swipe_id": True},
    ],
)  # fmt: skip
def test_odd_swipes_cost_no_line(bring: Bring, odd: dict[str, Any]) -> None:
    _run, state = bring(HEADER, line("Marta", "Hm.", **odd), line("Nim", "Yes."))
    assert [turn.text for turn in state.turns] == ["Hm.", "Yes."]
    assert state.turns[0].ended.swipe == 0


def round_trip(home: Home, path: Path, target: Path) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The rows of a chat, and those of its export after it was imported."""
    (run,) = import_run(home, path)
    state = fold(log.read(run.path).events)
    EXPORTS["sillytavern"].write(state, log.read(run.path).events, target, Options())
    return (
        [json.loads(text) for text in path.read_text("utf-8").splitlines()],
        [json.loads(text) for text in target.read_text("utf-8").splitlines()],
    )


def matters(row: dict[str, Any]) -> dict[str, Any]:
    """What a reader of the chat, and the program, go by."""
    extra = row.get("extra") or {}
    kept = {name: extra[name] for name in ("type", "reasoning", "token_count") if extra.get(name)}
    spoken = {name: extra[name] for name in ("api", "model") if extra.get(name)} if "type" not in kept else {}
    infos = [
        (moment(info.get("send_date")), (info.get("extra") or {}).get("model", ""))
        for info in row.get("swipe_info") or []
    ]
    return {
        "name": row["name"], "mes": row["mes"], "is_user": bool(row.get("is_user")),
        "is_system": bool(row.get("is_system")), "send_date": moment(row.get("send_date")), "extra": kept | spoken,
        "swipes": row.get("swipes"), "swipe_id": row.get("swipe_id"), "swipe_info": infos,
    }  # fmt: skip


@pytest.mark.parametrize("grouped", [False, True])
def test_a_chat_goes_back_as_it_came(home: Home, tmp_path: Path, grouped: bool) -> None:
    info = {"send_date": "2023-11-17@17h05m23s", "gen_started": None, "extra": {"api": "openai", "model": "m-7"}}
    swiped = line(
        "Marta", "*smiles* Three coins.\nOr four.", "November 17, 2023 5:07pm",
        extra={"api": "openai", "model": "m-7", "reasoning": "Cheap.", "token_count": 9},
        swipes=["Two.", "*smiles* Three coins.\nOr four."], swipe_id=1, swipe_info=[info, info],
    )  # fmt: skip
    header = {"chat_metadata": {}, "user_name": "unused", "character_name": "unused"} if grouped else HEADER
    rows = [
        header,
        of_type("group", SYSTEM, "Group chat created.", is_system=True),
        hidden(line("Marta", "A secret.", "November 17, 2023 5:04pm")),
        line("Nim", "Bread, please.", "November 17, 2023 5:05pm"),
        of_type("narrator", "Narrator", "It rains."),
        swiped,
        of_type("comment", "Note", "Cheap.", is_system=True),
    ]
    if grouped:
        rows.append(line("Óttar", "Me too.", "November 17, 2023 5:08pm", original_avatar="ottar.png"))
    for at, row in enumerate(rows[1:]):
        row["send_date"] = f"2023-11-17T17:0{at}:00.000Z"
    path = chat(tmp_path / "chat.jsonl", *rows)
    before, after = round_trip(home, path, tmp_path / "back.jsonl")
    assert after[0]["user_name"] == "Nim"
    assert after[0]["character_name"] == ("Marta, Óttar" if grouped else "Marta")
    assert [matters(row) for row in after[1:]] == [matters(row) for row in before[1:]]
    # And once more: what came back is the same chat.
    again, last = round_trip(home, tmp_path / "back.jsonl", tmp_path / "again.jsonl")
    assert [matters(row) for row in last[1:]] == [matters(row) for row in again[1:]]


def test_dates_that_go_back_or_are_none_stay_in_order(bring: Bring) -> None:
    dates = ["November 17, 2023 5:05pm", "November 16, 2023 5:05pm", "whenever", None, "2023-11-18T01:00:00Z"]
    lines = [line(("Marta", "Nim")[at % 2], f"Line {at}.", date) for at, date in enumerate(dates)]
    run, _state = bring(HEADER, *lines)
    moments = [event.at for event in log.read(run.path).events]
    assert moments == sorted(moments)
    assert run.warnings == ("2 of 5 lines have no readable time; they stand after the one before.",)


@pytest.mark.parametrize("nasty", [False, True])
def test_our_own_export_comes_back_line_by_line(bring: Bring, tmp_path: Path, nasty: bool) -> None:
    events = sample_events(nasty=nasty)
    path = tmp_path / "ours.jsonl"
    EXPORTS["sillytavern"].write(fold(events), events, path, Options())
    _run, state = bring(*path.read_text("utf-8").split("\n"))
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
        ([HEADER, line("System", "Hello.", is_system=True)], "nobody says anything in it"),
        ([HEADER, *[line(f"P{at}", "Hi.") for at in range(MOST_SPEAKERS + 1)]], f"at most {MOST_SPEAKERS}"),
        ([HEADER], "neither a Parley run nor a log"),
        ([{"name": 5}], "neither a Parley run nor a log"),
    ],
)
def test_what_is_no_talk_is_a_sentence(home: Home, tmp_path: Path, lines: list[dict[str, Any]], says: str) -> None:
    with pytest.raises(ParleyError, match=says) as caught:
        import_run(home, chat(tmp_path / "odd.jsonl", *lines))
    assert says not in caught.value.said("de")
