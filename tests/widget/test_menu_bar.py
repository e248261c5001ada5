"""The menus come when they are asked for, lie over the window, and go; all of them are behind the button as well."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from parley.core import settings as settings_file
from tests.widget.real_window import Desk

ALT = Qt.KeyboardModifier.AltModifier


def open_menu() -> QMenu:
    found = QApplication.activePopupWidget()
    assert isinstance(found, QMenu)
    return found


async def leave(desk: Desk) -> None:
    """Esc out of the menu, and out of the bar."""
    QTest.keyClick(open_menu(), Qt.Key.Key_Escape)
    await desk.until(lambda: QApplication.activePopupWidget() is None, "the menu is closed")
    # Without a display a closed menu stays the active window.
    desk.window.activateWindow()
    await desk.until(desk.window.isActiveWindow, "the window is active")
    desk.key(Qt.Key.Key_Escape)
    await desk.until(lambda: not desk.window.menus.unfolded, "the bar is folded")


async def test_alt_with_a_letter_opens_its_menu_over_the_window_and_esc_puts_everything_back(desk: Desk) -> None:
    bar, toolbar, area = desk.window.menus, desk.window.toolbar, desk.window.area
    assert (bar.unfolded, toolbar.mapTo(desk.window, toolbar.rect().topLeft()).y()) == (False, 0)
    for key, name in ((Qt.Key.Key_F, "file"), (Qt.Key.Key_V, "view")):
        desk.key(key, ALT)
        await desk.until(lambda name=name: bar.activeAction() is not None, f"the menu {name} is open")
        opened = open_menu()
        assert desk.action("new_run" if name == "file" else "reset_layout") in opened.actions()
        assert bar.unfolded
        assert desk.window.childAt(20, 20) is bar
        assert toolbar.mapTo(desk.window, toolbar.rect().topLeft()).y() == 0
        await leave(desk)
    assert area.hasFocus()


async def test_alt_alone_and_f10_walk_through_the_menus(desk: Desk) -> None:
    bar = desk.window.menus
    desk.key(Qt.Key.Key_Alt)
    await desk.until(bar.hasFocus, "the bar has the keyboard")
    assert bar.unfolded
    desk.key(Qt.Key.Key_Right)
    desk.key(Qt.Key.Key_Down)
    assert desk.action("play_pause") in open_menu().actions()
    await leave(desk)
    desk.key(Qt.Key.Key_F10)
    assert desk.action("new_run") in open_menu().actions()
    await leave(desk)


@pytest.mark.slow
async def test_the_button_has_all_menus_on_the_start_page_too_and_a_setting_keeps_the_bar(desk: Desk) -> None:
    bar = desk.window.menus
    desk.action("watch").trigger()
    await desk.idle()
    page = desk.window._start
    for button in (desk.window.toolbar.menu, page.bar.menu):  # type: ignore[union-attr]
        assert button.menu().actions() == bar.actions()
        assert button.accessibleName()
    page.bar.menu.menu().popup(page.rect().center())  # type: ignore[union-attr]
    assert not bar.unfolded
    page.bar.menu.menu().close()  # type: ignore[union-attr]
    wanted = settings_file.set_group(desk.studio.settings, "look", menu_bar="always")
    desk.desktop.setup.settings.save_settings(wanted)
    await desk.until(lambda: 0 < desk.window.centralWidget().y() == bar.height(), "the bar stands")
