"""The window: every view shows the same turn, and everything stands where it stood."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QAbstractButton, QTabBar

from desktop.cast_editor.view import CastEditorDialog
from desktop.modes.office.form import CallSceneDialog
from desktop.run.figures import MemberFigure
from desktop.shell.dock import Dock
from desktop.widgets.theme import DARK, LIGHT
from tests.widget.real_window import Desk, Opener
from tests.widget.widgets_alone import take_look


async def test_the_first_start_shows_the_sample_in_every_view_and_all_have_names(desk: Desk) -> None:
    window, model = desk.window, desk.desktop.model
    assert model.loaded
    assert window.library.caption()
    assert len(window.transcript.model().rows) > desk.turns
    assert window.floor.figure.places
    assert window.complete
    assert all(action.isEnabled() for name, action in window.actions_by_id.items() if name.startswith("panel."))
    for view in (window.floor, window.timeline, window.toolbar, window.scene_bar, *map(window.view, window.panels)):
        assert view.accessibleName(), view
    assert all(dock.accessibleName() for dock in window.findChildren(Dock))
    for id_, button in window.toolbar.buttons.items():
        assert button.accessibleName() or button.text() or button.toolTip(), id_
    header = window.transcript.header
    assert window.docks["transcript"].title.isAncestorOf(header)
    was = desk.action("thoughts").isChecked()
    desk.click(header.thoughts)
    assert desk.action("thoughts").isChecked() != was
    desk.action("details").trigger()
    assert header.details.isChecked()


@pytest.mark.window(empty=True)
async def test_an_empty_home_says_what_would_fill_it(desk: Desk) -> None:
    assert not desk.desktop.model.loaded
    assert (desk.action("export").isEnabled(), desk.action("play_pause").isEnabled()) == (False, False)
    assert desk.action("new_run").isEnabled()
    desk.key(Qt.Key.Key_Space)
    desk.key(Qt.Key.Key_Right)
    await desk.idle()
    assert desk.notices() == []


async def test_one_turn_is_shown_everywhere(desk: Desk) -> None:
    await desk.played()
    window, model = desk.window, desk.desktop.model
    window.timeline.turn_chosen.emit(3)
    assert (model.shown, window.transcript.lines.shown) == (3, 3)
    assert not window.transcript.lines.live
    assert window.floor.figure.line == desk.state.turns[2].text
    assert not window.floor.figure.streaming
    assert window.docks["speaker_flow"].title.caption() == "turn 3 of 6"
    await desk.until(lambda: window.inspector.caption().startswith("turn 3"), "the inspector follows")
    row = window.transcript.model().row_of_turn(3)
    assert row in [shown for shown, _ in window.transcript.lines.in_sight()]
    window.timeline.live_chosen.emit()
    assert model.live
    window.floor.member_chosen.emit("analyst")
    assert (window.selected_member, window.floor.people.chosen) == ("analyst", "analyst")


async def test_a_run_that_is_opened_rewound_scrolls_to_its_turn(desk: Desk) -> None:
    await desk.played(turns=40)
    run = desk.state.run
    desk.window.docks["transcript"].hide()
    await desk.desktop.session.open(run, turn=5)
    desk.window.docks["transcript"].show()
    await desk.idle()
    lines = desk.window.transcript.lines
    row = lines.model.row_of_turn(5)
    assert row in [shown for shown, _ in lines.in_sight()]


async def test_panels_hide_show_and_go_back(desk: Desk) -> None:
    window = desk.window
    for name, dock in window.docks.items():
        if name == "story":
            continue  # it takes its place while a story is open
        await desk.idle()
        assert desk.action(f"panel.{name}").isChecked()
        desk.action(f"panel.{name}").trigger()
        assert (dock.isVisible(), desk.action(f"panel.{name}").isChecked()) == (False, False)
    desk.action("panel.floor_plan").trigger()
    assert not window.stage.isVisible()
    desk.action("reset_layout").trigger()
    assert (window.stage.isVisible(), desk.action("panel.floor_plan").isChecked()) == (True, True)
    assert all(dock.isVisible() for name, dock in window.docks.items() if name != "story")
    # One behind another's tab comes to the front before it is hidden.
    for front, other in (("logbook", "transcript"), ("transcript", "logbook")):
        assert window.in_front(other)
        desk.action("panel.logbook").trigger()
        await desk.until(lambda front=front: window.in_front(front), f"the {front} is in front")  # type: ignore[misc]
        assert (window.in_front(other), desk.action("panel.logbook").isChecked()) == (False, front == "logbook")


async def test_no_tab_bar_is_left_behind(desk: Desk) -> None:
    window = desk.window

    def bars() -> list[tuple[str, ...]]:
        return sorted(
            tuple(bar.tabText(at) for at in range(bar.count()))
            for bar in window.area.findChildren(QTabBar)
            if bar.parentWidget() is window.area and bar.isVisible()
        )

    expected = [("Inspector", "Convergence"), ("Speaker flow", "Game master"), ("Transcript", "Logbook")]
    await desk.until(lambda: bars() == expected, "every tab bar belongs to its docks")
    desk.action("reset_layout").trigger()
    window.resize(1100, 760)
    await desk.until(lambda: bars() == expected, "none is left by another layout")


def test_everything_stands_where_it_stood(opened: Opener) -> None:
    async def hide(desk: Desk) -> None:
        await desk.played()
        desk.window.docks["affinity"].hide()
        desk.window.resize(780, 560)
        desk.desktop.library.exports.last["export"] = ("txt", False, True)
        seen.append(desk.state.run)

    async def look(desk: Desk) -> None:
        assert not desk.window.docks["affinity"].isVisible()
        assert (desk.window.docks["inspector"].isVisible(), desk.window.size().toTuple()) == (True, (780, 560))
        assert (desk.state.run, desk.desktop.library.exports.last["export"]) == (seen[0], ("txt", False, True))

    seen: list[str] = []
    opened(hide)
    opened(look)


def test_a_broken_memory_of_the_layout_does_no_harm(opened: Opener) -> None:
    store = QSettings(str(opened.home.window), QSettings.Format.IniFormat)
    store.setValue("geometry", b"nonsense")
    store.setValue("docks", b"nonsense")
    store.setValue("export", "nonsense")
    store.setValue("run", "gone")
    store.sync()

    async def body(desk: Desk) -> None:
        assert (desk.window.docks["transcript"].isVisible(), desk.notices()) == (True, [])

    opened(body)


async def test_a_narrow_panel_has_signs_for_the_switches_and_stays_in_the_window(desk: Desk) -> None:
    header = desk.window.transcript.header
    buttons = (header.thoughts, header.details, header.finder)
    take_look(desk.window.theme, 1.5)
    desk.window.resize(1024, 700)
    await desk.until(lambda: header.thoughts.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly, "signs")
    assert all(not button.icon().isNull() and button.accessibleName() for button in buttons)
    dock = desk.window.docks["transcript"]
    assert dock.mapTo(desk.window, dock.rect().topRight()).x() < desk.window.width()
    take_look(desk.window.theme, 1.0)
    desk.window.resize(1440, 900)
    await desk.until(lambda: header.thoughts.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextOnly, "words")


async def test_an_open_dialog_follows_the_theme(desk: Desk) -> None:
    editor = CastEditorDialog({}, (), desk.window)
    ann = MemberFigure("ann", "Ann", "A", "blue")
    call = CallSceneDialog((), (ann,), "", desk.window)
    painted: tuple[QAbstractButton, ...] = (editor.members.add, call.members.boxes[0])
    for shown in painted:
        before = shown.icon().pixmap(40, 40).toImage()
        take_look(DARK, 1.0)
        assert shown.icon().pixmap(40, 40).toImage() != before
        take_look(LIGHT, 1.0)
        assert shown.icon().pixmap(40, 40).toImage() == before
    for dialog in (editor, call):
        dialog.deleteLater()


async def test_in_a_small_window_the_plan_and_the_flow_have_the_room(desk: Desk) -> None:
    window = desk.window
    docks = window.docks
    assert window.in_front("inspector")
    wide = window.width()
    window.resize(1024, 700)
    window.reset_layout()
    await desk.until(lambda: docks["speaker_flow"].width() > 0.4 * 1024, "the flow has the width of the middle")
    # What is beside a line stands behind it.
    assert docks["transcript"] in window.area.tabifiedDockWidgets(docks["inspector"])
    assert docks["speaker_flow"] in window.area.tabifiedDockWidgets(docks["affinity"])
    assert (window.in_front("transcript"), window.in_front("speaker_flow")) == (True, True)
    assert not window.in_front("inspector")
    assert window.stage.width() > 0.4 * 1024
    both = (window.stage, docks["speaker_flow"])
    await desk.until(lambda: all(one.height() > 0.4 * window.area.height() for one in both), "both are high")
    window.resize(wide, 900)
    window.reset_layout()
    await desk.until(lambda: window.in_front("inspector"), "it stands below the transcript again")
    assert docks["transcript"] not in window.area.tabifiedDockWidgets(docks["inspector"])
