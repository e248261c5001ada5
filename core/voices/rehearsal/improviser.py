"""A fresh line, in character, out of phrases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Literal, TypeVar

from core.base.line import capped
from core.perspective.perspective import Block
from core.voices.base import Request
from core.voices.rehearsal.nouns import nouns
from core.voices.rehearsal.persona import Persona
from core.voices.rehearsal.phrases import SHORTEST_MARK, Phrases

WITNESSED = 16
"""How many of the last witnessed blocks the improviser looks at."""

TRIES = 8
LONGEST_TITLE = 64
THOUGHTS = 0.22
LATE = 0.65

T = TypeVar("T")
Stance = Literal["support", "challenge", "neutral", "answer", "injected"]


@dataclass
class Improviser:
    """One line in the making.

    `slots` is what phrases may be filled with, `lately` all that was said in the last witnessed blocks, `before` the
    last thing that somebody else said or the director put in, `drawn` the phrases of this line.
    """

    request: Request
    persona: Persona
    random: Random
    warmth: float
    slots: Slots
    lately: str
    before: Block | None
    injected: bool
    drawn: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, request: Request, persona: Persona, random: Random, warmth: float) -> Improviser:
        """The improviser for this request."""
        blocks = request.perspective.witnessed(WITNESSED)
        before, topic, unanswered = _heard(blocks)
        injected = unanswered and random.random() < (0.85 if topic is before else 0.35)
        slots = Slots(request, persona, random, before)
        if topic is not None:
            slots.turn_to(topic.said)
        lately = "\n".join([block.said for block in blocks])
        return cls(request, persona, random, warmth, slots, lately, before, injected)

    def line(self) -> str:
        """The line, sometimes with a [thought] behind it, both together within the cap."""
        cap = self.persona.config.cap
        stance = self._stance()
        musing = self.request.kind == "line" and self.random.random() < THOUGHTS
        said = self._said(stance, cap, bare=musing)
        if musing and (thought := self._thought(stance)):
            whole = f"{said} [{thought}]"
            if not cap or len(whole) <= cap:
                return whole
        return said

    def _stance(self) -> Stance:
        if self.request.kind == "opening" or self.before is None:
            return "neutral"
        if self.injected:
            return "injected"
        if self.before.said.endswith("?") and self.random.random() < 0.5:
            return "answer"
        lean = self.request.mood
        if direction := self.request.direction.lower():
            hints = self.persona.bank.hints
            lean += 0.6 * any(hint in direction for hint in hints["support"])
            lean -= 0.6 * any(hint in direction for hint in hints["challenge"])
        return leaning(lean, self.random, challenge=0.3, support=0.3)

    def _said(self, stance: Stance, cap: int, *, bare: bool) -> str:
        """A reaction, one or more bodies and a question, as far as they fit; the body alone if `bare`."""
        random, bank = self.random, self.persona.bank
        said = self._body(stance, cap)
        roomy = not cap or cap >= 200
        if roomy and self.request.kind == "line" and not self.persona.brief:
            for _ in range(1 if cap else 2):
                said = self._with(said, after=self._drawn(self._trait(stance)), cap=cap)
        if bare:
            return said
        if self.before is not None and random.random() < self._eagerness():
            reaction = self._drawn(bank.pools[f"react.{stance}"])
            # Two colons in a row read like a list.
            if not (reaction.endswith(":") and ":" in said):
                said = self._with(said, before=reaction, cap=cap)
        if self.request.kind == "line":
            if not said.endswith("?") and random.random() < (0.12 if self.persona.brief else 0.3):
                mood = "tense" if stance == "challenge" else "friendly"
                said = self._with(said, after=self._drawn(bank.pools[f"ask.{mood}"]), cap=cap)
        elif self.persona.lines and random.random() < 0.4:
            said = self._with(said, after=self._drawn(self.persona.lines), cap=cap)
        return said

    def _eagerness(self) -> float:
        """How likely the line begins with a reaction to what was said before."""
        if self.request.kind == "opening":
            return 0.0
        if self.request.kind == "closing":
            return 0.35
        return 0.45 if self.persona.brief else 0.75

    def _body(self, stance: Stance, cap: int) -> str:
        """The sentence that carries the line, within the cap; cut only where nothing short enough was found."""
        shortest = ""
        for _ in range(TRIES):
            said = self._drawn(self._pool(stance))
            if said and (not cap or len(said) <= cap):
                return said
            if said and (not shortest or len(said) < len(shortest)):
                shortest = said
        return capped(shortest or self.persona.bank.no_topic.capitalize() + "?", cap)

    def _pool(self, stance: Stance) -> Phrases:
        persona, random = self.persona, self.random
        pools, family = persona.bank.pools, f"talk.{persona.family}"
        if self.request.kind in {"opening", "closing"}:
            return pools[f"{family}.{self.request.kind}"]
        draw = random.random()
        if persona.lines and draw < 0.16:
            return persona.lines
        if persona.family == "casual":
            return pools[f"{family}.body"] if draw < 0.6 else self._trait(stance)
        if draw < 0.3:
            return pools[f"{family}.body"]
        late = self.request.turns > 3 and self.request.turn > LATE * self.request.turns
        if late and draw < 0.55:
            return pools["late.body"]
        return self._trait(stance)

    def _trait(self, stance: Stance) -> Phrases:
        """What one of the persona's traits has to say: the strongest when cool, any of them when warm."""
        traits, random = self.persona.traits, self.random
        strongest = 0.8 - 0.35 * min(1.0, self.warmth)
        trait = ranked(traits, strongest, random)
        what = "say"
        if stance == "challenge" and random.random() < 0.5:
            what = "push"
        elif stance == "support" and random.random() < 0.45:
            what = "back"
        return self.persona.bank.pools[f"traits.{trait}.{what}"]

    def _thought(self, stance: Stance) -> str:
        note = self.persona.notes.get(self.before.speaker, "") if self.before else ""
        if note and self.random.random() < 0.35:
            return note
        kind = stance if stance in ("support", "challenge") and self.random.random() < 0.6 else "plain"
        return self._drawn(self.persona.bank.pools[f"thoughts.{kind}"])

    def _with(self, said: str, *, before: str = "", after: str = "", cap: int) -> str:
        """`said` with a sentence before or after it, where that fits."""
        whole = " ".join(part for part in (before, said, after) if part)
        return whole if not cap or len(whole) <= cap else said

    def _drawn(self, pool: Phrases) -> str:
        """A phrase that was not said lately, filled in; empty where none was found."""
        random, lately, drawn, slots = self.random, self.lately, self.drawn, self.slots
        for _ in range(TRIES):
            phrase = _one(pool, random)
            if phrase.text in drawn or (len(phrase.mark) >= SHORTEST_MARK and phrase.mark in lately):
                continue
            try:
                said = phrase.text.format_map(slots)
            except KeyError:
                continue
            drawn.append(phrase.text)
            return said[0].upper() + said[1:]
        return ""


