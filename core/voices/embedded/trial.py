"""A trial: how fast an installed model speaks on this machine."""

from __future__ import annotations

import asyncio
import time
from contextlib import aclosing
from pathlib import Path

from parley.core.base.errors import ParleyError
from parley.core.base.files import write_whole
from parley.core.voices.embedded.bodies import CHAT_PATH, DRAWS, LONGEST_DRAWN
from parley.core.voices.embedded.drawing import events
from parley.core.voices.embedded.process import EmbeddedServer, Serving
from parley.core.voices.models.catalogue import Catalogue
from parley.core.voices.models.model import SPEED, Speed

SECONDS = 10.0
"""A trial takes about so long, loading aside."""
LEAST = 3.0
"""Seconds in which is written at least, however long the reading took."""
LEAST_WRITTEN = 1.0
"""Tokens a second below which something else had the processor: that tells nothing of the model."""
TEXT = "We talk about the night bus for the harbour, who drives it, and what it costs the town in a year. " * 4


def try_out(folder: Path, name: str, *, threads: int = 0) -> Speed | None:
    """Measure the model called `name`, and keep what came of it; blocking. None where it would not speak, or the
    machine was taken by something else."""
    return asyncio.run(_try_model(Catalogue(folder), name, threads))


async def _try_model(catalogue: Catalogue, name: str, threads: int) -> Speed | None:
    model = catalogue.get(name)
    if model.use != "speak":
        return None
    server = EmbeddedServer(Serving(catalogue.get_path_of(name), 1_024, threads, DRAWS))
    try:
        read, written = await _measure_token_rates(server)
        if written < LEAST_WRITTEN:
            return None
        import tomlkit

        found = Speed(model=model.id, parameters=max(1, model.parameters), read=read, written=written)
        write_whole(catalogue.folder / SPEED, tomlkit.dumps(found.model_dump(mode="json")))
    except (ParleyError, ValueError):
        # What is wrong with it is told when it is to speak.
        return None
    finally:
        await server.stop()
    return found


async def _measure_token_rates(server: EmbeddedServer) -> tuple[float, float]:
    """Tokens a second that are read, and written of all lines together; 0 where nothing came in time."""
    body = {
        "messages": [{"role": "user", "content": TEXT + "What do you say?"}],
        "max_tokens": LONGEST_DRAWN, "n": DRAWS, "seed": 1, "stream": True, "timings_per_token": True,
    }  # fmt: skip
    read = 0.0
    written: dict[int, int] = {}
    first = last = 0.0
    until = time.monotonic() + SECONDS
    async with aclosing(events(server, CHAT_PATH, body)) as stream:
        async for event in stream:
            timings, choices = event.get("timings"), event.get("choices")
            if not choices or not isinstance(timings, dict):
                continue
            last = time.monotonic()
            first = first or last
            until = max(until, first + LEAST)
            read = read or float(timings["prompt_per_second"])
            written[int(choices[0]["index"])] = int(timings["predicted_n"])
            if last > until:
                break
    return read, (sum(written.values()) - len(written)) / (last - first) if last > first else 0.0
