"""Servers in the window: the page of the settings, the new run that offers them, and the buttons that lead there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QPushButton
from pytestqt.qtbot import QtBot

from parley.core import settings as settings_file
from parley.core.cast.member import VoiceSpec
from parley.core.settings import Server, Settings, with_server
from parley.core.voices import servers as here
from parley.core.voices.keys import SERVICE, store_key
from parley.core.voices.servers import WellKnown
from parley.desktop.mending.trouble import Trouble
from parley.desktop.new_run.view import NewRunDialog
from parley.desktop.settings.servers import Draft, Edited, ServersPage
from parley.desktop.settings.view import SettingsDialog
from parley.desktop.shell.asking import LeaveDialog
from parley.desktop.shell.notices import Notice
from tests.keyring_in_memory import Drawer
from tests.strict_chat import MODEL, StrictChat, well_behaved
from tests.widget.real_window import PATIENCE, Desk
from tests.widget.widgets_alone import on_screen

KNOWN = (WellKnown("openrouter", "OpenRouter", "https://openrouter.ai/api/v1"),)


@pytest.fixture
def server() -> Iterator[StrictChat]:
    models: list[Any] = [MODEL, {"id": "large", "context_length": 9_000, "pricing": {"input": 0.5, "output": 0.075}}]
    with StrictChat(key=None, models=models, reply=well_behaved) as started:
        yield started


@pytest.fixture
def page(qtbot: QtBot) -> ServersPage:
    return on_screen(qtbot, ServersPage({}, KNOWN))


def test_an_empty_page_says_what_can_be_done_and_servers_come_and_go(page: ServersPage, qtbot: QtBot) -> None:
    assert page.empty.isVisible()
    assert not page._fields.isVisible()
    assert not page.remove.isVisible()
    with qtbot.waitSignal(page.shown) as told:
        page.menu.actions()[0].trigger()
    (draft,) = told.args
    assert (draft.name, draft.values["url"], draft.new) == ("openrouter", "https://openrouter.ai/api/v1", True)
    assert page.form.editors["model"].hasFocus()
    page.menu.actions()[0].trigger()
    page.menu.actions()[-1].trigger()
    assert [each.name for each in page.drafts] == ["openrouter", "openrouter-2", "server"]
    name = page.form.editors["name"]
    name.setFocus()
    QTest.keyClick(name, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(name, "My attic")
    assert page.drafts[2].name == "yattic", "small letters and digits alone"
    assert "yattic" in page.list.item(2).text()
    QTest.mouseClick(page.remove, Qt.MouseButton.LeftButton)
    assert [each.name for each in page.drafts] == ["openrouter", "openrouter-2"]
    assert page.get_draft() is page.drafts[1]
    for _ in range(2):
        QTest.mouseClick(page.remove, Qt.MouseButton.LeftButton)
    assert page.empty.isVisible()
    assert page.list_servers() == ()


def test_what_is_found_is_added_once_and_not_offered_again(page: ServersPage) -> None:
    offered = [action.text() for action in page.menu.actions()]
    for _ in range(2):
        page.show_here([WellKnown("ollama", "Ollama", "http://127.0.0.1:11434")])
    assert [each.name for each in page.drafts] == ["ollama"]
    assert [action.text() for action in page.menu.actions()] == offered


def test_to_look_at_another_server_changes_nothing(qtbot: QtBot) -> None:
    settings = with_server(Settings(), "one", Server(url="http://h:1", model="m"))
    settings = with_server(settings, "other", Server(url="http://h:2", casts=True))
    settings = settings_file.set_group(settings, "voices", default="openai.other")
    dialog = on_screen(qtbot, SettingsDialog(settings, "There is no key."))
    dialog.show_page("servers", "other")
    assert dialog.servers.get_draft() is dialog.servers.drafts[1]
    assert not dialog.changed_since_shown()
    with qtbot.waitSignal(dialog.saved) as told:
        dialog._save()
    assert told.args == [{}], "the usual voice stays, too"
    dialog.servers.drafts[0].values["model"] = "n"
    assert dialog.changed_since_shown()
    with qtbot.waitSignal(dialog.saved) as told:
        dialog._save()
    (changed,) = told.args
    assert [(each.name, each.new) for each in changed["servers"]] == [("one", False), ("other", False)]
    dialog.show_page("servers", "openrouter")
    assert dialog.servers.drafts[-1].name == "openrouter", "what many have is added where it is asked for"


def test_a_name_stays_and_is_not_doubled(desk_commands: Any, drawer: Drawer) -> None:
    settings = with_server(Settings(), "one", Server(url="http://h:1"))
    settings = with_server(settings, "other", Server(url="http://h:2"))
    settings = settings_file.set_group(settings, "voices", default="openai.one")
    one, other, new = (
        Edited("one", {"url": "http://h:1"}),
        Edited("other", {"url": "http://h:2"}),
        {"url": "http://h:3"},
    )
    assert desk_commands.kept(settings, [one, other]) == settings
    with pytest.raises(Exception, match="Two servers are called 'one'"):
        desk_commands.kept(settings, [one, Edited("one", new, new=True)])
    assert desk_commands.kept(settings, [other]).voices.default == "auto"
    for name in ("one", "other"):
        store_key(f"sk-test-0123456789-{name}", name)
    asyncio.run(desk_commands.forget_keys(["one", "other"], [Edited("one", new, new=True), other]))
    assert list(drawer.kept) == [("parley", "other")], "another server has the name now"


@pytest.fixture
def desk_commands() -> Any:
    from parley.desktop.settings.commands import ServerCommands

    return ServerCommands(Mock(), None)  # type: ignore[arg-type]


@pytest.mark.slow
async def test_a_server_is_found_tried_out_and_kept(
    desk: Desk, server: StrictChat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(here, "USUAL", (("Ollama", int(server.url.rpartition(":")[2])),))
    monkeypatch.setattr(here, "PATIENCE", PATIENCE)
    dialog = await desk.open("settings", SettingsDialog)
    page = dialog.servers
    assert not server.requests, "nobody is asked before somebody asks"
    dialog.show_page("servers")
    desk.click(page.look)
    await desk.until(lambda: page.drafts and page.drafts[0].models, "it is found, and its models are told")
    assert "9000 tokens" in page.drafts[0].models[1][1]
    desk.click(page.test)
    await desk.until(lambda: page.verdict.text(), "it was tried out")
    assert f"answers with {MODEL}" in page.verdict.text()
    assert "It streams." in page.verdict.text()
    page.form.editors["model"].setCurrentIndex(1)  # type: ignore[attr-defined]
    desk.click(dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Save))  # type: ignore[union-attr]
    await desk.until(lambda: desk.find(SettingsDialog) is None, "the dialog has gone")
    kept = settings_file.load(desk.studio.home.settings).servers
    assert (list(kept), kept["ollama"].model) == (["ollama"], "large")
    asked = len(server.requests)
    run = await desk.open("new_run", NewRunDialog)
    run.voice.setCurrentIndex(run.voice.findData("openai.ollama"))
    await desk.until(lambda: run.model.count() == 2, "its models are offered")
    assert run.model.currentText().startswith("large")
    assert len(server.requests) > asked
    run.discard()
    await desk.idle()


async def test_a_server_that_does_not_answer_says_so_where_it_is_tried_out(desk: Desk) -> None:
    with StrictChat() as gone:
        desk.studio.settings = with_server(desk.studio.settings, "gone", Server(url=gone.url, model="m"))
    dialog = await desk.open("settings", SettingsDialog)
    dialog.show_page("servers", "gone")
    desk.click(dialog.servers.test)
    await desk.until(lambda: dialog.servers.verdict.text(), "it was tried out")
    assert "cannot be reached" in dialog.servers.verdict.text()
    assert dialog.servers.test.isEnabled()
    dialog.discard()
    await desk.idle()


async def test_a_new_run_offers_what_runs_here_and_whoever_starts_it_has_chosen_it(
    desk: Desk, server: StrictChat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(here, "USUAL", (("Ollama", int(server.url.rpartition(":")[2])),))
    monkeypatch.setattr(here, "PATIENCE", PATIENCE)
    asked = await desk.open("new_run", NewRunDialog)
    await desk.until(lambda: asked.voice.findData("openai.ollama") >= 0, "the server is offered")
    assert not desk.studio.settings.servers
    asked.voice.setCurrentIndex(asked.voice.findData("openai.ollama"))
    assert asked.start.isEnabled()
    desk.desktop.session.play = lambda: None  # type: ignore[method-assign]
    desk.click(asked.start)
    await desk.until(lambda: desk.state.get_voice_of("").provider == "openai.ollama", "it has begun")
    assert desk.state.get_voice_of("").model == MODEL
    assert settings_file.load(desk.studio.home.settings).servers["ollama"].url == server.url
    await desk.idle()


@pytest.mark.slow
async def test_the_buttons_lead_to_the_server_of_the_voice_that_failed(desk: Desk) -> None:
    desk.studio.settings = with_server(desk.studio.settings, "attic", Server(url="http://127.0.0.1:9", model="m"))
    failed = Trouble(kind="connection", text="attic cannot be reached.", voice="openai.attic")
    for trouble in (failed, replace(failed, kind="auth", text="did not accept the API key")):
        desk.window.tell(Notice("Something is wrong.", kind="error", trouble=trouble))
        buttons = [one for one in desk.window.notices.findChildren(QPushButton) if one.isVisible()]
        wanted = "Server…" if trouble is failed else "Enter a key…"
        desk.click(next(one for one in buttons if one.text() == wanted))
        dialog = await desk.dialog(SettingsDialog)
        draft: Draft | None = dialog.servers.get_draft()
        assert dialog.servers.isVisible()
        assert draft is not None
        assert draft.name == "attic"
        dialog.discard()
        await desk.idle()


async def test_a_cast_that_chooses_a_server_that_costs_money_is_asked_about_and_always_allowed(desk: Desk) -> None:
    desk.studio.settings = with_server(desk.studio.settings, "far", Server(url="https://far.example", model="m"))
    members = desk.config(format="check_in").members
    voiced = [member.model_copy(update={"voice": VoiceSpec(provider="openai.far")}) for member in members]
    config = desk.config(format="check_in").model_copy(update={"members": tuple(voiced), "simulated": False})
    desk.desktop.session.play = lambda: None  # type: ignore[method-assign]
    desk.desktop.session.start_task(desk.desktop.session.start(config))
    dialog = await desk.dialog(LeaveDialog)
    dialog.always.setChecked(True)
    dialog.accept()
    await desk.until(lambda: desk.state.get_voice_of(voiced[0].id).provider == "openai.far", "it has begun")
    kept = settings_file.load(desk.studio.home.settings)
    assert kept.servers["far"].casts
    assert kept.voices.allowed_hosts == ()
    await desk.idle()


async def test_a_bad_address_is_told_and_a_server_is_deleted_with_its_key_and_what_was_usual(
    desk: Desk, drawer: Drawer
) -> None:
    drawer.set_password(SERVICE, "attic", "sk-attic")
    settings = with_server(desk.studio.settings, "attic", Server(url="http://127.0.0.1:9", model="m"))
    desk.studio.settings = settings_file.set_group(settings, "voices", default="openai.attic")
    dialog = await desk.open("settings", SettingsDialog)
    page = dialog.servers
    dialog.show_page("servers", "attic")
    save = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Save)  # type: ignore[union-attr]
    url = page.form.editors["url"]
    for address in ("file:///etc/passwd", "no server", "http://"):
        url.setFocus()
        QTest.keyClick(url, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(url, address)
        desk.click(page.test)
        await desk.until(lambda: page.test.isEnabled() and page.verdict.text(), "it was tried out")
        assert "no server's URL" in page.verdict.text(), address
        desk.click(save)
        assert dialog.isVisible(), "it is not kept"
    assert desk.studio.settings.servers["attic"].url == "http://127.0.0.1:9"
    desk.click(page.remove)
    desk.click(save)
    await desk.until(lambda: desk.find(SettingsDialog) is None, "the dialog has gone")
    kept = settings_file.load(desk.studio.home.settings)
    assert (kept.servers, kept.voices.default) == ({}, "auto")
    await desk.until(lambda: not drawer.kept, "the key is forgotten")
