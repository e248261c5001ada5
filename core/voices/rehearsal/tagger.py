"""What kind of question a topic is, and from what part of life: two linear classifiers over its words.

Their weights are `resources/models/topic_kinds.npz` and `topic_parts.npz`, made by `scripts/train_topics.py` from the
templates in `scripts/topic_lines`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from parley.core.base.linear import grams, hashed, linear, neighbours

_WORD = re.compile(r"[^\W_]+(?:[’'][^\W_]+)?|[?,:]")
_NAMING = re.compile(
    r"\b(?:names?\b|call\b|slogan|title|motto|Namen?\b|Namens|nennen|heißen|heißt|Titel|Ideen|ideas)", re.IGNORECASE
)
"""Without such a word nothing is to be named."""
MOST_WORDS = 40
SURE_KIND, SURE_PART = 0.4, 0.5
"""Probabilities below which a guess is none."""
KNOWN = 0.34
"""The part of a topic's features that have to be known."""


class Tag(NamedTuple):
    """Kind of question and part of life, each empty where that is not sure."""

    kind: str = ""
    part: str = ""


@lru_cache(maxsize=512)
def tagged(topic: str, language: str) -> Tag:
    """The tag of a topic in a language that is English or German."""
    kinds, parts = linear("topic_kinds"), linear("topic_parts")
    odds = kinds.odds(kind_columns(topic, language))
    names = _NAMING.search(topic) is not None
    best = next(int(at) for at in odds.argsort()[::-1] if names or kinds.labels[int(at)] != "naming")
    kind = kinds.labels[best] if odds[best] >= SURE_KIND or names else ""
    columns = part_columns(topic, language)
    if len(columns) < 2 or parts.known(columns) < KNOWN * len(columns):
        return Tag(kind)
    odds = parts.odds(columns)
    return Tag(kind, parts.labels[int(odds.argmax())] if odds.max() >= SURE_PART else "")


def kind_columns(topic: str, language: str) -> list[int]:
    """The columns of the features by which kinds of questions are told apart."""
    return hashed(_by_kind(topic, language))


def part_columns(topic: str, language: str) -> list[int]:
    """The columns of the features by which parts of life are told apart."""
    return hashed(_by_part(topic, language))


def words_of(topic: str) -> list[str]:
    """Its words and telling marks in lower case."""
    return _WORD.findall(topic.lower())[:MOST_WORDS]


def _by_kind(topic: str, language: str) -> Iterator[str]:
    words = words_of(topic)
    yield f"bias {language}"
    yield f"length {min(len(words), 10) // 2}"
    yield f"asks {topic.rstrip().endswith('?')}"
    for size in (1, 2, 3):
        yield f"starts {language} {' '.join(words[:size])}"
    yield f"ends {language} {' '.join(words[-2:])}"
    if words:
        yield f"ending {language} {words[-1][-2:]}"
    for word in words:
        yield f"word {language} {word}"
    yield from (f"{language} {each}" for each in neighbours(words))


def _by_part(topic: str, language: str) -> Iterator[str]:
    for word in words_of(topic):
        if word.isalpha() or len(word) > 1:
            yield f"word {language} {word}"
            if len(word) > 2:
                yield from (f"{language} {each}" for each in grams(word))
