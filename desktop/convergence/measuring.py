"""The convergence of one run, kept up from turn to turn."""

from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from parley.core.log.state import Turn
from parley.core.measures.convergence import PROFILES, Calculator, Profile, trend
from parley.core.measures.series import NOBODY, Series
from parley.desktop.convergence.figures import COMPONENTS

Key = tuple[int, int]
"""Who speaks, and whom they answer (−1: nobody, or whoever); indices into the members."""


class Curve(NamedTuple):
    """The convergence of a pair: its turns, the scores, and the components' values."""

    turns: tuple[int, ...]
    scores: tuple[float, ...]
    components: tuple[tuple[float, ...], ...]


class Measuring:
    """What is measured of a run among `members`; `follow` takes in the turns there are, the new ones alone.

    Attributes: `series`; `exchanges`, the rows in which one of two answers the other, by the pair in cast order.
    """

    def __init__(self, members: Sequence[str], language: str) -> None:
        self.series = Series(members, language)
        self.exchanges: dict[Key, list[int]] = {}
        self._followed = 0
        self._seq = -1
        self._scored: dict[tuple[Key, str, str], list[float]] = {}
        self._curves: dict[tuple[Key, str, str], Curve] = {}

    def fits(self, members: Sequence[str], turns: Sequence[Turn]) -> bool:
        """Return whether what was measured is the beginning of these turns: it is not after a turn was taken again."""
        if self.series.members != tuple(members) or len(turns) < self._followed:
            return False
        return not self._followed or turns[self._followed - 1].seq == self._seq

    def follow(self, turns: Sequence[Turn], seconds: float) -> bool:
        """Measure new turns for so many seconds at most; whether all are measured."""
        until = time.monotonic() + seconds
        while self._followed < len(turns):
            turn = turns[self._followed]
            if self.series.add(turn.number, turn.member, turn.text):
                self._count()
            self._followed, self._seq = self._followed + 1, turn.seq
            if time.monotonic() >= until:
                break
        return self._followed >= len(turns)

    @property
    def followed(self) -> int:
        """How many turns were taken in."""
        return self._followed

    def _count(self) -> None:
        row, series = len(self.series) - 1, self.series
        speaker, answered = series.speakers[row], series.answered[row]
        if answered != NOBODY:
            self.exchanges.setdefault((min(speaker, answered), max(speaker, answered)), []).append(row)

    def find_rows_in(self, span: range) -> range:
        """Return the rows of these turns; all rows for no turns."""
        numbers = self.series.numbers
        if not span:
            return range(len(self.series))
        return range(bisect_left(numbers, span.start), bisect_left(numbers, span.stop))

    def busiest(self, span: range = range(0)) -> list[tuple[int, int, int]]:
        """Return the pairs that have answered each other, in these turns, and how often, the busiest first."""
        among = self.find_rows_in(span)
        found = [
            (a, b, bisect_left(rows, among.stop) - bisect_left(rows, among.start))
            for (a, b), rows in self.exchanges.items()
        ]
        return sorted((pair for pair in found if pair[2]), key=lambda pair: (-pair[2], pair[0], pair[1]))

    def curve(self, pair: Key, calculator: Calculator, profile: Profile) -> Curve:
        """Return the convergence of a pair, as far as it is measured; the very same object while nothing is new."""
        rows, key = self.exchanges.get(pair, []), (pair, calculator, profile)
        scored = self._scored.setdefault(key, [])
        kept = self._curves.get(key)
        if kept is not None and len(kept.turns) == len(rows):
            return kept
        scored += [self.series.score(row, calculator, profile) for row in rows[len(scored) :]]
        columns = [self.series.columns[f"{calculator}.{name}"] for name in COMPONENTS]
        numbers = self.series.numbers
        made = Curve(
            tuple([numbers[row] for row in rows]),
            tuple(scored),
            tuple(tuple([column[row] for row in rows]) for column in columns),
        )
        self._curves = {key: made}
        return made


def within(curve: Curve, span: range) -> Curve:
    """Return the part of a curve that is in these turns; the very same for no turns."""
    if not span:
        return curve
    part = slice(bisect_left(curve.turns, span.start), bisect_left(curve.turns, span.stop))
    return Curve(curve.turns[part], curve.scores[part], tuple(values[part] for values in curve.components))


def weights(profile: Profile) -> tuple[float, ...]:
    """Return what each component weighs in a profile."""
    return tuple(PROFILES[profile][name] for name in COMPONENTS)


def find_trend_at(curve: Curve, shown: int, last: int) -> str:
    """Return where the last three scores up to the shown turn go."""
    if shown >= last:
        return trend(curve.scores[-3:])
    until = bisect_right(curve.turns, shown)
    return trend(curve.scores[max(0, until - 3) : until])
