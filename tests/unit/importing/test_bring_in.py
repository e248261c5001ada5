"""Bringing files in, whatever they are: a run, or a sentence, and never half a run."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parley.core.base.errors import ParleyError
from parley.core.cli import main
from parley.core.home import Home
from parley.core.importing.base import Draft
from parley.core.importing.reading import read
from parley.core.log.codec import encode
from parley.core.log.fold import fold
from parley.core.studio.importing import import_run
from tests.standup_events import sample_events
from tests.unit.importing.conftest import REAL

SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**20), 10**20), st.floats(), st.text(max_size=12), st.just("agent_a")
)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner))
PIDGIN = [json.loads(text) for text in REAL.read_text("utf-8").splitlines()]
CHAT: list[dict[str, Any]] = [
    {"user_name": "Nim", "character_name": "Marta", "create_date": "2023-11-17@17h00m00s"},
    {"name": "Marta", "mes": "Well?", "is_user": False, "is_system": False, "send_date": "2023-11-17@17h05m23s"},
    {"name": "Nim", "mes": "Well.", "is_user": True, "extra": {"reasoning": "Hm."}, "send_date": 1_700_240_823},
    {"name": "Narrator", "mes": "It rains.", "is_system": True, "extra": {"type": "narrator"}},
    {
        "name": "Marta",
        "mes": "Secret.",
        "is_system": True,
        "swipes": ["Secret.", "Hm."],
        "swipe_id": 0,
        "swipe_info": [],
    },
]


def damaged(rows: list[dict[str, Any]]) -> st.SearchStrategy[list[Any]]:
    """The rows with values of theirs, and values within these, replaced by anything."""

    @st.composite
    def change(draw: st.DrawFn) -> list[Any]:
        copy: list[Any] = json.loads(json.dumps(rows))
        for _ in range(draw(st.integers(1, 6))):
            row = copy[draw(st.integers(0, len(copy) - 1))]
            if not isinstance(row, dict) or not row:
                continue
            name = draw(st.sampled_from(sorted(row)))
            inner = row[name]
            if isinstance(inner, dict) and inner and draw(st.booleans()):
                inner[draw(st.sampled_from(sorted(inner)))] = draw(VALUES)
            elif draw(st.booleans()):
                row[name] = draw(VALUES)
            else:
                del row[name]
        return copy

    return change()


JUNE = [
    {"timestamp": row["timestamp"], "event_type": row["event_type"], "data": {**row, "event_type": None}}
    for row in PIDGIN
]


@pytest.mark.parametrize("rows", [PIDGIN, JUNE, CHAT], ids=["pidgin", "pidgin of June 2025", "sillytavern"])
@pytest.mark.slow
def test_whatever_stands_in_a_row_it_is_a_run_or_a_sentence(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    path = tmp_path / "odd.jsonl"

    @settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(damaged(rows))
    def anything(changed: list[Any]) -> None:
        path.write_text("\n".join(json.dumps(row) for row in changed), "utf-8", errors="surrogatepass")
        drafts: list[Draft] = []
        with suppress(ParleyError):
            drafts = read(path)
        for draft in drafts:
            fold(draft.events)
            assert all(encode(event) for event in draft.events)

    anything()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=300))
def test_whatever_a_file_holds(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "any.jsonl"
    path.write_bytes(data)
    with pytest.raises(ParleyError):
        read(path)


def test_a_log_of_ours_is_taken_over_as_it_is(home: Home, tmp_path: Path) -> None:
    events = sample_events()
    path = tmp_path / "ours.jsonl"
    path.write_bytes(b"".join(encode(event) + b"\n" for event in events))
    (run,) = import_run(home, path)
    assert run.path.read_bytes() == path.read_bytes()
    assert (run.mode, run.fresh) == ("roundtable", True)
    (again,) = import_run(home, path)
    assert not again.fresh
    assert "is here already" in again.warnings[-1]


def test_a_home_that_cannot_be_written_is_told_and_nothing_is_left(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(ParleyError):
        import_run(home, REAL)
    monkeypatch.undo()
    assert list(home.runs.iterdir()) == []


def test_the_command_prints_what_came_in(home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd = tmp_path / "odd.txt"
    odd.write_text("Nothing.", "utf-8")
    code = main(["import", str(REAL), str(odd), "--json", "--home", str(home.path)])
    said = capsys.readouterr()
    (run,) = json.loads(said.out)
    assert (run["mode"], run["turns"], run["warnings"]) == ("duologue", 10, [])
    assert code == 1
    assert "1 of 2 files could not be imported" in said.err
    assert main(["show", run["id"], "--home", str(home.path)]) == 0
    assert "imported: pidgin" in capsys.readouterr().out
    assert main(["measure", run["id"], "--json", "--home", str(home.path)]) == 0
    assert json.loads(capsys.readouterr().out)["convergence.classic.balanced.score"] >= 0
