"""Showing a folder in the system's file manager; where there is none, saying where it lies."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.session import Tell


def show_folder(folder: Path, tell: Tell) -> None:
    """Show a folder, and tell where it lies where nobody can show it."""
    if QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        return
    copy = NoticeButton(
        QCoreApplication.translate("Folders", "Copy the path"), lambda: QGuiApplication.clipboard().setText(str(folder))
    )
    told = QCoreApplication.translate("Folders", "No file manager was found here that shows the folder.")
    tell(Notice(told, hint=str(folder), kind="warning", key="folder", buttons=(copy,)))
