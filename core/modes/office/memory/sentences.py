"""Sentences of a line."""

from __future__ import annotations

import re

_END = re.compile(r"[.!?…]+[\"”“’'»«)]*\s+")
_NO_END = re.compile(
    r"(?:^|[\s(])(?:\w|\d+|Dr|Nr|Mr|Mrs|Ms|St|bzw|ca|usw|vgl|etc|vs|evtl|z\.\s?B|d\.\s?h|e\.g|i\.e)\.$"
)


def sentences(text: str) -> list[str]:
    """The sentences of a line; an abbreviation, an initial or an ordinal number ends none."""
    found, begin = [], 0
    for end in _END.finditer(text):
        if not _NO_END.search(text[begin : end.end()].rstrip()):
            found.append(text[begin : end.end()].strip())
            begin = end.end()
    rest = text[begin:].strip()
    return [*found, rest] if rest else found


def asks(sentence: str) -> bool:
    """Whether the sentence is a question."""
    return sentence.rstrip("\"”“’'»«) ").endswith("?")
