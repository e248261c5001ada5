"""What was once chosen for a run that there is, begun with again."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from parley.core.engine.run_request import request_specs
from parley.core.modes.office.config import OfficeConfig
from parley.desktop.cast_editor.view.dialog import CastEditorDialog
from parley.desktop.new_run.view import NewRunDialog
from tests.widget.real_window import Desk

CHOSEN: dict[str, dict[str, Any]] = {
    "roundtable": {"format": "debate", "cast": "newsroom", "topic": "Ship or wait?", "turns": 7, "policy": "random"},
    "scene": {"scene_type": "meeting", "kind": "work", "cast": "studio", "topic": "The bridge", "room": "kitchen"},
    "day": {"days": 2, "first_day": "mon", "autopilot": False, "cast": "studio", "members": ["halvard", "noor"]},
    "story": {"setting": "ferry", "concept": "raftsman", "player": "Ada", "turns": 12, "autoplay": True},
    "dialogue": {"setting": "ferry", "partner": "marta", "player": "Ada"},
    "duologue": {"opening": "Is a map a promise?", "turns": 9, "stop_at": 0.6, "on_convergence": "pause"},
}


@pytest.mark.slow
async def test_again_with_begins_with_what_a_run_was_made_of(desk: Desk) -> None:
    for kind, answers in CHOSEN.items():
        known = {name: value for name, value in answers.items() if name not in ("stop_at", "on_convergence")}
        if kind == "duologue":
            known |= {"sides": [{"name": "Ada"}, {"name": "Bo"}, {"name": "Cy"}], "router": "ring"}
        config = desk.studio.compose(request_specs()[kind].model(simulated=True, **known))
        run = desk.studio.start(config)
        await run.close()
        desk.window.library.intent.emit("again_with", config.id)
        dialog = await desk.dialog(NewRunDialog)
        await desk.until(lambda dialog=dialog, kind=kind: dialog.get_kind() == kind, "it is of the same kind")
        page, told = dialog.pages[kind], dialog.get_answers()
        asked = {name: value for name, value in told.items() if name != "what"}
        again = desk.studio.compose(page.request(desk.desktop.setup.runs._parse_answers(asked)))
        assert [member.name for member in again.members] == [member.name for member in config.members], kind
        assert (again.format, again.cast_id, again.language) == (config.format, config.cast_id, config.language)
        assert again.seed != config.seed, "it is drawn anew"
        if (office := config.find(OfficeConfig)) is None:
            assert again.turns == config.turns
            assert (again.topic, again.policy) == (config.topic, config.policy)
        else:
            now = again[OfficeConfig]
            assert (now.scene, now.days, now.autopilot) == (office.scene, office.days, office.autopilot)
        dialog.discard()
        await desk.idle()


@pytest.mark.slow
async def test_a_cast_is_made_from_the_dialog_and_what_was_typed_is_kept(desk: Desk) -> None:
    dialog = await desk.open("new_run", NewRunDialog)
    dialog.people.topic.setEditText("Who writes the end?")
    boxes = dialog.people.members.boxes
    QTest.mouseClick(boxes[1], Qt.MouseButton.LeftButton)
    chosen = dialog.people.members.list_chosen()
    desk.click(dialog.people.edit_cast)
    editor = await desk.dialog(CastEditorDialog)
    editor.reject()
    await desk.until(lambda: desk.find(CastEditorDialog) is None, "it is closed")
    await desk.until(lambda: dialog.people.members.boxes is not boxes, "the casts are offered anew")
    assert dialog.people.members.list_chosen() == chosen
    desk.click(dialog.people.edit_cast)
    editor = await desk.dialog(CastEditorDialog)
    desk.studio.library.save_cast(
        desk.studio.library.cast("newsroom").model_copy(update={"id": "mine", "name": "Mine"})
    )
    editor.reject()
    await desk.until(lambda: dialog.people.figure().id == "mine", "the new cast is chosen")
    assert dialog.people.topic.currentText() == "Who writes the end?"
    assert dialog.get_kind() == "roundtable"
    dialog.discard()
