"""A server on loopback that embeds in OpenAI's shape, as llama.cpp, Ollama, LM Studio and vLLM do: by its words.

    with EmbeddingServer() as server:
        … a voice with base_url=server.url …
        server.texts

A text's vector is the sum of its words' directions, so that texts which share words are alike. Nothing here knows
Parley.
"""

from __future__ import annotations

import hashlib
import json
import math
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.strict_server import Loopback, LoopbackHandler, Received

WIDTH = 96


def word_vector(text: str, width: int = WIDTH) -> tuple[float, ...]:
    """Of unit length; all of them lean the same way, as those of language models do."""
    whole = [0.0] * width
    for word in text.lower().split():
        digest = hashlib.shake_128(word.strip(".,!?").encode()).digest(width)
        whole = [value + 0.9 + (byte - 127.5) / 127.5 for value, byte in zip(whole, digest, strict=True)]
    length = math.sqrt(sum(value * value for value in whole))
    return tuple(value / length for value in whole)


@dataclass(frozen=True)
class Answer:
    """What the server says instead of vectors."""

    status: int
    body: Any = field(default_factory=dict)


class EmbeddingServer(Loopback):
    """`texts`, all that were embedded; `calls`, the paths, headers and bodies of all requests.

    `answer` is asked first what to say to a body, None for vectors. While `gate` is not set, answers wait.
    """

    def __init__(self, answer: Callable[[Mapping[str, Any]], Answer | None] = lambda _body: None) -> None:
        super().__init__(_Handler, None, answer)  # type: ignore[arg-type]  # they are answers of its own
        self.width = WIDTH
        self.texts: list[str] = []
        self.gate = threading.Event()
        self.gate.set()

    @property
    def calls(self) -> list[tuple[str, dict[str, str], dict[str, Any]]]:
        return [(each.path, each.headers, each.body) for each in self.requests]

    def __exit__(self, *error: object) -> None:
        self.gate.set()
        super().__exit__(*error)


class _Handler(LoopbackHandler["EmbeddingServer"]):
    def _authorize(self, headers: Mapping[str, str]) -> None:
        """Everybody is let in."""

    def _answer(self, received: Received) -> None:
        server, body = self.server.strict, received.body
        said: Any = server.answer(body)
        if received.path != "/v1/embeddings":
            said = Answer(404, {"error": {"message": "no such page"}})
        server.gate.wait(60)
        if said is None:
            server.texts += body["input"]
            rows = [
                {"object": "embedding", "index": at, "embedding": word_vector(text, server.width)}
                for at, text in enumerate(body["input"])
            ]
            # In whatever order: the index says which is which.
            said = Answer(200, {"object": "list", "data": rows[::-1], "model": body["model"]})
        self._send(said.status, said.body.encode() if isinstance(said.body, str) else json.dumps(said.body).encode())
