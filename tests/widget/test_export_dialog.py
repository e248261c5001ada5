"""The export dialog: a preview of what will be written, a file, progress, and a way out."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from core.export.registry import EXPORTERS
from desktop.dialogs.export import ExportDialog
from tests.widget.desk import Desk, Opener

FORMATS = [("md", "Markdown", ".md"), ("st", "SillyTavern", ".chat.jsonl"), ("jsonl", "JSONL", ".jsonl")]


@pytest.fixture
def dialog(qtbot: QtBot, tmp_path: Path) -> ExportDialog:
    made = ExportDialog(FORMATS, tmp_path, "standup-abc", ("md", True, False))
    qtbot.addWidget(made)
    made.show()
    return made


def test_the_suffix_follows_the_format(dialog: ExportDialog, tmp_path: Path) -> None:
    for id_, name in (("st", "standup-abc.chat.jsonl"), ("jsonl", "standup-abc.jsonl"), ("md", "standup-abc.md")):
        dialog.format.setCurrentIndex(dialog.format.findData(id_))
        assert dialog.path.text() == str(tmp_path / name)


def test_every_choice_asks_for_another_preview(dialog: ExportDialog, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dialog.preview_wanted) as asked:
        dialog.thoughts.click()
    assert asked.args == ["md", False]
    dialog.show_preview("# Standup")
    assert dialog.preview.toPlainText() == "# Standup"


def test_while_it_runs_cancel_means_cancel(dialog: ExportDialog, qtbot: QtBot) -> None:
    dialog.show_running(True)
    dialog.show_progress(0.5)
    assert dialog.progress.value() == 500
    with qtbot.waitSignal(dialog.cancelled):
        dialog.reject()
    assert dialog.isVisible()
    dialog.show_problem("Cancelled; nothing was written.")
    assert dialog.problem.isVisible()
    dialog.reject()
    assert not dialog.isVisible()


def test_every_format_can_be_previewed_and_written(
    opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: folders.append(url))

    async def body(desk: Desk) -> None:
        await desk.played()
        for id_, exporter in EXPORTERS.items():
            desk.action("export").trigger()
            dialog = await desk.dialog(ExportDialog)
            dialog.format.setCurrentIndex(dialog.format.findData(id_))
            assert dialog.preview.toPlainText()
            path = tmp_path / f"out{exporter.suffix}"
            dialog.path.setText(str(path))
            desk.click(dialog._buttons.button(QDialogButtonBox.StandardButton.Save))
            await desk.until(lambda: desk.find(ExportDialog) is None, f"{id_} is written")
            assert path.stat().st_size > 100
            assert str(path) in desk.notices()[0]
        desk.notice().buttons[0].pressed()
        assert folders == [QUrl.fromLocalFile(str(tmp_path))]
        assert desk.desktop.library.last_export[0] == list(EXPORTERS)[-1]

    opened(body)


def test_a_file_that_cannot_be_written_is_a_sentence_in_the_dialog(opened: Opener, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    async def body(desk: Desk) -> None:
        desk.action("export").trigger()
        dialog = await desk.dialog(ExportDialog)
        dialog.path.setText(str(tmp_path / "file" / "out.md"))
        desk.click(dialog._buttons.button(QDialogButtonBox.StandardButton.Save))
        await desk.until(dialog.problem.isVisible, "the problem is said")
        assert "out.md" in dialog.problem.text()
        dialog.path.setText("")
        desk.click(dialog._buttons.button(QDialogButtonBox.StandardButton.Save))
        await desk.until(dialog.problem.isVisible)
        assert dialog.isVisible()
        dialog.reject()

    opened(body)
