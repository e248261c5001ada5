"""Names that Qt takes for HTML and for keys, in every text of every kind of input; and who opened what they name."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from PySide6.QtGui import QColor, QImage

KEPT = frozenset({
    "id", "plan", "desk", "language", "provider", "model", "base_url", "colour", "letter", "start", "location", "kind",
    "innkeeper", "weapon", "damage", "room", "giver", "foe", "place", "item", "side", "archetype", "about", "opener",
    "author", "mode",
})  # fmt: skip
"""Fields that name something else by its id, or are one of a few words."""
KEY = "R&D"
"""What every hostile text ends with: a lone `&` marks a key in menus, buttons and tabs, and is gone."""
IN_OPEN = 0x20


class Canary:
    """A picture that hostile texts name. Attributes: `path`, `texts`, the hostile texts, the longest first."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "c.png"
        picture = QImage(67, 41, QImage.Format.Format_RGB32)
        picture.fill(QColor("#ff00ff"))
        assert picture.save(str(self.path))
        self.texts = (
            f'<table><tr><td><img src="{self.path}"><a href="file://{self.path}">&amp;</a></table>{KEY}',
            f"<img src={self.path}>{KEY}",
            f"<b>{KEY}",
        )

    def fits(self, most: int) -> str:
        """The longest hostile text of at most so many characters."""
        return next(text for text in (*self.texts, "") if len(text) <= most)

    @contextmanager
    def watched(self) -> Iterator[list[int]]:
        """How often the picture was opened; the list is filled when the block ends. Linux only."""
        libc = ctypes.CDLL(None, use_errno=True)
        watcher = libc.inotify_init1(os.O_NONBLOCK)
        assert watcher >= 0
        assert libc.inotify_add_watch(watcher, os.fsencode(self.path), IN_OPEN) >= 0
        opened: list[int] = []
        try:
            yield opened
            # Events of a file that is watched itself have no name: 16 bytes each, and the same ones in a row are one.
            size = struct.calcsize("iIII")
            with suppress(BlockingIOError):
                opened += [1] * (len(os.read(watcher, 65_536)) // size)
        finally:
            os.close(watcher)


def poisoned(model: type[BaseModel], data: dict[str, Any], canary: Canary) -> tuple[dict[str, Any], int]:
    """`data` with a hostile text in every text that the model lets it have, and in how many."""

    def sound() -> bool:
        try:
            model.model_validate(data)
        except ValidationError:
            return False
        return True

    def places(node: Any) -> Iterator[tuple[Any, Any]]:
        for at in list(node) if isinstance(node, dict) else range(len(node)):
            if isinstance(node[at], dict | list):
                yield from places(node[at])
            elif isinstance(node[at], str) and at not in KEPT:
                yield node, at

    def put(where: list[tuple[Any, Any]], texts: Sequence[str]) -> int:
        # All at once where the model lets it, else by halves: a setting has thousands of texts.
        if not texts:
            return 0
        had = [node[at] for node, at in where]
        for node, at in where:
            node[at] = texts[0]
        if sound():
            return len(where)
        for (node, at), text in zip(where, had, strict=True):
            node[at] = text
        if len(where) == 1:
            return put(where, texts[1:])
        half = len(where) // 2
        return put(where[:half], texts) + put(where[half:], texts)

    assert sound()
    return data, put(list(places(data)), canary.texts)
