"""The affinity network."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from desktop.affinity.figures import EdgeFigure, NetworkFigure
from desktop.affinity.view.view import AffinityView
from desktop.run.figures import MemberFigure
from desktop.widgets.theme import DARK, LIGHT, Theme
from tests.widget.widgets_alone import on_screen, take_look

NAMES = ("Boss", "Analyst", "Hustler", "Writer", "Wildcard")
COLOURS = ("rust", "blue", "green", "purple", "amber")
MEMBERS = tuple(
    MemberFigure(name.lower(), name, name[0], colour, turns=i + 1, words=10 * i + 10, share=(i + 1) / 15)
    for i, (name, colour) in enumerate(zip(NAMES, COLOURS, strict=True))
)
EDGES = tuple(
    EdgeFigure(a, b, round(0.2 + 0.07 * (3 * a + b), 2), 0.03 if (a, b) == (0, 1) else 0.0, a_to_b=a, b_to_a=b)
    for a in range(5)
    for b in range(a + 1, 5)
)
FIGURE = NetworkFigure(
    MEMBERS, (replace(EDGES[0], reason="They found the same bug."), *EDGES[1:]), (0, 0, 0, 1, 1),
    (1.0, 0.8, 0.7, 0.6, 0.5), {(0, 1): (0.2, 0.24, 0.27)},
)  # fmt: skip


@pytest.fixture
def view(qtbot: QtBot) -> AffinityView:
    made = on_screen(qtbot, AffinityView(), 360, 360, figure=FIGURE)
    qtbot.waitExposed(made)
    return made


def point(view: AffinityView, member: str) -> QPoint:
    return view.canvas.member_point(member).toPoint()


def between(view: AffinityView, first: str, second: str, part: float = 0.5) -> QPoint:
    start, end = view.canvas.member_point(first), view.canvas.member_point(second)
    return (start + (end - start) * part).toPoint()


def large(members: int) -> NetworkFigure:
    many = tuple(MemberFigure(f"m{i}", f"Member {i}", "M", COLOURS[i % 5], share=1 / members) for i in range(members))
    edges = tuple(EdgeFigure(i, (i * 7 + 3) % members, 0.2 + i % 7 / 10) for i in range(members) if i * 6 % members)
    return NetworkFigure(many, edges, (0,) * members, (0.5,) * members)


def drag(qtbot: QtBot, view: AffinityView, start: QPoint, end: QPoint) -> None:
    surface = view.canvas.surface
    qtbot.mousePress(surface, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(surface, (start + end) / 2)
    qtbot.mouseMove(surface, end)
    qtbot.mouseRelease(surface, Qt.MouseButton.LeftButton, pos=end)


def test_a_click_chooses_a_member_or_a_pair(view: AffinityView, qtbot: QtBot) -> None:
    surface, left, shift = view.canvas.surface, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier
    with qtbot.waitSignal(view.member_chosen) as chosen:
        qtbot.mouseClick(surface, left, pos=point(view, "writer"))
    assert chosen.args == ["writer"]
    view.select_member("boss")
    with qtbot.waitSignal(view.pair_chosen) as chosen:
        qtbot.mouseClick(surface, left, shift, point(view, "analyst"))
    assert chosen.args == ["boss", "analyst"]
    assert view.drift.isVisible()
    assert view.drift.sentence() == "Boss – Analyst 0.27, +0.03 this run. They found the same bug."
    qtbot.mouseClick(surface, left, pos=QPoint(2, 2))
    assert view.canvas.picture.pair == -1, "a click beside lets the pair go"
    assert view.legend.isVisible()
    with qtbot.waitSignal(view.pair_chosen) as chosen:
        qtbot.mouseClick(surface, left, pos=between(view, "boss", "analyst"))
    assert set(chosen.args or []) == {"boss", "analyst"}


def test_choosing_a_third_member_lets_the_pair_go(view: AffinityView) -> None:
    view.select_pair("boss", "analyst")
    view.select_member("analyst")
    assert view.canvas.picture.pair >= 0
    view.select_member("writer")
    assert view.canvas.picture.pair == -1


def test_the_keyboard_goes_from_member_to_member(view: AffinityView, qtbot: QtBot) -> None:
    canvas = view.canvas
    qtbot.keyClick(canvas, Qt.Key.Key_Down)
    assert canvas.accessibleDescription().startswith("Boss")
    reached = set()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up) * 3:
        qtbot.keyClick(canvas, key)
        reached.add(canvas.accessibleDescription().split(":")[0])
    assert len(reached) >= 3
    with qtbot.waitSignal(view.member_chosen) as chosen:
        qtbot.keyClick(canvas, Qt.Key.Key_Return)
    view.select_member(str((chosen.args or [""])[0]))
    focused = canvas.picture.selected
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    if canvas.picture.focused == focused:
        qtbot.keyClick(canvas, Qt.Key.Key_Left)
    with qtbot.waitSignal(view.pair_chosen):
        qtbot.keyClick(canvas, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert canvas.picture.pair == -1


def test_the_picture_stays_when_figures_change(qtbot: QtBot, view: AffinityView) -> None:
    other = on_screen(qtbot, AffinityView(), view.width(), view.height(), figure=replace(FIGURE))
    before = {member.id: view.canvas.member_point(member.id) for member in MEMBERS}
    # The same figure gives the same picture.
    qtbot.waitUntil(lambda: before["hustler"] == other.canvas.member_point("hustler"))
    edges = tuple(replace(edge, affinity=edge.affinity + 0.02) for edge in FIGURE.edges)
    members = tuple(replace(member, turns=member.turns + 1, words=member.words + 9) for member in MEMBERS)
    view.show_figure(replace(FIGURE, edges=edges, members=members))
    for member, place in before.items():
        assert (view.canvas.member_point(member) - place).manhattanLength() < 25


def test_a_dragged_member_stays_where_it_was_put(view: AffinityView, qtbot: QtBot) -> None:
    surface = view.canvas.surface
    target = QPoint(surface.width() // 2, surface.height() // 2)
    with qtbot.assertNotEmitted(view.member_chosen):
        drag(qtbot, view, point(view, "boss"), target)
    assert (point(view, "boss") - target).manhattanLength() < 40
    put = point(view, "boss")
    edges = tuple(replace(edge, affinity=0.5) for edge in FIGURE.edges)
    view.show_figure(replace(FIGURE, edges=edges))
    assert (point(view, "boss") - put).manhattanLength() < 40
    view.canvas.lay_out_again()
    view.settle()
    assert (point(view, "boss") - target).manhattanLength() > 20


def test_the_ground_is_dragged_and_zoomed_and_a_double_click_fits(view: AffinityView, qtbot: QtBot) -> None:
    before = point(view, "boss")
    drag(qtbot, view, QPoint(3, 3), QPoint(43, 23))
    assert (point(view, "boss") - before - QPoint(40, 20)).manhattanLength() <= 2
    place = view.canvas.member_point("writer")
    view.canvas.zoom_by(2.0, place)
    assert (view.canvas.member_point("writer") - place).manhattanLength() < 1, "what is under the pointer stays"
    qtbot.mouseDClick(view.canvas.surface, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    assert (point(view, "boss") - before).manhattanLength() <= 1


def test_hovering_tells_members_and_pairs(view: AffinityView, qtbot: QtBot) -> None:
    qtbot.mouseMove(view.canvas.surface, point(view, "boss"))
    assert "Boss: 7% of all words in 1 turn, centrality 1.00, community 1" in QToolTip.text()
    qtbot.mouseMove(view.canvas.surface, between(view, "boss", "analyst"))
    assert "Boss – Analyst: affinity 0.27, very tense" in QToolTip.text()


def test_lines_can_show_who_answers_whom(view: AffinityView, qtbot: QtBot) -> None:
    affinity = view.canvas.surface.grab().toImage()
    view.edges.setFocus()
    qtbot.keyClick(view.edges, Qt.Key.Key_Right)
    assert view.canvas.picture.answering
    assert view.canvas.surface.grab().toImage() != affinity
    assert "Boss answered Analyst 0×, Analyst answered Boss 1×" in view.canvas.told_edge(0)
    assert "arrow" in view.legend.accessibleDescription()


def test_tense_lines_are_told_from_warm_ones_without_colour(view: AffinityView) -> None:
    tense = NetworkFigure(MEMBERS[:2], (EdgeFigure(0, 1, 0.15),), (-1, -1))
    warm = NetworkFigure(MEMBERS[:2], (EdgeFigure(0, 1, 0.9),), (0, 0))

    def gaps(figure: NetworkFigure) -> int:
        view.show_figure(figure)
        image: QImage = view.canvas.surface.grab().toImage()
        y = round(view.canvas.member_point("boss").y())
        start, end = point(view, "boss").x() + 30, point(view, "analyst").x() - 30
        row = [image.pixelColor(x, y).name() == LIGHT.surface for x in range(start, end)]
        return sum(row)

    assert gaps(tense) > 10
    assert gaps(warm) == 0


def test_the_caption_counts_communities(view: AffinityView, qtbot: QtBot) -> None:
    told = [view.caption()]
    view.caption_changed.connect(told.append)
    for community in ((0, 0, -1, -1, -1), (-1,) * 5):
        view.show_figure(replace(FIGURE, community=community))
    assert told == ["2 communities", "1 community", "no communities"]


def test_a_large_network_settles_bit_by_bit(view: AffinityView, qtbot: QtBot) -> None:
    figure = large(200)
    view.show_figure(figure)
    first = view.canvas.member_point("m17")
    qtbot.waitUntil(lambda: view.canvas.member_point("m17") != first)
    view.settle()
    view.show_figure(replace(figure))
    assert not view.grab().isNull()
    surface = view.canvas.surface
    for i in range(200):
        place = view.canvas.member_point(f"m{i}")
        assert -20 <= place.x() <= surface.width() + 20
        assert -20 <= place.y() <= surface.height() + 20


def test_circles_do_not_lie_upon_one_another(view: AffinityView) -> None:
    view.show_figure(large(30))
    view.settle()
    places = [view.canvas.member_point(f"m{i}") for i in range(30)]
    nearest = min(QPointF(a - b).manhattanLength() for i, a in enumerate(places) for b in places[i + 1 :])
    assert nearest > 15


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("size", [(360, 360), (230, 190), (900, 700)], ids=str)
def test_any_figure_can_be_painted(view: AffinityView, theme: Theme, size: tuple[int, int]) -> None:
    take_look(theme, 1.25)
    view.resize(*size)
    alone = NetworkFigure(MEMBERS[:1], (), (-1,), (0.0,))
    for figure in (NetworkFigure(), alone, NetworkFigure(MEMBERS[:2], EDGES[:1]), FIGURE, large(70)):
        view.show_figure(figure)
        for edges in (1, 0):
            view.edges.setCurrentIndex(edges)
            assert not view.grab().isNull()
        if len(figure.members) > 1:
            view.select_pair(figure.members[0].id, figure.members[1].id)
            assert not view.grab().isNull()


def test_the_legend_tells_all_kinds_of_lines_however_narrow(view: AffinityView, qtbot: QtBot) -> None:
    for width in (360, 150, 110, 360):
        view.resize(width, 360)
        QApplication.processEvents()
        assert {kind for *_, kind, _text in view.legend._places()} >= {0, 2, 4}
        assert view.legend.height() == view.legend.sizeHint().height()
    assert view.legend.height() < 30


def test_an_empty_view_says_what_would_fill_it(view: AffinityView) -> None:
    view.show_figure(NetworkFigure())
    assert "Start a run" in view.canvas.accessibleDescription()
    view.show_figure(NetworkFigure(MEMBERS[:1]))
    assert "One member alone" in view.canvas.accessibleDescription()
