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
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from tests.strict_chat_rules import check
from tests.strict_rules import RefusedError, instance
from tests.strict_server import Answer, Break, CallTool, Fail, Loopback, LoopbackHandler, Received, Say

KEY = "sk-chat-strict-0123456789abcdef"
MODEL = "small-talker"


class StrictChat(Loopback):
    """The server. `lacks`: what it refuses to take (`tests.strict_chat_rules.LACKED`).

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
    ) -> None:
        super().__init__(_Handler, key, reply or self._plain)
        self.lacks = frozenset(lacks)
        self.deaf = frozenset(deaf)
        self.models = [{"id": each} if isinstance(each, str) else dict(each) for each in models]
        self.pages = dict(pages or {})
        self.named: Any = MODEL
        self.extra: dict[str, Any] = {}
        self.strange: dict[str, Any] = {}

    @property
    def completions(self) -> list[Received]:
        """The requests for completions, refused ones too."""
        return [request for request in self.requests if request.path.endswith("/chat/completions")]

    @property
    def refused(self) -> list[str]:
        """What was wrong with requests."""
        return [request.refused for request in self.requests if request.refused]

    def _plain(self, body: dict[str, Any]) -> Answer:
        form = body.get("response_format")
        if form and "schema" not in self.deaf:
            return Say(json.dumps(instance(form["json_schema"]["schema"])))
        return Say(f"That makes {len(body['messages'])} messages so far, and I have no objection.")


def well_behaved(body: dict[str, Any]) -> Answer:
    """What a server does that is tried out: the form, the tool, or some words."""
    if "response_format" in body:
        return Say('{"colour": "blue"}')
    return CallTool("note", {"word": "yes"}) if "tools" in body else Say("One, two, three and so on.")


class _Handler(LoopbackHandler["StrictChat"]):
    def _answer(self, received: Received) -> None:
        strict, path, body = self.server.strict, received.path, received.body
        if path in strict.pages:
            page = strict.pages[path]
            self._json(200, page(body) if callable(page) else page)
        elif path == "/v1/models":
            self._json(200, {"object": "list", "data": strict.models})
        elif path == "/v1/chat/completions":
            check(body, strict.lacks, [str(each["id"]) for each in strict.models])
            self._reply(received)
        else:
            raise RefusedError("File Not Found", 404, "")

    def _authorize(self, headers: Mapping[str, str]) -> None:
        key = self.server.strict.key
        given = headers.get("authorization", "").removeprefix("Bearer ")
        if key is not None and given != key:
            told = f"Incorrect API key provided: {given}." if given else "You didn't provide an API key."
            raise RefusedError(told, 401, "invalid_api_key")

    def _say(self, received: Received, answer: Say | CallTool | Break) -> None:
        if "stream" in self.server.strict.deaf or not received.body.get("stream"):
            self._json(200, self._whole(received, answer))
        else:
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
        usage = self._usage(received, len(text) // 4 + 1) | self.server.strict.extra
        return self._head("chat.completion") | {"choices": [choice], "usage": usage}

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
        self._begin_stream()
        if strict.strange:
            self._event(self._head("chat.completion.chunk") | strict.strange)
        for chunk in self._chunks(answer):
            self._event(chunk)
        if not self._goes_on(received, answer):
            return
        if isinstance(answer, Break):
            if answer.how == "error":
                self._event({"error": {"type": answer.kind, "message": "Overloaded", "code": None}})
        else:
            counts = received.body.get("stream_options", {}).get("include_usage") and "usage" not in strict.deaf
            if counts:
                said = len(answer.text) // 4 + 1
                usage = self._usage(received, said) | strict.extra
                self._event(self._head("chat.completion.chunk") | {"choices": [], "usage": usage})
            self._raw(b"data: [DONE]\n\n")
        self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()

    def _event(self, data: Mapping[str, Any]) -> None:
        self._raw(f"data: {json.dumps(data)}\n\n".encode())

    def _ping(self) -> None:
        if self._empty:
            usage = {"prompt_tokens": 7, "completion_tokens": int(1_000 * time.monotonic())}
            choices = [{"index": 0, "delta": {"content": ""}, "finish_reason": None}]
            self._event(self._head("chat.completion.chunk") | {"choices": choices, "usage": usage})
        self._raw(b": ping\n\n")

    def _fail(self, fail: Fail) -> None:
        error = {"message": fail.message, "type": fail.kind, "param": None, "code": fail.kind or fail.status}
        self._json(fail.status, {"error": error}, fail.headers)

    def _json(self, status: int, value: Any, headers: Mapping[str, str] | None = None) -> None:
        self._send(status, json.dumps(value).encode(), headers)


def _tool(answer: CallTool, name: str, arguments: str) -> dict[str, Any]:
    return {"id": f"call_{name}", "type": "function", "function": {"name": answer.name, "arguments": arguments}}


def _finish(answer: Answer) -> str:
    stop = getattr(answer, "stop", "end_turn")
    return {"end_turn": "stop", "max_tokens": "length"}.get(stop, stop)
