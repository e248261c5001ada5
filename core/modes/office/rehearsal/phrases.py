"""The phrases of the office, each in both languages, read once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Any

from core.voices.rehearsal.phrases import AnyOf, Both, any_of, lists_in, longest, read

FILES = ("office", "office_traits", "office_table", "office_memory")
PREFIX = {"office_traits": "traits."}
CASES = ("nom", "akk", "dat")
KINDS = {"": "things", "foe_": "foes", "loot_": "loot"}
"""What a slot in a German case is filled with, by what stands before the case."""


@dataclass(frozen=True, slots=True)
class Saying:
    """A phrase of `pool`. Where its `mark`, the longest stretch without a slot, was said lately, so was the phrase."""

    both: Both
    pool: str
    marks: Both

    def text(self, language: str) -> str:
        """It in `language`, slots and all."""
        return self.both.text(language)

    def mark(self, language: str) -> str:
        """What tells that it was said."""
        return self.marks.text(language)


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing in its forms: German by case, English in the only one."""

    de: tuple[str, str, str]
    en: str

    def form(self, slot: str, language: str) -> str:
        """The form that the slot asks for by its case."""
        return self.de[CASES.index(case_of(slot))] if language == "de" else self.en


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of the studio's, and what is said about it in `pool`."""

    title: Both
    pool: str


def case_of(slot: str) -> str:
    """The case that a slot asks for; empty for one that is no thing."""
    return slot[-3:] if slot[-3:] in CASES else ""


def kind_of(slot: str) -> str:
    """What a slot is filled with, whatever its case: all slots of a kind in a phrase hold the same."""
    return KINDS.get(slot[:-3], slot) if case_of(slot) else slot


@dataclass(frozen=True)
class Office:
    """All phrases by pool ("casual.coffee.open", "traits.risk.say"), and what their slots are filled with.

    `things` are those of the studio, "foes" and "loot" of its adventures; `lists` are days, hours and foods; `about`
    says of a pool's family what it is about; `classes` find a character's calling in their role; `rooms` say where.
    """

    pools: Mapping[str, tuple[Saying, ...]]
    things: Mapping[str, tuple[Thing, ...]]
    lists: Mapping[str, tuple[Both, ...]]
    topics: tuple[Topic, ...]
    about: Mapping[str, Both]
    rooms: Mapping[str, Both]
    moods: Mapping[str, Both]
    joint: Both
    classes: Mapping[str, AnyOf]

    @cached_property
    def motifs(self) -> tuple[str, ...]:
        """What one talks about in passing when there is nothing else."""
        found = {pool.split(".")[1] for pool in self.pools if pool.startswith("casual.")}
        return tuple(sorted(found - {"thread", "topical"}))

    def topic(self, title: str, language: str) -> Topic | None:
        """The studio's topic with that title."""
        return next((each for each in self.topics if each.title.text(language) == title), None)

    def where(self, room: str) -> Both:
        """Where something is, said of a room."""
        return self.rooms.get(room, self.rooms["none"])

    def sayings(self) -> Iterator[Saying]:
        """All phrases."""
        for pool in self.pools.values():
            yield from pool


def _both(entry: Mapping[str, str]) -> Both:
    return Both(entry["de"], entry["en"])


def _pools(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, tuple[Saying, ...]]]:
    for name, entries in lists_in(table, path):
        if entries and isinstance(entries[0], dict) and "de" in entries[0]:
            texts = [_both(entry) for entry in entries]
            yield name, tuple(Saying(each, name, Both(longest(each.de), longest(each.en))) for each in texts)


def _abouts(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Both]]:
    for name, value in table.items():
        if name == "about" and isinstance(value, dict) and "de" in value:
            yield path.rstrip("."), _both(value)
        elif isinstance(value, dict):
            yield from _abouts(value, f"{path}{name}.")


@cache
def office() -> Office:
    """The bank of the office."""
    pools: dict[str, tuple[Saying, ...]] = {}
    merged: dict[str, Any] = {}
    for name in FILES:
        data = read(name)
        pools.update(_pools(data, PREFIX.get(name, "")))
        merged |= data
    topics = []
    for number, entry in enumerate(merged["topics"]):
        pool = f"topics.{number}"
        pools.update(_pools({pool: entry["say"]}))
        topics.append(Topic(_both(entry["topic"]), pool))
    lists = {name[:-1]: tuple(each.both for each in pools.pop(name)) for name in ("days", "hours", "foods")}
    things = {
        kind: tuple(Thing(_forms(each.both.de), each.both.en) for each in pools.pop(kind)) for kind in KINDS.values()
    }
    return Office(
        pools=pools,
        things=things,
        lists=lists,
        topics=tuple(topics),
        about=dict(_abouts(merged)),
        rooms={name: _both(entry) for name, entry in merged["rooms"].items()},
        moods={name: _both(entry) for name, entry in merged["moods"].items()},
        joint=_both(merged["and"]),
        classes={name: any_of(entry["words"]) for name, entry in merged["classes"].items()},
    )


def _forms(text: str) -> tuple[str, str, str]:
    nominative, accusative, dative = text.split("|")
    return nominative, accusative, dative


@cache
def shuffled(pool: str, seed: int) -> tuple[Saying, ...]:
    """The pool in the order in which a run deals it out."""
    sayings = office().pools[pool]
    return tuple(Random(f"{seed}:{pool}").sample(sayings, len(sayings)))
