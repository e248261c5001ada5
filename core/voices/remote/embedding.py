"""Texts to vectors by a server: OpenAI's shape, which many that speak the Messages API know, too."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from parley.core.base.errors import VoiceError, VoiceUnavailable
from parley.core.voices.remote.connection import Connection
from parley.core.voices.remote.faults import fault_of, quote_words
from parley.core.voices.vectors import Vector, find_vectors_in, make_unit, shorten_text

LONGEST = 1_000
"""Bytes of a text that are sent at once: small models for embeddings read 512 tokens or few more."""

_HINT = (
    "Start it with embeddings (llama.cpp: --embeddings --pooling mean), name a model that embeds, or use the embedded "
    "model."
)


async def embed_texts(connection: Connection, model: str, texts: Sequence[str]) -> tuple[Vector, ...]:
    """Return one vector of unit length a text, by `POST …/embeddings`; what it has beyond a thousand bytes does not
    count.

    Raises `VoiceUnavailable` where the server offers none, `VoiceError` where the call fails.
    """
    found = await _fetch_vectors(connection, model, [shorten_text(text, LONGEST) for text in texts])
    return tuple(map(make_unit, found))


async def _fetch_vectors(connection: Connection, model: str, flat: Sequence[str]) -> Sequence[Vector]:
    body = {"model": model, "input": flat, "encoding_format": "float"}
    fault: VoiceError | None = None
    try:
        client = await connection.get_client()
        async with asyncio.timeout(connection.timeout):
            post: Any = client.post  # the bare call: Anthropic's SDK has no method for embeddings
            answer = await post(
                connection.embeddings, body=body, cast_to=object, options={"headers": connection.call_headers()}
            )
    except Exception as error:
        fault = _make_fault(error, connection, model)
        if fault is None:
            raise
    if fault is not None:
        raise fault  # Raised out here: what the SDK raised holds the request with its headers
    found = find_vectors_in(answer, len(flat))
    if found is None:
        template = "{where} answered with something that is not one vector a text."
        raise VoiceError("invalid", template, where=connection.where, hint=_HINT)
    return found


def _make_fault(error: Exception, connection: Connection, model: str) -> VoiceError | None:
    if isinstance(error, connection.load_sdk().APIStatusError):
        status, said = int(error.status_code), quote_words(connection.said(error).message, connection)
        told = f": {said}" if said else ""
        about: dict[str, Any] = {"where": connection.where, "status": status, "told": told, "hint": _HINT}
        if status in {404, 405, 501}:
            return VoiceUnavailable("{where} offers no embeddings by '{model}' ({status}){told}.", model=model, **about)
        if status in {400, 413, 415, 422}:
            return VoiceError("bad_request", "{where} would not embed the lines ({status}){told}.", **about)
    if found := fault_of(error, connection, model):  # its hints are about turns; here there is none
        found.hint = found.hint.replace("Retry", "Try again").replace("retry takes the same turn again", "try again")
    return found
