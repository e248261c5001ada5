"""Opening files: a run's log where it lies; what is made of others is for the room that brings them in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QWidget

from parley.core.studio import runs
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.session import Session, Tell
from parley.desktop.widgets.parts import ask_files

BRING_IN = "bring_in"
"""The request that brings files in, each as what it is; nobody may have it."""

translate = QCoreApplication.translate


class FileCommands:
    """`requests` are what the views and the rooms can ask for, by name. Attributes: `folder`, where somebody was asked
    for files last; `kinds`, Qt's filters for what can be brought in besides runs."""

    def __init__(
        self, window: QWidget, session: Session, requests: Callable[[], Mapping[str, Callable[[Any], Any]]]
    ) -> None:
        self._window = window
        self._session = session
        self._requests = requests
        self.folder = ""
        self.kinds: Callable[[], str] = lambda: translate("FileCommands", "All files (*)")

    def ask(self, parent: QWidget | None = None, *first: str) -> None:
        """Ask for files and open them; what `first` shows (filters of Qt's) is offered before runs and all others."""
        kinds = ";;".join((*first, translate("ImportCommands", "Runs (*.parley *.jsonl)"), self.kinds()))
        self.ask_for(parent or self._window, translate("ImportCommands", "Open a file"), kinds, self.start)

    def ask_for(self, parent: QWidget, title: str, kinds: str, take: Callable[[Sequence[Path]], object]) -> None:
        """Ask for files of these kinds, in the folder of the last ones."""

        def take_paths(files: Sequence[str]) -> None:
            take([Path(each) for each in files])

        ask_files(parent, title, kinds, take_paths, folder=self.folder, several=True)

    def start(self, files: Sequence[Path]) -> None:
        """Open files."""
        if files:
            self.folder = str(files[0].parent)
            self._session.start_task(self.open(files))

    async def open(self, files: Sequence[Path]) -> None:
        """Open a log where it lies; several, and files of other kinds, are brought in as if they were dropped. Raises
        `ParleyError` for a file that is no log where nobody brings files in."""
        bring_in = self._requests().get(BRING_IN)
        if bring_in is None or (len(files) == 1 and await asyncio.to_thread(runs.is_log, files[0])):
            await self._session.open(str(files[0]))
        else:
            await bring_in(files)


def show_folder(folder: Path, tell: Tell) -> None:
    """Show a folder, and tell where it lies where nobody can show it."""
    _open_path(folder, translate("Folders", "No file manager was found here that shows the folder."), tell)


def show_file(path: Path, tell: Tell) -> None:
    """Open a file in the program that the system has for it, and tell where it lies where there is none."""
    _open_path(path, translate("Folders", "No program was found here that opens this file."), tell)


def _open_path(path: Path, otherwise: str, tell: Tell) -> None:
    if QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):  # false where the system knows no program for it
        return
    copy = NoticeButton(translate("Folders", "Copy the path"), lambda: QGuiApplication.clipboard().setText(str(path)))
    tell(Notice(otherwise, hint=str(path), kind="warning", key="folder", buttons=(copy,)))
