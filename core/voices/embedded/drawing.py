"""Lines as they are drawn: one call of the server, one or several takes that stream in."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from parley.core.base.clock import Stopwatch
from parley.core.base.errors import VoiceError, VoiceFault
from parley.core.log.events.base import reported_tokens
from parley.core.log.events.turn import Usage
from parley.core.voices.base import Delta, Spent
from parley.core.voices.embedded import client
from parley.core.voices.embedded.bodies import CHAT_PATH, Call
from parley.core.voices.embedded.client import LostServerError, events
from parley.core.voices.embedded.process import EmbeddedServer

_STOPS = {"limit": "max_tokens", "length": "max_tokens", "max_tokens": "max_tokens", "word": "stop_sequence"}


@dataclass
class Take:
    """One draw of a line, as it arrives. Times in seconds since the request began.

    `logs` are the log probabilities of its tokens, as far as the server tells them.
    `lost` is what was used up before the server died and the draw began anew. `model` is what the server calls itself.
    """

    text: str = ""
    usage: Usage = field(default_factory=Usage)
    lost: Usage = field(default_factory=Usage)
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
    """Stream one call into its `takes`; a server that died is started again once.

    A take of more than `cap` characters (0: any) would be cut off: the call ends where all are done or that long.
    Yields whenever more has come.
    """
    for last_chance in (False, True):
        await server.start()
        try:
            async with (
                server.places.place(),
                aclosing(events(server.address, server.key, CHAT_PATH, plan.body)) as stream,
            ):
                quiet = Stopwatch()
                async for event in stream:
                    take, piece = _read(event, takes)
                    if not piece:
                        if quiet.seconds() > client.SILENCE_SECONDS:
                            raise client.silent(client.SILENCE_SECONDS)
                        continue
                    quiet = Stopwatch()
                    take.first = take.first or watch.seconds()
                    take.text = (take.text + piece).lstrip()
                    yield Delta("", spent=Spent(spent(takes)))
                    if cap and _has_overrun_cap(takes, cap):
                        return
            return
        except LostServerError:
            await _resolve_lost_connection(server, takes, last_chance=last_chance)
        for take in takes:
            take.lost, take.usage = take.usage, Usage()
            take.text, take.first, take.done = "", 0.0, False
            take.logs.clear()


def _has_overrun_cap(takes: Sequence[Take], cap: int) -> bool:
    """Return whether what comes now would be cut off of every take that is not done."""
    running = [take for take in takes if not take.done]
    if not running or any(len(take.text) <= cap for take in running):
        return False
    for take in running:
        take.stop = "max_tokens"
    return True


async def _resolve_lost_connection(server: EmbeddedServer, takes: Sequence[Take], *, last_chance: bool) -> None:
    """Decide what a broken connection means; returns where the server should be started again."""
    # The connection breaks a moment before the system says that the child is gone.
    await asyncio.sleep(0.1)
    partial = takes[0].text
    if server.running:
        kind: VoiceFault = "dropped" if partial else "connection"
        what = "broke off in the middle" if partial else "did not answer"
        hint = "Retry takes the same turn again."
        raise VoiceError(kind, "The embedded model's server {what}.", what=what, hint=hint, partial=partial)
    if last_chance:
        why = server.last_words().rstrip(".")
        template = "The embedded model's server ended twice while it was speaking{value}."
        hint = "Choose a smaller model or context, or retry."
        raise VoiceError("server", template, value=": " + why if why else "", hint=hint, partial=partial)


def spent(takes: Sequence[Take]) -> Usage:
    """Return all tokens of these draws, of those that broke off too."""
    return total([*(take.lost for take in takes), *(take.usage for take in takes)])


def total(used: Sequence[Usage]) -> Usage:
    """Return the sum."""
    return Usage(
        input=sum(each.input for each in used),
        cache_read=sum(each.cache_read for each in used),
        output=sum(each.output for each in used),
    )


def _record_timings(event: Mapping[str, Any], take: Take, place: int) -> None:
    timings = event.get("timings")
    if isinstance(timings, dict):
        # All takes of a call share one prompt, which is read once.
        take.usage = Usage(
            input=0 if place else reported_tokens(timings.get("prompt_n", 0)),
            cache_read=0 if place else reported_tokens(timings.get("cache_n", 0)),
            output=reported_tokens(timings.get("predicted_n", 0)),
        )


def _place(event: Mapping[str, Any], takes: Sequence[Take]) -> int:
    place = event.get("index", 0)
    return place if isinstance(place, int) and 0 <= place < len(takes) else 0


def _read(event: Mapping[str, Any], takes: Sequence[Take]) -> tuple[Take, str]:
    choices: Sequence[Any] = event.get("choices") or ({},)
    place = _place(choices[0], takes)
    take = takes[place]
    if choices[0] or len(takes) == 1:
        # The last of several tells of itself once more, without its place.
        _record_timings(event, take, place)
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
