"""Logs with anything in them, in the window: what opens is shown."""

from __future__ import annotations

import os
import random
from functools import partial
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from parley.core.base.errors import ParleyError
from parley.core.home import Home
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio
from parley.desktop.modes.story.mode import shown_story
from parley.desktop.run.model import RunModel
from tests.hostile_logs import mutant, rows, written

TRIALS = int(os.environ.get("PARLEY_TRIALS", "25"))


def shown(model: RunModel, studio: Studio, opened: Opened) -> None:
    """Every figure of every turn."""
    model.open(opened, studio.library.plan("studio"))
    for place in range(len(model.transcript.rows)):
        assert model.transcript.rows[place]
    for turn in {0, 1, opened.replay.turns // 2, opened.replay.turns}:
        model.show(turn)
        story = partial(shown_story, model)
        for figure in (model.floor, story, model.flow, model.network, model.timeline, model.status):
            figure()
        assert model.build_inspector(studio).turn == (min(turn, opened.replay.turns))


@pytest.mark.parametrize("field", ["member", "turn"])
@pytest.mark.parametrize("name", ["standup-seed-7", "encounter-seed-3", "story-seed-1"])
def test_a_turn_by_a_stranger_or_of_any_number_is_inspected(
    home: Home, tmp_path: Path, qtbot: QtBot, name: str, field: str
) -> None:
    log = rows(name)
    spoken = [row for row in log if row["type"] == "turn.ended"]
    for place in (0, len(spoken) // 2, -1):
        spoken[place][field] = {"member": "ghost", "turn": 4_000_000}[field]
    path = tmp_path / "log.jsonl"
    path.write_bytes(written(log))
    studio = Studio(home)
    shown(RunModel(), studio, studio.open(str(path)))


def test_whatever_opens_is_shown(home: Home, tmp_path: Path, qtbot: QtBot) -> None:
    studio, chance = Studio(home), random.Random(11)
    path = tmp_path / "log.jsonl"
    opened = 0
    for _trial in range(TRIALS):
        what, data = mutant(chance)
        path.write_bytes(data)
        try:
            log = studio.open(str(path))
        except ParleyError:
            continue
        opened += 1
        try:
            shown(RunModel(), studio, log)
        except Exception as fault:
            raise AssertionError(what) from fault
    assert opened > TRIALS // 4
