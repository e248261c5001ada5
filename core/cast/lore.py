"""Lore books: what comes to the mind of members when certain words are said. Made of other programs' books."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from parley.core.base.definition import Definition
from parley.core.base.sentences import Sentence

MOST_ENTRIES, MOST_KEYS = 1_000, 100
LONGEST_KEY, LONGEST_ENTRY, LONGEST_BOOK = 400, 32_000, 400_000
"""Characters of a key, of an entry's content, and of all that stands in a book."""
SCAN_DEPTH, MOST_SCANNED = 4, 100
"""Lines in which keys are looked for, where a book does not say, and at most."""
BUDGET, MOST_BUDGET = 1_000, 4_000
"""Tokens that what comes to mind may be, where a book does not say, and at most."""

FARTHEST = 1e9
"""How far from 0 an order or a priority may be."""

Key = Annotated[str, Field(min_length=1, max_length=LONGEST_KEY)]
Logic = Literal["any", "not_all", "not_any", "all"]
"""Which of the secondary keys must be there, too: one at least; not all; none; all."""


class LoreEntry(Definition):
    """What comes to mind by its `keys`. `content` may begin with decorators (`@@depth 4`) of version 3 of the cards.

    `always`: without a key. `regex`: the keys are regular expressions. `priority` decides what is left out where there
    is no room for all, else the `order` in which they are told, the lowest first. `depth`: how many lines before the
    end it belongs, where it belongs into the talk; else it stands before or after the character. `probability` is in
    percent. `unechoed` entries do not come to mind by other entries, `silent` ones call no others.
    """

    id: str = Field("", max_length=80)
    name: str = Field("", max_length=400)
    keys: tuple[Key, ...] = Field((), max_length=MOST_KEYS)
    secondary: tuple[Key, ...] = Field((), max_length=MOST_KEYS)
    logic: Logic = "any"
    content: str = Field("", max_length=LONGEST_ENTRY)
    always: bool = False
    off: bool = False
    order: float = Field(100, ge=-FARTHEST, le=FARTHEST)
    priority: float | None = Field(None, ge=-FARTHEST, le=FARTHEST)
    case: bool = False
    whole: bool = False
    regex: bool = False
    position: Literal["before", "after"] = "after"
    depth: int | None = Field(None, ge=0, le=10_000)
    scan_depth: int | None = Field(None, ge=0, le=10_000)
    probability: float = Field(100, ge=0, le=100)
    unechoed: bool = False
    silent: bool = False

    @property
    def title(self) -> str:
        """What it is called: its name, its first key, or how it begins."""
        return self.name or (self.keys[0] if self.keys else " ".join(self.content[:40].split()))


class LoreBook(Definition):
    """A book. `file` is that from which it was made, among the cards that are kept; `budget` is in tokens."""

    name: str = Field("", max_length=400)
    file: str = Field("", max_length=80)
    scan_depth: int = Field(SCAN_DEPTH, ge=0, le=10_000)
    budget: int = Field(BUDGET, ge=0, le=10_000_000)
    recursive: bool = False
    entries: tuple[LoreEntry, ...] = Field((), max_length=MOST_ENTRIES)

    @model_validator(mode="after")
    def _check_book_size(self) -> Self:
        if (size := get_size_of(self.entries)) > LONGEST_BOOK:  # a book stands in the log of every run of its cast
            raise ValueError(
                Sentence(
                    "the book has {count:,} characters; at most {most:,} are possible", count=size, most=LONGEST_BOOK
                )
            )
        return self


def get_size_of(entries: tuple[LoreEntry, ...]) -> int:
    """Return the characters of contents and keys."""
    return sum(len(each.content) + sum(map(len, (*each.keys, *each.secondary))) for each in entries)
