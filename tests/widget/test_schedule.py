"""The schedule's dock: the slots of a day, and a schedule that is followed."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableWidget
from pytestqt.qtbot import QtBot

from parley.core.home import Home
from parley.core.schedule.definition import DEFAULT
from parley.desktop.schedule.figures import DayFigure, ScheduleFigure, SlotFigure
from parley.desktop.schedule.view import ScheduleView
from tests.widget.real_window import Desk
from tests.widget.widgets_alone import on_screen

DAY = date(2026, 3, 2)
FIRED = SlotFigure("Standup", 6, "fired", 0.25, 1.0, "Standup", "Ada, Bo", "The release", "run6")
AHEAD = SlotFigure("Debate", 18, "fires", 0.125, 0.5, "Debate", "Bo")
SLOTS = (FIRED, SlotFigure("Triage", 6, "skipped", 0.75, 0.5), AHEAD)
LATE = SlotFigure("Late talk", 23, "missed", 0.1, 0.4, note="asleep")
FIGURE = ScheduleFigure((("one", "One"), ("two", "Two")), "one", today=DAY, day=DayFigure(DAY, (*SLOTS, LATE), 12.5))
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


def texts(table: QTableWidget, row: int) -> list[str]:
    items = (table.item(row, column) for column in range(table.columnCount()))
    return [item.text() if item is not None else "" for item in items]


@pytest.fixture
def view(qtbot: QtBot) -> ScheduleView:
    return on_screen(qtbot, ScheduleView(), 820, 480, figure=FIGURE)


def test_slots_are_told_and_opened_by_pointer_and_keys(view: ScheduleView) -> None:
    table, runs = view.day, list[str]()
    view.run_opened.connect(runs.append)
    assert texts(table, 0) == ["06:00", "Standup", "fired", "0.250 of 1.00", "Standup", "Ada, Bo", "The release"]
    assert texts(table, 2)[:6] == ["18:00", "Debate", "will fire", "0.125 of 0.50", "Debate", "Bo"]
    assert texts(table, 3)[2:] == ["missed", "0.100 of 0.40", "", "", "The machine slept."]
    # What never fired opens nothing.
    for row in (0, 1, 0):
        table.setCurrentCell(row, 1)
        QTest.keyClick(table, Qt.Key.Key_Return)
    assert runs == ["run6"] * 2
    # The chosen slot stays while the day goes on.
    view.show_figure(replace(FIGURE, day=DayFigure(DAY, (*SLOTS, replace(LATE, status="fired", note=""), LATE), 12.5)))
    assert (table.currentRow(), table.rowCount(), texts(table, 3)[2]) == (0, 5, "fired")


@pytest.mark.slow
async def test_the_clock_is_followed_at_the_window(desk: Desk, home: Home) -> None:
    home.schedules.mkdir(parents=True, exist_ok=True)
    (home.schedules / "brief.toml").write_text(OWN, encoding="utf-8")
    window, schedules = desk.window, desk.desktop.commands.rooms["schedule"]
    window.show_dock("schedule")
    await desk.idle()
    view = window.panels["schedule"].made
    view.schedules.activated.emit(view.schedules.findData("brief"))
    await desk.idle()
    assert [texts(view.day, row)[1] for row in range(2)] == ["Morning", "Evening"]
    desk.action("follow_schedule").trigger()
    await desk.until(lambda: view.state.whole().startswith("On"), "it follows the clock")
    assert desk.action("follow_schedule").isChecked()
    desk.click(view.follow)
    await desk.until(lambda: schedules.following is None, "it stops")
    assert view.state.whole().startswith("Off")
    (home.schedules / "brief.toml").write_text(OWN.replace("startup", "nobody"), encoding="utf-8")
    await schedules.refresh()
    assert "nobody" in view.problem.text()
    # Where the one that was shown is gone, the shipped one is.
    (home.schedules / "brief.toml").unlink()
    await schedules.refresh()
    await desk.until(lambda: view.schedules.currentData() == DEFAULT, "another one is shown")
    assert not view.problem.isVisible()
