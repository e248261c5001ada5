"""Which memories come to mind: recency, relevance and importance, each in 0 to 1, and their weighted mean.

After Park et al., "Generative Agents: Interactive Simulacra of Human Behavior" (UIST 2023, section 4.1): recency
decays by the hour, importance was rated when the memory was made, and both recency and relevance are scaled over all
that the member remembers. Relevance is not an embedding's but BM25's (Robertson & Zaragoza, "The Probabilistic
Relevance Framework: BM25 and Beyond", 2009), so that every voice can do without a second model.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from core.log.events.distilled import MemoryRecord
from core.log.events.turn import Recalled
from core.modes.office.agenda import Recall
from core.modes.office.memory.words import stems

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Places = NDArray[np.int64]

K1 = 1.2
"""How soon a word that is repeated counts no more (BM25's k₁)."""

B = 0.75
"""How much a long memory is discounted (BM25's b)."""

DIGITS = 4
_STEPS = 10**DIGITS
_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - the office's time has no zone


@dataclass(frozen=True, slots=True)
class Scored:
    """A memory with what speaks for it, each in 0 to 1 with four decimals; `score` is the weighted mean of the three.

    score = (w₁·recency + w₂·relevance + w₃·importance) / (w₁ + w₂ + w₃), with the weights of `agenda.Recall`; 0 where
    all weights are 0.
    """

    memory: MemoryRecord
    recency: float
    relevance: float
    importance: float
    score: float


@dataclass(slots=True)
class _Posting:
    """The memories (by place on the shelf) in which a word occurs, and how often."""

    places: array[int] = field(default_factory=lambda: array("q"))
    times: array[int] = field(default_factory=lambda: array("q"))


class _Field:
    """One of the texts that a memory has, all memories' together: which words are in it, how often, how long it is.

    The columns are plain arrays, which grow cheaply; a question copies those that it needs into numpy.
    """

    def __init__(self) -> None:
        self._postings: dict[str, _Posting] = {}
        self._lengths = array("d")
        self._words = 0
        self._filled = 0

    def add(self, words: Sequence[str]) -> None:
        """One more memory's text."""
        place = len(self._lengths)
        self._lengths.append(len(words))
        self._words += len(words)
        self._filled += bool(words)
        for word, times in Counter(words).items():
            posting = self._postings.get(word)
            if posting is None:
                posting = self._postings[word] = _Posting()
            posting.places.append(place)
            posting.times.append(times)

    def score(self, words: Sequence[str], into: Floats) -> None:
        """Add to each memory what BM25 gives it for the words, each of which counts once."""
        import numpy as np

        norms: Floats | None = None
        for word in dict.fromkeys(words):
            posting = self._postings.get(word)
            if posting is None:
                continue
            if norms is None:
                norms = K1 * (1 - B + B * np.array(self._lengths) / (self._words / self._filled))
            places, times = np.array(posting.places), np.array(posting.times, dtype=np.float64)
            rarity = math.log(1 + (len(self._lengths) - len(places) + 0.5) / (len(places) + 0.5))
            into[places] += rarity * times * (K1 + 1) / (times + norms[places])


class _Shelf:
    """What one member remembers, in the order of its arrival, with an index of its words and people."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.records: list[MemoryRecord] = []
        self.hours = array("d")
        self.importance = array("d")
        self.words = _Field()
        self.people = _Field()

    def add(self, record: MemoryRecord) -> None:
        """One more memory."""
        self.records.append(record)
        self.hours.append(_hours(record.moment))
        self.importance.append((min(10, max(1, record.importance)) - 1) / 9)
        self.words.add(stems(" ".join((record.text, *record.tags)), self.language))
        self.people.add(list(dict.fromkeys(record.about)))

    def recency(self, now: str, decay: float) -> Floats:
        """decay^hours, scaled so that the oldest memory has 0 and the youngest 1 (1 where all are of one moment).

        Without a readable moment a memory counts as the oldest; without a readable `now` the youngest is now. What
        lies in the future is of now.
        """
        import numpy as np

        hours = np.array(self.hours)
        dated = np.isfinite(hours)
        found = np.zeros(len(hours))
        if dated.any():
            known = hours[dated]
            moment = _hours(now)
            ages = np.maximum((moment if math.isfinite(moment) else float(known.max())) - known, 0.0)
            raw = np.exp(ages * math.log(decay))
            low, high = float(raw.min()), float(raw.max())
            found[dated] = (raw - low) / (high - low) if high > low else 1.0
        return found

    def relevance(self, about: str, people: Sequence[str]) -> Floats:
        """BM25 of text and tags for the words of `about`, and of whom it is about for the `people`, both together
        divided by the best; all 0 where nothing fits.

        Each word of the question counts once: idf · tf·(k₁ + 1) / (tf + k₁·(1 − b + b·length/mean length)) with
        idf = ln(1 + (N − n + ½)/(n + ½)) for a word in n of the member's N memories, which is never negative; the mean
        is that of all texts that have a word. Whom a memory is about is such a text too, a person a word of it: what
        is about one person says more of them than what is about everybody.
        """
        import numpy as np

        raw = np.zeros(len(self.records))
        self.words.score(stems(about, self.language), raw)
        self.people.score(people, raw)
        best = float(raw.max(initial=0.0))
        return raw / best if best > 0 else raw


class Memories:
    """All memories of a run, asked for those that come to mind; fed with what is new, for memories are only added.

    `language` is the one that they are told in ("en" or "de"): words are compared by their stems in it.
    """

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._count = 0
        self._shelves: dict[str, _Shelf] = {}

    def __len__(self) -> int:
        return self._count

    def extend(self, records: Sequence[MemoryRecord]) -> None:
        """Take in more memories, which are newer than all before."""
        for record in records:
            shelf = self._shelves.get(record.member)
            if shelf is None:
                shelf = self._shelves[record.member] = _Shelf(self.language)
            shelf.add(record)
            self._count += 1

    def recall(
        self,
        member: str,
        about: str,
        *,
        now: str,
        recall: Recall,
        people: Sequence[str] = (),
        most: int | None = None,
        exclude: Container[str] = (),
    ) -> list[Scored]:
        """What comes to the member's mind `about` something or somebody at `now`, best first.

        `now` is the office's time in ISO 8601; `most` (None: as `recall` says) bounds the answer. Of two with the same
        score the newer one comes first. What is in `exclude` (ids) is left out, but the others' scores do not change.
        """
        wanted = recall.most if most is None else most
        shelf = self._shelves.get(member)
        if shelf is None or wanted <= 0:
            return []
        import numpy as np

        parts = (shelf.recency(now, recall.decay), shelf.relevance(about, people), np.array(shelf.importance))
        rounded = [np.round(part, DIGITS) for part in parts]
        score = np.round(_mean(rounded, (recall.recency, recall.relevance, recall.importance)), DIGITS)
        found: list[Scored] = []
        for place in _best_first(score, wanted):
            memory = shelf.records[place]
            if memory.id not in exclude:
                found.append(Scored(memory, *(float(part[place]) for part in (*rounded, score))))
                if len(found) == wanted:
                    break
        return found


def to_recalled(scored: Sequence[Scored]) -> tuple[Recalled, ...]:
    """The memories as a turn's or a contribution's event names them."""
    return tuple(
        Recalled(
            memory=each.memory.id,
            recency=each.recency,
            relevance=each.relevance,
            importance=each.importance,
            score=each.score,
        )
        for each in scored
    )


def _mean(parts: Sequence[Floats], weights: Sequence[float]) -> Any:
    total = sum(weights)
    if total <= 0:
        return parts[0] * 0.0
    return sum(weight * part for weight, part in zip(weights, parts, strict=True)) / total


def _best_first(score: Floats, wanted: int) -> Iterator[int]:
    """All places by falling score, of equal ones the newest first; no more of them are sorted than are asked for."""
    import numpy as np

    size = len(score)
    # One whole number that is larger for a better score, and for a newer place where the score is the same.
    order: Places = np.rint(score * _STEPS).astype(np.int64) * size + np.arange(size)
    taken, step = 0, min(size, 2 * wanted + 32)
    while taken < size:
        cut = np.partition(order, size - step)[size - step :] if step < size else order
        for key in np.sort(cut)[::-1][taken:]:
            yield int(key) % size
        taken, step = step, min(size, 4 * step)


def _hours(moment: str) -> float:
    """Hours since 1970 of an ISO 8601 time, whatever its zone; infinite where it cannot be read."""
    try:
        return (datetime.fromisoformat(moment).replace(tzinfo=None) - _EPOCH).total_seconds() / 3_600
    except ValueError:
        return math.inf
