"""OpenAI as it is offered, and the user's own servers that speak as it does."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache, partial

from parley.core.base.errors import VoiceUnavailable
from parley.core.base.sentences import Sentence
from parley.core.cast.member import VoiceSpec
from parley.core.cast.providers import split
from parley.core.formats import Localised
from parley.core.settings import Server
from parley.core.voices.base import Voice
from parley.core.voices.keys import key_fault, name_variable
from parley.core.voices.named import Named, no_model
from parley.core.voices.openai.connection import HOME, Connection
from parley.core.voices.openai.found import Kept
from parley.core.voices.openai.voice import Model, OpenAIVoice, make_price
from parley.core.voices.provider import Making, Provider
from parley.core.voices.remote.connection import check_sdk, is_loopback
from parley.core.voices.servers import find_server_in, get_account_of


def _build_usual_server() -> Server:
    """Return OpenAI's own, or the one that the environment names in its place."""
    return Server(url=find_server_in(os.environ.get("OPENAI_BASE_URL", "").strip() or HOME.url).address)


def make_connection(voice: str, server: Server, *, key: str | None, timeout: float, url: str = "") -> Connection:
    """Return a checked connection to a server; `url` is another one's, which is none of the user's and gets no key.
    Raises `VoiceUnavailable`.
    """
    where = find_server_in(url or server.url)
    key = (key or "").strip() or None
    name = name_variable(get_account_of(voice))
    if key is None and where.origin == HOME.origin:
        hint = Sentence("Set {variable}, store a key in the settings, or name a server of your own.", variable=name)
        raise VoiceUnavailable("There is no API key for OpenAI.", hint=hint)
    if key is not None and (fault := key_fault(key)):
        raise VoiceUnavailable(fault, hint="Copy it again from the provider's console.")
    return Connection(
        server=where,
        key=None if url else key,
        timeout=timeout,
        trusted=not url,
        variable=name,
        environment=not url and not split(voice)[1],  # OPENAI_… of the environment is meant for "openai" itself
    )


def _create_voice(spec: VoiceSpec, making: Making, *, named: Named, sends: bool = True) -> Voice:
    settings, foreign = making.settings, making.foreign
    if sends:
        check_sdk("openai")
    server = named.get_entry(settings) if sends else named.told(settings)
    if foreign:
        server = Server(url=spec.base_url)  # Nothing that is set is about somebody else's
    key = making.key() if sends else "none"
    url = spec.base_url if foreign else ""
    connection = make_connection(spec.provider, server, key=key, timeout=settings.voices.timeout, url=url)
    model = spec.model or server.model
    if not model and sends:
        raise no_model(connection.server)
    known = Model(
        id=model,
        context=server.context,
        price=make_price(server.input, server.output) if server.input or server.output else None,
        local=is_loopback(connection.server.host),
    )
    return OpenAIVoice(
        spec,
        connection,
        model=known,
        retries=settings.voices.retries,
        clock=making.clock,
        kept=Kept(making.home.servers),
    )


def _build_provider(named: Named, title: str) -> Provider:
    made = partial(_create_voice, named=named)
    return named.provider(Localised(en=title, de=title), made, partial(made, sends=False))


@cache
def _build_named_provider(name: str) -> Provider:
    """Return the voice of a server that has that name in the settings."""
    return _build_provider(Named("openai", f"openai.{name}", HOME), name)


OPENAI = replace(
    _build_provider(Named("openai", "openai", HOME, _build_usual_server), "OpenAI"), named=_build_named_provider
)
