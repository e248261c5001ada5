"""Stretches of somebody's own words, found again in what another wrote down, whatever its signs and capitals."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

Span = tuple[int, int]
"""Words from the first up to, not including, the second."""

MOST_TRIES = 5_000
"""After so many steps a set of stretches counts as overlapping: only words repeated over and over come so far."""

_WORD = re.compile(r"\w+(?:['’‑-]\w+)*")
_OPENED = re.compile(r"(?:^|\s)([^\w\s]+)$")
_CLOSED = re.compile(r"[^\w\s]*")
_ENDED = re.compile(r"[.!?…][\"”“’'»«)]*$")


def plain(word: str) -> str:
    """The word in small letters, with the plain ones of its signs."""
    return word.casefold().replace("’", "'").replace("‑", "-")


def _composed(text: str) -> str:
    """The text with each letter and its marks as one sign."""
    return unicodedata.normalize("NFC", text)


class Own:
    """The words of some texts of one member, in their order."""

    def __init__(self, texts: Sequence[str], between: str = " ") -> None:
        texts = [_composed(text) for text in texts]
        self._text = between.join(texts)
        ends = [len(between.join(texts[: number + 1])) for number in range(len(texts))]
        self._ends = frozenset(ends)
        self._begins = frozenset({0, *(end + len(between) for end in ends)})
        found = list(_WORD.finditer(self._text))
        self._places = [word.span() for word in found]
        self._words = [plain(word.group()) for word in found]

    def places(self, text: str) -> list[Span]:
        """All stretches with exactly the words of `text`."""
        wanted = [plain(word) for word in _WORD.findall(_composed(text))]
        count = len(wanted)
        if not count:
            return []
        return [
            (at, at + count)
            for at in range(len(self._words) - count + 1)
            if self._words[at] == wanted[0] and self._words[at : at + count] == wanted
        ]

    def text(self, span: Span) -> str:
        """The stretch as it was written, with '…' where it begins or ends in the middle of a sentence."""
        begin, end = self._places[span[0]][0], self._places[span[1] - 1][1]
        if opened := _OPENED.search(self._text[:begin]):
            begin = opened.start(1)
        if closed := _CLOSED.match(self._text, end):
            end = closed.end()
        kept = self._text[begin:end]
        before = self._text[:begin].rstrip()
        if begin not in self._begins and before and not _ENDED.search(before):
            kept = f"… {kept}"
        if end not in self._ends and not _ENDED.search(kept):
            kept = kept.rstrip(" ,;:–—-") + "…"
        return kept


def fitted(places: Sequence[Sequence[Span]]) -> list[Span] | None:
    """One of each one's places so that no two overlap; None where that cannot be."""
    # The longest first: it has the fewest places to be.
    order = sorted(range(len(places)), key=lambda number: (len(places[number]), -_length(places[number])))
    taken: dict[int, Span] = {}
    tries = 0

    def place(at: int) -> bool:
        nonlocal tries
        if at == len(order):
            return True
        for span in places[order[at]]:
            tries += 1
            if tries > MOST_TRIES:
                return False
            if all(span[1] <= other[0] or other[1] <= span[0] for other in taken.values()):
                taken[order[at]] = span
                if place(at + 1):
                    return True
                del taken[order[at]]
        return False

    return [taken[number] for number in range(len(places))] if place(0) else None


def _length(spans: Sequence[Span]) -> int:
    return spans[0][1] - spans[0][0] if spans else 0
