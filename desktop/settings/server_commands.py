"""The servers of the settings: looked for on this machine, asked for their models, tried out, kept with their keys."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale
from shiboken6 import isValid

from parley.core.base.errors import ParleyError, UsageError
from parley.core.base.sentences import Sentence
from parley.core.settings import Server, Settings, with_server
from parley.core.studio.studio import Studio
from parley.core.voices.keys import find_key, forget_key, store_key, variable
from parley.core.voices.servers import WELL_KNOWN, WellKnown
from parley.desktop.mending.trouble import Trouble
from parley.desktop.shell.session import Session
from parley.desktop.widgets.language import dollars, said

if TYPE_CHECKING:
    from parley.core.voices.openai.models import ServerModel
    from parley.desktop.settings.servers import Draft, Edited
    from parley.desktop.settings.view import SettingsDialog

translate = QCoreApplication.translate
SERVERS = "servers"
"""The page of the servers."""


class ServerCommands:
    """What is asked about servers while the settings are open."""

    def __init__(self, studio: Studio, session: Session) -> None:
        self._studio = studio
        self._session = session

    def attend(self, dialog: SettingsDialog) -> None:
        """Do what the page of a dialog asks for, as long as it is there."""
        page, start = dialog.servers, self._session.start_task
        page.look_wanted.connect(lambda: start(self._look(dialog)))
        page.shown.connect(lambda draft: start(self._tell_of(dialog, draft)))
        page.test_wanted.connect(lambda draft: start(self._test(dialog, draft)))
        page.key_saved.connect(lambda draft, key: start(self._keep_key(dialog, draft, key)))
        page.key_forgotten.connect(lambda draft: start(self._keep_key(dialog, draft, "")))

    def kept(self, settings: Settings, servers: Sequence[Edited]) -> Settings:
        """Return the settings with these servers and no others. Raises `DefinitionError` and its kin."""
        names = [each.name for each in servers]
        if double := next((name for name in names if names.count(name) > 1), ""):
            raise UsageError("Two servers are called '{name}'.", name=double, hint="Give each a name of its own.")
        for gone in set(settings.servers) - set(names):
            settings = with_server(settings, gone, None)
        for each in servers:
            settings = with_server(settings, each.name, each.values)
        return settings

    async def forget_keys(self, before: Collection[str], servers: Sequence[Edited]) -> None:
        """Forget the keys of servers that are gone, also where another has the name now. Raises `ParleyError` where
        the keyring does not do so."""
        for gone in set(before) - {each.name for each in servers if not each.new}:
            await asyncio.to_thread(forget_key, gone)
        self._studio.forget_voices()

    async def _look(self, dialog: SettingsDialog) -> None:
        from parley.core.voices.servers_here import servers_here

        names = {each.title: each.name for each in WELL_KNOWN}
        found = await servers_here()
        if isValid(dialog):
            dialog.servers.show_here(
                [WellKnown(names.get(each.name, "server"), each.name, each.url, each.ids[0]) for each in found]
            )

    async def _tell_of(self, dialog: SettingsDialog, draft: Draft) -> None:
        """Where its key is, and the models of its own list."""
        draft.key_status = await asyncio.to_thread(_describe_key_status, draft.name)
        if isValid(dialog):
            dialog.servers.show_draft(draft)
        if draft.models:
            return
        from parley.core.voices.trying_out import find_models_at, remember

        try:
            server = Server.model_validate(draft.values)
            models = await find_models_at(server.voice(draft.name), server)
            remember(self._studio.home, server, models)
        except (ParleyError, ValueError):
            # Test says what is wrong; a list is a help and no more.
            return
        draft.models = tuple((each.id, model_words(each)) for each in models)
        if isValid(dialog):
            dialog.servers.show_draft(draft)

    async def _test(self, dialog: SettingsDialog, draft: Draft) -> None:
        from parley.core.voices.trying_out import remember, tried

        try:
            server = Server.model_validate(draft.values)
            found = await tried(server.voice(draft.name), server, self._studio.home, self._studio.settings)
            remember(self._studio.home, server, found.models)
            draft.models = tuple((each.id, model_words(each)) for each in found.models) or draft.models
            draft.values["model"] = draft.values["model"] or (found.models[0].id if found.models else "")
            draft.verdict, draft.good = said(found.sentence), True
            # Voices that were made before ask as they did.
            self._studio.forget_voices()
        except ParleyError as error:
            draft.verdict, draft.good = said(error), False
        except ValueError:
            draft.verdict = said(Sentence("This is no server's URL: write https://host or http://localhost:8080."))
            draft.good = False
        finally:
            draft.testing = False
            if isValid(dialog):
                dialog.servers.show_draft(draft)

    async def _keep_key(self, dialog: SettingsDialog, draft: Draft, key: str) -> None:
        try:
            await asyncio.to_thread(store_key, key, draft.name) if key else await asyncio.to_thread(
                forget_key, draft.name
            )
        except ParleyError as error:
            mends = self._session.mends(Trouble.of(error), lambda: None, dialog.discard)
            dialog.show_problem(said(error), mends)
            return
        dialog.servers.key.clear()
        draft.models = ()
        self._studio.forget_voices()
        await self._tell_of(dialog, draft)


def _describe_key_status(name: str) -> str:
    found = find_key(name)
    if found.key:
        place = {
            "environment": translate("ServersPage", "Key in the environment: {0}").format(variable(name)),
            "keyring": translate("ServersPage", "Key in the system's keyring"),
        }
        return place.get(found.source, "")
    return found.note or translate("ServersPage", "No key; or {0} in the environment").format(variable(name))


def _format_dollars(amount: float) -> str:
    """Prices have more places than what is paid: a million tokens for 7.5 cents."""
    cents = round(amount * 100, 6)
    return dollars(amount) if cents == int(cents) else f"{QLocale().toString(amount, 'g', 6)} $"


def model_words(model: ServerModel) -> str:
    """Return a model as a menu shows it: its name, its context and what it costs, as far as its server says."""
    parts = [model.id]
    if model.context:
        parts.append(translate("ServersPage", "{0} tokens").format(QLocale().toString(model.context)))
    if model.priced:
        free = model.input == model.output == 0
        price = translate("ServersPage", "{0} in, {1} out").format(
            _format_dollars(model.input), _format_dollars(model.output)
        )
        parts.append(translate("ServersPage", "free") if free else price)
    return "  ·  ".join(parts)
