"""A fresh line, in character, out of phrases."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Literal, TypeVar

from core.base.line import capped
from core.perspective.perspective import Block
from core.voices.base import Request
from core.voices.rehearsal.nouns import nouns
from core.voices.rehearsal.persona import Persona
from core.voices.rehearsal.phrases import SHORTEST_MARK, Phrases, one_of

WITNESSED = 16
"""How many of the last witnessed blocks the improviser looks at."""

TRIES = 8
LONGEST_TITLE = 64
THOUGHTS = 0.22
LATE = 0.65

T = TypeVar("T")
Stance = Literal["support", "challenge", "neutral", "answer", "injected"]


class Slots(dict[str, object]):
    """What phrases are filled with: found by the table when a phrase first asks for it, and kept from then on."""

    def __init__(self, table: Mapping[str, Callable[[Any], object]], speaker: object, **known: object) -> None:
        super().__init__(known)
        self._table = table
        self._speaker = speaker

    def __missing__(self, slot: str) -> object:
        found = self._table[slot](self._speaker)
        if not found:
            raise KeyError(slot)
        self[slot] = found
        return found


class Improviser:
    """One line in the making.

    `slots` is what phrases may be filled with, `lately` all that was said in the last witnessed blocks, `before` the
    last thing that somebody else said or the director put in, `drawn` the phrases of this line; it is about `topics`,
    `title` as it was given.
    """

    def __init__(self, request: Request, persona: Persona, random: Random, warmth: float) -> None:
        self.request, self.persona, self.random, self.warmth = request, persona, random, warmth
        blocks = request.perspective.witnessed(WITNESSED)
        self.lately = "\n".join([block.said for block in blocks])
        self.before, topic, unanswered = _heard(blocks)
        draw = random.random
        self.injected = unanswered and draw() < (0.85 if topic is self.before else 0.35)
        self.slots = Slots(
            SLOTS,
            self,
            many=12 + int(draw() * 49),
            few=2 + int(draw() * 7),
            percent=11 + int(draw() * 78),
            days=2 + int(draw() * 7),
            day=one_of(persona.bank.lists["days"], random),
            **(prop := one_of(persona.props, random))._asdict(),
            thing=prop.nom,
        )
        self.topics: Sequence[str] = persona.topics
        self.title = persona.config.topic
        if topic is not None:
            self.topics = nouns(topic.said, persona.config.language, topic=True)[:2] or self.topics
            self.title = topic.said
        self.drawn: list[str] = []

    def line(self) -> str:
        """The line, sometimes with a [thought] behind it, both together within the cap."""
        stance = self._stance()
        musing = self.request.kind == "line" and self.random.random() < THOUGHTS
        said = self._said(stance, bare=musing)
        return self._with(said, after=f"[{thought}]") if musing and (thought := self._thought(stance)) else said

    def _stance(self) -> Stance:
        if self.request.kind == "opening" or self.before is None:
            return "neutral"
        if self.injected:
            return "injected"
        if self.before.said.endswith("?") and self.random.random() < 0.5:
            return "answer"
        lean, direction, hints = self.request.mood, self.request.direction.lower(), self.persona.bank.lists
        for weight, side in ((0.6, "support"), (-0.6, "challenge")):
            lean += weight * any(hint in direction for hint in hints[f"hints.{side}"])
        return leaning(lean, self.random, challenge=0.3, support=0.3)

    def _said(self, stance: Stance, *, bare: bool) -> str:
        """A reaction, one or more bodies and a question, as far as they fit; the body alone if `bare`."""
        random, persona, kind, cap = self.random, self.persona, self.request.kind, self.persona.config.cap
        said = self._body(stance)
        if (not cap or cap >= 200) and kind == "line" and not persona.brief:
            for _ in range(1 if cap else 2):
                said = self._with(said, after=self._drawn(self._trait(stance)))
        if bare:
            return said
        eager = {"opening": 0.0, "closing": 0.35}.get(kind, 0.45 if persona.brief else 0.75)
        if self.before is not None and random.random() < eager:
            reaction = self._drawn(persona.bank.pools[f"react.{stance}"])
            # Two colons in a row read like a list.
            if not (reaction.endswith(":") and ":" in said):
                said = self._with(said, before=reaction)
        if kind == "line":
            if not said.endswith("?") and random.random() < (0.12 if persona.brief else 0.3):
                mood = "tense" if stance == "challenge" else "friendly"
                said = self._with(said, after=self._drawn(persona.bank.pools[f"ask.{mood}"]))
        elif persona.lines and random.random() < 0.4:
            said = self._with(said, after=self._drawn(persona.lines))
        return said

    def _body(self, stance: Stance) -> str:
        """The sentence that carries the line, within the cap; cut only where nothing short enough was found."""
        cap, shortest = self.persona.config.cap, ""
        for _ in range(TRIES):
            said = self._drawn(self._pool(stance))
            if said and (not cap or len(said) <= cap):
                return said
            shortest = min(filter(None, (shortest, said)), key=len, default="")
        return capped(shortest or self.persona.bank.texts["nouns.none"].capitalize() + "?", cap)

    def _pool(self, stance: Stance) -> Phrases:
        persona, request = self.persona, self.request
        pools, family = persona.bank.pools, f"talk.{persona.family}"
        if request.kind in {"opening", "closing"}:
            return pools[f"{family}.{request.kind}"]
        draw = self.random.random()
        if persona.lines and draw < 0.16:
            return persona.lines
        if draw < (0.6 if persona.family == "casual" else 0.3):
            return pools[f"{family}.body"]
        late = persona.family != "casual" and request.turns > 3 and request.turn > LATE * request.turns
        return pools["late.body"] if late and draw < 0.55 else self._trait(stance)

    def _trait(self, stance: Stance) -> Phrases:
        """What one of the persona's traits has to say: the strongest when cool, any of them when warm."""
        trait, what = ranked(self.persona.traits, self.warmth, self.random), "say"
        if stance == "challenge" and self.random.random() < 0.5:
            what = "push"
        elif stance == "support" and self.random.random() < 0.45:
            what = "back"
        return self.persona.bank.pools[f"traits.{trait}.{what}"]

    def _thought(self, stance: Stance) -> str:
        note = self.persona.notes.get(self.before.speaker, "") if self.before else ""
        if note and self.random.random() < 0.35:
            return note
        kind = stance if stance in ("support", "challenge") and self.random.random() < 0.6 else "plain"
        return self._drawn(self.persona.bank.pools[f"thoughts.{kind}"])

    def _with(self, said: str, *, before: str = "", after: str = "") -> str:
        """`said` with a sentence before or after it, where that fits."""
        whole, cap = " ".join(filter(None, (before, said, after))), self.persona.config.cap
        return whole if not cap or len(whole) <= cap else said

    def _drawn(self, pool: Phrases) -> str:
        """A phrase that was not said lately, filled in; empty where none was found."""
        for _ in range(TRIES):
            phrase = one_of(pool, self.random)
            if phrase.text in self.drawn or (len(phrase.mark) >= SHORTEST_MARK and phrase.mark in self.lately):
                continue
            try:
                said = phrase.text.format_map(self.slots)
            except KeyError:
                continue
            self.drawn.append(phrase.text)
            return said[0].upper() + said[1:]
        return ""


