"""Runs on a Dask cluster of real processes: nothing is lost with a worker, and the table is that of this process."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from parley.core.base.definition import parse_toml
from parley.core.base.errors import RunError, UsageError
from parley.core.home import Home
from parley.core.log import log
from parley.core.log.fold import fold
from parley.core.studio.cluster.desk import Desk, open_desk
from parley.core.studio.executing import Here
from parley.core.studio.experiments.logs import get_logs_of
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.running import Progress, Running
from parley.core.studio.experiments.service import ExperimentService
from parley.core.studio.experiments.spec import Experiment
from parley.core.studio.experiments.table import build_table
from parley.core.studio.experiments.writing import as_csv

CLIMATE = """
name = "Climate"
when = ["before", "after"]
[[items]]
id = "ease"
type = "likert"
text = "How do you get on with the others?"
[[items]]
id = "view"
type = "choice"
text = "Where do we stand?"
options = ["agreed", "open"]
"""
SPEC = """
name = "Rounds"
questionnaire = "climate.toml"
repetitions = 3
parallel = 4

[roundtable]
format = "debate"
topic = "Shall we ship on Friday?"
voice = "rehearsal"
turns = 8

[grid]
policy = ["round_robin", "affinity"]
"""


@pytest.fixture
def expected_logs() -> list[str]:
    # Dask tells of the worker that was killed; nobody is shown it.
    return ["distributed"]


async def played(home: Home, executor: Desk | Here) -> Progress:
    studio = ExperimentService(home)
    (home.path / "climate.toml").write_text(CLIMATE, "utf-8")
    experiment = parse_toml(SPEC, "spec.toml", Experiment)
    try:
        return await Running(studio, Plan(experiment), home.path, executor=executor).live()
    finally:
        await studio.close()


def table(home: Home) -> bytes:
    plan = Plan(parse_toml(SPEC, "spec.toml", Experiment))
    return b"".join(as_csv(build_table(home, plan, ("turns", "words", "language.entropy", "ask.after")), plan))


@pytest.mark.slow
async def test_workers_are_killed_and_the_table_is_that_of_an_undisturbed_run(tmp_path: Path) -> None:
    here, there = Home(tmp_path / "here"), Home(tmp_path / "there")
    assert (await played(here, Here())).whole
    async with open_desk("local:2", there, 4) as desk:
        killed = 0

        async def kill() -> None:
            nonlocal killed
            while not desk.counts.lines:
                await asyncio.sleep(0.005)
            for one in list(desk._client.run(os.getpid).values())[:1]:
                os.kill(one, signal.SIGKILL)
                killed += 1

        killing = asyncio.create_task(kill())
        assert (await played(there, desk)).whole
        await killing
    assert killed == 1
    assert table(there) == table(here)
    assert b"ask.after.ease" in table(here)
    for run, path in get_logs_of(there).items():
        state = fold(log.read(path).events)
        assert state.status == "ended", run
        assert [turn.text for turn in state.turns] == [
            turn.text for turn in fold(log.read(get_logs_of(here)[run]).events).turns
        ]


@pytest.mark.parametrize("where", ["local:0", "local:99", "local:99999999", "nowhere", "tcp://", "http://a b:1"])
async def test_what_is_no_scheduler_is_told(where: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        async with open_desk(where, Home(tmp_path), 1):
            pass


async def test_a_scheduler_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parley.core.studio.cluster.desk.CONNECT_SECONDS", 1)
    with pytest.raises(RunError, match="cannot be used"):
        async with open_desk("tcp://127.0.0.1:9", Home(tmp_path), 1):
            pass
