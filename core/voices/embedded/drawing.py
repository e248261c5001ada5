"""Lines as they are drawn: one call of the server over HTTP, one or several takes that stream in; every fault is a
`VoiceError`."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2
import msgspec
from msgspec.structs import asdict

from parley.core.base.clock import Stopwatch
from parley.core.base.errors import VoiceError
from parley.core.log.events.base import reported_tokens
from parley.core.log.events.turn import Usage
from parley.core.voices.base import Delta, Payload, Spent
from parley.core.voices.embedded.bodies import CHAT_PATH
from parley.core.voices.embedded.process import EmbeddedServer


@dataclass
class Take:
    """One draw of a line, as it arrives. Times in seconds since the request began.

    `logs` are the log probabilities of its tokens, as far as the server tells them.
    """

    text: str = ""
    usage: Usage = field(default_factory=Usage)
    stop: str = "end_turn"
    first: float = 0.0
    done: bool = False
    logs: list[float] = field(default_factory=list)
    id: str = ""

    @property
    def likely(self) -> float:
        """How sure the model was: exp of the mean log probability of its tokens; 0.5 where the server does not say."""
        return math.exp(sum(self.logs) / len(self.logs)) if self.logs else 0.5


async def stream_takes(
    server: EmbeddedServer, plan: Payload, takes: Sequence[Take], watch: Stopwatch, cap: int
) -> AsyncGenerator[Delta, None]:
    """Stream one call into its `takes`.

    A take of more than `cap` characters (0: any) would be cut off: the call ends where all are done or that long.
    Yields whenever more has come. Raises `VoiceError`, which knows what they took.
    """
    try:
        async with aclosing(events(server, CHAT_PATH, plan.body)) as stream:
            async for event in stream:
                take, piece = _read_event(event, takes)
                if not piece:
                    continue
                take.first = take.first or watch.get_seconds()
                take.text = (take.text + piece).lstrip()
                yield Delta("", spent=Spent(sum_usage(takes)))
                if cap and _has_overrun_cap(takes, cap):
                    return
    except VoiceError as error:
        error.tokens, error.partial = asdict(sum_usage(takes)), takes[0].text
        raise


def _has_overrun_cap(takes: Sequence[Take], cap: int) -> bool:
    """Return whether what comes now would be cut off of every take that is not done."""
    running = [take for take in takes if not take.done]
    if not running or any(len(take.text) <= cap for take in running):
        return False
    for take in running:
        take.stop = "max_tokens"
    return True


def sum_usage(takes: Sequence[Take]) -> Usage:
    """Return all tokens of these draws."""
    return Usage(
        input=sum(take.usage.input for take in takes),
        cache_read=sum(take.usage.cache_read for take in takes),
        output=sum(take.usage.output for take in takes),
    )


def _read_event(event: Mapping[str, Any], takes: Sequence[Take]) -> tuple[Take, str]:
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
    said = ""
    for choice in choices:
        if reason := choice.get("finish_reason"):
            take.done = True
            take.stop = "max_tokens" if reason == "length" else "end_turn"
        take.logs += [float(token["logprob"]) for token in (choice.get("logprobs") or {}).get("content") or ()]
        said += str(choice.get("delta", {}).get("content") or "")
    return take, said


CONNECT_SECONDS = 10.0
SILENCE_SECONDS = 300.0
"""How long the server may say nothing: a long prompt on a slow machine takes its time."""


async def events(server: EmbeddedServer, path: str, body: Mapping[str, Any]) -> AsyncGenerator[dict[str, Any], None]:
    """Yield the events that the server, which is started where it does not run, streams in answer to `body`.

    Closing the iterator ends the call in the server too. Raises `VoiceError`.
    """
    async with (
        _open_call_client(server) as client,
        client.stream("POST", path, content=msgspec.json.encode(body)) as answer,
    ):
        if answer.status_code != 200:
            raise make_fault(answer.status_code, await answer.aread())
        async for line in answer.aiter_lines():
            if line.startswith("data:") and (data := line[5:].strip()) != "[DONE]":
                yield _decode_event(data.encode())
            elif line.startswith("error:"):  # llama.cpp's own way to end a stream with a fault
                raise make_fault(500, line[6:].encode())


async def answer_to(server: EmbeddedServer, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the server says to `body` in one piece. Raises `VoiceError`."""
    async with _open_call_client(server) as client:
        answer = await client.post(path, content=msgspec.json.encode(body))
        if answer.status_code != 200:
            raise make_fault(answer.status_code, answer.content)
        return _decode_event(answer.content)


@asynccontextmanager
async def _open_call_client(server: EmbeddedServer) -> AsyncGenerator[httpx2.AsyncClient, None]:
    """Open a client for one call, in its place among the server's calls; what breaks underway is said in our words."""
    await server.start()
    timeout = httpx2.Timeout(SILENCE_SECONDS, connect=CONNECT_SECONDS)
    headers = {"Authorization": f"Bearer {server.key}", "Content-Type": "application/json"}
    # Loopback: no certificates to load, and no proxy may come between.
    client = httpx2.AsyncClient(
        base_url=server.address, headers=headers, verify=False, trust_env=False, timeout=timeout
    )
    try:
        async with server.places.place(), client:
            yield client
    except httpx2.TimeoutException:
        hint = "Choose a smaller model, or try again when the machine is less busy."
        template = "The embedded model said nothing for {silence:.0f} seconds."
        raise VoiceError("timeout", template, silence=SILENCE_SECONDS, hint=hint) from None
    except httpx2.TransportError:
        # The connection breaks a moment before the system says that the child is gone.
        await asyncio.sleep(0.1)
        if server.running:
            hint = "Retry takes the same turn again."
            template = "The embedded model's server did not answer to the end."
            raise VoiceError("connection", template, hint=hint) from None
        why = server.last_words().rstrip(".")
        template = "The embedded model's server ended in the middle of its work{value}."
        hint = "Retry starts it anew; if it ends again, choose a smaller model or context."
        raise VoiceError("server", template, value=": " + why if why else "", hint=hint) from None


def _decode_event(data: bytes) -> dict[str, Any]:
    try:
        event = msgspec.json.decode(data, type=dict[str, Any])
    except msgspec.DecodeError:
        raise VoiceError("server", "The embedded model's server sent something that is not an event.") from None
    if isinstance(event.get("error"), dict):
        raise make_fault(int(event["error"].get("code") or 500), data)
    return event


def make_fault(status: int, answer: bytes) -> VoiceError:
    """Return what the server's refusal means."""
    try:
        error = msgspec.json.decode(answer)["error"]
        kind, message = str(error.get("type", "")), str(error.get("message", ""))
    except (msgspec.DecodeError, KeyError, TypeError, AttributeError):
        kind, message = "", ""
    said = f" It said: {message[:200].rstrip('.')}." if message else ""
    if kind == "exceed_context_size_error":
        template = "What the member would be told is longer than the embedded model can take."
        hint = "Raise the context in the settings, shorten the topic, or choose a model with a longer context."
        return VoiceError("context_full", template, hint=hint)
    if status == 400:
        return VoiceError("bad_request", "The embedded model's server refused the request.{said}", said=said)
    if status in {429, 503}:
        return VoiceError("overloaded", "The embedded model is still busy or loading.", hint="Try again in a moment.")
    return VoiceError("server", "The embedded model's server failed (status {status}).{said}", status=status, said=said)
