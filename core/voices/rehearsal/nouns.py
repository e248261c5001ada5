"""What a sentence is about: its nouns, found by simple means and in doubt left out."""

from __future__ import annotations

import re
from collections.abc import Set
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from parley.core.voices.rehearsal.phrases import bank

_TOKEN = re.compile(r"[\w’'&-]+|[^\w\s]")
_LONGEST = 34
_MASS = ("s", "ing", "ion", "ment", "ness", "ity", "ware")
_TAIL = ("ed", "ing", "ly", "s")
_ENDS = frozenset(".!?:…")
_BEFORE_DATIVE = frozenset({"den", "mit", "von", "vom", "zu", "aus", "bei", "nach", "seit", "an", "auf", "zwischen"})
_BEFORE_GENITIVE = frozenset({"des", "eines"})


class Words(NamedTuple):
    """What nouns are told by: what stands before one, and what is none."""

    articles: frozenset[str]
    adjectives: frozenset[str]
    stopwords: frozenset[str]


@cache
def _words(language: str) -> Words:
    texts = bank(language).texts
    return Words(*(frozenset(texts[f"nouns.{name}"].split()) for name in ("articles", "adjectives", "others")))


def nouns(text: str, language: str, *, names: Set[str] = frozenset(), topic: bool = False) -> list[str]:
    """The nouns in `text`, English ones with "the" where they need it, German ones bare; without `names`.

    For a `topic`, which is often a title, more is taken for a noun than in a sentence somebody said.
    """
    # Most pieces are bare words, which need no taking apart.
    tokens = [token for piece in text.split() for token in ([piece] if piece.isalnum() else _TOKEN.findall(piece))]
    found = (_german if language == "de" else _english)(tokens, _words(language), names, topic)
    return [noun for noun in dict.fromkeys(found) if len(noun) <= _LONGEST]


def _german(tokens: list[str], words: Words, names: Set[str], topic: bool) -> list[str]:
    return [
        token
        for before, token in pairwise([".", *tokens])
        if token[0].isupper()
        and len(token) >= 3
        and (topic or before not in _ENDS)
        and token not in names
        and token.lower() not in words.stopwords
        and not (before.lower() in _BEFORE_DATIVE and token.endswith("n"))
        and not (before.lower() in _BEFORE_GENITIVE and token.endswith("s"))
    ]


def _english(tokens: list[str], words: Words, names: Set[str], topic: bool) -> list[str]:
    found = []
    if topic and (title := _phrase(tokens, 0, words, names)):
        found.append(_with_article(title))
    for at in [at for at, token in enumerate(tokens) if token.lower() in words.articles]:
        noun = _phrase(tokens, at + 1, words, names, titled=topic)
        # "the embarrassing part" is not about "the embarrassing".
        if noun and (" " in noun or not noun.endswith("ing")):
            found.append(f"the {noun}")
    if topic and not found:
        bare = (token for at, token in enumerate(tokens) if _content(tokens, at, words, names) and not _verbal(token))
        found.extend(_with_article(noun) for noun in map(_lower, bare) if noun not in words.adjectives)
    return found


def _phrase(tokens: list[str], at: int, words: Words, names: Set[str], *, titled: bool = True) -> str:
    """The one or two words of a noun phrase that begins there; empty where none does. Where it is not `titled`, a
    capital is that of a name."""
    lower = _lower if titled else str
    after = tokens[at + 1] if _content(tokens, at + 1, words, names) else ""
    if at < len(tokens) and tokens[at].lower() in words.adjectives:
        return f"{lower(tokens[at])} {after}" if after and not _verbal(after) else ""
    if not _content(tokens, at, words, names) or _verbal(tokens[at]):
        return ""
    compound = after and after not in words.adjectives and not after.endswith(_TAIL) and after[0].islower()
    return f"{lower(tokens[at])} {after}" if compound else lower(tokens[at])


def _content(tokens: list[str], at: int, words: Words, names: Set[str]) -> bool:
    """Whether a word stands there that may be a noun."""
    if at >= len(tokens):
        return False
    token = tokens[at]
    return len(token) >= 3 and token[0].isalpha() and token not in names and token.lower() not in words.stopwords


def _lower(word: str) -> str:
    # A capital at the beginning only is that of a sentence or title; HTTP and iPhone stay as they are.
    return word.lower() if word[1:].islower() else word


def _verbal(word: str) -> bool:
    return word.endswith(("ed", "ly")) and word not in {"need", "speed", "feed", "bed", "family", "reply", "supply"}


def _with_article(noun: str) -> str:
    return noun if noun.endswith(_MASS) else f"the {noun}"
