"""The affinity network."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from parley.desktop.affinity.figures import EdgeFigure, MoveFigure, NetworkFigure
from parley.desktop.affinity.view.view import TABLE, AffinityView
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.theme import DARK, LIGHT, Theme
from tests.widget.widgets_alone import drag, on_screen, take_look


def colour_between(view: AffinityView, first: str, second: str) -> QColor:
    """The colour of a line: of what lies between two the strongest."""
    image = view.canvas.surface.grab().toImage()
    found = [image.pixelColor(between(view, first, second, part / 100)) for part in range(35, 66)]
    return max(found, key=lambda colour: colour.saturation())


NAMES = ("Boss", "Analyst", "Hustler", "Writer", "Wildcard")
COLOURS = ("rust", "blue", "green", "purple", "amber")
MEMBERS = tuple(
    MemberFigure(name.lower(), name, name[0], colour, turns=i + 1, words=10 * i + 10, share=(i + 1) / 15)
    for i, (name, colour) in enumerate(zip(NAMES, COLOURS, strict=True))
)
EDGES = tuple(
    EdgeFigure(a, b, round(0.2 + 0.07 * (3 * a + b), 2), 0.03 if (a, b) == (0, 1) else 0.0)
    for a in range(5)
    for b in range(a + 1, 5)
)
FIGURE = NetworkFigure(
    MEMBERS, (replace(EDGES[0], reason="They found the same bug."), *EDGES[1:]), (0, 0, 0, 1, 1),
    (1.0, 0.8, 0.7, 0.6, 0.5),
)  # fmt: skip


@pytest.fixture
def view(qtbot: QtBot) -> AffinityView:
    return on_screen(qtbot, AffinityView(), 360, 360, figure=FIGURE)


def member_point(view: AffinityView, member: str) -> QPointF:
    canvas = view.canvas
    return canvas._graph.get_spot(canvas._ids.index(member)) - canvas._frame.origin


def point(view: AffinityView, member: str) -> QPoint:
    return member_point(view, member).toPoint()


def between(view: AffinityView, first: str, second: str, part: float = 0.5) -> QPoint:
    start, end = member_point(view, first), member_point(view, second)
    return (start + (end - start) * part).toPoint()


def large(members: int) -> NetworkFigure:
    many = tuple(MemberFigure(f"m{i}", f"Member {i}", "M", COLOURS[i % 5], share=1 / members) for i in range(members))
    edges = tuple(EdgeFigure(i, (i * 7 + 3) % members, 0.2 + i % 7 / 10) for i in range(members) if i * 6 % members)
    return NetworkFigure(many, edges, (0,) * members, (0.5,) * members)


def test_a_click_chooses_a_member_and_beside_nobody(view: AffinityView, qtbot: QtBot) -> None:
    surface, left = view.canvas.surface, Qt.MouseButton.LeftButton
    with qtbot.waitSignal(view.member_chosen) as chosen:
        qtbot.mouseClick(surface, left, pos=point(view, "writer"))
    assert chosen.args == ["writer"]
    view.select_member("writer")
    with qtbot.waitSignal(view.member_chosen) as chosen:
        qtbot.mouseClick(surface, left, pos=QPoint(2, 2))
    assert chosen.args == [""]


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
    assert str((chosen.args or [""])[0]).capitalize() == canvas.accessibleDescription().split(":")[0]
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert canvas.picture.focused == -1


def test_a_dragged_member_stays_where_it_was_put(view: AffinityView, qtbot: QtBot) -> None:
    surface = view.canvas.surface
    target = QPoint(surface.width() // 2, surface.height() // 2)
    with qtbot.assertNotEmitted(view.member_chosen):
        drag(qtbot, view.canvas.surface, point(view, "boss"), target)
    assert (point(view, "boss") - target).manhattanLength() < 40
    put = point(view, "boss")
    edges = tuple(replace(edge, affinity=0.5) for edge in FIGURE.edges)
    view.show_figure(replace(FIGURE, edges=edges))
    assert (point(view, "boss") - put).manhattanLength() < 40
    view.canvas.lay_out_again()
    assert (point(view, "boss") - target).manhattanLength() > 20


def test_hovering_tells_members_and_pairs(view: AffinityView, qtbot: QtBot) -> None:
    # Where the pointer stands already nothing would be sent.
    qtbot.mouseMove(view.canvas.surface, QPoint(2, 2))
    qtbot.mouseMove(view.canvas.surface, point(view, "boss"))
    told = "Boss: 7% of all words in 1 turn, centrality 1.00, in a community with Analyst, Hustler"
    assert told in QToolTip.text()
    qtbot.mouseMove(view.canvas.surface, between(view, "boss", "analyst"))
    told = "Boss – Analyst: affinity 0.27, very tense, +0.03 in this run: They found the same bug."
    assert told in QToolTip.text()


def test_a_crowd_is_a_table_where_there_is_no_room_for_its_network(view: AffinityView) -> None:
    view.show_figure(large(70))
    assert (view.table.isVisible(), view.canvas.isVisible()) == (True, False)
    view.resize(1300, 760)
    assert (view.table.isVisible(), view.canvas.isVisible()) == (True, True)
    view.grab()
    assert len(view.canvas._graph._labels or ()) > 40, "most have their names"
    view.resize(360, 360)
    view.show_figure(FIGURE)
    assert (view.table.isVisible(), view.canvas.isVisible()) == (False, True)


def test_the_table_tells_every_pair_and_opens_it_and_compares_two_runs(view: AffinityView, qtbot: QtBot) -> None:
    view.show_figure(moved(0.03, "Analyst backed Boss.", (1,)))
    view.tabs.setCurrentIndex(TABLE)
    table = view.table.table
    sorted_by = [view.table.ties.headerData(n, Qt.Orientation.Horizontal) for n in range(7)]
    table.sortByColumn(sorted_by.index("Today"), Qt.SortOrder.DescendingOrder)
    told = [table.model().index(0, column).data() for column in range(7)]
    assert told == ["Boss", "Analyst", "0.27", "+0.03", "+0.03", "6", "Analyst backed Boss."]
    assert table.model().rowCount() == len(EDGES) - 1, "strangers have no row"
    table.setCurrentIndex(table.model().index(0, 0))
    with qtbot.waitSignal(view.turn_chosen) as turn:
        qtbot.keyClick(table, Qt.Key.Key_Return)
    assert turn.args == [6], "it goes to where they moved"
    ties = view.table.ties
    view.table.show_figure(replace(FIGURE, versus=True))
    assert [ties.headerData(n, Qt.Orientation.Horizontal) for n in range(ties.columnCount())] == [
        "Member", "Other", "Affinity", "Left minus right"
    ]  # fmt: skip
    assert [ties.index(0, column).data() for column in range(4)] == ["Boss", "Analyst", "0.27", "+0.03"]


def test_reasons_are_wrapped_beside_the_network(view: AffinityView) -> None:
    page, reason = view.table, "They agreed on every line of the plan. " * 4
    edges = (replace(FIGURE.edges[0], reason=reason),)
    page.show_figure(replace(FIGURE, edges=edges), brief=True)
    assert page.table.rowHeight(0) > 2 * page.table.fontMetrics().height()
    page.show_figure(replace(FIGURE, edges=edges))
    assert page.table.rowHeight(0) < 2 * page.table.fontMetrics().height()


@pytest.mark.parametrize(("theme", "size"), [(LIGHT, (900, 700)), (DARK, (230, 190))])
def test_any_figure_can_be_painted(view: AffinityView, theme: Theme, size: tuple[int, int]) -> None:
    take_look(theme, 1.25)
    view.resize(*size)
    alone = NetworkFigure(MEMBERS[:1], (), (-1,), (0.0,))
    for figure in (NetworkFigure(), alone, NetworkFigure(MEMBERS[:2], EDGES[:1]), FIGURE, large(70)):
        view.show_figure(figure)
        for page in (1, 0):
            view.tabs.setCurrentIndex(page)
            assert not view.grab().isNull()


MOVED = replace(
    FIGURE, edges=tuple(replace(edge, change=0.0, reason="", linked=i != 4) for i, edge in enumerate(EDGES)), turn=5,
    reach=(0.03, 0.05), morning=0,
)  # fmt: skip
"""Nobody has moved yet, Analyst and Hustler (4) stand as strangers do."""


def moved(drift: float, reason: str, by: tuple[int, ...]) -> NetworkFigure:
    """The same a turn later: Boss and Analyst moved."""
    edges = (replace(MOVED.edges[0], change=drift, today=drift, reason=reason), *MOVED.edges[1:])
    move = MoveFigure(6, 0, 1, 0.27 - drift, 0.27, reason, by)
    return replace(MOVED, edges=edges, moves=(move,), turn=6)


def test_a_move_is_marked(view: AffinityView) -> None:
    view.resize(420, 640)
    view.show_figure(MOVED)
    still = view.canvas.surface.grab().toImage()
    view.show_figure(moved(-0.03, "Analyst contradicted Boss.", (0,)))
    assert [move.reason for move in view.canvas.picture.fresh] == ["Analyst contradicted Boss."]
    haloed = view.canvas.surface.grab().toImage()
    view.show_figure(replace(moved(-0.03, "Analyst contradicted Boss.", (0,)), turn=7))
    assert not view.canvas.picture.fresh
    after = view.canvas.surface.grab().toImage()
    assert still != haloed != after != still
    red = colour_between(view, "boss", "analyst")
    assert red.red() > red.green() + 30


def test_the_colours_follow_the_span(view: AffinityView, qtbot: QtBot) -> None:
    view.resize(420, 640)
    figure = moved(0.03, "Analyst backed Boss.", (1,))
    edges = (replace(figure.edges[0], change=-0.05), *figure.edges[1:])
    view.show_figure(replace(figure, edges=edges, turn=7))
    green = colour_between(view, "boss", "analyst")
    assert green.green() > green.red() + 20
    view.spans.setFocus()
    qtbot.keyClick(view.spans, Qt.Key.Key_Right)
    red = colour_between(view, "boss", "analyst")
    assert red.red() > red.green() + 20
    view.show_figure(replace(figure, morning=-1))
    assert not view.spans.isVisible(), "without days there is one span"
