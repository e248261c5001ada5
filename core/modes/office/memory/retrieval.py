"""Which memories come to mind: recency, relevance and importance, each in 0 to 1, and their weighted mean.

After Park et al., "Generative Agents: Interactive Simulacra of Human Behavior" (UIST 2023, section 4.1): recency
decays by the hour, importance was rated when the memory was made, and both recency and relevance are scaled over all
that the member remembers. Relevance is not an embedding's but BM25's (Robertson & Zaragoza, "The Probabilistic
Relevance Framework: BM25 and Beyond", 2009), so that every voice can do without a second model.

numpy counts where it is installed, ten times as fast; without it the same is counted one by one, to the same figures.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache
from importlib import import_module
from typing import Any

from parley.core.base.stems import stems
from parley.core.base.sums import sum_all
from parley.core.log.events.distilled import MemoryRecord
from parley.core.log.events.turn import Recalled
from parley.core.modes.office.config import Recall

Floats = Any
"""Figures of all memories: numpy's array of them, else a list."""

K1 = 1.2
"""How soon a word that is repeated counts no more (BM25's k₁)."""

B = 0.75
"""How much a long memory is discounted (BM25's b)."""

DIGITS = 4
_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - the office's time has no zone


@cache
def _find_numpy() -> Any:
    """Return numpy, which takes a tenth of a second to load; None where it is not installed."""
    try:
        return import_module("numpy")
    except ModuleNotFoundError:
        return None


class _Field:
    """One of the texts that a memory has, all memories' together: which words are in it, how often, how long it is.

    The columns are plain arrays, which grow cheaply; a question copies those that it needs into numpy.
    """

    def __init__(self) -> None:
        # The memories (by place on the shelf) in which a word occurs, and how often.
        self._postings: dict[str, tuple[array[int], array[int]]] = defaultdict(lambda: (array("q"), array("q")))
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
            places, counts = self._postings[word]
            places.append(place)
            counts.append(times)

    def score(self, words: Sequence[str], into: Floats) -> None:
        """Add to each memory what BM25 gives it for the words, each of which counts once."""
        known = [word for word in dict.fromkeys(words) if word in self._postings]  # a defaultdict: reading adds a word
        mean = self._words / self._filled if self._filled else 1.0
        if (np := _find_numpy()) is None:
            for word in known:
                which, counts = self._postings[word]
                rarity = math.log(1 + (len(self._lengths) - len(which) + 0.5) / (len(which) + 0.5))
                for place, count in zip(which, counts, strict=True):
                    norm = K1 * (1 - B + B * self._lengths[place] / mean)
                    into[place] += rarity * count * (K1 + 1) / (count + norm)
            return
        norms = K1 * (1 - B + B * np.array(self._lengths) / mean)
        for word in known:
            places, times = (np.array(column) for column in self._postings[word])
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
        self.hours.append(_convert_to_hours(record.moment))
        self.importance.append((min(10, max(1, record.importance)) - 1) / 9)  # 1 to 10, as 0 to 1
        self.words.add(stems(" ".join((record.text, *record.tags)), self.language))
        self.people.add(list(dict.fromkeys(record.about)))

    def score_recency(self, now: str, decay: float) -> Floats:
        """decay^hours, scaled so that the oldest memory has 0 and the youngest 1 (1 where all are of one moment).

        Without a readable moment a memory counts as the oldest; without a readable `now` the youngest is now. What
        lies in the future is of now.
        """
        if (np := _find_numpy()) is None:
            known = [each for each in self.hours if math.isfinite(each)]
            moment = _convert_to_hours(now)
            moment = moment if math.isfinite(moment) else max(known, default=0.0)
            raw = [math.exp(max(moment - each, 0.0) * math.log(decay)) for each in known]
            low, high = min(raw, default=0.0), max(raw, default=0.0)
            scaled = iter([(each - low) / (high - low) if high > low else 1.0 for each in raw])
            return [next(scaled) if math.isfinite(each) else 0.0 for each in self.hours]
        hours = np.array(self.hours)
        dated = np.isfinite(hours)
        found = np.zeros(len(hours))
        if dated.any():
            known = hours[dated]
            moment = _convert_to_hours(now)
            ages = np.maximum((moment if math.isfinite(moment) else float(known.max())) - known, 0.0)
            raw = np.exp(ages * math.log(decay))
            low, high = float(raw.min()), float(raw.max())
            found[dated] = (raw - low) / (high - low) if high > low else 1.0
        return found

    def score_relevance(self, about: str, people: Sequence[str]) -> Floats:
        """BM25 of text and tags for the words of `about`, and of whom it is about for the `people`, both together
        divided by the best; all 0 where nothing fits.

        Each word of the question counts once: idf · tf·(k₁ + 1) / (tf + k₁·(1 − b + b·length/mean length)) with
        idf = ln(1 + (N − n + ½)/(n + ½)) for a word in n of the member's N memories, which is never negative; the mean
        is that of all texts that have a word. Whom a memory is about is such a text too, a person a word of it: what
        is about one person says more of them than what is about everybody.
        """
        np = _find_numpy()
        raw: Floats = [0.0] * len(self.records) if np is None else np.zeros(len(self.records))
        self.words.score(stems(about, self.language), raw)
        self.people.score(people, raw)
        best = float(max(raw, default=0.0) if np is None else raw.max(initial=0.0))
        if best <= 0:
            return raw
        return [each / best for each in raw] if np is None else raw / best


