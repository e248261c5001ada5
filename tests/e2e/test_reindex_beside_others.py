"""`parley reindex` while other processes rebuild, write and ask: nobody fails, and nothing is missing in the end.

`PARLEY_TRIALS=60 pytest -s …` tries more.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from parley.core.log.codec import encode
from parley.core.log.sql import Projection
from tests.damaged_databases import HARMS, put
from tests.e2e.conftest import PATIENCE, Shell
from tests.standup_events import sample_events

TRIALS = int(os.environ.get("PARLEY_TRIALS", "2"))


@pytest.mark.slow
def test_two_at_once_and_beside_a_run_and_a_search(shell: Shell) -> None:
    runs, database = shell.home / "runs", shell.home / "parley.db"
    runs.mkdir(parents=True)
    for number in range(30):
        events = sample_events(40, run_id=f"r{number}")
        data = b"".join(encode(event) + b"\n" for event in events)
        (runs / f"2026-01-05-roundtable-r{number}.jsonl").write_bytes(data)
    chance = random.Random(6)
    failed: list[str] = []
    for trial in range(TRIALS):
        if trial % 3 == 2:
            # What they find may be damaged, too.
            data = bytearray(database.read_bytes())
            put(database, data, chance.choice(HARMS)(data, chance))
        begun = [
            shell.start(*command)
            for command in (
                ("reindex",), ("reindex",),
                ("run", "roundtable", "--voice", "rehearsal", "--fast", "--seed", 1_000 + trial, "--turns", 4),
                ("search", "spinner"),
            )
        ]  # fmt: skip
        for process in begun:
            out, err = process.communicate(timeout=PATIENCE)
            if process.returncode or "Traceback" in err or "should not have" in err:
                failed.append(f"trial {trial}: {process.args}: {out[-200:]} {err[-300:]}")
        shell("runs")
        failed += [f"trial {trial}: {left}" for left in _left(shell.home)]
        if _rows(database) != _rows_of_logs(runs, shell.folder / "again"):
            failed.append(f"trial {trial}: the rows are not those of the logs")
    print(f"\n{TRIALS} trials, {len(failed)} failures")
    assert not failed, "\n".join(failed)


def _left(home: Path) -> list[str]:
    return [path.name for path in home.glob("parley.db?*")]


def _rows(database: Path) -> list[str]:
    projection = Projection(database)
    rows = projection.dump()
    projection.close()
    return rows


def _rows_of_logs(runs: Path, home: Path) -> list[str]:
    home.mkdir(exist_ok=True)
    if not (home / "runs").exists():
        (home / "runs").symlink_to(runs)
    projection = Projection(home / "parley.db", unread=True)
    projection.reindex(home / "runs")
    rows = projection.dump()
    projection.close()
    return rows
