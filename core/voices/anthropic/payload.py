"""What goes over the wire, made from a request: a pure function, so that any turn's payload can be derived again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from core.packaged import prompt
from core.transcript.perspective import Role
from core.voices.anthropic.models import Model
from core.voices.base import Payload, PayloadItem, Request

CACHED = {"type": "ephemeral"}
THINKING_ROOM = 2_048
"""Tokens on top for a model whose thinking cannot be switched off: it counts as output."""

_UNSUPPORTED = {
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
    "maxItems", "uniqueItems", "minProperties", "maxProperties", "pattern", "default", "examples",
}  # fmt: skip
"""Keywords of JSON schema that structured output refuses."""


@dataclass(frozen=True)
class Terms:
    """How an endpoint wants to be spoken to: which model, and whether it takes sampling parameters."""

    model: Model
    sampling: bool = False
    warmth: float | None = None


def warmth_of(request: Request, terms: Terms) -> float:
    """The member's own warmth where it has one and speaks as itself, else the request's."""
    own = terms.warmth if request.purpose in {"turn", "contribution"} else None
    warmth = request.warmth if own is None else own
    if own is None and request.scene is not None and not request.task and not terms.sampling:
        # In words it stands in the system prompt, which has to stay the same from scene to scene.
        warmth = request.perspective.config.warmth
    return min(warmth, 1.0) if terms.model.claude else warmth


def warmth_as(request: Request, terms: Terms) -> Literal["", "sampling", "words"]:
    """How the warmth is applied; not at all where a task replaces the persona and no parameter is taken."""
    if terms.sampling:
        return "sampling"
    return "" if request.task else "words"


def build(request: Request, terms: Terms) -> Payload:
    """The body of the call, exactly as it is sent, and its pieces for the inspector."""
    system = _system(request, terms)
    direction = _direction(request, terms)
    messages, items = _messages(request, direction)
    model = terms.model
    body: dict[str, Any] = {
        "model": model.id,
        "max_tokens": _max_tokens(request, model),
        "system": [{"type": "text", "text": system, "cache_control": CACHED}],
        "messages": messages,
        "stream": True,
    }
    shown = [PayloadItem("system", system), *items]
    if stop := [mark for mark in request.stop if mark.strip() or not model.claude]:
        body["stop_sequences"] = stop
    if request.tools and model.tools:
        tools = [
            {"name": tool.name, "description": tool.description, "input_schema": dict(tool.schema)}
            for tool in request.tools
        ]
        # A forced choice is an error on the newer models, so the choice is the model's.
        body |= {"tools": tools, "tool_choice": {"type": "auto"}}
        shown.insert(0, PayloadItem("tools", json.dumps(tools, indent=2, ensure_ascii=False)))
    body |= _thinking(model)
    output: dict[str, Any] = {"effort": "low"} if model.always_thinks and model.effort else {}
    if request.schema is not None and model.structured:
        schema = portable(request.schema)
        output["format"] = {"type": "json_schema", "schema": schema}
        shown.append(PayloadItem("schema", json.dumps(schema, indent=2, ensure_ascii=False)))
    if output:
        body["output_config"] = output
    if terms.sampling:
        body["temperature"] = round(warmth_of(request, terms), 3)
    return Payload(body, shown)


def _system(request: Request, terms: Terms) -> str:
    if request.task:
        return request.task
    if warmth_as(request, terms) == "sampling":
        return request.perspective.system()
    language = request.perspective.config.language
    return request.perspective.system(prompt("warmth", language, warmth=warmth_of(request, terms)))


def _direction(request: Request, terms: Terms) -> str:
    direction = request.direction.strip()
    if request.schema is not None and not terms.model.structured:
        schema = json.dumps(dict(request.schema), ensure_ascii=False)
        asked = prompt("as_json", request.perspective.config.language, schema=schema)
        direction = f"{direction}\n{asked}".strip()
    return direction


def _max_tokens(request: Request, model: Model) -> int:
    wanted = max(1, request.max_tokens) + (THINKING_ROOM if model.always_thinks else 0)
    return min(wanted, model.max_output) if model.max_output else wanted


def _thinking(model: Model) -> dict[str, Any]:
    """A line in character needs no thinking: the least that the model takes."""
    for least in ("disabled", "between_tools"):
        if least in model.thinking:
            return {"thinking": {"type": least}}
    return {}


def _messages(request: Request, direction: str) -> tuple[list[dict[str, Any]], list[PayloadItem]]:
    """Alternating messages, the first and the last as user, without blank blocks."""
    language = request.perspective.config.language
    witnessed: list[tuple[Role, str]] = [
        (message.role, block.text)
        for message in request.perspective.messages()
        for block in message.blocks
        if block.text.strip()
    ]
    if not witnessed or witnessed[0][0] == "assistant":
        witnessed.insert(0, ("user", prompt("nudge", language)))
    marked = _breakpoints(witnessed)
    messages: list[dict[str, Any]] = []
    items: list[PayloadItem] = []
    for index, (role, text) in enumerate(witnessed):
        block: dict[str, Any] = {"type": "text", "text": text}
        if index in marked:
            block["cache_control"] = CACHED
        _append(messages, role, block)
        items.append(PayloadItem(role, text))
    if not direction and witnessed[-1][0] == "assistant":
        # A trailing assistant message would be a prefill, which is refused.
        direction = prompt("nudge", language)
    if direction:
        _append(messages, "user", {"type": "text", "text": direction})
        items.append(PayloadItem("direction", direction))
    return messages, items


def _append(messages: list[dict[str, Any]], role: Role, block: dict[str, Any]) -> None:
    if messages and messages[-1]["role"] == role:
        messages[-1]["content"].append(block)
    else:
        messages.append({"role": role, "content": [block]})


def _breakpoints(witnessed: list[tuple[Role, str]]) -> set[int]:
    """Where the cache is to be read and written: the last block, and the last one of this member's previous call.

    The provider looks back only twenty blocks from a breakpoint; whoever was silent for longer would lose the
    whole history without the second one. It stands before one's own last line, where the previous call ended.
    """
    marked = {len(witnessed) - 1}
    for index in range(len(witnessed) - 1, 0, -1):
        if witnessed[index][0] == "assistant":
            marked.add(index - 1)
            break
    return marked


def portable(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema as structured output takes it: closed objects, and bounds said in words."""
    kept: dict[str, Any] = {}
    said: list[str] = []
    for key, value in schema.items():
        if key in _UNSUPPORTED or (key == "minItems" and value not in (0, 1)):
            if key not in {"default", "examples"}:
                said.append(f"{key}: {value}")
        elif key in {"properties", "$defs"}:
            kept[key] = {name: portable(part) for name, part in value.items()}
        elif key == "items" and isinstance(value, Mapping):
            kept[key] = portable(value)
        elif key in {"anyOf", "oneOf", "allOf"}:
            kept["anyOf" if key == "oneOf" else key] = [portable(part) for part in value]
        elif key == "const":
            kept["enum"] = [value]
        else:
            kept[key] = value
    if kept.get("type") == "object" or "properties" in kept:
        kept["additionalProperties"] = False
    if said:
        kept["description"] = f"{kept.get('description', '')} ({', '.join(said)})".strip()
    return kept
