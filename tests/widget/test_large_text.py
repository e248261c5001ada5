"""Large text: every workspace still has room for its docks, and nobody's title is cut off."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from PySide6.QtCore import QRect

from parley.core import settings as settings_file
from parley.desktop.modes.registry import MODE_VIEWS
from tests.widget.real_window import Desk

SIZES = ((1440, 900), (1024, 700))


def faults(desk: Desk) -> Iterator[str]:
    """What overlaps, is cut off, or does not fit."""
    window = desk.window
    docks = {name: dock for name, dock in window.docks.items() if window.in_front(name) and dock.isVisible()}
    boxes = {name: dock.geometry() for name, dock in docks.items()}
    if window.stage.isVisible():
        boxes["stage"] = window.centre.geometry()
    for (one, here), (other, there) in combinations(boxes.items(), 2):
        if here.intersects(there):
            yield f"{one} {here} lies over {other} {there}"
    for name, box in boxes.items():
        if not window.area.rect().contains(box):
            yield f"{name} {box} stands out of {window.area.rect()}"
    for name, dock in docks.items():
        least, title = dock.title.minimumSizeHint(), dock.title
        if title.width() < least.width() or title.height() < least.height():
            yield f"the title of {name}, {title.size()}, needs {least}"
        if not dock.rect().contains(QRect(title.pos(), title.size())):
            yield f"the title of {name} is cut off"


@pytest.mark.parametrize("scale", [0.8, 2.0])
@pytest.mark.slow
async def test_docks_stand_beside_each_other_and_show_their_titles(desk: Desk, scale: float) -> None:
    window = desk.window
    desk.desktop.setup.settings.save_settings(settings_file.set_group(desk.studio.settings, "look", text_scale=scale))
    for size in SIZES:
        window.resize(*size)
        for workspace in dict.fromkeys(view.workspace for view in MODE_VIEWS.values()):
            window.workspace = workspace
            window.lay_out()
            await desk.idle()
            window.area.settle()
            assert (window.width(), window.height()) == size, f"{workspace.name}: it needs more room"
            assert list(faults(desk)) == [], f"{workspace.name} at {size}"


async def test_in_a_low_window_the_plan_stands_beside_the_docks(desk: Desk) -> None:
    window = desk.window
    desk.desktop.setup.settings.save_settings(settings_file.set_group(desk.studio.settings, "look", text_scale=2.0))
    window.resize(900, 700)
    for shown in (True, False, True):
        await desk.idle()
        assert (window.stage.isVisible(), window.in_front("transcript")) == (shown, True)
        desk.action("panel.floor_plan").trigger()
