"""The first-run page: four ways on, and none of them is a dead end."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from core import settings as settings_file
from core.errors import ParleyError
from core.voices.models import Catalogue
from desktop.dialogs.first_run import FirstRunDialog, Way
from desktop.dialogs.settings import SettingsDialog
from tests.widget.desk import Desk, Opener

WAYS = (Way("embedded", "A model", "Free.", "Fetch"), Way("rehearsal", "Rehearse", "Now.", "Look", ready=False))


def test_it_offers_the_ways_and_shows_the_progress(qtbot: QtBot) -> None:
    dialog = FirstRunDialog(WAYS)
    qtbot.addWidget(dialog)
    dialog.show()
    with qtbot.waitSignal(dialog.chosen) as told:
        QTest.mouseClick(dialog.buttons["embedded"], Qt.MouseButton.LeftButton)
    assert told.args == ["embedded"]
    assert not dialog.buttons["rehearsal"].isEnabled()
    dialog.show_progress(50_000_000, 100_000_000)
    assert dialog.progress.value() == 500
    assert "50 of 100 MB" in dialog.note.text()
    with qtbot.waitSignal(dialog.cancelled):
        dialog.reject()
    assert dialog.isVisible()
    dialog.show_note("No line.", problem=True)
    dialog.reject()
    assert not dialog.isVisible()


def test_what_it_tells_takes_no_words_from_the_ways(qtbot: QtBot) -> None:
    long = "llama.cpp, Ollama, LM Studio, vLLM: anything that speaks the Messages API, on this machine or another."
    dialog = FirstRunDialog(tuple(Way(name, name, long, "Go") for name in "abcd"))
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.show_progress(92_000_000, 92_000_000)
    dialog.show_note("It could not be fetched: " + "there was no room. " * 20, problem=True)
    for label in dialog.findChildren(QLabel):
        assert label.height() >= label.heightForWidth(label.width()), label.text()


def test_rehearsing_is_one_click(opened: Opener) -> None:
    async def body(desk: Desk) -> None:
        page = await desk.dialog(FirstRunDialog)
        assert desk.desktop.model.loaded, "the sample is open behind the page"
        desk.click(page.buttons["rehearsal"])
        await desk.until(lambda: desk.find(FirstRunDialog) is None, "the page has gone")
        kept = settings_file.load(desk.studio.home.settings)
        assert kept.welcomed
        assert kept.voices.default == "rehearsal"

    async def again(desk: Desk) -> None:
        assert desk.find(FirstRunDialog) is None

    opened(body, welcomed=False)
    opened(again)


def test_a_key_or_a_server_leads_into_the_settings(opened: Opener) -> None:
    async def body(desk: Desk) -> None:
        page = await desk.dialog(FirstRunDialog)
        desk.click(page.buttons["key"])
        settings = await desk.dialog(SettingsDialog)
        assert settings._list.currentItem().text() == "Voices"
        settings.reject()

    opened(body, welcomed=False)


def test_a_fetch_shows_its_progress_and_its_fault(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def fetch(self: Catalogue, name: str, *, progress: Any, cancel: threading.Event) -> Path:
        progress(30_000_000, 90_000_000)
        go_on.wait(20)
        raise ParleyError("The model cannot be fetched: no line.", hint="Try again later.")

    monkeypatch.setattr(Catalogue, "fetch", fetch)

    async def body(desk: Desk) -> None:
        page = await desk.dialog(FirstRunDialog)
        desk.click(page.buttons["embedded"])
        await desk.until(page.progress.isVisible, "the progress is shown")
        assert "30 of 90 MB" in page.note.text()
        go_on.set()
        await desk.until(lambda: "no line" in page.note.text(), "the fault is said")
        assert page.isVisible()
        assert not page.progress.isVisible()
        page.reject()
        await desk.idle()
        assert not settings_file.load(desk.studio.home.settings).welcomed

    opened(body, welcomed=False)
