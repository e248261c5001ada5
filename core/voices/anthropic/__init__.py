"""Claude, or any server that speaks the Messages API. Importing this does not load the SDK."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

from parley.core.base.clock import Clock
from parley.core.base.errors import VoiceUnavailable
from parley.core.base.urls import server_url
from parley.core.cast.member import VoiceSpec
from parley.core.voices.anthropic.connection import HOME, Connection
from parley.core.voices.anthropic.models import Model, load_prices
from parley.core.voices.anthropic.voice import AnthropicVoice
from parley.core.voices.keys import key_fault, name_variable
from parley.core.voices.servers import find_server_in, get_account_of

__all__ = ["AnthropicVoice", "Model", "create", "load_prices"]

DEFAULT_MODEL = "claude-haiku-5-5"


def create(
    spec: VoiceSpec,
    *,
    key: str | None,
    base_url: str,
    default_model: str = DEFAULT_MODEL,
    timeout: float = 120.0,
    retries: int = 3,
    version: str = "",
    clock: Clock | None = None,
    told: Mapping[str, Any] | None = None,
    environment: bool = True,
) -> AnthropicVoice:
    """Return the voice that `spec` asks for; nothing is sent yet.

    `base_url` is the server of the settings or the environment, empty for Anthropic's own. A server that only the
    spec names (a cast may come from anybody) is never given the key. `timeout` is the longest silence in seconds.
    `told` is what the settings say of the model. Without `environment` the server is sent none of the headers that the
    environment has. Raises `VoiceUnavailable` where there is neither a key nor another server.
    """
    connection = make_connection(key=key, base_url=spec.base_url or base_url, timeout=timeout, version=version)
    if spec.base_url and not connection.at_home:  # a host may serve many: the path has to be the same too
        connection.trusted = False
        with contextlib.suppress(ValueError):  # What is set and is no URL trusts nobody
            connection.trusted = connection.server.address == server_url(base_url).address
        if not connection.trusted:
            connection.key = None
    connection.trusted = connection.trusted and environment
    connection.variable = name_variable(get_account_of(spec.provider))
    model = spec.model or default_model
    return AnthropicVoice(spec, connection, model=model, retries=retries, clock=clock, told=told)


def make_connection(*, key: str | None, base_url: str, timeout: float, version: str = "") -> Connection:
    """Return a checked connection. Raises `VoiceUnavailable`."""
    server = find_server_in(base_url) if base_url.strip() else HOME
    key = (key or "").strip() or None
    if key is None and server.origin == HOME.origin:  # servers of one's own may want none
        hint = "Set ANTHROPIC_API_KEY, store a key in the settings, or name a server of your own."
        raise VoiceUnavailable("There is no API key for Claude.", hint=hint)
    if key is not None and (fault := key_fault(key)):
        raise VoiceUnavailable(fault, hint="Copy it again from the provider's console.")
    return Connection(server=server, key=key, version=version, timeout=timeout)
