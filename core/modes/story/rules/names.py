"""Which of the names that there are is meant by words as people type them: cases, articles, parts, compounds, typos."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from rapidfuzz.distance import OSA

from core.base.labels import catalogue

SHORTEST = 3
"""Letters of a word of a name by which it may be called alone; also what inflection leaves of a word."""

ENDINGS = ("'s", "ern", "en", "er", "es", "em", "n", "e", "s")
"""What German and English inflection puts behind a noun or a name."""

LONGEST = 4
"""Words in a row that are looked at as one name that was written apart."""

_WORDS = re.compile(r"\w+(?:['-]\w+)*")
_VOWELS = str.maketrans("äöü", "aou")
_SPELLED = re.compile("ae|oe|ue")


class Named(NamedTuple):
    """What is meant: an id, empty for nothing; `near` are the ids that are equally near where it is open which.

    `first` and `last` are the places of the words by which it was named, the last excluded; `typed`, whether there are
    letters amiss in them.
    """

    id: str = ""
    near: tuple[str, ...] = ()
    first: int = 0
    last: int = 0
    typed: bool = False


@cache
def told() -> dict[str, Any]:
    """The words of `resources/words/story.toml`."""
    return catalogue("story")


@cache
def wordlist(name: str) -> frozenset[str]:
    """The words of one of its lists, such as the articles."""
    return frozenset(told()["words"][name].split())


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text, casefolded."""
    return tuple(_WORDS.findall(unicodedata.normalize("NFC", text).casefold().replace("’", "'")))


@lru_cache(maxsize=4_096)
def bare(name: str) -> tuple[str, ...]:
    """The words of a name without articles."""
    return tuple(word for word in words_of(name) if word not in wordlist("articles"))


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """A word without what inflection may have put behind it; umlauts are their vowels, however they are spelled."""
    # Again and again, so that "coins" comes to what "coin" comes to.
    while ending := next((each for each in ENDINGS if word.endswith(each) and len(word) - len(each) >= SHORTEST), ""):
        word = word.removesuffix(ending)
    return plain(word)


@lru_cache(maxsize=16_384)
def plain(word: str) -> str:
    """A word with umlauts as their vowels, also where they are spelled in two letters."""
    return _SPELLED.sub(lambda pair: pair[0][0], word.translate(_VOWELS))


def named(said: Sequence[str], names: Mapping[str, str], called: Mapping[str, tuple[str, ...]] | None = None) -> str:
    """The id of what is named; empty: nothing is, or it is open what."""
    return which(said, names, called).id


def which(
    said: Sequence[str],
    names: Mapping[str, str],
    called: Mapping[str, tuple[str, ...]] | None = None,
    *,
    near: Iterable[str] = (),
) -> Named:
    """What is named: by its whole name, by its id, by a word of it that nothing else has, by two words written as one,
    or by any of these with a letter or two amiss.

    The name of most words wins, an exact one before an inflected one, that before a typo; of two that fit equally well
    the one that is at hand (`near`), else neither.
    """
    at_hand = set(near)
    spoken = tuple(stem(word) for word in said)
    found: dict[str, tuple[tuple[bool, int, bool, int], Named]] = {}
    for one, wholly, name in _ways(names, called or {}):
        stems = tuple(stem(word) for word in name)
        if not stems or (at := _within(stems, spoken)) < 0:
            continue
        exact = _within(name, said) >= 0
        score = (wholly, len(name), exact, sum(len(word) for word in name))
        if one not in found or score > found[one][0]:
            found[one] = (score, Named(one, (), at, at + len(name)))
    if found:
        return _best(found, at_hand)
    return _compound(said, names, at_hand) or _typed(said, names, at_hand, called or {})


def _best(found: Mapping[str, tuple[Any, Named]], at_hand: set[str]) -> Named:
    best = max(score for score, _named in found.values())
    ones = [one for one, (score, _named) in found.items() if score == best]
    here = [one for one in ones if one in at_hand]
    if len(here) == 1 or len(ones) == 1:
        return found[(here or ones)[0]][1]
    open_to = tuple(here or ones)
    return found[open_to[0]][1]._replace(id="", near=open_to)


def _within(name: Sequence[str], said: Sequence[str]) -> int:
    """At which word the name is said; -1: nowhere."""
    places = range(len(said) - len(name) + 1)
    return next((start for start in places if tuple(said[start : start + len(name)]) == tuple(name)), -1)


