"""Errors carry the button that mends them: from one table, and each button leads where it says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog, QPushButton, QWidget

from parley.core import settings as settings_file
from parley.core.base.errors import (
    DefinitionError,
    FileError,
    HostNotAllowed,
    LogError,
    LogLockedError,
    NeverBegunError,
    NewerLogError,
    ParleyError,
    RunError,
    UnknownModeError,
    UsageError,
    VoiceError,
    VoiceFault,
    VoiceUnavailable,
)
from parley.core.cast.member import VoiceSpec
from parley.core.settings import Voices
from parley.core.studio import successors
from parley.core.studio.hand_written import build_watched
from parley.core.voices.anthropic import make_connection
from parley.core.voices.embedded.provider import create
from parley.desktop.export.view import ExportDialog
from parley.desktop.mending.table import MENDS, RULES, get_mends_of
from parley.desktop.mending.trouble import Trouble
from parley.desktop.new_run.view import NewRunDialog
from parley.desktop.settings.view import SettingsDialog
from parley.desktop.shell.notices import Notice
from parley.desktop.widgets.mending import MendRow
from tests.widget.real_window import Desk

FILE = Path("run.jsonl")


def no_key() -> ParleyError:
    with pytest.raises(VoiceUnavailable) as caught:
        make_connection(key=None, base_url="", timeout=1.0)
    return caught.value


def no_model(models: Path) -> ParleyError:
    with pytest.raises(VoiceUnavailable) as caught:
        create(VoiceSpec(provider="embedded"), models, Voices())
    return caught.value


def test_each_error_has_its_mends(tmp_path: Path) -> None:
    told: dict[tuple[str, ...], ParleyError] = {
        ("key", "server"): no_key(),
        ("fetch", "voices"): no_model(tmp_path),
        ("hosts",): HostNotAllowed(["example.org"], "The cast"),
        ("copy",): ParleyError("No cluster.", hint="Install it with: pip install 'parley-studio[cluster]'"),
        ("fork", "library"): LogLockedError(FILE, "locked"),
        ("library", "file"): UnknownModeError(FILE, "no such mode"),
        ("file", "library"): NewerLogError(FILE, "newer"),
        ("file",): DefinitionError(FILE, "wrong", line=3),
        ("server",): VoiceError("connection", "gone"),
        (): UsageError("That is no number."),
    }
    assert {mends: get_mends_of(Trouble.of(error)) for mends, error in told.items()} == {mends: mends for mends in told}
    for error in (NeverBegunError(FILE, "never"), LogError(FILE, "damaged")):
        assert get_mends_of(Trouble.of(error)) == ("file", "library")
    assert get_mends_of(Trouble.of(FileError(FILE, "full"))) == ("file",)
    assert get_mends_of(Trouble.of(RunError("It plays."))) == ()
    assert get_mends_of(Trouble.of(ExceptionGroup("", [no_key()]))) == ("key", "server")
    for used_up in ("tokens", "cost", "day_cost", "time"):
        assert get_mends_of(Trouble(kind=used_up))[0] == "limits"
    assert Trouble.of(told["copy",]).command == "pip install 'parley-studio[cluster]'"


@pytest.mark.parametrize(
    "said",
    ["pip install evil", "pip install 'parley-studio[hub]'; curl evil", "pip install xllamacpp-evil", "pip install"],
)
def test_what_a_server_says_to_type_is_never_copied(said: str) -> None:
    trouble = Trouble.of(VoiceError("server", "The server said: {text}", text=said))
    assert trouble.command in {"", "pip install 'parley-studio[hub]'"}
    assert trouble.command or get_mends_of(replace(trouble, in_turn=True)) == ("retry", "voice")


@pytest.mark.parametrize("kind", get_args(VoiceFault))
def test_every_fault_of_a_turn_can_be_mended(kind: str) -> None:
    assert len(get_mends_of(Trouble(kind=kind, text="It failed.", in_turn=True))) == 2


async def test_every_mend_does_something(desk: Desk) -> None:
    assert set(desk.desktop.commands.rooms["mending"].does) == set(MENDS)
    assert {name for rule in RULES for name in rule.mends} == set(MENDS)


def press(desk: Desk, title: str) -> None:
    buttons = [one for one in desk.window.notices.findChildren(QPushButton) if one.isVisible()]
    QTest.mouseClick(next(one for one in buttons if one.text() == title), Qt.MouseButton.LeftButton)


FIELDS = (
    ("Enter a key…", "voices", "key", Trouble.of(no_key())),
    ("Server…", "voices", "anthropic_url", Trouble(kind="connection")),
    ("Allowed servers…", "voices", "allowed_hosts", Trouble.of(HostNotAllowed(["example.org"], "The cast"))),
    ("Model…", "voices", "anthropic_model", Trouble(kind="unknown_model")),
    ("Raise the limit…", "budget", "minutes", Trouble(kind="time")),
    ("Raise the limit…", "budget", "day_cost", Trouble(kind="day_cost")),
)


@pytest.mark.slow
async def test_a_button_leads_to_the_right_field(desk: Desk) -> None:
    def focused(wanted: QWidget) -> bool:
        return wanted is QApplication.focusWidget() or wanted.isAncestorOf(desk.focused())

    for title, page, field, trouble in FIELDS:
        desk.window.tell(Notice("Something is wrong.", kind="error", trouble=trouble))
        press(desk, title)
        dialog = await desk.dialog(SettingsDialog)
        wanted = dialog._key if field == "key" else dialog.forms[page].editors[field]
        await desk.until(lambda wanted=wanted: focused(wanted), f"the field {field}")  # type: ignore[misc]
        dialog.reject()
        await desk.until(lambda: desk.find(SettingsDialog) is None, "the dialog has gone")
        desk.window.notices.close_newest()
        await desk.idle()


@pytest.mark.slow
async def test_a_new_run_whose_voice_lacks_something_can_be_mended_where_one_is(desk: Desk) -> None:
    asked = await desk.open("new_run", NewRunDialog)
    asked.voice.setCurrentIndex(asked.voice.findData("anthropic"))
    assert not asked.start.isEnabled()
    buttons = {one.text(): one for one in asked.findChildren(QPushButton) if one.isVisible()}
    assert {"Enter a key…", "Server…"} <= set(buttons)
    desk.click(buttons["Server…"])
    dialog = await desk.dialog(SettingsDialog)
    assert dialog.parent() is asked
    field = dialog.forms["voices"].editors["anthropic_url"]
    await desk.until(field.hasFocus, "the field has the keyboard")
    desk.type("http://127.0.0.1:9")
    desk.click(dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Save))  # type: ignore[union-attr]
    await desk.until(asked.start.isEnabled, "the run can be started now")
    assert "Server…" not in [one.text() for one in asked.findChildren(QPushButton) if one.isVisible()]
    asked.discard()
    await desk.idle()


async def test_an_export_that_cannot_be_written_asks_for_another_file(desk: Desk, tmp_path: Path) -> None:
    await desk.played()
    asked = await desk.open("export", ExportDialog)
    asked.path.setText(str(tmp_path / "missing" / "deeper" / "talk.md"))
    (tmp_path / "missing").write_text("a file, no folder")
    asked._buttons.accepted.emit()
    await desk.until(asked.mending.isVisible, "it says so")
    button = asked.mending.findChildren(QPushButton)[0]
    assert button.text() == "Another file…"
    desk.click(button)
    browse = await desk.dialog(QFileDialog)
    browse.reject()
    asked.reject()
    await desk.idle()


async def test_a_command_is_copied_and_the_library_opened(desk: Desk) -> None:
    desk.desktop.on_failed(ParleyError("No cluster.", hint="Install it with: pip install 'parley-studio[cluster]'"))
    press(desk, "Copy the command")
    assert QGuiApplication.clipboard().text() == "pip install 'parley-studio[cluster]'"
    desk.window.panels["library"].dock.hide()
    desk.desktop.on_failed(UnknownModeError(FILE, "no such mode"))
    press(desk, "Open the library")
    assert desk.window.in_front("library")


def shown_mends(parent: QWidget) -> dict[str, QPushButton]:
    """The buttons of the row of mends that is in sight."""
    rows = [row for row in parent.findChildren(MendRow) if row.isVisible()]
    return {button.text(): button for row in rows for button in row.findChildren(QPushButton) if button.isVisible()}


async def test_settings_that_cannot_be_kept_can_be_mended_in_their_own_dialog(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = desk.desktop.setup.settings
    dialog = await desk.open("settings", SettingsDialog)

    def refused(path: Path, _settings: object) -> None:
        raise FileError(path, "the file cannot be written.")

    monkeypatch.setattr(settings_file, "save", refused)
    dialog.saved.emit({"look": {"single_keys": False}})
    assert list(shown_mends(dialog)) == ["Show the file"]
    # What is mended from here leads to another page of this dialog, not to a second one.
    await settings.open("voices", "key")
    assert dialog._key.hasFocus()
    assert len([one for one in QApplication.topLevelWidgets() if isinstance(one, SettingsDialog)]) == 1
    dialog.reject()
    await desk.idle()


@pytest.mark.slow
async def test_where_writing_ends_it_is_asked_who_goes_on(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    async def none_here() -> list[object]:
        return []

    monkeypatch.setattr(successors, "servers_here", none_here)
    session = desk.desktop.session
    assert await session.start(desk.desktop.studio.compose(build_watched("standup")))
    session.pause()
    session.inject("Where is the coffee?")
    session.set_speed(0.0)
    session.play()
    await desk.until(lambda: desk.state.reason == "unwritten", "the writing ends")
    await desk.until(lambda: any("Who goes on?" in each for each in desk.notices()), "it is asked who goes on")
    assert not [row for row in desk.window.transcript.model().rows if row.kind == "failed"]
    (rehearsal,) = [each for each in desk.window.notices.findChildren(QPushButton) if each.text() == "Rehearsal"]
    desk.click(rehearsal)
    await desk.ended()
    rows = [row for row in desk.window.transcript.model().rows if row.member]
    assert rows[-1].staged
    assert not any("Who goes on?" in each for each in desk.notices())
    assert desk.state.get_voice_of("").provider == "rehearsal"