def leaning(lean: float, random: Random, *, challenge: float, support: float) -> Stance:
    """For or against what was said, by the usual chances of both and a lean in [-1, 1]."""
    draw = random.random()
    against = min(0.8, max(0.05, challenge - 0.45 * lean))
    backing = min(0.8, max(0.05, support + 0.45 * lean))
    return "challenge" if draw < against else "support" if draw < against + backing else "neutral"


def ranked(choices: Sequence[T], strongest: float, random: Random) -> T:
    """The first of the choices by that chance, else any of the others."""
    if len(choices) == 1 or random.random() < strongest:
        return choices[0]
    return choices[1 + int(random.random() * (len(choices) - 1))]


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


class Slots(dict[str, object]):
    """What phrases are filled with; what takes some finding is found when a phrase first asks for it."""

    def __init__(self, request: Request, persona: Persona, random: Random, before: Block | None) -> None:
        draw = random.random
        super().__init__(
            many=12 + int(draw() * 49),
            few=2 + int(draw() * 7),
            percent=11 + int(draw() * 78),
            days=2 + int(draw() * 7),
            day=_one(persona.bank.days, random),
            **_one(persona.props, random),
        )
        self._request = request
        self._persona = persona
        self._random = random
        self._before = before
        self._topics: Sequence[str] = persona.topics
        self._title = persona.config.topic
        if before is not None and before.speaker in persona.names:
            self["name"] = persona.names[before.speaker]

    def turn_to(self, topic: str) -> None:
        """From now on it is about `topic`, which the director put in."""
        self._topics = nouns(topic, self._persona.config.language, topic=True)[:2] or self._topics
        self._title = topic

    def __missing__(self, slot: str) -> object:
        found = {"topic": self._topic, "echo": self._echo, "other": self._other, "title": self._wording}[slot]()
        if not found:
            raise KeyError(slot)
        self[slot] = found
        return found

    def _topic(self) -> str:
        topics = self._topics
        return topics[0] if len(topics) == 1 or self._random.random() < 0.6 else _one(topics[1:], self._random)

    def _wording(self) -> str:
        short = len(self._title) <= LONGEST_TITLE and "\n" not in self._title
        return self._title.strip().rstrip(".!?…") if short else ""

    def _echo(self) -> str:
        """Something the last speaker mentioned."""
        if self._before is None or not self._before.speaker:
            return ""
        heard = nouns(self._before.said, self._persona.config.language, names=self._persona.called)
        prop = str(self.get("thing") or self["nom"])
        heard = [noun for noun in heard if noun not in self._topics and noun not in prop]
        return _one(heard, self._random) if heard else ""

    def _other(self) -> str:
        """Somebody to turn to: whom the direction names, else anybody but the last speaker."""
        names, before, direction = self._persona.names, self._before, self._request.direction
        others: Sequence[str] = self._persona.others
        if before is not None and len(others) > 1:
            others = [one for one in others if one != before.speaker]
        called = [one for one in others if names[one] in direction] if direction else ()
        return names[_one(called or others, self._random)] if others else ""


def _one(choices: Sequence[T], random: Random) -> T:
    return choices[int(random.random() * len(choices))]
