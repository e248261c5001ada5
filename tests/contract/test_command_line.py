"""The command line does with a run of any mode what it does with all of them."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import pytest

from parley.core.engine.mode_spec import MODES
from parley.core.log import log as log_file
from parley.core.log.fold import fold
from parley.core.log.report import report
from tests.contract.conftest import Parley, Played, process
from tests.contract.kinds import ONE_A_MODE


@pytest.mark.parametrize("kind", ONE_A_MODE)
@pytest.mark.slow
def test_a_run_is_read_and_gone_on_with(played: Played, tmp_path: Path, parley: Parley, kind: str) -> None:
    log = played(kind)
    home, mode = log.parent.parent, fold(log_file.read(log).events).setup.mode
    (listed,) = json.loads(parley(home, "runs", "--json").out)
    assert (listed["mode"], listed["status"]) == (mode, "ended")
    run = listed["id"]
    state = json.loads(parley(home, "state", run, "--turn", "2", "--json").out)
    assert state["mode"] == mode
    if (told := MODES[mode].report) is not None:
        # What nothing of has happened yet is not told.
        assert set(told(fold(log_file.read(log).events))) - {"settled"} <= set(state)
    lines = parley(home, "show", run).out
    turns = fold(log_file.read(log).events).turns
    assert all(turn.text.split("\n")[0] in lines for turn in turns)
    assert json.loads(parley(home, "measure", run, "--json").out)["turns"] == len(turns)
    for name in ("run.md", "run.html", "run.json", "run.csv"):
        assert parley(home, "export", run, "-o", str(tmp_path / name)).code == 0
    word = max(turns[0].text.replace("’", "'").split(), key=len).strip(".,!?:;\"'„“")
    assert run in parley(home, "search", word).out
    assert parley(home, "resume", run).code == 0
    forked = parley(home, "fork", run, "--turn", "1", "--seed", "5", "--voice", "rehearsal", "--fast", "--json")
    assert forked.code in {0, 1}, forked.err
    rows = {each["id"]: each for each in json.loads(parley(home, "runs", "--json").out)}
    assert [each["parent"] for each in rows.values() if each["parent"]] == [run]


@pytest.mark.slow
def test_a_process_that_is_killed_is_resumed_by_another(tmp_path: Path, parley: Parley) -> None:
    """Where a log is cut off is no matter: `test_determined.py` goes on behind every event, in every mode."""
    options = ["--rounds", "8", "--points", "3", "--quizmaster", "boss"]
    asked = ["run", "quiz", *options, "--voice", "rehearsal", "--seed", "3", "--json"]
    straight = process(tmp_path / "straight", *asked, "--fast")
    killed = process(tmp_path / "killed", *asked)
    folder = tmp_path / "killed" / "runs"
    while killed.poll() is None and not any(
        each.read_bytes().count(b'"turn.ended"') > 3 for each in folder.glob("*.jsonl")
    ):
        time.sleep(0.002)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    out, err = straight.communicate()
    assert straight.returncode == 0, err
    (log,) = folder.glob("*.jsonl")
    resumed = parley(tmp_path / "killed", "resume", str(log), "--json")
    assert resumed.code == 0, resumed.err
    found = fold(log_file.read(log).events)
    wanted = fold(log_file.read(Path(json.loads(out)["path"])).events)
    assert [turn.text for turn in found.turns] == [turn.text for turn in wanted.turns]
    assert found.status == "ended"
    assert report(found)["quiz"] == report(wanted)["quiz"]
