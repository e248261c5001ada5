"""Talks of other programs are imported, and of several it is asked which."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

from PySide6.QtCore import Qt

from parley.desktop.importing.commands import ImportDialog
from tests.foreign import FOLDER
from tests.widget.real_window import Desk


async def test_of_several_some_are_picked_and_a_cancelled_import_writes_nothing(desk: Desk, tmp_path: Path) -> None:
    def runs() -> set[str]:
        return {path.name for path in desk.studio.home.runs.iterdir()}

    path, before = tmp_path / "two.zip", runs()
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("chatgpt-conversations.json", "claude-conversations.json"):
            archive.write(FOLDER / name, name)
    desk.desktop.commands.rooms["importing"].start([path])
    dialog = await desk.dialog(ImportDialog)
    assert dialog.list_chosen() == [0, 1]
    assert dialog.take.text() == "Import 2"
    desk.key(Qt.Key.Key_Escape)
    await desk.until(lambda: not dialog.isVisible(), "it has gone")
    await desk.idle()
    assert runs() == before
    desk.desktop.commands.rooms["importing"].start([path])
    dialog = await desk.dialog(ImportDialog)
    dialog.filter.setText("soundings")
    assert [dialog.list.item(at).isHidden() for at in range(2)] == [True, False]
    dialog.list.item(0).setCheckState(Qt.CheckState.Unchecked)
    desk.click(dialog.take)
    await desk.until(lambda: len(runs()) > len(before), "it is imported")
    await desk.idle()
    desk.desktop.commands.rooms["importing"].start([path])
    dialog = await desk.dialog(ImportDialog)
    assert dialog.list_chosen() == [0]
    assert "imported before" in dialog.list.item(1).text()
    dialog.reject()
    await desk.idle()


async def test_an_export_is_imported_with_its_branches_and_the_talk_is_open(desk: Desk, tmp_path: Path) -> None:
    path = Path(shutil.copy(FOLDER / "chatgpt-conversations.json", tmp_path))
    desk.desktop.commands.rooms["importing"].start([path])
    await desk.until(lambda: any("as forks: 1" in one for one in desk.notices()), "it is imported")
    await desk.idle()
    assert [turn.text for turn in desk.state.turns][-1] == "Thirty-one metres."
    assert desk.state.was_person("user")
    assert desk.state.get_voice_label("chatgpt") == "chatgpt · o3"


async def test_what_is_broken_or_here_already_writes_nothing(desk: Desk, tmp_path: Path) -> None:
    def runs() -> set[str]:
        return {path.name for path in desk.studio.home.runs.iterdir()}

    path, before, shown_run = Path(shutil.copy(FOLDER / "claude-conversations.json", tmp_path)), runs(), desk.state.run
    broken, archive = tmp_path / "half.json", tmp_path / "torn.zip"
    broken.write_bytes(path.read_bytes()[:200])
    archive.write_bytes(b"PK\x03\x04" + bytes(60))
    desk.desktop.commands.rooms["importing"].start([broken, archive])
    await desk.until(lambda: len(desk.notices()) > 1, "both are told")
    assert {name for name in (broken.name, archive.name) for told in desk.notices() if name in told} == {
        broken.name,
        archive.name,
    }
    assert runs() == before
    desk.desktop.commands.rooms["importing"].start([path])
    await desk.until(lambda: runs() > before and desk.state.run != shown_run, "it is imported")
    await desk.idle()
    came, opened_run = runs(), desk.state.run
    desk.desktop.commands.rooms["importing"].start([path])
    await desk.until(lambda: any("here already" in told for told in desk.notices()), "it is said")
    await desk.idle()
    assert (runs(), desk.state.run) == (came, opened_run)
