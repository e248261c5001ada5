"""Another theme in the open window: what is in sight and what is shown later has it, and nothing is dressed twice."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QWidget

from parley.core import settings as settings_file
from parley.desktop.widgets.plain import FIELDS, WheelGuard
from parley.desktop.widgets.theme import DARK, LIGHT, THEMES, Theme
from tests.widget.real_window import Desk

MOST_LEFT = 0.002
"""The share of a picture that may have a ground of another theme by chance, in the edges of letters."""

POLISHED = Qt.WidgetAttribute.WA_WState_Polished
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
    wanted = settings_file.set_group(desk.studio.settings, "look", theme=name, motion=False)
    desk.desktop.setup.settings.save_settings(wanted)


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


async def test_a_change_of_theme_dresses_every_field_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    fields = [each for each in QApplication.allWidgets() if isinstance(each, FIELDS) and each.testAttribute(POLISHED)]
    times: Counter[QWidget] = Counter()
    # What the style does with each field that it dresses.
    monkeypatch.setattr(WheelGuard, "take", lambda _guard, field: times.update([field]))
    choose(desk, "dark")
    assert fields
    assert {times[each] for each in fields} == {1}, [(each, times[each]) for each in fields if times[each] > 1]
