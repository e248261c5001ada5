"""What a file, a folder or an archive holds that can be imported, looked at before anything is written."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from parley.core.base import files
from parley.core.base.errors import FileError, LogError, ParleyError
from parley.core.base.sentences import Sentence, os_reason
from parley.core.formats import Localised
from parley.core.home import Home
from parley.core.importing.archives import Inside, is_archive, open_archive
from parley.core.importing.archives import format_name as shown_name
from parley.core.importing.reading import IMPORTERS, Conversation, Source, read_conversations
from parley.core.importing.talk import modes_for, run_id
from parley.core.log import log as log_file
from parley.core.log.fold import fold, guard_folding
from parley.core.log.log import Recording
from parley.core.log.state import State
from parley.core.studio import runs

OWN = Localised(en="Parley run", de="Parley-Lauf")
NOT_IMPORTED = Sentence("It was not imported.")
_OF_NO_KIND = Sentence("it is of no kind that is imported")
MOST_FILES = 20_000
"""Files of a folder that are looked at."""


class Own(NamedTuple):
    """A run of ours: what its log holds, and the state at its end."""

    recording: Recording
    state: State


@dataclass(frozen=True)
class Found:
    """A conversation that can be imported.

    `file` is where it stands, within an archive too. `modes` are those that it can become, the usual one first.
    `here`: it was imported before.
    """

    file: str
    kind: Localised
    title: str
    modes: tuple[str, ...]
    turns: int
    warnings: tuple[str, ...] = ()
    here: bool = False
    conversation: Conversation | None = None
    own: Own | None = None


class Skipped(NamedTuple):
    """A file that is not imported, and why."""

    file: str
    why: str
    fault: ParleyError | None = None


@dataclass
class Looked:
    """What was found, and what is left out and why."""

    found: list[Found] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)


def list_endings() -> tuple[str, ...]:
    """Return what files end in that can be looked into."""
    return tuple(dict.fromkeys(ending for each in IMPORTERS.values() for ending in each.endings))


def scan_paths(home: Home, paths: Sequence[Path], columns: Mapping[str, str] = {}) -> Looked:
    """Return what is in files, folders and archives. Nothing is written; what cannot be read is among what is skipped.

    `columns` says of tables which column is what.
    """
    looked, here = Looked(), {runs.get_id_of(path) for path in runs.all_files(home)}
    for path in paths:
        inside = path.is_dir()
        for each in files_in(path, (*list_endings(), ".jsonl")) if inside else [path]:
            _look_at(each, str(each.relative_to(path)) if inside else path.name, looked, here, columns)
    return looked


def _look_at(
    path: Path,
    name: str,
    looked: Looked,
    here: Collection[str],
    columns: Mapping[str, str],
) -> None:
    try:
        if not is_archive(path.name):
            if log_file.is_ours(_read_first_line(path)):
                looked.found.append(_build_found_own_log(path, name, here))
            else:
                _look_into(Source(path, columns=columns), name, looked, here)
            return
        with open_archive(path) as inside:
            for each in inside:
                _look_at_one(path, name, each, looked, here, columns)
    except ParleyError as fault:
        looked.skipped.append(_build_skipped(name, fault))


def _look_at_one(
    path: Path, name: str, inside: Inside, looked: Looked, here: Collection[str], columns: Mapping[str, str]
) -> None:
    """Look at a file of an archive; a fault in it does not keep the others from being read."""
    shown = f"{name}/{shown_name(inside.name)}"
    why = inside.why or ("" if inside.name.lower().endswith(list_endings()) else _OF_NO_KIND)
    if why:
        looked.skipped.append(Skipped(shown, why))
        return
    try:
        data = inside.read()
        if log_file.is_ours(data[: data.find(b"\n") + 1]):
            with tempfile.TemporaryDirectory() as folder:  # logs are read from files alone
                copy = Path(folder, "run.jsonl")
                copy.write_bytes(data)
                looked.found.append(_build_found_own_log(copy, shown, here))
        else:
            _look_into(Source(path / inside.name, data, columns), shown, looked, here)
    except OSError as error:
        looked.skipped.append(Skipped(shown, os_reason(error)))
    except ParleyError as fault:
        looked.skipped.append(_build_skipped(shown, fault))


def _read_first_line(path: Path) -> bytes:
    """Return the first line of a file."""
    try:
        if path.exists() and not path.is_file():  # a pipe or a device would keep us waiting
            raise FileError(path, "this is no file.", hint="Name the logs themselves.")
        with files.open_file(path) as file:
            return file.readline(log_file.LONG)  # bounded: what is no text may have no line ends
    except FileNotFoundError:
        raise FileError(path, "there is no such file.") from None
    except OSError as error:
        raise FileError(path, "the file cannot be read ({why}).", why=os_reason(error)) from None


def _build_skipped(name: str, fault: ParleyError) -> Skipped:
    return Skipped(name, fault.fault if isinstance(fault, FileError) else fault.sentence, fault)


def _look_into(source: Source, name: str, looked: Looked, here: Collection[str]) -> None:
    for conversation in read_conversations(source):
        looked.found.append(_build_found_conversation(conversation, name, here))


def _build_found_conversation(conversation: Conversation, name: str, here: Collection[str]) -> Found:
    kind = conversation.importer.title
    if (talk := conversation.talk) is not None:
        return Found(
            name, kind, talk.title, tuple(modes_for(talk)), len(talk.spoken), tuple(talk.warnings),
            run_id(talk) in here, conversation,  # the id follows from what was said: the same talk has it again
        )  # fmt: skip
    draft = conversation.ready
    assert draft is not None
    config = draft.config
    return Found(
        name, kind, config.title, (config.mode,), draft.turns, tuple(draft.warnings), config.id in here, conversation
    )  # fmt: skip


def _build_found_own_log(path: Path, name: str, here: Collection[str]) -> Found:
    """Return a log of ours."""
    recording = log_file.read(path)
    if recording.damage.refused:  # damage is left out, but these lines are whole: somebody made them
        number, why = recording.damage.refused[0]
        raise LogError(
            path, "line {number} says what cannot be: {why}.", number=str(number), why=why, hint=NOT_IMPORTED
        )
    with guard_folding(path, NOT_IMPORTED):
        state = fold(recording.events)
    return Found(
        name, OWN, state.setup.title or state.setup.topic or state.run, (state.setup.mode,), len(state.turns),
        tuple(recording.damage.sentences()), state.run in here, own=Own(recording, state),
    )  # fmt: skip


def files_in(folder: Path, endings: Collection[str]) -> list[Path]:
    """Return the files of a folder and of those in it that end so, by name, at most `MOST_FILES`; no link is followed,
    and what cannot be read is left out.
    """
    found: list[Path] = []
    for place, folders, inside in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))  # os.walk descends into what is left
        found += [Path(place, name) for name in sorted(inside) if name.lower().endswith(tuple(endings))]
        if len(found) >= MOST_FILES:
            break
    return [path for path in found[:MOST_FILES] if not path.is_symlink()]  # a link may lead out of the folder
