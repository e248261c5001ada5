"""What all dialogs have in common: names, keys, and looks in both themes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QDialog, QLineEdit, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from parley.core.settings import Settings
from parley.desktop.export.view import Begin, ExportDialog
from parley.desktop.settings.view import SettingsDialog
from parley.desktop.shell.crash import CrashPage
from parley.desktop.widgets import theme as look
from parley.desktop.widgets.tab_order import LEAST, Dialog
from tests.widget.new_run_forms import new_run
from tests.widget.real_window import Opener
from tests.widget.widgets_alone import on_screen

DIALOGS: dict[str, Callable[[], QDialog]] = {
    "new_run": lambda: new_run(),
    "settings": lambda: SettingsDialog(Settings(), "There is no key."),
    "export": lambda: ExportDialog(Begin([("md", "Markdown", ".md")], Path("/tmp"), "run", ("md", True))),
    "crash": lambda: CrashPage("ValueError in Parley"),
}


@pytest.fixture(params=list(DIALOGS))
def dialog(request: pytest.FixtureRequest, qtbot: QtBot, opened: Opener) -> QDialog:
    """Each dialog, dressed; `opened` undresses the application afterwards."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    look.apply_theme(app, look.DARK, 1.5)
    return on_screen(qtbot, DIALOGS[request.param]())


@pytest.mark.slow
def test_every_field_has_a_name_tab_goes_around_nothing_is_too_wide_and_escape_closes(dialog: QDialog) -> None:
    for kind in (QComboBox, QSpinBox, QLineEdit):
        for editor in dialog.findChildren(kind):
            inner = isinstance(editor.parentWidget(), QComboBox | QSpinBox) or editor.objectName().startswith("qt_")
            assert inner or editor.accessibleName(), editor
    for button in dialog.findChildren(QAbstractButton):
        if button.isVisible():
            assert button.text() or button.accessibleName() or not button.isVisibleTo(dialog)
            assert button.mapTo(dialog, button.rect().topRight()).x() <= dialog.width(), button.text()
    dialog.activateWindow()
    seen: set[QWidget] = set()
    for _ in range(60):
        QTest.keyClick(QApplication.focusWidget() or dialog, Qt.Key.Key_Tab)
        if (focused := QApplication.focusWidget()) is not None:
            seen.add(focused)
    assert len(seen) >= 1
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_a_dialog_is_no_larger_than_its_screen(qtbot: QtBot) -> None:
    made = on_screen(qtbot, Dialog(), 9_000, 9_000)
    room = made.screen().availableSize().expandedTo(LEAST)
    assert made.width() <= room.width()
    assert made.height() < room.height()
