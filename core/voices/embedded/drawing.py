"""Lines as they are drawn: one call of the server, one or several takes that stream in."""

from __future__ import annotations

import math
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from parley.core.base.clock import Stopwatch
from parley.core.log.events.base import reported_tokens
from parley.core.log.events.turn import Usage
from parley.core.voices.base import Delta, Spent
from parley.core.voices.embedded.bodies import CHAT_PATH, Call
from parley.core.voices.embedded.client import SILENCE_SECONDS, events, silent
from parley.core.voices.embedded.process import EmbeddedServer

_STOPS = {"limit": "max_tokens", "length": "max_tokens", "max_tokens": "max_tokens", "word": "stop_sequence"}


@dataclass
class Take:
    """One draw of a line, as it arrives. Times in seconds since the request began.

    `logs` are the log probabilities of its tokens, as far as the server tells them. `model` is what the server calls
    itself.
    """

    text: str = ""
    usage: Usage = field(default_factory=Usage)
    stop: str = "end_turn"
    first: float = 0.0
    done: bool = False
    logs: list[float] = field(default_factory=list)
    id: str = ""
    model: str = ""

    @property
    def likely(self) -> float:
        """How sure the model was: exp of the mean log probability of its tokens; 0.5 where the server does not say."""
        return math.exp(sum(self.logs) / len(self.logs)) if self.logs else 0.5


async def draw(
    server: EmbeddedServer, plan: Call, takes: Sequence[Take], watch: Stopwatch, cap: int
) -> AsyncGenerator[Delta, None]:
    """Stream one call into its `takes`.

    A take of more than `cap` characters (0: any) would be cut off: the call ends where all are done or that long.
    Yields whenever more has come. Raises `VoiceError`.
    """
    async with aclosing(events(server, CHAT_PATH, plan.body)) as stream:
        quiet = Stopwatch()
        async for event in stream:
            take, piece = _read(event, takes)
            if not piece:
                if quiet.seconds() > SILENCE_SECONDS:
                    raise silent(SILENCE_SECONDS)
                continue
            quiet = Stopwatch()
            take.first = take.first or watch.seconds()
            take.text = (take.text + piece).lstrip()
            yield Delta("", spent=Spent(spent(takes)))
            if cap and _has_overrun_cap(takes, cap):
                return


def _has_overrun_cap(takes: Sequence[Take], cap: int) -> bool:
    """Return whether what comes now would be cut off of every take that is not done."""
    running = [take for take in takes if not take.done]
    if not running or any(len(take.text) <= cap for take in running):
        return False
    for take in running:
        take.stop = "max_tokens"
    return True


def spent(takes: Sequence[Take]) -> Usage:
    """Return all tokens of these draws."""
    return Usage(
        input=sum(take.usage.input for take in takes),
        cache_read=sum(take.usage.cache_read for take in takes),
        output=sum(take.usage.output for take in takes),
    )


def _read(event: Mapping[str, Any], takes: Sequence[Take]) -> tuple[Take, str]:
    """Note what an event says; return the take that it is about, and new text of it."""
    choices: Sequence[Any] = event.get("choices") or ({},)
    place = choices[0].get("index", 0)
    place = place if isinstance(place, int) and 0 <= place < len(takes) else 0
    take, timings = takes[place], event.get("timings")
    if isinstance(timings, dict) and (choices[0] or len(takes) == 1):
        # The last of several tells of itself once more, without its place; and all takes of a call share one prompt,
        # which is read once.
        take.usage = Usage(
            input=0 if place else reported_tokens(timings.get("prompt_n", 0)),
            cache_read=0 if place else reported_tokens(timings.get("cache_n", 0)),
            output=reported_tokens(timings.get("predicted_n", 0)),
        )
    take.id = take.id or str(event.get("id", ""))
    take.model = take.model or str(event.get("model", ""))
    said = ""
    for choice in choices:
        if reason := choice.get("finish_reason"):
            take.done = True
            take.stop = _STOPS.get(str(reason), "end_turn")
        take.logs += [float(token["logprob"]) for token in (choice.get("logprobs") or {}).get("content") or ()]
        said += str(choice.get("delta", {}).get("content") or "")
    return take, said
