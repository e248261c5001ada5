"""Which words somebody took over from the line before."""

from __future__ import annotations

import re
from collections import defaultdict

from parley.core.base.markers import stop_words

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
LEAST = 4
"""Letters that a word has at least."""


class TakenWords:
    """Reads a talk line by line. Short words and stop words (English and German) are nobody's."""

    def __init__(self) -> None:
        self._before: tuple[str, frozenset[str]] = "", frozenset()
        self._own: defaultdict[str, set[str]] = defaultdict(set)

    def read(self, member: str, text: str) -> tuple[tuple[int, int], ...]:
        """Take the next line. Returns the places of the words, as (start, length) in characters, that the line before
        it had, said by another, and that this member had not said until now; each word once."""
        speaker, offered = self._before
        own, said, found = self._own[member], set[str](), list[tuple[int, int]]()
        for match in _WORD.finditer(text):
            word = match.group().casefold()
            if len(word) < LEAST or word in stop_words():
                continue
            if word in offered and speaker != member and word not in own and word not in said:
                found.append((match.start(), len(match.group())))
            said.add(word)
        own |= said
        self._before = member, frozenset(said)
        return tuple(found)
