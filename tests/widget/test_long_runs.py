from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtTest import QSignalSpy

from parley.core.home import Home
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


async def test_the_network_is_the_same_object_while_nothing_changes(desk: Desk) -> None:
    await desk.played()
    model = desk.desktop.model
    assert model.network() is model.network()
    model.show(2)
    assert model.network() is model.network()


def noted(name: str, show: Callable[[Any], None], told: list[str]) -> Callable[[Any], None]:
    def shown(figure: Any) -> None:
        told.append(name)
        show(figure)

    return shown


@pytest.fixture
def never_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a small window the affinity would stand behind the flow."""
    monkeypatch.setattr("parley.desktop.shell.places.small", lambda *_: False)


@pytest.mark.usefixtures("never_small")
@pytest.mark.slow
async def test_the_views_follow_a_run_one_after_the_other_and_all_arrive(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    await desk.begin(turns=200)
    window, told = desk.window, list[str]()
    # In a roundtable it is a picture in the plan's corner until somebody wants more.
    desk.action("panel.affinity").trigger()
    views = {"timeline": window.timeline, "flow": window.view("speaker_flow"), "affinity": window.view("affinity")}
    for name, view in views.items():
        monkeypatch.setattr(view, "show_figure", noted(name, view.show_figure, told))
    desk.desktop.session.play()
    await desk.until(lambda: told.count("affinity") >= 3, "the last in the row has its turn too, while all talk")
    assert {"timeline", "flow"} <= {*told}
    await desk.ended()
    window.settle()
    # Some may have been waiting when we began to listen: the row is whole from the first timeline on.
    row = told[told.index("timeline") :]
    assert row.index("flow") < row.index("affinity")
