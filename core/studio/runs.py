"""Run files: where they lie, what they are called, how one is found."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import msgspec

from core.errors import FileError, LogError, ParleyError, UsageError
from core.events import (
    AgentSkipped,
    ChoicesOffered,
    CombatEnded,
    CombatFought,
    CombatStarted,
    ContextCut,
    ContributionAsked,
    ConvergenceReached,
    DayEnded,
    DayStarted,
    DialogueSummarised,
    DiceRolled,
    MemberReflected,
    MomentTagged,
    NameChosen,
    PhaseChanged,
    PlayerDid,
    RunContinued,
    RunDistilled,
    RunEnded,
    RunForked,
    RunPaused,
    RunResumed,
    RunStarted,
    SceneEnded,
    SceneRanked,
    SceneStarted,
    SceneTranslated,
    SceneWoven,
    SheetWritten,
    SideTold,
    SpeakerSelected,
    StoryRouted,
    SummaryAsked,
    ToolAnswered,
    TurnAbandoned,
    TurnEnded,
    TurnStarted,
    VoiceReplied,
    WeaveRejected,
    decode,
)
from core.home import Home, is_file, named
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
    as_path = named(ref)
    if ref.endswith(".jsonl") or is_file(as_path):
        if not is_file(as_path):
            raise FileError(as_path, "there is no such file.", hint="See `parley runs`.")
        return as_path
    files = all_files(home)
    exact = [path for path in files if ref in {id_of(path), path.stem}]
    found = exact or [path for path in files if id_of(path).startswith(ref) or path.stem.startswith(ref)]
    if len(found) > 1:
        ids = ", ".join(id_of(path) for path in found[:6])
        raise UsageError(
            "'{ref}' fits {count} runs: {ids}.",
            ref=ref,
            count=len(found),
            ids=ids,
            hint="Write a longer beginning of the id.",
        )
    if not found:
        raise ParleyError("There is no run '{ref}'.", ref=ref[:60], hint="See `parley runs`.")
    return found[0]


def heads(path: Path) -> Iterator[RunStarted | RunForked]:
    """The events that say what a run is: its start and its forks, read without the rest; none where it is gone."""
    try:
        opened = path.open("rb")
    except OSError:
        return
    with opened as lines:
        for line in lines:
            if line.startswith((b'{"type":"run.started"', b'{"type":"run.forked"')):
                try:
                    event = decode(line)
                except msgspec.DecodeError:
                    continue
                if isinstance(event, RunStarted | RunForked):
                    yield event


_UNSTEERED = (
    RunStarted, RunForked, RunContinued, RunPaused, RunResumed, RunDistilled, RunEnded, SpeakerSelected, TurnStarted,
    TurnAbandoned, VoiceReplied, TurnEnded, DayStarted, DayEnded, SceneRanked, SceneStarted, ContributionAsked,
    WeaveRejected, SceneWoven, SceneEnded, SceneTranslated, MemberReflected, StoryRouted, AgentSkipped, ChoicesOffered,
    DiceRolled, CombatStarted, CombatFought, CombatEnded, SheetWritten, PhaseChanged, ToolAnswered, PlayerDid,
    DialogueSummarised, MomentTagged, ContextCut, SummaryAsked, NameChosen, SideTold, ConvergenceReached,
)  # fmt: skip


def pristine(path: Path) -> bool:
    """Whether a simulated run could be had again: nobody steered it and no voice failed; a pause changes no word."""
    try:
        recording = log_file.read(path)
    except LogError:
        return False
    return all(
        isinstance(event, _UNSTEERED)
        and not (isinstance(event, TurnEnded) and (event.author == "director" or event.edited))
        and not (isinstance(event, PlayerDid) and event.by == "player")
        and not (isinstance(event, VoiceReplied) and event.provider != "rehearsal")
        for event in recording.events
    )


def reserve(other: Path, home: Home) -> None:
    """Make sure, before anything is begun, that `other` can be written and is no log of the home's.

    Raises `FileError`.
    """
    if other.parent.resolve() == home.runs.resolve():
        raise FileError(other, "this is where Parley keeps its runs.", hint="Name a file in another folder.")
    with _writing(other):
        if other.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        other.parent.mkdir(parents=True, exist_ok=True)
        if not _special(other):
            fresh = _fresh(other)
            fresh.touch()
            fresh.unlink()


def link(path: Path, other: Path) -> bool:
    """Make `other` a second name of the log; False where the file system cannot, and `keep` is needed in the end."""
    if _special(other):
        return False
    fresh = _fresh(other)
    try:
        if other.exists() and other.samefile(path):
            return True
        os.link(path, fresh)
        fresh.replace(other)
    except OSError:
        return False
    return True


def keep(path: Path, other: Path) -> None:
    """Copy a finished log to `other`, unless it is its second name. Raises `FileError`."""
    with _writing(other):
        if _special(other):
            other.write_bytes(path.read_bytes())
        elif not (other.exists() and other.samefile(path)):
            fresh = _fresh(other)
            shutil.copyfile(path, fresh)
            fresh.replace(other)


def _special(path: Path) -> bool:
    """Whether it is a pipe or a device: something to write into, never to replace."""
    return path.exists() and not path.is_file()


def _fresh(other: Path) -> Path:
    return other.with_name(f".{other.name[:80]}.{os.getpid()}.new")


@contextlib.contextmanager
def _writing(other: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise FileError(
            other, "the log cannot be kept here ({why}).", why=why, hint="Name another file with -o."
        ) from None
