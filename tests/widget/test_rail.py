"""The rail: the docks at the left come and go."""

from __future__ import annotations

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
