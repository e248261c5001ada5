"""The line at the foot of the window."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.run.figures import MemberFigure, TimelineFigure
from desktop.timeline.view import TimelineView
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
    assert line.turn.text() == "turn 6 of 12"
    assert "main" in line.branch.text()
    assert "1 branch" in line.branch.text()
    assert "live" in line.live.text()


def test_a_click_jumps_and_a_drag_scrubs(line: TimelineView, qtbot: QtBot) -> None:
    chosen: list[int] = []
    line.turn_chosen.connect(chosen.append)
    qtbot.mousePress(line.strip, Qt.MouseButton.LeftButton, pos=at(line, 2))
    qtbot.mouseMove(line.strip, at(line, 3))
    qtbot.mouseMove(line.strip, at(line, 3.2))
    qtbot.mouseMove(line.strip, at(line, 4))
    qtbot.mouseRelease(line.strip, Qt.MouseButton.LeftButton, pos=at(line, 4))
    assert chosen == [2, 3, 4]


def test_a_click_into_the_future_takes_the_newest_turn(line: TimelineView, qtbot: QtBot) -> None:
    line.show_figure(replace(FIGURE, shown=3, live=False))
    with qtbot.waitSignal(line.turn_chosen) as caught:
        qtbot.mouseClick(line.strip, Qt.MouseButton.LeftButton, pos=at(line, 11))
    assert caught.args == [6]


def test_while_it_is_dragged_a_new_turn_does_not_move_it(line: TimelineView, qtbot: QtBot) -> None:
    qtbot.mousePress(line.strip, Qt.MouseButton.LeftButton, pos=at(line, 2))
    with qtbot.assertNotEmitted(line.turn_chosen):
        line.show_figure(replace(FIGURE, speakers=(*FIGURE.speakers, 2), shown=7))
    assert line.strip.value() == 2
    qtbot.mouseRelease(line.strip, Qt.MouseButton.LeftButton, pos=at(line, 2))


def test_showing_a_figure_chooses_nothing(line: TimelineView, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(line.turn_chosen):
        line.show_figure(replace(FIGURE, shown=2, live=False))
    assert line.strip.value() == 2
    assert line.live.text() == "go live"


def test_keys(line: TimelineView, qtbot: QtBot) -> None:
    chosen: list[int] = []
    line.turn_chosen.connect(chosen.append)
    strip = line.strip
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_PageDown):
        qtbot.keyClick(strip, key)
    assert chosen == [5, 4, 5, 1, 6]
    with qtbot.waitSignal(line.live_chosen):
        qtbot.keyClick(strip, Qt.Key.Key_End)


def test_the_wheel_takes_one_turn(line: TimelineView, qtbot: QtBot) -> None:
    place = QPointF(at(line, 6))
    with qtbot.waitSignal(line.turn_chosen) as caught:
        QApplication.sendEvent(
            line.strip,
            QWheelEvent(place, QPointF(line.strip.mapToGlobal(place.toPoint())), QPoint(), QPoint(0, 120),
                        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False),
        )  # fmt: skip
    assert caught.args == [5]


def test_the_pill_goes_live(line: TimelineView, qtbot: QtBot) -> None:
    line.show_figure(replace(FIGURE, shown=2, live=False))
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


def test_turns_in_words(line: TimelineView) -> None:
    assert line.strip.told(2) == "turn 2 · Analyst, bookmark"
    assert line.strip.told(5) == "turn 5 · Director"
    assert line.strip.told(0) == "before the first turn"


def test_the_colour_of_a_dot_is_the_speaker_s(line: TimelineView) -> None:
    image = line.strip.grab().toImage()
    for turn, who in ((1, 0), (2, 1), (3, 2)):
        assert image.pixelColor(at(line, turn)) == LIGHT.member(MEMBERS[who].colour)


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
    ("status", "live", "words"),
    [
        ("playing", True, "● live"), ("paused", True, "paused"), ("ended", True, "ended"),
        ("ready", True, "ready"), ("playing", False, "go live"), ("paused", False, "to the newest"),
        ("ended", False, "to the end"),
    ],
)  # fmt: skip
def test_only_a_run_that_plays_is_live(line: TimelineView, status: str, live: bool, words: str) -> None:
    line.show_figure(replace(FIGURE, status=status, live=live))
    assert line.live.text() == words
    assert line.live.property("live") is (words == "● live")


def test_a_story_that_waits_says_whose_turn_it_is(line: TimelineView) -> None:
    figure = TimelineFigure(speakers=(0,), shown=1, live=True, status="paused", yours=True)
    line.show_figure(figure)
    assert line.live.text() == "your turn"
    line.show_figure(replace(figure, live=False))
    assert line.live.text() == "to the newest"


def test_before_the_first_turn_the_plan_is_told(line: TimelineView) -> None:
    line.show_figure(replace(FIGURE, speakers=(), shown=0, planned=1))
    assert line.turn.text() == "1 turn planned"
    line.show_figure(replace(FIGURE, speakers=(), shown=0, planned=9))
    assert line.turn.text() == "9 turns planned"
