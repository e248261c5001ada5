"""Servers that a cast, a log or a setting names for a voice, whether the user has to be asked about them, and those
that run on this machine.

Nobody looks for these before somebody is to say who shall speak; nothing is sent but the question for models, and no
key.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import NamedTuple

from parley.core.base.errors import VoiceError, VoiceUnavailable
from parley.core.base.urls import OWN, ServerUrl, fault_in, server_url
from parley.core.cast.member import VoiceSpec
from parley.core.cast.providers import split
from parley.core.settings import KINDS, Server, Settings
from parley.core.voices.openai.connection import Connection
from parley.core.voices.openai.models import ServerModel, get_models_of
from parley.core.voices.provider import VOICES, Provider
from parley.core.voices.remote.connection import is_loopback


def find_server_in(text: str) -> ServerUrl:
    """Return the server that is named. Raises `VoiceUnavailable` where it is none."""
    try:
        return server_url(text)
    except ValueError as error:
        raise VoiceUnavailable("The server's URL cannot be used: {fault}.", fault=fault_in(error)) from None


def get_account_of(voice: str) -> str:
    """Return the name under which the key of a voice is kept: its server's, else the voice's own."""
    return split(voice)[1] or voice


def get_entry_of(voice: str, settings: Settings) -> Server | None:
    """Return what the settings say of the server of a voice; None where it has none there."""
    server = settings.servers.get(get_account_of(voice))
    return server if server is not None and server.voice(get_account_of(voice)) == voice else None


def named_voices(settings: Settings) -> tuple[str, ...]:
    """Return the voices of all servers that have a name in the settings, but for those that are a voice anyway."""
    return tuple(voice for name, server in settings.servers.items() if (voice := server.voice(name)) not in KINDS)


def list_voices(settings: Settings) -> list[Provider]:
    """Return all voices that can be chosen: servers behind those of their kind, and last what costs nothing."""
    found = VOICES.values()
    last = max((place for place, each in enumerate(found, 1) if each.name in KINDS), default=0)
    return [*found[:last], *(VOICES[voice] for voice in named_voices(settings)), *found[last:]]


def foreign_server(spec: VoiceSpec, settings: Settings) -> ServerUrl | None:
    """Return the server of a voice where it is neither the provider's own nor set by the user, path and all: it gets no
    key.

    Raises `VoiceUnavailable` where the spec names none that could be.
    """
    # Nobody can be asked about a voice that is not here; its start says so.
    provider = VOICES.get_usable(spec.provider)
    if not spec.base_url.strip() or provider is None or not provider.servers:
        return None
    server = find_server_in(spec.base_url)
    return None if provider.trusts(server, settings) else server


def host_to_allow(spec: VoiceSpec, settings: Settings, allowed: Collection[str]) -> str:
    """Return what the user has to be asked about before the voice may speak: a host of somebody else, or one of their
    own servers that costs money ("@NAME"); empty where there is none.
    """
    server = foreign_server(spec, settings)
    hosts = (name for name in (*settings.voices.allowed_hosts, *allowed) if not name.startswith(OWN))  # no "@NAME"
    if server is not None:
        return "" if any(server.is_called(name) for name in hosts) else server.where
    own = own_to_allow(spec.provider)
    entry = get_entry_of(spec.provider, settings)
    if not own or own in allowed or settings.voices.default == spec.provider:  # the usual voice was chosen, too
        return ""
    if entry is None:
        # One that is not here cannot be allowed: its start says that it is missing.
        return "" if split(spec.provider)[1] else own
    return own if can_cost(entry) and not entry.casts else ""


def own_to_allow(voice: str) -> str:
    """Return how one of the user's own servers is asked about; empty for a voice that is none."""
    return f"{OWN}{get_account_of(voice)}" if split(voice)[1] or voice == "openai" else ""


def can_cost(entry: Server | None) -> bool:
    """Return whether calls to a server may cost money: whatever does not run on this machine, or has a price; of one
    that is not set it is taken for granted.
    """
    return entry is None or bool(entry.input or entry.output) or not is_loopback(find_server_in(entry.url).host)


class WellKnown(NamedTuple):
    """A server that many people have, or one that was found: its usual name in the settings, its title, its address,
    and a model that it has."""

    name: str
    title: str
    url: str
    model: str = ""


WELL_KNOWN = (
    WellKnown("openai", "OpenAI", "https://api.openai.com/v1"),
    WellKnown("openrouter", "OpenRouter", "https://openrouter.ai/api/v1"),
    WellKnown("gemini", "Google Gemini", "https://generativelanguage.googleapis.com/v1beta/openai"),
    WellKnown("mistral", "Mistral", "https://api.mistral.ai/v1"),
    WellKnown("ollama", "Ollama", "http://127.0.0.1:11434"),
    WellKnown("lmstudio", "LM Studio", "http://127.0.0.1:1234"),
    WellKnown("llamacpp", "llama.cpp", "http://127.0.0.1:8080"),
    WellKnown("vllm", "vLLM", "http://127.0.0.1:8000"),
)


def well_known(name: str) -> Server | None:
    """Return the server of that name, where many people have it."""
    return next((Server(url=each.url) for each in WELL_KNOWN if each.name == name), None)


USUAL = (("Ollama", 11434), ("LM Studio", 1234), ("llama.cpp", 8080), ("vLLM", 8000))
"""What listens where, where nobody has set another port."""
PATIENCE = 1.5
"""Seconds: a server on this machine answers at once, or is none."""


class ServerHere(NamedTuple):
    """A server that answered, and the models that it lists: those that talk."""

    name: str
    url: str
    models: tuple[ServerModel, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """The names of the models."""
        return tuple(model.id for model in self.models)


def build_url(port: int) -> str:
    """Return the URL of a server at a port of this machine."""
    return f"http://127.0.0.1:{port}"


async def servers_here() -> list[ServerHere]:
    """Return those that list models, in the order of `USUAL`."""
    async with asyncio.TaskGroup() as group:
        asked = [group.create_task(_probe_local_server(name, port)) for name, port in USUAL]
    return [server for task in asked if (server := task.result()) is not None]


async def _probe_local_server(name: str, port: int) -> ServerHere | None:
    try:
        # Most have none of them: a socket tells so at once, and no client is even imported.
        async with asyncio.timeout(PATIENCE):
            _reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.close()
        connection = Connection(server=server_url(build_url(port)), timeout=PATIENCE)
        listed = await get_models_of(connection, patience=PATIENCE)
    except (OSError, TimeoutError, VoiceError):
        return None
    talking = tuple(model for model in listed if not model.embeds)
    return ServerHere(name, build_url(port), talking) if talking else None


def known_as(url: str, settings: Settings) -> str:
    """Return the name of the server at that address in the settings; empty where it has none."""
    here = server_url(url).address
    return next((name for name, server in settings.servers.items() if server_url(server.url).address == here), "")


def entry_for(here: ServerHere, settings: Settings, model: str = "") -> tuple[str, Server]:
    """Return the name and the entry that a server that was found gets in the settings: its own where it has one."""
    if name := known_as(here.url, settings):
        before = settings.servers[name]
        return name, before.model_copy(update={"model": model or before.model or here.ids[0]})
    plain = "".join(letter for letter in here.name.lower() if letter.isalnum())
    name, number = plain, 1
    while name in settings.servers:
        number += 1
        name = f"{plain}-{number}"
    return name, Server(url=here.url, model=model or here.ids[0])
