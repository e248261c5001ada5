"""What goes over the wire, made from a request: a pure function, so that any turn's payload can be derived again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parley.core.base.prompts import prompt
from parley.core.voices.base import Payload, PayloadItem, Request
from parley.core.voices.openai.found import Found
from parley.core.voices.remote.pieces import (
    Piece,
    adapt_schema,
    get_applied_temperature,
    get_pieces_of,
    get_system_of,
    shown,
)
from parley.core.voices.tool_forms import came_of, format_tools, tool_schema

THINKING_ROOM = 2_048
"""Tokens on top for a model that thinks before it speaks: they count as output."""
MOST_STOPS = 4
"""Stop sequences that OpenAI takes."""
LARGEST_SEED = 2**31 - 1

AS_USUAL = Found()


@dataclass(frozen=True)
class Terms:
    """How an endpoint wants to be spoken to: which model, and what was found out of it; `seeded`: it is a server of
    one's own, which draws alike with the same seed. `temperature` is the member's own."""

    model: str
    found: Found = AS_USUAL
    temperature: float | None = None
    seeded: bool = False
    highest: float = 2.0

    @property
    def sampling(self) -> bool:
        """Whether it takes a temperature."""
        return self.found.sampling

    def as_form(self, request: Request) -> Mapping[str, Any] | None:
        """Return the form that the reply has to fill in: the request's own, or the one in place of tools; else None."""
        if request.schema is not None:
            return request.schema
        return tool_schema(request) if request.tools and not self.found.tools else None


def build_payload(request: Request, terms: Terms) -> Payload:
    """Return the body of the call, exactly as it is sent, and its pieces for the inspector."""
    found, form = terms.found, terms.as_form(request)
    tools = bool(request.tools) and found.tools and request.schema is None
    system, direction = get_system_of(request, terms), request.direction.strip()
    language = request.perspective.config.language
    if request.tools and not found.tools:
        system = f"{system}\n\n{format_tools(request)}".strip()
        direction = "\n".join(filter(None, (came_of(request.perspective), direction)))
    if form is not None and not found.schema:
        asked = prompt("as_json", language, schema=json.dumps(dict(form), ensure_ascii=False))
        direction = f"{direction}\n{asked}".strip()
    messages, items = get_messages_of(request, system, direction, tools=found.tools, found=found)
    pieces = [PayloadItem("system", system), *items] if system else items
    body: dict[str, Any] = {
        "model": terms.model,
        "messages": messages,
        "max_completion_tokens" if found.completion else "max_tokens": _compute_token_room(request, found),
        "stream": True,
    }
    if found.usage:
        body["stream_options"] = {"include_usage": True}  # without it a stream ends with no usage
    if found.sampling:
        body["temperature"] = round(get_applied_temperature(request, terms), 3)
    if found.stop and (stop := [mark for mark in request.stop if mark][:MOST_STOPS]):
        body["stop"] = stop
    if terms.seeded and found.seed:
        body["seed"] = (request.chance ^ (request.chance >> 32)) & LARGEST_SEED  # 64 bits into 31
    if tools:
        # Which one, if any, is the model's choice.
        body["tools"] = [
            {
                "type": "function",
                "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.schema)},
            }
            for tool in request.tools
        ]
        if request.tools_over:
            body["tool_choice"] = "none"
        pieces.insert(0, PayloadItem("tools", shown(body["tools"])))
    if form is not None and found.schema:
        schema = adapt_schema(form)
        strict = found.strict and _is_closed_schema(schema, root=True)
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "reply", "strict": strict, "schema": schema if strict else dict(form)},
        }
        pieces.append(PayloadItem("schema", json.dumps(schema, indent=2, ensure_ascii=False)))
    return Payload(body, pieces)


def _compute_token_room(request: Request, found: Found) -> int:
    return max(1, request.max_tokens) + (THINKING_ROOM if found.thinks else 0)


def _is_closed_schema(schema: Mapping[str, Any], *, root: bool = False) -> bool:
    """Return whether a schema may be meant strictly: an object, of which no property may be left out."""
    if root and schema.get("type") != "object":
        return False
    properties: Mapping[str, Any] = schema.get("properties", {})
    if set(properties) - set(schema.get("required", ())) or "allOf" in schema:
        return False
    parts = [*properties.values(), *schema.get("anyOf", ()), *schema.get("$defs", {}).values()]
    if isinstance(items := schema.get("items"), Mapping):
        parts.append(items)
    return all(_is_closed_schema(part) for part in parts)


LONGEST_ID = 40
"""Characters of a tool call's id, at OpenAI."""

Messages = list[dict[str, Any]]


def get_messages_of(
    request: Request, system: str, direction: str, *, tools: bool, found: Found
) -> tuple[Messages, list[PayloadItem]]:
    """Return messages whose roles alternate, as many chat templates want, the first as user behind the system prompt,
    the last as user or a tool's result; and their pieces for the inspector.

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
        messages[0]["content"] = f"{system}\n\n{messages[0]['content']}"  # the user's, as `get_pieces_of` ensures
    return messages, items


def _append(messages: Messages, piece: Piece, found: Found) -> None:
    last: dict[str, Any] = messages[-1] if messages else {"role": ""}
    if piece.kind == "result":
        messages.append({"role": "tool", "tool_call_id": piece.id, "content": piece.text})
    elif piece.call is not None:
        if last["role"] != "assistant":  # words and calls of a turn are one message
            last = {"role": "assistant", "content": None}
            messages.append(last)
        function = {"name": piece.call.name, "arguments": json.dumps(piece.arguments, ensure_ascii=False)}
        last.setdefault("tool_calls", []).append({"id": piece.id, "type": "function", "function": function})
    elif last["role"] == piece.role:
        last["content"] = "\n".join(filter(None, (last["content"], piece.text)))
    else:
        if last["role"] == "tool" and piece.role == "user" and not found.after_tool:  # such templates want words first
            messages.append({"role": "assistant", "content": "…"})
        messages.append({"role": piece.role, "content": piece.text})
