"""What goes over the wire, made from a request: a pure function, so that any turn's payload can be derived again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from parley.core.base.packaged import prompt
from parley.core.voices.anthropic.messages import CACHED, messages_of, shown
from parley.core.voices.anthropic.models import Model
from parley.core.voices.base import Payload, PayloadItem, Request

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
    """How the warmth is applied; where no parameter is taken, not at all if a task replaces the persona, or if nobody
    asked for one and the mode tells none."""
    if terms.sampling:
        return "sampling"
    told = terms.warmth is not None or request.perspective.tells_warmth
    return "words" if told and not request.task else ""


def build(request: Request, terms: Terms) -> Payload:
    """The body of the call, exactly as it is sent, and its pieces for the inspector."""
    system = _system(request, terms)
    direction = _direction(request, terms)
    model = terms.model
    messages, items = messages_of(request, direction, tools=model.tools)
    body: dict[str, Any] = {
        "model": model.id,
        "max_tokens": _max_tokens(request, model),
        "messages": messages,
        "stream": True,
    }
    pieces = items
    if system:
        # An empty block is refused.
        body["system"] = [{"type": "text", "text": system, "cache_control": CACHED}]
        pieces = [PayloadItem("system", system), *items]
    if stop := [mark for mark in request.stop if mark.strip() or not model.claude]:
        body["stop_sequences"] = stop
    if request.tools and model.tools:
        tools = [
            {"name": tool.name, "description": tool.description, "input_schema": dict(tool.schema)}
            for tool in request.tools
        ]
        # A forced choice is an error on the newer models, so the choice is the model's.
        body |= {"tools": tools, "tool_choice": {"type": "auto"}}
        pieces.insert(0, PayloadItem("tools", shown(tools)))
    body |= _thinking(model)
    output: dict[str, Any] = {"effort": "low"} if model.always_thinks and model.effort else {}
    if request.schema is not None and model.structured:
        schema = portable(request.schema)
        output["format"] = {"type": "json_schema", "schema": schema}
        pieces.append(PayloadItem("schema", json.dumps(schema, indent=2, ensure_ascii=False)))
    if output:
        body["output_config"] = output
    if terms.sampling:
        body["temperature"] = round(warmth_of(request, terms), 3)
    return Payload(body, pieces)


def _system(request: Request, terms: Terms) -> str:
    if request.task:
        return request.task
    if warmth_as(request, terms) != "words":
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
