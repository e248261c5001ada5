"""What the convergence scores count: each message is read once, and a side's are taken together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from parley.core.measures.reading import Reading

SIDES = 16
"""Sides that are kept: of several pairs, one side is often the same."""

# One after the other: what is left of a label in a label is one again.
_LABELS = re.compile(r"\*\*Agent [AB]\*\*:\s*"), re.compile(r"\*\*Agent [AB]\*\*")
_GAP = re.compile(r"\n\s*\n\s*\n")  # two blank lines or more
# Items begin behind a line break; the first line is given one.
_BULLET = re.compile(r"\n[^\S\n]*[-*•]")
_NUMBER = re.compile(r"\.(?<=\d\.)")  # searched from the full stop: texts have fewer of these than digits
_OUR_ITEM = re.compile(r"\n[^\S\n]*(?:[-*•]|\d+[.)])(?=\s)")  # "- ", "1. " or "2) " at a line's beginning
_PARAGRAPH = re.compile(r"\n\s*\n")
_OUR_MARKS = ".!?,;:–—-…\"„“”‚‘'’«»()"


class Means(NamedTuple):
    """What a score takes of a side: the length of a message (in characters, or in words), its sentences, its
    `structure` (paragraphs, list items, questions, code fences), and of each of the score's marks the rate a character.
    """

    length: float
    sentences: float
    structure: list[float]
    marks: list[float]


@dataclass(slots=True, eq=False)  # hashed by identity: `make_side` is cached by these
class Heard:
    """A message that was read: how often it has each word, what the established score takes for its content (the text
    in lower case and its parts between blanks), and what either score counts.

    Of both that is first the characters and the sentences, ours the words before these; then paragraphs, list items,
    questions and code fences; then each mark.
    """

    counts: Mapping[str, int]
    folded: str
    parts: frozenset[str]
    established: tuple[int, ...]
    ours: tuple[int, ...]


class Side(NamedTuple):
    """A side's messages: what either score takes of them, all their words in one bag, how many those are, and the
    newest message."""

    established: Means
    ours: Means
    bag: Mapping[str, int]
    words: int
    newest: Heard


def count_features(found: Reading) -> Heard:
    """Count what the scores need of a message."""
    plain = _strip_labels(found.text)
    folded = plain.lower()
    parts = folded.split()
    return Heard(
        found.counts, folded, frozenset(parts), _count_established_features(plain, parts), _count_our_features(found)
    )


@lru_cache(maxsize=SIDES)
def make_side(*messages: Heard) -> Side:
    """Take one side's messages together, the newest last; one at least."""
    count, bag = len(messages), Counter[str]()
    for message in messages:
        bag.update(message.counts)
    length, closed, *others = map(sum, zip(*(message.established for message in messages), strict=True))
    established = Means(
        length / count, closed / count, _compute_rates(others[:4], count), _compute_rates(others[4:], length)
    )
    length, words, sentences, *others = map(sum, zip(*(message.ours for message in messages), strict=True))
    ours = Means(
        words / count, sentences / count, _compute_rates(others[:4], count), _compute_rates(others[4:], length)
    )
    return Side(established, ours, bag, words, messages[-1])


def _compute_rates(counts: list[int], per: int) -> list[float]:
    return [count / (per or 1) for count in counts]  # Of no characters there is no mark either


def _count_established_features(plain: str, parts: list[str]) -> tuple[int, ...]:
    count = plain.count
    # A number with a full stop counts as an item wherever it stands.
    items = len(_BULLET.findall("\n" + plain)) + len(_NUMBER.findall(plain))
    structure = count("\n\n") + 1, items, count("?"), count("```")
    return len(plain), _count_sentence_ends(parts), *structure, *map(count, "!,;:"), count("-") + count("—")


def _count_our_features(found: Reading) -> tuple[int, ...]:
    text = found.text
    paragraphs, items = len(_PARAGRAPH.findall(text.strip())), len(_OUR_ITEM.findall("\n" + text))
    structure = paragraphs, items, text.count("?"), text.count("```") // 2  # a fence opens and closes
    return len(text), len(found.words), found.sentences, *structure, *map(text.count, _OUR_MARKS)


def _strip_labels(text: str) -> str:
    """Return a message as the established score sees it: without labels, with at most one blank line in a row."""
    for label in _LABELS:
        text = label.sub("", text)
    return _GAP.sub("\n\n", text).strip()


def _count_sentence_ends(parts: list[str]) -> int:
    """Count ends of sentences within the text, and one more where it ends without a mark."""
    spaced = " ".join(parts)
    return sum(map(spaced.count, (". ", "! ", "? "))) + bool(spaced and spaced[-1] not in ".!?")
