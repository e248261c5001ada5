"""A sentence of the rules with a gap in it, and a very small model that says which word belongs there.

Such a model writes no sentence that follows from a talk; but which word is near to a scene, it knows well. So it is
asked how likely each word of a list is behind some beginnings of a sentence (probes), in the scene and in some others:
the word that the scene makes likelier than all others is said, and none where it makes none likely.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from parley.core.base.stems import stems
from parley.core.log.events.turn import Draft
from parley.core.voices.embedded.choosing import Scene, score

GAP = "…"
LEAST_LIKELY = -7.2
"""The logarithm of likelihood that a word has in its scene at least, as the mean of all probes."""
EVERYWHERE = 0.7
"""So much of the least gain a word has behind every single probe."""
MOST_GAIN = 6.0
"""By how much more likely the scene makes a word for the term `scene` to be 1."""
SHOWN = 10
"""So many words are written down, the likeliest by their scene first."""
ASKED = 6_000
"""Of so many of its likeliest words the model says how likely they are."""


@dataclass(frozen=True)
class Gap:
    """A sentence with a `GAP`, the words that may fill it, and the probes in their scene (`here`) and in `others`.

    The words stand by groups, of which one word is enough; the scene makes them likelier by the `least` at least.
    """

    sentence: str
    groups: tuple[tuple[str, ...], ...]
    here: tuple[str, ...]
    others: tuple[tuple[str, ...], ...]
    least: float

    @property
    def words(self) -> list[str]:
        """All of them."""
        return [word for group in self.groups for word in group]

    def said(self, word: str) -> str:
        """The sentence with a word in its gap."""
        return self.sentence.replace(GAP, word)


def usual(gap: Gap, others: Sequence[Mapping[str, float]]) -> list[dict[str, float]]:
    """By probe, how likely each word is in the other scenes, as the mean of all; `others` by scene and probe.

    What a table has not is less likely than all that it has.
    """
    least = [min(table.values(), default=0.0) for table in others]
    count = len(gap.here)
    return [
        {word: fmean(others[at].get(word, least[at]) for at in range(probe, len(others), count)) for word in gap.words}
        for probe in range(count)
    ]


def filled(
    gap: Gap, scene: Scene, here: Sequence[Mapping[str, float]], others: Sequence[Mapping[str, float]]
) -> list[Draft]:
    """The sentence with each of the words that the scene makes likeliest, and what speaks for and against it.

    `here` and `others` (as `usual` has them) are logarithms of likelihoods by word, one table a probe.
    """
    tables = [*zip(here, others, strict=True)]
    known = [word for word in gap.words if all(word in table for table in here)]
    gains = {word: [table[word] - other[word] for table, other in tables] for word in known}
    made: list[Draft] = []
    for word in sorted(known, key=lambda each: (-fmean(gains[each]), each))[:SHOWN]:
        line, gain = gap.said(word), fmean(gains[word])
        terms = scene.terms(line) | {"scene": round(min(1.0, max(0.0, gain / MOST_GAIN)), 3)}
        fault = scene.fault(line)
        if not fault and fmean(table[word] for table in here) < LEAST_LIKELY:
            fault = "is not likely here"
        elif not fault and (gain < gap.least or min(gains[word]) < EVERYWHERE * gap.least):
            fault = "is as likely anywhere"
        made.append(Draft(text=line, score=score(terms), terms=terms, fault=fault or _named(word, gap, scene)))
    return made


def _named(word: str, gap: Gap, scene: Scene) -> str:
    alike = next(group for group in gap.groups if word in group)
    rest = stems(gap.said(" "), scene.language)
    return (
        "names what was named" if {*stems(" ".join(alike), scene.language)} & {*rest, *scene.about, *scene.used} else ""
    )
