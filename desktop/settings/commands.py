"""The settings and the keys: what the dialog saves, and which servers a run may talk to."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QLocale, QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from parley.core import settings as settings_file
from parley.core.base.errors import HostNotAllowed, ParleyError, UsageError
from parley.core.base.sentences import Sentence
from parley.core.base.urls import OWN
from parley.core.cast.member import VoiceSpec
from parley.core.settings import Server, Settings, with_server
from parley.core.studio import embeddings
from parley.core.studio.studio import Studio
from parley.core.voices.keys import find_key, forget_key, name_variable, store_key
from parley.core.voices.pool import derive
from parley.core.voices.servers import WELL_KNOWN, WellKnown, well_known
from parley.desktop.mending.trouble import Trouble
from parley.desktop.shell.notices import Notice
from parley.desktop.shell.session import Session, Tell
from parley.desktop.tasks import await_answer
from parley.desktop.widgets.language import dollars, said

if TYPE_CHECKING:
    # The dialogs are imported when they are asked for: the window is painted sooner.
    from parley.core.voices.openai.models import ServerModel
    from parley.desktop.settings.servers import Draft, Edited
    from parley.desktop.settings.view import SettingsDialog


def _allow_hosts(settings: Settings, hosts: Iterable[str]) -> Settings:
    """Return settings by which casts and logs may always name these hosts. Raises `DefinitionError`."""
    known = list(settings.voices.allowed_hosts)
    for host in hosts:
        name = host.removeprefix(OWN)
        if host == name:  # else OWN stands before the name of one of the user's servers
            known.append(host)
        elif (server := settings.servers.get(name) or well_known(name)) is not None:
            settings = settings_file.with_server(settings, name, server.model_copy(update={"casts": True}))
    return settings_file.set_group(settings, "voices", allowed_hosts=tuple(dict.fromkeys(known)))


def _ignore_mend() -> None:
    """Do nothing; the next try shows what was mended."""


class SettingsCommands(QObject):
    """What is asked about settings. Signals: `changed(Settings)`; `models_wanted()` for the list of local models."""

    changed = Signal(object)
    models_wanted = Signal()

    def __init__(self, studio: Studio, session: Session, tell: Tell, window: QWidget) -> None:
        super().__init__()
        self._studio = studio
        self._session = session
        self._tell = tell
        self._window = window
        self._dialog: SettingsDialog | None = None
        self._servers = ServerCommands(studio, session)
        session.ask_leave = self.ask_leave

    async def open(self, page: str = "", field: str = "") -> None:
        """Open the settings dialog, at a page and a field of it; the field "key" is the one for a key."""
        if self._dialog is not None:
            # What is mended from within it is mended there.
            self._dialog.show_page(page or "voices", field)
            return
        from parley.desktop.settings.view import SettingsDialog

        status = await self._describe_key_status()
        # Over a dialog from which it was asked for.
        above = QApplication.activeModalWidget() or self._window
        dialog = SettingsDialog(self._studio.settings, status, above)
        self._servers.connect_page(dialog)
        if page:
            dialog.show_page(page, field)
        dialog.saved.connect(lambda changed: self._save(dialog, changed))
        dialog.key_saved.connect(lambda key: self._session.start_task(self._keep_key(dialog, key)))
        dialog.key_forgotten.connect(lambda: self._session.start_task(self._keep_key(dialog, "")))
        dialog.models_wanted.connect(self.models_wanted)
        follow = self.changed.connect(lambda now: dialog.show_model(now.voices.embedded_model))
        self._dialog = dialog
        try:
            await await_answer(dialog)
        finally:
            self._dialog = None
            self.changed.disconnect(follow)  # or it would call a dialog that is gone

    def _save(self, dialog: SettingsDialog, changed: dict[str, Any]) -> None:
        try:
            settings = self._studio.settings
            for group, values in changed.items():
                if group != SERVERS:
                    settings = settings_file.set_group(settings, group, **values)
            if SERVERS in changed:
                settings = self._servers.kept(settings, changed[SERVERS])
            self._must_be_voices(changed.get("voices", {}))
            before = frozenset(self._studio.settings.servers)
            if changed:
                self.save_settings(settings)
        except ParleyError as error:
            dialog.show_problem(said(error), self._session.mends(Trouble.of(error), _ignore_mend, dialog.discard))
            return
        dialog.accept()
        if SERVERS in changed:
            self._session.start_task(self._servers.forget_keys(before, changed[SERVERS]))  # the keyring may ask first

    def _must_be_voices(self, values: dict[str, object]) -> None:
        """Raise `UsageError` or a related error for models and voices that do not exist."""
        if model := values.get("embedded_model"):
            derive(VoiceSpec(provider="embedded", model=str(model)[:400]), self._studio.home, self._studio.settings)
        if voice := values.get("embeddings"):
            embeddings.choose_voice(self._studio.home, self._studio.settings, str(voice))

    def save_settings(self, settings: Settings) -> None:
        """Keep new settings and let the window follow them. Raises `FileError`."""
        settings_file.save(self._studio.home.settings, settings)  # first: what cannot be written is not followed either
        self._studio.settings = settings
        self.changed.emit(settings)

    async def ask_leave(self, refused: HostNotAllowed) -> bool:
        """Ask whether a run may talk to somebody else's server; what is always allowed is kept in the settings."""
        from parley.desktop.shell.asking import LeaveDialog

        above = QApplication.activeModalWidget() or QApplication.activeWindow() or self._window
        names = [host.removeprefix(OWN) for host in refused.hosts]
        dialog = LeaveDialog(names, said(refused.named_by), above, own=refused.own)
        yes = await await_answer(dialog)
        always = dialog.always.isChecked()  # before the next await, after which the dialog is gone
        if yes and always:
            try:
                self.save_settings(_allow_hosts(self._studio.settings, refused.hosts))
            except ParleyError as error:
                # It is allowed for now, and asked about again the next time.
                self._tell(Notice(error.text, kind="warning", trouble=Trouble.of(error)))
        return yes

    async def _describe_key_status(self) -> str:
        found = await asyncio.to_thread(find_key)
        if found.key:
            place = self.tr("the environment") if found.source == "environment" else self.tr("the system's keyring")
            return self.tr("There is a key in {0}.").format(place)
        return found.note or self.tr("There is no key. It is kept in the system's keyring, never in a file of ours.")

    async def _keep_key(self, dialog: SettingsDialog, key: str) -> None:
        try:
            await asyncio.to_thread(store_key, key) if key else await asyncio.to_thread(forget_key)
        except ParleyError as error:
            dialog.show_problem(said(error), self._session.mends(Trouble.of(error), _ignore_mend, dialog.discard))
            return
        self._studio.forget_voices()  # those that were made have the old key
        dialog.show_key_status(await self._describe_key_status())


