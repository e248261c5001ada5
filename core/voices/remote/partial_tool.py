"""A call of a tool as it arrives: its arguments are JSON in pieces."""

from __future__ import annotations

import json
from typing import Any

from parley.core.log.events.turn import ToolCall
from parley.core.voices.keys import Echo


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
        clean = self._echo.clean
        try:
            return ToolCall(id=clean(str(self.id)), name=clean(str(self.name)), arguments=clean(arguments))
        except RecursionError:
            return None
