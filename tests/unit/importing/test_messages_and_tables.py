"""OpenAI messages, tables and plain text, as people have them; archives and folders of anything."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parley.core.base.errors import ParleyError
from parley.core.cli import main
from parley.core.export.registry import EXPORTS, Options
from parley.core.home import Home
from parley.core.importing import archives
from parley.core.importing.reading import IMPORTERS, Source, read_conversations
from parley.core.importing.talk import Talk
from parley.core.log.fold import fold
from parley.core.studio.looking import scan_paths
from tests.foreign import FOLDER
from tests.standup_events import sample_events
from tests.unit.importing.conftest import REAL

Read = Callable[..., list[Talk]]


@pytest.fixture
def talks(tmp_path: Path) -> Read:
    """The talks in a file of that name with that text."""

    def found(name: str, written: str, /, **columns: str) -> list[Talk]:
        path = tmp_path / name
        path.write_text(written, "utf-8")
        return [each.talk for each in read_conversations(Source(path, columns=columns)) if each.talk is not None]

    return found


CHAT = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": [{"type": "text", "text": "How deep?"}, {"type": "image_url", "image_url": {}}]},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "1", "type": "function", "function": {"name": "depth", "arguments": '{"of": "it"}'}}],
    },
    {"role": "tool", "tool_call_id": "1", "content": "31"},
    {"role": "assistant", "content": "Thirty-one.", "reasoning_content": "Metres."},
]


@pytest.mark.parametrize("shape", ["object", "list", "lines", "lists", "a message a line", "array"])
def test_openai_messages_in_every_shape(talks: Read, shape: str) -> None:
    text = {
        "object": json.dumps({"messages": CHAT, "model": "gpt-4o"}, indent=2),
        "list": json.dumps(CHAT, indent=1),
        "lines": "\n".join([json.dumps({"messages": CHAT})] * 2),
        "lists": "\n".join([json.dumps(CHAT)] * 2),
        "a message a line": "\n".join(map(json.dumps, CHAT)),
        "array": json.dumps([{"messages": CHAT}] * 2),
    }[shape]
    found = talks("chat.jsonl", text)
    assert len(found) == (2 if shape in {"lines", "lists", "array"} else 1)
    for talk in found:
        said = [(line.speaker or line.name, line.text) for line in talk.lines]
        assert said == [
            ("user", "How deep?"), ("Assistant → depth", '{"of": "it"}'), ("depth", "31"), ("assistant", "Thirty-one."),
        ]  # fmt: skip
        assert [(one.kind, one.told) for one in talk.speakers] == [("person", ""), ("voice", "Be brief.")]
        assert talk.lines[-1].thoughts == ("Metres.",)
        assert talk.lines[-1].model == ("gpt-4o" if shape == "object" else "")


def test_names_are_kept_and_nobody_is_taken_for_a_person_by_a_name(talks: Read) -> None:
    chat = [{"role": "user", "name": "Bo", "content": "No."}, {"role": "assistant", "name": "Ada", "content": "Yes."}]
    (talk,) = talks("chat.json", json.dumps({"messages": chat}))
    assert [(one.name, one.kind) for one in talk.speakers] == [("Bo", ""), ("Ada", "voice")]


def test_what_a_member_saw_comes_back_as_it_went(tmp_path: Path) -> None:
    events = sample_events()
    state = fold(events)
    target = tmp_path / "run.messages.jsonl"
    EXPORTS["openai-jsonl"].write(state, events, target, Options())
    spoke = [member for member in state.setup.names if state.spoken.get(member)]
    assert len(target.read_text("utf-8").splitlines()) == len(spoke)
    for found, member in zip(read_conversations(Source(target)), spoke, strict=True):
        assert found.talk is not None
        name = state.name_of(member)
        mine = [said.text for said in found.talk.spoken if said.speaker == name]
        assert mine == [turn.text for turn in state.turns if turn.member == member]
    EXPORTS["openai"].write(state, events, tmp_path / "one.messages.json", Options(member=spoke[1]))
    (one,) = read_conversations(Source(tmp_path / "one.messages.json"))
    assert one.talk is not None
    assert [each.kind for each in one.talk.speakers if each.name == state.name_of(spoke[1])] == ["voice"]


def test_openai_messages_that_were_imported_go_out_as_they_came(tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    path.write_text(json.dumps({"messages": [one for one in CHAT if one["role"] in ("system", "user")] + CHAT[-1:]}))
    for mode in ("duologue", "roundtable", "dialogue"):
        (draft,) = read_conversations(Source(path))[0].make_drafts(mode)
        state, out = fold(draft.events), tmp_path / f"{mode}.messages.json"
        member = "player" if mode == "dialogue" else "user"
        other = next(turn.member for turn in state.turns if turn.member != member)
        EXPORTS["openai"].write(state, draft.events, out, Options(member=other))
        assert [(one["role"], one["content"]) for one in json.loads(out.read_text("utf-8"))["messages"]] == [
            ("system", "Be brief."), ("user", "How deep?"), ("assistant", "Thirty-one."),
        ], mode  # fmt: skip


@pytest.mark.parametrize("ending", [".inspect.json", ".eval"])
def test_an_inspect_log_of_ours_comes_back_with_who_spoke(ending: str, tmp_path: Path) -> None:
    events = sample_events()
    state = fold(events)
    target = tmp_path / f"run{ending}"
    EXPORTS["inspect"].write(state, events, target, Options())
    (found,) = read_conversations(Source(target))
    assert found.talk is not None
    assert [(said.speaker, said.text) for said in found.talk.spoken] == [
        (state.name_of(turn.member), turn.text) for turn in state.turns
    ]


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("who;what;when\nAda;Hello, there;12.03.2024 18:05\nBo;Yes;12.03.2024 18:06\n", "speaker text time"),
        ("Name,Nachricht,Zeit,Raum\nAda,Hallo,2024-03-12 18:05,Hafen\nBo,Ja,2024-03-12 18:06,Hafen\n", "all"),
        ("Ada\tHello there, all of you\nBo\tI see\nAda\tDo you\n", "guessed"),
    ],
)
def test_columns_are_told_by_their_headings_or_are_the_first_two(talks: Read, text: str, roles: str) -> None:
    name = "talk.tsv" if "\t" in text else "talk.csv"
    (talk,) = talks(name, text)
    assert [speaker.name for speaker in talk.speakers] == ["Ada", "Bo"]
    assert all(said.text for said in talk.spoken)
    if roles != "guessed":
        assert [said.at.hour if said.at else None for said in talk.spoken] == [18, 18]
    assert talk.place == ("Hafen" if roles == "all" else "")


def test_columns_are_chosen_and_what_is_wrong_with_a_choice_is_said(talks: Read) -> None:
    table = 'a,b,c\nAda,"Hello,\nagain",x\nBo,Yes,y\nBo,,y\n'
    chosen = talks("talk.csv", table, speaker="a", text="2", conversation="c")
    assert [talk.title for talk in chosen] == ["x", "y"]
    assert chosen[0].lines[0].text == "Hello,\nagain"
    assert any("Line 5" in warning for warning in chosen[0].warnings)
    with pytest.raises(ParleyError, match="There is no column 'z'"):
        talks("talk.csv", table, speaker="z")
    with pytest.raises(ParleyError, match="There is no column '0000011999'"):
        talks("talk.csv", table, text="0000011999")
    with pytest.raises(ParleyError, match="no kind of column"):
        talks("talk.csv", table, hat="a")
    with pytest.raises(ParleyError, match="--columns"):
        talks("talk.csv", table, speaker="-")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Ada: Hello.\nBo: Yes?\n  and more\nAda: No.\n", "Hello."),
        ("# At the lake\n\n**Ada:** Hello.\n**Bo:** Yes?\nand more\n**Ada:** No.\n", "At the lake"),
        (
            "[12.03.24, 18:05:10] Ada: Hello.\n[12.03.24, 18:06:00] Bo: Yes?\nand more\n[12.03.24, 18:07:00] Ada: No.",
            "",
        ),
        ("3/12/24, 6:05 PM - Ada: Hello.\n3/12/24, 6:06 PM - Bo: Yes?\nand more\n3/12/24, 6:07 PM - Ada: No.\n", ""),
    ],
)
def test_plain_text_with_names(talks: Read, text: str, title: str) -> None:
    (talk,) = talks("talk.txt", text)
    assert [(said.speaker, said.text) for said in talk.lines] == [
        ("Ada", "Hello."), ("Bo", "Yes?\nand more"), ("Ada", "No."),
    ]  # fmt: skip
    if title:
        assert talk.title == title
    else:
        assert [f"{said.at:%d.%m. %H:%M}" for said in talk.lines if said.at] == [
            "12.03. 18:05", "12.03. 18:06", "12.03. 18:07",
        ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["Nothing.", "Note: buy milk.\nSee https://example.org: it is there.\n", "a\n" * 50 + "To: be\nOr: not\n"]
)
def test_notes_are_no_talk(talks: Read, text: str) -> None:
    with pytest.raises(ParleyError, match="neither a Parley run"):
        talks("notes.txt", text)


def _zip(path: Path, **files: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


CLAUDE = (FOLDER / "claude-conversations.json").read_bytes()


def test_an_archive_is_read_where_it_lies(home: Home, tmp_path: Path) -> None:
    files = {"data/conversations.json": CLAUDE, "data/users.json": b"[]", "cat.png": b"\x89PNG"}
    path = _zip(tmp_path / "export.zip", **files)
    looked = scan_paths(home, [path])
    assert [(each.title, each.file) for each in looked.found] == [("Soundings", "export.zip/data/conversations.json")]
    assert {each.file.rpartition("/")[2] for each in looked.skipped} == {"users.json", "cat.png"}
    assert main(["import", str(path), "--home", str(home.path)]) == 0
    assert scan_paths(home, [path]).found[0].here


def test_what_leads_out_of_an_archive_is_left_out(home: Home, tmp_path: Path) -> None:
    locked = zipfile.ZipInfo("link.json")
    locked.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as zipped:
        zipped.writestr(locked, "/etc/passwd")
        for name in ("..\\up.json", "../up.json", "/abs.json"):
            zipped.writestr(name, CLAUDE)
    looked = scan_paths(home, [tmp_path / "bad.zip"])
    assert not looked.found
    assert [each.why for each in looked.skipped] == [
        "it is no file but a link or a device", *["its name leads out of the archive"] * 3,
    ]  # fmt: skip


def test_a_bomb_is_not_unpacked(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives._Budget.__init__, "__defaults__", (1_000_000,))
    nothing = b" " * 3_000_000
    zipped = _zip(tmp_path / "bomb.zip", **{"a.json": nothing})
    (skipped,) = scan_paths(home, [zipped]).skipped
    assert "unpacked it is larger" in skipped.why
    monkeypatch.setattr(archives, "MOST_FILES", 3)
    many = _zip(tmp_path / "many.zip", **{f"{number}.png": b"" for number in range(5)})
    assert "files" in scan_paths(home, [many]).skipped[-1].why


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", os.urandom(600)])
def test_a_damaged_archive_is_a_sentence(home: Home, tmp_path: Path, data: bytes) -> None:
    for name in ("bad.zip", "bad.eval"):
        (tmp_path / name).write_bytes(data)
        looked = scan_paths(home, [tmp_path / name])
        assert not looked.found
        assert looked.skipped[0].why


def test_what_hurts_the_libraries_that_unpack_is_a_sentence(home: Home, tmp_path: Path) -> None:
    whole = _zip(tmp_path / "two.zip", **{"a.json": CLAUDE, "b.json": CLAUDE}).read_bytes()
    entry = whole.index(b"PK\x01\x02")
    for at, found in ((6, 0), (16, 1)):
        # A version that is to come, and a sum that is wrong: of the second only that one file is lost.
        damaged = bytearray(whole)
        damaged[entry + at] ^= 0xFE
        (tmp_path / "bad.zip").write_bytes(damaged)
        looked = scan_paths(home, [tmp_path / "bad.zip"])
        assert (len(looked.found), len(looked.skipped)) == (found, 1)


def test_a_folder_is_looked_through_and_no_link_followed(home: Home, tmp_path: Path) -> None:
    folder = tmp_path / "all"
    (folder / "deeper").mkdir(parents=True)
    (folder / "deeper" / "conversations.json").write_bytes(CLAUDE)
    (folder / "notes.txt").write_text("Nothing.", "utf-8")
    (folder / "link.json").symlink_to(folder / "deeper" / "conversations.json")
    looked = scan_paths(home, [folder])
    assert [each.file for each in looked.found] == [str(Path("deeper", "conversations.json"))]
    assert [each.file for each in looked.skipped] == ["notes.txt"]


ROWS = {"pidgin", "sillytavern"}
"""Of these every line is a value of its own."""


@pytest.mark.parametrize(
    "name", ["openai", "langchain", "autogen", "claude", "chatgpt", "inspect", "table", "plain", *sorted(ROWS)]
)
def test_whatever_stands_in_a_file_it_is_a_run_or_a_sentence(tmp_path: Path, name: str) -> None:
    sources = {
        "openai": json.dumps({"messages": CHAT}), "table": "who,what,when\nAda,Yes,1\nBo,No,2\n",
        "plain": "Ada: Yes\nBo: No\nAda: Yes\n",
        "langchain": (FOLDER / "langchain-dict.json").read_text("utf-8"),
        "autogen": (FOLDER / "autogen-team.json").read_text("utf-8"), "claude": CLAUDE.decode(),
        "chatgpt": (FOLDER / "chatgpt-conversations.json").read_text("utf-8"),
        "inspect": (FOLDER / "inspect.json").read_text("utf-8"), "pidgin": REAL.read_text("utf-8"),
        "sillytavern": (FOLDER / "sillytavern-chat.jsonl").read_text("utf-8"),
    }  # fmt: skip
    text, path = sources[name], tmp_path / f"odd{IMPORTERS[name].endings[0]}"
    value = [json.loads(line) for line in text.splitlines()] if name in ROWS else None
    value = json.loads(text) if value is None and text.startswith(("{", "[")) else value
    odd = st.sampled_from([None, True, -1, 1e300, "", "x", [], {}, [[]], "\ud800", {"type": "text"}, [None, {"a": []}]])

    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def anything(data: st.DataObject) -> None:
        if value is None:
            at = data.draw(st.integers(0, len(text)))
            path.write_text(text[:at] + data.draw(st.text(max_size=6)) + text[at:], "utf-8", errors="surrogatepass")
        else:
            damaged = _damaged(value, data, odd)
            rows = damaged if name in ROWS else [damaged]
            path.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
        try:
            found = read_conversations(Source(path))
            for each in found:
                for draft in each.make_drafts():
                    fold(draft.events)
        except ParleyError:
            pass

    anything()


def _damaged(value: object, data: st.DataObject, odd: st.SearchStrategy[object]) -> Any:
    """The value with one of its parts, somewhere in it, replaced."""
    copy = json.loads(json.dumps(value))
    here = copy
    for _ in range(data.draw(st.integers(1, 9))):
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            break
        key = data.draw(st.sampled_from(keys))
        if isinstance(here[key], dict | list) and here[key] and data.draw(st.booleans()):
            here = here[key]
        else:
            here[key] = data.draw(odd)
            break
    return copy
