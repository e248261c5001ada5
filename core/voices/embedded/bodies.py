"""What is sent to the embedded server for a request: pure functions, so that any turn's payload can be derived."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any, Literal

from msgspec.structs import replace

from parley.core.base.packaged import packaged
from parley.core.voices.base import Payload, PayloadItem, Request
from parley.core.voices.embedded.part import part_of
from parley.core.voices.embedded.screenplay import LONGEST_TOPIC, RESERVE, clipped, recent, spoken, staged, tokens
from parley.core.voices.tool_forms import came_of, tool_schema, tools_told

Messages = list[tuple[str, str]]
Path = Literal["/completion", "/v1/chat/completions"]
PULL = 1.0
"""Added to the logits of the topic's words: what keeps a very small model near its topic."""
PULLED_WORDS = 8
STRUCTURED_WARMTH = 0.2
LONGEST_DRAWN = 40
"""Tokens of a line that is drawn with others: all wait for the longest, and what is longer goes astray."""
VARIED = 0.65
"""Of lines that are drawn together, the temperature at least: the same line many times is no choice."""
LONGEST_PREMISE = 2_000
_MANY_TOKENS = 11
"""Longer words fall into several tokens, and pulling their pieces would pull other words."""


@dataclass(frozen=True)
class Call:
    """Where a request goes, what is sent, how the inspector shows it, and how many lines it draws."""

    path: Path
    body: Mapping[str, Any]
    items: tuple[PayloadItem, ...]
    draws: int = 1

    @property
    def structured(self) -> bool:
        """Whether the reply is held to a schema."""
        return "response_format" in self.body

    def payload(self) -> Payload:
        """As the voice protocol wants it."""
        return Payload(self.body, self.items)


def call(request: Request, *, chat: bool, context: int, warmth: float, draws: int = 1) -> Call:
    """The call for `request`: structured, as a chat, or as a screenplay."""
    # Of a short memory half is for what was said: a duologue makes its room by that.
    request = replace(request, max_tokens=min(request.max_tokens, context // 2))
    if request.schema is not None or request.tools:
        return _structured(request, context)
    if chat:
        return _chat(request, context, warmth)
    return _several(_screenplay(request, context, warmth), draws)


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


def _several(one: Call, draws: int) -> Call:
    """The call for so many lines at once: the server reads the prompt once and goes on with it in as many ways."""
    if draws == 1:
        return one
    asked = {"n_cmpl": draws, "n_probs": 1, "n_predict": min(LONGEST_DRAWN, one.body["n_predict"])}
    warm = {"temperature": max(VARIED, one.body["temperature"])}
    return dataclasses.replace(one, body={**one.body, **asked, **warm}, draws=draws)


def _screenplay(request: Request, context: int, warmth: float) -> Call:
    scene = staged(request, context)
    cap = request.perspective.config.cap
    about = clipped(part_of(request.perspective.config.mode).subject(request), LONGEST_TOPIC)
    body: dict[str, Any] = {
        "prompt": scene.text,
        # A third of a token a character is generous: what overruns the cap would be cut off anyway.
        "n_predict": min(request.max_tokens, cap // 3 + 16) if cap else request.max_tokens,
        "stop": ["\n", *request.stop],
        "temperature": round(min(1.1, max(0.3, 0.85 * warmth)), 3),
        "min_p": 0.05,
        "top_p": 0.9,
        "repeat_penalty": 1.05,
        "dry_multiplier": 0.8,
        "dry_allowed_length": 3,
        "logit_bias": [[" " + word, PULL] for word in pulled(about)],
        "seed": seeded(request.chance),
        "cache_prompt": True,
        "timings_per_token": True,
        "stream": True,
    }
    said = "\n".join(scene.lines)
    parts = (("system", scene.head), ("user", said), ("direction", scene.direction), ("assistant", scene.cue))
    return Call("/completion", body, tuple(PayloadItem(role, text) for role, text in parts if text))


def _to_chat(request: Request, messages: Messages, items: Iterable[PayloadItem], **more: Any) -> Call:
    # Not the server's /v1/messages: that one ignores `seed`, and every draw of a run is seeded.
    body: dict[str, Any] = {
        "messages": [{"role": role, "content": text} for role, text in messages],
        "max_tokens": request.max_tokens,
        "seed": seeded(request.chance),
        "cache_prompt": True,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    return Call("/v1/chat/completions", body | more, tuple(items))


def _chat(request: Request, context: int, warmth: float) -> Call:
    view = request.perspective
    system = request.task or view.system()
    premise = clipped(view.premise, LONGEST_PREMISE)
    after = max(RESERVE, tokens(request.direction))
    opening = [premise, view.recap] if view.summary else [premise]
    budget = context - request.max_tokens - tokens(system) - tokens("\n".join(opening)) - after - 64
    blocks = list(view.witnessed())
    kept = blocks if _fitted(request) else blocks[len(blocks) - len(recent(blocks, budget, view.config)) :]
    said: Messages = [*(("user", text) for text in opening), *((block.role, block.text) for block in kept)]
    told: Messages = [("system", system)] if system else []
    items = [PayloadItem(role, text) for role, text in (*told, *_alternating(said))]
    if request.direction:
        items.append(PayloadItem("direction", request.direction))
        said.append(("user", request.direction))
    elif said[-1][0] == "assistant":
        # A trailing assistant message would be continued, not answered.
        said.append(("user", "…"))
    messages = [*told, *_alternating(said)]
    stop, temperature = list(request.stop), round(warmth, 3)
    return _to_chat(request, messages, items, stop=stop, temperature=temperature, timings_per_token=True)


def _alternating(said: Messages) -> Messages:
    """What one role says in a row as one message."""
    return [(role, "\n".join(text for _role, text in row)) for role, row in groupby(said, key=itemgetter(0))]


def _structured(request: Request, context: int) -> Call:
    view = request.perspective
    system = request.task or view.system()
    schema: Mapping[str, Any] = request.schema if request.schema is not None else tool_schema(request)
    if request.schema is None:
        system = f"{system}\n\n{tools_told(request)}"
    budget = context - request.max_tokens - tokens(system) - tokens(request.direction) - 128
    system = clipped(system, context) if tokens(system) > context // 2 else system
    opening = [clipped(view.premise, LONGEST_TOPIC * 2), *([view.recap] if view.summary else ())]
    room = max(0, budget - tokens(view.recap))
    # A summary leaves out nothing of what it is to sum up.
    lines = (
        [spoken(block, view.config) for block in view.witnessed()]
        if _fitted(request)
        else recent(view.witnessed(), room, view.config)
    )
    said, results = "\n".join([*opening, *lines]), came_of(view)
    shown = (
        ("system", system),
        ("user", said),
        ("direction", request.direction),
        ("schema", json.dumps(schema, ensure_ascii=False)),
        ("tool_result", results),
    )
    items = [PayloadItem(role, text) for role, text in shown if text or role in {"system", "user"}]
    asked = "\n\n".join(part for part in (said, results, request.direction) if part).strip()
    form = {"type": "json_schema", "json_schema": {"name": "reply", "schema": dict(schema)}}
    messages = [("system", system), ("user", asked)]
    return _to_chat(request, messages, items, temperature=STRUCTURED_WARMTH, response_format=form)
