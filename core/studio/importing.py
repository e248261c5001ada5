"""Bringing runs into the home: logs of this program and of others."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from parley.core.base.errors import FileError, LogError, ParleyError, UsageError
from parley.core.base.sentences import Sentence
from parley.core.home import Home
from parley.core.log.codec import decode_all, encode
from parley.core.log.events.base import Event
from parley.core.log.fold import fold, guard_folding
from parley.core.log.log import Log
from parley.core.studio import runs
from parley.core.studio.looking import NOT_IMPORTED, Found, Looked, Own, scan_paths

_ID = re.compile(r"[a-zA-Z0-9_][a-zA-Z0-9_-]{0,63}")
KNOWN = Sentence("It had been imported before and was left as it is.")


@dataclass(frozen=True)
class Imported:
    """A run that was brought in. `warnings` are sentences; `fresh`: it was not here before; `fork`:
    it is a branch of the one before it."""

    id: str
    mode: str
    turns: int
    path: Path
    warnings: tuple[str, ...] = field(default=())
    fresh: bool = True
    fork: bool = False


def import_run(home: Home, path: Path, mode: str = "", columns: Mapping[str, str] = {}) -> list[Imported]:
    """Return the runs of a file, a folder or an archive, written into the home; those that are here already stay as
    they are.

    `mode` is what those become that can become several (empty: what suits), `columns` says of tables which column is
    what. Raises `FileError` and `LogError` where nothing can be imported, or it cannot be written.
    """
    looked = scan_paths(home, [path], columns)
    if not looked.found:
        raise nothing_in(path, looked)
    return bring_in(home, [(each, mode) for each in looked.found])


def nothing_in(path: Path, looked: Looked) -> ParleyError:
    """Return why there is nothing to import: the one fault that there is, or that there is nothing."""
    faults = [each.fault for each in looked.skipped if each.fault is not None]
    if len(faults) == 1:
        return faults[0]
    hint = Sentence("{count} files were looked at.", count=len(looked.skipped)) if looked.skipped else ""
    return FileError(path, "there is nothing in it that can be imported.", hint=hint)


def bring_in(
    home: Home,
    chosen: Sequence[tuple[Found, str]],
    faults: list[ParleyError] | None = None,
    told: Callable[[int], object] = lambda _done: None,
) -> list[Imported]:
    """Write what was found into the home, each as a run of a mode (empty: the one that suits), forks behind it.

    `told` is called with how many are done, before each and at the end; what it raises ends it, and what was written by
    then stays. Each is there whole, with its forks, or not at all. What cannot be imported is put among the `faults`;
    without these it is raised. Raises `ParleyError`.
    """
    here = {runs.get_id_of(path): path for path in runs.all_files(home)}
    found: list[Imported] = []
    for done, (each, mode) in enumerate(chosen):
        told(done)
        try:
            found += _import_conversation(home, each, mode, here)
        except ParleyError as fault:
            if faults is None:
                raise
            faults.append(fault)
    told(len(chosen))
    return found


def _import_conversation(home: Home, found: Found, mode: str, here: dict[str, Path]) -> list[Imported]:
    """Return the run of a conversation, and its forks. `here` are the runs that there are, by id."""
    if mode and mode not in found.modes:
        raise UsageError(
            "'{title}' cannot become a run of the mode '{mode}'.", title=found.title[:80], mode=mode[:60],
            hint=Sentence("Possible here: {names}.", names=", ".join(found.modes)),
        )  # fmt: skip
    if found.own is not None:
        return [_import_own_log(home, found, found.own, here)]
    assert found.conversation is not None
    made: list[Imported] = []
    for number, draft in enumerate(found.conversation.make_drafts(mode)):
        run, warnings = draft.config.id, list(draft.warnings)
        fresh = run not in here  # one file may hold the same talk twice
        if fresh:
            here[run] = _write_run(home, draft.config.mode, run, draft.events, found.conversation.path)
        else:
            warnings.append(KNOWN)
        told = tuple(warnings)
        made.append(Imported(run, draft.config.mode, draft.turns, here[run], told, fresh, fork=number > 0))
    return made


def _import_own_log(home: Home, found: Found, own: Own, here: dict[str, Path]) -> Imported:
    """Return a log of ours."""
    run, mode = own.state.run, own.state.setup.mode
    if not _ID.fullmatch(run):
        # It becomes a part of a file's name.
        raise LogError(found.file, "its run has the id {run}, which cannot be one.", run=f"{run[:60]!r}",
                       hint=NOT_IMPORTED)  # fmt: skip
    warnings = list(found.warnings)
    fresh = run not in here
    if fresh:
        here[run] = _write_run_log(home, mode, run, own.recording.events)
    else:
        warnings.append(Sentence("A run with this id is here already and was left as it is."))
    return Imported(run, mode, found.turns, here[run], tuple(warnings), fresh)


def _write_run(home: Home, mode: str, run: str, events: Sequence[Event], path: Path) -> Path:
    """Write a run that another program's file has become. What cannot be folded is not written."""
    with guard_folding(path, NOT_IMPORTED):
        fold(events)
    return _write_run_log(home, mode, run, events, path)


def _write_run_log(home: Home, mode: str, run: str, events: Sequence[Event], path: Path | None = None) -> Path:
    target = home.runs / runs.file_name(events[0].at, mode, run)
    data = b"".join(encode(event) + b"\n" for event in events)
    if path is not None and decode_all(data) is None:  # msgspec checks bounds as it decodes, not as it encodes
        raise LogError(path, "it has more turns, or larger numbers, than a run can hold.", hint=NOT_IMPORTED)
    log = Log.create(target, lock=home.lock(run), first=data, count=len(events))
    try:
        log.publish()  # moves it into place, which else the first append does
    finally:
        log.close()
    if target.stat().st_size != len(data):
        target.unlink(missing_ok=True)
        raise LogError(target, "the run could not be written whole.", hint="Is the disk full?")
    return target
