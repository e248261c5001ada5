"""What has arrived of a call, by whichever API it came."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Iterable
from typing import Any, Generic, TypeVar

from parley.core.base.clock import Stopwatch
from parley.core.log.events.turn import ToolCall, Usage
from parley.core.voices.base import Delta, Spent
from parley.core.voices.keys import Echo
from parley.core.voices.remote.connection import Connection
from parley.core.voices.remote.faults import LONGEST, make_endless_fault, make_nonsense_fault

LONGEST_WORD = 400
"""Characters of what a server calls a model, a request, a reason."""

W = TypeVar("W", bound=Connection)


class PartialTool:
    """What has arrived of a call of a tool. `given` are its arguments where they came at once, `json` their pieces."""

    def __init__(self, call_id: str, name: str, given: dict[str, Any], echo: Echo) -> None:
        self.id = call_id
        self.name = name
        self.given = given
        self.json = ""
        self._echo = echo

    def whole(self) -> ToolCall | None:
        """Return the call; None where its arguments cannot be read."""
        arguments: Any = self.given
        if self.json.strip():
            try:
                arguments = json.loads(self.json)
            except (ValueError, RecursionError):
                return None
        if not isinstance(arguments, dict):
            return None
        clean = self._echo.clean_value
        try:
            return ToolCall(id=clean(str(self.id)), name=clean(str(self.name)), arguments=clean(arguments))
        except RecursionError:  # `clean_value` recurses as deep as the arguments nest
            return None


class RemoteCall(Generic[W]):
    """What has arrived of one call.

    Attributes: `text`, `tools` (those whose arguments came whole), `stop_reason` as the server calls it, `usage`,
    `model` as the server names it, `request_id`, `spoke` (something was passed on, so that the call must not be made
    again), `latency` and `first_token` in seconds. `quiet`: what comes is nothing to show while it streams.

    A server that sends our key back has it masked, wherever it puts it.
    """

    def __init__(self, connection: W, *, quiet: bool = False) -> None:
        self._connection = connection
        self._quiet = quiet
        self._echo = connection.make_echo()
        self.text = ""
        self.stop_reason = ""
        self.usage = Usage()
        self.model = ""
        self.request_id = ""
        self.spoke = False
        self.latency = 0.0
        self.first_token = 0.0
        self._came = 0
        self._watch = Stopwatch()
        self._silence = Stopwatch()

    def stream_text(self) -> AsyncGenerator[Delta, None]:
        """Make the call and yield the text as it comes."""
        raise NotImplementedError

    @property
    def spent(self) -> Spent:
        """What the server has counted so far."""
        return Spent(self.usage, self.request_id)

    @property
    def tools(self) -> tuple[ToolCall, ...]:
        """The tool calls whose arguments came whole."""
        return tuple(call for tool in self._partial_tools() if (call := tool.whole()))

    @property
    def broken_tools(self) -> bool:
        """Whether a tool call came whose arguments cannot be read."""
        return any(tool.whole() is None for tool in self._partial_tools())

    def _partial_tools(self) -> Iterable[PartialTool]:
        raise NotImplementedError

    def _handle_event(self, event: Any) -> str:
        """Note what an event of the stream says, and in `_came` how many characters it brought; returns new text."""
        raise NotImplementedError

    def _read_event(self, event: Any) -> Delta | None:
        """Return what an event of the stream brings; None: nothing to tell.

        Raises `Fault` for a reply without an end and for what is none, `TimeoutError` where nothing new came for too
        long, however many events did.
        """
        had, came, stop = self.usage, self._came, self.stop_reason
        try:
            text = self._handle_event(event)
        except (AttributeError, TypeError, ValueError, LookupError, RecursionError):  # SDKs do not validate
            raise make_nonsense_fault(self._connection) from None
        if self._came > came or self.stop_reason != stop:  # pings and repeated usage must not renew the patience
            self._silence = Stopwatch()
        elif not self.stop_reason and self._silence.get_seconds() > self._connection.timeout:
            raise TimeoutError
        if self._came > LONGEST:
            raise make_endless_fault(self._connection, LONGEST)
        if not text and self.usage is had:  # handlers replace it only where it differs
            return None
        return Delta("" if self._quiet else text, spent=None if self.usage is had else self.spent)

    def _get_patience(self, longest: float) -> float:
        """Return what is left of so many seconds since something new came: an event without news renews nothing."""
        return max(0.0, min(longest, self._connection.timeout) - self._silence.get_seconds())

    def _clean_word(self, value: Any) -> str:
        """Return a name of the server's, whatever it sent for one."""
        return str(self._echo.clean_value(str(value or ""))[:LONGEST_WORD])

    def _passed_on(self, text: str) -> str:
        if text:
            self._mark_spoken()
            self.text += text
        return text

    def _mark_spoken(self) -> None:
        if not self.spoke:
            self.spoke = True
            self.first_token = self._watch.get_seconds()
