"""Claude as it is offered, and the user's own servers that speak as it does: which they are, and what is missing."""

from __future__ import annotations

import contextlib
import os
from functools import cache, partial
from typing import Any

from parley.core.base.errors import VoiceUnavailable
from parley.core.base.sentences import Sentence
from parley.core.base.urls import ServerUrl, server_url
from parley.core.cast.member import VoiceSpec
from parley.core.formats import Localised
from parley.core.home import Home
from parley.core.settings import Settings
from parley.core.voices import anthropic
from parley.core.voices.anthropic.connection import HOME
from parley.core.voices.base import Voice
from parley.core.voices.keys import find_key
from parley.core.voices.named import Named, no_model
from parley.core.voices.provider import Finding, Making, Offer, Provider
from parley.core.voices.remote.connection import check_sdk
from parley.core.voices.servers import find_server_in


def base_url(settings: Settings) -> str:
    """Return the server that is set: the environment's `ANTHROPIC_BASE_URL` first. Whoever shows it masks it."""
    return os.environ.get("ANTHROPIC_BASE_URL", "").strip() or settings.voices.anthropic_url


@cache
def _build_named_provider(name: str) -> Provider:
    """Return the voice of a server that has that name in the settings."""
    named = Named("anthropic", f"anthropic.{name}", HOME)
    made = partial(_create_named_voice, named=named)
    return named.provider(Localised(en=name, de=name), made, partial(made, sends=False))


def _create_named_voice(spec: VoiceSpec, making: Making, *, named: Named, sends: bool = True) -> Voice:
    settings = making.settings
    if sends:
        check_sdk("anthropic")
    server = named.get_entry(settings) if sends else named.told(settings)
    told: dict[str, Any] = {}
    if server.context and not making.foreign:
        told["context"] = server.context
    if (server.input or server.output) and not making.foreign:
        told |= {"priced": True, "input": server.input, "output": server.output}
        told |= {"cache_read": server.input, "cache_write": server.input}  # no price is set for it: better too much
    if sends and not (spec.model or server.model):
        raise no_model(find_server_in(spec.base_url or server.url))
    return anthropic.create(
        spec,
        key=making.key() if sends else "none",  # for a payload alone any will do, but there has to be one
        base_url="" if making.foreign else server.url,  # the spec's address then, which gets no key
        default_model=server.model,
        timeout=settings.voices.timeout,
        retries=settings.voices.retries,
        clock=making.clock,
        told=told,
        environment=False,  # its headers are meant for ANTHROPIC_BASE_URL
    )


def is_trusted(server: ServerUrl, settings: Settings) -> bool:
    """Return whether it may have the key: the provider's own, or one that the user has set, path and all."""
    if server.origin == HOME.origin:
        return True
    for text in (os.environ.get("ANTHROPIC_BASE_URL", ""), settings.voices.anthropic_url):
        with contextlib.suppress(ValueError):  # A bad URL is reported where it is used
            if server_url(text).address == server.address:
                return True
    return False


def _create_voice(spec: VoiceSpec, making: Making, *, key: str | None = None) -> Voice:
    settings = making.settings
    if key is None:
        check_sdk("anthropic")
    return anthropic.create(
        spec,
        key=key or making.key(),
        # Both are the user's own: whatever cast names one of them is not a stranger's for that.
        base_url=base_url(settings) if making.foreign else spec.base_url or base_url(settings),
        default_model=settings.voices.anthropic_model,
        timeout=settings.voices.timeout,
        retries=settings.voices.retries,
        version=settings.voices.anthropic_version,
    )


def _find_embedding_spec(_home: Home, settings: Settings) -> VoiceSpec | None:
    """Return this voice where a server is set that is not the provider's own: that has no embeddings. Else None."""
    own = bool(base_url(settings)) and find_server_in(base_url(settings)).origin != HOME.origin
    return VoiceSpec(provider="anthropic") if own else None


def _build_offer(_home: Home, settings: Settings) -> Offer:
    server, problem = "", ""
    try:
        check_sdk("anthropic")
        server = find_server_in(base_url(settings)).where if base_url(settings) else ""
    except VoiceUnavailable as error:
        problem = error.text
    if not problem and not server and not find_key().key:
        problem = Sentence("There is no key and no server yet: add one in the settings.")
    model = settings.voices.anthropic_model
    sent = Localised(en=f"Sent to {server}", de=f"Wird an {server} gesendet") if server else None
    return Offer(problem, sent, ((model, model),), model)


def _list_findings(_home: Home, settings: Settings) -> tuple[Finding, ...]:
    key = find_key()
    try:
        if key.key or base_url(settings):
            check_sdk("anthropic")
        server = find_server_in(base_url(settings)).shown if base_url(settings) else ""
    except VoiceUnavailable as error:
        return (Finding("Claude", "fault", str(error)),)
    if key.key or server:
        told = [f"a key is set ({key.source})" if key.key else "no key", f"server {server}" if server else ""]
        return (Finding("Claude", "ok", ", ".join(filter(None, told))),)
    return (Finding("Claude", "note", "no key: set ANTHROPIC_API_KEY, or add one in the window's settings"),)


def _describe_missing_key(spec: VoiceSpec, _home: Home, settings: Settings) -> str | None:
    try:
        check_sdk("anthropic")
    except VoiceUnavailable as error:
        return error.text
    if spec.base_url or base_url(settings) or find_key().key:
        return None
    return Sentence("There is no key for Claude yet: add one in the settings.")


ANTHROPIC = Provider(
    name="anthropic",
    title=Localised(en="Claude, or another server", de="Claude oder ein anderer Server"),
    detail=Localised(en="Sent to Anthropic; costs money.", de="Wird an Anthropic gesendet; kostet Geld."),
    create=_create_voice,
    derive=partial(_create_voice, key="none"),
    offer=_build_offer,
    examine=_list_findings,
    lacks=_describe_missing_key,
    model=lambda settings: settings.voices.anthropic_model,
    ready=lambda _home, settings: bool(find_key().key or base_url(settings)),
    embeds=_find_embedding_spec,
    claims=lambda model: model.startswith("claude-"),
    trusts=is_trusted,
    servers=True,
    named=_build_named_provider,
)
