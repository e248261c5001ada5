"""Logs with anything in them: each is refused, set aside or shown, and none is in the way of the others."""

from __future__ import annotations

import contextlib
import os
import random
from pathlib import Path

import pytest

from parley.core.base.errors import LogError, ParleyError
from parley.core.cli import main
from parley.core.export.registry import EXPORTS, Options
from parley.core.home import Home
from parley.core.log.codec import encode
from parley.core.log.report import report
from parley.core.log.sql import Projection
from parley.core.log.sql.rows import Rows
from parley.core.measures.registry import measure_run
from parley.core.studio.importing import import_run
from parley.core.studio.studio import Studio
from tests.hostile_logs import mutant, put, rows, written
from tests.standup_events import sample_events

TRIALS = int(os.environ.get("PARLEY_TRIALS", "30"))


@pytest.fixture
def good(home: Home) -> Home:
    """A home with two runs in which nothing is wrong, one of them with memories."""
    (home.runs / "2026-01-08-scenes-enc.jsonl").write_bytes(written(rows("encounter-seed-3")))
    data = b"".join(encode(event) + b"\n" for event in sample_events(6, run_id="good"))
    (home.runs / "2026-01-05-roundtable-good.jsonl").write_bytes(data)
    return home


def parley(*arguments: str) -> None:
    assert main(list(arguments)) == 0, arguments


def nobody_is_in_the_way(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    """All that looks at every run works, and the good one is there."""
    capsys.readouterr()
    for command in (
        ("runs",), ("search", "the"), ("reindex",), ("measure", "good"), ("show", "good"),
        ("run", "roundtable", "--voice", "rehearsal", "--fast", "--turns", "3"),
    ):  # fmt: skip
        parley(*command)
        said = capsys.readouterr()
        assert "should not have" not in said.err
        if command[0] == "runs":
            assert "good " in said.out


def test_a_number_that_no_database_holds_does_not_break_the_home(
    good: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = rows("encounter-seed-3")
    number = next(place for place, row in enumerate(log) if row.get("usage"))
    put(log[number], ("usage", "output"), 2**63)
    brought = tmp_path / "brought.jsonl"
    brought.write_bytes(written(log))
    with pytest.raises(LogError, match=rf"line {number + 1} says what cannot be: .*\$\.usage\.output") as refused:
        import_run(good, brought)
    assert "It was not imported." in str(refused.value)
    # Earlier versions took it in; now the line is left out, and told.
    (good.runs / "2026-01-05-scenes-huge.jsonl").write_bytes(written(log))
    nobody_is_in_the_way(good, capsys)


@pytest.mark.slow
def test_any_log_is_refused_or_shown_and_harms_no_other(
    good: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(5)
    studio = Studio(good)
    for trial in range(TRIALS):
        _what, data = mutant(chance)
        brought = tmp_path / f"in{trial}.jsonl"
        brought.write_bytes(data)
        with contextlib.suppress(ParleyError):
            import_run(studio.home, brought)
        lying = good.runs / f"2026-01-05-x-m{trial}.jsonl"
        lying.write_bytes(data)
        try:
            opened = studio.open(str(lying))
        except ParleyError:
            continue
        report(opened.state)
        measure_run(opened.state)
        options = Options(thoughts=True, plan=studio.plan_of(opened.state.setup))
        for to in EXPORTS.shipped if trial % 5 == 0 else ("md", "json"):
            out = tmp_path / f"out-{trial}-{to}{EXPORTS[to].suffix}"
            EXPORTS[to].write(opened.state, opened.replay.events, out, options, lambda _part: None)
    nobody_is_in_the_way(good, capsys)


def test_what_the_fold_and_the_tables_cannot_take_is_set_aside_with_its_reason(
    good: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    from parley.core.log.sql import store
    from parley.core.log.sql.tables import Position, Run

    (good.runs / "2026-01-05-roundtable-other.jsonl").write_bytes(written(rows("standup-seed-7")))
    key = Projection(good.database)
    write, held = store.write_rows, {"2026-01-05-roundtable-other": OverflowError("Python int too large")}

    def picky(connection: object, key: int, rows: Rows) -> None:
        rows = list(rows)
        ((run,),) = [each for model, each in rows if model is Run]
        ((position,),) = [each for model, each in rows if model is Position]
        if run["status"] != "broken" and "other" in str(position["file"]):
            raise held["2026-01-05-roundtable-other"]
        write(connection, key, rows)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "write_rows", picky)
    for make in (lambda: key.sync_runs(good.runs), lambda: key.reindex(good.runs)):
        make()
        status = {row.id: (row.status, row.note) for row in key.runs()}
        assert status["good"][0] == "ended"
        assert status["2026-01-05-roundtable-other"][0] == "broken"
        assert "too large" in status["2026-01-05-roundtable-other"][1]
    key.close()


@pytest.mark.skipif(os.name == "nt", reason="file names are text there")
def test_a_file_whose_name_is_no_text_is_set_aside(good: Home, capsys: pytest.CaptureFixture[str]) -> None:
    name = os.fsdecode(b"2026-01-05-roundtable-\xff.jsonl")
    (good.runs / name).write_bytes(written(rows("standup-seed-7")))
    notes = {row.status: row.note for row in Studio(good).list_recent()}
    assert "not UTF-8" in notes["broken"]
    nobody_is_in_the_way(good, capsys)


def test_two_members_with_one_id_make_no_run(tmp_path: Path, good: Home) -> None:
    log = rows("standup-seed-7")
    members = log[0]["config"]["members"]
    members[1]["id"] = members[0]["id"]
    brought = tmp_path / "twins.jsonl"
    brought.write_bytes(written(log))
    with pytest.raises(LogError, match=r"event 1, run\.started: two members have the same id"):
        import_run(good, brought)
