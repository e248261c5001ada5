"""What a call sends of a talk, piece by piece: what was said and witnessed, tool calls with their results; its schema
as structured output takes it, and the temperature of the line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from parley.core.base.prompts import prompt
from parley.core.base.schema import fits
from parley.core.log.events.turn import CallAnswered
from parley.core.perspective.perspective import Block, Role
from parley.core.voices.base import PayloadItem, Request

_NO_ID = re.compile(r"[^a-zA-Z0-9_-]")  # Anthropic refuses other characters in a tool_use id
LONGEST_ID = 60


@dataclass(frozen=True)
class Piece:
    """A text, a tool call or its result: whose it is, and how the inspector shows it.

    `text` is the text, or the result's; `id` pairs a `call` with its result.
    """

    role: Role
    kind: Literal["text", "call", "result"]
    text: str
    item: PayloadItem
    id: str = ""
    call: CallAnswered | None = None

    @property
    def arguments(self) -> dict[str, Any]:
        """The call's arguments."""
        return dict(self.call.arguments) if self.call else {}


@dataclass
class Pairs:
    """Tool calls and their results as an API takes them, whatever stands in the log.

    `schemas` are those of the tools that go with the request. A call of another tool, or one whose arguments never
    fitted, is told in words, for it could not be sent. Ids that came twice, in an attempt that was taken again, are
    told apart.
    """

    schemas: Mapping[str, Mapping[str, Any]]
    language: str
    longest_id: int = LONGEST_ID
    taken: set[str] = field(default_factory=set)
    ids: dict[tuple[int, int], str] = field(default_factory=dict)

    def of(self, block: Block) -> Iterator[Piece]:
        """Yield the pieces of a block of calls (assistant) or of their results (user); results come first."""
        legal = {
            place: call
            for place, call in enumerate(block.calls)
            if call.name in self.schemas and fits(call.arguments, self.schemas[call.name])
        }
        for place, call in legal.items():
            show = _build_call if block.role == "assistant" else _build_result_piece
            yield show(self._assign_call_id(block, place, call), call)
        if block.role == "user":  # words behind the results, which have to come first in their message
            yield from (self._build_words_piece(call) for place, call in enumerate(block.calls) if place not in legal)

    def _assign_call_id(self, block: Block, place: int, call: CallAnswered) -> str:
        key = (block.seq, place)  # equal for a call's block and its result's, so they share the id
        if key not in self.ids:
            plain = _NO_ID.sub("_", call.call)[: self.longest_id] or "call"
            unique, number = plain, 1
            while unique in self.taken:  # an id may stand in a request only once
                number += 1
                unique = f"{plain}_{number}"
            self.taken.add(unique)
            self.ids[key] = unique
        return self.ids[key]

    def _build_words_piece(self, call: CallAnswered) -> Piece:
        return Piece("user", "text", text := describe_call(call, self.language), PayloadItem("tool_result", text))


def describe_call(call: CallAnswered, language: str) -> str:
    """Return a call and what came of it, in words."""
    called = f"{call.name} {as_json(call.arguments)}"
    return prompt("tool_told", language, called=called, result=call.text.strip(), error=call.error)


def _build_call(unique: str, call: CallAnswered) -> Piece:
    item = PayloadItem("tool_use", f"{call.name} {as_json(call.arguments)}")
    return Piece("assistant", "call", "", item, unique, call)


def _build_result_piece(unique: str, call: CallAnswered) -> Piece:
    text = call.text.strip() or "OK"  # a blank result is refused
    return Piece("user", "result", text, PayloadItem("tool_result", f"{call.name}: {text}"), unique, call)


def get_pieces_of(request: Request, *, tools: bool) -> list[Piece]:
    """Return the pieces in their order, the first as user, none blank.

    Without `tools` their calls are left out; so they are where none go with the request.
    """
    language = request.perspective.config.language
    pairs = Pairs({tool.name: tool.schema for tool in request.tools} if tools else {}, language)
    found = list(_iterate_said_pieces(request, pairs, tools=tools and bool(request.tools)))
    if not found or found[0].role == "assistant":
        found.insert(0, _build_text_piece("user", prompt("nudge", language)))
    return found


