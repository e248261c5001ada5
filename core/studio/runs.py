"""Run files: where they lie, what they are called, how one is found."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import msgspec

from core.errors import FileError, LogError, ParleyError, UsageError
from core.events import (
    RunContinued,
    RunDistilled,
    RunEnded,
    RunForked,
    RunStarted,
    SpeakerSelected,
    TurnEnded,
    TurnStarted,
    VoiceReplied,
    decode,
)
from core.home import Home
from core.transcript import log as log_file


def file_name(moment: datetime, mode: str, run: str) -> str:
    """`<date>-<mode>-<id>.jsonl`."""
    return f"{moment:%Y-%m-%d}-{mode}-{run}.jsonl"


def id_of(path: Path) -> str:
    """The run's id in its file's name; the whole stem where it is not one of ours."""
    return path.stem.rsplit("-", 1)[-1]


def all_files(home: Home) -> list[Path]:
    """Every run of the home, oldest first."""
    return sorted(home.runs.glob("*.jsonl")) if home.runs.is_dir() else []


def find(home: Home, ref: str) -> Path:
    """The file of a run: an id, an unambiguous beginning of one, or a path.

    Raises `UsageError` where several fit, `FileError` where none does.
    """
    if not ref:
        raise UsageError("No run was named.", hint="See `parley runs`.")
    as_path = Path(ref).expanduser()
    if ref.endswith(".jsonl") or as_path.is_file():
        if not as_path.is_file():
            raise FileError(as_path, "there is no such file.", hint="See `parley runs`.")
        return as_path
    files = all_files(home)
    exact = [path for path in files if ref in {id_of(path), path.stem}]
    found = exact or [path for path in files if id_of(path).startswith(ref) or path.stem.startswith(ref)]
    if len(found) > 1:
        ids = ", ".join(id_of(path) for path in found[:6])
        raise UsageError(f"'{ref}' fits {len(found)} runs: {ids}.", hint="Write a longer beginning of the id.")
    if not found:
        raise ParleyError(f"There is no run '{ref[:60]}'.", hint="See `parley runs`.")
    return found[0]


def heads(path: Path) -> Iterator[RunStarted | RunForked]:
    """The events that say what a run is: its start and its forks, read without the rest."""
    with path.open("rb") as lines:
        for line in lines:
            if line.startswith((b'{"type":"run.started"', b'{"type":"run.forked"')):
                try:
                    event = decode(line)
                except msgspec.DecodeError:
                    continue
                if isinstance(event, RunStarted | RunForked):
                    yield event


_UNSTEERED = (
    RunStarted, RunForked, RunContinued, RunDistilled, RunEnded, SpeakerSelected, TurnStarted, VoiceReplied, TurnEnded,
)  # fmt: skip


def pristine(path: Path) -> bool:
    """Whether a simulated run could be had again just as it is: nobody steered it and nothing went wrong."""
    try:
        recording = log_file.read(path)
    except LogError:
        return False
    return all(
        isinstance(event, _UNSTEERED) and not (isinstance(event, TurnEnded) and event.author == "director")
        for event in recording.events
    )


def link(path: Path, other: Path) -> None:
    """Make `other` a second name of the log; a copy where the file system has no links. Raises `FileError`."""
    if other.is_dir():
        raise FileError(other, "this is a folder.", hint="Name a file.")
    try:
        other.parent.mkdir(parents=True, exist_ok=True)
        if other.exists() and other.samefile(path):
            return
        fresh = other.with_name(other.name + ".new")
        with contextlib.suppress(FileNotFoundError):
            fresh.unlink()
        try:
            os.link(path, fresh)
        except OSError:
            shutil.copyfile(path, fresh)
        fresh.replace(other)
    except OSError as error:
        raise FileError(other, f"the file cannot be written ({error.strerror or error}).") from None
