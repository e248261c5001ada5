"""The bar at the top."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from parley.desktop.run.figures import MemberFigure, StatusFigure
from parley.desktop.toolbar.view.bar import Toolbar
from parley.desktop.toolbar.view.inject_and_cost import VoicePill
from tests.widget.widgets_alone import on_screen

MEMBERS = (MemberFigure("boss", "Boss", "B", "rust"), MemberFigure("ana", "Analyst", "A", "blue"))
FIGURE = StatusFigure(
    title="Standup", topic="The demo slipped by two weeks", status="paused", voice="embedded · SmolLM2 135M",
    provider="embedded", tokens=812, cost=0.0, members=MEMBERS,
)  # fmt: skip


@pytest.fixture
def bar(qtbot: QtBot) -> Toolbar:
    return on_screen(qtbot, Toolbar(), 1440, figure=FIGURE)


def test_whoever_chose_whom_to_whisper_to_can_type_at_once(bar: Toolbar, qtbot: QtBot) -> None:
    bar.activateWindow()
    menu = bar.inject.to.menu()
    menu.popup(bar.mapToGlobal(bar.rect().center()))
    ana = next(each for each in menu.actions() if "Analyst" in each.text())
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(ana).center())
    qtbot.waitUntil(bar.inject.field.hasFocus)
    assert bar.inject.property("lit"), "its frame shows where the keyboard is"
    assert bar.inject.button.text() == "Whisper"


def test_who_left_is_no_target_and_what_is_broken_takes_no_topic(bar: Toolbar) -> None:
    bar.inject.set_target("ana")
    bar.show_figure(replace(FIGURE, members=MEMBERS[:1]))
    assert "everybody" in bar.inject.to.text()
    for status in ("ended", "broken"):
        bar.show_figure(replace(FIGURE, status=status))
        assert bar.inject.isEnabled() is (status == "ended"), "what is typed for an ended run goes into a fork"
    bar.show_figure(StatusFigure())
    assert (bar._title.whole(), bar.inject.isEnabled()) == ("No run is open", False)


def test_waiting_can_be_given_up(bar: Toolbar, qtbot: QtBot) -> None:
    bar.show_figure(replace(FIGURE, waiting="waiting 12 s, rate limited"))
    assert "waiting 12 s" in bar.pill.accessibleName()
    with qtbot.waitSignal(bar.intent) as caught:
        qtbot.mouseClick(bar.pill._cancel, Qt.MouseButton.LeftButton)
    assert caught.args == ["cancel_wait", None]


@pytest.mark.parametrize("width", [1440, 800])
def test_new_is_always_there_and_the_usual_way_on_where_nothing_plays_on(bar: Toolbar, width: int) -> None:
    bar.resize(width, bar.height())
    QApplication.processEvents()
    assert bar.new.isVisible()
    assert bar.new.accessibleName() or bar.new.text() == "New"
    for figure, usual in ((FIGURE, False), (replace(FIGURE, status="ended"), True), (StatusFigure(), True)):
        bar.show_figure(figure)
        assert bar.new.property("primary") is usual


def test_injecting_gives_the_keyboard_back(bar: Toolbar, qtbot: QtBot) -> None:
    bar.activateWindow()
    for inject in (
        lambda: qtbot.keyClick(bar.inject.field, Qt.Key.Key_Return),
        lambda: qtbot.mouseClick(bar.inject.button, Qt.MouseButton.LeftButton),
    ):
        bar.focus_inject()
        qtbot.waitUntil(bar.inject.field.hasFocus)
        qtbot.keyClicks(bar.inject.field, "Friday")
        inject()
        assert (bar.inject.field.hasFocus(), bar.inject.button.hasFocus()) == (False, False)


def test_the_pill_says_who_made_the_lines_and_not_only_what_the_voice_is_called(qtbot: QtBot) -> None:
    pill = VoicePill()
    qtbot.addWidget(pill)
    pill.show_figure(StatusFigure(voice="embedded · smollm2-135m", provider="embedded"))
    assert pill._voice.whole() == "embedded · smollm2-135m"
    pill.show_figure(replace(FIGURE, voice="embedded · smollm2-135m", authors="16 lines by the rules", waiting=""))
    assert pill._voice.whole() == "16 lines by the rules"
    assert pill.accessibleName().startswith("Voice: 16 lines by the rules, embedded · smollm2-135m")
    assert "smollm2" in pill.toolTip()
