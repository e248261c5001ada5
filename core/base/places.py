"""Where things stand in a text of TOML: line and column of every key, table and item of an array."""

from __future__ import annotations

import contextlib
import math
import re
from bisect import bisect_right
from collections.abc import Mapping
from typing import NamedTuple

Location = tuple[int | str, ...]
"""A value's way from the top of a document: keys, and numbers of items from 0."""

DEEPEST = 64
"""Names in a row; what lies deeper is nobody's place."""

MOST = 100_000
"""Places of one text; what stands behind them has that of the last table before."""

_BLANK = re.compile(r"(?:[ \t\n]+|#[^\n]*)*")
_NAME = re.compile(r"[ \t]*(?:\"((?:[^\"\\\n]|\\.)*)\"|'([^'\n]*)'|([\w-]+))[ \t]*")
_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}' r"|'''(?:[^']|'{1,2}(?!'))*'{3,5}" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'",
    re.DOTALL,
)
_PLAIN = re.compile(r"[^,\]}#\n]+")


class Place(NamedTuple):
    """A line and a column (in characters), both from 1; 0: not known."""

    line: int = 0
    column: int = 0


def place_of(text: str, location: Location) -> Place:
    """Return where the longest beginning of `location` stands that the text names."""
    return nearest(places(text), location)


def nearest(standing: Mapping[Location, Place], location: Location) -> Place:
    """Return the place of the longest beginning of `location` that has one."""
    for length in range(min(len(location), DEEPEST), 0, -1):
        if location[:length] in standing:
            return standing[location[:length]]
    return Place()


def places(text: str) -> dict[Location, Place]:
    """Return the place of everything in a text of TOML; of what comes before the fault in a text that is none."""
    reader = _Reader(text)
    # Where it is no TOML, its own reader says so.
    with contextlib.suppress(_Lost, RecursionError):
        reader.read(MOST)
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    by_offset: dict[Location, Place] = {}
    for location, offset in reader.found.items():
        line = bisect_right(starts, offset)
        by_offset[location] = Place(line, offset - starts[line - 1] + 1)
    return by_offset


class _Lost(Exception):
    """The text is no TOML from here on."""


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.found: dict[Location, int] = {}
        self._last: dict[Location, int] = {}
        """The number of the last table of each array of tables."""

    def read(self, most: float = math.inf) -> None:
        here: Location | None = ()
        while self._blank() < len(self.text) and len(self.found) < most:
            if self.text.startswith("[", self.at):
                here = self._read_table_header()
            else:
                self._pair(here)

    def _blank(self) -> int:
        found = _BLANK.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.at

    def _skip(self, mark: str) -> None:
        if not self.text.startswith(mark, self.at):
            raise _Lost
        self.at += len(mark)

    def _read_key_names(self) -> list[str]:
        names: list[str] = []
        while found := _NAME.match(self.text, self.at):
            names.append(next(each for each in found.groups() if each is not None))
            self.at = found.end()
            if not self.text.startswith(".", self.at):
                return names
            self.at += 1
        raise _Lost

    def _read_table_header(self) -> Location | None:
        begin, brackets = self.at, 2 if self.text.startswith("[[", self.at) else 1
        self.at += brackets
        names = self._read_key_names()
        self._skip("]" * brackets)
        if len(names) > DEEPEST:
            return None
        here: Location = ()
        for number, name in enumerate(names, 1):
            here = (*here, name)
            self.found.setdefault(here, begin)
            if brackets == 2 and number == len(names):
                self._last[here] = self._last.get(here, -1) + 1
            if here in self._last:
                here = (*here, self._last[here])
        self.found.setdefault(here, begin)
        return here

    def _pair(self, here: Location | None) -> None:
        begin, names = self.at, self._read_key_names()
        self._skip("=")
        if here is not None and len(names) + len(here) > DEEPEST:
            here = None
        for name in names if here is not None else ():
            here = (*here, name)  # type: ignore[misc]  # it is none of those that nobody reads
            self.found.setdefault(here, begin)
        self._read_value(here)

    def _read_value(self, here: Location | None) -> None:
        self._blank()
        match self.text[self.at : self.at + 1]:
            case "[":
                self._read_several_values(here, "]")
            case "{":
                self._read_several_values(here, "}")
            case '"' | "'":
                self._consume_pattern(_STRING)
            case _:
                self._consume_pattern(_PLAIN)

    def _read_several_values(self, here: Location | None, end: str) -> None:
        self.at += 1
        number = 0
        while self._blank() < len(self.text) and not self.text.startswith(end, self.at):
            if end == "}":
                self._pair(here)
            else:
                item = None if here is None or len(here) >= DEEPEST else (*here, number)
                if item is not None:
                    self.found.setdefault(item, self.at)
                self._read_value(item)
            number += 1
            self._blank()
            if self.text.startswith(",", self.at):
                self.at += 1
            elif not self.text.startswith(end, self.at):
                raise _Lost
        self._skip(end)

    def _consume_pattern(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self.text, self.at)
        if not found:
            raise _Lost
        self.at = found.end()
