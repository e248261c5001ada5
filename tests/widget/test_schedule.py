"""The schedule's dock: the ring of a day, what is told of a slot, and a schedule that is rehearsed and followed."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableWidget
from pytestqt.qtbot import QtBot

from parley.core.home import Home
from parley.core.schedule.definition import DEFAULT
from parley.core.schedule.log import ScheduleLog
from parley.desktop.schedule.figures import (
    DayFigure,
    FollowingFigure,
    PairFigure,
    RehearsalFigure,
    ScheduleFigure,
    SlotFigure,
)
from parley.desktop.schedule.view.view import ScheduleView
from tests.widget.real_window import Desk

DAY = date(2026, 3, 2)
FIRED = SlotFigure("Standup", 6, "fired", 0.25, 1.0, "Standup", "Ada, Bo", "The release", "run6")
AHEAD = SlotFigure("Debate", 18, "fires", 0.125, 0.5, "Debate", "Bo", turns=12.0, cost=0.25)
SLOTS = (FIRED, SlotFigure("Triage", 6, "skipped", 0.75, 0.5), AHEAD)
LATE = SlotFigure("Late talk", 23, "missed", 0.1, 0.4, note="asleep")
FIGURE = ScheduleFigure(
    (("one", "One"), ("two", "Two")), "one", voice="rehearsal", today=DAY,
    day=DayFigure(DAY, (*SLOTS, LATE), 12.5), ahead=DayFigure(date(2026, 3, 3), SLOTS),
    pairs=(PairFigure("Ada", "Bo", 0.5, 0.6, 0.75), PairFigure("Ada", "Cy", 0.3, 0.3, 0.1)),
)  # fmt: skip
OWN = """
id = "brief"
name = "Brief"
cast = "startup"
seed = 3

[[slots]]
hour = 7
name = "Morning"
formats = "check_in"
probability = 0.5
participants = { named = ["boss"], random = 2 }

