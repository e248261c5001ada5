"""Servers of language models that run on this machine: asked at the ports that they usually have.

Nobody looks before somebody is to say who shall speak; nothing is sent but the question for models, and no key.
"""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from parley.core.base.errors import VoiceError
from parley.core.base.urls import server_url
from parley.core.settings import Server, Settings
from parley.core.voices.openai.connection import Connection
from parley.core.voices.openai.models import ServerModel, get_models_of

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


def address(port: int) -> str:
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
        connection = Connection(server=server_url(address(port)), timeout=PATIENCE)
        listed = await get_models_of(connection, patience=PATIENCE)
    except (OSError, TimeoutError, VoiceError):
        return None
    talking = tuple(model for model in listed if not model.embeds)
    return ServerHere(name, address(port), talking) if talking else None


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
