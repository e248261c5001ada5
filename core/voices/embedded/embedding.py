"""Texts to vectors by the embedded model: a child process of its own, since a server that embeds does not speak."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from parley.core.base.errors import FileError, VoiceError
from parley.core.base.sentences import os_reason
from parley.core.voices.embedded.client import LostServerError, answer_to
from parley.core.voices.embedded.process import EmbeddedServer, Lease, Pooling
from parley.core.voices.models import Model
from parley.core.voices.vectors import Vector, find_vectors_in, shortened, unit

CONTEXT = 1_024
"""Tokens that are read of a text."""
SPARED = 24
"""Tokens for what a model puts around a text by itself."""


class Embedder:
    """The embedding side of an embedded voice. Its server runs from the first text on until `close`.

    What a text has beyond a thousand bytes does not count.
    """

    def __init__(self, model: Model, path: Path, *, threads: int = 0, server: EmbeddedServer | None = None) -> None:
        self._model = model
        self._path = path
        self._context = min(CONTEXT, model.context)
        # One that was made to speak knows no way of its own: the mean of its tokens' vectors is what there is.
        pooling: Pooling = "own" if model.use == "embed" else "mean"
        self._lease = Lease(path, context=self._context, threads=threads, embeds=pooling, server=server)

    @property
    def name(self) -> str:
        """The model and its very file. Raises `FileError` where that is gone."""
        kind = self._model.sha256[:16]
        if not kind:
            try:
                told = self._path.stat()
            except OSError as error:
                raise FileError(self._path, "the model cannot be read ({why}).", why=os_reason(error)) from None
            kind = f"{told.st_size:x}-{told.st_mtime_ns:x}"
        return f"embedded/{self._model.id}/{kind}/{self._context}"

    async def embed(self, texts: Sequence[str]) -> tuple[Vector, ...]:
        """One vector of unit length a text. Raises `VoiceError`."""
        found = await self._request_embeddings([shortened(text, self._context - SPARED) for text in texts])
        return tuple(map(unit, found))

    async def _request_embeddings(self, texts: Sequence[str]) -> list[Vector]:
        server, body = self._lease.server, {"input": list(texts), "encoding_format": "float"}
        for last_chance in (False, True):
            await server.start()
            try:
                async with server.places.place():
                    answer = await answer_to(server.address, server.key, "/v1/embeddings", body)
            except LostServerError:
                # One that was given back in the meantime must not be started again: nobody would end it.
                if last_chance or server.running or self._lease.held is not server:
                    why = server.last_words().rstrip(".")
                    hint = "Try again, or choose a smaller model."
                    template = "The embedded model's server ended while it was reading{value}."
                    raise VoiceError("server", template, value=": " + why if why else "", hint=hint) from None
                continue
            if (found := find_vectors_in(answer, len(texts))) is not None:
                return found
            break
        hint = "Choose another model for embeddings."
        raise VoiceError("invalid", "The model {name} gives no vectors of whole texts.", name=self._model.id, hint=hint)

    async def close(self) -> None:
        """Give the server back. Idempotent."""
        await self._lease.close()
