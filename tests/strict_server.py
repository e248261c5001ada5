"""A strict Messages API on loopback: real HTTP, real streams, and no mercy for what the real one refuses.

    with StrictServer() as server:
        server.script(Fail.rate_limited(after=0.01), Say("Good morning."))
        … a client with base_url=server.url and key=server.key …
        server.requests[-1].body

Answers that are not scripted come from `reply`. Nothing here knows Parley.
"""

from __future__ import annotations

import json
import select
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Generic, Self, TypeVar

from tests.strict_cache import Prompt, PromptCache
from tests.strict_rules import THINKING, RefusedError, check, instance

KEY = "sk-ant-strict-0123456789abcdef"


@dataclass(frozen=True)
class Say:
    """A reply in words, in pieces of `piece` characters; behind its last event the stream goes on as `tail` says."""

    text: str
    stop: str = "end_turn"
    piece: int = 7
    details: Mapping[str, Any] | None = None
    tail: str = "end"  # end: it ends; drop: the connection breaks; hang: it stays open


@dataclass(frozen=True)
class CallTool:
    """A reply that calls a tool; `raw` replaces the arguments by what is no JSON."""

    name: str
    arguments: Mapping[str, Any]
    text: str = ""
    raw: str = ""


@dataclass(frozen=True)
class Fail:
    """An HTTP error in the API's shape."""

    status: int
    kind: str = "api_error"
    message: str = "Something went wrong."
    headers: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def rate_limited(cls, after: float | None = None) -> Fail:
        """429, with `retry-after` where `after` is given."""
        headers = {} if after is None else {"retry-after": str(after)}
        return cls(429, "rate_limit_error", "This request would exceed your rate limit.", headers)

    @classmethod
    def overloaded(cls) -> Fail:
        """529."""
        return cls(529, "overloaded_error", "Overloaded")

    @classmethod
    def out_of_credit(cls) -> Fail:
        """402."""
        return cls(402, "billing_error", "Your credit balance is too low to access the API.")


@dataclass(frozen=True)
class Break:
    """A stream that goes wrong after `text`: `how` says in which way."""

    text: str = ""
    # drop: the connection breaks; end: it ends without an end; error: an error event; hang: silence; empty: events that
    # bring nothing, for ever
    how: str = "drop"
    kind: str = "overloaded_error"


@dataclass(frozen=True)
class Hang:
    """No answer at all, until the client goes."""


@dataclass(frozen=True)
class Page:
    """An answer that is not of this API at all."""

    text: str = "<html><body>It works!</body></html>"


Answer = Say | CallTool | Fail | Break | Hang | Page


@dataclass
class Received:
    """A request as it came; `gone` is set when the client left before the end.

    `told` is the usage that the answer named so far.
    """

    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    id: str = ""
    prompt: Prompt | None = None
    refused: str = ""
    gone: threading.Event = field(default_factory=threading.Event)
    told: dict[str, int] = field(default_factory=dict)

    @property
    def tokens(self) -> int:
        """All tokens that the answer named."""
        return sum(self.told.values())


S = TypeVar("S", bound="Loopback")


class Loopback:
    """A server on loopback: what it was asked, and what it answers. `key` None lets everybody in; answers that are not
    scripted come from `reply`."""

    def __init__(
        self, handler: type[LoopbackHandler[Any]], key: str | None, reply: Callable[[dict[str, Any]], Answer]
    ) -> None:
        self.key = key
        self.requests: list[Received] = []
        self.entry = threading.Lock()
        self.arrived = threading.Event()
        self.closing = threading.Event()
        self._reply = reply
        self._script: deque[Answer] = deque()
        self._http = _Http(self, handler)
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def url(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self._http.server_port}"

    def script(self, *answers: Answer) -> None:
        """What the next requests are answered with, one each."""
        self._script.extend(answers)

    def answer(self, body: dict[str, Any]) -> Answer:
        """The next answer."""
        return self._script.popleft() if self._script else self._reply(body)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


