"""The phrase banks under `resources/phrases`, read once a language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from random import Random
from typing import Any, NamedTuple, TypeVar

from parley.core.base.packaged import packaged
from parley.core.cast.world import Forms
from parley.core.voices.rehearsal.marks import Marks

LANGUAGES = ("en", "de")
SLOT = re.compile(r"\{(\w+)\}")
SHORTEST_MARK = 6
CONTRACTED = re.compile(r"\b([Ii]n|[Aa]n|[Vv]on|[Bb]ei|[Zz]u) \{(\w*dat)\}")
"""Where a German preposition may swallow the article behind it."""
BRIEF = "brief"
"""The trait without phrases of its own: somebody of few words."""
T = TypeVar("T")


class Phrase(NamedTuple):
    """A sentence of `pool`, with slots; where its `mark`, the longest stretch without one, was said, so was it."""

    text: str
    mark: str
    pool: str = ""


Phrases = tuple[Phrase, ...]


class AnyOf:
    """Finds any of the words in lower-case text, whole or as the beginning of a phrase that ends in a mark."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = tuple(words)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, self._words))})(?!\w)")

    def search(self, text: str) -> re.Match[str] | None:
        """The first of them in the text; None where there is none."""
        # Most texts have none of them, and to see that takes a fraction of what the expression does.
        return self._pattern.search(text) if any(map(text.__contains__, self._words)) else None


class Bank:
    """The phrases of a language by pool ("talk.depth.body"), and what they are chosen by.

    `texts` and `lists` are all that is written, by dotted names; `things` are props in their forms; `finders` find
    markers and callings in what was said.
    """

    def __init__(self, language: str, files: Sequence[str]) -> None:
        self.texts: dict[str, str] = {}
        self.lists: dict[str, list[str]] = {}
        for file in files or (language,):
            for name, value in leaves(localised(read(file), language)):
                if isinstance(value, list):
                    self.lists[name] = value
                else:
                    self.texts[name.removeprefix("pools.")] = value
        self.pools: dict[str, Phrases] = {
            (pool := name.removeprefix("pools.").removesuffix(".any")): tuple(
                Phrase(one, longest(one), pool) for one in texts
            )
            for name, texts in self.lists.items()
            if not files or name.startswith("pools.")
        }
        self.things = {kind: tuple(map(Forms.read, self.lists.get(kind, ()))) for kind in ("things", "foes", "loot")}
        self.finders = {
            name: AnyOf(words) for name, words in self.lists.items() if name.startswith(("markers.", "callings."))
        }

    @cached_property
    def _marks(self) -> tuple[list[str], Marks]:
        known = [(pool, each.mark) for pool, phrases in self.pools.items() for each in phrases]
        known = [(pool, mark) for pool, mark in known if len(mark) >= SHORTEST_MARK]
        return [pool for pool, _mark in known], Marks([mark for _pool, mark in known])

    def pools_of(self, said: str) -> frozenset[str]:
        """The pools that the phrases in a line are from, by their marks."""
        pools, marks = self._marks
        return frozenset(pools[at] for at in marks.within(said))

    def under(self, name: str) -> dict[str, str]:
        """The texts of a table."""
        return {key.removeprefix(name): text for key, text in self.texts.items() if key.startswith(name)}


@cache
def read(name: str) -> dict[str, Any]:
    """A bank as it is written; it is read once, and nobody changes it."""
    return tomllib.loads(packaged("phrases", f"{name}.toml").read_text("utf-8"))


def localised(value: Any, language: str) -> Any:
    """A table in which all that is written in both languages is in one."""
    if isinstance(value, list):
        return [localised(each, language) for each in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"en", "de"}:
        return value[language]
    return {name: localised(each, language) for name, each in value.items()}


def leaves(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """All that stands in nested tables, by dotted names."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{path}{name}.")
        else:
            yield f"{path}{name}", value


def longest(text: str) -> str:
    """The longest stretch that stays as it is, whatever the slots are filled with."""
    return max(SLOT.sub("\n", CONTRACTED.sub("\n", text)).split("\n"), key=len)


def one_of(choices: Sequence[T], random: Random) -> T:
    """One of the choices."""
    return choices[int(random.random() * len(choices))]


@cache
def bank(language: str, *files: str) -> Bank:
    """The bank of these files in a language (without: of talks); English for a language that we do not write."""
    return Bank(language if language in LANGUAGES else "en", files)


@cache
def recognisers() -> Mapping[str, AnyOf]:
    """For each trait, what gives it away in a description, in whatever language that is written."""
    words: dict[str, list[str]] = {}
    for language in LANGUAGES:
        for name, found in bank(language).lists.items():
            if name.endswith("words"):
                words.setdefault(name.removeprefix("traits.").removesuffix(".words"), []).extend(found)
    return {name: AnyOf(found) for name, found in words.items()}
