"""The convergence dock's views."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from parley.desktop.convergence.figures import ConvergenceFigure, StopFigure
from parley.desktop.convergence.view.view import ConvergenceView
from parley.desktop.run.figures import MemberFigure
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
    return on_screen(qtbot, ConvergenceView(), 460, 360, figure=talk(20))


def place_of(view: ConvergenceView, turn: float) -> QPoint:
    """Where a turn is drawn."""
    at: QPointF = view.chart.plot.getViewBox().mapViewToScene(QPointF(turn, 0.5))
    return at.toPoint()


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


def test_the_threshold_is_drawn_among_its_own_scores_alone(view: ConvergenceView) -> None:
    stop = StopFigure(0.85, "parley", "balanced")
    view.show_figure(replace(talk(20), stop=stop, reached=((20, 0.86),)))
    assert levels(view) == [0.85]
    assert "turn 20" in view._stop.text()
    view.show_figure(replace(talk(20), stop=stop, calculator="classic"))
    assert not levels(view)
    assert "Parley, Balanced" in view._stop.text()


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
