"""The speaker flow."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QImage, QWheelEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from desktop.run.figures import MemberFigure
from desktop.speaker_flow.figures import FlowFigure, WhyFigure
from desktop.speaker_flow.view.view import ANSWERS, SHARES, SpeakerFlowView
from desktop.widgets.theme import DARK, LIGHT, Theme
from tests.standup_events import candidate
from tests.widget.widgets_alone import on_screen, take_look

MEMBERS = (
    MemberFigure("boss", "Boss", "B", "rust", turns=3, words=30, share=0.5),
    MemberFigure("ana", "Analyst", "A", "blue", turns=2, words=20, share=1 / 3),
    MemberFigure("wri", "Writer", "W", "purple", turns=1, words=10, share=1 / 6),
)
WHY = WhyFigure(
    6, "wri", "affinity", "weighted draw", 0.41,
    (candidate("wri", 1.0, 0.4, -0.1, 0.1, 0.0, 1.4, 0.6), candidate("boss", 1.0, 0.2, -0.2, 0.0, 0.0, 1.0, 0.4)),
)  # fmt: skip
FIGURE = FlowFigure(
    members=MEMBERS, lanes=(0, 1, 0, 1, 0, 2), words=(10, 12, 10, 8, 10, 10), shown=6, planned=12, why=WHY,
    answers=((0, 2, 0), (2, 0, 0), (1, 0, 0)),
)  # fmt: skip


@pytest.fixture
def view(qtbot: QtBot) -> SpeakerFlowView:
    made = on_screen(qtbot, SpeakerFlowView(), 460, 360, figure=FIGURE)
    qtbot.waitExposed(made)
    return made


def long_run(turns: int, shown: int | None = None) -> FlowFigure:
    """A run of so many turns of three members."""
    lanes = tuple((turn * 7 + turn // 5) % 3 for turn in range(turns))
    words = tuple(1 + turn * 13 % 29 for turn in range(turns))
    return FlowFigure(MEMBERS, lanes, words, turns if shown is None else shown)


def wheel(
    view: SpeakerFlowView, at: QPointF, up: int, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    surface = view.chart.surface
    event = QWheelEvent(
        at, surface.mapToGlobal(at), QPoint(), QPoint(0, up), Qt.MouseButton.NoButton, keys,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(surface, event)


def colours_of(image: QImage, box: QPoint, reach: int = 3) -> set[str]:
    return {
        image.pixelColor(box.x() + x, box.y() + y).name()
        for x in range(-reach, reach + 1)
        for y in range(-reach, reach + 1)
    }


def test_a_click_chooses_the_turn_unless_it_is_shown(view: SpeakerFlowView, qtbot: QtBot) -> None:
    chosen: list[int] = []
    view.turn_chosen.connect(chosen.append)
    for turn in (2, 6):
        qtbot.mouseClick(view.chart.surface, Qt.MouseButton.LeftButton, pos=view.chart.turn_point(turn).toPoint())
    assert chosen == [2]


def test_keys_choose_turns(view: SpeakerFlowView, qtbot: QtBot) -> None:
    view.show_figure(replace(FIGURE, shown=4))
    chosen: list[int] = []
    view.turn_chosen.connect(chosen.append)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp):
        qtbot.keyClick(view.chart, key)
    assert chosen == [3, 5, 1, 6, 1]


def test_turns_are_drawn_in_their_members_colours_and_those_to_come_step_back(view: SpeakerFlowView) -> None:
    image = view.chart.surface.grab().toImage()
    for turn, member in ((2, MEMBERS[1]), (3, MEMBERS[0])):
        assert LIGHT.member(member.colour).name() in colours_of(image, view.chart.turn_point(turn).toPoint())
    view.show_figure(replace(FIGURE, shown=2))
    image = view.chart.surface.grab().toImage()
    blue = [LIGHT.member("blue").name() in colours_of(image, view.chart.turn_point(at).toPoint()) for at in (2, 4)]
    assert blue == [True, False]


def test_the_director_has_a_lane_of_their_own_only_when_they_spoke(view: SpeakerFlowView) -> None:
    assert view.chart.turn_point(6).y() < view.chart.lane_rect(3).top()
    view.show_figure(replace(FIGURE, lanes=(0, 1, 0, 1, 0, -1)))
    below = view.chart.lane_rect(3)
    assert view.chart.turn_point(6).y() > below.top()
    image = view.chart.surface.grab().toImage()
    assert LIGHT.colour("secondary").name() in colours_of(image, view.chart.turn_point(6).toPoint(), 1)


def test_hovering_tells_the_turn(view: SpeakerFlowView, qtbot: QtBot) -> None:
    def told() -> bool:
        # What another test's tool tip still has to do may hide this one: then the pointer moves once more.
        for turn in (1, 2):
            qtbot.mouseMove(view.chart.surface, view.chart.turn_point(turn).toPoint())
        return "Turn 2: Analyst, 12 words" in QToolTip.text()

    qtbot.waitUntil(told)


def test_a_long_run_is_followed_to_its_newest_turn(view: SpeakerFlowView) -> None:
    view.show_figure(long_run(400))
    left, right = view.chart.turns_in_sight
    assert left < 400 < right < left + 60
    view.show_figure(long_run(401))
    assert view.chart.turns_in_sight[1] > 401
    view.show_figure(long_run(401, shown=120))
    left, right = view.chart.turns_in_sight
    assert left < 120 < right, "the shown turn comes into sight"


def test_what_was_moved_by_hand_is_left_alone(view: SpeakerFlowView, qtbot: QtBot) -> None:
    view.show_figure(long_run(400))
    surface = view.chart.surface
    start, end = QPoint(60, 20), QPoint(200, 20)
    qtbot.mousePress(surface, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(surface, QPoint(120, 20))
    qtbot.mouseMove(surface, end)
    with qtbot.assertNotEmitted(view.turn_chosen):
        qtbot.mouseRelease(surface, Qt.MouseButton.LeftButton, pos=end)
    moved = view.chart.turns_in_sight
    assert moved[0] < 380
    view.show_figure(long_run(400, shown=round(moved[0] + 5)))
    assert view.chart.turns_in_sight == moved


def test_keys_and_wheel_zoom_and_pan(view: SpeakerFlowView, qtbot: QtBot) -> None:
    view.show_figure(long_run(400))
    left, right = view.chart.turns_in_sight
    qtbot.keyClick(view.chart, Qt.Key.Key_Plus)
    nearer = view.chart.turns_in_sight
    assert nearer[1] - nearer[0] < right - left
    qtbot.keyClick(view.chart, Qt.Key.Key_0)
    assert view.chart.turns_in_sight == (left, right), "it follows again"
    wheel(view, QPointF(0, 10), 120)
    nearer = view.chart.turns_in_sight
    assert nearer[1] - nearer[0] < right - left
    assert nearer[0] == pytest.approx(left, abs=0.2), "about the pointer"
    wheel(view, QPointF(50, 10), 120, Qt.KeyboardModifier.ShiftModifier)
    panned = view.chart.turns_in_sight
    assert panned[0] < nearer[0]
    assert panned[1] - panned[0] == pytest.approx(nearer[1] - nearer[0])


def test_a_double_click_shows_the_whole_run_and_another_follows_again(view: SpeakerFlowView, qtbot: QtBot) -> None:
    view.show_figure(long_run(10_000))
    qtbot.mouseDClick(view.chart.surface, Qt.MouseButton.LeftButton, pos=QPoint(50, 10))
    left, right = view.chart.turns_in_sight
    assert left <= 1
    assert right >= 10_000
    image = view.chart.surface.grab().toImage()
    lane = view.chart.lane_rect(1)
    row = {image.pixelColor(x, round(lane.center().y())).name() for x in range(20, image.width() - 20)}
    assert LIGHT.member("blue").name() in row, "zoomed out there are columns of words"
    qtbot.mouseDClick(view.chart.surface, Qt.MouseButton.LeftButton, pos=QPoint(50, 10))
    left, right = view.chart.turns_in_sight
    assert right - left < 100


def crowd(count: int) -> FlowFigure:
    many = tuple(MemberFigure(f"m{i}", f"Hildegard-Marie von Bingen {i}", "M", "teal") for i in range(count))
    return FlowFigure(many, tuple(turn * 7 % count for turn in range(60)), (5,) * 60, 60)


def test_a_small_cast_is_in_sight_in_a_low_dock(view: SpeakerFlowView, qtbot: QtBot) -> None:
    view.resize(425, 130)
    view.show_figure(crowd(8))
    qtbot.waitUntil(lambda: view.height() < 200 and view.chart._bar.maximum() == 0)


@pytest.mark.parametrize("size", [(444, 215), (402, 290), (240, 215), (400, 700)])
def test_thirty_members_have_thirty_lanes_in_sight(view: SpeakerFlowView, size: tuple[int, int], qtbot: QtBot) -> None:
    view.resize(*size)
    view.show_figure(crowd(30))
    qtbot.waitUntil(lambda: view.chart.lane_rect(29).bottom() <= view.chart.height())
    lanes = [view.chart.lane_rect(i) for i in range(30)]
    assert lanes[0].top() >= 0
    assert all(above.bottom() <= below.top() + 0.01 for above, below in pairwise(lanes))
    names = view.chart._names
    # Each has a name of its own, high enough to be read, and can be chosen by it.
    assert names._font(strong=False).pixelSize() >= 8
    for lane in (0, 1, 14, 15, 29):
        column = 0.25 if lane % 2 == 0 else 0.75
        spot = QPoint(round(names.width() * column), round(lanes[lane].center().y()))
        with qtbot.waitSignal(view.member_chosen) as chosen:
            qtbot.mouseClick(names, Qt.MouseButton.LeftButton, pos=spot)
        assert chosen.args == [f"m{lane}"]


def test_a_pane_that_is_turned_to_has_room_again(view: SpeakerFlowView, qtbot: QtBot) -> None:
    view.resize(444, 215)
    view.show_figure(crowd(30))
    low = view._stack.height()
    qtbot.mouseClick(view.panes, Qt.MouseButton.LeftButton, pos=view.panes.tabRect(2).center())
    qtbot.waitUntil(lambda: view._stack.height() > low + 30)


def test_more_lanes_than_fit_scroll_and_a_chosen_one_comes_into_sight(view: SpeakerFlowView) -> None:
    view.show_figure(crowd(150))
    assert view.chart.lane_rect(149).bottom() - view.chart.lane_rect(0).top() > 2 * view.chart.height()
    for chosen in (0, 140):
        view.select_member(f"m{chosen}")
        lane = view.chart.lane_rect(chosen)
        assert lane.top() >= 0
        assert lane.bottom() <= view.chart.height()


def test_names_choose_members(view: SpeakerFlowView, qtbot: QtBot) -> None:
    spot = view.chart.mapTo(view, view.chart.lane_rect(1).center().toPoint())
    names = view.childAt(QPoint(20, spot.y()))
    assert names is not None
    with qtbot.waitSignal(view.member_chosen) as chosen:
        qtbot.mouseClick(names, Qt.MouseButton.LeftButton, pos=view.chart.lane_rect(1).center().toPoint())
    assert chosen.args == ["ana"]
    view.select_member("ana")
    with qtbot.waitSignal(view.member_chosen) as chosen:
        qtbot.keyClick(view.chart, Qt.Key.Key_Down)
    assert chosen.args == ["wri"]


def test_panes_show_the_same_figure(view: SpeakerFlowView, qtbot: QtBot) -> None:
    assert view.why.heading() == "Why Writer spoke at turn 6"
    view.panes.setFocus()
    qtbot.keyClick(view.panes, Qt.Key.Key_Right)
    assert view.panes.currentIndex() == ANSWERS
    assert "Boss went on speaking: 0×" in view.answers.accessibleDescription()
    pairs: list[tuple[str, str]] = []
    view.pair_chosen.connect(lambda *pair: pairs.append(pair))
    qtbot.keyClick(view.answers, Qt.Key.Key_Right)
    assert "Boss spoke right after Analyst: 2×" in view.answers.accessibleDescription()
    qtbot.keyClick(view.answers, Qt.Key.Key_Return)
    cell = view.answers.cell_rect(2, 0).center().toPoint()
    qtbot.mouseClick(view.answers, Qt.MouseButton.LeftButton, pos=cell)
    assert pairs == [("boss", "ana"), ("wri", "boss")]
    QApplication.sendEvent(view.answers, QHelpEvent(QEvent.Type.ToolTip, cell, view.answers.mapToGlobal(cell)))
    assert "Writer spoke right after Boss: 1×" in QToolTip.text()
    qtbot.keyClick(view.panes, Qt.Key.Key_Right)
    assert view.panes.currentIndex() == SHARES
    assert "Boss: 30 words · 3 turns · 50%" in view.shares.accessibleDescription()
    with qtbot.waitSignal(view.member_chosen) as chosen:
        qtbot.mouseClick(view.shares, Qt.MouseButton.LeftButton, pos=QPoint(30, 30))
    assert chosen.args == ["ana"]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("pane", [0, ANSWERS, SHARES])
@pytest.mark.parametrize("size", [(460, 360), (280, 190), (900, 700)], ids=str)
def test_any_figure_can_be_painted(view: SpeakerFlowView, theme: Theme, pane: int, size: tuple[int, int]) -> None:
    take_look(theme, 1.25)
    view.resize(*size)
    view.panes.setCurrentIndex(pane)
    one = FlowFigure(MEMBERS[:1], (0,), (3,), 1)
    for figure in (FlowFigure(), FlowFigure(MEMBERS), one, FIGURE, replace(FIGURE, shown=0, why=None), long_run(300)):
        view.show_figure(figure)
        assert not view.grab().isNull()


def test_captions_and_what_would_fill_an_empty_view(view: SpeakerFlowView) -> None:
    told = [view.caption()]
    view.caption_changed.connect(told.append)
    view.show_figure(replace(FIGURE, shown=3))
    view.show_figure(FlowFigure())
    assert "Start a run" in view.chart.accessibleDescription()
    view.show_figure(FlowFigure(MEMBERS, planned=12))
    assert "as soon as it was said" in view.chart.accessibleDescription()
    assert told == ["turn 6 of 12", "turn 3 of 12", "", "12 turns planned"]
