from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from parley.core.office.plan import load_plan
from parley.desktop.floor_plan.figures import FloorFigure
from parley.desktop.floor_plan.model import build_floor_figure
from parley.desktop.floor_plan.view.layer import Box, overlap
from parley.desktop.floor_plan.view.view import FloorPlanView
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.theme import DARK, LIGHT, Theme
from tests.widget.widgets_alone import on_screen, take_look, turn_wheel

STUDIO = load_plan("studio")
COLOURS = ("rust", "blue", "green", "purple", "amber")
FLOOR = QPoint(100, 330)
"""A place where nobody is."""
LINE = "The numbers tell a different story: 62% pass."
LONG = "Before anybody asks for another feature, tell me who owns the fix, and by when it will be done. " * 12


def members(count: int = 5) -> list[MemberFigure]:
    return [
        MemberFigure(f"m{i}", f"Member {i}", chr(65 + i % 26), COLOURS[i % 5], "Analyst", turns=3, share=0.2)
        for i in range(count)
    ]


def talk(count: int = 5, room: str = "conference", speaker: str = "m1", line: str = LINE) -> FloorFigure:
    return build_floor_figure(STUDIO, members(count), room, speaker=speaker, line=line)


def shown(qtbot: QtBot, figure: FloorFigure | None, width: int = 712, height: int = 386) -> FloorPlanView:
    view = on_screen(qtbot, FloorPlanView(), width, height)
    if figure is not None:
        view.show_figure(figure)
    view.fit()
    view.arrive()
    view.grab()
    return view


@pytest.fixture
def view(qtbot: QtBot) -> FloorPlanView:
    """Five members in the conference room, of whom one speaks."""
    return shown(qtbot, talk())


def where(view: FloorPlanView, member_id: str) -> QPoint:
    at = view.people.find_point(member_id)
    assert at is not None
    return QPoint(round(at[0]), round(at[1]))


def mouse(act: Callable[..., None], view: FloorPlanView, at: QPoint) -> None:
    act(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)


def box_of(box: Box | None) -> Box:
    assert box is not None
    return box


def press(view: FloorPlanView, *keys: Qt.Key) -> None:
    for key in keys:
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(view, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier))
        view.arrive()
    view.grab()


# Drawing


@pytest.mark.parametrize(
    ("theme", "count", "size"), [(LIGHT, 0, (712, 386)), (DARK, 7, (300, 200)), (LIGHT, 300, (900, 600))]
)
def test_any_number_of_members_is_drawn(qtbot: QtBot, theme: Theme, count: int, size: tuple[int, int]) -> None:
    view = shown(qtbot, None, *size)
    take_look(theme)
    view.show_figure(talk(count))
    image = view.grab().toImage()
    colours = {image.pixel(x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)}
    assert len(colours) > 4


def test_thoughts_come_on_demand_beside_the_speech(qtbot: QtBot) -> None:
    view = shown(qtbot, replace(talk(), thoughts=("He never reads past the first line.",)))
    assert view.thoughts.box is None
    press(view, Qt.Key.Key_T)
    assert not overlap(box_of(view.thoughts.box), box_of(view.bubble.box))
    press(view, Qt.Key.Key_T)
    assert view.thoughts.box is None


def test_before_the_first_turn_everybody_is_at_their_desk_and_an_unknown_room_is_where_they_meet() -> None:
    figure = build_floor_figure(STUDIO, members(), "", desks={"m0": "qa/2", "m1": "lore"})
    assert [place.room for place in figure.places[:2]] == ["qa", "lore"]
    assert figure.active_room == ""
    assert not any(place.path for place in figure.places)
    assert build_floor_figure(STUDIO, members(), "attic").active_room == "conference"


# Walking


@pytest.fixture
def walking(qtbot: QtBot) -> tuple[FloorPlanView, FloorFigure, FloorFigure]:
    """Five members who have just been called to the conference room."""
    before = build_floor_figure(STUDIO, members(), "")
    after = build_floor_figure(STUDIO, members(), "conference", speaker="m1", line=LINE, before=before)
    view = shown(qtbot, before)
    view.show_figure(after)
    return view, before, after


Walking = tuple[FloorPlanView, FloorFigure, FloorFigure]


def place_of(figure: FloorFigure, i: int) -> tuple[float, float]:
    return figure.places[i].x, figure.places[i].y


def test_people_walk_and_arrive(walking: Walking) -> None:
    view, _before, after = walking
    start = view.people.place("m3")
    assert view.advance_walks(700)
    assert view.people.place("m3") not in (start, place_of(after, 3))
    view.grab()
    for _ in range(60):
        view.advance_walks(100)
    assert not view.advance_walks(100)
    for i, place in enumerate(after.places):
        assert view.people.place(place.member.id) == pytest.approx(place_of(after, i))


def test_the_timer_walks_them_by_itself(qtbot: QtBot) -> None:
    before = talk(1, "kitchen")
    view = shown(qtbot, before)
    after = build_floor_figure(STUDIO, members(1), "conference", before=before)
    view.show_figure(after)
    assert view.people.walks
    qtbot.waitUntil(lambda: not view.people.walks, timeout=60_000)
    assert view.people.place("m0") == pytest.approx(place_of(after, 0))


