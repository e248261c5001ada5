"""The phrase banks under `resources/phrases`, read once a language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from core.base.packaged import packaged

LANGUAGES = ("en", "de")
SLOT = re.compile(r"\{(\w+)\}")
SHORTEST_MARK = 6
CONTRACTED = re.compile(r"\b([Ii]n|[Aa]n|[Vv]on|[Bb]ei|[Zz]u) \{(\w*dat)\}")
"""Where a German preposition may swallow the article behind it."""

_END = re.compile(r"(?<=[.!?…“”])\s+(?=[^a-zäöü])")


@dataclass(frozen=True, slots=True)
class Both:
    """A text in both languages."""

    de: str
    en: str

    def text(self, language: str) -> str:
        """It in `language`."""
        return self.de if language == "de" else self.en

    def sentences(self) -> tuple[Both, ...]:
        """Its sentences, where both halves have as many; else it as a whole."""
        german, english = _END.split(self.de), _END.split(self.en)
        if len(german) != len(english):
            return (self,)
        return tuple(Both(*pair) for pair in zip(german, english, strict=True))


def longest(text: str) -> str:
    """The longest stretch that stays as it is, whatever the slots are filled with."""
    return max(SLOT.sub("\n", CONTRACTED.sub("\n", text)).split("\n"), key=len)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence with slots; where its `mark`, the longest stretch without one, was said lately, so was the phrase."""

    text: str
    mark: str

    @classmethod
    def of(cls, text: str) -> Phrase:
        """The phrase that `text` writes, `{slots}` included."""
        return cls(text, max(SLOT.sub("\n", text).split("\n"), key=len))

    @classmethod
    def literal(cls, text: str) -> Phrase:
        """A sentence that is said as it stands."""
        return cls(text.replace("{", "{{").replace("}", "}}"), text)


Phrases = tuple[Phrase, ...]


@dataclass(frozen=True)
class Bank:
    """All phrases of a language by pool ("talk.depth.body", "traits.risk.push"), and what they are chosen by.

    `things` are the props in their forms ("thing", or "nom", "akk", "dat"); `families` gives a format's family;
    `markers` find support, challenge, promises and the like in what was said; `hints` are parts of directions.
    """

    pools: Mapping[str, Phrases]
    things: tuple[Mapping[str, str], ...]
    days: Sequence[str]
    families: Mapping[str, str]
    distil: Mapping[str, str]
    selection: Mapping[str, str]
    markers: Mapping[str, AnyOf]
    hints: Mapping[str, Sequence[str]]
    articles: frozenset[str]
    adjectives: frozenset[str]
    stopwords: frozenset[str]
    no_topic: str


def read(name: str) -> dict[str, Any]:
    """A bank as it is written."""
    return tomllib.loads(packaged("phrases", f"{name}.toml").read_text("utf-8"))


def lists_in(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, list[Any]]]:
    """All lists of nested tables by their dotted names."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from lists_in(value, f"{path}{name}.")
        elif isinstance(value, list):
            yield f"{path}{name}", value


def _forms(thing: str) -> dict[str, str]:
    forms = thing.split("|")
    return {"thing": forms[0]} if len(forms) == 1 else dict(zip(("nom", "akk", "dat"), forms, strict=True))


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Finds any of the words in lower-case text, whole or as the beginning of a phrase that ends in a mark."""

    words: tuple[str, ...]
    pattern: re.Pattern[str]

    def search(self, text: str) -> re.Match[str] | None:
        """The first of them in the text; None where there is none."""
        # Most texts have none of them, and to see that takes a fraction of what the expression does.
        for word in self.words:
            if word in text:
                return self.pattern.search(text)
        return None


def any_of(words: Iterable[str]) -> AnyOf:
    """What finds any of the words."""
    every = tuple(words)
    return AnyOf(every, re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, every))})(?!\w)"))


@cache
def bank(language: str) -> Bank:
    """The bank of a language; English for one that we do not write."""
    data = read(language if language in LANGUAGES else "en")
    nouns = data["nouns"]
    return Bank(
        pools={name: tuple(map(Phrase.of, texts)) for name, texts in lists_in(data)},
        things=tuple(map(_forms, data["things"])),
        days=data["days"],
        families={name: family for family, names in data["families"].items() for name in names},
        distil=data["distil"],
        selection=data["selection"],
        markers={name: any_of(words) for name, words in data["markers"].items()},
        hints=data["hints"],
        articles=frozenset(nouns["articles"].split()),
        adjectives=frozenset(nouns["adjectives"].split()),
        stopwords=frozenset(nouns["others"].split()),
        no_topic=nouns["none"],
    )


BRIEF = "brief"
"""The trait without phrases of its own: somebody of few words."""


@cache
def recognisers() -> Mapping[str, AnyOf]:
    """For each trait, what gives it away in a description, in whatever language that is written."""
    words: dict[str, list[str]] = {}
    for language in LANGUAGES:
        data = read(language)
        for name, trait in (*data["traits"].items(), (BRIEF, data["brief"])):
            words.setdefault(name, []).extend(trait["words"])
    return {name: any_of(of_both) for name, of_both in words.items()}
