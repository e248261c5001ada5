"""How long the cleaning of a reply takes that was written to take long."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figure import Figure
from parley.core.base.line import clean

REPLIES = 300
LONG = 500_000
"""Characters of a reply."""
MOST_MS = 50.0
SEED = 7
OWN, OTHERS = ("Boss", "Ada Lovelace"), ("Vera", "Jürgen", "Director")
PIECES = (
    " ", "\n", " \n", "\t", "\u200b", "[", "]", "[ ", "[a] ", "[a](", "(", ")", "( ", "(a) ", "(laughs) ", "((", "<",
    ">", "<a ", "<b>", "<!-- a ", "-->", "<script>", "</script>", "<style ", "<think>", "</think>", "*", "**", "***",
    "_", "`", "```", "~~", "*_", " *a", "*a ", "_a ", " *a b", " *laughs* ", "*laughs*. ", '"', "“", "”", "'", "«", "a",
    "A", "a ", "a.", "a-", "www.", "http://", "http://a. ", "a.de/", "mailto:", "/", ".", "... ", "!", "…", ":", "：",
    "\nVera", "\nVera:", "\nBoss:", "Boss ", "Boss*", "Boss (", "#", "# ", "> ", "- ", "1. ", "\n- ", ",", " ,", "—",
    "é", "\x1b[", "\x00", "\ud800", "\\", "{", "|",
)  # fmt: skip
"""What hostile replies are made of, one piece over and over, or some of them."""


def cleaned(_folder: Path) -> list[Figure]:
    """The slowest of all hostile replies, by CPU time, each the fastest of three times."""
    spent: list[float] = []
    slowest = ""
    for reply, made_of in _replies():
        spent.append(min(_milliseconds(reply) for _ in range(3)))
        if spent[-1] == max(spent):
            slowest = made_of
    worst = max(spent)
    return [Figure("hostile", worst, "CPU ms, the slowest reply", "at most", MOST_MS, spent, {"slowest": slowest})]


def _milliseconds(reply: str) -> float:
    begin = time.process_time()
    clean(reply, OWN, OTHERS, cap=120, acts=True)
    return 1_000 * (time.process_time() - begin)


def _replies() -> Iterator[tuple[str, str]]:
    """Each with what it is made of."""
    chance = random.Random(SEED)
    for number in range(REPLIES):
        pieces = [PIECES[number]] if number < len(PIECES) else chance.sample(PIECES, chance.choice((1, 2, 2, 3)))
        begin, end = "", ""
        if number >= len(PIECES):
            begin, end = chance.choice(("", "Boss", "[", "a")), chance.choice(("", "Z"))
        unit = "".join(pieces)
        yield (begin + unit * (LONG // len(unit)))[: LONG - 1] + end, repr(begin + unit)
