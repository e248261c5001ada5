"""Which of several drawn lines is said: the one that is to the point, in words that were not used before.

Everything here is a function of the lines and the request, so that a line's terms can be had again by hand:

    score = sum(weight * term) / sum(weights), with `WEIGHTS`; every term is in 0 to 1, with three decimals

A line with a fault is said only where all have one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import msgspec

from parley.core.base.packaged import packaged
from parley.core.base.stems import stems
from parley.core.base.sums import added
from parley.core.log.events.turn import Draft
from parley.core.voices.embedded import scrutiny

WEIGHTS: Mapping[str, float] = {
    "topic": 4.0,
    "reply": 1.0,
    "new": 2.0,
    "whole": 1.5,
    "answer": 0.5,
    "persona": 0.5,
    "likely": 1.0,
    "scene": 3.0,
}
"""How much each term counts.

`topic`: how many of the topic's words it has, by their stems; `reply`: the same of the last lines; `new`: how many of
its words and of its opening's were not said before; `whole`: it is a sentence and ends as one; `answer`: it does not
answer a question with a question; `persona`: it has a word of the speaker's own; `likely`: the mean likelihood of its
tokens in the scene; `scene`: by how much that is more than without one, which keeps off what fits everywhere. The last
is known of the best by all the others alone, and one of these is said.
"""

RUN = 5
"""So many words in a row are not said twice."""
OPENING = 3
"""So many first words are an opening."""
COPIED = 4
"""So many words of the topic in a row are a copy of it, where they are more than half of it."""
RECITED = 2
"""So many words of the examples make a line one of theirs."""
RECENT = 80
"""So many lines back a line is compared with word by word; its runs are compared with all."""
LAST = 2
"""Lines that a new one answers."""

_WORD = re.compile(r"[\w'’]+")
_END = re.compile(r"[.!?…][\"'”’»«“)]*$")
_LIKELY = (-4.0, -1.0)
"""Mean logarithms of likelihood that count 0 and 1."""
_SCENE = 2.5
"""The difference of two such that counts 1."""


def words(text: str) -> list[str]:
    """The words of a text, without case."""
    return _WORD.findall(text.casefold().replace("’", "'"))


def runs(said: Sequence[str], length: int = RUN) -> set[tuple[str, ...]]:
    """All runs of so many words."""
    return {tuple(said[at : at + length]) for at in range(len(said) - length + 1)}


def copies(line: str, topic: str) -> bool:
    """Whether the line says the topic's own words and little else."""
    said, given = words(line), words(topic)
    length = max(COPIED, len(given) // 2 + 1)
    if runs(said, length) & runs(given, length):
        return True
    own = set(stems(line))
    return len(own) > 1 and own <= set(stems(topic))


@dataclass(frozen=True)
class Scene:
    """What a line is to fit: `earlier` is all that was said, oldest first, `shown` what is not to be read aloud."""

    language: str
    topic: str
    earlier: Sequence[str]
    shown: Sequence[str]
    others: Sequence[str]
    name: str
    manner: str = ""
    examples: Sequence[str] = ()

    @cached_property
    def about(self) -> frozenset[str]:
        """Stems of the topic; the people's names are none."""
        return self._stems(self.topic)

    @cached_property
    def last(self) -> frozenset[str]:
        """Stems of the last lines that are not the topic's."""
        return self._stems(" ".join(self.earlier[-LAST:])) - self.about

    @cached_property
    def own(self) -> frozenset[str]:
        """Stems of how the speaker speaks."""
        return self._stems(self.manner) - self.about

    @cached_property
    def said(self) -> frozenset[tuple[str, ...]]:
        """All runs of words that were said or shown."""
        return frozenset(run for line in (*self.earlier, *self.shown, *self.examples) for run in runs(words(line)))

    @cached_property
    def foreign(self) -> frozenset[str]:
        """Stems of the examples that nobody here has spoken of."""
        return self._stems(" ".join(self.examples)) - self.about - self.used.keys()

    @cached_property
    def openings(self) -> Counter[tuple[str, ...]]:
        """How often each opening was."""
        return Counter(tuple(words(line)[:OPENING]) for line in self.earlier)

    @cached_property
    def used(self) -> Counter[str]:
        """In how many lines each stem was said."""
        return Counter(one for line in self.earlier for one in self._stems(line))

    def _stems(self, text: str) -> frozenset[str]:
        names = {part for name in (*self.others, self.name) for part in stems(name, self.language)}
        return frozenset(stems(text, self.language)) - names

    def fault(self, line: str) -> str:
        """Why the line may not stand; empty where it may."""
        shown = [*self.earlier[-RECENT:], *self.shown, *self.examples]
        found = scrutiny.fault(line, earlier=shown, others=self.others, name=self.name)
        if found:
            return found
        spoken = words(line)
        if _foreign(spoken, self.language):
            return "is in another language"
        if copies(line, self.topic):
            return "copies the topic"
        if runs(spoken) & self.said:
            return "says five words again"
        if len(self._stems(line) & self.foreign) >= RECITED:
            return "speaks of an example"
        if self.openings[tuple(spoken[:OPENING])] > 1:
            return "begins as others did"
        return ""

    def terms(self, line: str, likelihood: float | None = None) -> dict[str, float]:
        """What speaks for the line, each in 0 to 1; `likelihood` is the mean logarithm of its tokens'."""
        own, spoken = self._stems(line), words(line)
        found = {
            "topic": _some(len(own & self.about)),
            "reply": _some(len(own & self.last)),
            "new": self._new(own, spoken),
            "whole": _whole(line, len(spoken)),
            "answer": 0.0 if self.earlier and _asks(self.earlier[-1]) and _asks(line) else 1.0,
            "persona": _some(len(own & self.own)),
        }
        if likelihood is not None:
            low, high = _LIKELY
            found["likely"] = min(1.0, max(0.0, (likelihood - low) / (high - low)))
        return {name: round(value, 3) for name, value in found.items()}

    def _new(self, own: frozenset[str], spoken: Sequence[str]) -> float:
        fresh = sum(1 / (1 + self.used[one]) for one in own - self.about)
        words_new = fresh / len(own - self.about) if own - self.about else 0.0
        began = self.openings[tuple(spoken[:OPENING])]
        return 0.7 * words_new + 0.3 / (1 + 2 * began)


def drafted(scene: Scene, lines: Sequence[str], likelihoods: Sequence[float | None]) -> list[Draft]:
    """The lines with what speaks for and against each."""
    made: list[Draft] = []
    for line, likelihood in zip(lines, likelihoods, strict=True):
        terms = scene.terms(line, likelihood)
        made.append(Draft(text=line, score=score(terms), terms=terms, fault=scene.fault(line)))
    return made


def score(terms: Mapping[str, float]) -> float:
    """The weighted mean of the terms that there are."""
    weights = added(WEIGHTS[name] for name in terms)
    return round(added(WEIGHTS[name] * value for name, value in terms.items()) / weights, 3) if weights else 0.0


def best(drafts: Iterable[Draft]) -> int | None:
    """The place of the line that is said: without a fault and weighed with the scene, else of the least bad; of equal
    ones the first.

    None where nothing can be said of any.
    """
    ranked = [
        (scrutiny.badness(draft.fault), "scene" not in draft.terms, -draft.score, place)
        for place, draft in enumerate(drafts)
        if draft.fault != scrutiny.EMPTY
    ]
    return min(ranked)[3] if ranked else None


def leading(drafts: Sequence[Draft], count: int) -> list[int]:
    """The places of so many of the best without a fault, in their order."""
    ranked = sorted((-draft.score, place) for place, draft in enumerate(drafts) if not draft.fault)
    return sorted(place for _score, place in ranked[:count])


def with_scene(draft: Draft, here: float | None, bare: float | None) -> Draft:
    """The draft with the term `scene`: how much likelier its tokens are `here` than behind a `bare` prompt."""
    if here is None or bare is None:
        return draft
    terms = {**draft.terms, "scene": round(min(1.0, max(0.0, (here - bare) / _SCENE)), 3)}
    return msgspec.structs.replace(draft, terms=terms, score=score(terms))


def _some(count: int) -> float:
    return (0.0, 0.75, 1.0)[min(count, 2)]


def _asks(line: str) -> bool:
    return line.rstrip("\"'”’»«“) ").endswith("?")


def _whole(line: str, count: int) -> float:
    if not _END.search(line) or line.endswith(("...", "…")):
        return 0.0
    plain = line[:1].isupper() and not re.search(r"[()\[\]*_<>#]|\.{2}|…", line)
    return (1.0 if 4 <= count <= 30 else 0.5) if plain else 0.3


@cache
def _small(language: str) -> frozenset[str]:
    blocks = packaged("prompts", "stop_words.txt").read_text("utf-8").split("\n\n")
    return frozenset(blocks[1 if language == "de" else 0].split())


def _foreign(spoken: Sequence[str], language: str) -> bool:
    """Whether the other language's small words are more than its own."""
    other = _small("en" if language == "de" else "de") - _small(language)
    own = _small(language)
    return sum(word in other for word in spoken) > max(1, sum(word in own for word in spoken))