[[slots]]
hour = 21
name = "Evening"
formats = "debate"
probability = 0.0
"""


def texts(table: QTableWidget, cells: list[tuple[int, int]]) -> list[str]:
    """What stands in cells."""
    return [item.text() for row, column in cells if (item := table.item(row, column)) is not None]


@pytest.fixture
def view(qtbot: QtBot) -> ScheduleView:
    made = ScheduleView()
    qtbot.addWidget(made)
    made.resize(820, 480)
    made.show()
    qtbot.waitExposed(made)
    made.show_figure(FIGURE)
    return made


def test_slots_are_told_by_pointer_and_keys_and_opened_by_both(view: ScheduleView, qtbot: QtBot) -> None:
    ring, runs = view.ring, list[str]()
    view.run_opened.connect(runs.append)

    def told() -> bool:
        # On a busy machine the first move may come before the ring has its size.
        QTest.mouseMove(view, view.rect().topRight())
        QTest.mouseMove(ring, ring.point_of(3).toPoint())
        return view.about.text() == "23:00 Late talk"

    qtbot.waitUntil(told)
    assert "drawn 0.100, fires below 0.40" in view.told.text()
    assert "The machine slept." in view.told.text()
    assert "missed" in ring.tip_at(ring.point_of(3))
    assert ring.slot_at(QPointF(ring.rect().center())) == -1
    # Two slots of an hour share its place; what never fired opens nothing.
    QTest.mouseClick(ring, Qt.MouseButton.LeftButton, pos=ring.point_of(1).toPoint())
    assert (view.about.text(), runs) == ("06:00 Triage", [])
    QTest.mouseClick(ring, Qt.MouseButton.LeftButton, pos=ring.point_of(0).toPoint())
    assert runs == ["run6"]
    QTest.mouseMove(view, view.rect().bottomRight())
    ring.setFocus()
    for _ in range(2):
        QTest.keyClick(ring, Qt.Key.Key_Down)
    assert "about 12 turns" in view.told.text()
    assert "will fire" in ring.accessibleDescription()
    assert not view.open.isVisible()
    QTest.keyClick(ring, Qt.Key.Key_Return)
    for _ in range(2):
        QTest.keyClick(ring, Qt.Key.Key_Up)
    assert "“The release”" in ring.accessibleDescription()
    QTest.keyClick(ring, Qt.Key.Key_Return)
    view.open.click()
    assert runs == ["run6"] * 3
    # The chosen slot stays while the day goes on.
    view.show_figure(replace(FIGURE, day=DayFigure(DAY, (LATE, *SLOTS))))
    assert view.about.text() == "06:00 Standup"


def test_the_forecast_the_relations_and_who_plays_are_told(view: ScheduleView, qtbot: QtBot) -> None:
    assert "1 of 3 slots will fire, about 12 turns, $0.25" in view.expected.text()
    assert texts(view.forecast, [(0, at) for at in (0, 1, 3)]) == ["18:00", "Debate", "12"]
    unknown = replace(AHEAD, cost=-1.0)
    view.show_figure(replace(FIGURE, ahead=DayFigure(date(2026, 3, 3), (unknown,))))
    assert "cost not known yet" in view.expected.text()
    several = DayFigure(date(2026, 3, 3), (AHEAD, unknown, replace(AHEAD, cost=0.5), unknown))
    view.show_figure(replace(FIGURE, ahead=several))
    assert "about 48 turns, $0.75 + 2 slots of unknown cost" in view.expected.text()
    view.show_page("pairs")
    assert texts(view.relations, [(at, 4) for at in (0, 1)]) == ["+0.15", "−0.20 !"]
    assert view.state.text() == "Off: nothing is played by itself."
    with qtbot.waitSignal(view.following_wanted) as wanted:
        QTest.mouseClick(view.follow, Qt.MouseButton.LeftButton, pos=view.follow.rect().center() / 8)
    assert wanted.args == [True]
    view.show_figure(replace(FIGURE, following=FollowingFigure("one")))
    assert (view.follow.isChecked(), view.state.text()) == (True, "On. Next: 18:00 Debate")
    view.show_figure(replace(FIGURE, following=FollowingFigure("one", stopping=True)))
    assert not view.follow.isEnabled()
    # A fortnight is rehearsed, and cancelled by the same button.
    QTest.mouseClick(view.rehearse, Qt.MouseButton.LeftButton)
    view.show_figure(replace(FIGURE, rehearsal=RehearsalFigure(DAY, 14, 3, 72, 40)))
    assert view.how_far.whole() == "Day 4 of 14: 40 of 72 slots fired"
    assert not view.forward.isEnabled()
    with qtbot.waitSignal(view.rehearsal_wanted) as wanted:
        QTest.mouseClick(view.rehearse, Qt.MouseButton.LeftButton)
    assert wanted.args == [False]
    # Days, an error, and a narrow dock.
    view.show_figure(FIGURE)
    with qtbot.waitSignal(view.day_wanted) as went:
        QTest.mouseClick(view.forward, Qt.MouseButton.LeftButton)
    assert went.args == [date(2026, 3, 3)]
    view.show_figure(ScheduleFigure(FIGURE.schedules, "two", problem="two.toml: it broke."))
    assert (view.problem.isVisible(), view.body.isVisible()) == (True, False)
    view.show_figure(FIGURE)
    view.resize(360, 480)
    view.show_page("day")
    assert view.ring.isVisible()
    view.show_page("ahead")
    assert not view.ring.isVisible()


@pytest.mark.slow
async def test_a_fortnight_is_rehearsed_and_the_clock_followed_at_the_window(desk: Desk, home: Home) -> None:
    home.schedules.mkdir(parents=True, exist_ok=True)
    (home.schedules / "brief.toml").write_text(OWN, encoding="utf-8")
    window, schedules = desk.window, desk.desktop.commands.schedules
    window.show_dock("schedule")
    await desk.idle()
    view = window.panels["schedule"].made
    view.schedules.activated.emit(view.schedules.findData("brief"))
    await desk.idle()
    assert [slot.name for slot in view.ring._day.slots] == ["Morning", "Evening"]
    before = {path.name for path in home.runs.iterdir()}
    desk.click(view.rehearse)
    await desk.until(lambda: view.how_far.whole().startswith("Fourteen days rehearsed"), "it is rehearsed")
    assert (view._figure.rehearsal.slots, view._figure.rehearsal.done) == (28, 14)
    assert 0 < view._figure.rehearsal.fired < 14
    assert any(pair.now != pair.home for pair in view._figure.pairs)
    assert {path.name for path in home.runs.iterdir()} == before
    assert not ScheduleLog(home, "brief").refresh().outcomes
    desk.action("rehearse_schedule").trigger()
    await desk.until(lambda: view._rehearsing, "another one has begun")
    desk.click(view.rehearse)
    await desk.until(lambda: view.how_far.whole().startswith("Cancelled"), "it is cancelled")
    # A day that is played already is shown with its runs, which open.
    desk.action("follow_schedule").trigger()
    await desk.until(lambda: view.state.text().startswith("On"), "it follows the clock")
    assert desk.action("follow_schedule").isChecked()
    desk.click(view.follow)
    await desk.until(lambda: schedules.following is None, "it stops")
    assert view.state.text().startswith("Off")
    (home.schedules / "brief.toml").write_text(OWN.replace("startup", "nobody"), encoding="utf-8")
    await schedules.refresh()
    assert "nobody" in view.problem.text()
    # Where the one that was shown is gone, the shipped one is.
    (home.schedules / "brief.toml").unlink()
    await schedules.refresh()
    await desk.until(lambda: view.schedules.currentData() == DEFAULT, "another one is shown")
    assert not view.problem.isVisible()