def _ways(
    names: Mapping[str, str], called: Mapping[str, tuple[str, ...]]
) -> Iterable[tuple[str, bool, tuple[str, ...]]]:
    """All by which something may be called: id, whether it is the whole name, and the words."""
    owners: dict[str, set[str]] = {}
    ways = {one: _names(one, name, called) for one, name in names.items()}
    for one, whole in ways.items():
        for other in whole:
            yield one, True, other
            for word in other:
                owners.setdefault(stem(word), set()).add(one)
    for one, name in names.items():
        for word in dict.fromkeys(word for other in (bare(name), *map(bare, called.get(one, ()))) for word in other):
            # A word that several have is open: whoever is at hand may be meant.
            if len(word) >= SHORTEST and len(owners[stem(word)]) >= 1:
                yield one, False, (word,)


def _names(one: str, name: str, called: Mapping[str, tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """The names of `one` as words: its own, its id's, and what else it is called."""
    return (bare(name), bare(re.sub(r"[_-]", " ", one)), *(bare(each) for each in called.get(one, ())))


def _compound(said: Sequence[str], names: Mapping[str, str], at_hand: set[str]) -> Named | None:
    """Whose name is written in another number of words ("lakeshore"), or is made with a word that is spoken
    ("Münze", where it is a "Silbermünze"), if only one's is."""
    joined = {one: plain("".join(bare(name))).replace("-", "") for one, name in names.items()}
    for start in range(len(said)):
        for end in range(start + 1, min(len(said), start + LONGEST) + 1):
            run = said[start:end]
            if any(word in wordlist("articles") for word in (run[0], run[-1])):
                continue
            whole = plain("".join(run)).replace("-", "")
            ones = [one for one, other in joined.items() if len(whole) > SHORTEST and _same(whole, other)]
            if len(ones) == 1:
                return Named(ones[0], (), start, end)
    found: dict[str, tuple[int, Named]] = {}
    for at, word in enumerate(said):
        short = stem(word)
        if len(short) <= SHORTEST or word in wordlist("leads") or _filler(word):
            continue
        for one, name in names.items():
            for part in bare(name):
                ends = stem(part).endswith(short) or plain(part).endswith(plain(word))
                # "Markt" is the market where it is a "Marktplatz".
                begins = len(part) - len(word) >= SHORTEST and plain(part).startswith(plain(word))
                if ends or begins:
                    found.setdefault(one, (int(ends), Named(one, (), at, at + 1)))
    return _best(found, at_hand) if found else None


def _same(one: str, other: str) -> bool:
    return one == other or stem(one) == stem(other)


def _typed(
    said: Sequence[str], names: Mapping[str, str], at_hand: set[str], called: Mapping[str, tuple[str, ...]]
) -> Named:
    """Whose own name is typed with a letter or two amiss; of what is equally near, what is at hand, else open."""
    found: dict[str, tuple[int, Named]] = {}
    for one, name in names.items():
        others = [word for other in called.get(one, ()) for word in bare(other)]
        forms = {"".join(bare(name)), *(word for word in (*bare(name), *others) if len(word) > SHORTEST)}
        for start in range(len(said)):
            for end in range(start + 1, min(len(said), start + LONGEST) + 1):
                run = said[start:end]
                if all(_common(word) for word in run) or (end - start > 1 and (_filler(run[0]) or _filler(run[-1]))):
                    continue
                away = min((amiss("".join(run), form) for form in forms), default=99)
                if away < 99 and (one not in found or -away > found[one][0]):
                    found[one] = (-away, Named(one, (), start, end, typed=True))
    return _best(found, at_hand) if found else Named()


def amiss(typed: str, name: str) -> int:
    """How many letters are amiss where `typed` may be `name`; 99: it is another word.

    A word of three letters has to be right, one of up to five may have one amiss, a longer one two, a long one three.
    """
    one, other = typed.replace("-", ""), name.replace("-", "")
    # Umlauts may be spelled in two letters, or these two may be just what is amiss.
    return min(_amiss(one, other), _amiss(plain(one), plain(other)))


def _amiss(one: str, other: str) -> int:
    least = min(len(one), len(other))
    most = 0 if least <= SHORTEST else 1 if least <= 5 else 2 if least <= 9 else 3
    if not most or abs(len(one) - len(other)) > most:
        return 99
    away = OSA.distance(one, other, score_cutoff=most)
    # Who types fast gets the first letter right, or changes it with the second.
    if away > 1 and one[0] != other[0] and one[:2] != other[1::-1]:
        return 99
    return away if away <= most else 99


@cache
def _vocabulary() -> frozenset[str]:
    """Words that are no typo of anything: those by which players say what they do, and the commonest others."""
    known = set().union(*(wordlist(name) for name in told()["words"]))
    for verb in told()["verbs"]:
        known.update(verb["forms"].split())
    return frozenset(known)


def _common(word: str) -> bool:
    return word in _vocabulary() or len(word) <= SHORTEST


def _filler(word: str) -> bool:
    return word in wordlist("articles") or word in wordlist("fillers")
