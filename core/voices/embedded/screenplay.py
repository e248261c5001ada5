"""A perspective rendered as a screenplay: what a small model continues best.

Setting, roles and two example meetings that keep to their topic come first and are the same for every member and turn
of a run; then what this member witnessed; last the direction and the name. So all but the last two lines is cached.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle
from typing import Any

from parley.core.base.clock import SeededRandom
from parley.core.base.packaged import packaged, prompt
from parley.core.cast.member import Member
from parley.core.log.config import RunConfig
from parley.core.log.persona import as_told
from parley.core.perspective.perspective import Block
from parley.core.voices.base import Request
from parley.core.voices.embedded.part import part_of

CONTEXT = 4_096
"""Tokens, where nobody says otherwise."""

LONGEST_TOPIC = 400
LONGEST_LINE = 400
LONGEST_DIRECTION = 240
LONGEST_MANNER = 120
SHORTEST_LORE = 20
"""Characters, each of these."""
RESERVE = 200
"""Tokens kept for what follows the history: direction and name at their longest, in any script."""
LORE = RESERVE // 4
"""Tokens of what comes to a member's mind: a very small model takes in no more than one entry."""
STEP = 16
"""Old turns are dropped this many at a time, so that the cached beginning holds for as many turns."""

_SPACE = re.compile(r"\s+")


@cache
def words(language: str) -> dict[str, Any]:
    """What a screenplay is filled in with."""
    data: dict[str, Any] = tomllib.loads(packaged("prompts", "screenplay.toml").read_text("utf-8"))[language]
    return data


@dataclass(frozen=True)
class Example:
    """A short meeting that shows how everybody sounds: names and lines."""

    topic: str
    lines: tuple[tuple[str, str], ...]


def tokens(text: str) -> int:
    """How many tokens `text` has at most, without asking a model: it must not depend on one."""
    ascii_count = sum(1 for character in text if character < "\x80")
    others = len(text.encode()) - ascii_count
    return int(ascii_count * 0.4 + others * 0.8) + 1


