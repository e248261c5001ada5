"""Stems of words, so that a word is found by its other forms: Snowball's algorithms, without marks on letters."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Any

from parley.core.base.packaged import get_resource

_UMLAUT = "\u0308"
_WORD = re.compile(r"[^\W_]+")
LONGEST_WORD = 64
"""Characters of a word that are looked at; what is longer is no word of any language."""


def stems(text: str, language: str = "en") -> list[str]:
    """Return the stems of all words in `text` that say something, in order and with repetitions.

    Case, umlauts, accents and inflection make no difference; "Häuser", "HAEUSER" and "Haus" are one word in German.
    Numbers count, single letters and the small words of English and German do not.
    """
    small = _load_stop_words()
    folded = unicodedata.normalize("NFKC", text).casefold()  # full-width letters and ligatures become the usual ones
    words = (word[:LONGEST_WORD] for word in _WORD.findall(folded))
    return [_stem_word(word, language) for word in words if (len(word) > 1 or word.isdigit()) and word not in small]


@lru_cache(maxsize=65_536)
def _stem_word(word: str, language: str) -> str:
    """Return one word's stem, cached: Snowball's algorithms are slow in plain Python, and words come back often."""
    german = language == "de"
    # An umlaut tells the German stemmer something; other marks would only hide an ending from it.
    found: str = _create_stemmer("de" if german else "en").stemWord(_strip_marks(word, kept=_UMLAUT if german else ""))
    return _strip_marks(found) or word


def _strip_marks(word: str, kept: str = "") -> str:
    """Return the word without the marks on its letters, but for those that are `kept`."""
    if word.isascii():
        return word
    signs = unicodedata.normalize("NFD", word)
    return unicodedata.normalize("NFC", "".join(s for s in signs if s in kept or not unicodedata.combining(s)))


@cache
def _create_stemmer(language: str) -> Any:
    # By their own modules: the package's own choice would be another program where one happens to be installed.
    if language == "de":
        from snowballstemmer.german_stemmer import GermanStemmer  # type: ignore[import-untyped]

        return GermanStemmer()
    from snowballstemmer.english_stemmer import EnglishStemmer  # type: ignore[import-untyped]

    return EnglishStemmer()


@cache
def _load_stop_words() -> frozenset[str]:
    text = get_resource("prompts", "stop_words.txt").read_text("utf-8")
    return frozenset(unicodedata.normalize("NFKC", text).casefold().split())
