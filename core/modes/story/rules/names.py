"""Which of the names that there are is meant by words as people type them: cases, articles, parts, compounds, typos."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from parley.core.base.labels import catalogue

SHORTEST = 3
"""Letters of a word of a name by which it may be called alone; also what inflection leaves of a word."""

ENDINGS = ("'s", "ern", "en", "er", "es", "em", "n", "e", "s")
"""What German and English inflection puts behind a noun or a name."""

MOST_GUESSED = 60
"""Words among which a name is looked for that is not written as it is."""

FAR = 99
"""Letters amiss of what is another word."""

LONGEST = 4
"""Words in a row that are looked at as one name that was written apart."""

_BETWEEN = frozenset(["and", "und", "of", "von", "for", "für", "with", "mit", "who", "that"])
"""Words in a name that nobody is called by."""

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


@cache
def _groups() -> dict[str, tuple[str, ...]]:
    """The words that mean the same as a word, by its stem."""
    groups = [tuple(group.split()) for group in told()["same"]]
    return {stem(word): group for group in groups for word in group}


def same(names: Iterable[str], taken: Container[str]) -> tuple[str, ...]:
    """Other words for what has these names ("tavern" for an inn), but those whose stems are `taken`."""
    words = (word for name in names for word in words_of(name.replace("_", " ")))
    found = (other for word in words for other in _groups().get(stem(word), ()) if stem(other) not in taken)
    return tuple(dict.fromkeys(found))


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
    return _which(tuple(said), _forms(tuple(names.items()), tuple((called or {}).items())), frozenset(near))


@lru_cache(maxsize=2_048)
def _which(said: tuple[str, ...], forms: _Forms, at_hand: frozenset[str]) -> Named:
    # A line is read more than once a turn, and the same words are looked up for each clause.
    spoken = tuple(stem(word) for word in said)
    found: dict[str, tuple[tuple[bool, int, bool, int], Named]] = {}
    for start in range(len(said)):
        for end in range(start + 1, min(len(said), start + forms.longest) + 1):
            for one, wholly, name in forms.stems.get(spoken[start:end], ()):
                exact = _within(name, said)
                at = exact if exact >= 0 else start
                score = (wholly, len(name), exact >= 0, sum(len(word) for word in name))
                if one not in found or score > found[one][0]:
                    found[one] = (score, Named(one, (), at, at + len(name)))
    if found:
        return _best(found, at_hand)
    said = said[:MOST_GUESSED]
    return _compound(said, forms, at_hand) or _typed(said, forms, at_hand)


@dataclass(frozen=True, eq=False)
class _Forms:
    """All by which something may be called.

    `stems` are whole names and single words of them, as stems, with whose they are, whether it is the whole name, and
    the words; `joined` are whole names written as one word, `ends` (of stems), `written` (of words) and `begins` parts
    of compounds; `typed` what may be typed with letters amiss, with whose it is, `plain` the same without umlauts.
    """

    stems: Mapping[tuple[str, ...], list[tuple[str, bool, tuple[str, ...]]]]
    longest: int
    joined: Mapping[str, list[str]]
    ends: Mapping[str, list[str]]
    written: Mapping[str, list[str]]
    begins: Mapping[str, list[str]]
    typed: Mapping[str, list[str]]
    plain: Mapping[str, list[str]]


@lru_cache(maxsize=64)
def _forms(names: tuple[tuple[str, str], ...], called: tuple[tuple[str, tuple[str, ...]], ...]) -> _Forms:
    others = dict(called)
    stems: dict[tuple[str, ...], list[tuple[str, bool, tuple[str, ...]]]] = {}
    joined: dict[str, list[str]] = {}
    ends: dict[str, list[str]] = {}
    written: dict[str, list[str]] = {}
    begins: dict[str, list[str]] = {}
    typed: dict[str, list[str]] = {}
    for one, name in names:
        also = [bare(each) for each in others.get(one, ())]
        for whole in dict.fromkeys((bare(name), bare(re.sub(r"[_-]", " ", one)), *also)):
            if whole:
                stems.setdefault(tuple(map(stem, whole)), []).append((one, True, whole))
        words = list(dict.fromkeys(word for whole in (bare(name), *also) for word in whole))
        for word in words:
            # A word that several have is open: whoever is at hand may be meant.
            if len(word) >= SHORTEST and word not in _BETWEEN:
                stems.setdefault((stem(word),), []).append((one, False, (word,)))
        whole_word = plain("".join(bare(name))).replace("-", "")
        for form in {whole_word, stem(whole_word)}:
            joined.setdefault(form, []).append(one)
        for part in bare(name):
            # "measuring" is not made with "ring".
            for form in () if part.endswith("ing") else {stem(part)[at:] for at in range(len(stem(part)))}:
                ends.setdefault(form, []).append(one)
            for form in {plain(part)[at:] for at in range(len(plain(part)))}:
                written.setdefault(form, []).append(one)
            # "Markt" is the market where it is a "Marktplatz".
            for form in {plain(part)[:at] for at in range(1, len(part) - SHORTEST + 1)}:
                begins.setdefault(form, []).append(one)
        for form in {"".join(bare(name)), *(word for word in words if len(word) > SHORTEST)} - {""}:
            typed.setdefault(form.replace("-", ""), []).append(one)
    spelled: dict[str, list[str]] = {}
    for form in typed:
        spelled.setdefault(plain(form), []).append(form)
    return _Forms(stems, max(map(len, stems), default=1), joined, ends, written, begins, typed, spelled)


def _best(found: Mapping[str, tuple[Any, Named]], at_hand: Container[str]) -> Named:
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


def _compound(said: Sequence[str], forms: _Forms, at_hand: Container[str]) -> Named | None:
    """Whose name is written in another number of words ("lakeshore"), or is made with a word that is spoken
    ("Münze", where it is a "Silbermünze"), if only one's is."""
    for start in range(len(said)):
        for end in range(start + 1, min(len(said), start + LONGEST) + 1):
            run = said[start:end]
            if any(word in wordlist("articles") for word in (run[0], run[-1])):
                continue
            whole = plain("".join(run)).replace("-", "")
            if len(whole) <= SHORTEST:
                continue
            ones = dict.fromkeys((*forms.joined.get(whole, ()), *forms.joined.get(stem(whole), ())))
            if len(ones) == 1:
                return Named(next(iter(ones)), (), start, end)
    found: dict[str, tuple[int, Named]] = {}
    for at, word in enumerate(said):
        short = stem(word)
        if len(short) <= SHORTEST or word in wordlist("leads") or _filler(word):
            continue
        for one in dict.fromkeys((*forms.ends.get(short, ()), *forms.written.get(plain(word), ()))):
            found.setdefault(one, (1, Named(one, (), at, at + 1)))
        for one in forms.begins.get(plain(word), ()):
            found.setdefault(one, (0, Named(one, (), at, at + 1)))
    return _best(found, at_hand) if found else None


