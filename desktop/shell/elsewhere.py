"""A data folder that cannot be made: another one is asked for, before there is a window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from parley.core.base.errors import FileError
from parley.core.home import Home
from parley.desktop.widgets import language

translate = QCoreApplication.translate


def prepared(home: Home, ask: Callable[[FileError], Path | None]) -> Home:
    """Return the home with its folders, or the one that was chosen instead. Raises `FileError` where none was."""
    while True:
        try:
            home.prepare()
        except FileError as fault:
            chosen = ask(fault)
            if chosen is None:
                raise
            home = Home(chosen)
        else:
            return home


def ask_elsewhere(fault: FileError) -> Path | None:
    """Ask for another folder; None for none, and where nobody could answer."""
    if QApplication.platformName() in ("offscreen", "minimal"):
        return None
    app = QCoreApplication.instance()
    if app is not None:
        language.install(app, "system")
    box = QMessageBox(QMessageBox.Icon.Warning, "Parley", language.said(fault.sentence))
    told = translate("Elsewhere", "Runs and settings are kept in this folder. Another one holds for this time.")
    box.setInformativeText(told)
    choose = box.addButton(translate("Elsewhere", "Choose another folder…"), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Close)
    box.setDefaultButton(choose)
    box.exec()
    if box.clickedButton() is not choose:
        return None
    folder = QFileDialog.getExistingDirectory(None, translate("Elsewhere", "Data folder"), str(Path.home()))
    return Path(folder) if folder else None
