"""What if: a turn drawn again, side by side."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from parley.core.studio import attempts, runs
from parley.desktop.run.figures import MemberFigure
from parley.desktop.what_if.figures import CardFigure, WhatIfFigure
from parley.desktop.what_if.view import Card, WhatIfView
from parley.desktop.widgets.theme import DARK
from tests.widget.real_window import CTRL, Desk
from tests.widget.widgets_alone import on_screen, take_look

ALT = Qt.KeyboardModifier.AltModifier


def view_of(desk: Desk) -> WhatIfView:
    """The strip."""
    return desk.window.findChildren(WhatIfView)[0]


async def test_other_ways_stand_side_by_side_and_one_is_kept(desk: Desk) -> None:
    await desk.played()
    home, first = desk.studio.home, desk.state.run
    desk.desktop.model.show(3)
    desk.key(Qt.Key.Key_R, CTRL | ALT)
    await desk.idle()
    view = view_of(desk)
    assert [card.figure.number for card in view.cards] == [0, 1, 2, 3]
    assert view.cards[0].figure.text == desk.state.turns[2].text
    assert all(0 < card.figure.chance <= 1 for card in view.cards)
    desk.click(view.more)
    await desk.idle()
    assert len(view.cards) == 7
    before = runs.all_files(home)
    view.cards[2].setFocus()
    desk.key(Qt.Key.Key_Return)
    await desk.idle()
    assert len(runs.all_files(home)) == len(before) + 1
    assert view.cards[2].figure.kept
    assert desk.state.run == first, "the open run stays open"
    await desk.until(lambda: any(mark.kind == "fork" for mark in desk.window.timeline._figure.marks), "it is marked")
    desk.click(view.close_button)
    assert not view.isVisible()
    assert not list(home.attempts.iterdir()), "what was not kept is gone"


@pytest.mark.slow
async def test_it_stands_below_the_plan_and_goes_on_where_that_is_hidden(desk: Desk) -> None:
    await desk.played()
    desk.desktop.model.show(3)
    desk.key(Qt.Key.Key_R, CTRL | ALT)
    await desk.idle()
    view, window = view_of(desk), desk.window
    plan = window.stage.geometry()
    assert view.parentWidget() is window.stage.parentWidget()
    assert (view.geometry().left(), view.width()) == (plan.left(), plan.width())
    assert view.geometry().top() > plan.bottom()
    desk.action("panel.floor_plan").trigger()
    assert view.parentWidget() is window._body
    await desk.until(view.isVisible, "it is above the timeline")
    desk.action("panel.floor_plan").trigger()
    assert view.parentWidget() is window.stage.parentWidget()
    await desk.until(view.isVisible, "it is back")


@pytest.mark.slow
async def test_in_a_small_window_it_lies_over_the_talk_and_the_plan_keeps_its_size(desk: Desk) -> None:
    window = desk.window
    window.resize(1024, 700)
    await desk.played()
    desk.desktop.model.show(3)
    await desk.until(lambda: window.small and window.stage.height() > 200, "it is laid out")
    plan = window.stage.geometry()
    desk.key(Qt.Key.Key_R, CTRL | ALT)
    await desk.idle()
    view = view_of(desk)
    assert (window.stage.geometry(), view.parentWidget()) == (plan, window.area)
    top = window.stage.mapTo(window.area, window.stage.rect().bottomLeft()).y()
    assert view.isVisible()
    assert view.geometry().top() > top
    assert view.geometry().bottom() >= window.area.contentsRect().bottom()
    assert view.cards[0].height() > 100, "its cards have room for their words"
    window.resize(1440, 900)
    await desk.until(lambda: view.parentWidget() is window.stage.parentWidget(), "there is room below the plan")
    assert view.isVisible()
    assert view.cards[0].height() < 100
    window.resize(1024, 700)
    await desk.until(lambda: view.parentWidget() is window.area, "there is none")
    desk.click(view.close_button)
    assert not view.isVisible()


@pytest.mark.slow
async def test_what_costs_is_not_drawn_before_somebody_says_so_and_what_nobody_drew_not_at_all(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempts, "expected_cost", lambda _replay, _turn, count: count * 0.01)
    await desk.begin()
    session = desk.desktop.session
    await session.speak_as(desk.state.setup.members[0].id, "By hand.")
    await desk.until(lambda: desk.turns == 1, "it is said")
    desk.desktop.model.show(1)
    desk.action("what_if").trigger()
    await desk.idle()
    assert any("written by hand" in sentence for sentence in desk.notices())
    desk.window.notices.close_key("what_if")
    session.play()
    await desk.ended()
    desk.action("what_if").trigger()
    await desk.idle()
    view = view_of(desk)
    assert "$0.03" in view.note.whole()
    assert len(view.cards) == 1, "only what was said"
    assert not desk.studio.home.attempts.exists()
    QTest.keyClick(view.more, Qt.Key.Key_Space)
    await desk.idle()
    assert len(view.cards) == 4
    waiting = asyncio.Event()
    monkeypatch.setattr(attempts, "attempt", lambda *_asked: waiting.wait())
    desk.click(view.more)
    await desk.until(lambda: len(view.cards) == 7, "three are being drawn")
    desk.click(view.more)
    await desk.idle()
    assert (len(view.cards), view.more.text()) == (4, "Three more"), "what was drawn before stays"
    desk.key(Qt.Key.Key_Escape)
    assert not view.isVisible()


@pytest.mark.parametrize(("width", "scale"), [(1440, 1.0), (1024, 1.0), (1024, 1.6)])
def test_long_names_and_many_cards_fit(qtbot: QtBot, width: int, scale: float) -> None:
    take_look(DARK, scale)
    who = MemberFigure("x", "Friederike von und zu Hohenlohe-Schillingsfürst", "F", "rust")
    cards = tuple(CardFigure(at, who, "word " * 90, 0.25) for at in range(6))
    figure = WhatIfFigure(9, cards, 1)
    view = on_screen(qtbot, WhatIfView(), width, 160, figure=figure)
    QApplication.processEvents()
    assert len(view.cards) == 7
    for card in view.cards[1:6]:
        assert card.rect().contains(card.keep.geometry())
        assert card.keep.x() > card.width() * 0.3, "the name has room"
    kept: list[int] = []
    view.kept.connect(kept.append)
    qtbot.mouseClick(view.cards[1].keep, Qt.MouseButton.LeftButton)
    assert kept == [1]
    view.show_figure(replace(figure, cards=(*cards[:1], replace(cards[1], problem="The voice is gone."))))
    assert isinstance(view.cards[1], Card)
    assert view.cards[1].accessibleName() == "The voice is gone."
