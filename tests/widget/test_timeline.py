"""The line at the foot of the window."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.run.figures import MemberFigure, TimelineFigure
from desktop.timeline.view.view import TimelineView
from desktop.widgets.theme import LIGHT

MEMBERS = (
    MemberFigure("boss", "Boss", "B", "rust"),
    MemberFigure("ana", "Analyst", "A", "blue"),
    MemberFigure("wri", "Writer", "W", "purple"),
)
FIGURE = TimelineFigure(
    members=MEMBERS, speakers=(0, 1, 2, 0, -1, 1), shown=6, planned=12, live=True, status="playing",
    branches=1, breakpoints=(9,), bookmarks=(2,), branch_choices=(("r2", "cut the scope"),),
)  # fmt: skip


@pytest.fixture
def line(qtbot: QtBot) -> TimelineView:
    """A line of six turns of twelve."""
    made = TimelineView()
    qtbot.addWidget(made)
    made.resize(1200, made.height())
    made.show_figure(FIGURE)
    made.show()
    return made


def at(line: TimelineView, turn: float) -> QPoint:
    """The place of a turn on the strip."""
    return QPoint(round(line.strip.x_of(turn)), line.strip.height() // 2)


def test_it_says_where_it_is(line: TimelineView) -> None:
    image = line.strip.grab().toImage()
    colours = [image.pixelColor(at(line, turn)) for turn in (1, 2, 3)]
    assert colours == [LIGHT.member(member.colour) for member in MEMBERS]
    assert (line.turn.text(), line.branch.text()) == ("turn 6 of 12", "main  + 1 branch")
    told = [line.strip.told(turn) for turn in (2, 5, 0)]
    assert told == ["turn 2 · Analyst, bookmark", "turn 5 · Director", "before the first turn"]


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
    strip, place = line.strip, QPointF(at(line, 6))
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_PageDown):
        qtbot.keyClick(strip, key)
    QApplication.sendEvent(
        strip,
        QWheelEvent(place, QPointF(strip.mapToGlobal(place.toPoint())), QPoint(), QPoint(0, 120),
                    Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False),
    )  # fmt: skip
    assert chosen == [5, 4, 5, 1, 6, 5]
    with qtbot.waitSignal(line.live_chosen):
        qtbot.keyClick(strip, Qt.Key.Key_End)
    with qtbot.waitSignal(line.live_chosen):
        qtbot.mouseClick(line.live, Qt.MouseButton.LeftButton)


def test_breakpoints_are_counted_told_and_reached(line: TimelineView, qtbot: QtBot) -> None:
    assert not line.holds.isVisible()
    line.show_figure(replace(FIGURE, holds=("Before Ana speaks", "When two reach a convergence of 0.80")))
    assert (line.holds.isVisible(), line.holds.text()) == (True, "2")
    assert "convergence of 0.80" in line.holds.accessibleDescription()
    with qtbot.waitSignal(line.intent) as asked:
        qtbot.mouseClick(line.holds, Qt.MouseButton.LeftButton)
    assert asked.args == ["breakpoints", None]


def test_branches_can_be_chosen(line: TimelineView, qtbot: QtBot) -> None:
    line._branches.aboutToShow.emit()
    with qtbot.waitSignal(line.branch_chosen) as caught:
        line._branches.actions()[0].trigger()
    assert caught.args == ["r2"]


@pytest.mark.parametrize("count", [2_000, 10_000, 100_000])
def test_many_turns_become_a_strip_that_is_painted_once(line: TimelineView, qtbot: QtBot, count: int) -> None:
    half = count // 2
    figure = replace(FIGURE, speakers=(0,) * half + (1,) * (count - half), shown=count, planned=count)
    line.show_figure(figure)
    image = line.strip.grab().toImage()
    assert image.pixelColor(at(line, half // 2)) == LIGHT.member("rust")
    assert image.pixelColor(at(line, half + half // 2)) == LIGHT.member("blue")
    kept = line.strip._line
    line.show_figure(replace(figure, shown=count // 3, live=False))
    line.strip.grab()
    assert line.strip._line is kept


def test_an_empty_line_says_so(qtbot: QtBot) -> None:
    made = TimelineView()
    qtbot.addWidget(made)
    made.show()
    assert made.turn.text() == "no turns yet"
    assert not made.strip.isEnabled()
    assert not made.live.isVisible()
    made.strip.grab()


@pytest.mark.parametrize(
    ("status", "live", "yours", "words"),
    [
        ("playing", True, False, "● live"), ("paused", True, False, "paused"), ("ended", True, False, "ended"),
        ("ready", True, False, "ready"), ("playing", False, False, "go live"), ("ended", False, False, "to the end"),
        ("paused", False, False, "to the newest"), ("paused", True, True, "your turn"),
        ("paused", False, True, "to the newest"), ("playing", True, True, "● live"),
    ],
)  # fmt: skip
def test_only_a_run_that_plays_is_live(line: TimelineView, status: str, live: bool, yours: bool, words: str) -> None:
    line.show_figure(replace(FIGURE, status=status, live=live, yours=yours))
    assert line.live.text() == words
    assert line.live.property("live") is (words == "● live")


def test_before_the_first_turn_the_plan_is_told(line: TimelineView) -> None:
    for planned, told in ((1, "1 turn planned"), (9, "9 turns planned")):
        line.show_figure(replace(FIGURE, speakers=(), shown=0, planned=planned))
        assert line.turn.text() == told
