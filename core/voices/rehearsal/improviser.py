"""A fresh line, in character, out of phrases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Literal

from core.base.line import capped
from core.perspective.perspective import Block
from core.voices.base import Request
from core.voices.rehearsal.nouns import nouns
from core.voices.rehearsal.persona import Persona
from core.voices.rehearsal.phrases import SHORTEST_MARK, one_of
from core.voices.rehearsal.rules import Ruled

WITNESSED = 16
"""How many of the last witnessed blocks the improviser looks at."""

TRIES = 8
LONGEST_TITLE = 64
THOUGHTS = 0.22
LATE = 0.65

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


class Speaker(Ruled):
    """Somebody who answers: `before` is the last thing that somebody else said or the director put in (`injected`)."""

    usual: ClassVar[tuple[float, float, float]]
    """Chances that a question is answered, and that what was said before is challenged or supported."""

    def __init__(self, request: Request, persona: Persona, random: Random, cap: int) -> None:
        self.request, self.persona, self.random, self.cap = request, persona, random, cap
        self.kind, self.brief = request.kind, persona.brief
        self.before: Block | None = None
        self.injected = False
        self.stance: Stance = "neutral"

    def leans(self, lean: float) -> Stance:
        """For or against what was said before, by the usual chances and a lean in [-1, 1]."""
        answer, against, backing = self.usual
        if self.before is None or self.injected:
            return "injected" if self.before else "neutral"
        if self.before.said.endswith("?") and self.random.random() < answer:
            return "answer"
        draw = self.random.random()
        against, backing = (min(0.8, max(0.05, each)) for each in (against - 0.45 * lean, backing + 0.45 * lean))
        return "challenge" if draw < against else "support" if draw < against + backing else "neutral"

    def ranked(self, choices: Sequence[str], warmth: float) -> str:
        """The first of the choices, the likelier the cooler it is, else any of the others."""
        if len(choices) == 1 or self.random.random() < 0.8 - 0.35 * min(1.0, warmth):
            return choices[0]
        return one_of(choices[1:], self.random)

    def text(self, name: str) -> str:
        """What the rules of that name say, as one text."""
        return "".join(self.told(name))

    def noted(self) -> Iterator[str]:
        """What they think of the one who spoke."""
        yield self.fact("note")

    def joined(self, said: str, *, before: str = "", after: str = "") -> str:
        """`said` with a sentence before or after it, where that fits."""
        whole = " ".join(filter(None, (before, said, after)))
        # Two colons in a row read like a list.
        return said if (before.endswith(":") and ":" in said) or 0 < self.cap < len(whole) else whole


class Improviser(Speaker):
    """One line in the making.

    `slots` is what phrases may be filled with, `lately` all that was said in the last witnessed blocks, `drawn` the
    phrases of this line; it is about `topics`, `title` as it was given.
    """

    rules = "talk_rules"
    usual = (0.5, 0.3, 0.3)

    def __init__(self, request: Request, persona: Persona, random: Random, warmth: float) -> None:
        super().__init__(request, persona, random, persona.config.cap)
        self.warmth, self.family = warmth, persona.family
        blocks = request.perspective.witnessed(WITNESSED)
        self.lately = "\n".join([block.said for block in blocks])
        self.before = next((block for block in reversed(blocks) if block.role != "assistant"), None)
        put = [at for at, block in enumerate(blocks) if not block.speaker and block.role != "assistant"]
        topic = blocks[put[-1]] if put else None
        self.topics: Sequence[str] = persona.topics
        self.title = persona.config.topic
        draw = random.random
        if topic is not None:
            answered = any(block.role == "assistant" for block in blocks[put[-1] :])
            self.injected = not answered and draw() < (0.85 if topic is self.before else 0.35)
            self.topics = nouns(topic.said, persona.config.language, topic=True)[:2] or self.topics
            self.title = topic.said
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
        self.drawn: list[str] = []
        self.trait = ""

    def line(self) -> str:
        """The line, sometimes with a [thought] behind it, both together within the cap."""
        if self.kind != "opening":
            lean, direction, hints = self.request.mood, self.request.direction.lower(), self.persona.bank.lists
            for weight, side in ((0.6, "support"), (-0.6, "challenge")):
                lean += weight * any(hint in direction for hint in hints[f"hints.{side}"])
            self.stance = self.leans(lean)
        musing = self.kind == "line" and self.random.random() < THOUGHTS
        said = self._body()
        if (not self.cap or self.cap >= 200) and self.kind == "line" and not self.brief:
            for _ in range(1 if self.cap else 2):
                said = self.joined(said, after=self.text("traits"))
        if musing:
            thought = self.text("thought")
            return self.joined(said, after=f"[{thought}]") if thought else said
        if self.before is not None:
            said = self.joined(said, before=self.text("reaction"))
        return said if said.endswith("?") and self.kind == "line" else self.joined(said, after=self.text("ending"))

    def _body(self) -> str:
        """The sentence that carries the line, within the cap; cut only where nothing short enough was found."""
        shortest = ""
        for _ in range(TRIES):
            said = self.text("body")
            if said and (not self.cap or len(said) <= self.cap):
                return said
            shortest = min(filter(None, (shortest, said)), key=len, default="")
        return capped(shortest or self.persona.bank.texts["nouns.none"].capitalize() + "?", self.cap)

    def traits(self) -> Iterator[str]:
        """What one of the persona's traits has to say: the strongest when cool, any of them when warm."""
        self.trait = self.ranked(self.persona.traits, self.warmth)
        yield from self.told("trait_said")

    def say(self, *pools: str, **slots: Any) -> str:
        """A phrase of the pool that was not said lately, filled in; empty where none was found."""
        pool = self.persona.lines if pools[0] == "signature" else self.persona.bank.pools[pools[0]]
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

    def _topic(self) -> str:
        topics = self.topics
        return topics[0] if len(topics) == 1 or self.random.random() < 0.6 else one_of(topics[1:], self.random)

    def _echo(self) -> str:
        """Something the last speaker mentioned."""
        if self.before is None or not self.before.speaker:
            return ""
        heard = nouns(self.before.said, self.persona.config.language, names=self.persona.called)
        heard = [noun for noun in heard if noun not in self.topics and noun not in str(self.slots["thing"])]
        return one_of(heard, self.random) if heard else ""

    def _other(self) -> str:
        """Somebody to turn to: whom the direction names, else anybody but the last speaker."""
        names, others = self.persona.names, self.persona.others
        if self.before is not None and len(others) > 1:
            others = [one for one in others if one != self.before.speaker]
        called = [one for one in others if names[one] in self.request.direction]
        return names[one_of(called or others, self.random)] if others else ""

    facts = {
        "late": lambda s: s.request.turns > 3 and s.request.turn > LATE * s.request.turns,
        "lines": lambda s: s.persona.lines,
        "mood": lambda s: "tense" if s.stance == "challenge" else "friendly",
        "note": lambda s: s.persona.notes.get(s.before.speaker) if s.before else "",
    }


SLOTS: dict[str, Callable[[Any], object]] = {
    "topic": Improviser._topic,
    "title": lambda s: s.title.strip().rstrip(".!?…") if len(s.title) <= LONGEST_TITLE and "\n" not in s.title else "",
    "echo": Improviser._echo,
    "name": lambda s: s.persona.names.get(s.before.speaker) if s.before else "",
    "other": Improviser._other,
}
