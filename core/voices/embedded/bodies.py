"""What is sent to the embedded server for a request: pure functions, so that any turn's payload can be derived."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from typing import Any, Literal

from msgspec.structs import replace

from core.base.packaged import packaged, prompt
from core.perspective.perspective import Block, Perspective
from core.voices.base import Payload, PayloadItem, Request
from core.voices.embedded.part import Messages, part_of
from core.voices.embedded.screenplay import LONGEST_TOPIC, RESERVE, Screenplay, clipped, recent, spoken, staged, tokens

Path = Literal["/completion", "/v1/chat/completions"]
PULL = 3.0
"""Added to the logits of the topic's words: what keeps a very small model near its topic."""
PULLED_WORDS = 8
STRUCTURED_WARMTH = 0.2
NO_TOOL = "none"
LONGEST_PREMISE = 2_000
_MANY_TOKENS = 11
"""Longer words fall into several tokens, and pulling their pieces would pull other words."""


@dataclass(frozen=True)
class Call:
    """Where a request goes, what is sent, and how the inspector shows it."""

    path: Path
    body: Mapping[str, Any]
    items: tuple[PayloadItem, ...]

    @property
    def structured(self) -> bool:
        """Whether the reply is held to a schema."""
        return "response_format" in self.body

    def payload(self) -> Payload:
        """As the voice protocol wants it."""
        return Payload(self.body, self.items)


