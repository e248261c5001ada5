"""Run files: where they lie, what they are called, how one is found."""

from __future__ import annotations

import contextlib
import errno
import filecmp
import hashlib
import os
import re
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from parley.core.base.errors import FileError, LogError, NeverBegunError, NoSuchRun, UsageError
from parley.core.base.files import open_file, read_bytes
from parley.core.cast.providers import simulated
from parley.core.home import Home, is_file, parse_path
from parley.core.log import log as log_file
from parley.core.log.codec import decode
from parley.core.log.events.run import (
    AutopilotSet,
    BreakpointCleared,
    BreakpointSet,
    FloorGiven,
    MemberMuted,
    MemberUnmuted,
    PolicyChanged,
    RunForked,
    RunStarted,
    TopicInjected,
    VoiceChanged,
)
from parley.core.log.events.turn import CallFailed, TurnBookmarked, TurnEnded, TurnFailed, TurnRetried, VoiceReplied


def file_name(moment: datetime, mode: str, run: str) -> str:
    """Return `<date>-<mode>-<id>.jsonl`."""
    return f"{moment:%Y-%m-%d}-{mode}-{run}.jsonl"


ENDINGS = (".parley", ".jsonl")
"""What logs end in: the first is theirs alone, so that a double click opens them; the home's own have the second."""

_BEFORE = re.compile(r"\d{4}-\d\d-\d\d-[a-z]+-")  # what `file_name` puts before the id


def get_id_of(path: Path) -> str:
    """Return the run's id in its file's name; the whole stem where it is not one of ours."""
    return _BEFORE.sub("", path.stem, 1)


def all_files(home: Home) -> list[Path]:
    """Return every run of the home, by name: by the day, and those of a day by mode and id."""
    return sorted(home.runs.glob("*.jsonl")) if home.runs.is_dir() else []


LONGEST_REF = 200
"""Characters of an id that is looked for: none is so long."""


def is_log(path: Path) -> bool:
    """Return whether a file is a log of ours, by its first line; one that cannot be read is none."""
    try:
        with open_file(path) as file:
            return log_file.is_ours(file.readline(log_file.LONG))
    except OSError:
        return False


Listed = Callable[[str], Mapping[Path, str]]
"""The runs whose id, as their log has it, begins so."""


def find(home: Home, ref: str, listed: Listed = lambda _prefix: {}) -> Path:
    """Return the file of a run: an id, an unambiguous beginning of one, or a path.

    `listed` is asked where no file is called so: a log that somebody brought may have any name.

    Raises `UsageError` where several fit, `FileError` where none does.
    """
    if not ref:
        raise UsageError("No run was named.", hint="See `parley runs`.")
    as_path = parse_path(ref)
    if ref.lower().endswith(ENDINGS) or is_file(as_path):  # what looks like a file's name is not looked for as an id
        if not is_file(as_path):
            raise FileError(as_path, "there is no such file.", hint="See `parley runs`.")
        return as_path
    files = all_files(home)
    exact = [path for path in files if ref in {get_id_of(path), path.stem}]
    found = exact or [path for path in files if get_id_of(path).startswith(ref) or path.stem.startswith(ref)]
    called = {path: get_id_of(path) for path in found}
    if not found and len(ref) <= LONGEST_REF:
        called = dict(listed(ref))
        found = [path for path, one in called.items() if one == ref] or list(called)
    if len(found) > 1:
        ids = ", ".join(called[path] for path in found[:6])
        raise UsageError(
            "'{ref}' fits {count} runs: {ids}.",
            ref=ref,
            count=len(found),
            ids=ids,
            hint="Write a longer beginning of the id.",
        )
    if not found:
        raise NoSuchRun("There is no run '{ref}'.", ref=ref[:60], hint="See `parley runs`.")
    return found[0]


def read_heads(path: Path) -> Iterator[RunStarted | RunForked]:
    """Yield the events that say what a run is, its start and its forks, without the rest; none where it is gone."""
    try:
        lines = open_file(path)
    except OSError:
        return
    with lines:
        for line in lines:
            if b'"run.started"' in line or b'"run.forked"' in line:  # decoding every line would take far longer
                try:
                    event = decode(line)
                except msgspec.DecodeError:
                    continue
                if isinstance(event, RunStarted | RunForked):  # such words may also stand within another event
                    yield event


_STEERED = (
    BreakpointSet, BreakpointCleared, TopicInjected, FloorGiven, MemberMuted, MemberUnmuted, VoiceChanged,
    PolicyChanged, AutopilotSet, TurnFailed, CallFailed, TurnRetried, TurnBookmarked,
)  # fmt: skip
"""What a run has that its configuration alone does not bring about."""


def is_pristine(path: Path) -> bool:
    """Return whether a simulated run could be had again: nobody steered it and no voice failed; a pause changes no
    word.

    One that was never begun can be, too.
    """
    try:
        recording = log_file.read(path)
    except NeverBegunError:
        return True
    except LogError:
        return False
    return all(
        not isinstance(event, _STEERED)
        and event.get_deed() is None
        and not (isinstance(event, TurnEnded) and (event.author == "director" or event.edited))
        and not (isinstance(event, VoiceReplied) and not simulated(event.provider))
        for event in recording.events
    )


def not_among(other: Path, home: Home) -> None:
    """Raise `FileError` where a file would be written among the home's runs, perhaps over one of them."""
    try:
        among = other.parent.resolve() == home.runs.resolve()
    except (OSError, RuntimeError):
        return  # Whoever writes there says what is wrong
    if among:
        raise FileError(other, "this is where Parley keeps its runs.", hint="Name a file in another folder.")


def ensure_writable(other: Path, home: Home) -> None:
    """Make sure, before anything is begun, that `other` can be written and is no log of the home's.

    Raises `FileError`.
    """
    not_among(other, home)
    with _translate_write_errors(other):
        if other.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        other.parent.mkdir(parents=True, exist_ok=True)
        if not _is_special_file(other):
            fresh = _build_temporary_path(other)
            fresh.touch()  # in place of the target, which must not be emptied by a try
            fresh.unlink()


def copy_log(path: Path, other: Path) -> None:
    """Copy a log to `other`, unless that has it already. Raises `FileError`."""
    with _translate_write_errors(other):
        if _is_special_file(other):
            other.write_bytes(read_bytes(path))
        elif not other.exists() or other.samefile(path) or not filecmp.cmp(path, other, shallow=False):
            fresh = _build_temporary_path(other)  # whole or not at all; what was a link to the log becomes a copy
            shutil.copyfile(path, fresh)
            fresh.replace(other)


def _is_special_file(path: Path) -> bool:
    """Return whether it is a pipe or a device: something to write into, never to replace."""
    return path.exists() and not path.is_file()


def _build_temporary_path(other: Path) -> Path:
    return other.with_name(f".{other.name[:80]}.{os.getpid()}.new")  # most disks take 255 bytes a name


@contextlib.contextmanager
def _translate_write_errors(other: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise FileError(
            other, "the log cannot be kept here ({why}).", why=why, hint="Name another file with -o."
        ) from None


def fork_id(home: Home, asked: list[Any]) -> str:
    """Return the id of a simulated fork: it follows from what was asked, and is numbered where it is taken."""
    for number in range(1_000):
        found = hashlib.blake2b(msgspec.json.encode([*asked, number], order="sorted"), digest_size=5).hexdigest()
        taken = [path for path in all_files(home) if get_id_of(path) == found]
        if not taken or is_pristine(taken[0]):  # a pristine one is this very fork: it may be put in its place
            return found
    return secrets.token_hex(5)
