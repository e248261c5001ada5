"""What is sent to the embedded server for a request: pure functions, so that any turn's payload can be derived."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from msgspec.structs import replace

from parley.core.base.acts import Act
from parley.core.base.prompts import prompt
from parley.core.log.config import RunConfig
from parley.core.log.persona import as_told
from parley.core.log.state import REPORTER
from parley.core.perspective.move_text import move_words, phrase_brief_move, quote
from parley.core.perspective.perspective import Block
from parley.core.perspective.weight import sum_tokens
from parley.core.voices.base import Payload, PayloadItem, Request
from parley.core.voices.tool_forms import came_of, format_tools, tool_schema

Messages = list[tuple[str, str]]
CHAT_PATH = "/v1/chat/completions"
STRUCTURED_TEMPERATURE = 0.2
DRAWS = 4
"""Lines that are drawn for one. They share the work of the prompt; each takes its own time to be written."""
LONGEST_DRAWN = 48
"""Tokens of a short line: all wait for the longest, and what is longer goes astray."""
LONG_DRAWS, LONGEST_TOLD = 2, 70
"""The same where a line may be as long as it likes."""
VARIED = 0.7
"""Of lines that are drawn together, the temperature at least: the same line many times is no choice."""
_LETTERS = "[a-zA-Z0-9À-ÖØ-öø-ÿ ,;:'’-]"
SENTENCE = f"root ::= [A-ZÄÖÜ] {_LETTERS}{{12,220}} [.!]"
QUESTION = f'root ::= [A-ZÄÖÜ] {_LETTERS}{{8,150}} "?"'
"""What a small model's line is held to, in llama.cpp's grammar: one sentence in the Latin alphabet, or one question."""
SAMPLES = 5
"""Lines of the speaker's own that no drawn line may copy."""
SHOWN_TO_SUM_UP = 8
"""Lines of the talk that are shown to who sums it up, promises or decides; who replies is shown the line replied to."""
SUMMING: frozenset[Act] = frozenset({"summarise", "decide", "commit"})
REPLYING: frozenset[Act] = frozenset({"ask", "answer", "object", "support", "concede"})
LONGEST_LINE, LONGEST_TOPIC, LONGEST_PREMISE = 300, 240, 2_000
"""Characters, each of these."""


