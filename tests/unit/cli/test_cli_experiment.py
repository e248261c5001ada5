"""`parley experiment`: run, paused, killed and gone on with, shown and exported."""

from __future__ import annotations

import csv
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from core.cli import main

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
warmth = [0.1, 1.5]
"""
RUNS = 16
KILLS = 4

# Starting Python and importing Parley takes longer than a part of the experiment: this has done it, and forks.
STARTER = """
import os, sys
from core.cli import main
import core.voices.rehearsal.voice, core.studio.experiments.table
for line in sys.stdin:
    pid = os.fork()
    if pid == 0:
        out = os.open(os.devnull, os.O_WRONLY)
        os.dup2(out, 1)
        code = main(line.split())
        sys.stdout.flush()
        os._exit(code)
    print(pid, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
"""


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "spec.toml"
    path.write_text(SPEC, "utf-8")
    return path


@pytest.fixture
def starter() -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", STARTER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    yield process
    process.communicate(timeout=30)
    assert process.returncode == 0


def begin(starter: subprocess.Popen[str], *arguments: object) -> int:
    """The pid of a command that has been started."""
    assert starter.stdin
    assert starter.stdout
    starter.stdin.write(" ".join(map(str, arguments)) + "\n")
    starter.stdin.flush()
    return int(starter.stdout.readline())


def status(starter: subprocess.Popen[str]) -> int:
    assert starter.stdout
    return int(starter.stdout.readline())


def written(home: Path) -> int:
    """Bytes of all logs."""
    return sum(path.stat().st_size for path in (home / "runs").glob("*.jsonl"))


def struck(starter: subprocess.Popen[str], pid: int, home: Path, size: int, how: signal.Signals) -> int:
    """Send the signal when the logs have that many bytes; how the command ended."""
    while written(home) < size:
        assert Path(f"/proc/{pid}").exists(), "the command ended before it had written so much"
        time.sleep(0.001)
    os.kill(pid, how)
    return status(starter)


def table(home: Path, out: Path) -> bytes:
    assert main(["experiment", "export", "warm-and-cold", "--to", "csv", "-o", str(out), "--home", str(home)]) == 0
    return out.read_bytes()


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    capsys.readouterr()
    assert main(["experiment", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_killed_again_and_again_it_ends_in_the_same_table(
    starter: subprocess.Popen[str], spec: Path, tmp_path: Path
) -> None:
    calm, struck_home = tmp_path / "calm", tmp_path / "struck"
    assert main(["experiment", "run", str(spec), "--home", str(calm)]) == 0
    whole = written(calm)
    chance = random.Random(5)
    for number in range(KILLS):
        pid = begin(starter, "experiment", "run", spec, "--home", struck_home)
        size = int(whole * (number + chance.random()) / (KILLS + 1))
        assert struck(starter, pid, struck_home, size, signal.SIGKILL) == -signal.SIGKILL
    finished = {path: path.stat() for path in (struck_home / "runs").iterdir() if b'"run.ended"' in path.read_bytes()}
    assert 0 < len(finished) < RUNS
    begin(starter, "experiment", "run", spec, "--home", struck_home)
    assert status(starter) == 0
    for path, before in finished.items():
        # What was finished was not touched again.
        assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert table(struck_home, tmp_path / "b.csv") == table(calm, tmp_path / "a.csv")


def test_ctrl_c_pauses_it(starter: subprocess.Popen[str], spec: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    pid = begin(starter, "experiment", "run", spec, "--home", home)
    assert struck(starter, pid, home, 40_000, signal.SIGINT) == 1
    ends = [path.read_bytes() for path in (home / "runs").iterdir()]
    assert len(ends) < RUNS
    assert all(b'"run.ended"' in data or b'"run.paused"' in data for data in ends)
    begin(starter, "experiment", "run", spec, "--home", home)
    assert status(starter) == 0


def test_it_is_run_shown_listed_and_exported(
    spec: Path, home: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec.write_text(SPEC.replace("turns = 24", "turns = 6").replace("repetitions = 4", "repetitions = 3"), "utf-8")
    found = told(capsys, "run", str(spec), "--parallel", "2")
    assert found == {
        "id": "warm-and-cold", "name": "Warm and cold", "cells": 4, "runs": 12, "done": 12, "before": 0, "parked": [],
        "status": "ended", "reason": "",
    }  # fmt: skip
    assert told(capsys, "run", str(spec))["before"] == 12
    assert told(capsys, "list") == [
        {"id": "warm-and-cold", "name": "Warm and cold", "cells": 4, "runs": 12, "done": 12}
    ]
    shown = told(capsys, "show", "Warm and cold")
    assert [cell["settings"] for cell in shown["cells"]][1] == {"awareness": "none", "warmth": 1.5}
    assert shown["cells"][0]["figures"]["words"]["n"] == 3
    assert {one["setting"] for one in shown["comparisons"]} == {"awareness", "warmth"}
    assert len(shown["table"]) == 12
    assert told(capsys, "show", str(spec), "--metric", "participation.share")["table"][0].keys() >= {
        "participation.share.a"
    }
    assert main(["experiment", "show", "warm"]) == 0
    text = capsys.readouterr().out
    assert "12 of 12 runs are finished" in text
    assert "Voices: rehearsal · script." in text
    assert "Rehearsed: a script wrote these lines, no language model." in text
    assert (shown["voices"], shown["rehearsed"]) == (["rehearsal · script"], 12)
    assert "awareness none, warmth 0.1" in text
    assert "Mann-Whitney" in text
    out = tmp_path / "table.parquet"
    assert main(["experiment", "export", "warm", "--to", "parquet", "-o", str(out)]) == 0
    assert parquet.read_table(out).num_rows == 12
    rows = list(csv.reader(table(home.path, tmp_path / "t.csv").decode().splitlines()))
    assert len(rows) == 13


def test_an_experiment_can_be_shown_before_it_is_whole(
    spec: Path, home: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    from core.studio.experiments import logs
    from core.studio.experiments.spec import read_spec

    logs.keep(home, *read_spec(spec))
    assert told(capsys, "show", "warm")["done"] == 0
    assert main(["experiment", "show", "warm"]) == 0
    assert "0 of 16 runs" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["run", "missing.toml"], 1, "there is no such file"),
        (["run", "{spec}", "--parallel", "201"], 2, "--parallel"),
        (["show", "nothing"], 2, "There is no experiment called 'nothing'"),
        (["export", "{spec}", "--to", "xlsx", "-o", "t.xlsx"], 2, "csv, parquet"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    arguments: list[str], code: int, said: str, spec: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["experiment", *(each.format(spec=spec) for each in arguments)]) == code
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_a_bad_spec_is_blamed_by_its_line(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec.write_text(SPEC.replace("warmth = [0.1, 1.5]", "warmth = [0.1, 15]"), "utf-8")
    assert main(["experiment", "run", str(spec)]) == 1
    assert "spec.toml: line 13: 'grid': 'warmth' cannot be 15" in capsys.readouterr().err
