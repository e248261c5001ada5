"""Files besides persona files that members are brought in from and written to; each kind is known by a row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from parley.core.base.registry import Registry
from parley.core.cast.characters import find_by_ending, list_endings

if TYPE_CHECKING:
    from parley.core.cast.member import Member
    from parley.core.home import Home
    from parley.desktop.cast_editor.view.dialog import CastEditorDialog


class MemberFiles(Protocol):
    """A kind of file of other programs that holds a member."""

    endings: tuple[str, ...]
    """What such files end in, the usual one first."""

    def bring_in(self, dialog: CastEditorDialog, home: Home, path: Path) -> None:
        """Add what is in the file to the cast that is edited, and say so. Raises `FileError`."""
        ...

    def export(self, home: Home, member: Member, path: Path) -> Sequence[str]:
        """Write a member, and return sentences about what such a file cannot hold. Raises `FileError`."""
        ...


MEMBER_FILES: Registry[MemberFiles] = Registry(
    "kind of a member's file",
    shipped={
        "card": "parley.desktop.importing.cards:CARDS",
    },
)

ADDITIONS: Registry[Callable[..., object]] = Registry(
    "addition to the cast editor",
    shipped={
        "writing": "parley.desktop.casting.writing:CastWriting",
    },
)
"""What other rooms add to the editor; each is called with the dialog, the studio, and who keeps its tasks."""


def list_member_endings() -> tuple[str, ...]:
    """Return what such files end in."""
    return list_endings(MEMBER_FILES)


def find_kind(path: Path) -> MemberFiles | None:
    """Return the kind of a file by its ending; None for a persona file, and what is no file of a member."""
    return find_by_ending(MEMBER_FILES, path)