def _typed(said: Sequence[str], forms: _Forms, at_hand: Container[str]) -> Named:
    """Whose own name is typed with a letter or two amiss; of what is equally near, what is at hand, else open."""
    found: dict[str, tuple[int, Named]] = {}
    for start in range(len(said)):
        for end in range(start + 1, min(len(said), start + LONGEST) + 1):
            run = said[start:end]
            if all(_common(word) for word in run) or (end - start > 1 and (_filler(run[0]) or _filler(run[-1]))):
                continue
            typed = "".join(run).replace("-", "")
            for form in _near(typed, forms):
                away = amiss(typed, form)
                for one in forms.typed[form] if away < FAR else ():
                    if one not in found or -away > found[one][0]:
                        found[one] = (-away, Named(one, (), start, end, typed=True))
    return _best(found, at_hand) if found else Named()


def _near(typed: str, forms: _Forms) -> Iterable[str]:
    """The forms that differ by few letters, as they stand or with umlauts as vowels."""
    if len(typed) <= SHORTEST:
        return []
    near = {
        form
        for form, *_far in process.extract(typed, forms.typed.keys(), scorer=OSA.distance, score_cutoff=3, limit=None)
    }
    for form, *_far in process.extract(
        plain(typed), forms.plain.keys(), scorer=OSA.distance, score_cutoff=3, limit=None
    ):
        near.update(forms.plain[form])
    return sorted(near)


def amiss(typed: str, name: str) -> int:
    """How many letters are amiss where `typed` may be `name`; `FAR`: it is another word.

    A word of four letters has to be right, one of up to six may have one amiss, a longer one two, a long one three.
    """
    one, other = typed.replace("-", ""), name.replace("-", "")
    # Umlauts may be spelled in two letters, or these two may be just what is amiss.
    return min(_amiss(one, other), _amiss(plain(one), plain(other)))


def _amiss(one: str, other: str) -> int:
    least = min(len(one), len(other))
    most = 0 if least <= SHORTEST + 1 else 1 if least <= 6 else 2 if least <= 9 else 3
    if not most or abs(len(one) - len(other)) > most:
        return FAR
    away = OSA.distance(one, other, score_cutoff=most)
    # Who types fast gets the first letter right, or changes it with the second.
    if away > 1 and one[0] != other[0] and one[:2] != other[1::-1]:
        return FAR
    return away if away <= most else FAR


@cache
def _vocabulary() -> frozenset[str]:
    """Words that are no typo of anything: those by which players say what they do."""
    known = set().union(*(wordlist(name) for name in told()["words"]))
    for forms in told()["verbs"].values():
        known.update(words_of(forms))
    return frozenset(known)


def _common(word: str) -> bool:
    return len(word) <= SHORTEST or word in _vocabulary()


def _filler(word: str) -> bool:
    return word in wordlist("articles") or word in wordlist("fillers")