def leaning(lean: float, random: Random, *, challenge: float, support: float) -> Stance:
    """For or against what was said, by the usual chances of both and a lean in [-1, 1]."""
    draw = random.random()
    against, backing = (min(0.8, max(0.05, usual)) for usual in (challenge - 0.45 * lean, support + 0.45 * lean))
    return "challenge" if draw < against else "support" if draw < against + backing else "neutral"


def ranked(choices: Sequence[T], warmth: float, random: Random) -> T:
    """The first of the choices, the likelier the cooler it is, else any of the others."""
    if len(choices) == 1 or random.random() < 0.8 - 0.35 * min(1.0, warmth):
        return choices[0]
    return one_of(choices[1:], random)


def _heard(blocks: Sequence[Block]) -> tuple[Block | None, Block | None, bool]:
    """The last block that is not one's own, the last that the director put in, and whether one spoke since."""
    before: Block | None = None
    spoken = False
    for block in reversed(blocks):
        if block.role == "assistant":
            spoken = True
            continue
        before = before or block
        if not block.speaker:
            return before, block, not spoken
    return before, None, False


def _topic(line: Improviser) -> str:
    topics = line.topics
    return topics[0] if len(topics) == 1 or line.random.random() < 0.6 else one_of(topics[1:], line.random)


def _title(line: Improviser) -> str:
    short = len(line.title) <= LONGEST_TITLE and "\n" not in line.title
    return line.title.strip().rstrip(".!?…") if short else ""


def _echo(line: Improviser) -> str:
    """Something the last speaker mentioned."""
    if line.before is None or not line.before.speaker:
        return ""
    heard = nouns(line.before.said, line.persona.config.language, names=line.persona.called)
    heard = [noun for noun in heard if noun not in line.topics and noun not in str(line.slots["thing"])]
    return one_of(heard, line.random) if heard else ""


def _name(line: Improviser) -> str:
    return line.persona.names.get(line.before.speaker, "") if line.before else ""


def _other(line: Improviser) -> str:
    """Somebody to turn to: whom the direction names, else anybody but the last speaker."""
    names, others = line.persona.names, line.persona.others
    if line.before is not None and len(others) > 1:
        others = [one for one in others if one != line.before.speaker]
    called = [one for one in others if names[one] in line.request.direction]
    return names[one_of(called or others, line.random)] if others else ""


SLOTS = {"topic": _topic, "title": _title, "echo": _echo, "name": _name, "other": _other}
