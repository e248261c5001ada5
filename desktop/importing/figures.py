"""What is shown before something is taken over. Plain values, no core, no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class OfferFigure:
    """A definition in a `file`: what `kind` it is of, its `id` and `name`, the `target` within the data folder, and
    what is there by its id: nothing (new), the same, one's own, or one that is shipped."""

    kind: str
    id: str
    name: str
    file: str
    target: str
    standing: Literal["new", "same", "own", "shipped"]


@dataclass(frozen=True, slots=True)
class ConversationFigure:
    """A conversation that can be imported: the `kind` of its `file`, its `title`, `turns`, who speaks as (name, what
    they are, lines), the first lines as (name, text), the modes that it can become as (name, title), the usual one
    first, `branches` that become forks, and what was left out. `here`: it was imported before."""

    kind: str
    file: str
    title: str
    turns: int
    people: tuple[tuple[str, Literal["person", "voice", ""], int], ...]
    first: tuple[tuple[str, str], ...]
    modes: tuple[tuple[str, str], ...]
    branches: int = 0
    warnings: tuple[str, ...] = ()
    here: bool = False


@dataclass(frozen=True, slots=True)
class TableFigure:
    """A table's columns as (heading, sample), the kinds that they may be as (name, title), and by kind the place of the
    column that is taken for it, −1 for none."""

    columns: tuple[tuple[str, str], ...]
    kinds: tuple[tuple[str, str], ...]
    taken: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LookedFigure:
    """What was found in the files that somebody named, what is left out as (file, why), and the table among them."""

    found: tuple[ConversationFigure, ...]
    skipped: tuple[tuple[str, str], ...] = ()
    table: TableFigure | None = None


@dataclass(frozen=True, slots=True)
class CardFigure:
    """A character card, a lore book or a group in a `file`: how much of what is in it, what its maker notes, and what
    of it is not played (`warnings`)."""

    kind: Literal["card", "book", "group"]
    name: str
    file: str
    maker: str = ""
    notes: str = ""
    greetings: int = 0
    entries: int = 0
    people: int = 0
    warnings: tuple[str, ...] = ()
