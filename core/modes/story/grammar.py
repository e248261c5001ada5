"""Names of a setting as they stand in a sentence: with their article, in German in their case; forms of a word."""

from __future__ import annotations

from typing import NamedTuple

from rapidfuzz.distance import Prefix

from parley.core.modes.story.rules.parts import Gender

_ARTICLES: dict[str, tuple[str, str, str]] = {
    "m": ("der", "den", "dem"), "f": ("die", "die", "der"), "n": ("das", "das", "dem"), "pl": ("die", "die", "den"),
}  # fmt: skip
_GENDERS: dict[str, Gender] = {"der": "m", "die": "f", "das": "n"}
_ENGLISH = ("the", "a", "an", "some")

STEM = 4
"""Letters that two forms of a word share at least; a word of one fewer may be longer by what makes it a plural."""
ENDINGS = frozenset(("", "s", "e", "es", "ed", "ing", "er", "ers", "n", "en", "em", "t", "et", "st", "te", "ten", "ns"))
"""By which forms of a word differ."""


class Forms(NamedTuple):
    """A name as subject, as object, and in the German dative; `to` is where one goes."""

    nom: str
    akk: str
    dat: str
    to: str


def forms(name: str, language: str, gender: Gender = "") -> Forms:
    """The name with its article; one without a gender, or of somebody, stands as it is."""
    if language != "de":
        bare = not name[:1].islower() or name.partition(" ")[0] in _ENGLISH
        with_article = name if bare else f"the {name}"
        return Forms(with_article, with_article, with_article, f"to {with_article}")
    article, _, rest = name.partition(" ")
    if rest and article.lower() in _GENDERS:
        gender = _GENDERS[article.lower()]
    else:
        rest = name
    if not gender:
        return Forms(name, name, name, f"nach {name}")
    nom, akk, dat = _ARTICLES[gender]
    weak = _weak(rest)
    to = "zur" if gender == "f" else "zu den" if gender == "pl" else "zum"
    return Forms(f"{nom} {rest}", f"{akk} {weak if gender == 'm' else rest}", f"{dat} {weak}", f"{to} {weak}")


def _weak(words: str) -> str:
    """With the ending of an adjective behind an article that is not in the nominative: "alte" is "alten"."""
    *before, last = words.split()
    return " ".join([*(f"{word}n" if word[0].islower() and word.endswith("e") else word for word in before), last])


def capital(text: str) -> str:
    """As a sentence begins."""
    return text[:1].upper() + text[1:]


def alike(key: str, word: str) -> bool:
    """Whether a word is the key, or another form of it."""
    if key == word:
        return True
    same = Prefix.similarity(key, word)
    ends = {key[same:], word[same:]}
    return ends <= ENDINGS if same >= STEM else same >= STEM - 1 and "" in ends and ends <= {"", "s", "n", "en"}
