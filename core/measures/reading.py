"""A text is read once: its words, how often each is said, and its sentences, for all that measures it."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")  # letters and digits, with apostrophes within
_BLANKS = {code: " " for code in range(128) if not chr(code).isalnum() and chr(code) != "'"}
# A row of marks is taken whole, whatever follows it: of a long one each beginning would be tried.
_MARKS = re.compile(r"[.!?…]+[\"'”’»“)\]]*(\s|\Z)?")


class Reading(NamedTuple):
    """A text, its words in their order, how often each is said, and how many sentences there are."""

    text: str
    words: tuple[str, ...]
    counts: Counter[str]
    sentences: int


def reading(text: str) -> Reading:
    """Read a text."""
    said = words(text)
    return Reading(text, said, Counter(said), sentences(text) if said else 0)


def words(text: str) -> tuple[str, ...]:
    """Split a text into its words, folded in case; an apostrophe within one belongs to it."""
    if not text.isascii():
        return tuple(map(str.casefold, _WORD.findall(text)))
    # Of these letters none changes its kind or its number when it is folded.
    parts = text.lower().replace("''", " ").translate(_BLANKS).split()  # two in a row are quotation marks
    return tuple(filter(None, [part.strip("'") for part in parts])) if "'" in text else tuple(parts)


def sentences(text: str) -> int:
    """Count its sentences: what ends with a mark, and what is left behind the last one; 0 only for no words at all."""
    ends = [row.end() for row in _MARKS.finditer(text) if row[1] is not None]
    if _WORD.search(text, ends[-1] if ends else 0):
        return len(ends) + 1
    return len(ends) if _WORD.search(text) else 0
