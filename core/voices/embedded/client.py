"""HTTP to the embedded server: a body in, its stream of events out, every fault as a `VoiceError`."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import msgspec

from parley.core.base.errors import VoiceError

CONNECT_SECONDS = 10.0
SILENCE_SECONDS = 300.0
"""How long the server may say nothing: a long prompt on a slow machine takes its time."""


class LostServerError(Exception):
    """The connection to the server broke or was never made."""


async def events(address: str, key: str, path: str, body: Mapping[str, Any]) -> AsyncGenerator[dict[str, Any], None]:
    """Yield the events that the server streams in answer to `body`.

    Closing the iterator ends the call in the server too. Raises `VoiceError`, and `LostServerError` where the server
    is gone.
    """
    async with (
        _open_call_client(address, key) as client,
        client.stream("POST", path, content=msgspec.json.encode(body)) as answer,
    ):
        if answer.status_code != 200:
            raise fault(answer.status_code, await answer.aread())
        async for line in answer.aiter_lines():
            if line.startswith("data:") and (data := line[5:].strip()) != "[DONE]":
                yield _decode_event(data.encode())
            elif line.startswith("error:"):
                raise fault(500, line[6:].encode())


async def answer_to(address: str, key: str, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the server says to `body` in one piece; several answers stand in `results`.

    Raises `VoiceError`, and `LostServerError` where the server is gone.
    """
    async with _open_call_client(address, key) as client:
        answer = await client.post(path, content=msgspec.json.encode(body))
        if answer.status_code != 200:
            raise fault(answer.status_code, answer.content)
        several = answer.content[:1] == b"["
        return _decode_event(b'{"results":' + answer.content + b"}" if several else answer.content)


@asynccontextmanager
async def _open_call_client(address: str, key: str) -> AsyncGenerator[httpx2.AsyncClient, None]:
    """Open a client for one call; what breaks underway is said in our words."""
    timeout = httpx2.Timeout(SILENCE_SECONDS, connect=CONNECT_SECONDS)
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    # Loopback: no certificates to load, and no proxy may come between.
    client = httpx2.AsyncClient(base_url=address, headers=headers, verify=False, trust_env=False, timeout=timeout)
    try:
        async with client:
            yield client
    except httpx2.TimeoutException:
        raise silent(SILENCE_SECONDS) from None
    except httpx2.TransportError as error:
        raise LostServerError(type(error).__name__) from None


def silent(seconds: float) -> VoiceError:
    """Nothing came for too long, or nothing new."""
    hint = "Choose a smaller model, or try again when the machine is less busy."
    template = "The embedded model said nothing for {silence:.0f} seconds."
    return VoiceError("timeout", template, silence=seconds, hint=hint)


def _decode_event(data: bytes) -> dict[str, Any]:
    try:
        event = msgspec.json.decode(data)
    except msgspec.DecodeError:
        raise VoiceError("server", "The embedded model's server sent something that is not JSON.") from None
    if not isinstance(event, dict):
        raise VoiceError("server", "The embedded model's server sent something that is not an event.")
    if isinstance(event.get("error"), dict):
        raise fault(int(event["error"].get("code") or 500), data)
    return event


def fault(status: int, answer: bytes) -> VoiceError:
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
    if status in {401, 403}:
        return VoiceError("auth", "The embedded model's server did not accept our key.", hint="Try again.")
    if status in {429, 503}:
        return VoiceError("overloaded", "The embedded model is still busy or loading.", hint="Try again in a moment.")
    return VoiceError("server", "The embedded model's server failed (status {status}).{said}", status=status, said=said)
