"""The first-run page: whatever is answered, members speak at once, and none of the answers is a dead end."""

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
from core.base.errors import ParleyError
from core.voices.models import Catalogue
from desktop.first_run.view import FirstRunDialog, Way
from desktop.new_run.view import NewRunDialog
from desktop.settings.view import SettingsDialog
from tests.widget.real_window import Desk, Opener

LONG = "llama.cpp, Ollama, LM Studio, vLLM: anything that speaks the Messages API, on this machine or another."
WATCHED = tuple(Way(name, name, LONG, "Go") for name in ("day", "standup", "story", "duologue"))
VOICES = tuple(Way(name, name, LONG, "Go") for name in ("embedded", "key", "server"))


def test_each_way_has_its_words_and_the_first_is_the_usual_one(qtbot: QtBot) -> None:
    dialog = FirstRunDialog(WATCHED, VOICES)
    qtbot.addWidget(dialog)
    dialog.show()
    for label in dialog.findChildren(QLabel):
        assert label.height() >= label.heightForWidth(label.width()), label.text()
    assert dialog.buttons["day"].isDefault()
    with qtbot.waitSignal(dialog.chosen) as told:
        QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert told.args == ["day"]
    assert not dialog.isVisible()


@pytest.mark.parametrize(("language", "cast"), [("en", "studio"), ("de", "studio-de")])
def test_one_click_and_members_speak(opened: Opener, language: str, cast: str) -> None:
    async def body(desk: Desk) -> None:
        page = await desk.dialog(FirstRunDialog)
        assert desk.desktop.model.loaded, "the sample is open behind the page"
        desk.click(page.buttons["day-de" if language == "de" else "day"])
        await desk.until(lambda: desk.desktop.model.streaming, "they speak")
        assert desk.turns == 0, "nobody waits for the pause between two lines before the first"
        assert (desk.state.setup.cast_id, desk.state.setup.language) == (cast, language)
        assert desk.state.voice_of("").provider == "rehearsal"
        assert desk.desktop.session.playing
        kept = settings_file.load(desk.studio.home.settings)
        assert (kept.welcomed, kept.voices.default) == (True, "auto")

    async def again(desk: Desk) -> None:
        assert desk.find(FirstRunDialog) is None

    settings = settings_file.load(opened.home.settings)
    settings_file.save(opened.home.settings, settings_file.changed(settings, "look", language=language))
    opened(body, welcomed=False)
    opened(again)


@pytest.mark.window(welcomed=False)
async def test_who_answers_nothing_has_a_way_on(desk: Desk) -> None:
    (await desk.dialog(FirstRunDialog)).reject()
    await desk.idle()
    assert desk.window.end_bar.isVisible()
    desk.click(desk.window.toolbar.new)
    (await desk.dialog(NewRunDialog)).reject()
    await desk.idle()


@pytest.mark.window(welcomed=False)
@pytest.mark.parametrize("way", ["key", "server"])
async def test_a_key_or_a_server_leads_into_the_settings_while_the_day_plays(desk: Desk, way: str) -> None:
    desk.click((await desk.dialog(FirstRunDialog)).buttons[way])
    settings = await desk.dialog(SettingsDialog)
    assert settings._list.currentItem().text() == "Voices"
    assert desk.desktop.session.playing
    settings.reject()


@pytest.mark.window(welcomed=False)
async def test_the_embedded_model_is_fetched_while_the_day_plays(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, here = threading.Event(), list[str]()
    faults = ["It was stopped.", "The model cannot be fetched: no line."]

    def fetch(self: Catalogue, name: str, *, progress: Any, cancel: threading.Event) -> Path:
        progress(30_000_000, 90_000_000)
        # The first one is cancelled, the second fails.
        assert (cancel if len(faults) == 2 else go_on).wait(20)
        if faults:
            raise ParleyError(faults.pop(0), hint="Try again later.")
        here.append(name)
        return Path(name)

    def default() -> str:
        return settings_file.load(desk.studio.home.settings).voices.default

    async def press(told: str, title: str) -> None:
        await desk.until(lambda: any(told in notice for notice in desk.notices()), f"'{told}' is told")
        assert default() == "auto"
        notice = next(one for one in desk.window.notices.shown() if one.key == "embedded")
        assert [button.title for button in notice.buttons] == [title]
        notice.buttons[0].pressed()

    monkeypatch.setattr(Catalogue, "fetch", fetch)
    monkeypatch.setattr(Catalogue, "installed", lambda self, name: name in here)
    page = await desk.dialog(FirstRunDialog)
    assert "charming rather than deep" in " ".join(label.text() for label in page.findChildren(QLabel))
    desk.click(page.buttons["embedded"])
    await press("30 of 9", "Cancel")
    assert desk.desktop.session.playing
    await press("was not fetched", "Try again")
    go_on.set()
    await press("no line", "Try again")
    await desk.until(lambda: default() == "embedded", "it is the voice of new runs")
    told = next(one for one in desk.window.notices.shown() if one.key == "embedded")
    assert [button.title for button in told.buttons] == ["Start a standup with it"]
