"""The messages of a call: the system prompt, what was witnessed, tool calls with their results, the direction."""

from __future__ import annotations

import json
from typing import Any

from parley.core.base.prompts import prompt
from parley.core.voices.base import PayloadItem, Request
from parley.core.voices.openai.found import Found
from parley.core.voices.remote.pieces import Piece, get_pieces_of

LONGEST_ID = 40
"""Of a tool call's id, at OpenAI."""

Messages = list[dict[str, Any]]


def get_messages_of(
    request: Request, system: str, direction: str, *, tools: bool, found: Found
) -> tuple[Messages, list[PayloadItem]]:
    """Messages whose roles alternate, as many chat templates want it, the first as user behind the system prompt, the
    last as user or a tool's result; and their pieces for the inspector.

    Tool calls are left out where the model takes no tools, or none go with the request.
    """
    language = request.perspective.config.language
    pieces = get_pieces_of(request, tools=tools)
    messages: Messages = [{"role": "system", "content": system}] if system and found.system else []
    for piece in pieces:
        _append(messages, piece, found)
    items = [each.item for each in pieces]
    if not direction and pieces[-1].role == "assistant":
        # What ends with one's own words would be gone on with, or refused.
        direction = prompt("nudge", language)
    if direction:
        item = PayloadItem("direction", direction)
        _append(messages, Piece("user", "text", direction, item), found)
        items.append(item)
    if system and not found.system:
        messages[0]["content"] = f"{system}\n\n{messages[0]['content']}"
    return messages, items


def _append(messages: Messages, piece: Piece, found: Found) -> None:
    last: dict[str, Any] = messages[-1] if messages else {"role": ""}
    if piece.kind == "result":
        messages.append({"role": "tool", "tool_call_id": piece.id, "content": piece.text})
    elif piece.call is not None:
        if last["role"] != "assistant":
            last = {"role": "assistant", "content": None}
            messages.append(last)
        function = {"name": piece.call.name, "arguments": json.dumps(piece.arguments, ensure_ascii=False)}
        last.setdefault("tool_calls", []).append({"id": piece.id, "type": "function", "function": function})
    elif last["role"] == piece.role:
        last["content"] = "\n".join(filter(None, (last["content"], piece.text)))
    else:
        if last["role"] == "tool" and piece.role == "user" and not found.after_tool:
            messages.append({"role": "assistant", "content": "…"})
        messages.append({"role": piece.role, "content": piece.text})
