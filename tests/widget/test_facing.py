"""A duologue in two columns."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from parley.core.modes.duologue.request import DuologueRequest, SideRequest
from parley.desktop.modes.duologue.columns import FacingView
from parley.desktop.modes.duologue.facing import FacingFigure, LineFigure
from parley.desktop.run.figures import MemberFigure
from tests.widget.real_window import Desk
from tests.widget.widgets_alone import on_screen

ADA, BO = (MemberFigure(name.lower(), name, name[0], colour) for name, colour in (("Ada", "rust"), ("Bo", "blue")))
LINES = [
    LineFigure(number, BO if number % 2 == 0 else ADA, int(number % 2 == 0), f"Line {number}. " * (1 + number % 7))
    for number in range(1, 401)
]


def facing(qtbot: QtBot, width: int = 900) -> FacingView:
    return on_screen(qtbot, FacingView(), width, 420)


def test_lines_stand_on_their_sides_and_none_covers_another(qtbot: QtBot) -> None:
    figure = FacingFigure("run", (ADA, BO), ("none", "high"), LINES, 400)
    for width in (900, 300):
        view = facing(qtbot, width)
        view.show_figure(figure)
        view.grab()
        for at in (0, 200, 399):
            view.columns.reveal(at)
            shown = [(row, view.columns.get_bubble(row), top) for row, top in view.columns.in_sight()]
            boxes = [found.box.translated(0, top) for _, found, top in shown if found]
            assert not any(one.intersects(other) for i, one in enumerate(boxes) for other in boxes[i + 1 :])
            for row, found, _ in shown:
                assert found
                assert (found.box.center().x() < view.columns.viewport().width() / 2) is (row % 2 == 0)


def test_the_keys_and_a_click_show_a_turn(qtbot: QtBot) -> None:
    view = facing(qtbot)
    view.show_figure(FacingFigure("run", (ADA, BO), (), LINES, 400))
    chosen: list[int] = []
    view.turn_chosen.connect(chosen.append)
    columns = view.columns
    columns.setFocus()
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Return):
        qtbot.keyClick(columns, key)
    assert chosen == [399]
    assert columns.get_accessible_text(columns.current).startswith("Ada: Line 399.")
    row, top = columns.in_sight()[-2]
    found = columns.get_bubble(row)
    assert found
    at = found.box.translated(0, top).center().toPoint()
    qtbot.mouseClick(columns.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.mouseClick(columns.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(columns.viewport().width() // 2, at.y()))
    assert chosen == [399, row + 1], "beside the lines there is nothing to press"


def test_the_heading_tells_how_the_talk_is_set(qtbot: QtBot) -> None:
    view = facing(qtbot)
    figure = FacingFigure(
        "run", (ADA, BO), (), LINES, 20, topic="Maps " * 40, fork=12, chips=("In turn: two", "stops at 40")
    )
    view.show_figure(figure)
    view.grab()
    heading = view.heading
    assert view.settings.whole() == "fork of turn 12 · In turn: two · stops at 40"
    assert "stops at 40" in heading.toolTip()
    view.show_figure(replace(figure, fork=-1))
    assert view.settings.whole() == "In turn: two · stops at 40"


async def test_a_duologue_begins_with_its_two_sides(desk: Desk) -> None:
    wish = DuologueRequest(sides=[SideRequest("rehearsal")] * 2, turns=6, seed=3, voice="rehearsal", simulated=True)
    desk.desktop.session.set_speed(0.0)
    await desk.desktop.session.start(desk.studio.compose(wish))
    await desk.ended()
    view = desk.window.view("facing")
    assert desk.window.in_front("facing")
    await desk.until(lambda: view.columns.figure.shown == 6, "all lines stand there")
    assert [line.text for line in view.columns.figure.lines] == [turn.text for turn in desk.state.turns]
    view.columns.turn_chosen.emit(2)
    await desk.until(lambda: view.columns.figure.shown == 2, "it follows")
    await desk.until(lambda: desk.window.inspector.tab() == "payload", "what was sent comes first")
    assert view.heading.isVisibleTo(desk.window.docks["facing"].title)
    # A fork has what its parent went on with behind its own line.
    parent = desk.state.run
    desk.action("fork").trigger()
    await desk.until(lambda: desk.state.parent == parent, "a branch is open")
    # What is put in stands between the two until somebody answers it.
    run = desk.desktop.session.run
    assert run is not None
    run.director.inject("What if <b>nobody</b> replies?")
    await desk.until(lambda: "nobody" in view.put_in.text() and view.put_in.isVisibleTo(view), "it waits")
    assert "not taken up yet" in view.put_in.text()
    desk.desktop.session.step_turn()
    await desk.until(lambda: not view.put_in.isVisibleTo(view), "the next line takes it up")
    measures = desk.window.panels["convergence"].model
    await desk.until(lambda: measures.convergence().ghost[0][-1:] == (6,), "its parent is read")
    assert (measures.convergence().forked, "fork of turn" in view.settings.whole()) == (2, True)
