"""What is asked about a talk, answered out of its lines by plain rules: nothing is in it that nobody said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import msgspec

from core.base.line import capped
from core.cast.affinity import DRIFT, pair
from core.log.config import RunConfig
from core.perspective.perspective import Block, Perspective
from core.voices.base import Request
from core.voices.rehearsal.improviser import WITNESSED
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
_QUOTED_SENTENCE = re.compile(r"(?<=[.!?…”“])\s+")

MOST_THINGS = 4
MOST_SPEAKERS = 4
RECALLED = 90
"""Characters of what somebody said, at most."""
NEW = 0.65
"""The part of the room that what is summed up for the first time may have."""
USUAL = 800
"""Characters, where nobody says how many there may be."""


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


def recapped(request: Request) -> dict[str, Any]:
    """What was said, and in what room is left the end of the summary of what went before it."""
    view = request.perspective
    words = bank(view.config.language).distil
    most = _room(request)
    told = _recap(view.witnessed(), view.config.language, {member.name for member in view.config.members}, words)
    now = ""
    for sentence in told:
        if len(now) + len(sentence) + 1 > most * (NEW if view.summary else 1):
            break
        now = f"{now} {sentence}".strip()
    now = now or capped(told[0], most)
    earlier = _before(view.summary, most - len(now) - len(words["recap_before"]), words)
    return {"summary": f"{words['recap_before'].format(earlier=earlier)} {now}" if earlier else now}


def _recap(blocks: Sequence[Block], language: str, names: set[str], words: Any) -> list[str]:
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
            told += [words[kind].format(said=capped(block.said, RECALLED))]
    if things:
        told.append(words["recap_about"].format(things=", ".join(one for one, _ in things.most_common(MOST_THINGS))))
    if lines and (asked := _question(lines[-1].said)):
        told.append(words["recap_asked"].format(name=lines[-1].name, said=capped(asked, RECALLED)))
    newest: dict[str, Block] = {block.speaker: block for block in lines}
    for block in sorted(newest.values(), key=lambda block: -block.seq)[:MOST_SPEAKERS]:
        plain = [one for one in _QUOTED_SENTENCE.split(block.said) if not one.endswith("?")] or [block.said]
        told.append(words["recap_said"].format(name=block.name, said=capped(plain[-1].strip(), RECALLED)))
    return told or [words["recap_lines"].format(names="…", lines=0)]


def _question(said: str) -> str:
    return next((one.strip() for one in reversed(_QUOTED_SENTENCE.split(said)) if one.endswith("?")), "")


def _before(summary: str, room: int, words: Any) -> str:
    """As many of the newest sentences of an earlier summary as there is room for."""
    sentences = _QUOTED_SENTENCE.split(summary.removeprefix(words["recap_before"].format(earlier="").strip()).strip())
    kept = ""
    for sentence in reversed(sentences):
        if len(sentence) + len(kept) + 1 > room:
            break
        kept = f"{sentence} {kept}".strip()
    return kept


def _room(request: Request) -> int:
    properties: Any = (request.schema or {}).get("properties", {})
    return next((int(one["maxLength"]) for one in properties.values() if "maxLength" in one), USUAL)


def chosen(request: Request, random: Random) -> dict[str, Any]:
    """Somebody of the schema's members: who was addressed, else who has said the least lately. With the reason."""
    config = request.perspective.config
    blocks = request.perspective.witnessed(WITNESSED)
    lines = [block for block in blocks if block.speaker]
    last = lines[-1].speaker if lines else ""
    schema: Any = request.schema or {}
    ids: list[str] = list(schema.get("properties", {}).get("member", {}).get("enum", ()))
    names = {member.id: member.name for member in config.members}
    able = [one for one in ids if one != last] or ids
    if not able:
        return {}
    reasons = bank(config.language).selection
    if called := _addressed(lines, able, names):
        return {"member": called, "reason": reasons["named"].format(name=names.get(called, called))}
    spoken = dict.fromkeys(able, 0)
    for block in lines:
        if block.speaker in spoken:
            spoken[block.speaker] += 1
    least = min(spoken.values())
    quiet = [one for one in able if spoken[one] == least]
    member = quiet[int(random.random() * len(quiet))]
    name = names.get(member, member)
    if least and last in names:
        return {"member": member, "reason": reasons["answer"].format(name=name, other=names[last])}
    return {"member": member, "reason": reasons["quiet"].format(name=name)}


def _addressed(lines: Sequence[Block], able: Sequence[str], names: dict[str, str]) -> str:
    if not lines:
        return ""
    said = lines[-1].said
    for name, one in sorted(((names.get(one, one), one) for one in able), key=lambda found: -len(found[0])):
        at = said.find(name)
        # Called by name: at a sentence's beginning before a mark, or behind a comma.
        if at >= 0 and re.match(r"\s*[,:?!]", said[at + len(name) :]):
            return one
    return ""
