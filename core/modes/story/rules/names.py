"""Which of the names that there are is meant by words as people type them: cases, articles, parts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from parley.core.base.labels import read_group

SHORTEST = 3
"""Letters of a word of a name by which it may be called alone; also what inflection leaves of a word."""

ENDINGS = ("'s", "ern", "en", "er", "es", "em", "n", "e", "s")
"""What German and English inflection puts behind a noun or a name."""

_BETWEEN = frozenset(["and", "und", "of", "von", "for", "für", "with", "mit", "who", "that", "other", "andere"])
"""Words in a name that nobody is called by."""

WORDS = re.compile(r"\w+(?:['-]\w+)*")
"""A word, of letters, digits, hyphens and apostrophes."""
_VOWELS = str.maketrans("äöü", "aou")
_SPELLED = re.compile("ae|oe|ue")  # "Muehle" for "Mühle"


_Forms = dict[tuple[str, ...], list[tuple[str, bool, tuple[str, ...]]]]


class Named(NamedTuple):
    """What is meant: an id, empty for nothing; `near` are the ids that are equally near where it is open which.

    `first` and `last` are the places of the words by which it was named, the last excluded.
    """

    id: str = ""
    near: tuple[str, ...] = ()
    first: int = 0
    last: int = 0


@cache
def told() -> dict[str, Any]:
    """Return the words of `resources/words/story.toml`."""
    return read_group("story")


@cache
def wordlist(name: str) -> frozenset[str]:
    """Return the words of one of its lists, such as the articles."""
    return frozenset(told()["words"][name].split())


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text, casefolded."""
    return tuple(WORDS.findall(unicodedata.normalize("NFC", text).casefold().replace("’", "'")))


@lru_cache(maxsize=4_096)
def strip_articles(name: str) -> tuple[str, ...]:
    """Return the words of a name without articles."""
    return tuple(word for word in words_of(name) if word not in wordlist("articles"))


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """Return a word without what inflection may have put behind it; umlauts are their vowels, however they are
    spelled.
    """
    # Again and again, so that "coins" comes to what "coin" comes to.
    while ending := next((each for each in ENDINGS if word.endswith(each) and len(word) - len(each) >= SHORTEST), ""):
        word = word.removesuffix(ending)
    return fold_umlauts(word)


@lru_cache(maxsize=16_384)
def fold_umlauts(word: str) -> str:
    """Return a word with umlauts as their vowels, also where they are spelled in two letters."""
    return _SPELLED.sub(lambda pair: pair[0][0], word.translate(_VOWELS))


def which(
    said: Sequence[str],
    names: Mapping[str, str],
    called: Mapping[str, tuple[str, ...]] | None = None,
    *,
    near: Iterable[str] = (),
) -> Named:
    """Return what is named: by its whole name, by its id, or by a word of it.

    The name of most words wins, an exact one before an inflected one; of two that fit equally well the one that is at
    hand (`near`), else neither.
    """
    return _find_named(tuple(said), tuple(names.items()), tuple((called or {}).items()), frozenset(near))


@lru_cache(maxsize=2_048)
def _find_named(
    said: tuple[str, ...],
    names: tuple[tuple[str, str], ...],
    called: tuple[tuple[str, tuple[str, ...]], ...],
    at_hand: frozenset[str],
) -> Named:
    # A line is read more than once a turn, and the same words are looked up for each clause.
    forms = _build_name_forms(names, called)
    longest = max(map(len, forms), default=1)
    spoken = tuple(stem(word) for word in said)
    found: dict[str, tuple[tuple[bool, int, bool, int], Named]] = {}
    for start in range(len(said)):
        for end in range(start + 1, min(len(said), start + longest) + 1):  # no name is longer
            for one, wholly, name in forms.get(spoken[start:end], ()):
                exact = find_name_position(name, said)
                at = exact if exact >= 0 else start
                # Compared in this order: a whole name, more words, as it was typed, more letters.
                score = (wholly, len(name), exact >= 0, sum(len(word) for word in name))
                if one not in found or score > found[one][0]:
                    found[one] = (score, Named(one, (), at, at + len(name)))
    return _choose_best_match(found or _find_compound_names(said, spoken, forms), at_hand)


def _find_compound_names(
    said: tuple[str, ...], spoken: tuple[str, ...], forms: _Forms
) -> dict[str, tuple[tuple[bool, int, bool, int], Named]]:
    """Return whose name is a compound of a word that is spoken: "Silbermünze" where it is "Münze"."""
    found: dict[str, tuple[tuple[bool, int, bool, int], Named]] = {}
    for at, word in enumerate(spoken):
        if len(word) <= SHORTEST or said[at] in wordlist("leads") or said[at] in wordlist("fillers"):
            continue
        for stems, ones in forms.items():
            if any((each != word and each.startswith(word)) or each.endswith(word) for each in stems):
                found |= {one: ((False, 1, False, 0), Named(one, (), at, at + 1)) for one, _wholly, _name in ones}
    return found


@lru_cache(maxsize=64)
def _build_name_forms(names: tuple[tuple[str, str], ...], called: tuple[tuple[str, tuple[str, ...]], ...]) -> _Forms:
    """Return whole names and single words of them, as stems, with whose they are, whether it is the whole name, and the
    words."""
    others = dict(called)
    stems: _Forms = {}
    for one, name in names:
        also = [strip_articles(each) for each in others.get(one, ())]
        for whole in dict.fromkeys((strip_articles(name), strip_articles(re.sub(r"[_-]", " ", one)), *also)):
            if whole:
                stems.setdefault(tuple(map(stem, whole)), []).append((one, True, whole))
        for word in dict.fromkeys(word for whole in (strip_articles(name), *also) for word in whole):
            # A word that several have is open: whoever is at hand may be meant.
            if len(word) >= SHORTEST and word not in _BETWEEN:
                stems.setdefault((stem(word),), []).append((one, False, (word,)))
    return stems


def _choose_best_match(found: Mapping[str, tuple[Any, Named]], at_hand: Container[str]) -> Named:
    if not found:
        return Named()
    best = max(score for score, _named in found.values())
    ones = [one for one, (score, _named) in found.items() if score == best]
    here = [one for one in ones if one in at_hand]
    if len(here) == 1 or len(ones) == 1:
        return found[(here or ones)[0]][1]
    open_to = tuple(here or ones)
    return found[open_to[0]][1]._replace(id="", near=open_to)


def find_name_position(name: Sequence[str], said: Sequence[str]) -> int:
    """Return at which word the name is said; -1: nowhere."""
    places = range(len(said) - len(name) + 1)
    return next((start for start in places if tuple(said[start : start + len(name)]) == tuple(name)), -1)
