from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QSignalSpy

from parley.core.home import Home
from parley.core.log import log as log_file
from parley.core.log.blocks import Damage
from parley.core.log.replay import Replay
from parley.core.studio.library import Library
from parley.core.studio.reading import Opened
from parley.desktop.bridge import Batch
from parley.desktop.run.model import RunModel
from tests.standup_events import sample_events
from tests.widget.real_window import Desk


def test_only_the_growing_line_is_told_while_somebody_speaks(qtbot: object, home: Home, tmp_path: Path) -> None:
    events = sample_events(6)
    model = RunModel()
    model.open(Opened(tmp_path / "r.jsonl", Replay(events[:12]), Damage()), Library(home).plan("studio"))
    changed, streamed = QSignalSpy(model.changed), QSignalSpy(model.streamed)
    model.take(Batch("r", [], {"boss": "Where"}))
    assert (changed.count(), streamed.count()) == (1, 0)
    model.take(Batch("r", [], {"boss": "Where are"}))
    model.take(Batch("r", [], {"boss": "Where are we"}))
    assert (changed.count(), streamed.count()) == (1, 2)
    model.take(Batch("r", [], {"boss": "Where are we"}, "2 s: rate limited"))
    assert (changed.count(), streamed.count()) == (2, 2)
    model.take(Batch("r", [(12, events[12])], {}, "2 s: rate limited"))
    assert (changed.count(), streamed.count()) == (3, 2)


async def test_a_long_run_shows_its_last_lines_before_the_rest_is_read(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    await desk.played(turns=40)
    path = desk.desktop.model.path
    assert path is not None
    monkeypatch.setattr(log_file, "LONG", 20_000)
    monkeypatch.setattr(log_file, "END", 8_000)
    model = desk.desktop.model
    seen: list[tuple[bool, int, int]] = []
    model.opened.connect(lambda: seen.append((model.loaded, len(model.transcript.rows), model.replay.turns)))
    await desk.desktop.session.open(str(path))
    (loaded, rows, turns), whole = seen
    assert (loaded, turns) == (False, 0)
    assert 0 < rows < 41
    assert (whole, model.path) == ((True, 41, 40), path)


def test_a_glimpse_leaves_nothing_of_the_run_before(qtbot: object, tmp_path: Path) -> None:
    model = RunModel()
    model.replay, model.path = Replay(sample_events(6)), tmp_path / "other.jsonl"
    events = sample_events(12)
    model.preview_tail(Opened(tmp_path / "run.jsonl", Replay([events[0], *events[-20:]]), Damage()))
    assert model.path is None
    assert not model.loaded
    assert (model.state.turns, model.transcript.last_turn()) == ([], 12)
    assert model.transcript.members.keys() == {"boss", "analyst", "hustler", "writer", "wildcard"}