translate = QCoreApplication.translate
SERVERS = "servers"
"""The page of the servers."""


class ServerCommands:
    """What is asked about servers while the settings are open."""

    def __init__(self, studio: Studio, session: Session) -> None:
        self._studio = studio
        self._session = session

    def connect_page(self, dialog: SettingsDialog) -> None:
        """Do what the page of a dialog asks for, as long as it is there."""
        page, start = dialog.servers, self._session.start_task
        page.look_wanted.connect(lambda: start(self._find_servers(dialog)))
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

    async def _find_servers(self, dialog: SettingsDialog) -> None:
        from parley.core.voices.servers import servers_here

        names = {each.title: each.name for each in WELL_KNOWN}
        found = await servers_here()
        if isValid(dialog):
            dialog.servers.show_here(
                [WellKnown(names.get(each.name, "server"), each.name, each.url, each.ids[0]) for each in found]
            )

    async def _tell_of(self, dialog: SettingsDialog, draft: Draft) -> None:
        """Show where a server's key is, then the models of its own list."""
        draft.key_status = await asyncio.to_thread(_describe_key_status, draft.name)
        if isValid(dialog):
            dialog.servers.show_draft(draft)
        if draft.models:
            return
        from parley.core.voices.server_check import find_models_at, remember_models

        try:
            server = Server.model_validate(draft.values)
            models = await find_models_at(server.voice(draft.name), server)
            remember_models(self._studio.home, server, models)
        except (ParleyError, ValueError):
            return  # Test says what is wrong; a list is a help and no more
        draft.models = tuple((each.id, model_words(each)) for each in models)
        if isValid(dialog):
            dialog.servers.show_draft(draft)

    async def _test(self, dialog: SettingsDialog, draft: Draft) -> None:
        from parley.core.voices.server_check import remember_models, try_server

        try:
            server = Server.model_validate(draft.values)
            found = await try_server(server.voice(draft.name), server, self._studio.home, self._studio.settings)
            remember_models(self._studio.home, server, found.models)
            draft.models = tuple((each.id, model_words(each)) for each in found.models) or draft.models
            draft.values["model"] = draft.values["model"] or (found.models[0].id if found.models else "")
            draft.verdict, draft.good = said(found.sentence), True
            self._studio.forget_voices()  # Voices that were made before ask as they did
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
        draft.models = ()  # another key may see another list
        self._studio.forget_voices()
        await self._tell_of(dialog, draft)


def _describe_key_status(name: str) -> str:
    found = find_key(name)
    if found.key:
        place = {
            "environment": translate("ServersPage", "Key in the environment: {0}").format(name_variable(name)),
            "keyring": translate("ServersPage", "Key in the system's keyring"),
        }
        return place.get(found.source, "")
    return found.note or translate("ServersPage", "No key; or {0} in the environment").format(name_variable(name))


def _format_dollars(amount: float) -> str:
    """Return a price with all its places, of which it has more than sums paid: 7.5 cents for a million tokens."""
    cents = round(amount * 100, 6)  # 0.07 * 100 is not 7
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
