"""What goes over the wire, made from a request: a pure function, so that any turn's payload can be derived again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from parley.core.base.prompts import prompt
from parley.core.perspective.perspective import Role
from parley.core.voices.anthropic.models import Model
from parley.core.voices.base import Payload, PayloadItem, Request
from parley.core.voices.remote.pieces import (
    Piece,
    adapt_schema,
    get_applied_temperature,
    get_pieces_of,
    get_system_of,
    shown,
)

THINKING_ROOM = 2_048
"""Tokens on top for a model whose thinking cannot be switched off: it counts as output."""


@dataclass(frozen=True)
class Terms:
    """How an endpoint wants to be spoken to: which model, and whether it takes sampling parameters."""

    model: Model
    sampling: bool = False
    temperature: float | None = None

    @property
    def highest(self) -> float:
        """The highest temperature that it takes."""
        return 1.0 if self.model.claude else 2.0  # above 1 the API answers 400


def build_payload(request: Request, terms: Terms) -> Payload:
    """Return the body of the call, exactly as it is sent, and its pieces for the inspector."""
    system = get_system_of(request, terms)
    direction = _build_direction(request, terms)
    model = terms.model
    messages, items = get_messages_of(request, direction, tools=model.tools)
    body: dict[str, Any] = {
        "model": model.id,
        "max_tokens": _compute_max_tokens(request, model),
        "messages": messages,
        "stream": True,
    }
    pieces = items
    if system:
        # An empty block is refused.
        body["system"] = [{"type": "text", "text": system, "cache_control": CACHED}]
        pieces = [PayloadItem("system", system), *items]
    if stop := [mark for mark in request.stop if mark.strip() or not model.claude]:  # the API refuses blank ones
        body["stop_sequences"] = stop
    if request.tools and model.tools:
        tools = [
            {"name": tool.name, "description": tool.description, "input_schema": dict(tool.schema)}
            for tool in request.tools
        ]
        # A forced choice is an error on the newer models, so the choice is the model's.
        body |= {"tools": tools, "tool_choice": {"type": "none" if request.tools_over else "auto"}}
        pieces.insert(0, PayloadItem("tools", shown(tools)))
    body |= _build_thinking_options(model)
    output: dict[str, Any] = {"effort": "low"} if model.always_thinks and model.effort else {}  # the least there is
    if request.schema is not None and model.structured:
        schema = adapt_schema(request.schema)
        output["format"] = {"type": "json_schema", "schema": schema}
        pieces.append(PayloadItem("schema", json.dumps(schema, indent=2, ensure_ascii=False)))
    if output:
        body["output_config"] = output
    if terms.sampling:
        body["temperature"] = round(get_applied_temperature(request, terms), 3)
    return Payload(body, pieces)


def _build_direction(request: Request, terms: Terms) -> str:
    direction = request.direction.strip()
    if request.schema is not None and not terms.model.structured:  # without structured output it is asked for in words
        schema = json.dumps(dict(request.schema), ensure_ascii=False)
        asked = prompt("as_json", request.perspective.config.language, schema=schema)
        direction = f"{direction}\n{asked}".strip()
    return direction


def _compute_max_tokens(request: Request, model: Model) -> int:
    wanted = max(1, request.max_tokens) + (THINKING_ROOM if model.always_thinks else 0)
    return min(wanted, model.max_output) if model.max_output else wanted  # more than it can write is refused


def _build_thinking_options(model: Model) -> dict[str, Any]:
    """Return the least thinking that the model takes: a line in character needs none."""
    for least in ("disabled", "between_tools"):
        if least in model.thinking:
            return {"thinking": {"type": least}}
    return {}


CACHED = {"type": "ephemeral"}  # lasts five minutes; a prefix below the model's minimum is silently not cached


def get_messages_of(request: Request, direction: str, *, tools: bool) -> tuple[list[dict[str, Any]], list[PayloadItem]]:
    """Return alternating messages, the first and last as user, no block blank; and their pieces for the inspector.

    Tool calls are left out where the model takes no tools, or none go with the request.
    """
    sent = get_pieces_of(request, tools=tools)
    marked = _find_cache_breakpoints(sent)  # two at most, and one for the system prompt: the API takes four
    messages: list[dict[str, Any]] = []
    for index, each in enumerate(sent):
        block = _build_block(each)
        _append(messages, each.role, block | {"cache_control": CACHED} if index in marked else block)
    items = [each.item for each in sent]
    if not direction and sent[-1].role == "assistant":
        # A trailing assistant message would be a prefill, which is refused.
        direction = prompt("nudge", request.perspective.config.language)
    if direction:
        _append(messages, "user", {"type": "text", "text": direction})  # not cached: the next call does not have it
        items.append(PayloadItem("direction", direction))
    return messages, items


def _build_block(piece: Piece) -> dict[str, Any]:
    if piece.call is None:
        return {"type": "text", "text": piece.text}
    if piece.kind == "call":
        return {"type": "tool_use", "id": piece.id, "name": piece.call.name, "input": piece.arguments}
    block = {"type": "tool_result", "tool_use_id": piece.id, "content": piece.text}
    return block | {"is_error": True} if piece.call.error else block


def _append(messages: list[dict[str, Any]], role: Role, block: dict[str, Any]) -> None:
    if messages and messages[-1]["role"] == role:
        messages[-1]["content"].append(block)
    else:
        messages.append({"role": role, "content": [block]})


def _find_cache_breakpoints(sent: Sequence[Piece]) -> set[int]:
    """Return where the cache is to be read and written: the last block, and the last one of this member's previous
    call.

    The provider looks back only twenty blocks from a breakpoint; whoever was silent for longer would lose the
    whole history without the second one. It stands before one's own last line or tool calls, where the previous call
    ended.
    """
    marked = {len(sent) - 1}
    for index in range(len(sent) - 1, 0, -1):
        if sent[index].role == "assistant":
            while index > 1 and sent[index].kind == "call" and sent[index - 1].role == "assistant":
                index -= 1
            marked.add(index - 1)
            break
    return marked