def call(request: Request, *, chat: bool, context: int, warmth: float) -> Call:
    """The call for `request`: structured, as a chat, as a screenplay, or as a short talk about a story."""
    # Of a short memory half is for what was said: a duologue makes its room by that.
    request = replace(request, max_tokens=min(request.max_tokens, context // 2))
    if request.schema is not None or request.tools:
        return _structured(request, context)
    if chat:
        return _chat(request, context, warmth)
    part = part_of(request.perspective.config.mode)
    if not part.spoken_to:
        return _screenplay(request, context, warmth)
    request = replace(request, max_tokens=min(request.max_tokens, part.longest(request)))
    return _exchange(request, part.exchange(request, context), warmth)


def _fitted(request: Request) -> bool:
    return part_of(request.perspective.config.mode).fitted(request)


@cache
def _common() -> frozenset[str]:
    """Words that say nothing of a topic."""
    return frozenset(packaged("prompts", "common_words.txt").read_text("utf-8").split())


def seeded(chance: int, attempt: int = 0) -> int:
    """A seed of 32 bits; the highest number means "any seed" to llama.cpp and is never used."""
    return ((chance ^ (chance >> 32)) + attempt * 0x9E3779B1) % 0xFFFFFFFF


def pulled(topic: str) -> list[str]:
    """The words of a topic that say what it is about."""
    words = re.findall(r"[^\W\d_]+", topic)
    told: dict[str, None] = {}
    for place, word in enumerate(words):
        plain = word if place and not word.isupper() else word.lower()
        if 4 <= len(word) < _MANY_TOKENS and word.lower() not in _common():
            told.setdefault(plain)
    return list(told)[:PULLED_WORDS]


def subject(request: Request) -> str:
    """What the talk is about now: what the director put in last, else the run's topic."""
    for block in reversed(request.perspective.witnessed(40)):
        if not block.speaker and block.seq >= 0:
            return block.said
    return request.perspective.config.topic


def _screenplay(request: Request, context: int, warmth: float) -> Call:
    scene = staged(request, context)
    config = request.perspective.config
    cap = config.cap
    about = clipped(subject(request), LONGEST_TOPIC)
    body: dict[str, Any] = {
        "prompt": scene.text,
        # A third of a token a character is generous: what overruns the cap would be cut off anyway.
        "n_predict": min(request.max_tokens, cap // 3 + 16) if cap else request.max_tokens,
        "stop": ["\n", *request.stop],
        "temperature": round(min(1.1, max(0.3, 0.85 * warmth)), 3),
        "top_p": 0.9,
        "min_p": 0.05,
        "repeat_penalty": 1.15,
        "dry_multiplier": 0.8,
        "dry_allowed_length": 3,
        "logit_bias": [[" " + word, PULL] for word in pulled(about)],
        "seed": seeded(request.chance),
        "cache_prompt": True,
        "timings_per_token": True,
        "stream": True,
    }
    return Call("/completion", body, _scene_items(scene))


def _exchange(request: Request, messages: Messages, warmth: float) -> Call:
    body: dict[str, Any] = {
        "messages": [{"role": role, "content": text} for role, text in messages],
        "max_tokens": request.max_tokens,
        "stop": ["\n", *request.stop],
        "temperature": round(min(0.9, max(0.3, 0.75 * warmth)), 3),
        "top_p": 0.9,
        "min_p": 0.08,
        "repeat_penalty": 1.15,
        "dry_multiplier": 1.0,
        "dry_allowed_length": 3,
        "seed": seeded(request.chance),
        "cache_prompt": True,
        "timings_per_token": True,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    return Call("/v1/chat/completions", body, tuple(PayloadItem(role, text) for role, text in messages))


def _scene_items(scene: Screenplay) -> tuple[PayloadItem, ...]:
    parts = (
        ("system", scene.head),
        ("user", "\n".join(scene.lines)),
        ("direction", scene.direction),
        ("assistant", scene.cue),
    )
    return tuple(PayloadItem(role, text) for role, text in parts if text)


def _chat(request: Request, context: int, warmth: float) -> Call:
    view = request.perspective
    system = request.task or view.system()
    premise = clipped(view.premise, LONGEST_PREMISE)
    after = max(RESERVE, tokens(request.direction))
    opening = [premise, view.recap] if view.summary else [premise]
    budget = context - request.max_tokens - tokens(system) - tokens("\n".join(opening)) - after - 64
    kept = list(view.witnessed()) if _fitted(request) else _kept(list(view.witnessed()), budget)
    joined: list[tuple[str, list[str]]] = [("user", opening)]
    for block in kept:
        if joined[-1][0] == block.role:
            joined[-1][1].append(block.text)
        else:
            joined.append((block.role, [block.text]))
    items = [PayloadItem("system", system), *(PayloadItem(role, "\n".join(texts)) for role, texts in joined)]
    if request.direction:
        items.append(PayloadItem("direction", request.direction))
        if joined[-1][0] == "user":
            joined[-1][1].append(request.direction)
        else:
            joined.append(("user", [request.direction]))
    elif joined[-1][0] == "assistant":
        # A trailing assistant message would be continued, not answered.
        joined.append(("user", ["…"]))
    # Not the server's /v1/messages: that one ignores `seed`, and every draw of a run is seeded.
    body: dict[str, Any] = {
        "messages": [
            {"role": "system", "content": system},
            *({"role": role, "content": "\n".join(texts)} for role, texts in joined),
        ],
        "max_tokens": request.max_tokens,
        "temperature": round(warmth, 3),
        "stop": list(request.stop),
        "seed": seeded(request.chance),
        "cache_prompt": True,
        "timings_per_token": True,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    return Call("/v1/chat/completions", body, tuple(items))


def _kept(blocks: list[Block], budget: int) -> list[Block]:
    lines = recent(blocks, budget)
    return blocks[len(blocks) - len(lines) :] if lines else []


def _structured(request: Request, context: int) -> Call:
    view = request.perspective
    system = request.task or view.system()
    schema: Mapping[str, Any] = request.schema if request.schema is not None else tool_schema(request)
    if request.schema is None:
        told = "\n".join(f"- {tool.name}: {tool.description}" for tool in request.tools)
        system = f'{system}\n\nTools you may use, or "{NO_TOOL}":\n{told}'
    budget = context - request.max_tokens - tokens(system) - tokens(request.direction) - 128
    system = clipped(system, context) if tokens(system) > context // 2 else system
    opening = [clipped(view.premise, LONGEST_TOPIC * 2), *([view.recap] if view.summary else ())]
    room = max(0, budget - tokens(view.recap))
    # A summary leaves out nothing of what it is to sum up.
    lines = [spoken(block) for block in view.witnessed()] if _fitted(request) else recent(view.witnessed(), room)
    said = "\n".join([*opening, *lines])
    items = [PayloadItem("system", system), PayloadItem("user", said)]
    if request.direction:
        items.append(PayloadItem("direction", request.direction))
    items.append(PayloadItem("schema", json.dumps(schema, ensure_ascii=False)))
    if results := came_of(view):
        items.append(PayloadItem("tool_result", results))
    asked = "\n\n".join(part for part in (said, results, request.direction) if part).strip()
    body: dict[str, Any] = {
        "messages": [{"role": "system", "content": system}, {"role": "user", "content": asked}],
        "max_tokens": request.max_tokens,
        "temperature": STRUCTURED_WARMTH,
        "response_format": {"type": "json_schema", "json_schema": {"name": "reply", "schema": dict(schema)}},
        "seed": seeded(request.chance),
        "cache_prompt": True,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    return Call("/v1/chat/completions", body, tuple(items))


def came_of(view: Perspective) -> str:
    """What came of the tool calls of the turn in flight, in words: the chat template has no place for them."""
    language = view.config.language
    calls = [call for block in takewhile(lambda block: block.calls, reversed(view.sent())) for call in block.calls]
    # Each pair is two blocks of the same calls.
    told = {call.call: call for call in reversed(calls)}
    return "\n".join(
        prompt(
            "tool_told",
            language,
            called=f"{call.name} {json.dumps(call.arguments, ensure_ascii=False)}",
            result=call.text,
            error=call.error,
        )
        for call in told.values()
    )


def tool_schema(request: Request) -> dict[str, Any]:
    """A tool call as a structured reply: what is said, which tool if any, and its arguments."""
    say = {"type": "string", "maxLength": request.perspective.config.cap or 600}
    shapes: list[dict[str, Any]] = [
        {
            "type": "object",
            "properties": {"say": say, "tool": {"const": NO_TOOL}},
            "required": ["say", "tool"],
            "additionalProperties": False,
        }
    ]
    shapes += [
        {
            "type": "object",
            "properties": {"say": say, "tool": {"const": tool.name}, "arguments": dict(tool.schema)},
            "required": ["say", "tool", "arguments"],
            "additionalProperties": False,
        }
        for tool in request.tools
    ]
    return {"anyOf": shapes}
