"""One call as it streams: events in, deltas out, and what remains at the end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Mapping
from typing import Any

from parley.core.base.clock import Stopwatch
from parley.core.log.events.base import reported_tokens
from parley.core.log.events.turn import Usage
from parley.core.voices.anthropic.connection import Connection
from parley.core.voices.base import Delta
from parley.core.voices.remote.call import PartialTool, RemoteCall
from parley.core.voices.remote.faults import broken_off

LINGER = 0.3
"""Seconds that the end of a stream may take once the message has ended; then the connection is not used again."""

_OF_A_MESSAGE = frozenset({"content_block_start", "content_block_delta", "message_delta", "message_stop"})


class Call(RemoteCall[Connection]):
    """What has arrived of one call.

    Attributes besides: `details` of its stop reason, `began` (the server has begun a message).
    """

    def __init__(self, connection: Connection, body: Mapping[str, Any] | None = None) -> None:
        super().__init__(connection)
        self._body = body or {}
        self.details: Any = None
        self.began = False
        self._ended = False
        self._tools: dict[int, PartialTool] = {}

    async def stream_text(self) -> AsyncGenerator[Delta, None]:
        """Send the body and yield the text as it comes. Raises the SDK's errors, `TimeoutError`, `Fault`."""
        connection = self._connection
        client = await connection.get_client()
        self._watch = Stopwatch()
        known = dict(self._body)  # The SDK's methods no longer know sampling parameters
        sampling = {"temperature": known.pop("temperature")} if "temperature" in known else None
        create: Any = client.messages.create
        async with asyncio.timeout(connection.timeout):
            stream = await create(**known, extra_body=sampling)  # until the headers; what follows is measured below
        self._silence = Stopwatch()
        try:
            async with stream:
                self.request_id = self._clean_word(stream.response.headers.get("request-id", ""))
                events = aiter(stream)
                while True:
                    # Pings keep the socket's own timeout quiet, so silence is measured here.
                    patience = self._get_patience(LINGER if self._ended else connection.timeout)
                    if self._ended and not patience:  # whole; the server only keeps the line open
                        break
                    try:
                        async with asyncio.timeout(patience):
                            event = await anext(events, None)
                    except Exception:
                        if self._ended:
                            # The message is whole and paid for: how its connection ends does not matter.
                            break
                        raise
                    if event is None:
                        break
                    if (news := self._read_event(event)) is not None:
                        yield news
        finally:
            self.text += self._echo.take_rest()
        self.latency = self._watch.get_seconds()
        if not self._ended:
            raise broken_off(connection, begun=self.began)  # without `message_stop` it is half a message

    def _partial_tools(self) -> Iterable[PartialTool]:
        return self._tools.values()

    def _handle_event(self, event: Any) -> str:
        """Note what the event says; returns new text. Blocks are told apart by type, never by place.

        Raises `Fault` where something comes before the message has begun.
        """
        if not self.began and event.type in _OF_A_MESSAGE:
            raise broken_off(self._connection, begun=False)
        match event.type:
            case "message_start":
                self.began = True
                self.model = self._clean_word(event.message.model)
                self.request_id = self.request_id or self._clean_word(event.message.id)  # others send none
                self._update_usage(event.message.usage)
            case "content_block_start":
                return self._begin_block(event.index, event.content_block)
            case "content_block_delta":
                parts = (getattr(event.delta, name, "") for name in ("text", "thinking", "partial_json"))
                self._came += sum(len(part) for part in parts if isinstance(part, str))  # thoughts are signs of life
                if event.delta.type == "text_delta":
                    return self._passed_on(self._echo.filter_piece(event.delta.text))
                if event.delta.type == "input_json_delta" and event.index in self._tools:
                    self._tools[event.index].json += event.delta.partial_json
            case "message_delta":
                self.stop_reason = self._clean_word(event.delta.stop_reason) or self.stop_reason
                self.details = getattr(event.delta, "stop_details", None)
                self._update_usage(event.usage)
            case "message_stop":
                self._ended = True
                return self._passed_on(self._echo.take_rest())
        return ""

    def _begin_block(self, index: int, block: Any) -> str:
        if block.type == "text":
            return self._passed_on(self._echo.filter_piece(block.text or ""))
        if block.type == "tool_use":
            self._mark_spoken()
            self._tools[index] = PartialTool(block.id, block.name, block.input or {}, self._echo)  # input comes later
        return ""

    def _update_usage(self, usage: Any) -> None:
        """Take usage, which comes twice: at the start, and corrected at the end; what is not given stays."""

        def read_count(name: str, before: int) -> int:
            value = getattr(usage, name, None)
            return reported_tokens(value) if isinstance(value, int | float | str) else before

        had = self.usage
        self.usage = Usage(
            input=read_count("input_tokens", had.input),
            cache_read=read_count("cache_read_input_tokens", had.cache_read),
            cache_write=read_count("cache_creation_input_tokens", had.cache_write),
            output=read_count("output_tokens", had.output),
        )
