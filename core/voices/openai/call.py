"""One call as it streams: chunks in, deltas out, and what remains at the end."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import aclosing
from typing import Any, Literal

from parley.core.base.clock import Stopwatch
from parley.core.log.events.base import reported_tokens
from parley.core.log.events.turn import Usage
from parley.core.voices.base import Delta
from parley.core.voices.openai.connection import Connection
from parley.core.voices.remote.call import PartialTool, RemoteCall
from parley.core.voices.remote.faults import LONGEST, broken_off, make_endless_fault, make_nonsense_fault

LINGER = 2.0
"""Seconds for which what was counted is waited for once the reply has ended; it comes right behind it."""
COUNTED_LINGER = 0.3
"""Seconds for the end of a stream of which all is known; then the connection is not used again."""

BEGIN, END = "<think>", "</think>"


class Muse:
    """Takes the thoughts out of a reply as it streams: those between the tags, at its beginning. `mused`: there were
    some."""

    def __init__(self) -> None:
        self.mused = False
        self._held = ""
        self._state: Literal["before", "within", "behind", "over"] = "before"

    def filter_piece(self, text: str) -> str:
        """Return what of the text so far is said."""
        if self._state == "over":
            return text
        self._held += text
        if self._state == "before":
            begun = self._held.lstrip()
            if len(begun) < len(BEGIN) and BEGIN.startswith(begun):  # it may still become the opening tag
                return ""
            if not begun.startswith(BEGIN):
                return self._pass_text(self._held)
            self._state, self.mused, self._held = "within", True, begun[len(BEGIN) :]
        if self._state == "within":
            _thought, end, said = self._held.partition(END)
            if not end:
                # Only what could be the beginning of the end.
                self._held = self._held[-len(END) + 1 :]
                return ""
            self._state, self._held = "behind", said
        self._held = self._held.lstrip()
        return self._pass_text(self._held) if self._held else ""

    def take_rest(self) -> str:
        """Return what was kept back at the end; half a thought is not said."""
        return "" if self._state == "within" else self._pass_text(self._held)

    def _pass_text(self, text: str) -> str:
        self._state, self._held = "over", ""
        return text


class Call(RemoteCall[Connection]):
    """What has arrived of one call; a form is `quiet`.

    Attributes besides: `refusal` (its words, where it declined), `counted` (the server said what it counted), `price`
    (what it said that it costs, in US dollars; −1: nothing), `mused` (it thought before it spoke), `streams` (it came
    in pieces).
    """

    def __init__(self, connection: Connection, body: Mapping[str, Any], *, quiet: bool = False) -> None:
        super().__init__(connection, quiet=quiet)
        self.body = body
        self._muse = Muse()
        self.refusal = ""
        self.counted = False
        self.price = -1.0
        self.streams = True
        self._begun = False
        self._reasoned = False
        self._tools: list[tuple[int | None, PartialTool]] = []

    async def stream_text(self) -> AsyncGenerator[Delta, None]:
        """Send the body and yield the text as it comes. Raises the SDK's errors, `TimeoutError`, `Fault`."""
        connection = self._connection
        client = await connection.get_client()
        self._watch = Stopwatch()
        async with asyncio.timeout(connection.timeout):  # until the headers come; what follows is measured below
            stream = await client.chat.completions.create(**self.body, extra_headers=connection.call_headers())
        self._silence = Stopwatch()
        try:
            async with stream:
                headers = stream.response.headers
                self.request_id = self._clean_word(headers.get("x-request-id", ""))
                if "json" in headers.get("content-type", ""):  # some servers cannot stream and send it whole
                    self.streams = False
                    yield Delta(self._take_whole(await self._whole(stream.response)), spent=self.spent)
                else:
                    try:
                        async with aclosing(self._stream_deltas(stream)) as deltas:
                            async for delta in deltas:
                                yield delta
                    finally:
                        await _close_left_stream(stream)
                if held := self._release_held_text():
                    yield Delta("" if self._quiet else held)
        finally:
            self._release_held_text()  # What streamed before it broke off
        self.latency = self._watch.get_seconds()
        if not self.stop_reason:
            raise broken_off(connection, begun=self._begun)

    async def _stream_deltas(self, stream: Any) -> AsyncGenerator[Delta, None]:
        sdk, connection = self._connection.load_sdk(), self._connection
        chunks = aiter(stream)
        while True:
            # Comments that keep the connection alive keep the socket's own timeout quiet: silence is measured here.
            patience = self._get_patience(connection.timeout)
            if self.stop_reason:
                patience = self._get_patience(COUNTED_LINGER if self.counted else LINGER)
                if not patience:
                    return
            try:
                async with asyncio.timeout(patience):
                    chunk = await anext(chunks, None)
            except Exception as error:
                if self.stop_reason:
                    # The reply is whole and paid for: how its connection ends does not matter.
                    return
                if isinstance(error, RecursionError):
                    raise make_nonsense_fault(connection) from None
                if isinstance(error, sdk.APIConnectionError) and not isinstance(error, sdk.APITimeoutError):
                    raise broken_off(connection, begun=True) from None
                raise
            if chunk is None:
                return
            if (news := self._read_event(chunk)) is not None:
                yield news

    async def _whole(self, response: Any) -> Any:
        """Return the reply of a server that does not stream."""
        content = b""
        async with asyncio.timeout(self._connection.timeout):
            async for piece in response.aiter_bytes():
                content += piece
                if len(content) > LONGEST:
                    raise make_endless_fault(self._connection, LONGEST)
        from openai.types.chat import ChatCompletion

        try:
            return ChatCompletion.construct(**json.loads(content))  # unchecked: many leave out fields
        except (ValueError, TypeError, RecursionError):
            raise make_nonsense_fault(self._connection) from None

    @property
    def mused(self) -> bool:
        """Whether it thought before it spoke."""
        return self._reasoned or self._muse.mused

    def _partial_tools(self) -> Iterable[PartialTool]:
        return (tool for _index, tool in self._tools)

    def _take_whole(self, completion: Any) -> str:
        try:
            for choice in _ensure_list(completion.choices)[:1]:
                choice.delta = choice.message  # as if it had come in one piece
            text = self._handle_event(completion)
        except (AttributeError, TypeError, ValueError, LookupError, RecursionError):
            raise make_nonsense_fault(self._connection) from None
        self.stop_reason = self.stop_reason or ("stop" if text or self._tools else "")  # some leave it out
        return "" if self._quiet else text

    def _handle_event(self, chunk: Any) -> str:
        """Note what a chunk says; returns new text."""
        rows = _ensure_list(getattr(chunk, "choices", None))
        self._begun = self._begun or bool(rows)
        self.model = self.model or self._clean_word(getattr(chunk, "model", None))
        self.request_id = self.request_id or self._clean_word(getattr(chunk, "id", None))
        if (usage := getattr(chunk, "usage", None)) is not None:
            self._update_usage(usage)
        said = ""
        # There is one: no more are asked for. A chunk that only counts has none.
        for choice in rows[:1]:
            if (delta := choice.delta) is not None:
                said += self._take_delta(delta)
            if choice.finish_reason and not self.stop_reason:
                self.stop_reason = self._clean_word(choice.finish_reason)
        return said

    def _take_delta(self, delta: Any) -> str:
        if thought := getattr(delta, "reasoning_content", None) or getattr(delta, "reasoning", None):
            self._reasoned = True  # DeepSeek calls it "reasoning_content", OpenRouter "reasoning"
            self._came += len(str(thought))
        if refusal := getattr(delta, "refusal", None):
            self.refusal += self._echo.clean_value(str(refusal))
            self._came += len(str(refusal))
        said = ""
        if text := _extract_text(getattr(delta, "content", None)):
            self._came += len(text)
            said = self._passed_on(self._muse.filter_piece(self._echo.filter_piece(text)))
        for piece in _ensure_list(getattr(delta, "tool_calls", None)):
            self._take_tool(piece)
        return said

    def _take_tool(self, piece: Any) -> None:
        """Tell calls apart by their index; some servers have none, or the same for all, and then by their id."""
        self._mark_spoken()
        index, call, function = getattr(piece, "index", None), str(piece.id or ""), piece.function
        known = next((tool for place, tool in reversed(self._tools) if place == index), None)
        if known is None or (call and known.id and call != known.id) or (index is None and call):
            known = PartialTool(call or f"call_{len(self._tools) + 1}", "", {}, self._echo)
            self._tools.append((index, known))
        if function is not None:
            known.name = known.name or str(function.name or "")
            given = function.arguments
            more = given if isinstance(given, str) else json.dumps(given) if given else ""
            self._came += len(more)
            known.json += more

    def _release_held_text(self) -> str:
        return self._passed_on(self._muse.filter_piece(self._echo.take_rest()) + self._muse.take_rest())

    def _update_usage(self, usage: Any) -> None:
        """Take what was counted. Some count in every chunk, all that there was so far: what is not given stays."""
        prompt, said = (
            value if isinstance(value := getattr(usage, name, None), int | float | str) else None
            for name in ("prompt_tokens", "completion_tokens")
        )
        if prompt is None and said is None:
            return
        details = getattr(usage, "prompt_tokens_details", None)
        cached = getattr(details, "cached_tokens", None) or getattr(usage, "prompt_cache_hit_tokens", None) or 0
        written = getattr(details, "cache_write_tokens", None) or 0
        read, written = reported_tokens(cached), reported_tokens(written)
        whole = reported_tokens(prompt or 0)
        told = Usage(
            input=max(0, whole - read - written),  # "prompt_tokens" counts these too, our input does not
            cache_read=min(read, whole),
            cache_write=min(written, max(0, whole - read)),
            output=reported_tokens(said or 0),
        )
        self.counted = True
        if told != self.usage:  # else the old object stays: by that `_read_event` sees that nothing is new
            self.usage = told
        cost = getattr(usage, "cost", None)
        if isinstance(cost, int | float) and 0 <= cost < 1_000_000:  # from OpenRouter; bounded as a log's `Money`
            self.price = float(cost)


async def _close_left_stream(stream: Any) -> None:
    """End what the SDK reads with: it does not by itself where it is left in the middle, and nobody else could later,
    outside of every task."""
    if (reading := getattr(stream, "_iterator", None)) is not None:
        with contextlib.suppress(Exception):
            await reading.aclose()


def _ensure_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _extract_text(content: Any) -> str:
    """Return the text of a delta: some servers send it in parts, of which those that think are no text."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = [part if isinstance(part, dict) else getattr(part, "__dict__", {}) for part in content]
    return "".join(str(part.get("text") or "") for part in parts if part.get("type") == "text")
