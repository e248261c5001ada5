"""What it costs to remember: one member with 100,000 memories is asked what comes to mind."""

from __future__ import annotations

import random
import time
from datetime import datetime, timedelta
from pathlib import Path

from benchmarks.engine import peak
from benchmarks.figure import Figure, median_of, percentile
from parley.core.log.events.distilled import MemoryRecord
from parley.core.modes.office.config import Recall
from parley.core.modes.office.memory.retrieval import Memories

MEMORIES = 100_000
QUESTIONS = 200
VOCABULARY = 20_000
PEOPLE = tuple(f"member-{number}" for number in range(7))
MOST_MS = 50.0

_SYLLABLES = ("kno", "chen", "turm", "be", "schrei", "bung", "text", "ur", "ver", "lag", "spiel", "ab", "lauf", "ung")


def whole_life(_folder: Path) -> list[Figure]:
    """Wall milliseconds a question, memories coming in between, as they do in a run; and what the index costs."""
    chance = random.Random(3)
    words = _words(chance)
    memories = Memories("de")
    begin = time.process_time()
    memories.extend([_memory(chance, words, number) for number in range(1, MEMORIES + 1)])
    indexed = time.process_time() - begin
    recall = Recall(most=5)
    spent: list[float] = []
    for number in range(MEMORIES + 1, MEMORIES + 1 + QUESTIONS):
        about = " ".join(_said(chance, words, 12))
        memories.extend([_memory(chance, words, number)])
        start = time.perf_counter()
        found = memories.find_memories(
            PEOPLE[0], about, now=_moment(number), recall=recall, people=chance.sample(PEOPLE, 2)
        )
        spent.append(1_000 * (time.perf_counter() - start))
        assert len(found) == recall.most
    return [
        median_of(f"recall.{MEMORIES}", spent, "ms a question", "at most", MOST_MS),
        Figure(f"recall.{MEMORIES}.p95", percentile(spent, 0.95), "ms a question", values=spent),
        Figure(f"recall.{MEMORIES}.index", 1_000_000 * indexed / MEMORIES, "CPU µs a memory taken in"),
        Figure(f"recall.{MEMORIES}.memory", peak(), "MB resident at most, the memories included"),
    ]


def _memory(chance: random.Random, words: list[str], number: int) -> MemoryRecord:
    """A memory of one to three sentences; words are as unevenly used as in a language."""
    return MemoryRecord(
        id=f"m{number}",
        member=PEOPLE[0],
        type="observation",
        text=" ".join(_said(chance, words, chance.randint(8, 40))),
        importance=chance.randint(1, 10),
        moment=_moment(number),
        tags=tuple(_said(chance, words, 2)),
        about=tuple(chance.sample(PEOPLE[1:], chance.randint(0, 2))),
    )


def _words(chance: random.Random) -> list[str]:
    return list({"".join(chance.choices(_SYLLABLES, k=chance.randint(2, 5))): None for _ in range(VOCABULARY)})


def _said(chance: random.Random, words: list[str], count: int) -> list[str]:
    """Words by Zipf's law: the n-th is about as often said as the first, divided by n."""
    return [words[int(len(words) ** chance.random()) - 1] for _ in range(count)]


def _moment(number: int) -> str:
    return (datetime(2026, 1, 8, 9) + timedelta(minutes=7 * number)).isoformat(timespec="minutes")  # noqa: DTZ001
