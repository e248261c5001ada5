"""The files of a folder that somebody names or drops."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

MOST_FILES = 20_000
"""Files of a folder that are looked at."""


def files_in(folder: Path, endings: Collection[str]) -> list[Path]:
    """Return the files of a folder and of those in it that end so, by name, at most `MOST_FILES`; no link is followed,
    and what cannot be read is left out.
    """
    found: list[Path] = []
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found += [Path(place, name) for name in sorted(files) if name.lower().endswith(tuple(endings))]
        if len(found) >= MOST_FILES:
            break
    return [path for path in found[:MOST_FILES] if not path.is_symlink()]
