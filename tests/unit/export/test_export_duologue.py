"""Duologues in exports: what a reader has to know of the sides is told at the head."""

from __future__ import annotations

import json
from pathlib import Path

from core.export.registry import EXPORTS
from core.home import Home
from core.log.fold import fold
from core.modes.duologue.request import DuologueRequest, SideRequest
from core.studio.studio import Studio
from tests.story_configs import told


def test_the_head_tells_the_topology_and_what_each_side_was_told(home: Home, tmp_path: Path) -> None:
    sides = [SideRequest("Ada", system="Ask\nhard."), SideRequest("Bo", awareness="research"), SideRequest("Cy")]
    wish = DuologueRequest(sides=sides, router="star", hub="Bo", stop_at=0.99, turns=4, simulated=True)
    events = told(home, Studio(home).compose(wish)).replay.events
    state = fold(events)
    for format_id in ("md", "json", "graphml"):
        EXPORTS[format_id].write(state, events, tmp_path / f"run.{format_id}")
    head = (tmp_path / "run.md").read_text("utf-8").partition("## ")[0]
    assert "| Next speaker by | star |" in head
    assert "| Awareness | Basic (Ada, Cy); Research (Bo) |" in head
    assert "| System prompts of their own | Ada: Ask hard. |" in head
    assert "| Stops at | convergence 0.99 (parley, balanced) |" in head
    assert "| Cast |" not in head
    data = json.loads((tmp_path / "run.json").read_text("utf-8"))
    assert data["policy"] == "star"
    assert data["duologue"]["router"]["hub"] == "bo"
    assert data["duologue"]["sides"]["ada"]["system"] == "Ask\nhard."
    assert ">star<" in (tmp_path / "run.graphml").read_text("utf-8")
