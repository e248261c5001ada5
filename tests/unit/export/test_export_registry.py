from __future__ import annotations

import csv
import html
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from core.base.errors import FileError, UnknownName
from core.base.labels import label
from core.base.numbers import localised
from core.export.registry import EXPORTS, Options
from core.log.codec import decode
from core.log.events.base import Event
from core.log.fold import fold
from tests.standup_events import Lang, forked, sample_events

TEXTUAL = ("md", "txt", "html", "json", "csv", "fountain", "sillytavern")


def export(format_id: str, events: list[Event], folder: Path, options: Options | None = None) -> str:
    target = folder / f"run{EXPORTS[format_id].suffix}"
    EXPORTS[format_id].write(fold(events), events, target, options or Options())
    return target.read_bytes().decode()


@pytest.mark.parametrize("format_id", sorted(EXPORTS.shipped))
@pytest.mark.parametrize("nasty", [False, True])
def test_every_format_writes_the_same_file_twice(format_id: str, nasty: bool, tmp_path: Path) -> None:
    events = sample_events(nasty=nasty)
    first = export(format_id, events, tmp_path)
    assert first == export(format_id, events, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [f"run{EXPORTS[format_id].suffix}"]


@pytest.mark.parametrize("format_id", TEXTUAL)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_everything_that_is_to_be_known_is_in(format_id: str, lang: Lang, tmp_path: Path) -> None:
    events = sample_events(lang=lang)
    text = export(format_id, events, tmp_path)
    state = fold(events)
    config = state.setup
    wanted = [config.topic, *(member.name for member in config.members), *(member.role for member in config.members)]
    wanted += [turn.text for turn in state.turns]
    plain = format_id in {"json", "sillytavern"}
    wanted += [
        "2026-01-05",
        label("policy", "affinity", lang) if not plain else "affinity",
        str(state.usage.total) if plain else localised(f"{state.usage.total:,}", lang),
    ]
    assert state.distilled
    wanted += [state.distilled.summary, *(memory.text for memory in state.distilled.memories)]
    wanted += [action.text for action in state.distilled.actions]
    if format_id == "html":
        text = text.replace("&#39;", "'")
    elif format_id == "fountain":
        text = text.replace("\u2060", "")
    elif format_id == "txt":
        # Long lines are wrapped.
        text = " ".join(text.split())
    assert [each for each in wanted if each not in text] == []


@pytest.mark.parametrize("format_id", [*TEXTUAL, "graphml", "gexf"])
def test_the_rehearsal_says_that_it_is_a_stand_in(format_id: str, tmp_path: Path) -> None:
    text = " ".join(export(format_id, sample_events(), tmp_path).split())
    if format_id != "gexf":
        assert "scripted stand-in" in text
    assert "rehearsal" in text
    real = " ".join(html.unescape(export(format_id, sample_events(provider="anthropic"), tmp_path)).split())
    assert "stand-in" not in real
    assert "anthropic · sample-model" in real


def test_thoughts_and_numbers_can_be_left_out(tmp_path: Path) -> None:
    events = sample_events()
    thought = next(turn.ended.thoughts[0] for turn in fold(events).turns if turn.ended.thoughts)
    for format_id in ("md", "txt", "html", "json", "csv", "fountain", "sillytavern"):
        assert f"{thought}" in export(format_id, events, tmp_path)
    spoken = [turn.text for turn in fold(events).turns]
    for format_id in ("md", "txt", "fountain"):
        text = export(format_id, events, tmp_path, Options(thoughts=False, numbers=False))
        # A thought of the sample is also a line; what is left is the line.
        assert text.count(thought) == sum(thought in line for line in spoken)
        assert "Tokens" not in text


def test_labels_may_be_in_another_language_than_the_run(tmp_path: Path) -> None:
    text = export("md", sample_events(), tmp_path, Options(language="de"))
    assert "## Protokoll" in text
    assert "Where are we on the demo" in text


def test_jsonl_is_the_log_itself(tmp_path: Path) -> None:
    events = sample_events(nasty=True)
    text = export("jsonl", events, tmp_path)
    assert [decode(line.encode()) for line in text.split("\n") if line] == events


def test_json_reads_back_whole(tmp_path: Path) -> None:
    events = sample_events(nasty=True, cost=0.001)
    state = fold(events)
    data = json.loads(export("json", events, tmp_path))
    assert [row["text"] for row in data["transcript"] if row["kind"] in {"line", "director"}] == [
        turn.text for turn in state.turns
    ]
    assert data["cost"] == round(state.cost, 8) > 0
    assert data["tokens"]["total"] == state.usage.total
    assert [row["kind"] for row in data["transcript"] if row["kind"] in {"topic", "whisper"}] == ["topic", "whisper"]
    turn = next(row for row in data["transcript"] if row.get("why") and row["why"]["candidates"])
    assert sum(each["probability"] for each in turn["why"]["candidates"]) == pytest.approx(1, abs=1e-5)
    assert data["distillation"]["memories"][0]["member"] == "analyst"


def test_csv_is_rfc_4180_and_holds_no_formula(tmp_path: Path) -> None:
    text = export("csv", sample_events(nasty=True), tmp_path)
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert text.endswith("\r\n")
    assert {None} & {key for row in rows for key in row} == set()
    cells = [value for row in rows for key, value in row.items() if key not in {"input", "cost", "latency", "draw"}]
    assert [cell for cell in cells if cell and cell.lstrip()[:1] in {"=", "+", "-", "@"}] == []
    assert any(cell.startswith("'=HYPERLINK") for cell in cells)
    kinds = [row["kind"] for row in rows]
    assert kinds.count("line") == 11
    assert kinds.count("director") == 1
    assert {"summary", "memory", "drift", "action", "about"} <= set(kinds)


def test_a_fork_names_its_parent(tmp_path: Path) -> None:
    events = forked(sample_events(), 4, "branch")
    text = export("md", events, tmp_path)
    assert "sample-en-12 before turn 4" in text
    assert json.loads(export("json", events, tmp_path))["parent"] == {"run": "sample-en-12", "turn": 4}


def test_graphs_are_well_formed_and_agree(tmp_path: Path) -> None:
    events = sample_events(nasty=True)
    for format_id in ("graphml", "gexf"):
        tree = ElementTree.fromstring(export(format_id, events, tmp_path))
        assert sum(element.tag.endswith("}edge") for element in tree.iter()) == 10
    rows = list(csv.DictReader(io.StringIO(export("edges.csv", events, tmp_path), newline="")))
    assert len(rows) == 10
    moved = next(row for row in rows if (row["a"], row["b"]) == ("analyst", "boss"))
    assert float(moved["affinity"]) == pytest.approx(float(moved["before"]) + 0.02)


def test_sillytavern_has_its_header_and_messages(tmp_path: Path) -> None:
    header, *messages = [json.loads(line) for line in export("sillytavern", sample_events(), tmp_path).splitlines()]
    assert {"user_name", "character_name", "create_date", "chat_metadata"} <= header.keys()
    assert header["create_date"] == "2026-01-05@09h00m00s"
    assert all({"name", "is_user", "is_system", "send_date", "mes"} <= message.keys() for message in messages)
    assert sum(not message["is_user"] and not message["is_system"] for message in messages) == 11
    assert any(message["extra"].get("reasoning") for message in messages)


@pytest.mark.parametrize("format_id", sorted(EXPORTS.shipped))
def test_a_run_without_turns_can_be_exported(format_id: str, tmp_path: Path) -> None:
    assert export(format_id, sample_events(0, ended=False)[:1], tmp_path)


def test_an_unknown_format_names_what_there_is() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'html'"):
        EXPORTS["htm"]


def test_a_folder_is_refused(tmp_path: Path) -> None:
    events = sample_events(3)
    with pytest.raises(FileError, match="folder"):
        EXPORTS["md"].write(fold(events), events, tmp_path)


def test_missing_folders_are_made_only_when_told(tmp_path: Path) -> None:
    events = sample_events(3)
    target = tmp_path / "a" / "b" / "run.md"
    with pytest.raises(FileError, match="there is no folder"):
        EXPORTS["md"].write(fold(events), events, target)
    assert list(tmp_path.iterdir()) == []
    EXPORTS["md"].write(fold(events), events, target, Options(parents=True))
    assert target.exists()


def test_a_file_in_the_way_is_a_sentence(tmp_path: Path) -> None:
    events = sample_events(3)
    (tmp_path / "file").write_text("x")
    with pytest.raises(FileError, match="cannot be written"):
        EXPORTS["md"].write(fold(events), events, tmp_path / "file" / "run.md")


@pytest.mark.parametrize("format_id", ["md", "html", "jsonl"])
def test_a_cancelled_export_leaves_what_was_there(format_id: str, tmp_path: Path) -> None:
    events = sample_events(40)
    target = tmp_path / "run.out"
    target.write_text("old")

    class CancelledError(Exception):
        pass

    def cancel(done: float) -> None:
        if done > 0.3:
            raise CancelledError

    with pytest.raises(CancelledError):
        EXPORTS[format_id].write(fold(events), events, target, Options(), cancel)
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["run.out"]


def test_progress_grows_to_one(tmp_path: Path) -> None:
    events = sample_events(60)
    seen: list[float] = []
    EXPORTS["md"].write(fold(events), events, tmp_path / "run.md", Options(), seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    assert len(seen) > 10
