"""What is sent to the embedded server for a request: pure functions, so that any turn's payload can be derived."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from msgspec.structs import replace

from parley.core.base.packaged import prompt
from parley.core.cast.member import Member
from parley.core.log.config import RunConfig
from parley.core.log.events.turn import Move
from parley.core.log.persona import as_told
from parley.core.perspective.move_text import move_words, phrase_move
from parley.core.perspective.perspective import Block
from parley.core.perspective.weight import tokens
from parley.core.voices.base import Payload, PayloadItem, Request
from parley.core.voices.tool_forms import came_of, tool_schema, tools_told

Messages = list[tuple[str, str]]
CHAT_PATH = "/v1/chat/completions"
COMPLETION_PATH = "/v1/completions"
STRUCTURED_WARMTH = 0.2
DRAWS = 4
"""Lines that are drawn for one. They share the work of the prompt; each takes its own time to be written."""
LONGEST_DRAWN = 48
"""Tokens of a short line: all wait for the longest, and what is longer goes astray."""
LONG_DRAWS, LONGEST_TOLD = 2, 70
"""The same where a line may be as long as it likes."""
VARIED = 0.7
"""Of lines that are drawn together, the temperature at least: the same line many times is no choice."""
SAMPLES = 5
"""Lines of the speaker's own that no drawn line may copy."""
SHOWN, STEP = 10, 6
"""So many of the last lines are shown at least. They go so many at a time: what stays the same is read only once."""
LONGEST_LINE = 300
LONGEST_TOPIC = 240
LONGEST_PREMISE = 2_000
LONGEST_MANNER = 120
"""Characters, each of these."""
LISTS, LONGEST_LIST = 2, 90
"""Lists of talking points that are drawn, and the tokens of each."""

_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class Call:
    """What is sent, how the inspector shows it, and how many answers it draws."""

    body: Mapping[str, Any]
    items: tuple[PayloadItem, ...]
    draws: int = 1
    path: str = CHAT_PATH

    @property
    def structured(self) -> bool:
        """Whether the reply is held to a schema."""
        return "response_format" in self.body

    def payload(self) -> Payload:
        """As the voice protocol wants it."""
        return Payload(self.body, self.items)


