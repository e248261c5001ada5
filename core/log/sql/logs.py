"""Logs as rows: those of a folder, a whole one, and one that is broken."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from typing import NamedTuple

from parley.core.base.errors import FileError, LogError, ParleyError, UnknownModeError
from parley.core.base.line import encodable
from parley.core.base.sentences import os_reason
from parley.core.log import log
from parley.core.log.blocks import Damage
from parley.core.log.events.base import MOST_TURNS
from parley.core.log.fold import folding
from parley.core.log.sql.rows import Changes, Follower
from parley.core.log.sql.tables import Position, Run


def read(run_file: Path, file: str, key: int) -> Changes:
    """Return the rows of a whole log, or the one row of a broken one."""
    try:
        if os.fspath(run_file) != encodable(os.fspath(run_file)):
            return broken(run_file, file, key, "its name is not UTF-8 text; give it another.")
        with folding(run_file):
            return followed(run_file, file, key).changes()
    except UnknownModeError as error:
        # Its package may be installed tomorrow: it is read again each time.
        return broken(run_file, file, key, error.sentence.removeprefix(f"{run_file}: "), size=-1)
    except ParleyError as error:
        # The row says where the log is; the sentence must read the same wherever the folder is moved.
        return broken(run_file, file, key, error.sentence.removeprefix(f"{run_file}: "))
    except Exception as error:  # noqa: BLE001  # whatever is wrong with one log, the others are listed
        return broken(run_file, file, key, f"it cannot be listed ({type(error).__name__}: {error}).")


def followed(run_file: Path, file: str, key: int) -> Follower:
    """Return a follower that has read the whole log. Raises `LogError` and its kin, and `Unfoldable`."""
    follower = Follower(file, key)
    recording = log.read(run_file)
    follower.follow(recording.events)
    follower.size = recording.size
    follower.note = damage(recording)
    if follower.most_numbered > MOST_TURNS:
        raise LogError(
            run_file, "it has more than {most:,d} turns or memories, which are too many to list.", most=MOST_TURNS
        )
    return follower


class LogFile(NamedTuple):
    """A log as its folder lists it: its name, its bytes, and when it was written to last, in seconds since 1970."""

    name: str
    size: int
    touched: float


def logs_in(runs_folder: Path) -> list[LogFile]:
    """Return the logs of a folder, by name; what goes meanwhile is left out. Raises `FileError`."""
    found = []
    try:
        with os.scandir(runs_folder) as entries:
            for entry in entries:
                # One look a file, for there may be thousands.
                if entry.name.endswith(".jsonl"):
                    with contextlib.suppress(OSError):
                        about = entry.stat()
                        if stat.S_ISREG(about.st_mode):
                            found.append(LogFile(entry.name, about.st_size, about.st_mtime))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise FileError(runs_folder, "the runs cannot be listed ({why}).", why=os_reason(error)) from None
    return sorted(found)


def damage(recording: log.Recording) -> str:
    """Return what is wrong in the middle of a log; a torn end is cut off when the run is next opened and not worth a
    note.
    """
    return " ".join(Damage(lines=recording.damage.lines).sentences())


LONGEST_NOTE = 2_000
"""Characters."""


def broken(run_file: Path, file: str, key: int, sentence: str, size: int | None = None) -> Changes:
    """Return the one row of a log that cannot be read, with the sentence why. `size` −1: it is to be read again."""
    if size is None:
        try:
            size = run_file.stat().st_size
        except OSError:
            size = -1
    note = encodable(sentence)[:LONGEST_NOTE]
    row = Run(key=key, id=encodable(run_file.stem), cast_id="", status="broken", note=note).model_dump()
    return Changes(
        fresh=True, key=key, rows={Run: [row], Position: [{"file": file, "run": key, "seq": 0, "size": size}]}
    )


def set_aside(base: Path, changes: Changes, error: Exception) -> Changes:
    """Return the one row of a log whose own rows the database does not take."""
    (position,) = changes.rows[Position]
    file, why = str(position["file"]), str(getattr(error, "orig", None) or error)
    return broken(base / file, file, changes.key, f"the database cannot hold what it says ({why}).")
