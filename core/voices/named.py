"""The voices of servers that have a name in the settings, whichever way they speak."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from parley.core.base.errors import VoiceUnavailable
from parley.core.base.sentences import Sentence, joined
from parley.core.base.urls import ServerUrl, server_url
from parley.core.cast.member import VoiceSpec
from parley.core.cast.providers import split
from parley.core.formats import Localised
from parley.core.home import Home
from parley.core.settings import Server, Settings
from parley.core.voices.base import Voice
from parley.core.voices.keys import find_key
from parley.core.voices.openai.found import Kept
from parley.core.voices.provider import Finding, Making, Offer, Provider
from parley.core.voices.remote.connection import check_sdk, is_loopback
from parley.core.voices.servers import can_cost, find_server_in, get_account_of, get_entry_of


@dataclass(frozen=True)
class Named:
    """The voice of one server. `home` is its kind's own server, which wants a key; `usual` gives the server of a voice
    that nobody set, None where there is none."""

    kind: Literal["openai", "anthropic"]
    voice: str
    home: ServerUrl
    usual: Callable[[], Server | None] = lambda: None

    def get_entry(self, settings: Settings) -> Server:
        """Return the server as it is set. Raises `VoiceUnavailable` where there is none."""
        found = get_entry_of(self.voice, settings) or self.usual()
        if found is None:
            hint = "Add it to the servers in the settings, or choose another voice."
            name = get_account_of(self.voice)
            raise VoiceUnavailable("There is no server called '{name}' in the settings.", name=name, hint=hint)
        return found

    def told(self, settings: Settings) -> Server:
        """Return the server as it is set; of one that is not here, in a log from elsewhere, nothing is known."""
        return get_entry_of(self.voice, settings) or Server(kind=self.kind, url=self.home.url)

    def can_trust(self, server: ServerUrl, settings: Settings) -> bool:
        """Return whether it may have the key: the server of that very voice, path and all."""
        with contextlib.suppress(VoiceUnavailable, ValueError):  # no such server, or no URL: nobody to trust
            return server_url(self.get_entry(settings).url).address == server.address
        return False

    def build_offer(self, home: Home, settings: Settings) -> Offer:
        """Return what can be chosen of it."""
        try:
            check_sdk(self.kind)
            server = self.get_entry(settings)
            where = find_server_in(server.url)
        except VoiceUnavailable as error:
            return Offer(error.text)
        problem = self._describe_missing_key(where)
        if not problem and not server.model:
            problem = Sentence("No model is chosen for {where}.", where=where.where)
        models = ((server.model, server.model),) if server.model else ()
        about = ((server.model, _describe_workarounds(home, where, server)),) if server.model else ()
        return Offer(problem, describe_server(where, server), models, server.model, abilities=about)

    def list_findings(self, _home: Home, settings: Settings) -> tuple[Finding, ...]:
        """Return what `parley doctor` tells."""
        key, name = find_key(get_account_of(self.voice)), get_account_of(self.voice)
        if not split(self.voice)[1] and not key.key and get_entry_of(self.voice, settings) is None:
            return ()  # OpenAI itself, which nobody has set up
        try:
            check_sdk(self.kind)
            server = self.get_entry(settings)
            shown = find_server_in(server.url).shown
        except VoiceUnavailable as error:
            return (Finding(name, "fault", str(error)),)
        model = f"model {server.model}" if server.model else "no usual model"
        return (
            Finding(name, "ok", f"server {shown}, {model}, {f'a key is set ({key.source})' if key.key else 'no key'}"),
        )

    def find_missing(self, spec: VoiceSpec, _home: Home, settings: Settings) -> str | None:
        """Return what is missing to speak through it; None where nothing is."""
        try:
            check_sdk(self.kind)
            where = find_server_in(spec.base_url or self.get_entry(settings).url)
        except VoiceUnavailable as error:
            return error.text
        return self._describe_missing_key(where) or None

    def _describe_missing_key(self, where: ServerUrl) -> str:
        if where.origin != self.home.origin or find_key(get_account_of(self.voice)).key:  # others may need none
            return ""
        return Sentence("There is no key for {where} yet: add one in the settings.", where=where.where)

    def model(self, settings: Settings) -> str:
        """Return the usual model."""
        found = get_entry_of(self.voice, settings)
        return found.model if found else ""

    def provider(
        self,
        title: Localised,
        create: Callable[[VoiceSpec, Making], Voice],
        derive: Callable[[VoiceSpec, Making], Voice],
    ) -> Provider:
        """Return the row of `VOICES`."""
        detail = Localised(
            en="Sent to a server; may cost money.", de="Wird an einen Server gesendet; kann Geld kosten."
        )
        return Provider(
            name=self.voice,
            title=title,
            detail=detail,
            create=create,
            derive=derive,
            offer=self.build_offer,
            examine=self.list_findings,
            lacks=self.find_missing,
            model=self.model,
            trusts=self.can_trust,
            servers=True,
        )


def no_model(server: ServerUrl) -> VoiceUnavailable:
    """Return the error for a server of which nobody said which model is to speak."""
    hint = "Name one with --model, or set the server's usual model in the settings."
    return VoiceUnavailable("No model is chosen for {where}.", where=server.where, hint=hint)


def _describe_workarounds(home: Home, where: ServerUrl, server: Server) -> str:
    """Return what is worked around with the server's usual model, and that nobody knows what it costs."""
    found = Kept(home.servers).of(where, server.model)
    priced = server.input or server.output or min(found.prices) >= 0 or not can_cost(server)  # −1: not listed
    return joined(*found.list_workarounds(), "" if priced else Sentence("Its price is not known: costs show as 0."))


def describe_server(where: ServerUrl, server: Server) -> Localised:
    """Return where the talk goes, and whether that costs anything."""
    if is_loopback(where.host) and not can_cost(server):
        return Localised(
            en="Free and private: nothing leaves this machine.", de="Kostenlos und privat: Nichts verlässt den Rechner."
        )
    if can_cost(server):
        return Localised(
            en=f"Sent to {where.where}; may cost money.", de=f"Wird an {where.where} gesendet; kann Geld kosten."
        )
    return Localised(en=f"Sent to {where.where}", de=f"Wird an {where.where} gesendet")
