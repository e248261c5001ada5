"""Strict chat completions on loopback: real HTTP, real streams, and no mercy for what real servers refuse.

    with StrictChat(lacks={"tools"}) as server:
        server.script(Fail.rate_limited(after=0.01), Say("Good morning."))
        … a client with base_url=server.url and key=server.key …
        server.completions[-1].body

The answers are those of the strict Messages API. Answers that are not scripted come from `reply`. Nothing here knows
Parley.
"""

from __future__ import annotations

import json
import select
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from tests.strict_chat_rules import check
from tests.strict_rules import RefusedError, instance
from tests.strict_server import Answer, Break, CallTool, Fail, Hang, Page, Received, Say

KEY = "sk-chat-strict-0123456789abcdef"
MODEL = "small-talker"


class StrictChat:
    """The server; `key` None lets everybody in. `lacks`: what it refuses to take (`tests.strict_chat_rules.LACKED`).

    `deaf`: what it takes and does nothing with: "schema" (it answers in words), "usage" (it never counts), "stream" (it
    answers in one piece). `pages` are answers to other GET and POST paths, such as "/api/tags".
    """

    def __init__(
        self,
        *,
        key: str | None = KEY,
        lacks: Collection[str] = (),
        deaf: Collection[str] = (),
        reply: Callable[[dict[str, Any]], Answer] | None = None,
        models: Collection[str | Mapping[str, Any]] = (MODEL,),
        pages: Mapping[str, Any] | None = None,
        prefix: str = "/v1",
    ) -> None:
        self.key = key
        self.lacks = frozenset(lacks)
        self.deaf = frozenset(deaf)
        self.models = [{"id": each} if isinstance(each, str) else dict(each) for each in models]
        self.pages = dict(pages or {})
        self.prefix = prefix
        self.named = MODEL
        self.requests: list[Received] = []
        self.entry = threading.Lock()
        self.arrived = threading.Event()
        self.closing = threading.Event()
        self.extra: dict[str, Any] = {}
        self._reply = reply or self._plain
        self._script: deque[Answer] = deque()
        self._http = _Http(self)
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def url(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self._http.server_port}"

    @property
    def completions(self) -> list[Received]:
        """The requests for completions, refused ones too."""
        return [request for request in self.requests if request.path.endswith("/chat/completions")]

    @property
    def refused(self) -> list[str]:
        """What was wrong with requests."""
        return [request.refused for request in self.requests if request.refused]

    def script(self, *answers: Answer) -> None:
        """What the next requests are answered with, one each."""
        self._script.extend(answers)

    def answer(self, body: dict[str, Any]) -> Answer:
        """The next answer."""
        return self._script.popleft() if self._script else self._reply(body)

    def _plain(self, body: dict[str, Any]) -> Answer:
        form = body.get("response_format")
        if form and "schema" not in self.deaf:
            return Say(json.dumps(instance(form["json_schema"]["schema"])))
        return Say(f"That makes {len(body['messages'])} messages so far, and I have no objection.")

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, strict: StrictChat) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.strict = strict

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that go are part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Http

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Be quiet."""

    def do_GET(self) -> None:
        self._serve({})

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", 0))
        content = self.rfile.read(length)
        if len(content) < length:
            self.close_connection = True
            return
        self._serve(json.loads(content or b"{}"))

    def _serve(self, body: dict[str, Any]) -> None:
        strict, path = self.server.strict, self.path.split("?")[0]
        headers = {name.lower(): value for name, value in self.headers.items()}
        received = Received(path, headers, body)
        with strict.entry:
            strict.requests.append(received)
            self._name = received.id = f"req_{len(strict.requests):06d}"
        strict.arrived.set()
        try:
            self._authorize(headers)
            if path in strict.pages:
                page = strict.pages[path]
                self._send(200, page(body) if callable(page) else page)
            elif path == f"{strict.prefix}/models":
                self._send(200, {"object": "list", "data": strict.models})
            elif path == f"{strict.prefix}/chat/completions":
                check(body, strict.lacks, [str(each["id"]) for each in strict.models])
                self._complete(received)
            else:
                raise RefusedError("File Not Found", 404, "")
        except RefusedError as refused:
            received.refused = refused.message
            self._fail(Fail(refused.status, refused.kind, refused.message))
        except (BrokenPipeError, ConnectionResetError):
            received.gone.set()
            self.close_connection = True

    def _authorize(self, headers: Mapping[str, str]) -> None:
        key = self.server.strict.key
        given = headers.get("authorization", "").removeprefix("Bearer ")
        if key is not None and given != key:
            told = f"Incorrect API key provided: {given}." if given else "You didn't provide an API key."
            raise RefusedError(told, 401, "invalid_api_key")

    def _complete(self, received: Received) -> None:
        answer = self.server.strict.answer(received.body)
        match answer:
            case Fail():
                self._fail(answer)
            case Hang():
                self._wait(received)
            case Page():
                self._bytes(200, answer.text.encode(), "text/html")
            case _ if "stream" in self.server.strict.deaf or not received.body.get("stream"):
                self._send(200, self._whole(received, answer))
            case _:
                self._stream(received, answer)

    def _usage(self, received: Received, said: int) -> dict[str, Any]:
        prompt = sum(len(json.dumps(message)) // 4 for message in received.body["messages"])
        received.told = {"prompt_tokens": prompt, "completion_tokens": said}
        return {**received.told, "total_tokens": prompt + said, "prompt_tokens_details": {"cached_tokens": prompt // 2}}

    def _head(self, object_: str) -> dict[str, Any]:
        return {"id": self._name, "object": object_, "created": int(time.time()), "model": self.server.strict.named}

    def _whole(self, received: Received, answer: Answer) -> dict[str, Any]:
        text = getattr(answer, "text", "")
        message: dict[str, Any] = {"role": "assistant", "content": text}
        if isinstance(answer, CallTool):
            message["tool_calls"] = [_tool(answer, self._name, answer.raw or json.dumps(answer.arguments))]
        finish = "tool_calls" if isinstance(answer, CallTool) else _finish(answer)
        choice = {"index": 0, "message": message, "finish_reason": finish}
        return self._head("chat.completion") | {"choices": [choice], "usage": self._usage(received, len(text) // 4 + 1)}

    def _chunks(self, answer: Say | CallTool | Break) -> Iterator[dict[str, Any]]:
        def chunk(delta: Mapping[str, Any], finish: str | None = None) -> dict[str, Any]:
            choices = [{"index": 0, "delta": delta, "finish_reason": finish}]
            return self._head("chat.completion.chunk") | {"choices": choices}

        yield chunk({"role": "assistant", "content": ""})
        details = dict(getattr(answer, "details", None) or {})
        if thought := details.get("reasoning"):
            yield chunk({details.get("field", "reasoning_content"): thought})
        if refusal := details.get("refusal"):
            yield chunk({"refusal": refusal})
        piece = answer.piece if isinstance(answer, Say) else 7
        for at in range(0, len(answer.text), piece):
            yield chunk({"content": answer.text[at : at + piece]})
        if isinstance(answer, CallTool):
            arguments = answer.raw or json.dumps(answer.arguments)
            yield chunk({"tool_calls": [{"index": 0, **_tool(answer, self._name, "")}]})
            for at in range(0, len(arguments), 5):
                yield chunk({"tool_calls": [{"index": 0, "function": {"arguments": arguments[at : at + 5]}}]})
            yield chunk({}, "tool_calls")
        elif isinstance(answer, Say):
            yield chunk({}, _finish(answer))

    def _stream(self, received: Received, answer: Say | CallTool | Break) -> None:
        strict = self.server.strict
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.send_header("x-request-id", self._name)
        self.end_headers()
        for chunk in self._chunks(answer):
            self._event(chunk)
        how = answer.how if isinstance(answer, Break) else answer.tail if isinstance(answer, Say) else "end"
        if how == "drop":
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
            return
        if how == "hang":
            self._wait(received, pings=True)
            return
        if isinstance(answer, Break):
            if how == "error":
                self._event({"error": {"type": answer.kind, "message": "Overloaded", "code": None}})
        else:
            counts = received.body.get("stream_options", {}).get("include_usage") and "usage" not in strict.deaf
            if counts:
                said = len(answer.text) // 4 + 1
                usage = self._usage(received, said) | strict.extra
                self._event(self._head("chat.completion.chunk") | {"choices": [], "usage": usage})
            received.over = time.monotonic()
            self._raw(b"data: [DONE]\n\n")
        self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()

    def _event(self, data: Mapping[str, Any]) -> None:
        self._raw(f"data: {json.dumps(data)}\n\n".encode())

    def _raw(self, event: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(event), event))
        self.wfile.flush()

    def _wait(self, received: Received, *, pings: bool = False) -> None:
        """Say nothing until the client goes or the server closes."""
        self.close_connection = True
        while not self.server.strict.closing.is_set():
            readable, _, _ = select.select([self.connection], [], [], 0.02)
            if readable and not self.connection.recv(1, socket.MSG_PEEK):
                received.gone.set()
                return
            if pings:
                self._raw(b": ping\n\n")

    def _fail(self, fail: Fail) -> None:
        error = {"message": fail.message, "type": fail.kind, "param": None, "code": fail.kind or fail.status}
        self._send(fail.status, {"error": error}, fail.headers)

    def _send(self, status: int, value: Any, headers: Mapping[str, str] | None = None) -> None:
        self._bytes(status, json.dumps(value).encode(), "application/json", headers)

    def _bytes(self, status: int, content: bytes, kind: str, headers: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"content-type": kind, "x-request-id": self._name, **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def _tool(answer: CallTool, name: str, arguments: str) -> dict[str, Any]:
    return {"id": f"call_{name}", "type": "function", "function": {"name": answer.name, "arguments": arguments}}


def _finish(answer: Answer) -> str:
    stop = getattr(answer, "stop", "end_turn")
    return {"end_turn": "stop", "max_tokens": "length"}.get(stop, stop)
