"""The start page: whatever is done there, members speak at once, and nothing of it is a dead end."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from parley.core import settings as settings_file
from parley.core.base.errors import ParleyError
from parley.core.studio import runs
from parley.core.voices import servers as here
from parley.core.voices.models.catalogue import Catalogue
from parley.desktop.first_run.page import StartPage
from parley.desktop.first_run.speakers import SpeakerRow
from parley.desktop.settings.view import SettingsDialog
from parley.desktop.shell.front import Front
from parley.desktop.shell.session import Session
from tests.strict_chat import StrictChat
from tests.widget.real_window import PATIENCE, Desk, Opener


async def page_of(desk: Desk) -> StartPage:
    """The start page, with all that is found once it is there."""
    await desk.until(lambda: desk.window.findChild(StartPage), "the start page is made")
    page = desk.window.findChild(StartPage)
    assert page is not None
    await desk.until(lambda: page.isVisible() and page.speakers.rows, "the start page is shown")
    return page


def row_of(page: StartPage, speaker: str) -> SpeakerRow:
    return next(row for row in page.speakers.rows if row.figure.id.startswith(speaker))


@pytest.fixture
def server() -> Iterator[StrictChat]:
    with StrictChat(key=None, models=["small", {"id": "large", "max_model_len": 8_000}]) as started:
        yield started


@pytest.mark.slow
@pytest.mark.parametrize(("language", "cast"), [("en", "studio"), ("de", "studio-de")])
def test_one_key_and_members_speak(opened: Opener, language: str, cast: str) -> None:
    async def body(desk: Desk) -> None:
        page = await page_of(desk)
        assert desk.desktop.model.loaded, "the sample is open behind the page"
        assert desk.state.setup.language == language
        assert page.cards[0].hasFocus()
        desk.key(Qt.Key.Key_Return)
        await desk.until(lambda: desk.desktop.model.streaming, "they speak")
        assert desk.turns == 0, "nobody waits for the pause between two lines before the first"
        assert (desk.state.setup.cast_id, desk.state.setup.language) == (cast, language)
        assert desk.state.get_voice_of("").provider == "rehearsal"
        assert desk.desktop.session.playing
        assert not desk.window.on_start
        kept = settings_file.load(desk.studio.home.settings)
        assert (kept.welcomed, kept.voices.default) == (True, "auto")

    async def again(desk: Desk) -> None:
        assert not desk.window.on_start

    settings = settings_file.load(opened.home.settings)
    settings_file.save(opened.home.settings, settings_file.set_group(settings, "look", language=language))
    opened(body, welcomed=False)
    opened(again)


@pytest.mark.window(welcomed=False)
@pytest.mark.slow
async def test_a_server_that_is_found_and_a_voice_without_a_key(
    desk: Desk, server: StrictChat, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = int(server.url.rpartition(":")[2])
    monkeypatch.setattr(here, "USUAL", (("Ollama", port),))
    monkeypatch.setattr(here, "PATIENCE", PATIENCE)
    page = await page_of(desk)
    await desk.until(lambda: page.speakers.rows[0].figure.id == f"server:{server.url}", "the server is found")
    desk.click(page.speakers.rows[0].radio)
    await desk.until(lambda: page.speakers.rows[0].radio.isChecked(), "it is chosen")
    voices = settings_file.load(desk.studio.home.settings).voices
    kept = settings_file.load(desk.studio.home.settings)
    assert (voices.default, voices.anthropic_url) == ("openai.ollama", "")
    assert kept.servers["ollama"].url == server.url
    row = page.speakers.rows[0]
    assert kept.servers["ollama"].model == row.figure.model == "small"
    assert row.models.itemText(1) == "large  ·  8000 tokens"
    row.models.setCurrentIndex(1)
    row.models.activated.emit(1)
    await desk.until(lambda: desk.studio.settings.servers["ollama"].model == "large", "another model")
    assert len(desk.studio.settings.servers) == 1
    assert [one.figure.id for one in page.speakers.rows].count(f"server:{server.url}") == 1
    assert not [one for one in page.speakers.rows if one.figure.id == "openai.ollama"], "it is told once"
    desk.click(row_of(page, "rehearsal"))
    await desk.until(lambda: row_of(page, "rehearsal").radio.isChecked(), "the other is chosen")
    desk.click(page.speakers.more)
    settings = await desk.dialog(SettingsDialog)
    assert settings._list.currentItem().text() == "Servers"
    settings.reject()


@pytest.mark.window(welcomed=False)
async def test_the_embedded_model_is_fetched_from_the_page(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, found = threading.Event(), list[str]()
    faults = ["It was stopped.", "The model cannot be fetched: no line."]

    def fetch(self: Catalogue, name: str, *, progress: Any, cancel: threading.Event) -> Path:
        progress(300_000_000, 1_100_000_000)
        # The first one is cancelled, the second fails.
        assert (cancel if len(faults) == 2 else go_on).wait(60)
        if faults:
            raise ParleyError(faults.pop(0), hint="Try again later.")
        found.append(name)
        return Path(name)

    def default() -> str:
        return settings_file.load(desk.studio.home.settings).voices.default

    async def press(told: str, title: str) -> None:
        await desk.until(lambda: any(told in notice for notice in desk.notices()), f"'{told}' is told")
        assert default() == "auto"
        notice = next(one for one in desk.window.notices.list_shown() if one.key == "embedded")
        assert [button.title for button in notice.buttons] == [title]
        notice.buttons[0].pressed()

    monkeypatch.setattr("parley.core.voices.embedded.trial.try_out", lambda *_, **__: None)
    monkeypatch.setattr(Catalogue, "fetch", fetch)
    monkeypatch.setattr(Catalogue, "has", lambda self, model: model.id in found)
    page = await page_of(desk)
    desk.click(row_of(page, "embedded").mend)
    await press("300 MB of ", "Cancel")
    assert desk.window.notices.isVisible(), "notices stand over the page"
    await press("was not fetched", "Try again")
    go_on.set()
    await press("no line", "Try again")
    await desk.until(lambda: default() == "embedded", "it is the voice of new runs")
    told = next(one for one in desk.window.notices.list_shown() if one.key == "embedded")
    assert [button.title for button in told.buttons] == ["New run…"]


def test_the_start_page_is_there_before_the_sample_run_and_never_comes_back(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run is opened behind the page, and whoever has left that stays at the run."""
    before: list[bool] = []
    really = Session.open

    async def open_(self: Session, ref: str, **how: Any) -> bool:
        before.append(any(isinstance(one, StartPage) and one.isVisible() for one in QApplication.allWidgets()))
        return await really(self, ref, **how)

    monkeypatch.setattr(Session, "open", open_)

    async def body(desk: Desk) -> None:
        page = await page_of(desk)
        await desk.until(lambda: desk.desktop.model.loaded, "the sample run is open")
        assert before == [True]
        assert desk.window.page is page
        page.bar.back_wanted.emit()
        await desk.idle()
        assert not desk.window.on_start
        await desk.desktop.setup.first_run.show_welcome()
        assert not desk.window.on_start

    opened(body, welcomed=False)


def test_who_clicks_a_card_before_anybody_can_answer_sees_one_run_begin(opened: Opener) -> None:
    async def click(front: Front) -> None:
        front.greet()
        front.show()
        page = front.window.page
        assert isinstance(page, StartPage)
        # An empty card stands for no run.
        QTest.mouseClick(page.cards[0], Qt.MouseButton.LeftButton)
        await front.fill_page()
        # The new cards are laid out.
        QApplication.processEvents()
        assert front.window.focusWidget() is page.cards[0]
        for _ in range(2):
            QTest.mouseClick(page.cards[0], Qt.MouseButton.LeftButton)

    async def body(desk: Desk) -> None:
        await desk.until(lambda: desk.desktop.model.replay.turns, "somebody has spoken")
        assert not desk.window.on_start
        assert [one.kind for one in desk.window.notices.list_shown() if one.kind == "error"] == []
        (only,) = runs.all_files(desk.desktop.studio.home)
        assert only == desk.desktop.model.path

    opened(body, welcomed=False, early=click)
