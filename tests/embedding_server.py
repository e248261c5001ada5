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
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

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


class EmbeddingServer:
    """`url`; `texts`, all that were embedded; `calls`, the headers and bodies of all requests.

    `answer` is asked first what to say to a body, None for vectors. While `gate` is not set, answers wait.
    """

    def __init__(self, answer: Callable[[Mapping[str, Any]], Answer | None] | None = None) -> None:
        self.answer = answer or (lambda _body: None)
        self.width = WIDTH
        self.texts: list[str] = []
        self.calls: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        self.gate = threading.Event()
        self.gate.set()
        self._http = _Quiet(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def url(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.gate.set()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Whoever asked has gone: nothing to write about."""


def _handler(server: EmbeddingServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            """Be quiet."""

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            server.calls.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            said = server.answer(body)
            if self.path != "/v1/embeddings":
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
            data = said.body.encode() if isinstance(said.body, str) else json.dumps(said.body).encode()
            try:
                self.send_response(said.status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

    return Handler
