"""`parley experiment`: run, paused, killed and gone on with, shown and exported."""

from __future__ import annotations

import contextlib
import csv
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyarrow import parquet

from parley.core.cli import main
from parley.core.home import Home
from tests.parley_processes import Starter
from tests.unit.cli.conftest import Parley, Told

SPEC = """
name = "Warm and cold"
repetitions = 4
parallel = 4
metrics = ["words", "convergence.parley.balanced.score"]

[duologue]
voice = "rehearsal"
turns = 24

[grid]
awareness = ["none", "high"]
temperature = [0.1, 1.5]
"""
RUNS = 16
TRIES = 10


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "spec.toml"
    path.write_text(SPEC, "utf-8")
    return path


@pytest.fixture
def starter(tmp_path: Path) -> Iterator[Starter]:
    with Starter(tmp_path / "said.txt", "parley.core.studio.experiments.table") as found:
        yield found


def written(home: Path) -> int:
    """Bytes of all logs."""
    return sum(path.stat().st_size for path in (home / "runs").glob("*.jsonl"))


def struck(starter: Starter, spec: Path, home: Path, size: int, how: signal.Signals) -> int:
    """Run it, and send the signal when the logs have that many bytes; how the command ended: by itself, if the signal
    came too late."""
    pid = starter.begin("experiment", "run", str(spec), "--home", str(home))
    while written(home) < size and Path(f"/proc/{pid}").exists():
        time.sleep(0.001)
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, how)
    return starter.status()


def homes(folder: Path) -> Iterator[Path]:
    """One after the other until a signal came in time; who is struck is on a busy machine faster than who strikes."""
    yield from (folder / f"struck{number}" for number in range(TRIES))
    pytest.fail("every command ended before it was struck")


def table(home: Path, out: Path) -> bytes:
    assert main(["experiment", "export", "warm-and-cold", "--to", "csv", "-o", str(out), "--home", str(home)]) == 0
    return out.read_bytes()


@pytest.mark.slow
def test_ctrl_c_pauses_it(starter: Starter, spec: Path, tmp_path: Path) -> None:
    for home in homes(tmp_path):
        if (code := struck(starter, spec, home, 40_000, signal.SIGINT)) != 0:
            break
    assert code == 1
    ends = [path.read_bytes() for path in (home / "runs").iterdir()]
    assert len(ends) < RUNS
    assert all(b'"run.ended"' in data or b'"run.paused"' in data for data in ends)
    starter.run("experiment", "run", str(spec), "--home", str(home))


@pytest.mark.slow
def test_it_is_run_shown_listed_and_exported(
    spec: Path, home: Home, tmp_path: Path, told: Told, parley: Parley
) -> None:
    spec.write_text(SPEC.replace("turns = 24", "turns = 6").replace("repetitions = 4", "repetitions = 3"), "utf-8")
    found = told("experiment", "run", str(spec), "--parallel", "2")
    assert found == {
        "id": "warm-and-cold", "name": "Warm and cold", "cells": 4, "runs": 12, "done": 12, "before": 0, "parked": [],
        "status": "ended", "reason": "",
    }  # fmt: skip
    assert told("experiment", "run", str(spec))["before"] == 12
    assert told("experiment", "list") == [
        {"id": "warm-and-cold", "name": "Warm and cold", "cells": 4, "runs": 12, "done": 12}
    ]
    shown = told("experiment", "show", "Warm and cold")
    assert [cell["settings"] for cell in shown["cells"]][1] == {"awareness": "none", "temperature": 1.5}
    assert shown["cells"][0]["figures"]["words"]["n"] == 3
    assert {one["setting"] for one in shown["comparisons"]} == {"awareness", "temperature"}
    assert len(shown["table"]) == 12
    assert told("experiment", "show", str(spec), "--metric", "participation.share")["table"][0].keys() >= {
        "participation.share.a"
    }
    text = parley("experiment", "show", "warm").out
    assert "12 of 12 runs are finished" in text
    assert "Voices: rehearsal · script." in text
    assert "Rehearsed: a script wrote these lines, no language model." in text
    assert (shown["voices"], shown["rehearsed"]) == (["rehearsal · script"], 12)
    assert "awareness none, temperature 0.1" in text
    assert "Mann-Whitney" in text
    out = tmp_path / "table.parquet"
    assert main(["experiment", "export", "warm", "--to", "parquet", "-o", str(out)]) == 0
    assert parquet.read_table(out).num_rows == 12
    rows = list(csv.reader(table(home.path, tmp_path / "t.csv").decode().splitlines()))
    assert len(rows) == 13


def test_an_experiment_can_be_shown_before_it_is_whole(spec: Path, home: Home, told: Told, parley: Parley) -> None:
    from parley.core.studio.experiments import logs
    from parley.core.studio.experiments.spec import read_spec

    logs.keep(home, *read_spec(spec))
    assert told("experiment", "show", "warm")["done"] == 0
    assert "0 of 16 runs" in parley("experiment", "show", "warm").out