def test_who_does_not_walk_is_there_at_once(qtbot: QtBot, walking: Walking) -> None:
    view, before, after = walking
    view.advance_walks(300)
    view.set_animated(False)
    assert view.people.place("m2") == place_of(after, 2), "turned off on the way"
    view.show_figure(before)
    assert not view.people.walks
    assert view.people.place("m2") == place_of(before, 2), "turned off before"
    view.set_animated(True)
    view.hide()
    view.show_figure(after)
    assert not view.people.walks, "nobody walks unseen"


# Mouse


def test_a_click_chooses_and_a_double_click_opens(qtbot: QtBot, view: FloorPlanView) -> None:
    with qtbot.assertNotEmitted(view.member_chosen):
        mouse(QTest.mouseClick, view, FLOOR)
    with qtbot.waitSignal(view.member_chosen) as caught:
        mouse(QTest.mouseClick, view, where(view, "m3"))
    assert caught.args == ["m3"]
    assert view.people.chosen == "m3"
    with qtbot.waitSignal(view.intent) as caught:
        mouse(QTest.mouseDClick, view, where(view, "m0"))
    assert caught.args == ["open_member", "m0"]


def test_the_wheel_zooms_about_the_pointer(view: FloorPlanView) -> None:
    at, scale = where(view, "m2"), view.camera.scale
    turn_wheel(view.viewport(), at, 240)
    assert view.camera.scale > 1.3 * scale
    assert (where(view, "m2") - at).manhattanLength() <= 3
    for _ in range(40):
        turn_wheel(view.viewport(), at, 480)
    assert view.camera.scale <= 60
    for _ in range(40):
        turn_wheel(view.viewport(), at, -480)
    assert view.camera.scale >= 0.5 * scale


def test_dragging_pans_and_a_double_click_fits_again(qtbot: QtBot, view: FloorPlanView) -> None:
    before = where(view, "m2")
    with qtbot.assertNotEmitted(view.member_chosen):
        mouse(QTest.mousePress, view, FLOOR)
        QTest.mouseMove(view.viewport(), FLOOR + QPoint(40, -20))
        mouse(QTest.mouseRelease, view, FLOOR + QPoint(40, -20))
    view.grab()
    assert (where(view, "m2") - before - QPoint(40, -20)).manhattanLength() <= 2
    mouse(QTest.mouseDClick, view, QPoint(20, 340))
    view.arrive()
    view.grab()
    assert where(view, "m2") == before


def entry(name: str) -> QAction:
    found = QApplication.activePopupWidget().findChild(QAction, name)
    assert isinstance(found, QAction)
    return found


def right_click(view: FloorPlanView, at: QPoint) -> None:
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, view.viewport().mapToGlobal(at))
    QApplication.sendEvent(view.viewport(), event)


def test_the_menu_asks_for_what_it_says(qtbot: QtBot, view: FloorPlanView) -> None:
    muted = build_floor_figure(STUDIO, [replace(member, muted=True) for member in members()], "conference")

    def ask(name: str, member: str) -> None:
        with qtbot.waitSignal(view.intent) as caught:
            entry(name).trigger()
        assert caught.args == [name, member]

    for name in ("give_floor", "whisper", "mute", "open_member"):
        right_click(view, where(view, "m2"))
        ask(name, "m2")
    view.fit()
    press(view, Qt.Key.Key_Down, Qt.Key.Key_Menu)
    ask("mute", "m0")
    view.show_figure(muted)
    view.grab()
    right_click(view, where(view, "m2"))
    assert not entry("give_floor").isEnabled()
    ask("unmute", "m2")


def test_the_plans_menu_shows_thoughts_fits_and_goes_when_closed(qtbot: QtBot, view: FloorPlanView) -> None:
    right_click(view, FLOOR)
    entry("thoughts").trigger()
    assert view.thoughts_shown
    scale = view.camera.scale
    entry("talk").trigger()
    view.arrive()
    view.grab()
    assert view.camera.scale > scale
    entry("fit").trigger()
    view.arrive()
    view.grab()
    assert view.camera.scale == scale
    QTest.keyClick(QApplication.activePopupWidget(), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not view.findChildren(QMenu))


# Keyboard


def test_arrows_move_and_enter_chooses(qtbot: QtBot, view: FloorPlanView) -> None:
    visited = []
    right, down, left, up = Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up
    for key in (right, right, down, left, left, up, down):
        press(view, key)
        visited.append(view.people.marked)
    assert visited[0] == "m0"
    assert len(set(visited)) >= 4
    assert f"At {view.find_member(view.people.marked).name}" in view.accessibleDescription()  # type: ignore[union-attr]
    with qtbot.waitSignal(view.member_chosen) as caught:
        press(view, Qt.Key.Key_Return)
    assert caught.args == [view.people.marked]
    press(view, Qt.Key.Key_Escape)
    assert view.people.marked == ""


def test_the_windows_arrows_are_left_alone_until_a_member_is_marked(view: FloorPlanView) -> None:

    def kept() -> bool:
        event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier)
        event.ignore()
        QApplication.sendEvent(view, event)
        return event.isAccepted()

    assert not kept()
    press(view, Qt.Key.Key_Right)
    assert kept()
    mouse(QTest.mouseClick, view, where(view, "m3"))
    assert not kept()


def test_members_who_leave_leave_nothing_behind(view: FloorPlanView) -> None:
    press(view, Qt.Key.Key_Right)
    view.show_figure(build_floor_figure(STUDIO, members()[2:], "kitchen"))
    view.grab()
    assert view.people.marked == ""
    assert view.find_member("m0") is None
