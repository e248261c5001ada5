"""The database is damaged, replaced, in a folder that cannot be written: the runs are there all the same.

`PARLEY_TRIALS=10 pytest -s …` tries each of the ten kinds of damage ten times.
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import OperationalError

from parley.core.base.errors import DiskFullError
from parley.core.log.codec import encode
from parley.core.log.sql import Projection, store
from tests.damaged_databases import HARMS, put
from tests.standup_events import sample_events

SCENES = Path(__file__).parents[2] / "golden" / "encounter-seed-3.jsonl"
TRIALS = int(os.environ.get("PARLEY_TRIALS", "2"))
"""Of each kind of damage."""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes, list[str]]:
    """A home with its database, that file's bytes, and its rows."""
    folder = tmp_path_factory.mktemp("sound")
    (folder / "runs").mkdir()
    for number in range(6):
        events = sample_events(40, ("en", "de")[number % 2], run_id=f"r{number}")
        data = b"".join(encode(event) + b"\n" for event in events)
        (folder / "runs" / f"2026-01-05-roundtable-r{number}.jsonl").write_bytes(data)
    shutil.copy(SCENES, folder / "runs" / "2026-01-08-scenes-enc.jsonl")
    projection = Projection(folder / "parley.db")
    projection.reindex(folder / "runs")
    rows = projection.dump()
    projection.close()
    return folder, (folder / "parley.db").read_bytes(), rows


QUESTIONS: tuple[Callable[[Projection], bool], ...] = (
    lambda projection: len(projection.runs()) == 7,
    lambda projection: bool(projection.search("the", 500)),
    lambda projection: bool(projection.carried("startup-en", ["boss", "writer"]).memories),
)


@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
@pytest.mark.slow
def test_a_damaged_database_is_rebuilt_and_answers(
    sound: tuple[Path, bytes, list[str]], harm: Callable[[bytearray, random.Random], dict[str, bytes]]
) -> None:
    folder, good, rows = sound
    chance = random.Random(harm.__name__)
    found: Counter[str] = Counter()
    for trial in range(TRIALS):
        data = bytearray(good)
        beside = harm(data, chance)
        put(folder / "parley.db", data, beside)
        projection = Projection(folder / "parley.db", unread=True)
        assert projection.reindex(folder / "runs") == 7
        assert projection.dump() == rows
        projection.close()
        assert (folder / "parley.db").read_bytes() == good, (harm.__name__, trial)
        assert not list(folder.glob("parley.db?*")), (harm.__name__, trial)
        found["rebuilt"] += 1
        for question in QUESTIONS:
            # Whoever only asks is answered too: what is damaged is made anew on the way.
            put(folder / "parley.db", data, beside)
            projection = Projection(folder / "parley.db")
            projection.sync_runs(folder / "runs")
            assert question(projection), (harm.__name__, trial)
            projection.close()
            found["answered"] += 1
    print(f"\n{harm.__name__}: {dict(found)}")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root reads and writes whatever the mode says")
def test_a_folder_that_cannot_be_written_is_read(sound: tuple[Path, bytes, list[str]], tmp_path: Path) -> None:
    folder, good, rows = sound
    put(folder / "parley.db", good, {})
    copy = tmp_path / "home"
    shutil.copytree(folder, copy)
    for file in (copy / "parley.db", copy / "runs", copy):
        file.chmod(0o555 if file.is_dir() else 0o444)
    try:
        _looked_at(copy, rows)
    finally:
        copy.chmod(0o755)


def test_a_home_that_cannot_be_written_is_kept_in_memory(
    sound: tuple[Path, bytes, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, good, rows = sound
    monkeypatch.setattr(store, "is_writable", lambda _path: False)
    for data in (good, b"", b"x" * 5_000):
        put(folder / "parley.db", data, {})
        _looked_at(folder, rows)
        assert (folder / "parley.db").read_bytes() == data


def _looked_at(folder: Path, rows: list[str]) -> None:
    before = {path.name for path in folder.iterdir()}
    projection = Projection(folder / "parley.db")
    projection.sync_runs(folder / "runs")
    assert projection.dump() == rows
    assert projection.search("the")
    projection.close()
    assert {path.name for path in folder.iterdir()} == before


def test_no_question_is_taken_for_damage(sound: tuple[Path, bytes, list[str]]) -> None:
    folder, good, _rows = sound
    put(folder / "parley.db", good, {})
    projection = Projection(folder / "parley.db")
    half = "caf\udce9"
    assert projection.runs(id_prefix=half, cast=half) == []
    assert projection.search(half) == projection.search("the", run=half) == []
    assert not projection.notice
    projection.close()


def _no_pages(connection: Connection) -> None:
    connection.connection.cursor().execute("PRAGMA max_page_count=40")


def _rolled_back(connection: Connection) -> None:
    """As on a disk that fills while the tables are written: SQLite takes all back by itself, and says so."""

    def execute(_conn: object, cursor: sqlite3.Cursor, statement: str, *_more: object) -> None:
        if statement == "COMMIT":
            cursor.execute("ROLLBACK")
            raise OperationalError(statement, (), sqlite3.OperationalError("database or disk is full"))

    event.listen(connection, "before_cursor_execute", execute)


@pytest.mark.parametrize("fill", [_no_pages, _rolled_back])
def test_a_full_disk_is_called_so_and_the_old_database_stays(
    sound: tuple[Path, bytes, list[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fill: Callable[[Connection], None],
) -> None:
    folder, good, _rows = sound
    put(tmp_path / "parley.db", good, {})
    real = store.open_engine

    def opened(path: Path) -> Engine:
        engine = real(path)
        event.listen(engine, "engine_connect", fill)
        return engine

    projection = Projection(tmp_path / "parley.db", unread=True)
    monkeypatch.setattr(store, "open_engine", opened)
    with pytest.raises(DiskFullError, match="the disk is full"):
        projection.reindex(folder / "runs")
    projection.close()
    assert (tmp_path / "parley.db").read_bytes() == good
    assert not list(tmp_path.glob("parley.db?*"))
