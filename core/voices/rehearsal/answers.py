"""What is asked about a talk, answered out of its lines by plain rules: nothing is in it that nobody said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import msgspec

from parley.core.base.line import capped
from parley.core.cast.affinity import DRIFT, pair
from parley.core.perspective.perspective import Block
from parley.core.voices.base import Request
from parley.core.voices.rehearsal.improviser import WITNESSED
from parley.core.voices.rehearsal.matter import matter_of
from parley.core.voices.rehearsal.nouns import nouns
from parley.core.voices.rehearsal.phrases import bank, one_of
from parley.core.voices.rehearsal.talk import topic_of
from parley.core.voices.rehearsal.threads import Node, recognised, rules

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
_ARTICLES = {"en": {"the", "a", "an"}, "de": {"der", "die", "das", "den", "dem", "ein", "eine", "einer", "einem"}}
QUOTED = ("“", "„")
NEW = 0.65
"""The part of the room that what is summed up for the first time may have."""
USUAL = 800
"""Characters, where nobody says how many there may be."""


class Heard(msgspec.Struct, frozen=True, gc=False):
    """A line as the rules see it. `turn` counts from 1; `support` and `challenge` are what it gives the one before.

    `act` of a thread, where it is one of our own; `core` is it without what was only said before it.
    """

    turn: int
    speaker: str
    said: str
    low: str
    nouns: tuple[str, ...]
    support: bool
    challenge: bool
    act: str = ""
    ours: bool = False
    core: str = ""


class Talk:
    """The talk that a perspective witnessed, to be distilled."""

    def __init__(self, request: Request) -> None:
        self.config = config = request.perspective.config
        self.bank = bank(config.language)
        self.names = config.names
        called = frozenset(self.names.values())
        self.lines: list[Heard] = []
        for turn, block in enumerate((block for block in request.perspective.witnessed() if block.speaker), 1):
            low, found = block.said.lower(), tuple(nouns(block.said, config.language, names=called))
            for_it, against = (self._marked(kind, low) for kind in ("support", "challenge"))
            node = recognised(block.said, config.language)
            act = node.act if node is not None and "." in node.thread else ""
            core = _core(block.said, node)
            self.lines.append(
                Heard(turn, block.speaker, block.said, low, found, for_it, against, act, node is not None, core)
            )
        self.keywords = Counter(noun for line in self.lines for noun in dict.fromkeys(line.nouns))
        self._name_matter()

    def _name_matter(self) -> None:
        """What the talk is about is one keyword, by its whole name, and no piece of it is another."""
        matter = matter_of(self.config.topic, self.config.language)
        if not matter.known or matter.forms.nom[:1] in QUOTED:
            return
        proposed = matter.deed if self.config.language != "de" and matter.deed else matter.forms
        name = bare(proposed.nom, self.config.language).removeprefix("Thema ")
        forms = {bare(form, self.config.language).removeprefix("Thema ").lower() for form in proposed}
        about = [line for line in self.lines if any(form in line.low for form in forms)]
        for noun in list(self.keywords):
            words = bare(noun, self.config.language).lower()
            if any(words in form or form in words for form in forms):
                del self.keywords[noun]
        if about:
            # "Die defekten Räder": of a name in German what needs no ending.
            noun = " ".join(name.split()[next((at for at, each in enumerate(name.split()) if each[0].isupper()), 0) :])
            named = noun if self.config.language == "de" else proposed.nom
            self.keywords = Counter({named: len(about), **self.keywords})
            self.lines = [
                msgspec.structs.replace(line, nouns=(named, *line.nouns)) if line in about else line
                for line in self.lines
            ]

    def _marked(self, kind: str, low: str) -> bool:
        return self.bank.finders[f"markers.{kind}"].search(low) is not None

    def _text(self, name: str, /, **values: object) -> str:
        return self.bank.texts[f"distil.{name}"].format(**values)

    def summary(self) -> str:
        """Who talked about what, and the last word."""
        topic = capped(topic_of(self.config) or next(iter(self.keywords), self.config.title), 80)
        shares = Counter(line.speaker for line in self.lines if line.speaker in self.names)
        if not shares:
            return self._text("nobody", topic=topic)
        names = ", ".join(name for one, name in self.names.items() if one in shares)
        most = self.names[max(shares, key=lambda one: shares[one])]
        told = [self._text("summary", names=names, topic=topic, turns=len(self.lines), most=most)]
        told += [self._text("turned", keyword=word) for word, times in self.keywords.most_common(1) if times > 1]
        last = self.lines[-1]
        name = self.names.get(last.speaker, last.speaker)
        return " ".join([*told, self._text("last", name=name, said=capped(last.said, SAID))])

    def memories(self) -> list[dict[str, Any]]:
        """The surest of what the format distils, a few for everybody."""
        kinds, lines, names = self.config.format.distils, self.lines, self.names
        found = self._patterns() if "pattern" in kinds else []
        for at, line in enumerate(lines):
            number = _DIGIT.search(line.said) is not None
            kind, sure = self._kind(line, kinds)
            # What was said stays with whoever took it up, else with the one who said it.
            others = [(place, one) for place, one in enumerate(lines[at + 1 : at + 4]) if one.speaker != line.speaker]
            heard = next((one.speaker for place, one in others if place < 2), line.speaker)
            if kind in kinds and line.speaker in names and heard in names:
                known = any(self.keywords[noun] > 1 for noun in line.nouns)
                backed, against = sum([one.support for _, one in others]), sum([one.challenge for _, one in others])
                score = sure + 0.07 * number + 0.08 * known + 0.1 * backed - 0.08 * against
                text = self._text(kind, name=names[line.speaker], said=capped(line.core, SAID))
                found.append(_memory(heard, kind, text, max(0.3, min(0.9, score)), [line.turn]))
        found.sort(key=lambda memory: (-memory["confidence"], memory["turns"][0], memory["member"]))
        each: Counter[str] = Counter()
        kept = []
        for memory in found:
            each[memory["member"]] += 1
            kept += [memory] * (each[memory["member"]] <= MOST_EACH)
        return kept[:MOST_MEMORIES]

    def _kind(self, line: Heard, kinds: Sequence[str]) -> tuple[str, float]:
        """As what a line is worth remembering, and how sure that is; empty: it is not."""
        if line.said.endswith("?"):
            return "", 0.0
        known = rules()["remembered"].get(line.act)
        if known is not None:
            return next((one for one in known["kinds"] if one in kinds), ""), known["sure"]
        plain = "insight" if _DIGIT.search(line.said) and not line.act else ""
        marked = (one for one in ("lesson", "preference", "strategy") if not line.act and self._marked(one, line.low))
        return next(marked, plain), 0.55

    def _patterns(self) -> list[dict[str, Any]]:
        found = []
        for keyword, times in self.keywords.most_common(3):
            where = [line for line in self.lines if keyword in line.nouns]
            people = Counter(line.speaker for line in where if line.speaker in self.names)
            if times >= 3 and len(people) >= 2:
                text = self._text("pattern", keyword=keyword, times=times, people=len(people))
                member, turns = max(people, key=lambda one: people[one]), [line.turn for line in where[:8]]
                confidence = min(0.75, 0.5 + 0.03 * times)
                found.append(_memory(member, "pattern", text[0].upper() + text[1:], confidence, turns))
        return found

    def relations(self) -> list[dict[str, Any]]:
        """What support and challenge changed between two."""
        tally: dict[tuple[str, str], list[int]] = {}
        for said, reply in pairwise(self.lines):
            if said.speaker != reply.speaker and {said.speaker, reply.speaker} <= self.names.keys():
                counts = tally.setdefault(pair(said.speaker, reply.speaker), [0, 0])
                counts[0] += reply.support
                counts[1] += reply.challenge
        found = []
        for (a, b), (backed, against) in sorted(tally.items()):
            if change := round(max(-DRIFT, min(DRIFT, STEP * (backed - against))), 3):
                told = {"a": self.names[a], "b": self.names[b], "backed": backed, "against": against}
                reason = self._text("warmer" if change > 0 else "cooler", **told)
                found.append({"a": a, "b": b, "change": change, "reason": reason})
        return found

    def actions(self) -> list[dict[str, Any]]:
        """What was promised: the later promise is the one that was agreed on."""
        found = [
            {"owner": line.speaker, "text": capped(sentence.strip(), SAID)}
            for line in self.lines
            for sentence in self._promises(line)
            if line.speaker in self.names and not sentence.endswith("?")
        ]
        return found[-MOST_ACTIONS:]

    def _promises(self, line: Heard) -> list[str]:
        """What of a line is a promise; of our own lines those in which something is taken, for the rest tell of it."""
        if line.act == "take":
            return [line.core]
        if line.ours:
            return []
        sentences = [(each, each.lower()) for each in _SENTENCE.split(line.said)]
        return [each for each, low in sentences if self._marked("promise", low) and not self._marked("idle", low)]


def bare(name: str, language: str) -> str:
    """A thing's name without its article."""
    first, _, rest = name.partition(" ")
    return rest if rest and first.lower() in _ARTICLES["de" if language == "de" else "en"] else name


