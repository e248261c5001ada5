"""The convergence dock's views."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from parley.desktop.convergence.figures import ConvergenceFigure, StopFigure
from parley.desktop.convergence.view import ConvergenceView
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.theme import LIGHT
from tests.widget.widgets_alone import on_screen

MEMBERS = (
    MemberFigure("ada", "Ada", "A", "rust"),
    MemberFigure("bob", "Bob", "B", "blue"),
    MemberFigure("cy", "Cy", "C", "green"),
)
LEFT = Qt.MouseButton.LeftButton


def talk(turns: int, shown: int | None = None) -> ConvergenceFigure:
    """A pair that answers each other so many turns long."""
    numbers = tuple(range(2, turns + 1))
    scores = tuple(0.5 + (turn % 7) / 20 for turn in numbers)
    return ConvergenceFigure(
        members=MEMBERS, pairs=((0, 1, turns - 1), (0, 2, 3)), pair=(0, 1), turns=numbers, scores=scores,
        components=(scores,) * 5, weights=(0.4, 0.15, 0.2, 0.15, 0.1), shown=turns if shown is None else shown,
        last=turns, trend="rising",
    )  # fmt: skip


@pytest.fixture
def view(qtbot: QtBot) -> ConvergenceView:
    made = on_screen(qtbot, ConvergenceView(), 460, 360, figure=talk(20))
    qtbot.waitExposed(made)
    return made


def place_of(view: ConvergenceView, turn: float) -> QPoint:
    """Where a turn is drawn."""
    at: QPointF = view.chart.plot.getViewBox().mapViewToScene(QPointF(turn, 0.5))
    return at.toPoint()


def test_an_empty_dock_says_what_would_fill_it(qtbot: QtBot) -> None:
    view = ConvergenceView()
    qtbot.addWidget(view)
    view.show_figure(ConvergenceFigure())
    view.show()
    assert "Start a run" in view.chart.note.text()
    assert not view.pair.isVisible()
    assert view.caption() == ""


def test_the_caption_tells_the_score_and_where_it_goes(view: ConvergenceView, qtbot: QtBot) -> None:
    assert view.caption() == "0.80 · rising ↗"
    with qtbot.waitSignal(view.caption_changed):
        view.show_figure(replace(talk(20, shown=8), trend="falling"))
    assert view.caption() == "0.55 · falling ↘"


def test_a_click_goes_to_the_turn(view: ConvergenceView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.turn_chosen) as told:
        QTest.mouseClick(view.chart.surface, LEFT, pos=place_of(view, 12))
    assert told.args == [12]


def test_selected_turns_are_seen_alone(view: ConvergenceView) -> None:
    chart = view.chart
    view.show_figure(replace(talk(20), span=range(8, 15)))
    left, right = chart.turns_in_sight
    assert 6.5 < left < 8 < 14 < right < 15.5
    view.show_figure(talk(20))
    assert chart.turns_in_sight[0] < 1 < 20 < chart.turns_in_sight[1]


@pytest.mark.parametrize("turns", [2, 8, 9])
def test_a_short_run_is_drawn_within_sight(qtbot: QtBot, turns: int) -> None:
    view = on_screen(qtbot, ConvergenceView(), 460, 360, figure=talk(turns))
    chart = view.chart
    (left, right), _ = chart.plot.getViewBox().viewRange()
    assert (left, right) == pytest.approx(chart.turns_in_sight)
    assert left < 1
    assert turns < right


def test_the_threshold_is_drawn_among_its_own_scores_alone(view: ConvergenceView) -> None:
    stop = StopFigure(0.85, "parley", "balanced")
    view.show_figure(replace(talk(20), stop=stop, reached=((20, 0.86),)))
    assert levels(view) == [0.85]
    assert "turn 20" in view._stop.text()
    view.show_figure(replace(talk(20), stop=stop, calculator="classic"))
    assert not levels(view)
    assert "Parley, Balanced" in view._stop.text()


def test_a_breakpoint_at_a_convergence_is_drawn_and_told(view: ConvergenceView) -> None:
    hold = StopFigure(0.7, "parley", "balanced", "pause")
    view.show_figure(replace(talk(20), holds=(hold, hold, replace(hold, threshold=0.9))))
    assert levels(view) == [0.7, 0.9]
    assert view._stop.text() == "Pauses at 0.70."
    view.show_figure(talk(20))
    assert not levels(view)
    assert not view._stop.isVisible()


def test_the_chart_keeps_its_height_and_the_legend_gives_way(view: ConvergenceView, qtbot: QtBot) -> None:
    view.show_figure(replace(talk(20), stop=StopFigure(0.85, "parley", "balanced")))
    assert view.legend.isVisible()
    view.resize(300, 170)
    qtbot.waitUntil(lambda: not view.legend.isVisible())
    qtbot.waitUntil(lambda: view.chart.height() >= 80)


def levels(view: ConvergenceView) -> list[float]:
    """Where thresholds are drawn."""
    return [float(line.value()) for line in view.chart._thresholds if line.isVisible()]


def test_a_pair_and_a_score_can_be_chosen_by_the_keyboard(view: ConvergenceView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.pair_chosen) as pair:
        QTest.keyClick(view.pair, Qt.Key.Key_Down)
    assert pair.args == ["ada", "cy"]
    with qtbot.waitSignal(view.score_chosen) as score:
        QTest.keyClick(view.calculator, Qt.Key.Key_Down)
    assert score.args == ["classic", "balanced"]


def test_lines_are_told_apart_without_colour(view: ConvergenceView) -> None:
    chart = view.chart
    dashes = [tuple(chart.pen(line, LIGHT).dashPattern()) for line in range(6)]
    assert len(set(dashes)) == 6


def test_a_fork_has_its_parent_behind_it_and_room_for_what_is_to_come(view: ConvergenceView) -> None:
    chart, legend = view.chart, view.legend
    assert not legend.parent_score.isVisible()
    ghost = ((12, 14, 16), (0.5, 0.55, 0.6))
    view.show_figure(replace(talk(14), forked=12, ghost=ghost, open_until=18, speakers=(0, 1) * 6 + (0,)))
    assert list(chart._ghost.getData()[0]) == [12, 14, 16]
    assert chart._open.getRegion() == (14.5, 18.6)
    assert chart.turns_in_sight[1] > 18
    assert "forked here · its parent 0.50" in chart.told(12)
    assert legend.parent_score.text() == "The parent  0.55"
    pens = [point.pen().color().name() for point in chart._points.points()]
    assert pens[:2] == [LIGHT.member("rust").name(), LIGHT.member("blue").name()]
    view.show_figure(talk(14))
    assert not chart._open.isVisible()


def test_between_two_there_is_no_pair_to_choose(view: ConvergenceView) -> None:
    assert view.pair.isVisible()
    view.show_figure(replace(talk(20), pairs=((0, 1, 19),)))
    assert not view.pair.isVisible()


def test_a_long_run_is_drawn_with_few_points(view: ConvergenceView) -> None:
    view.show_figure(talk(5_000))
    view.grab()
    drawn = view.chart._curves[0].getData()[0]
    assert len(drawn) < 2_000
    assert len(view.chart._points.data) == 0
