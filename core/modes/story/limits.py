"""How long a line of the story may be: what overruns is cut at a sentence's or a word's end, and kept apart."""

from __future__ import annotations

import re

_ENDS = re.compile(r"[.!?…]+[\"'”“»«’)]*(?=\s|$)")
_NUMBER = re.compile(r"\d+")
_DIFFICULTY = re.compile(r"\b(?:DC|SG)\s*\d+", re.IGNORECASE)
_FIRST_WORDS = 3
"""Words among which the Keeper's first number must be."""


def sentences(text: str) -> list[str]:
    """The sentences of a text, with their marks."""
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


def leading(facts: list[str], most: int) -> tuple[str, str]:
    """As many whole sentences of the facts as fit into `most` words, one at least, and the rest."""
    said = [one for fact in facts for one in sentences(fact)]
    kept = 1
    while kept < len(said) and len(" ".join(said[: kept + 1]).split()) <= most:
        kept += 1
    text, cut = in_words(" ".join(said[:kept]), most)
    return text, " ".join(part for part in (cut, *said[kept:]) if part)


def keeps_to(line: str, facts: list[str]) -> bool:
    """Whether a line of the Keeper's has the rules' numbers and no others, the first near its beginning.

    Where the rules decided nothing, at most a difficulty may be named.
    """
    if not facts:
        return not _NUMBER.search(_DIFFICULTY.sub("", line))
    told = _NUMBER.findall(line)
    near = any(_NUMBER.search(word) for word in line.split()[:_FIRST_WORDS])
    return near and set(told) <= set(_NUMBER.findall(" ".join(facts)))
