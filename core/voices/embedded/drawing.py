"""Lines as they are drawn: one call of the server, one or several takes that stream in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from parley.core.base.clock import Stopwatch
from parley.core.base.errors import VoiceError, VoiceFault
from parley.core.base.sums import added
from parley.core.log.events.base import reported_tokens
from parley.core.log.events.turn import Usage
from parley.core.voices.base import Delta
from parley.core.voices.embedded import client
from parley.core.voices.embedded.bodies import Call
from parley.core.voices.embedded.client import LostServerError, answer_to, events
from parley.core.voices.embedded.process import EmbeddedServer

_STOPS = {"limit": "max_tokens", "length": "max_tokens", "max_tokens": "max_tokens", "word": "stop_sequence"}


@dataclass
class Take:
    """One draw of a line, as it arrives. Times in seconds since the request began.

    `lost` is what was used up before the server died and the draw began anew. `tokens` are their numbers and the
    logarithms of their likelihoods, where these were asked for.
    """

    text: str = ""
    usage: Usage = field(default_factory=Usage)
    lost: Usage = field(default_factory=Usage)
    stop: str = "end_turn"
    first: float = 0.0
    done: bool = False
    id: str = ""
    tokens: list[tuple[int, float]] = field(default_factory=list)

    @property
    def likelihood(self) -> float | None:
        """The mean of the logarithms; None where there are none."""
        return mean([value for _token, value in self.tokens])


def mean(values: Sequence[float]) -> float | None:
    """The mean; None of nothing."""
    return added(values) / len(values) if values else None


async def draw(
    server: EmbeddedServer, plan: Call, takes: Sequence[Take], watch: Stopwatch, cap: int
) -> AsyncGenerator[Delta, None]:
    """Stream one call into its `takes`; a server that died is started again once.

    A take of more than `cap` characters (0: any) would be cut off: the call ends where all are done or that long.
    Yields what the first take says.
    """
    for last_chance in (False, True):
        await server.start()
        try:
            async with (
                server.places.place(),
                aclosing(events(server.address, server.key, plan.path, plan.body)) as stream,
            ):
                quiet = Stopwatch()
                async for event in stream:
                    place, piece = _READERS[plan.path](event, takes)
                    take = takes[place]
                    if not piece:
                        if quiet.seconds() > client.SILENCE_SECONDS:
                            raise client.silent(client.SILENCE_SECONDS)
                        continue
                    quiet = Stopwatch()
                    take.first = take.first or watch.seconds()
                    take.text = (take.text + piece).lstrip()
                    yield Delta("" if place else piece)
                    if cap and plan.path == "/completion" and _overran(takes, cap):
                        return
            return
        except LostServerError:
            await _lost(server, takes, last_chance=last_chance)
        said = any(take.text for take in takes)
        for take in takes:
            take.lost, take.usage = take.usage, Usage()
            take.text, take.first, take.done = "", 0.0, False
            take.tokens.clear()
        if said:
            yield Delta("", restart=True)


def _overran(takes: Sequence[Take], cap: int) -> bool:
    """Whether what comes now would be cut off of every take that is not done."""
    running = [take for take in takes if not take.done]
    if not running or any(len(take.text) <= cap for take in running):
        return False
    for take in running:
        take.stop = "max_tokens"
    return True


async def _lost(server: EmbeddedServer, takes: Sequence[Take], *, last_chance: bool) -> None:
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
    """All tokens of these draws, of those that broke off too."""
    return total([*(take.lost for take in takes), *(take.usage for take in takes)])


def total(used: Sequence[Usage]) -> Usage:
    """The sum."""
    return Usage(
        input=sum(each.input for each in used),
        cache_read=sum(each.cache_read for each in used),
        output=sum(each.output for each in used),
    )


def _timed(event: Mapping[str, Any], take: Take, place: int) -> None:
    timings = event.get("timings")
    if isinstance(timings, dict):
        # All takes of a call share one prompt, which is read once.
        take.usage = Usage(
            input=0 if place else reported_tokens(timings.get("prompt_n", 0)),
            cache_read=0 if place else reported_tokens(timings.get("cache_n", 0)),
            output=reported_tokens(timings.get("predicted_n", 0)),
        )


def _likelihoods(tokens: Any) -> list[tuple[int, float]]:
    """Numbers and logarithms of likelihood, as the server tells them."""
    return [(int(token.get("id", 0)), float(token.get("logprob", 0.0))) for token in tokens or ()]


async def alone(server: EmbeddedServer, prompt: str, takes: Sequence[Take], used: list[Usage]) -> list[float | None]:
    """The mean logarithms of likelihood of the takes' tokens behind a bare `prompt`; what it took goes to `used`.

    The server tells no likelihood of a text that it is given, so it is made to say these tokens and no others.
    """

    async def one(take: Take) -> float | None:
        if not take.tokens:
            return None
        body = {
            "prompt": prompt,
            "grammar": "root ::= " + " ".join(f"<[{token}]>" for token, _value in take.tokens),
            "n_predict": len(take.tokens),
            "n_probs": 1,
            "samplers": ["top_k"],
            "top_k": 1,
            "cache_prompt": True,
        }
        answer = await answer_to(server.address, server.key, "/completion", body)
        said = Take()
        _read_completion(answer, [said])
        used.append(said.usage)
        return said.likelihood

    try:
        async with server.places.place(), asyncio.TaskGroup() as tasks:
            asked = [tasks.create_task(one(take)) for take in takes]
    except ExceptionGroup as faults:
        raise faults.exceptions[0] from None
    return [each.result() for each in asked]


def _place(event: Mapping[str, Any], takes: Sequence[Take]) -> int:
    place = event.get("index", 0)
    return place if isinstance(place, int) and 0 <= place < len(takes) else 0


def _read_completion(event: Mapping[str, Any], takes: Sequence[Take]) -> tuple[int, str]:
    place = _place(event, takes)
    take = takes[place]
    _timed(event, take, place)
    take.tokens += _likelihoods(event.get("completion_probabilities"))
    if event.get("stop"):
        take.done = True
        take.stop = _STOPS.get(str(event.get("stop_type")), "end_turn")
        if event.get("stopping_word") == "\n":
            take.stop = "end_turn"
    return place, str(event.get("content", ""))


def _read_chat(event: Mapping[str, Any], takes: Sequence[Take]) -> tuple[int, str]:
    choices: Sequence[Any] = event.get("choices") or ({},)
    place = _place(choices[0], takes)
    take = takes[place]
    _timed(event, take, place)
    take.id = take.id or str(event.get("id", ""))
    said = ""
    for choice in choices:
        if reason := choice.get("finish_reason"):
            take.done = True
            take.stop = _STOPS.get(str(reason), "end_turn")
        said += str(choice.get("delta", {}).get("content") or "")
    return place, said


_READERS: dict[str, Callable[[Mapping[str, Any], Sequence[Take]], tuple[int, str]]] = {
    "/completion": _read_completion,
    "/v1/chat/completions": _read_chat,
}