def _core(said: str, node: Node | None) -> str:
    begins = node.text.partition("{")[0] if node is not None else ""
    return said[max(0, said.find(begins)) :] if begins else said


def _memory(member: str, kind: str, text: str, confidence: float, turns: list[int]) -> dict[str, Any]:
    return {"member": member, "kind": kind, "text": text, "confidence": round(confidence, 2), "turns": turns}


def distilled(request: Request, _random: Random) -> dict[str, Any]:
    """Summary, memories, relations and action items of the talk that was witnessed."""
    talk = Talk(request)
    return {
        "summary": talk.summary(),
        "memories": talk.memories(),
        "relations": talk.relations(),
        "actions": talk.actions() if talk.config.format.actions else [],
    }


def recapped(request: Request, _random: Random) -> dict[str, Any]:
    """What was said, and in what room is left the end of the summary of what went before it."""
    view = request.perspective
    words = bank(view.config.language).under("distil.recap_")
    properties: Any = (request.schema or {}).get("properties", {})
    most = next((int(one["maxLength"]) for one in properties.values() if "maxLength" in one), USUAL)
    told = _recap(view.witnessed(), view.config.language, frozenset(view.config.names.values()), words)
    now = " ".join(_fitting(told, most * (NEW if view.summary else 1))) or capped(told[0], most)
    # As many of the newest sentences of an earlier summary as there is room for.
    before = _QUOTED_SENTENCE.split(view.summary.removeprefix(words["before"].format(earlier="").strip()).strip())
    earlier = " ".join(_fitting(before[::-1], most - len(now) - len(words["before"]))[::-1])
    return {"summary": f"{words['before'].format(earlier=earlier)} {now}" if earlier else now}


