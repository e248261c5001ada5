"""Which words of two lines differ."""

from __future__ import annotations

import difflib
import re

ALIKE = 0.35
"""Part of the words that two lines must share for their words to be compared one by one."""
LONGEST = 600
"""Words of a line up to which that is done."""

_PIECE = re.compile(r"\w+|[^\w\s]")


def marks(one: str, other: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return which parts of two lines differ, as (first, last + 1) of each; none at all where hardly a word is the
    same.
    """
    left, right = list(_PIECE.finditer(one)), list(_PIECE.finditer(other))
    if max(len(left), len(right)) > LONGEST:
        return [], []
    matcher = difflib.SequenceMatcher(
        None,
        [piece.group().casefold() for piece in left],
        [piece.group().casefold() for piece in right],
        autojunk=False,
    )
    if matcher.ratio() < ALIKE:
        return [], []
    found: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            continue
        for spans, pieces, low, high in ((found[0], left, a, b), (found[1], right, c, d)):
            if high > low:
                spans.append((pieces[low].start(), pieces[high - 1].end()))
    return found
