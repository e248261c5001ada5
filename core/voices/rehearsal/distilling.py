"""What a talk leaves behind, read out of its lines by plain rules: nothing is in it that nobody said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec

from core.base.line import capped
from core.cast.affinity import DRIFT, pair
from core.log.config import RunConfig
from core.perspective.perspective import Block, Perspective
from core.voices.rehearsal.nouns import nouns
from core.voices.rehearsal.phrases import Bank, bank

MOST_MEMORIES = 6
MOST_EACH = 2
MOST_ACTIONS = 6
SAID = 140
STEP = 0.01
"""How much one line of support or challenge moves an affinity."""

_DIGIT = re.compile(r"\d")
_SENTENCE = re.compile(r"(?<=[.!?…])\s+")


class Heard(msgspec.Struct, frozen=True, gc=False):
    """A line as the rules see it. `turn` counts from 1; `support` and `challenge` are what it gives the one before."""

    turn: int
    speaker: str
    said: str
    low: str
    nouns: tuple[str, ...]
    support: bool
    challenge: bool


def distilled(perspective: Perspective) -> dict[str, Any]:
    """Summary, memories, relations and action items of the talk that `perspective` witnessed."""
    config = perspective.config
    words = bank(config.language)
    names = {member.id: member.name for member in config.members}
    lines = _lines(perspective.witnessed(), config, frozenset(names.values()), words)
    keywords = Counter(noun for line in lines for noun in dict.fromkeys(line.nouns))
    return {
        "summary": _summary(lines, names, keywords, config, words),
        "memories": _memories(lines, names, keywords, config, words),
        "relations": _relations(lines, names, words),
        "actions": _actions(lines, names, words) if config.format.actions else [],
    }


def _lines(blocks: Sequence[Block], config: RunConfig, names: frozenset[str], words: Bank) -> list[Heard]:
    support, challenge = words.markers["support"], words.markers["challenge"]
    spoken = (block for block in blocks if block.speaker)
    return [
        Heard(
            turn,
            block.speaker,
            block.said,
            low := block.said.lower(),
            tuple(nouns(block.said, config.language, names=names)),
            support.search(low) is not None,
            challenge.search(low) is not None,
        )
        for turn, block in enumerate(spoken, 1)
    ]


def _summary(lines: list[Heard], names: dict[str, str], keywords: Counter[str], config: RunConfig, words: Bank) -> str:
    texts = words.distil
    topic = capped(config.topic, 80)
    shares = Counter(line.speaker for line in lines if line.speaker in names)
    if not lines or not shares:
        return texts["nobody"].format(topic=topic)
    present = [name for one, name in names.items() if one in shares]
    most = names[max(shares, key=lambda one: shares[one])]
    told = [texts["summary"].format(names=", ".join(present), topic=topic, turns=len(lines), most=most)]
    if keywords and (top := keywords.most_common(1)[0])[1] > 1:
        told.append(texts["turned"].format(keyword=top[0]))
    last = lines[-1]
    told.append(texts["last"].format(name=names.get(last.speaker, last.speaker), said=capped(last.said, SAID)))
    return " ".join(told)


def _memories(
    lines: list[Heard], names: dict[str, str], keywords: Counter[str], config: RunConfig, words: Bank
) -> list[dict[str, Any]]:
    kinds = config.format.distils
    found: list[dict[str, Any]] = []
    if "pattern" in kinds:
        found.extend(_patterns(lines, names, keywords, words))
    for at, line in enumerate(lines):
        kind = _kind(line, words)
        if kind not in kinds or line.speaker not in names:
            continue
        # What was said stays with whoever took it up, else with the one who said it.
        heard = next((one.speaker for one in lines[at + 1 : at + 3] if one.speaker != line.speaker), line.speaker)
        if heard not in names:
            continue
        text = words.distil[kind].format(name=names[line.speaker], said=capped(line.said, SAID))
        confidence = _confidence(line, lines[at + 1 : at + 4], keywords)
        found.append({"member": heard, "kind": kind, "text": text, "confidence": confidence, "turns": [line.turn]})
    found.sort(key=lambda memory: (-memory["confidence"], memory["turns"][0], memory["member"]))
    return _shared_out(found)


def _shared_out(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    kept: list[dict[str, Any]] = []
    each: Counter[str] = Counter()
    for memory in found:
        if each[memory["member"]] < MOST_EACH and len(kept) < MOST_MEMORIES:
            each[memory["member"]] += 1
            kept.append(memory)
    return kept


def _kind(line: Heard, words: Bank) -> str:
    for kind in ("lesson", "preference", "strategy"):
        if words.markers[kind].search(line.low):
            return kind
    return "insight" if _DIGIT.search(line.said) and not line.said.endswith("?") else ""


def _confidence(line: Heard, after: Sequence[Heard], keywords: Counter[str]) -> float:
    others = [one for one in after if one.speaker != line.speaker]
    backed = sum([one.support for one in others])
    against = sum([one.challenge for one in others])
    known = any(keywords[noun] > 1 for noun in line.nouns)
    score = 0.55 + 0.07 * bool(_DIGIT.search(line.said)) + 0.08 * known + 0.1 * backed - 0.08 * against
    return round(max(0.3, min(0.9, score)), 2)


def _patterns(lines: list[Heard], names: dict[str, str], keywords: Counter[str], words: Bank) -> list[dict[str, Any]]:
    found = []
    for keyword, times in keywords.most_common(3):
        where = [line for line in lines if keyword in line.nouns]
        people = Counter(line.speaker for line in where if line.speaker in names)
        if times >= 3 and len(people) >= 2:
            text = words.distil["pattern"].format(keyword=keyword, times=times, people=len(people))
            text = text[0].upper() + text[1:]
            confidence = round(min(0.9, 0.58 + 0.04 * times), 2)
            turns = [line.turn for line in where[:8]]
            member = max(people, key=lambda one: people[one])
            found.append({"member": member, "kind": "pattern", "text": text, "confidence": confidence, "turns": turns})
    return found


def _relations(lines: list[Heard], names: dict[str, str], words: Bank) -> list[dict[str, Any]]:
    tally: dict[tuple[str, str], list[int]] = {}
    for said, reply in pairwise(lines):
        if said.speaker == reply.speaker or said.speaker not in names or reply.speaker not in names:
            continue
        counts = tally.setdefault(pair(said.speaker, reply.speaker), [0, 0])
        counts[0] += reply.support
        counts[1] += reply.challenge
    found = []
    for (a, b), (backed, against) in sorted(tally.items()):
        change = round(max(-DRIFT, min(DRIFT, STEP * (backed - against))), 3)
        if change:
            text = words.distil["warmer" if change > 0 else "cooler"]
            reason = text.format(a=names[a], b=names[b], backed=backed, against=against)
            found.append({"a": a, "b": b, "change": change, "reason": reason})
    return found


def _actions(lines: list[Heard], names: dict[str, str], words: Bank) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    # The later promise is the one that was agreed on.
    for line in reversed(lines):
        if len(found) >= MOST_ACTIONS:
            break
        for sentence in reversed(_SENTENCE.split(line.said)):
            low = sentence.lower()
            promised = words.markers["promise"].search(low) and not words.markers["idle"].search(low)
            if line.speaker in names and promised and not sentence.endswith("?"):
                found.append({"owner": line.speaker, "text": capped(sentence.strip(), SAID)})
    return found[:MOST_ACTIONS][::-1]
