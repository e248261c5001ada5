"""Words and sentences counted: what somebody says, in as many as they may."""

from __future__ import annotations

import re

_ENDS = re.compile(r"(?<![.!?…])[.!?…]++[\"'”“»«’)]*(?=\s|$)")


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, with their marks."""
    found: list[str] = []
    begin = 0
    for end in _ENDS.finditer(text):
        found.append(text[begin : end.end()].strip())
        begin = end.end()
    return [one for one in (*found, text[begin:].strip()) if one]


def in_words(text: str, most: int) -> tuple[str, str]:
    """`text` in at most `most` words, and what was cut: behind the last sentence that ends in the second half of it,
    else at a word, which is marked with '…'."""
    words = text.split()
    if len(words) <= most:
        return text, ""
    head = " ".join(words[:most])
    ends = [end.end() for end in _ENDS.finditer(head) if len(head[: end.end()].split()) * 2 >= most]
    if ends:
        return head[: ends[-1]], " ".join(words)[ends[-1] :].strip()
    return head.rstrip(" ,;:–—-") + "…", " ".join(words[most:])


def in_sentences(text: str, most: int) -> tuple[str, str]:
    """`text` in at most `most` sentences, and what was cut."""
    said = sentences(text)
    return (text, "") if len(said) <= most else (" ".join(said[:most]), " ".join(said[most:]))
