"""Files of other programs that hold somebody who can be played: which there are is known by a row each."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, TypeVar

from parley.core.base.registry import Registry
from parley.core.cast.member import Member


class CharacterFiles(Protocol):
    """A kind of file that holds a character."""

    endings: tuple[str, ...]
    """What such files end in, with the dot and in small letters."""

    def read(self, path: Path) -> Member:
        """Return who is in the file. Raises `FileError`."""
        ...


CHARACTER_FILES: Registry[CharacterFiles] = Registry(
    "kind of character file",
    shipped={
        "card": "parley.core.importing.cards.mapping:CARDS",
    },
)


class Ending(Protocol):
    """A kind of file that is known by its endings."""

    endings: tuple[str, ...]


Kind = TypeVar("Kind", bound=Ending)


def list_endings(kinds: Registry[Kind]) -> tuple[str, ...]:
    """Return what the files of all these kinds end in; empty where none is known."""
    return tuple(ending for kind in kinds.values() for ending in kind.endings)


def find_by_ending(kinds: Registry[Kind], path: Path) -> Kind | None:
    """Return the kind of a file by its ending; None where it is of none of them."""
    ending = path.suffix.lower()
    return next((kind for kind in kinds.values() if ending in kind.endings), None)


def list_character_endings() -> tuple[str, ...]:
    """Return what files end in that hold a character; empty where no such kind is known."""
    return list_endings(CHARACTER_FILES)


def read_character(path: Path) -> Member:
    """Return who is in a file that ends as `list_character_endings` says. Raises `FileError`."""
    kind = find_by_ending(CHARACTER_FILES, path)
    assert kind is not None
    return kind.read(path)
