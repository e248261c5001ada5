"""The whole application: what goes wrong, how it ends, and that the core never sees Qt."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from parley.core.base.errors import ParleyError
from parley.desktop.settings.view import SettingsDialog
from parley.desktop.shell.crash import CrashPage
from tests.widget.real_window import Desk, Opener

KEY = "sk-ant-api03-" + "x" * 40


def test_a_users_error_is_a_notice_and_ours_the_crash_page(
    opened: Opener, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)

    async def fails() -> None:
        raise RuntimeError(f"it was {KEY} that did it")

    async def refuses() -> None:
        raise ParleyError("There is no run 'x'.", hint="See the library.")

    async def body(desk: Desk) -> None:
        desk.desktop.session.start_task(refuses())
        await desk.until(desk.notices, "the notice is shown")
        assert "There is no run 'x'." in desk.notices()[0]
        assert desk.find(CrashPage) is None
        desk.desktop.session.start_task(fails())
        page = await desk.dialog(CrashPage)
        report = page.report.toPlainText()
        assert "RuntimeError" in report
        assert "fails" in report
        assert KEY not in report
        assert QApplication.activeModalWidget() is None, "it says that one can go on working"
        desk.key(Qt.Key.Key_Return)
        await desk.until(lambda: desk.find(CrashPage) is None, "the page has gone")
        assert desk.window.isVisible()
        await desk.open("settings", SettingsDialog)
        desk.desktop.session.start_task(fails())
        await desk.dialog(CrashPage)
        assert isinstance(QApplication.activeModalWidget(), CrashPage), "the dialog does not block it"
        desk.key(Qt.Key.Key_Escape)
        await desk.dialog(SettingsDialog)
        desk.desktop.session.start_task(fails())
        page = await desk.dialog(CrashPage)
        page.leave.click()
        await desk.until(desk.desktop.closed.done, "the window has gone")

    opened(body)
    assert KEY not in capsys.readouterr().err


async def test_a_callback_that_refuses_is_a_notice(desk: Desk) -> None:
    def refuse() -> None:
        raise ParleyError("Not now.")

    desk.desktop._guard_call(refuse)()
    assert desk.notices() == ["Not now."]


async def test_closing_twice_and_in_the_middle_of_a_dialog_is_orderly(desk: Desk) -> None:
    await desk.begin()
    await desk.open("settings", SettingsDialog)
    await desk.desktop.close()
    await desk.desktop.close()
    desk.window.library.search_wanted.emit("late")  # as its timer does, a moment after the last letter was typed
    assert desk.desktop.tasks.names == []
    assert desk.find(QMessageBox) is None


@pytest.mark.slow
def test_a_file_can_be_opened_from_the_command_line(opened: Opener, tmp_path: Path) -> None:
    kept: list[str] = []

    async def play(desk: Desk) -> None:
        await desk.played()
        path = desk.desktop.model.path
        assert path is not None
        (tmp_path / "elsewhere.parley").write_bytes(path.read_bytes())
        kept.append(desk.state.run)

    async def look(desk: Desk) -> None:
        assert (desk.state.run, desk.desktop.model.path) == (kept[0], tmp_path / "elsewhere.parley")

    async def miss(desk: Desk) -> None:
        assert desk.notice().kind == "error"
        assert "gone.jsonl" in desk.notices()[0]

    opened(play)
    opened(look, files=[tmp_path / "elsewhere.parley"])
    opened(miss, files=[tmp_path / "gone.jsonl"])
