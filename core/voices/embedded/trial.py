"""A trial: how fast an installed model speaks on this machine."""

from __future__ import annotations

import asyncio
from pathlib import Path

from parley.core.base.errors import ParleyError
from parley.core.base.files import write_whole
from parley.core.voices.embedded.bodies import CHAT_PATH, DRAWS
from parley.core.voices.embedded.drawing import answer_to
from parley.core.voices.embedded.process import EmbeddedServer, Serving
from parley.core.voices.models.catalogue import Catalogue
from parley.core.voices.models.model import SPEED, Speed

TOKENS = 16
"""Tokens that are written of each line: enough to tell, and few enough for a slow machine."""
LEAST_WRITTEN = 1.0
"""Tokens a second below which something else had the processor: that tells nothing of the model."""
TEXT = "We talk about the night bus for the harbour, who drives it, and what it costs the town in a year. " * 4


def try_out(folder: Path, name: str, *, threads: int = 0) -> Speed | None:
    """Measure the model called `name`, and keep what came of it; blocking. None where it would not speak, or the
    machine was taken by something else."""
    catalogue = Catalogue(folder)
    model = catalogue.get(name)
    if model.use != "speak":
        return None
    try:
        read, written = asyncio.run(_measure_token_rates(Serving(catalogue.locate(model), 1_024, threads, DRAWS)))
        if written < LEAST_WRITTEN:
            return None
        import tomlkit

        found = Speed(model=model.id, parameters=max(1, model.parameters), read=read, written=written)
        write_whole(catalogue.folder / SPEED, tomlkit.dumps(found.model_dump(mode="json")))
    except (ParleyError, ValueError, LookupError, ArithmeticError):
        # What is wrong with it is reported once it is to speak.
        return None
    return found


async def _measure_token_rates(serving: Serving) -> tuple[float, float]:
    """Return the tokens a second that are read, and those that are written of all lines together."""
    asked = [{"role": "user", "content": TEXT + "What do you say?"}]
    body = {"messages": asked, "max_tokens": TOKENS, "n": DRAWS, "seed": 1}
    server = EmbeddedServer(serving)
    try:
        timings = (await answer_to(server, CHAT_PATH, body))["timings"]
    finally:
        await server.stop()
    # They are those of one line; all are written together, and the first token of each was there when that began.
    written = DRAWS * (timings["predicted_n"] - 1) * 1_000 / timings["predicted_ms"]
    return float(timings["prompt_per_second"]), written