def call(request: Request, *, context: int, warmth: float, draws: int = DRAWS) -> Call:
    """Return the call for `request`: an answer to a schema, or a line."""
    # Of a short memory half is for what was said: a duologue makes its room by that.
    request = replace(request, max_tokens=min(request.max_tokens, context // 2))
    if request.purpose == "points":
        return _build_points_call(request, context)
    if request.schema is not None or request.tools:
        return _build_structured_call(request, context)
    # A turn with a move, or in a scene, goes on with the script; elsewhere the mode's own prompt has what matters.
    draws = draws if request.perspective.config.cap else min(draws, LONG_DRAWS)
    if request.move is None and request.scene is None:
        messages, items = _build_chat_messages(request)
        return _build_chat_call(request, messages, items, draws, _build_line_options(request, context, warmth, draws))
    text, items = _build_script(request)
    more = _build_line_options(request, context, warmth, draws)
    # A speech ends with its quotation mark.
    more["stop"] = [*more["stop"], '"']
    return _build_completion_call(request, text, items, draws, more)


def seeded(chance: int, attempt: int = 0) -> int:
    """Return a seed of 32 bits; the highest number means "any seed" to llama.cpp and is never used."""
    return ((chance ^ (chance >> 32)) + attempt * 0x9E3779B1) % 0xFFFFFFFF


def clipped(text: str, longest: int) -> str:
    """`text` on one line, of at most `longest` characters, cut at a word."""
    line = _SPACE.sub(" ", text).strip()
    if len(line) <= longest:
        return line
    head = line[: longest - 1]
    space = head.rfind(" ")
    return head[: space if space > longest // 2 else len(head)].rstrip(" ,;:–—-") + "…"


def subject(request: Request) -> str:
    """Return what the talk is about now: what the director put in last, else the run's topic."""
    for block in reversed(request.perspective.witnessed(40)):
        if not block.speaker and block.seq >= 0:
            return block.said
    return request.perspective.config.topic


def samples(me: Member) -> tuple[str, ...]:
    """Return the lines by which the speaker is known."""
    return me.lines[:SAMPLES]


def _build_line_options(request: Request, context: int, warmth: float, draws: int) -> dict[str, Any]:
    """Return how a line is drawn: several at once, and nothing in them says what was said before."""
    cap = request.perspective.config.cap
    longest = request.max_tokens
    if cap or request.kind != "closing":
        # An epilogue may take its time.
        longest = min(longest, LONGEST_DRAWN if cap else LONGEST_TOLD)
    more = _build_sampler_options(max(VARIED if draws > 1 else 0.3, warmth), context)
    more |= {"max_tokens": longest, "stop": [*request.stop, "\n" if cap else "\n\n"]}
    return more | ({"n": draws} if draws > 1 else {})


def _build_sampler_options(warmth: float, context: int) -> dict[str, Any]:
    """Return the sampler: DRY keeps what was said before from being said again, over the whole talk."""
    return {
        "temperature": round(min(1.1, warmth), 3),
        "min_p": 0.05,
        "top_p": 0.95,
        "dry_multiplier": 0.8,
        "dry_allowed_length": 2,
        "dry_penalty_last_n": context,
        "timings_per_token": True,
    }


def _build_chat_call(
    request: Request, messages: Messages, items: Iterable[PayloadItem], draws: int, more: Mapping[str, Any]
) -> Call:
    # Not the server's /v1/messages: that one ignores `seed`, and every draw of a run is seeded.
    told = {"messages": [{"role": role, "content": text} for role, text in messages]}
    return Call({**told, **_build_call_body(request), **more}, tuple(items), draws)


def _build_completion_call(
    request: Request, text: str, items: Iterable[PayloadItem], draws: int, more: Mapping[str, Any]
) -> Call:
    return Call({"prompt": text, **_build_call_body(request), **more}, tuple(items), draws, COMPLETION_PATH)


def _build_call_body(request: Request) -> dict[str, Any]:
    return {
        "max_tokens": request.max_tokens,
        "seed": seeded(request.chance),
        "cache_prompt": True,
        "stream": True,
        "stream_options": {"include_usage": True},
    }


def _build_script(request: Request) -> tuple[str, list[PayloadItem]]:
    """Return the talk so far as a typed-up script, which the model goes on with in the speaker's name.

    As a chat the same model answers as an assistant does, in generalities; a script has people speaking in it. What
    stays the same of it from turn to turn is read only once.
    """
    view = request.perspective
    config, blocks = view.config, view.witnessed()
    shown = blocks[max(0, len(blocks) - SHOWN) // STEP * STEP :]
    before = "\n".join(
        [
            prompt("script", config.language, topic=clipped(request.topic, LONGEST_TOPIC)),
            *([view.recap] if view.summary else ()),
            *(line for block in shown for line in _iterate_script_lines(block, request)),
        ]
    )
    move, me = request.move, as_told(config, view.me)
    stage = _describe_move(request, move) if move is not None else request.direction
    told = "\n".join(f"({part})" for part in (_describe_speaker(me), request.reminder, stage) if part)
    begun = f'{me.name}: "'
    items = [PayloadItem("user", before), PayloadItem("direction", told), PayloadItem("assistant", begun)]
    return f"{before}\n{told}\n{begun}", items


def _describe_speaker(me: Member) -> str:
    """Return who speaks, and how they sound: it stands last, since the others may know nothing of it."""
    role = f" ({me.role})" if me.role else ""
    return f"{me.name}{role}: {clipped(me.tone, LONGEST_MANNER)}" if me.tone or me.role else ""


def _iterate_script_lines(block: Block, request: Request) -> Iterable[str]:
    """Yield a witnessed block as it stands in the script: what the line did, and the line."""
    config = request.perspective.config
    if not block.speaker:
        words = move_words(config.language)
        yield words["script_topic"].format(topic=clipped(block.said, LONGEST_TOPIC)) if block.seq >= 0 else block.said
        return
    # In a talk of two a line stands without the other's name.
    name = block.name or config.member(block.speaker).name
    if (move := request.moves.get(block.seq)) is not None:
        yield f"({_describe_move(request, move, name)})"
    yield f'{name}: "{clipped(block.said, LONGEST_LINE)}"'


def _describe_move(request: Request, move: Move, name: str = "") -> str:
    """Return what a move does, as a script says it above the line of `name` (empty: of who speaks now)."""
    config = request.perspective.config
    words, me = move_words(config.language), name or request.perspective.me.name
    to = config.names.get(move.to, "")
    parts = [words[f"script_{move.stance}"].format(me=me)] if move.stance else []
    parts.append(
        phrase_move(move, "scripted", config.language, 0.0, me=me, to=to, topic=request.topic, about=request.about)
    )
    if move.point:
        parts.append(words["script_point"].format(point=move.point))
    return " ".join(parts)


def _build_points_call(request: Request, context: int) -> Call:
    """Return the call for talking points: several lists are drawn at once, as the notes of somebody who prepares
    talks.
    """
    text = prompt("points", request.perspective.config.language, topic=clipped(request.direction, LONGEST_TOPIC))
    more = {**_build_sampler_options(request.warmth, context), "max_tokens": LONGEST_LIST, "stop": ["\n\n"], "n": LISTS}
    return _build_completion_call(request, text, [PayloadItem("user", text)], LISTS, more)


def _format_spoken_line(block: Block, config: RunConfig) -> str:
    """Return a witnessed block as a line with a name in front."""
    said = clipped(block.said, LONGEST_LINE)
    if block.speaker:
        # In a talk of two a line stands without the other's name.
        return f"{block.name or config.member(block.speaker).name}: {said}"
    return f"({block.name}: {said})" if block.name else f"({said})"


def _build_chat_messages(request: Request) -> tuple[Messages, list[PayloadItem]]:
    """Return the mode's own prompt and all that was witnessed: these modes cut it to the voice's size themselves."""
    view = request.perspective
    system = request.task or view.system()
    premise = clipped(view.premise, LONGEST_PREMISE)
    opening = [premise, view.recap] if view.summary else [premise]
    said: Messages = [*(("user", text) for text in opening), *((block.role, block.text) for block in view.witnessed())]
    told: Messages = [("system", system)] if system else []
    items = [PayloadItem(role, text) for role, text in (*told, *_merge_same_role_messages(said))]
    if request.direction:
        items.append(PayloadItem("direction", request.direction))
        said.append(("user", request.direction))
        # Else it speaks of itself by its name, or for whoever spoke last.
        begun = f"{view.me.name}:"
        return [*told, *_merge_same_role_messages(said), ("assistant", begun)], [
            *items,
            PayloadItem("assistant", begun),
        ]
    if said[-1][0] == "assistant":
        # A trailing assistant message would be continued, not answered.
        said.append(("user", "…"))
    return [*told, *_merge_same_role_messages(said)], items


def _merge_same_role_messages(said: Messages) -> Messages:
    """Return what one role says in a row as one message."""
    return [(role, "\n".join(text for _role, text in row)) for role, row in groupby(said, key=itemgetter(0))]


def _build_structured_call(request: Request, context: int) -> Call:
    view = request.perspective
    system = request.task or view.system()
    schema: Mapping[str, Any] = request.schema if request.schema is not None else tool_schema(request)
    if request.schema is None:
        system = f"{system}\n\n{tools_told(request)}"
    budget = context - request.max_tokens - tokens(system) - tokens(request.direction) - 128
    system = clipped(system, context) if tokens(system) > context // 2 else system
    opening = [clipped(view.premise, LONGEST_PREMISE // 2), *([view.recap] if view.summary else ())]
    lines = [_format_spoken_line(block, view.config) for block in view.witnessed()]
    if request.purpose != "summary":
        # A summary leaves out nothing of what it is to sum up.
        lines = _select_recent_lines(lines, budget - tokens("\n".join(opening)))
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
    more = {"temperature": STRUCTURED_WARMTH, "response_format": form}
    return _build_chat_call(request, [("system", system), ("user", asked)], items, 1, more)


def _select_recent_lines(lines: Sequence[str], budget: int) -> list[str]:
    """Return the last lines that fit into `budget` tokens; one is always kept."""
    kept: list[str] = []
    for line in reversed(lines):
        budget -= tokens(line) + 1
        if budget < 0 and kept:
            break
        kept.insert(0, line)
    return kept
