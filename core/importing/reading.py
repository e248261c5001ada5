"""A file of another program: which program's it is, and the runs in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.errors import FileError
from core.importing import pidgin, sillytavern
from core.importing.base import Draft

MOST_BYTES = 500_000_000
MOST_TOLD = 8
"""Broken lines that are told one by one."""


def read(path: Path) -> list[Draft]:
    """The runs in the file, each with what could not be read. Raises `FileError` where there is none."""
    rows, warnings = _rows(path)
    try:
        if pidgin.is_pidgin(rows):
            found = pidgin.drafts(rows, path.name)
        elif sillytavern.is_chat(rows):
            found = [sillytavern.draft(rows, path.name)]
        else:
            raise FileError(
                path,
                "this is neither a Parley run nor a log that can be imported.",
                hint="Imported are event logs of pidgin and chats of SillyTavern, both JSON lines.",
            )
    except ValueError as error:
        raise FileError(path, f"the log cannot be made into a run: {error}") from None
    for draft in found:
        draft.warnings[:0] = warnings
    return found


def _rows(path: Path) -> tuple[list[Mapping[str, Any]], list[str]]:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise FileError(path, f"the file is larger than {MOST_BYTES // 1_000_000} MB.")
        text = path.read_bytes().decode("utf-8-sig", errors="replace")
    except FileNotFoundError:
        raise FileError(path, "there is no such file.") from None
    except OSError as error:
        raise FileError(path, f"the file cannot be read ({error.strerror or error}).") from None
    rows: list[Mapping[str, Any]] = []
    broken: list[int] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            broken.append(number)
            continue
        if isinstance(row, dict):
            rows.append(row)
        else:
            broken.append(number)
    warnings = [f"Line {number} cannot be read and was left out." for number in broken[:MOST_TOLD]]
    if len(broken) > MOST_TOLD:
        warnings.append(f"And {len(broken) - MOST_TOLD} more lines.")
    return rows, warnings
