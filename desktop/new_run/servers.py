"""Servers as a new run offers them: those of the settings with the models of their own lists, and what was found on
this machine while the dialog is open."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from parley.core.base.errors import ParleyError
from parley.core.settings import KINDS, Settings, with_server
from parley.core.studio.studio import Studio
from parley.core.voices.openai.models import ServerModel
from parley.core.voices.server_check import find_models_at, remember_models
from parley.core.voices.servers import (
    ServerHere,
    entry_for,
    get_account_of,
    get_entry_of,
    known_as,
    named_voices,
    servers_here,
)
from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.new_run.model import voices
from parley.desktop.settings.commands import model_words

translate = QCoreApplication.translate


class ServersOffered:
    """What is known of servers as long as a dialog is open."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._here: dict[str, ServerHere] = {}
        self._lists: dict[str, tuple[tuple[str, str], ...]] = {}

    async def find_servers(self) -> bool:
        """Look for servers on this machine; return whether any runs. They enter the settings when they are chosen."""
        here = await servers_here()
        for found in here:
            settings = self._studio.settings
            name, server = entry_for(found, settings)
            if not known_as(found.url, settings):
                self._here[server.voice(name)] = found
            remember_models(self._studio.home, server, found.models)
            self._lists[server.voice(name)] = _build_model_menu(found.models)  # its list came along
        return bool(here)

    async def ask(self, voice: str, *, aloud: bool = False) -> bool:
        """Ask the server of a voice for its models; return whether it told them now. With `aloud` raises `VoiceError`
        where it does not.
        """
        server = get_entry_of(voice, self._studio.settings)
        if server is None or self._lists.get(voice) or (voice in self._lists and not aloud):
            return False
        self._lists[voice] = ()  # noted first: a server that fails is not asked again by itself
        try:
            models = await find_models_at(voice, server)
        except ParleyError:
            if aloud:
                del self._lists[voice]  # It may be asked once more
                raise
            # No error yet: it is told when the voice is to speak, and its usual model can be chosen.
            return False
        except asyncio.CancelledError:
            del self._lists[voice]  # cancelled: it may be asked again
            raise
        remember_models(self._studio.home, server, models)
        self._lists[voice] = _build_model_menu(models)
        return bool(models)

    async def models(self, voice: str) -> VoiceFigure | None:
        """Return a voice with the models of its server's own list, which is asked now; None for what is no server.
        Raises `VoiceError`.
        """
        if get_entry_of(voice, self._studio.settings) is None:
            return None
        await self.ask(voice, aloud=True)
        return next((each for each in self.list_voices() if each.provider == voice), None)

    def list_voices(self) -> tuple[VoiceFigure, ...]:
        """Return all voices, servers with the models of their own lists."""
        found = [self._add_listed_models(each) for each in voices(self._studio)]
        own = (place for place, each in enumerate(found, 1) if each.provider.partition(".")[0] in KINDS)
        at = max(own, default=0)  # what was found stands behind the servers of the settings
        return (
            *found[:at],
            *(self._build_server_voice(voice, here) for voice, here in self._here.items()),
            *found[at:],
        )

    def adopt_server(self, voice: str, model: str = "") -> Settings | None:
        """Return the settings with the server that was found and is chosen now; None where it is in them already."""
        if voice not in self._here or voice in named_voices(self._studio.settings):
            return None
        _name, server = entry_for(self._here[voice], self._studio.settings, model)
        return with_server(self._studio.settings, get_account_of(voice), server)

    def _add_listed_models(self, figure: VoiceFigure) -> VoiceFigure:
        models = self._lists.get(figure.provider)
        if not models:
            return figure
        usual = figure.model or models[0][0]
        known = models if usual in dict(models) else ((usual, usual), *models)  # the usual one may not be listed
        # Where there is a list to choose from, a missing usual model is no problem.
        lacks = figure.problem and not figure.model
        return replace(
            figure, models=known, model=usual, problem="" if lacks else figure.problem,
            trouble="" if lacks else figure.trouble,
        )  # fmt: skip

    def _build_server_voice(self, voice: str, here: ServerHere) -> VoiceFigure:
        title = translate("StartPage", "{0} on this machine").format(here.name)
        detail = translate("StartPage", "Free and private: nothing leaves this machine.")
        return VoiceFigure(voice, title, detail, models=self._lists[voice], model=here.ids[0], modelled=True)


def _build_model_menu(models: Sequence[ServerModel]) -> tuple[tuple[str, str], ...]:
    return tuple((model.id, model_words(model)) for model in models)
