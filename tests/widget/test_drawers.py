"""In a narrow window library and cast lie over the others: they push nothing, and go by Esc, a click, or a choice."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from parley.desktop.interview.view import QuestionEdit
from tests.widget.real_window import Desk


def places(desk: Desk) -> dict[str, object]:
    """Where everything stands that is no drawer."""
    return {name: dock.geometry() for name, dock in desk.window.docks.items() if dock.isVisible()}


async def narrow(desk: Desk) -> None:
    await desk.played(turns=2)
    desk.window.resize(1024, 800)
    await desk.idle()
    assert desk.window.narrow


async def test_a_drawer_pushes_nothing_and_goes_by_esc_a_click_or_a_choice(desk: Desk) -> None:
    window = desk.window
    await narrow(desk)
    before, drawer = places(desk), window.drawer
    assert drawer is not None
    desk.blur()
    desk.action("panel.library").trigger()
    assert drawer.isVisible()
    assert window.library.isVisible()
    assert window.in_front("library")
    assert desk.action("panel.library").isChecked()
    assert drawer.isAncestorOf(QApplication.focusWidget())
    for _ in range(12):
        desk.key(Qt.Key.Key_Tab)
        assert drawer.isAncestorOf(QApplication.focusWidget())
    desk.key(Qt.Key.Key_Escape)
    await desk.idle()
    assert not drawer.isVisible()
    assert window.area.hasFocus()
    assert not desk.action("panel.library").isChecked()
    assert places(desk) == before

    window.rail.fold.click()
    assert window.library.isVisible()
    assert window.cast.isVisible()
    beside = QPoint(drawer.width() - 20, drawer.height() // 2)
    QTest.mouseClick(drawer, Qt.MouseButton.LeftButton, pos=beside)
    assert not drawer.isVisible()

    desk.action("panel.library").trigger()
    window.library.run_opened.emit(desk.state.run)
    await desk.idle()
    assert not drawer.isVisible()
    assert places(desk) == before


async def test_a_dock_that_is_asked_for_lies_under_no_drawer_and_can_be_written_into(desk: Desk) -> None:
    await narrow(desk)
    desk.action("search_all").trigger()
    assert desk.window.drawer is not None
    assert desk.window.drawer.isVisible()
    desk.action("panel.interview").trigger()
    assert not desk.window.drawer.isVisible()
    assert isinstance(QApplication.focusWidget(), QuestionEdit)
