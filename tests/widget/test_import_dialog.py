"""Talks of other programs are shown before they are imported: what they are, who speaks, what they become."""

from __future__ import annotations

import shutil
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from parley.desktop.importing.figures import ConversationFigure, LookedFigure
from parley.desktop.importing.preview_view import ImportDialog
from tests.foreign import FOLDER
from tests.widget.real_window import Desk

MODES = (("duologue", "duologue"), ("roundtable", "roundtable"), ("dialogue", "dialogue"))


def figure(title: str = "Soundings", modes: tuple[tuple[str, str], ...] = MODES, **more: object) -> ConversationFigure:
    people = (("Nim", "person", 1), ("Guide", "voice", 1))
    first = (("Nim", "How deep?"), ("Guide", "Deep."))
    return ConversationFigure("Claude export", "a.json", title, 2, people, first, modes, **more)  # type: ignore[arg-type]


def shown(dialog: ImportDialog) -> list[str]:
    """What is told of the conversation that is shown."""
    return [label.text() for label in dialog.about.findChildren(QLabel)]


def test_some_are_picked_and_become_what_was_chosen(qtbot: QtBot) -> None:
    found = (figure("One"), figure("Two", MODES[1:2]), figure("Three", here=True))
    dialog = ImportDialog(LookedFigure(found, (("cat.png", "no talk"),)))
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.chosen() == [(0, ""), (1, "")]
    assert dialog.take.text() == "Import 2"
    assert "Nim – a person, 1 line" in shown(dialog)
    dialog.mode.setCurrentIndex(2)
    dialog.mode.activated.emit(2)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
    assert not dialog.mode.isEnabled()
    qtbot.keyClick(dialog.list, Qt.Key.Key_Space)
    assert dialog.chosen() == [(0, "dialogue")]
    # Both: what one of them cannot become is not offered.
    dialog.list.selectAll()
    assert [dialog.mode.itemData(at) for at in range(dialog.mode.count())] == ["roundtable"]
    dialog.filter.setText("three")
    dialog.every.click()
    assert dialog.chosen() == [(0, "dialogue"), (2, "")]
    dialog.filter.clear()
    dialog.none.click()
    assert not dialog.take.isEnabled()
    dialog.skipped.click()
    assert dialog.reasons.toPlainText() == "cat.png: no talk"


async def test_an_export_is_imported_with_its_branches_and_the_talk_is_open(desk: Desk, tmp_path: Path) -> None:
    path = Path(shutil.copy(FOLDER / "chatgpt-conversations.json", tmp_path))
    desk.desktop.commands.rooms["importing"].start([path])
    dialog = await desk.dialog(ImportDialog)
    assert not list(desk.studio.home.runs.glob("*duologue*"))
    assert "ChatGPT export" in dialog.told.text()
    desk.click(dialog.take)
    await desk.until(lambda: any("as forks: 1" in one for one in desk.notices()), "it is imported")
    await desk.idle()
    assert [turn.text for turn in desk.state.turns][-1] == "Thirty-one metres."
    assert desk.state.was_person("user")
    assert desk.state.voice_label("chatgpt") == "chatgpt · o3"


async def test_a_table_is_looked_at_again_with_other_columns(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "lakes.csv"
    path.write_text("a;b;c\nx;Ada;Hello there, all\nx;Bo;I see\ny;Ada;And here\n", "utf-8")
    desk.desktop.commands.rooms["importing"].start([path])
    dialog = await desk.dialog(ImportDialog)
    box = dialog.table.boxes["conversation"]
    box.setCurrentIndex(1)
    box.activated.emit(1)
    await desk.until(lambda: dialog.list.count() == 2, "there are two talks")
    dialog.reject()
    await desk.idle()
    assert not list(desk.studio.home.runs.glob("2023*"))


async def test_what_is_cancelled_broken_or_here_already_writes_nothing(desk: Desk, tmp_path: Path) -> None:
    def runs() -> set[str]:
        return {path.name for path in desk.studio.home.runs.iterdir()}

    path, before, shown_run = Path(shutil.copy(FOLDER / "claude-conversations.json", tmp_path)), runs(), desk.state.run
    desk.desktop.commands.rooms["importing"].start([path])
    dialog = await desk.dialog(ImportDialog)
    desk.key(Qt.Key.Key_Escape)
    await desk.until(lambda: not dialog.isVisible(), "it has gone")
    await desk.idle()
    assert (runs(), desk.state.run) == (before, shown_run)
    broken, archive = tmp_path / "half.json", tmp_path / "torn.zip"
    broken.write_bytes(path.read_bytes()[:200])
    archive.write_bytes(b"PK\x03\x04" + bytes(60))
    desk.desktop.commands.rooms["importing"].start([broken, archive])
    await desk.until(lambda: len(desk.notices()) > 1, "both are told")
    assert {name for name in (broken.name, archive.name) for told in desk.notices() if name in told} == {
        broken.name,
        archive.name,
    }
    assert desk.find(ImportDialog) is None
    assert runs() == before
    desk.desktop.commands.rooms["importing"].start([path])
    desk.click((await desk.dialog(ImportDialog)).take)
    await desk.until(lambda: runs() > before and desk.state.run != shown_run, "it is imported")
    await desk.idle()
    came, opened_run = runs(), desk.state.run
    desk.desktop.commands.rooms["importing"].start([path])
    again = await desk.dialog(ImportDialog)
    assert "imported before" in again.list.item(0).text()
    desk.click(again.take)
    await desk.until(lambda: any("here already" in told for told in desk.notices()), "it is said")
    await desk.idle()
    assert (runs(), desk.state.run) == (came, opened_run)
