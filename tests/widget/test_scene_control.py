"""The director in an office's day, at the real window: continue, intervene, skip, end, call, export."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog

from parley.core.log.events.run import AutopilotSet, TopicInjected
from parley.core.modes.office.events import DayClosed, SceneRequested, SceneSkipped
from parley.core.modes.office.request import DayRequest
from parley.core.modes.office.state import OfficeState
from parley.desktop.export.view import LogbookExportDialog
from parley.desktop.modes.office.form import CallSceneDialog
from parley.desktop.new_run.view import NewRunDialog
from tests.widget.new_run_forms import editor, pick
from tests.widget.real_window import Desk

LEFT = Qt.MouseButton.LeftButton


async def begin(desk: Desk, **wish: object) -> None:
    """A day that stands after every scene, as fast as it goes."""
    session = desk.desktop.session
    session.set_speed(0.0)
    asked: dict[str, object] = {"cast": "studio", "seed": 3, "autopilot": False, "simulated": True}
    await session.start(desk.studio.compose(DayRequest(**(asked | wish))))  # type: ignore[arg-type]


async def stands(desk: Desk, scenes: int) -> None:
    """Until the run stands with so many scenes behind it."""
    await desk.until(
        lambda: len(desk.state[OfficeState].scenes) >= scenes and desk.state.status == "paused",
        f"scene {scenes} is over",
    )
    await desk.idle()


def of(desk: Desk, kind: type[object]) -> list[object]:
    return [event for event in desk.desktop.model.replay.events if isinstance(event, kind)]


@pytest.mark.window(empty=True)
@pytest.mark.slow
async def test_the_run_stands_after_a_scene_and_the_director_calls_skips_and_ends_the_day(desk: Desk) -> None:
    await begin(desk)
    await stands(desk, 1)
    bar = desk.window.scene_bar
    assert bar.isVisible()
    assert bar.told.whole().startswith("Scene 1 is over.")
    assert not desk.action("autopilot").isChecked()
    desk.click(bar.buttons["continue_day"])
    await stands(desk, 2)
    assert bar.told.whole().startswith("Scene 2 is over.")
    desk.window.show_dock("logbook")
    desk.window.show_dock("game_master")
    await desk.until(lambda: desk.window.view("logbook").figure.page is not None, "the logbook follows")
    await desk.until(lambda: desk.window.view("game_master").figure.scene == 2, "so does the game master")
    page = desk.window.view("logbook").figure.page
    assert page is not None
    assert page.number == 2
    desk.click(desk.window.view("logbook").before)
    await desk.until(lambda: desk.window.view("game_master").figure.scene == 1, "why it was chosen")
    assert desk.desktop.model.shown == 1
    assert not bar.isVisible()
    desk.desktop.model.show(None)
    assert bar.isVisible()

    assert not desk.action("intervene").isEnabled()
    desk.click(bar.buttons["inject"])
    QTest.keyClicks(desk.window.toolbar.inject.field, "  Fewer meetings, please.  ")
    QTest.keyClick(desk.window.toolbar.inject.field, Qt.Key.Key_Return)
    await desk.until(lambda: of(desk, TopicInjected), "everybody hears it")
    said = of(desk, TopicInjected)[0]
    assert isinstance(said, TopicInjected)
    assert (said.text, said.to) == ("Fewer meetings, please.", ())

    dialog = await desk.open("call_meeting", CallSceneDialog)
    assert dialog.form.values()["scene_type"] == "meeting"
    dialog.members.boxes[0].click()
    assert not dialog.ok.isEnabled()
    assert "at least two" in dialog.problem.text()
    dialog.members.boxes[1].click()
    dialog.form.editors["topic"].setText("The publisher's letter")
    desk.click(dialog.ok)
    await desk.until(lambda: of(desk, SceneRequested), "it is asked for")
    desk.action("continue_day").trigger()
    await stands(desk, 3)
    started = desk.state[OfficeState].scenes[2].started
    assert (started.scene_type, started.topic) == ("meeting", "The publisher's letter")

    desk.action("skip_scene").trigger()
    await desk.until(lambda: of(desk, SceneSkipped), "the next one is left out")
    desk.action("end_day").trigger()
    await desk.until(lambda: of(desk, DayClosed), "everybody goes home")
    await desk.until(lambda: desk.state.status == "ended", "the day is over")
    await desk.until(lambda: not desk.action("end_day").isEnabled(), "nothing is left to end")


@pytest.mark.window(empty=True)
@pytest.mark.slow
async def test_the_autopilot_is_switched_and_set_for_days(desk: Desk) -> None:
    await begin(desk)
    await stands(desk, 1)
    desk.action("autopilot").trigger()
    await desk.until(lambda: desk.state[OfficeState].autopilot, "scenes follow each other")
    assert desk.action("autopilot").isChecked()
    desk.action("autopilot").trigger()
    await desk.until(lambda: not desk.state[OfficeState].autopilot, "the run stands again")
    assert not desk.action("autopilot").isChecked()
    ask = await desk.open("autopilot_days", QInputDialog)
    ask.setIntValue(1)
    ask.accept()
    await desk.until(lambda: desk.state.status == "ended", "the day goes by")
    last = of(desk, AutopilotSet)[-1]
    assert isinstance(last, AutopilotSet)
    assert (last.on, last.days) == (True, 1)


@pytest.mark.slow
@pytest.mark.window(empty=True)
async def test_a_day_is_begun_and_its_logbook_exported(desk: Desk, tmp_path: Path) -> None:
    desk.desktop.session.set_speed(0.0)
    dialog = await desk.open("new_run", NewRunDialog)
    QTest.mouseClick(dialog.what, LEFT, pos=dialog.what.tabRect(2).center())
    assert dialog.people.figure().id == "studio", "the reader's language"
    dialog.people.choose("studio-de")
    assert all(box.isChecked() for box in dialog.people.members.boxes)
    editor(dialog, "autopilot").click()
    editor(dialog, "first_day").setEditText("someday")
    dialog.voice.setCurrentIndex(dialog.voice.findData("rehearsal"))
    desk.click(dialog.start)
    await desk.until(dialog.problem.text, "the day is refused")
    assert "'someday' is no day" in dialog.problem.text()
    pick(editor(dialog, "first_day"), "thu")
    desk.click(dialog.start)
    await desk.until(lambda: desk.find(NewRunDialog) is None, "the dialog has gone")
    assert desk.desktop.setup.runs.last_what == "day"
    await stands(desk, 1)

    desk.window.show_dock("logbook")
    await desk.idle()
    desk.click(desk.window.view("logbook").export)
    export = await desk.dialog(LogbookExportDialog)
    export.format.setCurrentIndex(export.format.findData("md"))
    export.path.setText(str(tmp_path / "book.md"))
    export.language.setCurrentIndex(max(0, export.language.findData("both")))
    assert desk.state[OfficeState].scenes[0].ended.summary[:20] in export.preview.toPlainText()
    export._export()
    await desk.until((tmp_path / "book.md").exists, "it is written")
    await desk.until(lambda: desk.find(LogbookExportDialog) is None, "the dialog has gone")
    assert desk.desktop.library.exports.last["logbook"][0] == "md"


async def test_a_roundtable_has_no_office(desk: Desk) -> None:
    for name in ("skip_scene", "end_day", "autopilot", "call_scene", "export_logbook"):
        assert not desk.action(name).isEnabled()
        assert "no scenes" in desk.action(name).toolTip()
    assert not desk.window.scene_bar.isVisible()
    desk.window.show_dock("logbook")
    desk.window.show_dock("game_master")
    await desk.until(lambda: "no logbook" in desk.window.view("logbook").empty.text(), "the logbook explains itself")
    await desk.until(lambda: "no scenes" in desk.window.view("game_master").empty.text(), "so does the game master")
