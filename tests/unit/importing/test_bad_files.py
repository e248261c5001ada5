"""Files that were cut, mangled or made to harm: a run and what was lost of it, or a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parley.core.base.errors import ParleyError
from parley.core.cli import main
from parley.core.home import Home
from parley.core.log.codec import encode
from parley.core.log.events.run import RunStarted
from parley.core.studio.importing import import_run
from tests.standup_events import sample_events
from tests.unit.importing.conftest import REAL, Bring

HEADER = {"user_name": "Nim", "character_name": "Marta"}


@pytest.mark.parametrize("run", ["../../elsewhere", "a/b", "a\0b", "a" * 400, "", ".", "-x"])
def test_an_id_that_is_a_path_leads_nowhere(home: Home, tmp_path: Path, run: str) -> None:
    head, *rest = sample_events()
    assert isinstance(head, RunStarted)
    events = [RunStarted(at=head.at, config={**head.config, "id": run}), *rest]
    path = tmp_path / "evil.jsonl"
    path.write_bytes(b"".join(encode(event) + b"\n" for event in events))
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(ParleyError, match="cannot be one"):
        import_run(home, path)
    assert sorted(tmp_path.rglob("*")) == before
    assert not home.runs.is_dir() or list(home.runs.iterdir()) == []


def test_the_same_run_with_another_date_is_not_there_twice(home: Home, tmp_path: Path) -> None:
    events = sample_events()
    path = tmp_path / "ours.jsonl"
    path.write_bytes(b"".join(encode(event) + b"\n" for event in events))
    import_run(home, path)
    first = f'"at":"{events[0].at:%Y-%m-%d}'.encode()
    path.write_bytes(path.read_bytes().replace(first, b'"at":"2001-01-01', 1))
    (again,) = import_run(home, path)
    assert not again.fresh
    assert len(list(home.runs.glob("*.jsonl"))) == 1


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_however_an_editor_wrote_it(home: Home, tmp_path: Path, encoding: str, ends: str) -> None:
    path = tmp_path / "edited.jsonl"
    path.write_bytes(REAL.read_text("utf-8").replace("\n", ends).encode(encoding))
    (run,) = import_run(home, path)
    assert (run.turns, run.warnings) == (10, ())


def test_letters_that_are_lost_are_told(home: Home, tmp_path: Path) -> None:
    path = tmp_path / "latin.jsonl"
    lines = [{"name": "Zoë", "mes": "für dich"}, {"name": "Nim", "mes": "�"}]
    path.write_bytes(b"\n".join(json.dumps(line, ensure_ascii=False).encode("latin-1", "replace") for line in lines))
    (run,) = import_run(home, path)
    assert "no UTF-8 text" in run.warnings[0]


def test_lines_that_say_nothing_are_told_by_their_numbers(bring: Bring) -> None:
    run, state = bring(
        HEADER,
        {"name": "Marta", "mes": "One."},
        '{"name": "Nim", "mes": "tor',
        {"name": "Nim", "mes": ["no text"]},
        {"name": "Nim"},
        {"name": "Nim", "mes": "Two."},
    )
    assert [turn.text for turn in state.turns] == ["One.", "Two."]
    assert run.warnings[:3] == (
        "Line 3 cannot be read and was left out.",
        "Line 4 has no name or no text and was left out.",
        "Line 5 has no name or no text and was left out.",
    )


def test_half_letters_and_control_characters_cost_no_line(bring: Bring) -> None:
    torn = '{"name": "M\\ud800arta", "mes": "a\\udc00b", "extra": {"reasoning": "\\ud83d\\ude00 \\ud800"}}'
    run, state = bring(HEADER, torn, '{"name": "\\u202eNim\\u0000", "mes": "c\td"}')
    assert run.turns == 2
    assert [turn.text for turn in state.turns] == ["a?b", "c\td"]
    assert [member.name for member in state.setup.members] == ["M?arta", "Nim"]


def test_a_conversation_that_was_changed_is_another_run(bring: Bring) -> None:
    rows = [json.loads(line) for line in REAL.read_text("utf-8").splitlines()]
    one, _ = bring(*rows)
    said = next(row for row in rows if row["event_type"] == "MessageCompleteEvent")
    said["message"]["content"] += " Truly."
    other, _ = bring(*rows)
    assert other.fresh
    assert other.id != one.id


@pytest.mark.parametrize("what", ["/dev/zero", "/dev/null", "folder", "loop"])
def test_what_is_no_file_is_not_read(home: Home, tmp_path: Path, what: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / what if not what.startswith("/") else Path(what)
    if what == "folder":
        path.mkdir()
    elif what == "loop":
        path.symlink_to(path)
    elif not path.exists():
        pytest.skip("no such device here")
    assert main(["import", str(path), "--json", "--home", str(home.path)]) == 1
    said = capsys.readouterr()
    assert json.loads(said.out) == []
    assert json.loads(said.err)["error"]["file"] == str(path)
