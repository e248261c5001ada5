"""The world of a cast: where its members work, what at, and what they talk about; beside the cast as a TOML file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache
from typing import Annotated, Any, NamedTuple

from pydantic import AfterValidator, ConfigDict, Field, model_validator

from parley.core.base.definition import Definition, also_text, read_toml
from parley.core.base.packaged import get_path_of, names
from parley.core.base.sentences import Sentence
from parley.core.cast.member import Id

NEUTRAL = "neutral"
"""The world of those who have none of their own: an office that could be anybody's."""

SENTENCE, FEW, MANY = 180, 12, 400
"""Characters of a sentence, sentences in a row, and how many of a kind a world has at most."""

_SLOT = "{name}"
_STRANGE = re.compile(r"[{}\[\]\x00-\x1f\x7f]")  # [brackets] would be thoughts, {braces} slots


def _check_plain_sentence(text: str) -> str:
    text = text.strip()
    if not text:
        raise ValueError("a sentence is empty")
    if _STRANGE.search(text.replace(_SLOT, "")):
        raise ValueError(Sentence("a sentence is one line without brackets; its only slot is {slot}", slot=_SLOT))
    return text


Said = Annotated[str, Field(max_length=SENTENCE), AfterValidator(_check_plain_sentence)]


class Forms(NamedTuple):
    """A thing in its German cases; in English they are all the same."""

    nom: str
    akk: str
    dat: str

    @classmethod
    def read(cls, written: str) -> Forms:
        """Read `nom|akk|dat`, or one form for all of them."""
        return cls(*(written.split("|") * 3)[:3])  # a single form stands for all three cases


class Told(Definition):
    """A sentence in both languages; written as one string it is the same in both. `{name}` is whom it is said to."""

    model_config = ConfigDict(json_schema_extra=also_text)

    en: Said
    de: Said

    @model_validator(mode="before")
    @classmethod
    def _expand_languages(cls, value: Any) -> Any:
        return {"en": value, "de": value} if isinstance(value, str) else value

    def text(self, language: str) -> str:
        """Return it in `language`."""
        return self.de if language == "de" else self.en

    def forms(self, language: str) -> Forms:
        """Return it as a thing."""
        return Forms.read(self.text(language))


Row = Annotated[tuple[Told, ...], Field(max_length=FEW)]


class Asked(Definition):
    """A question about a matter and what its owner says to it."""

    ask: Told
    answer: Told


class Idea(Definition):
    """A proposal to a matter's owner and what they say to it."""

    idea: Told
    reply: Told


class Matter(Definition):
    """What somebody works on; without owners it can be anybody's. `name` is a thing: in German `nom|akk|dat`."""

    owners: tuple[Id, ...] = Field((), max_length=FEW)
    name: Told
    task: Told = Field(description="What is done with it, without a subject: 'sort the returns by reason'.")
    plan: Row = ()
    state: Row = ()
    asks: tuple[Asked, ...] = Field((), max_length=FEW)
    ideas: tuple[Idea, ...] = Field((), max_length=FEW)
    done: Row = ()
    look: Row = Field((), description="What its owner thinks of it in the evening.")


class SmallTalk(Definition):
    """A talk in passing, line by line in turn; `about` is what it is about, after "about" or "über".

    `open`: it is for three; else it is between two. `between`: it is for these alone, in this order (each by the ids
    that one has in the casts of the world).
    """

    about: Told
    lines: Row
    open: bool = False
    between: tuple[tuple[Id, ...], ...] = Field((), max_length=FEW)


class World(Definition):
    """Where a cast lives. `where` says it behind "A day": "in a small game studio".

    `evening` is how they spend the evening together; where they play D&D none is needed.
    """

    where: Told
    matters: tuple[Matter, ...] = Field((), max_length=MANY)
    talks: tuple[SmallTalk, ...] = Field((), max_length=MANY)
    evening: tuple[SmallTalk, ...] = Field((), max_length=FEW)

    @model_validator(mode="before")
    @classmethod
    def _drop_topics(cls, value: Any) -> Any:
        # Worlds in logs of earlier versions have what was said for and against topics.
        return {name: each for name, each in value.items() if name != "topics"} if isinstance(value, dict) else value

    # It is looked up several times a turn: pydantic takes its time to hash all of its sentences.
    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, World) and self.__dict__ == other.__dict__)

    def __hash__(self) -> int:
        return hash((self.where, len(self.matters), len(self.talks)))

    @cached_property
    def members(self) -> frozenset[str]:
        """Who has something of their own to do in it."""
        return frozenset(one for matter in self.matters for one in matter.owners)

    def get_matters_of(self, member: str) -> list[int]:
        """Return the places of the matters that are the member's own."""
        return [at for at, matter in enumerate(self.matters) if member in matter.owners]


@cache
def read_shipped(name: str) -> World:
    """Return a world that ships. Raises `UnknownName`."""
    return read_toml(get_path_of("world", "worlds", name), World)


def _yield_shipped() -> Iterator[World]:
    return (read_shipped(name) for name in names("worlds") if name != NEUTRAL)


@cache
def _find_shipped_world(cast: str, members: frozenset[str]) -> World | None:  # by its members alone: at least two
    """Return the world that ships for a cast: the one of its name, or the one in which all of its members are known."""
    bare = cast.removesuffix("-de")  # the same cast in German lives in the same world
    if bare in names("worlds") and members & read_shipped(bare).members:
        return read_shipped(bare)
    return next((world for world in _yield_shipped() if len(members) > 1 and members <= world.members), None)


@lru_cache(maxsize=32)
def _complete_world(world: World | None) -> World:
    """Return the world with what everybody has: small talk and matters that could be anybody's, and an evening."""
    common = read_shipped(NEUTRAL)
    if world is None:
        return common
    more = {name: getattr(world, name) + getattr(common, name) for name in ("matters", "talks")}
    return world.model_copy(update=more | {"evening": world.evening or common.evening})


def get_world_of(cast: str, members: Iterable[str], own: World | None = None) -> World:
    """Return the world of a run: its cast's own, else the one that ships for it, else an office that could be
    anybody's.
    """
    return _complete_world(own or _find_shipped_world(cast, frozenset(members)))
