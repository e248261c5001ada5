"""The library of the start page: it is there when no run is open, and does what the dock does."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog

from parley.desktop.first_run.page import StartPage
from tests.widget.real_window import CTRL, Desk


def page_of(desk: Desk) -> StartPage:
    page = desk.window.page
    assert isinstance(page, StartPage)
    return page


@pytest.mark.window(empty=True)
async def test_it_comes_from_the_rail_and_is_there_when_the_open_run_was_deleted(desk: Desk) -> None:
    await desk.played(turns=2)
    window, run = desk.window, desk.state.run
    desk.click(window.rail.buttons["watch"])
    await desk.idle()
    page = page_of(desk)
    assert window.rail.buttons["settings"].isVisible()
    marks = [window.rail.buttons[id_].property("page") for id_ in ("watch", "panel.floor_plan", "settings")]
    assert marks == ["open", "behind", "behind"]
    desk.click(window.rail.buttons["panel.floor_plan"])
    assert not window.on_start
    desk.click(window.rail.buttons["watch"])
    await desk.idle()
    desk.action("search_all").trigger()
    await desk.idle()
    assert page.library.search.hasFocus()
    desk.type("slipped")
    desk.key(Qt.Key.Key_Down)
    desk.key(Qt.Key.Key_Return)
    await desk.until(lambda: not window.on_start, "the run is shown")
    await desk.idle()
    desk.window.library.intent.emit("delete_runs", (run,))
    await desk.until(lambda: window.on_start, "the page is shown")
    await desk.idle()
    assert page_of(desk).library.caption() == ""
    desk.notice().buttons[0].pressed()
    await desk.until(lambda: not desk.window.on_start and desk.desktop.model.loaded, "the run is shown again")
    assert desk.state.run == run
    desk.studio.find(run).with_name("2026-01-05-aaa-0000000000.jsonl").touch()
    assert desk.desktop.library.find_newest() == "0000000000", "of one day's runs not the last by its name"


@pytest.mark.window(empty=True)
@pytest.mark.slow
async def test_what_was_tidied_up_is_taken_back_by_a_key_of_the_library(desk: Desk) -> None:
    await desk.played(turns=2)
    run, marks = desk.state.run, desk.studio.marks
    desk.blur()
    desk.action("watch").trigger()
    await desk.idle()
    page, runs = page_of(desk), page_of(desk).library.runs
    assert not desk.action("undo_tidying").isEnabled()
    runs.setFocus()
    desk.key(Qt.Key.Key_F2)
    await desk.dialog(QInputDialog)
    desk.type("Mine")
    # In the field the key is the field's own.
    desk.key(Qt.Key.Key_Z, CTRL)
    desk.type("Renamed")
    desk.key(Qt.Key.Key_Return)
    await desk.idle()
    # As a window manager gives it back where a dialog closes.
    desk.window.activateWindow()
    runs.setFocus()
    page.library.intent.emit("tag_runs", ((run,), "good", True))
    await desk.idle()
    assert (marks.of(run).title, marks.of(run).tags) == ("Renamed", ("good",))
    desk.key(Qt.Key.Key_Z, CTRL)
    desk.key(Qt.Key.Key_Z, CTRL)
    await desk.idle()
    assert (marks.of(run).title, marks.of(run).tags) == ("", ())
    page.library.intent.emit("rename_run", (run, "Renamed"))
    await desk.idle()
    runs.setFocus()
    desk.key(Qt.Key.Key_Delete)
    await desk.until(lambda: not desk.desktop.model.loaded, "it is deleted")
    await desk.idle()
    page.library.search.setFocus()
    desk.key(Qt.Key.Key_Z, CTRL)
    await desk.idle()
    assert not desk.desktop.model.loaded
    page.library.runs.setFocus()
    page.library.setFocus()
    desk.key(Qt.Key.Key_Z, CTRL)
    await desk.until(lambda: desk.desktop.model.loaded, "it is back")
    await desk.idle()
    assert desk.state.run == run
    assert len(desk.notices()) == 1
    # Elsewhere the key does nothing to the library.
    desk.blur()
    desk.key(Qt.Key.Key_Z, CTRL)
    await desk.idle()
    assert marks.of(run).title == "Renamed"