def _iterate_said_pieces(request: Request, pairs: Pairs, *, tools: bool) -> Iterator[Piece]:
    for message in request.perspective.messages():
        for block in message.blocks:
            if not block.calls:
                if block.text.strip():  # blank text blocks are refused
                    yield _build_text_piece(message.role, block.text)
            elif tools:
                yield from pairs.of(block)


def _build_text_piece(role: Role, text: str) -> Piece:
    return Piece(role, "text", text, PayloadItem(role, text))


def as_json(value: Mapping[str, Any]) -> str:
    """Return a JSON object as the inspector shows it."""
    return json.dumps(dict(value), ensure_ascii=False)


def shown(tools: Iterable[Mapping[str, Any]]) -> str:
    """Return the tools as the inspector shows them."""
    return json.dumps(list(tools), indent=2, ensure_ascii=False)


_UNSUPPORTED = {
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
    "maxItems", "uniqueItems", "minProperties", "maxProperties", "pattern", "default", "examples",
}  # fmt: skip
"""Keywords of JSON schema that structured output refuses."""


def adapt_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema as structured output takes it: closed objects, and bounds said in words."""
    kept: dict[str, Any] = {}
    said: list[str] = []
    for key, value in schema.items():
        if key in _UNSUPPORTED or (key == "minItems" and value not in (0, 1)):  # others are refused
            if key not in {"default", "examples"}:
                said.append(f"{key}: {value}")
        elif key in {"properties", "$defs"}:
            kept[key] = {name: adapt_schema(part) for name, part in value.items()}
        elif key == "items" and isinstance(value, Mapping):
            kept[key] = adapt_schema(value)
        elif key in {"anyOf", "oneOf", "allOf"}:
            kept["anyOf" if key == "oneOf" else key] = [adapt_schema(part) for part in value]
        elif key == "const":
            kept["enum"] = [value]
        else:
            kept[key] = value
    if kept.get("type") == "object" or "properties" in kept:
        kept["additionalProperties"] = False  # structured output refuses open objects
    if said:
        kept["description"] = f"{kept.get('description', '')} ({', '.join(said)})".strip()
    return kept


class Terms(Protocol):
    """How an endpoint wants to be spoken to: whether it takes sampling parameters and up to which temperature;
    `temperature` is the member's own."""

    @property
    def sampling(self) -> bool:
        """Whether it takes a temperature."""
        ...

    @property
    def temperature(self) -> float | None:
        """The member's own."""
        ...

    @property
    def highest(self) -> float:
        """The highest that it takes."""
        ...


def get_applied_temperature(request: Request, terms: Terms) -> float:
    """Return the member's own temperature where it has one and speaks as itself, else the request's."""
    own = terms.temperature if request.purpose in {"turn", "contribution"} else None
    temperature = request.temperature if own is None else own
    if own is None and request.scene is not None and not request.task and not terms.sampling:
        # In words it stands in the system prompt, which has to stay the same from scene to scene.
        temperature = request.perspective.config.temperature
    return min(temperature, terms.highest)


def temperature_as(request: Request, terms: Terms) -> Literal["", "sampling", "words"]:
    """Return how the temperature is applied; where no parameter is taken, not at all if a task replaces the persona, or
    if nobody asked for one and the mode tells none.
    """
    if terms.sampling:
        return "sampling"
    told = terms.temperature is not None or request.perspective.tells_temperature
    return "words" if told and not request.task else ""


def get_system_of(request: Request, terms: Terms) -> str:
    """Return the system prompt, with the temperature where it is told in words."""
    if request.task:
        return request.task
    if temperature_as(request, terms) != "words":
        return request.perspective.get_system_text()
    language = request.perspective.config.language
    return request.perspective.get_system_text(
        prompt("temperature", language, temperature=get_applied_temperature(request, terms))
    )
