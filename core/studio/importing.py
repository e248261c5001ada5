"""Bringing runs into the home: logs of this program and of others."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from core.errors import FileError, LogError
from core.events import RunStarted, encode
from core.home import Home
from core.importing.reading import read
from core.studio import runs
from core.transcript import log as log_file
from core.transcript.log import Log
from core.transcript.state import fold


@dataclass(frozen=True)
class Imported:
    """A run that was brought in. `warnings` are sentences; `fresh`: it was not here before."""

    id: str
    mode: str
    turns: int
    path: Path
    warnings: tuple[str, ...] = field(default=())
    fresh: bool = True


def bring_in(home: Home, path: Path) -> list[Imported]:
    """The runs of a file, written into the home; those that are here already stay as they are.

    Raises `FileError` and `LogError` where the file holds none, or they cannot be written.
    """
    if (own := _own(home, path)) is not None:
        return [own]
    found: list[Imported] = []
    for draft in read(path):
        events = draft.events
        target = home.runs / runs.file_name(events[0].at, draft.config.mode, draft.config.id)
        fresh = not target.exists()
        warnings = tuple(draft.warnings) + (() if fresh else ("It had been imported before and was left as it is.",))
        if fresh:
            # What cannot be folded is not written either.
            fold(events)
            _write(home, target, draft.config.id, b"".join(encode(event) + b"\n" for event in events), len(events))
        found.append(Imported(draft.config.id, draft.config.mode, draft.turns, target, warnings, fresh))
    return found


def _own(home: Home, path: Path) -> Imported | None:
    """The run, where the file is a log of ours; None where it is another program's."""
    try:
        with path.open("rb") as file:
            if not file.read(200).startswith(b'{"type":"run.started"'):
                return None
    except OSError as error:
        raise FileError(path, f"the file cannot be read ({error.strerror or error}).") from None
    recording = log_file.read(path)
    state = fold(recording.events)
    head = recording.events[0]
    assert isinstance(head, RunStarted)
    target = home.runs / runs.file_name(head.at, state.setup.mode, state.run)
    warnings = recording.damage.sentences()
    fresh = not target.exists()
    if not fresh:
        warnings.append("A run with this id is here already and was left as it is.")
    else:
        data = b"".join(encode(event) + b"\n" for event in recording.events)
        _write(home, target, state.run, data, len(recording.events))
    return Imported(state.run, state.setup.mode, len(state.turns), target, tuple(warnings), fresh)


def _write(home: Home, target: Path, run: str, data: bytes, count: int) -> None:
    log = Log.create(target, lock=home.lock(run), first=data, count=count)
    log.close()
    if target.stat().st_size != len(data):
        target.unlink(missing_ok=True)
        raise LogError(target, "the run could not be written whole.", hint="Is the disk full?")
