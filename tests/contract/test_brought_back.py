"""A run of every mode that is imported where it was exported to is the same run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parley.core.engine.mode_spec import MODES
from parley.core.home import Home
from parley.core.log import log as log_file
from parley.core.log.fold import fold
from parley.core.settings import Settings
from parley.core.studio.importing import import_run
from parley.core.studio.studio import Studio
from tests.contract.conftest import Parley, Played
from tests.contract.kinds import ONE_A_MODE

pytestmark = pytest.mark.parametrize("kind", ONE_A_MODE)


def test_the_log_is_an_export_that_comes_back_as_it_went(played: Played, tmp_path: Path, kind: str) -> None:
    path = played(kind)
    home = Home(tmp_path / "elsewhere")
    home.prepare()
    there = Studio(home, Settings())
    found = import_run(home, path)
    assert [each.mode for each in found] == [MODES[there.open(found[0].id).state.setup.mode].name]
    again = there.open(found[0].id)
    assert list(again.replay.events) == log_file.read(path).events


@pytest.mark.slow
def test_the_command_line_brings_it_in(played: Played, tmp_path: Path, parley: Parley, kind: str) -> None:
    log = played(kind)
    assert parley(tmp_path / "elsewhere", "import", str(log)).code == 0
    listed = json.loads(parley(tmp_path / "elsewhere", "runs", "--json").out)
    assert [each["mode"] for each in listed] == [fold(log_file.read(log).events).setup.mode]
