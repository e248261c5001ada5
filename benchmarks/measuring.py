"""What all measures of a turn cost, early and late in a talk."""

from __future__ import annotations

import random
import time
from pathlib import Path

from benchmarks.figure import Figure, median_of
from parley.core.measures.series import Series

TURNS = 5_000
AROUND = 40
"""Turns that a figure is the median of."""
WORDS = (20, 80)
MOST_MS = 1.0
SIDES = ("ada", "bo")

_COMMON = (
    "the", "of", "and", "to", "I", "you", "that", "it", "is", "was", "not", "but", "for", "with", "we", "as", "on",
    "be", "this", "have", "perhaps", "well", "yes", "no", "thank",
)  # fmt: skip
_SYLLABLES = ("ka", "lo", "men", "ti", "ra", "sel", "ver", "do", "un", "pra", "is", "tor")


def every_turn(_folder: Path) -> list[Figure]:
    """CPU milliseconds a turn with every measure on: lines, answers and both convergences."""
    chance = random.Random(5)
    vocabulary = ["".join(chance.choices(_SYLLABLES, k=chance.randint(2, 4))) for _ in range(15_000)]
    series = Series(SIDES)
    spent: list[float] = []
    for turn in range(1, TURNS + AROUND // 2 + 1):
        text = _line(chance, vocabulary)
        begin = time.process_time()
        series.add(turn, SIDES[turn % 2], text)
        spent.append(1_000 * (time.process_time() - begin))
    early, late = (spent[at - AROUND // 2 : at + AROUND // 2] for at in (50, TURNS))
    return [
        median_of("measures.50", early, "CPU ms a turn, all measures", "at most", MOST_MS),
        median_of(f"measures.{TURNS}", late, "CPU ms a turn, all measures", "at most", MOST_MS),
    ]


def _line(chance: random.Random, vocabulary: list[str]) -> str:
    """Two to five sentences; half of the words are the commonest, the others come by Zipf's law."""
    words = [
        chance.choice(_COMMON) if chance.random() < 0.5 else vocabulary[int(len(vocabulary) ** chance.random()) - 1]
        for _ in range(chance.randint(*WORDS))
    ]
    for at in range(chance.randint(8, 18), len(words), 15):
        words[at] += chance.choice((".", ".", ",", "?", "!"))
    return " ".join(words) + "."
