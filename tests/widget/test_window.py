"""The window: every view shows the same turn, and everything stands where it stood."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QDialog, QTabBar

from parley.core.cast.member import VoiceSpec
from parley.core.modes.duologue.request import DuologueRequest, SideRequest
from parley.desktop.shell.dock import Dock
from tests.widget.real_window import Desk, Opener


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
    assert window.toolbar.new.accessibleName()
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


async def test_a_span_of_turns_is_selected_and_left_by_keys(desk: Desk) -> None:
    await desk.played(turns=8)
    window, model = desk.window, desk.desktop.model
    desk.desktop.session.set_speed(0.0)
    assert not desk.action("span_clear").isEnabled()
    desk.blur()
    for _ in range(3):
        desk.key(Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert model.span == range(6, 9)
    desk.key(Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert model.span == range(7, 9)
    desk.key(Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    window.settle()
    lines = window.transcript.lines
    dimmed = [lines._build_state(row, lines.model.rows[row]).dimmed for row in range(len(lines.model.rows))]
    assert dimmed == [row.number not in model.span for row in lines.model.rows]
    flow = window.view("speaker_flow")
    assert flow.caption().startswith("Turns 6 to 8")
    said = {turn.member for turn in desk.state.turns[5:]}
    assert {member.id for member in model.flow().members if member.turns} == said
    flow.verb_chosen.emit("fork")
    await desk.until(lambda: desk.state.parent or desk.find(QDialog) is not None, "a fork is made, or asked about")
    if (dialog := desk.find(QDialog)) is not None:
        dialog.reject()
    desk.action("span_clear").trigger()
    assert not model.span


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
    in_sight = {"transcript", "inspector", "speaker_flow", "affinity"}
    for name, dock in window.docks.items():
        await desk.idle()
        front, action = window.in_front(name), desk.action(f"panel.{name}")
        assert (front, action.isChecked()) == (name in in_sight, dock.isVisible())
        action.trigger()
        await desk.until(lambda name=name, front=front: window.in_front(name) is not front, f"{name} changes")  # type: ignore[misc]
    desk.action("panel.floor_plan").trigger()
    assert not window.stage.isVisible()
    desk.action("reset_layout").trigger()
    assert (window.stage.isVisible(), desk.action("panel.floor_plan").isChecked()) == (True, True)
    await desk.until(lambda: {name for name in window.docks if window.in_front(name)} == in_sight, "all as it was")
    # One behind another's tab comes to the front before it is hidden; then the next one does.
    for front, other in (("convergence", "inspector"), ("inspector", "convergence")):
        assert window.in_front(other)
        desk.action("panel.convergence").trigger()
        await desk.until(lambda front=front: window.in_front(front), f"the {front} is in front")  # type: ignore[misc]
        assert desk.action("panel.convergence").isChecked() == (front == "convergence")


async def test_no_tab_bar_is_left_behind(desk: Desk) -> None:
    window = desk.window

    def bars() -> list[tuple[str, ...]]:
        return sorted(
            tuple(bar.tabText(at) for at in range(bar.count()))
            for bar in window.area.findChildren(QTabBar)
            if bar.parentWidget() is window.area and bar.isVisible() and bar.mask().isEmpty()
        )

    desk.action("panel.convergence").trigger()
    await desk.until(lambda: bars() == [("Inspector", "Convergence")], "every tab bar belongs to its docks")
    desk.action("reset_layout").trigger()
    await desk.until(lambda: not bars(), "none is left by the layout before")
    window.resize(1100, 760)
    folded = ["Affinity", "Inspector", "Speaker flow", "Transcript"]
    await desk.until(lambda: [sorted(bar) for bar in bars()] == [folded], "one row of tabs")
    window.resize(1440, 900)
    await desk.until(lambda: not bars(), "as it was")


def test_everything_stands_where_it_stood(opened: Opener) -> None:
    async def hide(desk: Desk) -> None:
        await desk.played()
        desk.window.resize(780, 560)
        desk.window.docks["affinity"].hide()
        desk.desktop.library.exports.last["export"] = ("txt", False)
        seen.append(desk.state.run)

    async def look(desk: Desk) -> None:
        assert not desk.window.docks["affinity"].isVisible()
        assert (desk.window.docks["inspector"].isVisible(), desk.window.size().toTuple()) == (True, (780, 560))
        assert (desk.state.run, desk.desktop.library.exports.last["export"]) == (seen[0], ("txt", False))

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


async def test_in_a_small_window_the_plan_has_the_width_and_all_else_is_a_tab_below(desk: Desk) -> None:
    window = desk.window
    docks = window.docks
    assert window.in_front("inspector")
    window.resize(1024, 700)
    await desk.until(lambda: not window.in_front("inspector"), "it is behind the transcript")
    tabs = set(window.area.tabifiedDockWidgets(docks["transcript"]))
    assert {docks[name] for name in ("inspector", "speaker_flow", "affinity")} <= tabs
    await desk.until(lambda: window.stage.width() > 0.9 * 1024, "the plan has the width")
    assert window.stage.height() > 0.4 * window.area.height()
    docks["transcript"].hide()
    window.resize(1440, 900)
    await desk.until(lambda: window.in_front("inspector") and window.in_front("transcript"), "each size is its own")
    window.resize(1024, 700)
    await desk.until(lambda: not docks["transcript"].isVisible(), "as it was left")
    window.resize(2560, 1440)
    await desk.until(lambda: window.in_front("library") and window.in_front("cast"), "there is room for all")
    window.resize(1440, 900)
    await desk.until(lambda: not window.in_front("library") and window.in_front("transcript"), "as before")


async def test_each_mode_has_its_workspace_and_keeps_what_was_changed_of_it(desk: Desk) -> None:
    window, open_run = desk.window, desk.desktop.session.open
    await desk.played()
    talk = desk.state.run
    side = DuologueRequest(
        sides=(SideRequest("Ada"), SideRequest("Bo")), voice=VoiceSpec(provider="rehearsal"), turns=2, simulated=True
    )
    await desk.desktop.session.start(desk.studio.compose(side))
    await desk.until(lambda: desk.turns >= 2, "it has turns")
    duologue = desk.state.run
    assert (window.stage.isVisible(), window.in_front("convergence")) == (False, True)
    window.docks["convergence"].hide()
    await open_run(talk)
    assert (window.stage.isVisible(), window.in_front("speaker_flow")) == (True, True)
    await open_run(duologue)
    assert (window.stage.isVisible(), window.docks["convergence"].isVisible()) == (False, False)
    desk.action("reset_layout").trigger()
    await desk.until(lambda: window.in_front("convergence"), "it is there again")


async def test_a_talk_shows_where_all_stand_and_its_network_takes_the_window_by_a_key(desk: Desk) -> None:
    window, model = desk.window, desk.desktop.model
    await desk.played(format="debate", turns=6, seed=3, topic="Should we replace the office with a boat?")
    view, floor = window.view("affinity"), window.floor
    await desk.until(lambda: view.canvas.picture.span == "start", "what moved when it was over")
    model.show(4)
    floor.grab()
    below = {label.text: (label.below, label.role) for label in floor.labels.labels}
    assert below == {"Hustler": ("for", "good"), "Writer": ("for", "good"), "Wildcard": ("against", "bad")}
    assert "Stands: against" in floor.make_tooltip("wildcard")
    assert floor.board.format_facts().startswith("2 for · 1 against · Wildcard warns Writer · Debate")
    await desk.until(lambda: window.panels["affinity"].dock.title.caption() == "Wildcard warns Writer", "it is told")
    assert view.canvas.picture.span == "talk", "nobody has moved yet"

    def shown() -> set[str]:
        return {name for name in window.docks if window.in_front(name)}

    for size in ((1440, 900), (1024, 700)):
        window.resize(*size)
        await desk.idle()
        before = shown()
        desk.blur()
        desk.key(Qt.Key.Key_F9)
        await desk.until(lambda: shown() == {"affinity"}, "it is alone")
        assert (window.stage.isVisible(), desk.action("network").isChecked()) == (False, True)
        await desk.until(lambda: view.canvas.isVisible() and view.table.isVisible(), "there is room for both")
        assert view.table.table.model().index(0, 3).data() == "Wildcard objected 1 ×", "what was last stands first"
        desk.key(Qt.Key.Key_F9)
        await desk.until(lambda before=before: shown() == before, "all as it was")  # type: ignore[misc]
        assert (window.stage.isVisible(), desk.action("network").isChecked()) == (True, False)
