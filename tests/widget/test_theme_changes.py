"""Another theme in the open window: what is in sight and what is shown later has it, and nothing is dressed twice."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from parley.core import settings as settings_file
from parley.desktop.widgets.theme import DARK, LIGHT, THEMES, Theme
from tests.widget.real_window import Desk

MOST_LEFT = 0.002
"""The share of a picture that may have a ground of another theme by chance, in the edges of letters."""

SAMPLED = 11
"""Every how many pixels one is looked at."""


def grounds(which: Theme) -> set[int]:
    """The colours that large parts of a window have, as pixels."""
    return {QColor(getattr(which, role)).rgb() for role in ("window", "surface", "raised", "accent_soft")}


def left(of: Theme, widget: QWidget) -> float:
    """The share of a widget's picture that has a ground of that theme."""
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = Counter(memoryview(image.constBits()).cast("I")[::SAMPLED])
    return sum(pixels[each] for each in grounds(of)) / pixels.total()


def choose(desk: Desk, name: str) -> None:
    """Take another theme."""
    wanted = settings_file.changed(desk.studio.settings, "look", theme=name, motion=False)
    desk.desktop.setup.settings.apply(wanted)


@pytest.mark.slow
async def test_docks_that_were_hidden_while_the_theme_changed_are_shown_in_the_new_one(desk: Desk) -> None:
    names = list(desk.window.panels)
    for name in names:
        desk.window.show_dock(name)
    await desk.idle()
    for new, old in ((DARK, LIGHT), (LIGHT, DARK)):
        choose(desk, new.name)
        await desk.idle()
        for name in names:
            desk.window.show_dock(name)
            await desk.idle()
            assert left(old, desk.window) <= MOST_LEFT, (name, new.name)
            assert left(new, desk.window) > 0.2, (name, new.name)
    assert THEMES[desk.studio.settings.look.theme] is LIGHT


class Dressed(QObject):
    """Counts how often each menu is dressed."""

    def __init__(self) -> None:
        super().__init__()
        self.times: Counter[QObject] = Counter()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.StyleChange:
            self.times[watched] += 1
        return False


async def test_a_change_of_theme_dresses_every_menu_as_often_as_any_other_widget(desk: Desk) -> None:
    menus = desk.window.findChildren(QMenu)
    seen = Dressed()
    for menu in menus:
        menu.installEventFilter(seen)
    choose(desk, "dark")
    QApplication.processEvents()
    # The old sheet is taken away, and the new one put on.
    assert set(seen.times.values()) == {2}
    assert len(seen.times) == len(menus)
    for menu in menus:
        menu.removeEventFilter(seen)
