"""The settings dialog is made from the schema, and what it saves comes back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QLineEdit, QPushButton, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from parley.core import settings as settings_file
from parley.core.settings import Group, Settings
from parley.desktop.settings.view import SettingsDialog
from tests.widget.real_window import Desk, Opener
from tests.widget.widgets_alone import on_screen

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def dialog(qtbot: QtBot) -> SettingsDialog:
    return on_screen(qtbot, SettingsDialog(Settings(), "There is no key."))


def editor(dialog: SettingsDialog, name: str) -> QWidget:
    return next(one for one in dialog.findChildren(QWidget) if one.accessibleName() == name)


def button(dialog: SettingsDialog, title: str) -> QPushButton:
    return next(one for one in dialog.findChildren(QPushButton) if one.text().replace("&", "") == title)


def test_every_field_of_the_schema_has_an_editor(dialog: SettingsDialog) -> None:
    groups = {name: group for name in Settings.model_fields if isinstance(group := getattr(Settings(), name), Group)}
    fields = {(name, key) for name, group in groups.items() for key in type(group).model_fields}
    assert {(name, field) for name, form in dialog.forms.items() for field in form.editors} == fields
    for field in (each for group in dialog.fields.values() for each in group):
        assert field.title
        assert field.description
        assert editor(dialog, field.title)


def test_only_what_was_changed_is_saved(dialog: SettingsDialog, qtbot: QtBot) -> None:
    theme, size, tokens, model = (
        editor(dialog, name) for name in ("Theme", "Text size", "Tokens a run", "Claude model")
    )
    assert isinstance(theme, QComboBox)
    assert isinstance(size, QDoubleSpinBox)
    assert isinstance(tokens, QSpinBox)
    assert isinstance(model, QLineEdit)
    theme.setCurrentIndex(theme.findData("dark"))
    size.setValue(99)
    tokens.setValue(5_000)
    model.setText("claude-other")
    with qtbot.waitSignal(dialog.saved) as told:
        QTest.mouseClick(button(dialog, "Save"), LEFT)
    assert told.args == [
        {
            "look": {"theme": "dark", "text_scale": 2.0},
            "budget": {"tokens": 5_000},
            "voices": {"anthropic_model": "claude-other"},
        }
    ]


def test_an_empty_key_is_never_kept(dialog: SettingsDialog, qtbot: QtBot) -> None:
    dialog.show_page("voices")
    keep = button(dialog, "Keep in the keyring")
    assert not keep.isEnabled()
    QTest.keyClicks(editor(dialog, "Claude key"), "sk-test")
    with qtbot.waitSignal(dialog.key_saved) as told:
        QTest.mouseClick(keep, LEFT)
    assert told.args == ["sk-test"]
    dialog.show_key_status("There is a key.")
    assert not keep.isEnabled()


@pytest.mark.slow
def test_what_is_saved_comes_back_and_what_cannot_be_saved_is_a_sentence(opened: Opener) -> None:
    async def opened_at(desk: Desk, choice: str) -> SettingsDialog:
        dialog = await desk.open("settings", SettingsDialog)
        theme = editor(dialog, "Theme")
        assert isinstance(theme, QComboBox)
        theme.setCurrentIndex(theme.findData(choice))
        return dialog

    async def body(desk: Desk) -> None:
        dialog = await opened_at(desk, "dark")
        editor(dialog, "Motion").click()  # type: ignore[attr-defined]
        desk.click(button(dialog, "Save"))
        await desk.until(lambda: desk.find(SettingsDialog) is None, "the dialog has gone")
        assert desk.window.theme.dark
        assert not desk.window.floor.animated
        kept = settings_file.load(desk.studio.home.settings)
        assert (kept.look.theme, kept.look.motion, kept.welcomed) == ("dark", False, True)

    async def again(desk: Desk) -> None:
        file = desk.studio.home.settings
        assert desk.window.theme.dark
        dialog = await opened_at(desk, "light")
        file.unlink()
        file.mkdir()
        desk.click(button(dialog, "Save"))
        assert dialog.isVisible()
        assert "settings" in dialog._error.text()
        assert desk.window.theme.dark
        dialog.reject()
        file.rmdir()

    opened(body, motion=True)
    opened(again)
