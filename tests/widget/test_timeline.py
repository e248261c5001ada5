"""The line at the foot of the window."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from parley.desktop.run.figures import BranchFigure, MarkFigure, MemberFigure, PartFigure, TimelineFigure
from parley.desktop.shell.action_table import ACTIONS
from parley.desktop.shell.actions import build_actions, refresh_actions
from parley.desktop.timeline.view.strip import DOTS_FROM
from parley.desktop.timeline.view.view import TimelineView
from parley.desktop.widgets.theme import LIGHT
from tests.widget.widgets_alone import on_screen, turn_wheel

MEMBERS = (
    MemberFigure("boss", "Boss", "B", "rust"),
    MemberFigure("ana", "Analyst", "A", "blue"),
    MemberFigure("wri", "Writer", "W", "purple"),
)
MARKS = (
    MarkFigure("bookmark", 1, "Bookmark at turn 2", "ph.bookmark-simple", "accent"),
    MarkFigure("topic", 3, "Injected: the berth costs 310", "ph.hand-pointing", "accent"),
    MarkFigure("whisper", 3, "Whispered to Writer: hush", "ph.ear", "", "wri"),
    MarkFigure("breakpoint", 8, "Before turn 9", "ph.record", "bad"),
)
FIGURE = TimelineFigure(
    members=MEMBERS, speakers=(0, 1, 2, 0, -1, 1), shown=6, planned=12, live=True, status="playing", run="r1",
    branches=(BranchFigure("r1", "main", "Boats", 0, 6), BranchFigure("r2", "“keep it”", "Boats", 4, 9, 1, "r1")),
    marks=MARKS,
)  # fmt: skip


@pytest.fixture
def line(qtbot: QtBot) -> TimelineView:
    return on_screen(qtbot, TimelineView(), 1200, figure=FIGURE)


def at(line: TimelineView, turn: float) -> QPoint:
    return QPoint(round(line.strip.get_x_of(turn)), round(line.strip.line_at))


def test_it_says_where_it_is(line: TimelineView) -> None:
    image = line.strip.grab().toImage()
    colours = [image.pixelColor(at(line, turn)) for turn in (1, 2, 3)]
    assert colours == [LIGHT.member(member.colour) for member in MEMBERS]
    assert (line.state.whole(), line.turn.whole(), line.branch.text()) == ("Playing", "turn 6 of 12", "main")
    told = [line.strip.describe_turn(turn) for turn in (2, 5, 0)]
    assert told == ["turn 2 · Analyst\nBookmark at turn 2", "turn 5 · Director", "before the first turn"]


def test_a_click_jumps_and_a_drag_scrubs(line: TimelineView, qtbot: QtBot) -> None:
    chosen: list[int] = []
    line.turn_chosen.connect(chosen.append)
    qtbot.mousePress(line.strip, Qt.MouseButton.LeftButton, pos=at(line, 2))
    for turn in (3, 3.2, 4):
        qtbot.mouseMove(line.strip, at(line, turn))
    qtbot.mouseRelease(line.strip, Qt.MouseButton.LeftButton, pos=at(line, 4))
    line.show_figure(replace(FIGURE, shown=3, live=False))
    assert chosen == [2, 3, 4], "showing a figure chooses nothing"
    assert (line.strip.value(), line.live.text()) == (3, "go live")
    # There is no turn in the future: the newest is taken.
    qtbot.mouseClick(line.strip, Qt.MouseButton.LeftButton, pos=at(line, 11))
    assert chosen == [2, 3, 4, 6]


def test_while_it_is_dragged_a_new_turn_does_not_move_it(line: TimelineView, qtbot: QtBot) -> None:
    qtbot.mousePress(line.strip, Qt.MouseButton.LeftButton, pos=at(line, 2))
    with qtbot.assertNotEmitted(line.turn_chosen):
        line.show_figure(replace(FIGURE, speakers=(*FIGURE.speakers, 2), shown=7))
    assert line.strip.value() == 2
    qtbot.mouseRelease(line.strip, Qt.MouseButton.LeftButton, pos=at(line, 2))


def test_keys_and_wheel(line: TimelineView, qtbot: QtBot) -> None:
    chosen: list[int] = []
    line.turn_chosen.connect(chosen.append)
    strip = line.strip
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_PageDown):
        qtbot.keyClick(strip, key)
    turn_wheel(strip, at(line, 6), 120)
    assert chosen == [5, 4, 5, 1, 6, 5]
    with qtbot.waitSignal(line.live_chosen):
        qtbot.keyClick(strip, Qt.Key.Key_End)
    line.show_figure(replace(FIGURE, shown=3, live=False))
    with qtbot.waitSignal(line.live_chosen):
        qtbot.mouseClick(line.live, Qt.MouseButton.LeftButton)


def test_a_pin_says_what_was_done_and_leads_there(line: TimelineView, qtbot: QtBot) -> None:
    pin = QPoint(round(line.strip.get_x_of(3.5)), round(line.strip.height() * 0.25))
    assert line.strip.find_tip_at(QPointF(pin)) == "Injected: the berth costs 310\nWhispered to Writer: hush"
    with qtbot.waitSignal(line.turn_chosen) as caught:
        qtbot.mouseClick(line.strip, Qt.MouseButton.LeftButton, pos=pin)
    assert caught.args == [4]
    assert not line.strip.isSliderDown(), "a pin is pressed, not dragged"


def test_branches_stand_in_a_menu(line: TimelineView, qtbot: QtBot) -> None:
    root, child, *_others = line.branch_menu().actions()
    assert child.text() == "    “keep it”\tafter turn 4 · 9 turns"
    assert (root.isChecked(), child.isChecked()) == (line._figure.run == "r1", line._figure.run == "r2")
    other = child if root.isChecked() else root
    with qtbot.waitSignal(line.branch_chosen):
        other.trigger()
    for at, name in enumerate(("fork_here", "compare_run", "fork_tree")):
        with qtbot.waitSignal(line.intent) as asked:
            line.branch_menu().actions()[at - 3].trigger()
        assert asked.args[0] == name


def test_scenes_stand_apart_and_every_turn_is_still_found(line: TimelineView) -> None:
    parts = (PartFigure(1, 1, 2), PartFigure(2, 3, 5), PartFigure(4, 6, 6))
    line.show_figure(replace(FIGURE, parts=parts, planned=0, place="scene 3 of 3 · 10:20"))
    strip = line.strip
    assert line.turn.whole() == "scene 3 of 3 · 10:20"
    steps = [strip.get_x_of(turn + 1) - strip.get_x_of(turn) for turn in range(1, 6)]
    assert steps[1] > steps[0] == pytest.approx(steps[2])
    assert [strip.turn_at(strip.get_x_of(turn)) for turn in range(7)] == list(range(7))


def test_the_buttons_are_the_actions_and_play_is_pause_too(line: TimelineView, qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    called: list[str] = []
    actions = build_actions(window, {action.id: (lambda id_=action.id: called.append(id_)) for action in ACTIONS})
    refresh_actions(actions, frozenset({"run", "open_end", "halted", "past", "again"}))
    line.use_actions(actions)
    line.show_figure(replace(FIGURE, status="paused"))
    play = line.transport.play
    for button in line.transport.buttons.values():
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert called == ["step_back", "play_pause", "step", "what_if"]
    assert "Space" in play.toolTip()
    stands = play.icon().pixmap(18, 18).toImage()
    assert (play.accessibleName(), play.text(), play.property("primary")) == ("Play", "Play", True)
    line.activateWindow()
    play.setFocus()
    qtbot.waitUntil(play.hasFocus)
    line.show_figure(FIGURE)
    assert (play.accessibleName(), play.property("primary"), play.hasFocus()) == ("Pause", True, True)
    assert play.icon().pixmap(18, 18).toImage() != stands
    line.show_figure(replace(FIGURE, status="ended"))
    assert (play.accessibleName(), play.property("primary")) == ("Play", False)


def test_the_speed_is_chosen_by_menu_and_keys(line: TimelineView, qtbot: QtBot) -> None:
    line.speed.menu().aboutToShow.emit()
    with qtbot.waitSignal(line.intent) as caught:
        line.speed.menu().actions()[-1].trigger()
    assert (caught.args, line.speed.text()) == (["speed", math.inf], "max")
    with qtbot.assertNotEmitted(line.intent):
        line.speed.set_speed(0.5)
    assert line.speed.text() == "0.5×"
    qtbot.keyClick(line.speed, Qt.Key.Key_Up)
    line.speed.change_speed(1)
    assert line.speed.get_speed() == 1.0


def test_many_turns_become_a_strip_that_is_painted_once(line: TimelineView) -> None:
    count, half = 100_000, 50_000
    figure = replace(FIGURE, speakers=(0,) * half + (1,) * (count - half), shown=count, planned=count)
    line.show_figure(figure)
    image = line.strip.grab().toImage()
    assert image.pixelColor(at(line, half // 2)) == LIGHT.member("rust")
    assert image.pixelColor(at(line, half + half // 2)) == LIGHT.member("blue")
    kept = line.strip._line
    line.show_figure(replace(figure, shown=count // 3, live=False))
    line.strip.grab()
    assert line.strip._line is kept


@pytest.mark.parametrize(
    ("changes", "words", "way_back"),
    [
        ({}, "Playing", ""), ({"status": "paused"}, "Paused", ""), ({"status": "ended"}, "Ended", ""),
        ({"status": "ready"}, "Ready", ""), ({"status": "paused", "yours": True}, "Your turn", ""),
        ({"status": "paused", "held": True}, "Paused at a breakpoint", ""), ({"yours": True}, "Playing", ""),
        ({"live": False}, "Playing", "go live"), ({"live": False, "status": "ended"}, "Ended", "to the end"),
        ({"live": False, "status": "paused"}, "Paused", "to the newest"),
    ],
)  # fmt: skip
def test_it_says_how_the_run_stands(line: TimelineView, changes: dict[str, Any], words: str, way_back: str) -> None:
    line.show_figure(replace(FIGURE, **changes))
    assert line.state.whole() == words
    assert (line.live.text() if line.live.isVisible() else "") == way_back


def test_the_turns_are_a_table_that_is_gone_through_with_the_arrows(line: TimelineView) -> None:
    found = QAccessible.queryAccessibleInterface(line.strip)
    assert (found.role(), found.childCount()) == (QAccessible.Role.Table, 6)
    told = [found.child(row).text(QAccessible.Text.Name) for row in (1, 3, 4)]
    assert told == [
        "turn 2 · Analyst, Bookmark at turn 2",
        "turn 4 · Boss, Injected: the berth costs 310, Whispered to Writer: hush",
        "turn 5 · Director",
    ]
    assert found.child(5).state().selected
    assert line.strip.rect().contains(line.strip.mapFromGlobal(found.child(2).rect().center()))
    middle = found.child(2).rect().center()
    assert found.childAt(middle.x(), middle.y()).text(QAccessible.Text.Name).startswith("turn 3")
    line.strip.setFocus()
    QTest.keyClick(line.strip, Qt.Key.Key_Left)
    assert found.child(4).state().selected


def test_turns_of_some_pixels_keep_their_own_colour(line: TimelineView) -> None:
    count, axis = 120, line.strip.get_axis
    line.show_figure(replace(FIGURE, speakers=(*(0,) * (count - 1), 1), shown=count, planned=count))
    assert 1.5 < axis().each < DOTS_FROM
    image = line.strip.grab().toImage()
    middle = at(line, count // 2)
    for beside in range(-3, 4):
        assert image.pixelColor(middle + QPoint(beside, 0)) == LIGHT.member("rust")
