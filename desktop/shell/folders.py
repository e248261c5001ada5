"""Showing a folder in the system's file manager; where there is none, saying where it lies."""

from __future__ import annotations

import shutil
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QProcess, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.session import Tell

WHO_SHOWS_FOLDERS = ("query", "default", "inode/directory")
"""What `xdg-mime` is asked; it answers with nothing where no program is there for it."""


def show_folder(folder: Path, tell: Tell) -> None:
    """Show a folder, and tell where it lies where nobody can show it.

    On Linux Qt knows only whether `xdg-open` could be begun, which then may find nobody: so it is asked who there is.
    """
    opened = QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
    asked = shutil.which("xdg-mime")
    if not opened:
        _tell(folder, tell)
    elif asked:
        process = QProcess(QCoreApplication.instance())

        def answered() -> None:
            if not process.readAllStandardOutput().trimmed():
                _tell(folder, tell)
            process.deleteLater()

        process.finished.connect(answered)
        process.start(asked, WHO_SHOWS_FOLDERS)


def _tell(folder: Path, tell: Tell) -> None:
    copy = NoticeButton(
        QCoreApplication.translate("Folders", "Copy the path"), lambda: QGuiApplication.clipboard().setText(str(folder))
    )
    told = QCoreApplication.translate("Folders", "No file manager was found here that shows the folder.")
    tell(Notice(told, hint=str(folder), kind="warning", key="folder", buttons=(copy,)))