def _fitting(texts: Sequence[str], room: float) -> list[str]:
    kept: list[str] = []
    for text in texts:
        if len(" ".join(kept)) + len(text) + 1 > room:
            break
        kept.append(text)
    return kept


def _recap(blocks: Sequence[Block], language: str, names: frozenset[str], words: dict[str, str]) -> list[str]:
    """What is to be known, the most important first."""
    lines = [block for block in blocks if block.speaker]
    things = Counter(thing for block in lines for thing in dict.fromkeys(nouns(block.said, language, names=names)))
    told: list[str] = []
    if lines:
        present = ", ".join(dict.fromkeys(block.name for block in lines))
        told.append(words["lines" if len(lines) > 1 else "line"].format(names=present, lines=len(lines)))
    put = ((words["put" if block.name else "told"], block.said) for block in blocks if not block.speaker)
    told += [text.format(said=capped(said, RECALLED)) for text, said in put]
    if things:
        told.append(words["about"].format(things=", ".join(one for one, _ in things.most_common(MOST_THINGS))))
    asked = [one for one in _QUOTED_SENTENCE.split(lines[-1].said) if one.endswith("?")] if lines else []
    if asked:
        told.append(words["asked"].format(name=lines[-1].name, said=capped(asked[-1].strip(), RECALLED)))
    newest: dict[str, Block] = {block.speaker: block for block in lines}
    for block in sorted(newest.values(), key=lambda block: -block.seq)[:MOST_SPEAKERS]:
        plain = [one for one in _QUOTED_SENTENCE.split(block.said) if not one.endswith("?")] or [block.said]
        told.append(words["said"].format(name=block.name, said=capped(plain[-1].strip(), RECALLED)))
    return told or [words["lines"].format(names="…", lines=0)]


def chosen(request: Request, random: Random) -> dict[str, Any]:
    """Somebody of the schema's members: who was addressed, else who has said the least lately. With the reason."""
    config = request.perspective.config
    lines = [block for block in request.perspective.witnessed(WITNESSED) if block.speaker]
    last = lines[-1].speaker if lines else ""
    schema: Any = request.schema or {}
    ids: list[str] = list(schema.get("properties", {}).get("member", {}).get("enum", ()))
    names = config.names | {one: one for one in ids if one not in config.names}
    able = [one for one in ids if one != last] or ids
    if not able:
        return {}
    reasons = bank(config.language).under("selection.")
    said = lines[-1].said if lines else ""
    for one in sorted(able, key=lambda one: -len(names[one])):
        # Called by name: at a sentence's beginning before a mark, or behind a comma.
        if names[one] in said and re.match(r"\s*[,:?!]", said.partition(names[one])[2]):
            return {"member": one, "reason": reasons["named"].format(name=names[one])}
    spoken = Counter(block.speaker for block in lines)
    least = min(spoken[one] for one in able)
    member = one_of([one for one in able if spoken[one] == least], random)
    why = "answer" if least and last in config.names else "quiet"
    return {"member": member, "reason": reasons[why].format(name=names[member], other=names.get(last, ""))}
