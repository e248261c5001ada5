"""Meetings and evenings that were written for a cast: line by line, in `resources/meetings`, one file a cast."""

from __future__ import annotations

from functools import cache
from typing import Literal

from pydantic import Field

from parley.core.base.acts import Act
from parley.core.base.definition import Definition, read_toml
from parley.core.base.packaged import get_path_of, names

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
        if found.language == language:
            return found
    return Meetings(cast=cast, language="en")