class _Http(ThreadingHTTPServer, Generic[S]):
    daemon_threads = True
    # A hanging answer ends by itself when the server closes.
    block_on_close = False

    def __init__(self, strict: S, handler: type[LoopbackHandler[S]]) -> None:
        super().__init__(("127.0.0.1", 0), handler)
        self.strict = strict

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that go are part of the tests."""


class LoopbackHandler(BaseHTTPRequestHandler, Generic[S]):
    """Takes requests and notes them; `_authorize` lets in, `_answer` answers, `_say` says an answer in words, `_fail`
    says what went wrong, `_ping` sends what means nothing."""

    protocol_version = "HTTP/1.1"
    # Small pieces must leave at once, or a test waits for the kernel.
    disable_nagle_algorithm = True
    id_header = "x-request-id"
    server: _Http[S]
    _empty = False

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Be quiet."""

    def do_GET(self) -> None:
        self._serve({})

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", 0))
        content = self.rfile.read(length)
        if len(content) < length:
            # Whoever sent it was killed on the way.
            self.close_connection = True
            return
        self._serve(json.loads(content or b"{}"))

    def _serve(self, body: dict[str, Any]) -> None:
        strict = self.server.strict
        headers = {name.lower(): value for name, value in self.headers.items()}
        received = Received(self.path.split("?")[0], headers, body)
        with strict.entry:
            strict.requests.append(received)
            self._name = received.id = f"req_{len(strict.requests):06d}"
        strict.arrived.set()
        try:
            self._authorize(headers)
            self._answer(received)
        except RefusedError as refused:
            received.refused = refused.message
            self._fail(Fail(refused.status, refused.kind, refused.message))
        except (BrokenPipeError, ConnectionResetError):
            received.gone.set()
            self.close_connection = True

    def _authorize(self, headers: Mapping[str, str]) -> None:
        raise NotImplementedError

    def _answer(self, received: Received) -> None:
        raise NotImplementedError

    def _say(self, received: Received, answer: Say | CallTool | Break) -> None:
        raise NotImplementedError

    def _fail(self, fail: Fail) -> None:
        raise NotImplementedError

    def _ping(self) -> None:
        raise NotImplementedError

    def _reply(self, received: Received) -> None:
        """Give the next answer, of whichever kind it is."""
        answer = self.server.strict.answer(received.body)
        match answer:
            case Fail():
                self._fail(answer)
            case Hang():
                self._wait(received)
            case Page():
                self._send(200, answer.text.encode(), {"content-type": "text/html"})
            case _:
                self._say(received, answer)

    def _goes_on(self, received: Received, answer: Say | CallTool | Break) -> bool:
        """Whether a stream may be ended after all that `answer` has: one that breaks or hangs is not."""
        how = answer.how if isinstance(answer, Break) else answer.tail if isinstance(answer, Say) else "end"
        if how == "drop":
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
        elif how in {"hang", "empty"}:
            self._empty = how == "empty"
            self._wait(received, pings=True)
        return how not in {"drop", "hang", "empty"}

    def _wait(self, received: Received, *, pings: bool = False) -> None:
        """Say nothing until the client goes or the server closes."""
        self.close_connection = True
        while not self.server.strict.closing.is_set():
            readable, _, _ = select.select([self.connection], [], [], 0.02)
            if readable and not self.connection.recv(1, socket.MSG_PEEK):
                received.gone.set()
                return
            if pings:
                self._ping()

    def _send(self, status: int, content: bytes, headers: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in ({"content-type": "application/json"} | dict(headers or {})).items():
            self.send_header(name, value)
        self.send_header(self.id_header, self._name)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _begin_stream(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.send_header(self.id_header, self._name)
        self.end_headers()

    def _raw(self, event: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(event), event))
        self.wfile.flush()


class StrictServer(Loopback):
    """The server."""

    def __init__(
        self,
        *,
        key: str | None = KEY,
        minimum_cached: int = 512,
        reply: Callable[[dict[str, Any]], Answer] | None = None,
    ) -> None:
        super().__init__(_Handler, key, reply or plain_reply)
        self.cache = PromptCache(minimum_cached)

    @property
    def messages(self) -> list[Received]:
        """The requests for messages, refused ones too."""
        return [request for request in self.requests if request.path == "/v1/messages"]


def plain_reply(body: dict[str, Any]) -> Answer:
    """JSON that fits where a schema is asked for, else a short line."""
    form = body.get("output_config", {}).get("format")
    if form:
        return Say(json.dumps(instance(form["schema"])))
    return Say(f"That makes {len(body['messages'])} messages so far, and I have no objection.")


class _Handler(LoopbackHandler["StrictServer"]):
    id_header = "request-id"

    def _answer(self, received: Received) -> None:
        path, body, version = received.path, received.body, received.headers.get("anthropic-version", "")
        if path.startswith("/v1/models"):
            self._models(path)
        elif path == "/v1/messages":
            check(body, version)
            self._reply(received)
        else:
            raise RefusedError("Not found", 404, "not_found_error")

    def _authorize(self, headers: Mapping[str, str]) -> None:
        key = self.server.strict.key
        given = headers.get("authorization", "").removeprefix("Bearer ") or headers.get("x-api-key", "")
        if key is not None and given != key:
            raise RefusedError(f"invalid API key: {given}", 401, "authentication_error")

    def _models(self, path: str) -> None:
        models = [_model_info(name) for name in THINKING]
        if path == "/v1/models":
            listed = {"data": models, "has_more": False, "first_id": models[0]["id"], "last_id": models[-1]["id"]}
            self._send(200, json.dumps(listed).encode())
            return
        name = path.rsplit("/", 1)[-1]
        # Any other Claude is a newer one, which always thinks.
        self._send(200, json.dumps(_model_info(name)).encode())

    def _say(self, received: Received, answer: Say | CallTool | Break) -> None:
        received.prompt = self.server.strict.cache.count(received.body)
        self._begin_stream()
        for name, data in _events(received.body, answer, received.prompt, self._name):
            # Before it is sent: whoever has read it may look at once.
            before, received.told = received.told, received.told | data.get("message", data).get("usage", {})
            try:
                self._event(name, data)
            except OSError:
                received.told = before
                raise
        if not self._goes_on(received, answer):
            return
        if isinstance(answer, Break) and answer.how == "error":
            self._event("error", {"type": "error", "error": {"type": answer.kind, "message": "Overloaded"}})
        self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()

    def _event(self, name: str, data: Mapping[str, Any]) -> None:
        self._raw(f"event: {name}\ndata: {json.dumps(data)}\n\n".encode())

    def _ping(self) -> None:
        if self._empty:
            delta = {"type": "text_delta", "text": ""}
            self._event("content_block_delta", {"type": "content_block_delta", "index": 0, "delta": delta})
        self._event("ping", {"type": "ping"})

    def _fail(self, fail: Fail) -> None:
        error = {"type": fail.kind, "message": fail.message}
        shaped = {"type": "error", "error": error, "request_id": self._name}
        self._send(fail.status, json.dumps(shaped).encode(), fail.headers)


def _events(
    body: Mapping[str, Any], answer: Say | CallTool | Break, prompt: Prompt, name: str
) -> Iterator[tuple[str, dict[str, Any]]]:
    usage = {
        "input_tokens": prompt.input,
        "cache_read_input_tokens": prompt.cache_read,
        "cache_creation_input_tokens": prompt.cache_write,
        "output_tokens": 1,
    }
    message = {
        "id": f"msg_{name}", "type": "message", "role": "assistant", "model": body["model"], "content": [],
        "stop_reason": None, "stop_sequence": None, "usage": usage,
    }  # fmt: skip
    yield "message_start", {"type": "message_start", "message": message}
    yield "ping", {"type": "ping"}
    index = 0
    if "disabled" not in THINKING.get(body["model"], ()):
        # Whoever takes the first block for the answer shall see.
        yield from _block(index, {"type": "thinking", "thinking": "", "signature": ""}, "thinking_delta", ["Hm."])
        index += 1
    if answer.text:
        piece = answer.piece if isinstance(answer, Say) else 7
        pieces = [answer.text[at : at + piece] for at in range(0, len(answer.text), piece)]
        whole = not isinstance(answer, Break)
        yield from _block(index, {"type": "text", "text": ""}, "text_delta", pieces, whole=whole)
        index += 1
    if isinstance(answer, Break):
        return
    stop, details = "tool_use", None
    output = len(answer.text) // 4 + 1
    if isinstance(answer, CallTool):
        arguments = answer.raw or json.dumps(answer.arguments)
        start = {"type": "tool_use", "id": f"toolu_{name}", "name": answer.name, "input": {}}
        half = len(arguments) // 2
        yield from _block(index, start, "input_json_delta", [arguments[:half], arguments[half:]])
    else:
        stop, details = answer.stop, answer.details
    delta = {"stop_reason": stop, "stop_sequence": None, "stop_details": details}
    yield "message_delta", {"type": "message_delta", "delta": delta, "usage": {"output_tokens": output}}
    yield "message_stop", {"type": "message_stop"}


_PART = {"text_delta": "text", "thinking_delta": "thinking", "input_json_delta": "partial_json"}


def _block(
    index: int, start: dict[str, Any], kind: str, pieces: list[str], *, whole: bool = True
) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "content_block_start", {"type": "content_block_start", "index": index, "content_block": start}
    for piece in pieces:
        delta = {"type": kind, _PART[kind]: piece}
        yield "content_block_delta", {"type": "content_block_delta", "index": index, "delta": delta}
    if whole:
        yield "content_block_stop", {"type": "content_block_stop", "index": index}


def _model_info(name: str) -> dict[str, Any]:
    types = THINKING.get(name, {"adaptive"})

    def supports(right: bool) -> dict[str, bool]:
        return {"supported": right}

    kinds = ("adaptive", "between_tools", "disabled", "enabled")
    return {
        "type": "model",
        "id": name,
        "display_name": name.replace("-", " ").title(),
        "created_at": "2026-10-07T00:00:00Z",
        "lifecycle": "active",
        "max_input_tokens": 1_000_000,
        "max_tokens": 128_000,
        "capabilities": {
            "effort": {level: supports(True) for level in ("low", "medium", "high", "max")} | supports(True),
            "structured_outputs": supports(True),
            "thinking": {"supported": True, "types": {kind: supports(kind in types) for kind in kinds}},
        },
    }