def call(request: Request, *, context: int, temperature: float, draws: int, brief: bool) -> Payload:
    """Return what is sent for `request`: for an answer to a schema, or for a line, of which so many are drawn; `brief`
    where it is had by one short question."""
    # Of a short memory half is for what was said: a duologue makes its room by that.
    request = replace(request, max_tokens=min(request.max_tokens, context // 2))
    if request.schema is not None or request.tools:
        return _build_structured_call(request, context)
    draws = draws if request.perspective.config.cap else min(draws, LONG_DRAWS)
    more = _build_line_options(request, context, temperature, draws)
    if brief and (request.move is not None or request.scene is not None):
        messages, items = _build_brief_messages(request)
        more["grammar"] = QUESTION if request.move is not None and request.move.act == "ask" else SENTENCE
    else:
        messages, items = _build_chat_messages(request)
    return _build_chat_call(request, messages, items, more)


def seeded(chance: int, attempt: int = 0) -> int:
    """Return a seed of 32 bits; the highest number means "any seed" to llama.cpp and is never used."""
    return ((chance ^ (chance >> 32)) + attempt * 0x9E3779B1) % 0xFFFFFFFF  # a prime: attempts lie far apart


def clip_text(text: str, longest: int) -> str:
    """Return `text` on one line, of at most `longest` characters, cut at a word."""
    line = " ".join(text.split())
    if len(line) <= longest:
        return line
    head = line[: longest - 1]
    space = head.rfind(" ")
    return head[: space if space > longest // 2 else len(head)].rstrip(" ,;:–—-") + "…"


def find_subject(request: Request) -> str:
    """Return what the talk is about now: what the director put in last, else the run's topic."""
    for block in reversed(request.perspective.witnessed(40)):
        if not block.speaker and block.seq >= 0 and block.name != REPORTER:
            return block.said
    return request.perspective.config.topic


def find_injected(request: Request) -> str:
    """Return what was put in that the turn is to answer; empty: nothing."""
    return str(request.move.injected if request.move is not None else getattr(request.scene, "cause", ""))


def _build_line_options(request: Request, context: int, temperature: float, draws: int) -> dict[str, Any]:
    """Return how a line is drawn: several at once, and nothing in them says what was said before."""
    cap = request.perspective.config.cap
    longest = request.max_tokens
    if cap or request.kind != "closing":
        # An epilogue may take its time.
        longest = min(longest, LONGEST_DRAWN if cap else LONGEST_TOLD)
    more: dict[str, Any] = {
        "temperature": round(min(1.1, max(VARIED if draws > 1 else 0.3, temperature)), 3),
        "min_p": 0.05,
        "top_p": 0.95,
        # DRY keeps what was said before from being said again, over the whole talk.
        "dry_multiplier": 0.8,
        "dry_allowed_length": 2,
        "dry_penalty_last_n": context,
        "timings_per_token": True,
        "max_tokens": longest,
        "stop": [*request.stop, "\n" if cap else "\n\n"],
    }
    return more | ({"n": draws, "logprobs": True} if draws > 1 else {})


def _build_chat_call(
    request: Request, messages: Messages, items: Iterable[PayloadItem], more: Mapping[str, Any]
) -> Payload:
    # Not the server's /v1/messages: that one ignores `seed`, and every draw of a run is seeded.
    body = {
        "messages": [{"role": role, "content": text} for role, text in messages],
        "max_tokens": request.max_tokens,
        "seed": seeded(request.chance),
        "cache_prompt": True,  # the server keeps the prompt's head and reads only what is new
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    return Payload({**body, **more}, tuple(items))


def _build_brief_messages(request: Request) -> tuple[Messages, list[PayloadItem]]:
    """Return one short question: who speaks, the topic, the line that is replied to, and what the turn does.

    A small model that is shown the whole talk circles in it. Asked for one sentence about one thing it makes sense
    more often; what was said before is kept from it by the chooser. Whoever replies to nobody is shown no line.
    """
    view = request.perspective
    config, move, me = view.config, request.move, as_told(view.config, view.me)
    # A side of a duologue has no role: what it is told of the other, and a prompt of its own, stand in its place.
    told = me.directive if me.role else view.get_system_text()
    system = prompt("brief", config.language, me=me.name, role=me.role, cast=config.cast_name, told=told.strip())
    words, shown = move_words(config.language), _select_shown_blocks(request)
    if injected := find_injected(request):
        told = words["brief_question" if injected.endswith("?") else "brief"]["injected"]
        asked = told.format(injected=quote(injected, config.language, LONGEST_TOPIC))
        return [("system", system), ("user", asked)], [PayloadItem("system", system), PayloadItem("user", asked)]
    parts = [words["brief_topic"].format(topic=clip_text(request.topic, LONGEST_TOPIC))] if request.topic else []
    if request.scene is None and (put_in := find_subject(request)) != config.topic:
        # Whoever speaks after the answer to it goes on from there.
        parts.append(clip_text(put_in, LONGEST_TOPIC))
    parts += [_format_brief_line(block, view.me.id, words["brief_self"]) for block in shown]
    if request.reminder:
        parts.append(clip_text(request.reminder, LONGEST_PREMISE))
    if move is None:
        parts.append(request.direction)
    else:
        # In a talk of two a line stands without the other's name.
        known = next((block.name for block in reversed(shown) if block.speaker == move.to), config.names.get(move.to))
        to = (known or words["brief_other"]) if move.to else ""
        parts.append(phrase_brief_move(move, config.language, to=to, topic=request.topic, turn=request.turn))
    asked = "\n".join(parts)
    return [("system", system), ("user", asked)], [PayloadItem("system", system), PayloadItem("user", asked)]


def _format_brief_line(block: Block, me: str, own: str) -> str:
    name = own if block.speaker == me else block.name
    return f"{name}: {clip_text(block.said, LONGEST_LINE)}" if name else clip_text(block.said, LONGEST_LINE)


def _select_shown_blocks(request: Request) -> Sequence[Block]:
    """Return what was said that the turn needs to know."""
    blocks = [block for block in request.perspective.witnessed(40) if block.seq >= 0 and block.said]
    move = request.move
    if move is None:
        return blocks[-2:]
    if move.act in SUMMING:
        return blocks[-SHOWN_TO_SUM_UP:]
    if move.act not in REPLYING:
        return ()
    spoken = [place for place, block in enumerate(blocks) if block.speaker and block.speaker == move.to]
    last = spoken[-1] if spoken else len(blocks) - 1
    # A question is understood by what it was asked about.
    return blocks[max(0, last - (move.act == "answer")) : last + 1]


def _format_spoken_line(block: Block, config: RunConfig) -> str:
    """Return a witnessed block as a line with a name in front."""
    said = clip_text(block.said, LONGEST_LINE)
    if block.speaker:
        # In a talk of two a line stands without the other's name.
        return f"{block.name or config.member(block.speaker).name}: {said}"
    return f"({block.name}: {said})" if block.name else f"({said})"


def _build_chat_messages(request: Request) -> tuple[Messages, list[PayloadItem]]:
    """Return the mode's own prompt and all that was witnessed: these modes cut it to the voice's size themselves."""
    view = request.perspective
    system = request.task or view.get_system_text()
    premise = clip_text(view.premise, LONGEST_PREMISE)
    opening = [premise, view.recap] if view.summary else [premise]
    spoken = [(block.role, block.text) for block in view.witnessed()]
    said = _merge_same_role_messages([*(("user", text) for text in opening), *spoken])
    told: Messages = [("system", system)] if system else []
    items = [PayloadItem(role, text) for role, text in (*told, *said)]
    if request.direction:
        # Else it speaks of itself by its name, or for whoever spoke last.
        begun = ("assistant", f"{view.me.name}:")
        said = _merge_same_role_messages([*said, ("user", request.direction)])
        return [*told, *said, begun], [*items, PayloadItem("direction", request.direction), PayloadItem(*begun)]
    if said[-1][0] == "assistant":
        # A trailing assistant message would be continued, not answered.
        said.append(("user", "…"))
    return [*told, *said], items


def _merge_same_role_messages(said: Messages) -> Messages:
    """Return what one role says in a row as one message."""
    return [(role, "\n".join(text for _role, text in row)) for role, row in groupby(said, key=itemgetter(0))]


def _build_structured_call(request: Request, context: int) -> Payload:
    view = request.perspective
    system = request.task or view.get_system_text()
    schema: Mapping[str, Any] = request.schema if request.schema is not None else tool_schema(request)
    if request.schema is None:
        system = f"{system}\n\n{format_tools(request)}"
    budget = context - request.max_tokens - sum_tokens(system) - sum_tokens(request.direction) - 128
    system = clip_text(system, context) if sum_tokens(system) > context // 2 else system
    opening = [clip_text(view.premise, LONGEST_PREMISE // 2), *([view.recap] if view.summary else ())]
    lines = [_format_spoken_line(block, view.config) for block in view.witnessed()]
    if request.purpose != "summary":
        # A summary leaves out nothing of what it is to sum up.
        lines = _select_recent_lines(lines, budget - sum_tokens("\n".join(opening)))
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
    more = {"temperature": STRUCTURED_TEMPERATURE, "response_format": form}
    return _build_chat_call(request, [("system", system), ("user", asked)], items, more)


def _select_recent_lines(lines: Sequence[str], budget: int) -> list[str]:
    """Return the last lines that fit into `budget` tokens; one is always kept."""
    kept: list[str] = []
    for line in reversed(lines):
        budget -= sum_tokens(line) + 1
        if budget < 0 and kept:
            break
        kept.insert(0, line)
    return kept
