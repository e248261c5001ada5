"""Files of other programs that hold somebody who can be played: which there are is known by a row each."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

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


def list_character_endings() -> tuple[str, ...]:
    """Return what files end in that hold a character; empty where no such kind is known."""
    return tuple(ending for kind in CHARACTER_FILES.values() for ending in kind.endings)


def read_character(path: Path) -> Member:
    """Return who is in a file that ends as `list_character_endings` says. Raises `FileError`."""
    ending = path.suffix.lower()
    return next(kind for kind in CHARACTER_FILES.values() if ending in kind.endings).read(path)