class Memories:
    """All memories of a run, asked for those that come to mind; fed with what is new, for memories are only added.

    `language` is the one that they are told in ("en" or "de"): words are compared by their stems in it.
    """

    def __init__(self, language: str = "en") -> None:
        self._count = 0
        self._shelves: dict[str, _Shelf] = defaultdict(lambda: _Shelf(language))

    def __len__(self) -> int:
        return self._count

    def extend(self, records: Sequence[MemoryRecord]) -> None:
        """Take in more memories, which are newer than all before."""
        for record in records:
            self._shelves[record.member].add(record)
        self._count += len(records)

    def find_memories(
        self, member: str, about: str, *, now: str, recall: Recall, people: Sequence[str] = ()
    ) -> tuple[Recalled, ...]:
        """Return what comes to the member's mind `about` something or somebody at `now`, best first.

        `now` is the office's time in ISO 8601. Each figure has four decimals; the score is the mean of the three by the
        weights of `recall`, 0 where all of these are 0. Of two with the same score the newer one comes first.
        """
        shelf = self._shelves.get(member)
        if shelf is None or recall.most <= 0:
            return ()
        rounded: list[Floats]
        np, weights = _find_numpy(), (recall.recency, recall.relevance, recall.importance)
        whole = sum_all(weights) or 1.0
        parts = (shelf.score_recency(now, recall.decay), shelf.score_relevance(about, people), shelf.importance)
        if np is None:  # Of equal ones the newest first
            rounded = [_round_each(part) for part in parts]
            weighted = (
                sum(w * part for w, part in zip(weights, each, strict=True)) for each in zip(*rounded, strict=True)
            )
            score = _round_each(each / whole for each in weighted)
            falling = sorted(range(len(score)), key=score.__getitem__)[::-1]
        else:
            rounded = [np.round(part, DIGITS) for part in parts]  # rounded first: logged parts give the logged score
            score = np.round(sum(w * part for w, part in zip(weights, rounded, strict=True)) / whole, DIGITS)
            falling = np.argsort(score, kind="stable")[::-1].tolist()
        figures = dict(zip(("recency", "relevance", "importance", "score"), (*rounded, score), strict=True))
        return tuple(
            Recalled(memory=shelf.records[place].id, **{name: float(part[place]) for name, part in figures.items()})
            for place in falling[: recall.most]
        )


def _round_each(figures: Iterable[float]) -> list[float]:
    """Round as numpy does, which multiplies first."""
    return [round(figure * 10**DIGITS) / 10**DIGITS for figure in figures]


def _convert_to_hours(moment: str) -> float:
    """Return the hours since 1970 of an ISO 8601 time in any zone; infinite where it cannot be read."""
    try:
        return (datetime.fromisoformat(moment).replace(tzinfo=None) - _EPOCH).total_seconds() / 3_600
    except ValueError:
        return math.inf
