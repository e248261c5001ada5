"""OpenAI as it is offered, and the user's own servers that speak as it does: which they are, and what is missing."""

from __future__ import annotations

import contextlib
import os
from dataclasses import replace
from functools import cache, partial

from core.base.errors import VoiceUnavailable
from core.base.sentences import Sentence
from core.base.urls import ServerUrl, server_url
from core.cast.member import VoiceSpec
from core.cast.providers import Finding, Making, Offer, Provider, split
from core.formats import Localised
from core.home import Home
from core.settings import Server, Settings
from core.voices.base import Price, Voice
from core.voices.keys import find_key, key_fault, variable
from core.voices.openai.connection import HOME, Connection
from core.voices.openai.found import Kept
from core.voices.openai.voice import Model, OpenAIVoice, priced
from core.voices.servers import account_of, entry_of, is_loopback, missing, server_in, spends


def entry(voice: str, settings: Settings) -> Server:
    """The server of a voice: as set, else OpenAI's own, or the one that `OPENAI_BASE_URL` names. Raises
    `VoiceUnavailable` where nobody has set one by that name."""
    if found := entry_of(voice, settings):
        return found
    if split(voice)[1]:
        raise missing(account_of(voice))
    return Server(url=server_in(os.environ.get("OPENAI_BASE_URL", "").strip() or HOME.url).address)


def connect(voice: str, server: Server, *, key: str | None, timeout: float, url: str = "") -> Connection:
    """A checked connection to a server; `url` is another one's, which is no server of the user's. Raises
    `VoiceUnavailable`."""
    where = server_in(url or server.url)
    key = (key or "").strip() or None
    name = variable(account_of(voice))
    if key is None and where.origin == HOME.origin:
        hint = Sentence("Set {variable}, store a key in the settings, or name a server of your own.", variable=name)
        raise VoiceUnavailable("There is no API key for OpenAI.", hint=hint)
    if key is not None and (fault := key_fault(key)):
        raise VoiceUnavailable(fault, hint="Copy it again from the provider's console.")
    trusted = not url
    return Connection(
        server=where,
        key=key if trusted else None,
        timeout=timeout,
        trusted=trusted,
        variable=name,
        environment=trusted and not split(voice)[1],
    )


def _trusts(voice: str, server: ServerUrl, settings: Settings) -> bool:
    """Whether it may have the key: the server of that very voice, path and all."""
    with contextlib.suppress(VoiceUnavailable, ValueError):
        return server_url(entry(voice, settings).url).address == server.address
    return False


def _made(spec: VoiceSpec, making: Making, *, sends: bool = True) -> Voice:
    settings = making.settings
    server = entry(spec.provider, settings)
    url = spec.base_url if making.foreign else ""
    key = making.key() if sends else "none"
    connection = connect(spec.provider, server, key=key, timeout=settings.voices.timeout, url=url)
    model = spec.model or (server.model if not making.foreign else "")
    if not model and sends:
        hint = "Name one with --model, or set the server's usual model in the settings."
        raise VoiceUnavailable("No model is chosen for {where}.", where=connection.where, hint=hint)
    own = is_loopback(connection.server.host)
    price = priced(server.input, server.output) if server.input or server.output else None
    known = Model(
        id=model,
        context=server.context if not making.foreign else 0,
        price=price if not making.foreign else Price() if own else None,
        local=own,
    )
    return OpenAIVoice(
        spec,
        connection,
        model=known,
        retries=settings.voices.retries,
        clock=making.clock,
        kept=Kept(making.home.servers),
    )


def _offer(voice: str, _home: Home, settings: Settings) -> Offer:
    try:
        server = entry(voice, settings)
        where = server_in(server.url)
    except VoiceUnavailable as error:
        return Offer(error.sentence)
    problem = ""
    if where.origin == HOME.origin and not find_key(account_of(voice)).key:
        problem = Sentence("There is no key for OpenAI yet: add one in the settings.")
    elif not server.model:
        problem = Sentence("No model is chosen for {where}.", where=where.where)
    models = ((server.model, server.model),) if server.model else ()
    return Offer(problem, told(where, server), models, server.model)


def told(where: ServerUrl, server: Server) -> Localised:
    """Where the talk goes, and whether that costs anything."""
    if is_loopback(where.host):
        return Localised(
            en="Free and private: nothing leaves this machine.", de="Kostenlos und privat: Nichts verlässt den Rechner."
        )
    if spends(server):
        return Localised(
            en=f"Sent to {where.where}; may cost money.", de=f"Wird an {where.where} gesendet; kann Geld kosten."
        )
    return Localised(en=f"Sent to {where.where}", de=f"Wird an {where.where} gesendet")


def _examine(voice: str, _home: Home, settings: Settings) -> tuple[Finding, ...]:
    key, name = find_key(account_of(voice)), account_of(voice)
    try:
        server = entry(voice, settings)
        shown = server_in(server.url).shown
    except VoiceUnavailable as error:
        return (Finding(name, "fault", str(error)),)
    if not split(voice)[1] and not key.key and entry_of(voice, settings) is None:
        return ()
    told = [f"server {shown}", f"model {server.model}" if server.model else "no usual model"]
    return (Finding(name, "ok", ", ".join([*told, f"a key is set ({key.source})" if key.key else "no key"])),)


def _lacks(voice: str, spec: VoiceSpec, _home: Home, settings: Settings) -> str | None:
    try:
        server = entry(voice, settings)
    except VoiceUnavailable as error:
        return error.sentence
    if spec.base_url or find_key(account_of(voice)).key or server_in(server.url).origin != HOME.origin:
        return None
    return Sentence("There is no key for OpenAI yet: add one in the settings.")


def _model(voice: str, settings: Settings) -> str:
    found = entry_of(voice, settings)
    return found.model if found else ""


@cache
def named(name: str) -> Provider:
    """The voice of a server that has that name in the settings."""
    return _of(f"openai.{name}", Localised(en=name, de=name))


def _of(voice: str, title: Localised) -> Provider:
    return Provider(
        name=voice,
        title=title,
        detail=Localised(en="Sent to a server; may cost money.", de="Wird an einen Server gesendet; kann Geld kosten."),
        create=_made,
        derive=partial(_made, sends=False),
        offer=partial(_offer, voice),
        examine=partial(_examine, voice),
        lacks=partial(_lacks, voice),
        model=partial(_model, voice),
        trusts=partial(_trusts, voice),
        servers=True,
    )


OPENAI = replace(_of("openai", Localised(en="OpenAI", de="OpenAI")), named=named)
