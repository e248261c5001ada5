"""Bringing files in, whatever they are: a run, or a sentence, and never half a run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parley.core.base.errors import ParleyError
from parley.core.cli import main
from parley.core.home import Home
from parley.core.importing.reading import read
from parley.core.studio.importing import import_run
from tests.unit.importing.conftest import REAL


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=300))
def test_whatever_a_file_holds(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "any.jsonl"
    path.write_bytes(data)
    with pytest.raises(ParleyError):
        read(path)


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
