"""Finding a word in a line: whatever its case, in every script."""

from __future__ import annotations

from desktop.widgets.windowed.text import units


def find_all(text: str, needle: str) -> list[tuple[int, int]]:
    """Where `needle` (already case-folded) stands in `text`: starts and lengths in UTF-16 units, as Qt counts.

    Case folding may lengthen a text ("ß" is found by "ss"): then a hit covers the whole letters that it touches.
    """
    if not needle:
        return []
    folded = text.casefold()
    at = folded.find(needle)
    if at < 0:
        return []
    found: list[tuple[int, int]] = []
    origin = None if len(folded) == len(text) else _origins(text)
    wide = not text.isascii() and max(text) > "\uffff"
    while at >= 0:
        start, end = at, at + len(needle)
        if origin is not None:
            start, end = origin[start], origin[end - 1] + 1
        if wide:
            start, end = units(text[:start]), units(text[:end])
        found.append((start, end - start))
        at = folded.find(needle, at + len(needle))
    return found


def _origins(text: str) -> list[int]:
    return [i for i, letter in enumerate(text) for _ in letter.casefold()]
