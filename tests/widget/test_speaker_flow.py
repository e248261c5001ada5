"""The speaker flow."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QImage
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from parley.desktop.run.figures import MarkFigure, MemberFigure, PartFigure
from parley.desktop.speaker_flow.figures import FlowFigure
from parley.desktop.speaker_flow.view.places import GAP
from parley.desktop.speaker_flow.view.score import ScoreSurface, mark_label
from parley.desktop.speaker_flow.view.view import SpeakerFlowView
from parley.desktop.widgets.theme import DARK, LIGHT, Theme
from tests.widget.widgets_alone import drag, on_screen, take_look, turn_wheel


def turn_point(surface: ScoreSurface, turn: int) -> QPoint:
    return surface.score.get_block(turn).center().toPoint()


def colours_of(image: QImage, box: QPoint, reach: int = 3) -> set[str]:
    return {
        image.pixelColor(box.x() + x, box.y() + y).name()
        for x in range(-reach, reach + 1)
        for y in range(-reach, reach + 1)
    }


MEMBERS = (
    MemberFigure("boss", "Boss", "B", "rust", turns=3, words=30, share=0.5),
    MemberFigure("ana", "Analyst", "A", "blue", turns=2, words=20, share=1 / 3),
    MemberFigure("wri", "Writer", "W", "purple", turns=1, words=10, share=1 / 6),
)


MARKS = (
    MarkFigure("topic", 1, "Injected: the berth costs 310", "ph.hand-pointing", "accent"),
    MarkFigure("muted", 2, "Writer was muted", "ph.microphone-slash", "secondary", "wri"),
    MarkFigure("whisper", 3, "Whispered to Analyst: 310?", "ph.ear", "", "ana"),
    MarkFigure("breakpoint", 6, "Before turn 7", "ph.record", "bad"),
)
FIGURE = FlowFigure(
    members=MEMBERS, lanes=(0, 1, 0, 1, 0, 2), words=(10, 30, 10, 8, 10, 10), shown=6, planned=12,
    addressed=lambda turn: {1: (1,), 2: (0, 2)}.get(turn, ()), drawn=1,
    marks=MARKS,
)  # fmt: skip


@pytest.fixture
def view(qtbot: QtBot) -> SpeakerFlowView:
    return on_screen(qtbot, SpeakerFlowView(), 760, 240, figure=FIGURE)


def long_run(turns: int, shown: int | None = None) -> FlowFigure:
    lanes = tuple((turn * 7 + turn // 5) % 3 for turn in range(turns))
    words = tuple(4 + turn * 13 % 29 for turn in range(turns))
    return FlowFigure(MEMBERS, lanes, words, turns if shown is None else shown)


SHIFT = Qt.KeyboardModifier.ShiftModifier


def test_a_click_chooses_the_turn_unless_it_is_shown(view: SpeakerFlowView, qtbot: QtBot) -> None:
    chosen: list[int] = []
    view.turn_chosen.connect(chosen.append)
    for turn in (2, 6):
        qtbot.mouseClick(view.surface, Qt.MouseButton.LeftButton, pos=turn_point(view.surface, turn))
    assert chosen == [2]


def test_keys_choose_turns(view: SpeakerFlowView, qtbot: QtBot) -> None:
    view.show_figure(replace(FIGURE, shown=4))
    chosen: list[int] = []
    view.turn_chosen.connect(chosen.append)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp):
        qtbot.keyClick(view.surface, key)
    assert chosen == [3, 5, 1, 6, 1]


def test_arcs_marks_and_the_drawn_turn_are_where_they_belong(view: SpeakerFlowView) -> None:
    surface, score = view.surface, view.surface.score
    image, spread, look = surface.grab().toImage(), score.spread, score.look
    # Turn 2 was said to Boss and to Writer: a ring on both lanes, right behind its block.
    reach = min(12.0, GAP * score.pixels / 2)
    for lane in (0, 2):
        ring = QPointF(score.get_block(2).right() + reach, look.get_middle(lane)).toPoint()
        assert any(name not in {"#ffffff", "#e4e2da"} for name in colours_of(image, ring))
    accent = LIGHT.colour("accent").name()
    line = int(score.x(spread.before(2)))
    assert any(image.pixelColor(line, y).name() == accent for y in range(round(look.top), round(look.bottom)))
    coming = QPoint(round(score.x(spread.start(7) + 3)), round(look.get_middle(1) + look.thick / 2 - 3))
    assert "#ffffff" not in colours_of(image, coming, 1)
    assert surface.find_tip_at(QPointF(score.placed_marks()[0].icon, 8)) == "Injected: the berth costs 310"
    assert surface.find_tip_at(QPointF(score.placed_marks()[2].icon, 8)) == "Whispered to Analyst: 310?"
    assert [mark_label(mark) for mark in MARKS[:3]] == [
        "the berth costs 310",
        "Writer was muted",
        "Whispered to Analyst",
    ]
    assert surface.find_tip_at(QPointF(turn_point(surface, 2))) == "Turn 2: Analyst to Boss, Writer, 30 words"


def test_hovering_tells_the_turn(view: SpeakerFlowView) -> None:
    at = turn_point(view.surface, 1)
    where = view.surface.mapToGlobal(at)
    QApplication.sendEvent(view.surface, QHelpEvent(QEvent.Type.ToolTip, at, where))
    assert QToolTip.text() == "Turn 1: Boss to Analyst, 10 words"


def test_a_long_run_is_followed_to_its_newest_turn(view: SpeakerFlowView) -> None:
    surface = view.surface
    for turns in (400, 401):
        view.show_figure(long_run(turns))
        first, last = surface.turns_in_sight
        assert turns - 60 < first < last == turns
    view.show_figure(long_run(401, shown=120))
    first, last = surface.turns_in_sight
    assert first <= 120 <= last, "the shown turn comes into sight"


def test_what_was_moved_by_hand_is_left_alone(view: SpeakerFlowView, qtbot: QtBot) -> None:
    view.show_figure(long_run(400))
    surface = view.surface
    with qtbot.assertNotEmitted(view.turn_chosen):
        drag(qtbot, view.surface, QPoint(60, 60), QPoint(500, 60))
    moved = surface.words_in_sight
    assert moved[1] < surface.score.spread.end(400)
    first, last = surface.turns_in_sight
    view.show_figure(long_run(400, shown=(first + last) // 2))
    assert surface.words_in_sight == moved


def test_keys_and_wheel_zoom_and_pan(view: SpeakerFlowView, qtbot: QtBot) -> None:
    view.show_figure(long_run(400))
    surface = view.surface
    left, right = surface.words_in_sight
    qtbot.keyClick(surface, Qt.Key.Key_Plus)
    nearer = surface.words_in_sight
    assert nearer[1] - nearer[0] < right - left
    qtbot.keyClick(surface, Qt.Key.Key_0)
    assert surface.words_in_sight == (left, right), "it follows again"
    turn_wheel(view.surface, QPointF(0, 60), 120)
    nearer = surface.words_in_sight
    assert nearer[1] - nearer[0] < right - left
    assert nearer[0] == pytest.approx(left, abs=0.2), "about the pointer"
    turn_wheel(view.surface, QPointF(50, 60), 120, SHIFT)
    panned = surface.words_in_sight
    assert panned[0] < nearer[0]
    assert panned[1] - panned[0] == pytest.approx(nearer[1] - nearer[0])


def test_the_whole_of_a_huge_run(view: SpeakerFlowView, qtbot: QtBot) -> None:
    view.show_figure(long_run(10_000))
    surface = view.surface
    qtbot.mouseDClick(surface, Qt.MouseButton.LeftButton, pos=QPoint(50, 60))
    assert surface.turns_in_sight == (1, 10_000)
    image = surface.grab().toImage()
    row = {image.pixelColor(x, round(surface.score.look.get_middle(1))).name() for x in range(20, image.width() - 20)}
    assert LIGHT.member("blue").name() in row, "zoomed out there are columns of words"
    qtbot.mouseDClick(surface, Qt.MouseButton.LeftButton, pos=QPoint(50, 60))
    first, last = surface.turns_in_sight
    assert last - first < 100


def test_a_span_is_drawn_with_shift_and_along_the_numbers(view: SpeakerFlowView, qtbot: QtBot) -> None:
    surface = view.surface
    spans: list[tuple[int, int]] = []

    def take(first: int, last: int) -> None:
        spans.append((first, last))
        view.show_figure(replace(FIGURE, span=range(first, last + 1)))

    view.span_chosen.connect(take)
    two, four = turn_point(surface, 2), turn_point(surface, 4)
    drag(qtbot, view.surface, four, two, SHIFT)
    assert spans[-1] == (2, 4)
    numbers = round(surface.score.look.bottom) + 12
    drag(qtbot, view.surface, QPoint(two.x(), numbers), QPoint(turn_point(surface, 3).x(), numbers))
    assert spans[-1] == (2, 3)
    assert view.caption() == "Turns 2 to 3 · 40 words"
    with qtbot.waitSignal(view.span_cleared):
        qtbot.keyClick(surface, Qt.Key.Key_Escape)


@pytest.mark.parametrize(("count", "size"), [(8, (402, 150)), (30, (760, 215)), (150, (240, 215))])
def test_however_many_members_there_are_all_lanes_are_in_sight_and_each_can_be_chosen(
    view: SpeakerFlowView, count: int, size: tuple[int, int], qtbot: QtBot
) -> None:
    view.resize(*size)
    crowd = tuple(MemberFigure(f"m{i}", f"Hildegard-Marie von Bingen {i}", "M", "teal") for i in range(count))
    view.show_figure(FlowFigure(crowd, tuple(turn * 7 % count for turn in range(60)), (5,) * 60, 60))
    look, names = view.surface.score.look, view.names
    qtbot.waitUntil(lambda: view.surface.score.look.bottom <= view.surface.height())
    look = view.surface.score.look
    assert look.lane >= 8
    places = {(member // look.each, names.find_member_at(_mark(view, member))) for member in (0, 1, count - 1)}
    assert {found.id for _row, found in places if found} >= {"m0", f"m{count - 1}"}
    with qtbot.waitSignal(view.member_chosen) as chosen:
        qtbot.mouseClick(names, Qt.MouseButton.LeftButton, pos=_mark(view, count - 1).toPoint())
    assert chosen.args == [f"m{count - 1}"]


def _mark(view: SpeakerFlowView, member: int) -> QPointF:
    names, look = view.names, view.surface.score.look
    return QPointF(names._get_radius() + 1 + member % look.each * names._get_step(), look.get_middle(member))


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("size", [(460, 360), (180, 90), (900, 700)], ids=str)
def test_any_figure_can_be_painted(view: SpeakerFlowView, theme: Theme, size: tuple[int, int]) -> None:
    take_look(theme, 1.25)
    view.resize(*size)
    one = FlowFigure(MEMBERS[:1], (0,), (3,), 1)
    bands = (PartFigure(1, 1, 40, "9:00 Kitchen"), PartFigure(2, 41, 300, "10:20 Conference room"))
    scenes = replace(long_run(300), bands=bands, span=range(1, 301))
    for figure in (FlowFigure(), FlowFigure(MEMBERS), one, FIGURE, replace(FIGURE, shown=0, drawn=-1), scenes):
        view.show_figure(figure)
        assert not view.grab().isNull()
        view.surface.show_whole()
        assert not view.grab().isNull()
