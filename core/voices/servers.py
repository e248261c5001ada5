"""Servers that a cast, a log or a setting names for a voice, and whether the user has to be asked about them."""

from __future__ import annotations

from collections.abc import Collection

from parley.core.base.errors import VoiceUnavailable
from parley.core.base.urls import ServerUrl, fault_in, server_url
from parley.core.cast.member import VoiceSpec
from parley.core.cast.providers import VOICES
from parley.core.settings import Settings


def server_in(text: str) -> ServerUrl:
    """The server that is named. Raises `VoiceUnavailable` where it is none."""
    try:
        return server_url(text)
    except ValueError as error:
        raise VoiceUnavailable("The server's URL cannot be used: {fault}.", fault=fault_in(error)) from None


def foreign_server(spec: VoiceSpec, settings: Settings) -> ServerUrl | None:
    """The server of a voice where it is neither the provider's own nor set by the user, path and all: it gets no key.

    Raises `VoiceUnavailable` where the spec names none that could be.
    """
    # Nobody can be asked about a voice that is not here; its start says so.
    provider = VOICES.usable(spec.provider)
    if not spec.base_url.strip() or provider is None or not provider.servers:
        return None
    server = server_in(spec.base_url)
    return None if provider.trusts(server, settings) else server


def host_to_allow(spec: VoiceSpec, settings: Settings, allowed: Collection[str]) -> str:
    """The host that the user has to be asked about before the voice may speak; empty where there is none."""
    server = foreign_server(spec, settings)
    if server is None or any(server.is_called(name) for name in (*settings.voices.allowed_hosts, *allowed)):
        return ""
    return server.where
