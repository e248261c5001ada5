"""Runs that were deleted: their logs lie in the home's `trash` until it is emptied."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from parley.core.base.errors import FileError, LogLockedError, NoSuchRun, UsageError
from parley.core.base.files import get_free_path
from parley.core.base.line import repair_text
from parley.core.base.sentences import os_reason
from parley.core.home import Home
from parley.core.log.locking import RunLock
from parley.core.log.state import State
from parley.core.studio import runs
from parley.core.studio.marks import MarksFile

if TYPE_CHECKING:
    from parley.core.studio.reading import ReadingStudio


@dataclass(frozen=True)
class Trashed:
    """A log in the trash. `at` is None where nobody noted when it came there."""

    run: str
    path: Path
    title: str
    mode: str
    at: datetime | None


def delete(studio: ReadingStudio, ref: str) -> Path:
    """Move a run into the trash, and return where its log lies now; `ref` as in `ReadingStudio.find`, whose errors it
    raises besides those of `put_in_trash`."""
    path = studio.find(ref)
    row = next((row for row in studio.projection.runs() if row.path == path), None)
    run = row.id if row else runs.get_id_of(path)
    title, topic = (row.title, row.topic) if row else ("", "")
    own = f"{title}: {topic}" if title and topic else title or topic
    named = studio.marks.of(run).title or own
    return put_in_trash(studio.home, studio.marks, path, run=run, title=named, mode=row.mode if row else "")


def find(studio: ReadingStudio, ref: str) -> Trashed:
    """Return what lies in the trash by its run's id, or the beginning of one. Raises `UsageError`, `NoSuchRun`."""
    found = [each for each in list_trashed(studio.home, studio.marks) if ref and each.run.startswith(ref)]
    if len({each.run for each in found}) > 1:
        raise UsageError("'{ref}' fits {count} runs: {ids}.", ref=ref, count=len(found), ids=_format_run_ids(found))
    if not found:
        raise NoSuchRun("There is no run '{ref}' in the trash.", ref=ref[:60], hint="See `parley library trash`.")
    return found[0]


def _format_run_ids(found: Iterable[Trashed]) -> str:
    return ", ".join(each.run for each in islice(found, 6))


def put_in_trash(home: Home, marks: MarksFile, path: Path, *, run: str, title: str, mode: str) -> Path:
    """Move a run's log into the trash, and return where it lies now.

    Raises `LogLockedError` while somebody writes it, `FileError` where it cannot be moved.
    """
    lock = RunLock(path, home.lock(run))  # raises while somebody writes it: the log would go from under them
    try:
        target = get_free_path(home.trash / path.name)
        marks.note_trashed(run, target.name, title, mode)  # first: without a note it would never be emptied by itself
        return _move_log(path, target)
    finally:
        lock.release()


def came_to_nothing(state: State) -> bool:
    """Return whether a run failed before its first turn, with nothing paid and nothing put in."""
    failed = state.status == "paused" and state.reason == "failure" and not state.turns
    put_in = any(entry.kind == "topic" for entry in state.entries)
    return failed and not (state.parent or state.own_tokens or state.own_cost or put_in)


def take_away(home: Home, marks: MarksFile, path: Path, state: State) -> Path | None:
    """Move a run of the home that came to nothing into the trash, and return where its log lies now; None for any
    other, and where it cannot be moved."""
    if not came_to_nothing(state) or path.parent.absolute() != home.runs.absolute():  # elsewhere it is its owner's
        return None
    config = state.setup
    title = f"{config.title}: {config.topic}" if config.topic else config.title
    try:
        return put_in_trash(home, marks, path, run=state.run, title=title, mode=config.mode)
    except (LogLockedError, FileError):  # it stays in the library, where it can be deleted by hand
        return None


def restore_log(home: Home, path: Path) -> Path:
    """Bring a log back from the trash, and return where it lies now.

    Raises `UsageError` where there is another one of its name by now, `FileError`.
    """
    target = home.runs / path.name
    if target.exists():
        raise UsageError("There is another run called '{name}' by now.", name=runs.get_id_of(path))
    return _move_log(path, target)


def list_trashed(home: Home, marks: MarksFile) -> list[Trashed]:
    """Return what lies in the trash, the last that was deleted first."""
    noted = marks.list_trashed()
    found = []
    for path in home.trash.glob("*.jsonl") if home.trash.is_dir() else ():
        note = noted.get(repair_text(path.name))  # as the journal could write the name
        if note is None:  # somebody put it there by hand
            found.append(Trashed(runs.get_id_of(path), path, path.name, "", None))
        else:
            found.append(Trashed(note.run, path, note.title or path.name, note.mode, note.at))
    return sorted(found, key=lambda each: (each.at or _LONG_AGO, each.path.name), reverse=True)


_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


def clear_trash(home: Home, marks: MarksFile, *, older_than: timedelta | None = None) -> int:
    """Delete for good what lies in the trash, or only what was put there so long ago; return how many these were.

    Raises `FileError`.
    """
    now = datetime.now(UTC)
    gone = [
        each.path
        for each in list_trashed(home, marks)
        if older_than is None or (each.at is not None and now - each.at > older_than)  # undated ones stay
    ]
    erase(gone)
    return len(gone)


def erase(files: Iterable[Path]) -> None:
    """Delete logs that lie in the trash for good. Raises `FileError`."""
    for path in files:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise FileError(path, "the run cannot be deleted ({why}).", why=os_reason(error)) from None


def _move_log(path: Path, target: Path) -> Path:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        return path.replace(target)
    except OSError as error:
        raise FileError(path, "the run cannot be moved ({why}).", why=os_reason(error)) from None
