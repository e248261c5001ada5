"""A run of every mode that is imported where it was exported to is the same run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parley.core.home import Home
from parley.core.log import log as log_file
from parley.core.settings import Settings
from parley.core.studio.importing import import_run
from parley.core.studio.studio import Studio
from tests.contract.conftest import Parley, Played
from tests.contract.kinds import ONE_A_MODE

pytestmark = pytest.mark.parametrize("kind", ONE_A_MODE)


def test_the_log_is_an_export_that_comes_back_as_it_went(
    played: Played, tmp_path: Path, parley: Parley, kind: str
) -> None:
    path, home = played(kind), Home(tmp_path / "elsewhere")
    assert parley(home.path, "import", str(path)).code == 0
    (listed,) = json.loads(parley(home.path, "runs", "--json").out)
    again = Studio(home, Settings()).open(listed["id"])
    assert listed["mode"] == again.state.setup.mode
    assert list(again.replay.events) == log_file.read(path).events
    # A second time it is here already.
    (left,) = import_run(home, path)
    assert not left.fresh
    assert "is here already" in left.warnings[-1]
