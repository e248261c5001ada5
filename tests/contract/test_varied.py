"""A run of a package's kind is varied by an experiment as any other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parley.core.log import log as log_file
from parley.core.log.fold import fold
from parley.core.log.report import report
from tests.contract.conftest import Parley, process

SPEC = """
name = "who-leads"
repetitions = 2

[quiz]
rounds = 1

[grid]
points = [1, 2]
policy = ["behind", "round_robin"]
"""


@pytest.mark.slow
def test_an_experiment_varies_what_may_be_asked_for(tmp_path: Path, parley: Parley) -> None:
    (tmp_path / "spec.toml").write_text(SPEC, "utf-8")
    # The kinds that an experiment may be of are those that there are when the program starts.
    started = process(tmp_path / "home", "experiment", "run", str(tmp_path / "spec.toml"))
    assert "All 8 runs are finished" in "".join(started.communicate())
    runs = [log_file.read(each).events for each in (tmp_path / "home").rglob("*.jsonl")]
    scores = [max(report(fold(events))["quiz"]["scores"].values()) for events in runs]
    assert sorted(scores) == [1] * 4 + [2] * 4
    assert len(json.loads(parley(tmp_path / "home", "runs", "--json").out)) == 8
