"""Servers of language models that run on this machine: asked at the ports that they usually have."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from parley.core.voices.anthropic import list_models

USUAL = (("Ollama", 11434), ("LM Studio", 1234), ("llama.cpp", 8080), ("vLLM", 8000))
"""What listens where, where nobody has set another port."""
PATIENCE = 1.5
"""Seconds: a server on this machine answers at once, or is none."""


class ServerHere(NamedTuple):
    """A server that answered, and the ids of the models that it lists."""

    name: str
    url: str
    models: tuple[str, ...]


def address(port: int) -> str:
    """The URL of a server at a port of this machine."""
    return f"http://127.0.0.1:{port}"


async def servers_here() -> list[ServerHere]:
    """Those that list models, in the order of `USUAL`. Sends nothing but the question for models, and no key."""
    async with asyncio.TaskGroup() as group:
        asked = [group.create_task(_asked(name, port)) for name, port in USUAL]
    return [server for task in asked if (server := task.result()) is not None]


async def _asked(name: str, port: int) -> ServerHere | None:
    try:
        # Most have none of them: a socket tells so at once, and the client is not even imported.
        async with asyncio.timeout(PATIENCE):
            _reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.close()
    except (OSError, TimeoutError):
        return None
    listed = await list_models(key=None, base_url=address(port), patience=PATIENCE)
    return ServerHere(name, address(port), tuple(model.id for model in listed.models)) if listed.live else None