def clipped(text: str, longest: int) -> str:
    """`text` on one line, of at most `longest` characters, cut at a word."""
    line = _SPACE.sub(" ", text).strip()
    if len(line) <= longest:
        return line
    head = line[: longest - 1]
    space = head.rfind(" ")
    return head[: space if space > longest // 2 else len(head)].rstrip(" ,;:–—-") + "…"


def manner(member: Member) -> str:
    """How the member speaks, in a few words."""
    first = member.tone or first_sentence(member.personality) or first_sentence(member.identity)
    parts = [part.strip().rstrip(".") for part in (first, member.quirk) if part.strip()]
    return clipped("; ".join(parts), LONGEST_MANNER)


def first_sentence(text: str) -> str:
    """The first sentence of a text, on one line."""
    return re.split(r"(?<=[.!?])\s", _SPACE.sub(" ", text).strip(), maxsplit=1)[0]


def examples(config: RunConfig) -> tuple[Example, ...]:
    """Two meetings that keep to their topic, held by the members; the same for a whole run."""
    draws = SeededRandom(config.seed)
    made: list[Example] = []
    for number, shown in enumerate(words(config.language)["examples"]):
        generator = draws.generator(0, f"screenplay:{number}")
        members = list(config.members)
        generator.shuffle(members)
        lines = zip(cycle([member.name for member in members]), shown["lines"], strict=False)
        made.append(Example(shown["topic"], tuple(lines)))
    return tuple(made)


def shown_lines(config: RunConfig) -> list[str]:
    """The lines of the examples, which nobody is to say again."""
    return [line for example in examples(config) for _, line in example.lines]


def opening(config: RunConfig, context: int = CONTEXT) -> str:
    """The stable beginning: setting, roles, examples, topic."""
    members: list[Member] = []
    budget = context // 4
    for member in (as_told(config, each) for each in config.members):
        budget -= tokens(f"{member.name}, {member.role}: {manner(member)}")
        if budget < 0:
            break
        members.append(member)
    return prompt(
        "screenplay",
        config.language,
        format=config.format,
        day=part_of(config.mode).day,
        where=config.lived_in.where.text(config.language),
        names=clipped(", ".join(member.name for member in members), 400),
        members=members,
        manner={member.id: manner(member) for member in members},
        examples=examples(config),
        topic=clipped(config.topic, LONGEST_TOPIC),
    )


def spoken(block: Block, config: RunConfig) -> str:
    """A witnessed block as one line of the screenplay."""
    said = clipped(block.said, LONGEST_LINE)
    if block.speaker:
        # In a talk of two a line stands without the other's name.
        return f"{block.name or config.member(block.speaker).name}: {said}"
    return f"({block.name}: {said})" if block.name else f"({said})"


def recent(blocks: Sequence[Block], budget: int, config: RunConfig) -> list[str]:
    """The last lines that fit into `budget` tokens; the oldest go in steps of `STEP`. One line is always kept."""
    # A line costs two tokens at least, so a long run's beginning need not even be looked at.
    skipped = max(0, len(blocks) - max(budget, 0) // 2) // STEP * STEP
    lines = [spoken(block, config) for block in blocks[skipped:]]
    costs = [tokens(line) + 1 for line in lines]
    total, start = sum(costs), 0
    while total > budget and start < len(lines):
        total -= sum(costs[start : start + STEP])
        start += STEP
    return lines[start:] if start < len(lines) else lines[-1:]


@dataclass(frozen=True)
class Screenplay:
    """The prompt of a turn: what never changes, what was witnessed, the direction, and whose line is next."""

    head: str
    lines: tuple[str, ...]
    direction: str
    cue: str

    @property
    def text(self) -> str:
        """All of it; the model goes on behind the cue."""
        return "\n".join(part for part in (self.head, *self.lines, self.direction, self.cue) if part)


def remembered(request: Request) -> str:
    """The entry of a lore book that is told: the first that fits whole, else the beginning of the first; empty where
    nothing came to mind, or the direction has it already."""
    view = request.perspective
    entries = [each.text for each in request.lore]
    if not entries or any(entry in part_of(view.config.mode).direction(request) for entry in entries):
        return ""
    pattern: str = words(view.config.language)["knows"]

    def line(text: str, longest: int) -> str:
        return f"({pattern.format(name=view.me.name, text=clipped(text, longest))})"

    whole = next((entry for entry in entries if tokens(line(entry, len(entry))) <= LORE), "")
    told, longest = whole or entries[0], LORE * 3
    while not whole and tokens(line(told, longest)) > LORE and longest > SHORTEST_LORE:
        longest -= SHORTEST_LORE
    return line(told, len(told) if whole else longest)


def staged(request: Request, context: int = CONTEXT) -> Screenplay:
    """The request as a screenplay of at most `context` tokens, the reply included; all of it where it was fitted."""
    view = request.perspective
    head = opening(view.config, context)
    part = part_of(view.config.mode)
    direction = clipped(part.direction(request), LONGEST_DIRECTION)
    direction = f"({direction})" if direction else ""
    while tokens(direction) > RESERVE // 2:
        direction = f"({clipped(direction.strip('()'), len(direction) // 2)})"
    direction = "\n".join(part for part in (remembered(request), direction) if part)
    cue = f"{view.me.name}:"
    # Room is kept for the longest direction and name, whatever they are now: else the first line that is kept would
    # move to and fro, and nothing behind it could be cached.
    budget = context - request.max_tokens - tokens(head) - RESERVE
    blocks = part.shown(request)
    config = view.config
    lines = [spoken(block, config) for block in blocks] if part.fitted(request) else recent(blocks, budget, config)
    return Screenplay(head, tuple(lines), direction, cue)
