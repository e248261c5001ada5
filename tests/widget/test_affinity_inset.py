"""The network in small in the corner of the plan."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from parley.desktop.affinity.figures import MoveFigure, NetworkFigure
from parley.desktop.affinity.view.inset import AffinityInset
from parley.desktop.shell.notices import Notice
from tests.widget.real_window import Desk
from tests.widget.test_affinity import EDGES, MEMBERS
from tests.widget.widgets_alone import on_screen

MOVES = (
    MoveFigure(3, 0, 1, 0.5, 0.52, "They found the same bug.", (1,)),
    MoveFigure(4, 2, 3, 0.5, 0.46, "He laughed.", (2, 3)),
    MoveFigure(5, 0, 4, 0.5, 0.505, "A nod."),
)
FIGURE = NetworkFigure(MEMBERS, EDGES, moves=MOVES, turn=5)


def shown(qtbot: QtBot, figure: NetworkFigure = FIGURE) -> AffinityInset:
    inset = on_screen(qtbot, AffinityInset(), 220, 224, figure=figure)
    qtbot.waitExposed(inset)
    return inset


def test_the_two_that_moved_the_farthest_are_told_in_words(qtbot: QtBot) -> None:
    inset = shown(qtbot)
    assert inset.accessibleDescription() == (
        "since the start. Hustler and Writer cooler. Analyst turns to Boss"
    )  # fmt: skip
    last = QPoint(40, inset.height() - 15)
    assert "They found the same bug." in inset.tip_at(last.toPointF())
    cool = replace(FIGURE, moves=(replace(MOVES[0], after=0.4),))
    assert "Analyst cools toward Boss" in shown(qtbot, cool).accessibleDescription()
    assert "Nobody has moved yet." in shown(qtbot, replace(FIGURE, moves=())).accessibleDescription()


def test_a_click_chooses_and_elsewhere_asks_for_more(qtbot: QtBot) -> None:
    inset = shown(qtbot)
    chosen: list[str] = []
    asked: list[bool] = []
    inset.member_chosen.connect(chosen.append)
    inset.wanted.connect(lambda: asked.append(True))
    for spot in inset._spots():
        QTest.mouseClick(inset, Qt.MouseButton.LeftButton, pos=spot.toPoint())
    assert chosen == [member.id for member in MEMBERS]
    QTest.mouseClick(inset, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    QTest.keyClick(inset, Qt.Key.Key_Return)
    assert len(asked) == 2


@pytest.mark.slow
async def test_it_gives_way_to_the_dock_and_the_talk_stands_beside_it(desk: Desk) -> None:
    await desk.played()
    window = desk.window
    await desk.until(lambda: window.floor.corner is not None, "it is there")
    corner = window.floor.corner
    assert isinstance(corner, AffinityInset)
    assert corner.isVisible()
    await desk.idle()
    window.floor.arrive()
    window.floor.grab()
    room = window.floor.rooms.active()
    assert room is not None
    assert room.right() < corner.geometry().left()
    window.tell(Notice("Written: " + 40 * "a long name "))
    beside = corner.mapTo(window.area, QPoint(0, 0)).x() - window.notices.geometry().right()
    assert 0 < beside < window.floor.width() / 2
    QTest.mouseClick(corner, Qt.MouseButton.LeftButton, pos=corner._spots()[1].toPoint())
    assert window.selected_member == corner._figure.members[1].id
    QTest.keyClick(corner, Qt.Key.Key_Return)
    await desk.until(lambda: window.in_front("affinity"), "the dock is there")
    await desk.until(lambda: window.floor.corner is None, "nobody needs it twice")
    assert not corner.isVisible()
    desk.action("panel.affinity").trigger()
    await desk.until(corner.isVisible, "it is back")
    desk.window.resize(1024, 700)
    await desk.until(lambda: not corner.isVisible(), "there is no room upon a low plan")
