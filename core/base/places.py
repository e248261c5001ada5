"""Where things stand in a text of TOML: line and column of every table, and of every key at the beginning of a line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

Location = tuple[int | str, ...]
"""A value's way from the top of a document: keys, and numbers of items from 0."""

DEEPEST = 64
"""Names in a row; what lies deeper is nobody's place."""

_NAME = r"""(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[\w-]+)"""
_NAMES = rf"({_NAME}(?:[ \t]*\.[ \t]*{_NAME})*+)"
_TABLE = re.compile(rf"[ \t]*(\[\[?)[ \t]*{_NAMES}[ \t]*\]")
_PAIR = re.compile(rf"[ \t]*{_NAMES}[ \t]*=")
_LONG_TEXT = re.compile(  # comments and short texts too: a quotation mark in one begins no long text
    r'#[^\n]*|("""(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}'  # two more quotation marks may stand before the three that end it
    r"|'''(?:[^']|'{1,2}(?!'))*'{3,5})"
    r"|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'",
    re.DOTALL,
)


class Place(NamedTuple):
    """A line and a column (in characters), both from 1; 0: not known."""

    line: int = 0
    column: int = 0


def place_of(text: str, location: Location) -> Place:
    """Return where the longest beginning of `location` stands that the text names."""
    return find_nearest(find_places(text), location)


def find_nearest(standing: Mapping[Location, Place], location: Location) -> Place:
    """Return the place of the longest beginning of `location` that has one."""
    for length in range(min(len(location), DEEPEST), 0, -1):
        if location[:length] in standing:
            return standing[location[:length]]
    return Place()


def find_places(text: str) -> dict[Location, Place]:
    """Return the places of tables, of their items, and of keys; what stands within a value has that of its key."""
    found: dict[Location, Place] = {}
    last: dict[Location, int] = {}
    here: Location | None = ()
    for number, line in enumerate(_LONG_TEXT.sub(_keep_newlines, text).split("\n"), 1):
        if table := _TABLE.match(line):
            place, names = Place(number, table.start(1) + 1), _split_names(table[2])
            here = None if len(names) > DEEPEST else ()
            for at, name in enumerate(names if here is not None else (), 1):
                here = (*here, name)  # type: ignore[misc]  # it is none of those that are too deep
                found.setdefault(here, place)  # a table that is named again stands where it first was
                if at == len(names) and table[1] == "[[":
                    last[here] = last.get(here, -1) + 1
                if here in last:
                    here = (*here, last[here])  # [a.b] behind [[a]] means the last a
                    found.setdefault(here, place)
        elif here is not None and (pair := _PAIR.match(line)):
            names = _split_names(pair[1])
            for at in range(1, len(names) + 1 if len(here) + len(names) <= DEEPEST else 1):
                found.setdefault((*here, *names[:at]), Place(number, pair.start(1) + 1))
    return found


def _keep_newlines(text: re.Match[str]) -> str:
    """Return nothing but the line ends of what goes over several lines; all else as it is."""
    return '""' + "\n" * text[1].count("\n") if text[1] else text[0]  # so lines keep their numbers


def _split_names(names: str) -> list[str]:
    return [name if name[0] not in "\"'" else name[1:-1] for name in re.findall(_NAME, names)]
