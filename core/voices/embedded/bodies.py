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
from parley.core.log.persona import as_told
from parley.core.perspective.move_text import move_words
from parley.core.perspective.perspective import Block
from parley.core.perspective.weight import tokens
from parley.core.voices.base import Payload, PayloadItem, Request
from parley.core.voices.tool_forms import came_of, tool_schema, tools_told

Messages = list[tuple[str, str]]
PATH = "/v1/chat/completions"
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
"""Lines of the speaker's own that show how they sound."""
SHOWN, STEP = 10, 6
"""So many of the last lines are shown at least. They go so many at a time: what stays the same is read only once."""
LONGEST_LINE = 300
LONGEST_TOPIC = 240
LONGEST_PREMISE = 2_000
LONGEST_ABOUT = 200
SHORT_QUOTE = 40
"""Characters, each of these."""

ROLE = {
    "en": "You write what one person says next in a talk. Answer with their spoken words and nothing else: no name in "
    "front, no quotation marks, no list. They talk plainly, as people do among themselves, in English.",
    "de": "Du schreibst, was eine Person in einem Gespräch als Nächstes sagt. Antworte nur mit den gesprochenen "
    "Worten: kein Name davor, keine Anführungszeichen, keine Liste. Sie spricht schlicht, wie Leute unter sich, auf "
    "Deutsch.",
}

_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class Call:
    """What is sent, how the inspector shows it, and how many answers it draws."""

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


