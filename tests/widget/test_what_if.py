"""What if: a turn drawn again, side by side."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from parley.core.studio import attempts, runs
from parley.desktop.what_if.view import WhatIfView
from tests.widget.real_window import CTRL, Desk

ALT = Qt.KeyboardModifier.AltModifier


def view_of(desk: Desk) -> WhatIfView:
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
