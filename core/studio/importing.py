"""Bringing runs into the home: logs of this program and of others."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from parley.core.base.errors import FileError, LogError
from parley.core.base.sentences import os_reason
from parley.core.home import Home
from parley.core.importing.reading import read
from parley.core.log import log as log_file
from parley.core.log.codec import decode_all, encode
from parley.core.log.fold import fold, folding
from parley.core.log.log import Log
from parley.core.studio import runs

_ID = re.compile(r"[a-zA-Z0-9_][a-zA-Z0-9_-]{0,63}")
MOST_FILES = 20_000
"""Files of a folder that are looked at."""
NOT_IMPORTED = "It was not imported."


@dataclass(frozen=True)
class Imported:
    """A run that was brought in. `warnings` are sentences; `fresh`: it was not here before."""

    id: str
    mode: str
    turns: int
    path: Path
    warnings: tuple[str, ...] = field(default=())
    fresh: bool = True


def files_in(folder: Path, endings: Collection[str]) -> list[Path]:
    """The files of a folder and of those in it that end so, by name, at most `MOST_FILES`; no link is followed, and
    what cannot be read is left out."""
    found: list[Path] = []
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found += [Path(place, name) for name in sorted(files) if name.lower().endswith(tuple(endings))]
        if len(found) >= MOST_FILES:
            break
    return [path for path in found[:MOST_FILES] if not path.is_symlink()]


def import_run(home: Home, path: Path) -> list[Imported]:
    """The runs of a file, written into the home; those that are here already stay as they are.

    Raises `FileError` and `LogError` where the file holds none, or they cannot be written.
    """
    if (own := _own(home, path)) is not None:
        return [own]
    found: list[Imported] = []
    for draft in read(path):
        events = draft.events
        target, fresh = _target(home, draft.config.id, runs.file_name(events[0].at, draft.config.mode, draft.config.id))
        warnings = tuple(draft.warnings) + (() if fresh else ("It had been imported before and was left as it is.",))
        if fresh:
            # What cannot be folded is not written either.
            with folding(path, NOT_IMPORTED):
                fold(events)
            data = b"".join(encode(event) + b"\n" for event in events)
            if decode_all(data) is None:
                raise LogError(path, "it has more turns, or larger numbers, than a run can hold.", hint=NOT_IMPORTED)
            _write(home, target, draft.config.id, data, len(events))
        found.append(Imported(draft.config.id, draft.config.mode, draft.turns, target, warnings, fresh))
    return found


def _own(home: Home, path: Path) -> Imported | None:
    """The run, where the file is a log of ours; None where it is another program's."""
    try:
        if path.exists() and not path.is_file():
            raise FileError(path, "this is no file.", hint="Name the logs themselves.")
        with path.open("rb") as file:
            first = file.readline(log_file.LONG)
    except FileNotFoundError:
        raise FileError(path, "there is no such file.") from None
    except OSError as error:
        raise FileError(path, "the file cannot be read ({why}).", why=os_reason(error)) from None
    if not log_file.is_ours(first):
        return None
    recording = log_file.read(path)
    if recording.damage.refused:
        number, why = recording.damage.refused[0]
        raise LogError(
            path, "line {number} says what cannot be: {why}.", number=str(number), why=why, hint=NOT_IMPORTED
        )
    with folding(path, NOT_IMPORTED):
        state = fold(recording.events)
    if not _ID.fullmatch(state.run):
        # It becomes a part of a file's name.
        raise LogError(
            path,
            "its run has the id {run}, which cannot be one.",
            run=f"{state.run[:60]!r}",
            hint=NOT_IMPORTED,
        )
    name = runs.file_name(recording.events[0].at, state.setup.mode, state.run)
    target, fresh = _target(home, state.run, name)
    warnings = recording.damage.sentences()
    if not fresh:
        warnings.append("A run with this id is here already and was left as it is.")
    else:
        data = b"".join(encode(event) + b"\n" for event in recording.events)
        _write(home, target, state.run, data, len(recording.events))
    return Imported(state.run, state.setup.mode, len(state.turns), target, tuple(warnings), fresh)


def _target(home: Home, run: str, name: str) -> tuple[Path, bool]:
    """Where the run is to lie, and whether it is new; one that is here already may go by another date."""
    here = next((path for path in runs.all_files(home) if runs.id_of(path) == run), None)
    return (here, False) if here else (home.runs / name, True)


def _write(home: Home, target: Path, run: str, data: bytes, count: int) -> None:
    log = Log.create(target, lock=home.lock(run), first=data, count=count)
    try:
        log.publish()
    finally:
        log.close()
    if target.stat().st_size != len(data):
        target.unlink(missing_ok=True)
        raise LogError(target, "the run could not be written whole.", hint="Is the disk full?")
