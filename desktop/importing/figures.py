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
    chats: int = 0
    warnings: tuple[str, ...] = ()
