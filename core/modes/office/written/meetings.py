"""Meetings and evenings that were written for a cast: line by line, in `resources/meetings`, one file a cast."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Literal

from pydantic import Field

from parley.core.base.acts import Act
from parley.core.base.definition import Definition, read_toml
from parley.core.base.line import clean
from parley.core.base.packaged import get_path_of, names
from parley.core.cast.cast import Cast
from parley.core.cast.world import Told, World
from parley.core.log.config import RunConfig

FOLDER = "meetings"


class Line(Definition):
    """A line of `by`, a member's id: what it does, and whom it addresses (empty: everybody)."""

    by: str
    act: Act
    says: str
    to: str = ""


class Meeting(Definition):
    """A meeting about `topic`. Who promises something in it says a line of the act "commit" to another member;
    `later` is what these two say when that is taken up."""

    topic: str
    lines: tuple[Line, ...] = Field(min_length=4)
    later: tuple[Line, ...] = ()

    @property
    def speakers(self) -> frozenset[str]:
        """Who says something in it."""
        return frozenset(line.by for line in self.lines)

    @property
    def promise(self) -> Line | None:
        """The line that is taken up later."""
        return next((line for line in self.lines if line.act == "commit" and line.to), None)


class Evening(Definition):
    """An evening of D&D, in two halves; who opens it leads the game."""

    first: tuple[Line, ...] = Field(min_length=2)
    second: tuple[Line, ...] = Field(min_length=2)

    @property
    def lines(self) -> tuple[Line, ...]:
        """All of it."""
        return self.first + self.second


class Meetings(Definition):
    """What is written for a cast."""

    cast: str
    language: Literal["en", "de"]
    meetings: tuple[Meeting, ...] = ()
    evenings: tuple[Evening, ...] = ()


@cache
def get_meetings_of(cast: str, language: str) -> Meetings:
    """Return what is written for a cast in a language; nothing where there is none."""
    if cast in names(FOLDER):
        found = read_toml(get_path_of("meetings", FOLDER, cast), Meetings)
        if found.language == language:  # written lines are in the cast's own language only
            return found
    return Meetings(cast=cast, language="en")


def in_other_words(config: RunConfig, text: str, into: str) -> str:
    """Return a written line, or a thought of one, in the language `into`; empty where nobody wrote it."""
    own = tuple(config.names.values())
    return _map_known_sentences(config.cast_id, config.language, into, config.lived_in, own).get(text, "")


@lru_cache(maxsize=8)
def _map_known_sentences(cast: str, language: str, into: str, world: World, own: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for told in _iterate_sentences(world):
        for name in own if "{name}" in told.text(language) else ("",):  # one entry for each name it may be said to
            found[told.text(language).replace("{name}", name)] = told.text(into).replace("{name}", name)
    twin = cast.removesuffix("-de") + ("-de" if into == "de" else "")
    called = _map_twin_names(twin, own)
    lines = zip(
        _iterate_lines(get_meetings_of(cast, language)), _iterate_lines(get_meetings_of(twin, into)), strict=False
    )
    for ours, theirs in lines if twin != cast else ():
        mine, other = clean(ours.says), clean(theirs.says)  # compared as the log has them: cleaned
        for text, told_so in zip((mine.text, *mine.thoughts), (other.text, *other.thoughts), strict=False):
            found[text] = re.sub(r"\w+", lambda word: called.get(word.group(), word.group()), told_so)
    return found


def _iterate_sentences(world: World) -> Iterator[Told]:
    for matter in world.matters:
        yield from (*matter.plan, *matter.state, *matter.done, *matter.look)
        yield from (told for each in matter.asks for told in (each.ask, each.answer))
        yield from (told for each in matter.ideas for told in (each.idea, each.reply))
    yield from (told for talk in (*world.talks, *world.evening) for told in talk.lines)


def _iterate_lines(written: Meetings) -> Iterator[Line]:
    for meeting in written.meetings:
        yield from (*meeting.lines, *meeting.later)
    for evening in written.evenings:
        yield from evening.lines


def _map_twin_names(twin: str, own: tuple[str, ...]) -> dict[str, str]:
    """Return what the twins of a cast are called here."""
    if twin not in names("casts"):
        return {}
    theirs = [member.name for member in read_toml(get_path_of("cast", "casts", twin), Cast).members]
    return dict(zip(theirs, own, strict=True)) if len(theirs) == len(own) else {}  # twins are matched by place
