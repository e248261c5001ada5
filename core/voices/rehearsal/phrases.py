"""The phrase banks under `resources/phrases`, read once a language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
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


@dataclass(frozen=True, slots=True)
class Trait:
    """What a kind of person says: `say` at any time, `push` against somebody, `back` with somebody."""

    say: Phrases
    push: Phrases
    back: Phrases


@dataclass(frozen=True, slots=True)
class Talk:
    """What is said in a family of formats."""

    opening: Phrases
    body: Phrases
    closing: Phrases


@dataclass(frozen=True)
class Bank:
    """All phrases of a language.

    `things` are the props in their forms ("thing", or "nom", "akk", "dat"); `families` gives a format's family;
    `markers` find support, challenge, promises and the like in what was said; `hints` are parts of directions.
    """

    things: tuple[Mapping[str, str], ...]
    days: tuple[str, ...]
    families: Mapping[str, str]
    talk: Mapping[str, Talk]
    react: Mapping[str, Phrases]
    ask: Mapping[str, Phrases]
    late: Phrases
    thoughts: Mapping[str, Phrases]
    traits: Mapping[str, Trait]
    distil: Mapping[str, str]
    selection: Mapping[str, str]
    markers: Mapping[str, AnyOf]
    hints: Mapping[str, tuple[str, ...]]
    articles: frozenset[str]
    adjectives: frozenset[str]
    stopwords: frozenset[str]
    no_topic: str


def read(language: str) -> dict[str, Any]:
    """The bank as it is written."""
    return tomllib.loads(packaged("phrases", f"{language}.toml").read_text("utf-8"))


def phrases(texts: Iterable[str]) -> Phrases:
    """The phrases that the texts write."""
    return tuple(Phrase.of(text) for text in texts)


def _by_name(table: Mapping[str, list[str]]) -> dict[str, Phrases]:
    return {name: phrases(texts) for name, texts in table.items()}


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
        things=tuple(_forms(thing) for thing in data["things"]),
        days=tuple(data["days"]),
        families={name: family for family, names in data["families"].items() for name in names},
        talk={
            name: Talk(phrases(one["opening"]), phrases(one["body"]), phrases(one["closing"]))
            for name, one in data["talk"].items()
        },
        react=_by_name(data["react"]),
        ask=_by_name(data["ask"]),
        late=phrases(data["late"]["body"]),
        thoughts=_by_name(data["thoughts"]),
        traits={
            name: Trait(phrases(one["say"]), phrases(one["push"]), phrases(one["back"]))
            for name, one in data["traits"].items()
        },
        distil=data["distil"],
        selection=data["selection"],
        markers={name: any_of(words) for name, words in data["markers"].items()},
        hints={name: tuple(parts) for name, parts in data["hints"].items()},
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
