from __future__ import annotations

from pathlib import Path

from PySide6.QtTest import QSignalSpy

from parley.core.home import Home
from parley.core.log.reader import Damage
from parley.core.log.replay import Replay
from parley.core.studio.library import Library
from parley.core.studio.reading import Opened
from parley.desktop.bridge import Batch
from parley.desktop.run.model import RunModel
from tests.standup_events import sample_events


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