def call(request: Request, *, context: int, warmth: float, draws: int = DRAWS) -> Call:
    """The call for `request`: an answer to a schema, or a line."""
    # Of a short memory half is for what was said: a duologue makes its room by that.
    request = replace(request, max_tokens=min(request.max_tokens, context // 2))
    if request.schema is not None or request.tools:
        return _structured(request, context)
    # A turn with a move, or in a scene, is told what to do; elsewhere the mode's own prompt has what matters.
    told = _led if request.move is not None or request.scene is not None else _chat
    return _line(request, *told(request, context), context=context, warmth=warmth, draws=draws)


def seeded(chance: int, attempt: int = 0) -> int:
    """A seed of 32 bits; the highest number means "any seed" to llama.cpp and is never used."""
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
    """What the talk is about now: what the director put in last, else the run's topic."""
    for block in reversed(request.perspective.witnessed(40)):
        if not block.speaker and block.seq >= 0:
            return block.said
    return request.perspective.config.topic


def samples(me: Member) -> tuple[str, ...]:
    """The lines by which the speaker's manner is shown."""
    return me.lines[:SAMPLES]


def _line(
    request: Request, messages: Messages, items: Iterable[PayloadItem], *, context: int, warmth: float, draws: int
) -> Call:
    """The call for a line: several are drawn at once, and nothing in them says what was said before."""
    cap = request.perspective.config.cap
    draws = draws if cap else min(draws, LONG_DRAWS)
    longest = request.max_tokens
    if cap or request.kind != "closing":
        # An epilogue may take its time.
        longest = min(longest, LONGEST_DRAWN if cap else LONGEST_TOLD)
    more = {
        "max_tokens": longest,
        "temperature": round(min(1.1, max(VARIED if draws > 1 else 0.3, warmth)), 3),
        "min_p": 0.05,
        "top_p": 0.95,
        "dry_multiplier": 0.8,
        "dry_allowed_length": 2,
        "dry_penalty_last_n": context,
        "stop": [*request.stop, "\n" if cap else "\n\n"],
        "timings_per_token": True,
    }
    return _to_chat(request, messages, items, draws, more | ({"n": draws} if draws > 1 else {}))


def _to_chat(
    request: Request, messages: Messages, items: Iterable[PayloadItem], draws: int, more: Mapping[str, Any]
) -> Call:
    # Not the server's /v1/messages: that one ignores `seed`, and every draw of a run is seeded.
    body: dict[str, Any] = {
        "messages": [{"role": role, "content": text} for role, text in messages],
        "max_tokens": request.max_tokens,
        "seed": seeded(request.chance),
        "cache_prompt": True,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    return Call({**body, **more}, tuple(items), draws)


def _led(request: Request, context: int) -> tuple[Messages, list[PayloadItem]]:
    """A short prompt: the last lines, which everybody shares, then who speaks, how they sound, and what they do."""
    view = request.perspective
    config, me = view.config, as_told(view.config, view.me)
    blocks = view.witnessed()
    shown = [_spoken(block, config) for block in blocks[max(0, len(blocks) - SHOWN) // STEP * STEP :]]
    before = "\n".join([clipped(view.premise, LONGEST_PREMISE), *([view.recap] if view.summary else ()), "", *shown])
    manner = "; ".join(part.strip().rstrip(".") for part in (me.tone, me.quirk) if part.strip())
    told = prompt(
        "next_line",
        config.language,
        me=me,
        about=clipped(me.identity or me.personality, LONGEST_ABOUT),
        manner=clipped(manner, LONGEST_ABOUT),
        lines=[clipped(line, LONGEST_ABOUT) for line in samples(me)],
        direction=clipped(_plain_direction(request.direction, config.language), context * 2),
        heard=_heard(request, blocks),
        topic=clipped(subject(request), LONGEST_TOPIC),
        cap=config.cap,
    )
    role = ROLE[config.language]
    # It goes on with what is begun in the speaker's name; else it begins, as often as not, in somebody else's.
    begun = f"{me.name}:"
    items = [
        PayloadItem("system", role), PayloadItem("user", before), PayloadItem("direction", told),
        PayloadItem("assistant", begun),
    ]  # fmt: skip
    return [("system", role), ("user", f"{before}\n\n{told}"), ("assistant", begun)], items


def _plain_direction(direction: str, language: str) -> str:
    """Return the direction without where in the talk it stands: a small model goes on in the Director's name."""
    head, _, rest = direction.partition(". ")
    opening = move_words(language)["where"].partition(":")[0]
    return rest if rest and head.startswith(f"{opening}:") else direction


def _heard(request: Request, blocks: Sequence[Block]) -> str:
    """Return the line that the speaker goes by, with its speaker's name: the addressee's last, else the last at all.

    It stands above, too. What stands at a prompt's end is what a small model answers. Empty where the direction quotes
    it already, or nobody else has spoken.
    """
    view = request.perspective
    lines = [block for block in reversed(blocks) if block.speaker and block.speaker != view.me.id]
    to = request.move.to if request.move is not None else ""
    found = next((block for block in lines if block.speaker == to), lines[0] if lines else None)
    if found is None or clipped(found.said, LONGEST_ABOUT)[:SHORT_QUOTE] in request.direction:
        return ""
    return clipped(_spoken(found, view.config), LONGEST_ABOUT)


def _spoken(block: Block, config: RunConfig) -> str:
    """A witnessed block as a line with a name in front."""
    said = clipped(block.said, LONGEST_LINE)
    if block.speaker:
        # In a talk of two a line stands without the other's name.
        return f"{block.name or config.member(block.speaker).name}: {said}"
    return f"({block.name}: {said})" if block.name else f"({said})"


def _chat(request: Request, context: int) -> tuple[Messages, list[PayloadItem]]:
    """The mode's own prompt and all that was witnessed: these modes cut it to the voice's size themselves."""
    view = request.perspective
    system = request.task or view.system()
    premise = clipped(view.premise, LONGEST_PREMISE)
    opening = [premise, view.recap] if view.summary else [premise]
    said: Messages = [*(("user", text) for text in opening), *((block.role, block.text) for block in view.witnessed())]
    told: Messages = [("system", system)] if system else []
    items = [PayloadItem(role, text) for role, text in (*told, *_alternating(said))]
    if request.direction:
        items.append(PayloadItem("direction", request.direction))
        said.append(("user", request.direction))
        # As in `_led`: else it speaks of itself by its name, or for whoever spoke last.
        begun = f"{view.me.name}:"
        return [*told, *_alternating(said), ("assistant", begun)], [*items, PayloadItem("assistant", begun)]
    if said[-1][0] == "assistant":
        # A trailing assistant message would be continued, not answered.
        said.append(("user", "…"))
    return [*told, *_alternating(said)], items


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
    opening = [clipped(view.premise, LONGEST_PREMISE // 2), *([view.recap] if view.summary else ())]
    lines = [_spoken(block, view.config) for block in view.witnessed()]
    if request.purpose != "summary":
        # A summary leaves out nothing of what it is to sum up.
        lines = _recent(lines, budget - tokens("\n".join(opening)))
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
    return _to_chat(request, [("system", system), ("user", asked)], items, 1, more)


def _recent(lines: Sequence[str], budget: int) -> list[str]:
    """The last lines that fit into `budget` tokens; one is always kept."""
    kept: list[str] = []
    for line in reversed(lines):
        budget -= tokens(line) + 1
        if budget < 0 and kept:
            break
        kept.insert(0, line)
    return kept
