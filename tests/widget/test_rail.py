"""The rail: the docks at the left that come and go."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from parley.desktop.modes.registry import MODE_VIEWS
from parley.desktop.shell.dock import GAP
from tests.widget.real_window import Desk


async def test_library_and_cast_come_and_go(desk: Desk) -> None:
    window = desk.window
    await desk.played(turns=4)
    left = [window.docks["library"], window.docks["cast"]]
    shown = left[0].isVisible()
    for wanted in (not shown, shown):
        window.rail.fold.click()
        assert [dock.isVisible() for dock in left] == [wanted, wanted]
        assert (
            window.actions_by_id["panel.library"].isChecked()
            is window.rail.buttons["panel.library"].isChecked()
            is wanted
        )


@pytest.mark.parametrize("mode", ["roundtable", "scenes", "duologue"])
@pytest.mark.parametrize("size", [(1440, 900), (1024, 700)])
async def test_the_map_hides_the_plan_and_brings_it_back_as_large_as_it_was(
    desk: Desk, size: tuple[int, int], mode: str
) -> None:
    window, button = desk.window, desk.window.rail.buttons["panel.floor_plan"]
    window.resize(*size)
    window.workspace = MODE_VIEWS[mode].workspace
    window.lay_out()
    await desk.idle()
    at_first, high = window.stage.isVisible(), window.centre.height()
    assert button.isChecked() is at_first
    for press in range(6):
        if press < 4:
            desk.click(button)
        else:
            desk.key(Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
        await desk.idle()
        window.area.settle()
        shown = (press % 2 == 1) is at_first
        assert (window.stage.isVisible(), button.isChecked()) == (shown, shown)
        docks = [dock for name, dock in window.docks.items() if window.in_front(name)]
        if shown:
            assert window.stage.height() >= (0.95 * high if at_first else 0.2 * window.area.height())
        elif mode != "duologue":
            # The docks have its room: nothing is left empty.
            assert max(dock.width() for dock in docks) > 0.95 * window.area.width() - 2 * GAP
