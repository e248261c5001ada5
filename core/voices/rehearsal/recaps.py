"""The rehearsal voice's summary of a talk's beginning, read out of its lines: nothing is in it that nobody said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from core.base.line import capped
from core.perspective.perspective import Block
from core.voices.base import Request
from core.voices.rehearsal.nouns import nouns
from core.voices.rehearsal.phrases import bank

MOST_THINGS = 4
MOST_SPEAKERS = 4
SAID = 90
"""Characters of what somebody said, at most."""
NEW = 0.65
"""The part of the room that what is summed up for the first time may have."""
USUAL = 800
"""Characters, where nobody says how many there may be."""

_SENTENCE = re.compile(r"(?<=[.!?…”“])\s+")


def recapped(request: Request) -> dict[str, Any]:
    """What was said, and in what room is left the end of the summary of what went before it."""
    view = request.perspective
    words = bank(view.config.language).distil
    most = _room(request)
    told = _told(view.witnessed(), view.config.language, {member.name for member in view.config.members}, words)
    now = ""
    for sentence in told:
        if len(now) + len(sentence) + 1 > most * (NEW if view.summary else 1):
            break
        now = f"{now} {sentence}".strip()
    now = now or capped(told[0], most)
    earlier = _before(view.summary, most - len(now) - len(words["recap_before"]), words)
    return {"summary": f"{words['recap_before'].format(earlier=earlier)} {now}" if earlier else now}


def _told(blocks: Sequence[Block], language: str, names: set[str], words: Any) -> list[str]:
    """What is to be known, the most important first."""
    lines = [block for block in blocks if block.speaker]
    things = Counter(thing for block in lines for thing in dict.fromkeys(nouns(block.said, language, names=names)))
    told: list[str] = []
    if lines:
        key = "recap_lines" if len(lines) > 1 else "recap_line"
        told.append(words[key].format(names=", ".join(dict.fromkeys(block.name for block in lines)), lines=len(lines)))
    for block in blocks:
        if not block.speaker:
            kind = "recap_put" if block.name else "recap_told"
            told += [words[kind].format(said=capped(block.said, SAID))]
    if things:
        told.append(words["recap_about"].format(things=", ".join(one for one, _ in things.most_common(MOST_THINGS))))
    if lines and (asked := _question(lines[-1].said)):
        told.append(words["recap_asked"].format(name=lines[-1].name, said=capped(asked, SAID)))
    newest: dict[str, Block] = {block.speaker: block for block in lines}
    for block in sorted(newest.values(), key=lambda block: -block.seq)[:MOST_SPEAKERS]:
        plain = [one for one in _SENTENCE.split(block.said) if not one.endswith("?")] or [block.said]
        told.append(words["recap_said"].format(name=block.name, said=capped(plain[-1].strip(), SAID)))
    return told or [words["recap_lines"].format(names="…", lines=0)]


def _question(said: str) -> str:
    return next((one.strip() for one in reversed(_SENTENCE.split(said)) if one.endswith("?")), "")


def _before(summary: str, room: int, words: Any) -> str:
    """As many of the newest sentences of an earlier summary as there is room for."""
    sentences = _SENTENCE.split(summary.removeprefix(words["recap_before"].format(earlier="").strip()).strip())
    kept = ""
    for sentence in reversed(sentences):
        if len(sentence) + len(kept) + 1 > room:
            break
        kept = f"{sentence} {kept}".strip()
    return kept


def _room(request: Request) -> int:
    properties: Any = (request.schema or {}).get("properties", {})
    return next((int(one["maxLength"]) for one in properties.values() if "maxLength" in one), USUAL)
