"""Members' tools in the window: set up, asked for, shown while they work and afterwards."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QPlainTextEdit, QPushButton, QWidget

from parley.core.home import Home
from parley.core.tools import book
from parley.desktop.cast_editor.view.dialog import CastEditorDialog
from parley.desktop.compare.model import compare_figure
from parley.desktop.compare.view.rows import CompareRows
from parley.desktop.tools.view import AskDialog, ToolsDialog
from tests.strict_server import StrictServer
from tests.unit.tools.conftest import SECRET, SERVER, call_once, serve, team, wish
from tests.unit.tools.conftest import claude as claude  # noqa: PLC0414
from tests.unit.tools.conftest import functions as functions  # noqa: PLC0414
from tests.unit.tools.conftest import sheet as sheet  # noqa: PLC0414
from tests.widget.real_window import Desk

pytestmark = pytest.mark.window(empty=True)


def press(within: QWidget, title: str) -> None:
    button = next(each for each in within.findChildren(QPushButton) if each.text().replace("&", "") == title)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


async def test_the_person_at_the_window_is_asked_and_sees_what_came_of_it(
    desk: Desk, home: Home, tmp_path: Path, claude: StrictServer, sheet: Path
) -> None:
    serve(home, allow=())
    claude._reply = call_once("files_read_file", {"path": str(sheet)})
    session = desk.desktop.session
    session.set_speed(0.0)
    session.start_task(session.start(desk.studio.compose(wish(team(tmp_path, '["files"]')))))
    dialog = await desk.dialog(AskDialog)
    assert str(sheet) in dialog.findChildren(QPlainTextEdit)[0].toPlainText()
    # Meanwhile the plan says what she is about.
    floor = desk.desktop.window.floor
    await desk.until(lambda: floor.figure.acts == ("uses files.read_file …",), "the plan says so")
    live: Any = desk.desktop.window.transcript.model().live
    assert (live.text, live.acts) == ("", floor.figure.acts)
    press(dialog, "For this run")
    await desk.ended()
    rows = [row for row in desk.desktop.window.transcript.model().rows if row.kind == "tool"]
    assert len(rows) == 2
    assert rows[0].text.startswith("Ada used files.read_file.  path=")
    assert rows[0].thoughts == (sheet.read_text().rstrip(),)
    desk.desktop.model.show(next(turn.number for turn in desk.state.turns if turn.member == "ada"))
    figure = desk.desktop.window.inspect()
    (note,) = figure.notes
    assert (figure.page, note.call.name, note.call.text) == ("Tools", "files.read_file", sheet.read_text())
    compared, replay = CompareRows(), desk.desktop.model.replay
    compared.show_figure(compare_figure(replay, replay, "en"))
    compared.unfold(True)
    assert compared.toPlainText().count(f"Ada used files.read_file. path={sheet} → day,sold Monday,12") == 4


async def test_the_cast_editor_offers_tools_and_marks_those_that_are_not_here(
    desk: Desk, home: Home, functions: dict[str, Any]
) -> None:
    serve(home, allow=("read_file",))
    functions["rows"] = len
    dialog = await desk.open("cast_editor", CastEditorDialog)
    field: Any = dialog.pages.persona.form.editors["tools"]
    field.setFocus()
    QTest.keyClicks(field, "sheets, read")
    popup = field.completer().popup()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(popup, key)
    QTest.keyClicks(field, ", ro")
    assert [popup.model().index(row, 0).data() for row in range(popup.model().rowCount())] == ["rows"]
    assert dialog.draft.members[0].values["tools"] == ("sheets", "files.read_file", "ro")
    await desk.until(lambda: "Not set up here: sheets, ro." in dialog.pages.persona.form.said("tools"), "it is said")
    assert dialog.foot.save.isEnabled()
    field.setText("No tool!")
    await desk.until(lambda: "one tool of it" in dialog.pages.persona.form.said("tools"), "it is said")
    dialog.done(0)


@pytest.mark.usefixtures("functions")
async def test_tools_are_set_up_tried_and_allowed_in_a_list(desk: Desk, home: Home) -> None:
    dialog = await desk.open("tools", ToolsDialog)
    dialog.name.setText("files")
    dialog.command.setText(f"'{sys.executable}' '{SERVER}'")
    dialog.env.setText("nothing")
    press(dialog, "Add")
    assert "KEY=VALUE" in dialog.problem.text()
    dialog.env.setText(f"TOKEN={SECRET}")
    press(dialog, "Add")
    await desk.until(lambda: dialog.list.topLevelItemCount() == 1, "it is listed")
    assert (dialog.problem.text(), dialog.env.text()) == ("", "")
    press(dialog, "Try it out")
    await desk.until(lambda: dialog.list.topLevelItem(0).childCount() == 4, "its tools are listed")
    dialog.list.setCurrentItem(dialog.list.topLevelItem(0).child(0))
    press(dialog, "Allow")
    await desk.until(lambda: book.load(home).is_allowed("files.read_file"), "it is allowed")
    press(dialog, "Ask again")
    await desk.until(lambda: not book.load(home).is_allowed("files.read_file"), "it is asked for")
    dialog.list.setCurrentItem(dialog.list.topLevelItem(0))
    press(dialog, "Remove")
    await desk.until(lambda: dialog.list.topLevelItem(0).isDisabled(), "it is gone, and the list says so")
    dialog.reject()


async def test_who_misses_a_tool_is_asked_whether_to_go_on_without(
    desk: Desk, tmp_path: Path, claude: StrictServer
) -> None:
    session = desk.desktop.session
    session.set_speed(0.0)
    session.start_task(session.start(desk.studio.compose(wish(team(tmp_path, '["sheets"]')))))
    box = await desk.dialog(QMessageBox)
    assert "Ada is given the tool sheets" in box.text()
    press(box, "Yes")
    await desk.ended()
    assert all("tools" not in request.body for request in claude.messages)
