"""An experiment's runs in the queue are those that the experiment itself would play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parley.core.base.definition import parse_toml
from parley.core.home import Home
from parley.core.queue.experiments import enqueue_experiment
from parley.core.queue.queue import Queue
from parley.core.queue.worker import Worker
from parley.core.studio.experiments.logs import logs_of
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.running import Running
from parley.core.studio.experiments.service import ExperimentService
from parley.core.studio.experiments.spec import Experiment
from parley.core.studio.experiments.table import tabulate
from parley.core.studio.experiments.writing import as_csv
from parley.core.studio.interviews.asking import Asking
from parley.core.studio.interviews.log import InterviewLog

SPEC = """
name = "Later"
repetitions = 2
[roundtable]
format = "debate"
voice = "rehearsal"
turns = 4
[grid]
policy = ["round_robin", "affinity"]
"""


CLIMATE = """
name = "Climate"
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


def plan(more: str = "") -> Plan:
    return Plan(parse_toml(more + SPEC, "spec.toml", Experiment))


async def test_a_worker_plays_them_byte_for_byte_and_none_is_asked_for_twice(tmp_path: Path) -> None:
    here, there = Home(tmp_path / "here"), Home(tmp_path / "there")
    await Running(ExperimentService(here), plan(), tmp_path).live()
    queue, studio = Queue(there), ExperimentService(there)
    jobs = enqueue_experiment(queue, studio, plan(), tmp_path)
    assert [job.run for job in jobs] == [planned.run for planned in plan().runs]
    assert len(enqueue_experiment(queue, studio, plan(), tmp_path)) == len(queue.jobs()) == 4
    assert (await Worker(there, concurrency=2).work(until_empty=True)).finished == 4
    assert enqueue_experiment(queue, studio, plan(), tmp_path) == []
    found, wanted = logs_of(there), logs_of(here)
    assert {run: path.read_bytes() for run, path in found.items()} == {
        run: path.read_bytes() for run, path in wanted.items()
    }


async def test_members_fill_in_a_questionnaire_once_whoever_plays_and_however_often_it_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = plan('questionnaire = "climate.toml"\nmetrics = ["ask.after", "turns"]\n')
    (tmp_path / "climate.toml").write_text(CLIMATE, "utf-8")
    here, there = Home(tmp_path / "here"), Home(tmp_path / "there")
    await Running(ExperimentService(here), asked, tmp_path).live()
    queue, studio = Queue(there), ExperimentService(there)
    assert len(enqueue_experiment(queue, studio, asked, tmp_path)) == 4
    # Each worker ends after so many answers: within a questionnaire, with its run at its end.
    answers = 0
    real = Asking.ask

    async def ask(*args: Any, **values: Any) -> Any:
        nonlocal answers
        answers += 1
        if answers % 4 == 0:
            worker.stop()
        return await real(*args, **values)

    monkeypatch.setattr(Asking, "ask", ask)
    (tmp_path / "climate.toml").unlink()
    finished, workers = 0, 0
    while any(not job.over for job in queue.jobs()):
        worker = Worker(there, concurrency=2)
        finished, workers = finished + (await worker.work(until_empty=True)).finished, workers + 1
    assert (finished, workers > 4) == (4, True)
    (tmp_path / "climate.toml").write_text(CLIMATE, "utf-8")
    tables = [b"".join(as_csv(tabulate(home, asked, asked.experiment.metrics), asked)) for home in (here, there)]
    assert tables[0] == tables[1]
    assert b"ask.after.ease" in tables[0]
    # Nobody was asked twice.
    members = sum(len(InterviewLog(there, planned.run).interviews()) for planned in asked.runs)
    assert answers == members
    assert enqueue_experiment(queue, studio, asked, tmp_path) == []
