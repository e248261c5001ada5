"""What a file, a folder or an archive holds that can be imported, looked at before anything is written."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from parley.core.base import files
from parley.core.base.errors import FileError, LogError, ParleyError
from parley.core.base.sentences import Sentence, os_reason
from parley.core.formats import Localised
from parley.core.home import Home
from parley.core.importing.archives import Inside, is_archive, opened
from parley.core.importing.archives import shown as shown_name
from parley.core.importing.columns import Columns
from parley.core.importing.reading import IMPORTERS, Conversation, Source, conversations, recognised
from parley.core.importing.talk import modes_for, run_id
from parley.core.log import log as log_file
from parley.core.log.events.turn import TurnEnded
from parley.core.log.fold import fold, folding
from parley.core.log.log import Recording
from parley.core.log.state import State
from parley.core.studio import runs
from parley.core.studio.folders import files_in

FIRST = 6
"""Lines of a conversation that are shown."""
OWN = Localised(en="Parley run", de="Parley-Lauf")
NOT_IMPORTED = Sentence("It was not imported.")
_OF_NO_KIND = Sentence("it is of no kind that is imported")


class Person(NamedTuple):
    """Somebody who speaks in it: their name, what they are as far as that is known, and how many lines they have."""

    name: str
    kind: Literal["person", "voice", ""]
    lines: int


class Own(NamedTuple):
    """A run of ours: what its log holds, and the state at its end."""

    recording: Recording
    state: State


@dataclass(frozen=True)
class Found:
    """A conversation that can be imported.

    `file` is where it stands, within an archive too. `modes` are those that it can become, the usual one first.
    `branches` become forks. `here`: it was imported before.
    """

    file: str
    kind: Localised
    title: str
    modes: tuple[str, ...]
    turns: int
    people: tuple[Person, ...]
    first: tuple[tuple[str, str], ...]
    branches: int = 0
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
    """What was found, what is left out and why, and the columns of tables by the file that they are in."""

    found: list[Found] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    columns: dict[str, Columns] = field(default_factory=dict)


def endings() -> tuple[str, ...]:
    """Return what files end in that can be looked into."""
    return tuple(dict.fromkeys(ending for each in IMPORTERS.values() for ending in each.endings))


def look(
    home: Home, paths: Sequence[Path], columns: Mapping[str, str] = {}, stop: Callable[[], bool] = lambda: False
) -> Looked:
    """Return what is in files, folders and archives. Nothing is written; what cannot be read is among what is skipped.

    `columns` says of tables which column is what. `stop` is asked before each file: True, and no more are looked at.
    """
    looked, here = Looked(), {runs.id_of(path) for path in runs.all_files(home)}
    for path in paths:
        inside = path.is_dir()
        for each in files_in(path, (*endings(), ".jsonl")) if inside else [path]:
            if stop():
                return looked
            _look_at(each, str(each.relative_to(path)) if inside else path.name, looked, here, columns, stop)
    return looked


def _look_at(
    path: Path,
    name: str,
    looked: Looked,
    here: Collection[str],
    columns: Mapping[str, str],
    stop: Callable[[], bool],
) -> None:
    try:
        if not is_archive(path.name):
            if log_file.is_ours(_read_first_line(path)):
                looked.found.append(_build_found_own_log(path, name, here))
            else:
                _look_into(Source(path, columns=columns), name, looked, here)
            return
        with opened(path) as inside:
            for each in inside:
                if stop():
                    return
                _look_at_one(path, name, each, looked, here, columns)
    except ParleyError as fault:
        looked.skipped.append(_build_skipped(name, fault))


def _look_at_one(
    path: Path, name: str, inside: Inside, looked: Looked, here: Collection[str], columns: Mapping[str, str]
) -> None:
    """Look at a file of an archive; what is wrong with it is no matter of the others."""
    shown = f"{name}/{shown_name(inside.name)}"
    why = inside.why or ("" if inside.name.lower().endswith(endings()) else _OF_NO_KIND)
    if why:
        looked.skipped.append(Skipped(shown, why))
        return
    try:
        data = inside.read()
        if log_file.is_ours(data[: data.find(b"\n") + 1]):
            with tempfile.TemporaryDirectory() as folder:
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
        if path.exists() and not path.is_file():
            raise FileError(path, "this is no file.", hint="Name the logs themselves.")
        with files.opened(path) as file:
            return file.readline(log_file.LONG)
    except FileNotFoundError:
        raise FileError(path, "there is no such file.") from None
    except OSError as error:
        raise FileError(path, "the file cannot be read ({why}).", why=os_reason(error)) from None


def _build_skipped(name: str, fault: ParleyError) -> Skipped:
    return Skipped(name, fault.fault if isinstance(fault, FileError) else fault.sentence, fault)


def _look_into(source: Source, name: str, looked: Looked, here: Collection[str]) -> None:
    importer = recognised(source)
    if importer is not None and importer.columns is not None:
        # Also where it is not known who speaks in which: whoever looks at it can say so.
        looked.columns[name] = importer.columns(source)
    for conversation in conversations(source):
        looked.found.append(_build_found_conversation(conversation, name, here))


def _build_found_conversation(conversation: Conversation, name: str, here: Collection[str]) -> Found:
    kind = conversation.importer.title
    if (talk := conversation.talk) is not None:
        names = {speaker.key: speaker.name for speaker in talk.speakers}
        people = tuple(Person(speaker.name, speaker.kind, count) for speaker, count in talk.counted())
        first = tuple((names[said.speaker], said.text) for said in talk.spoken[:FIRST])
        return Found(
            name, kind, talk.title, tuple(modes_for(talk)), len(talk.spoken), people, first,
            len(talk.branches) + talk.branches_left, tuple(talk.warnings),
            run_id(talk) in here or talk.earlier in here, conversation,
        )  # fmt: skip
    draft = conversation.ready
    assert draft is not None
    lines = [event for event in draft.events if isinstance(event, TurnEnded)]
    known: dict[str, Person] = {}
    for line in lines:
        who = known.get(line.member) or Person(draft.config.names.get(line.member, line.member), "voice", 0)
        kind_of: Literal["person", "voice"] = "person" if line.author == "user" else "voice"
        known[line.member] = Person(who.name, kind_of, who.lines + 1)
    shown = tuple((draft.config.names.get(line.member, line.member), line.text) for line in lines[:FIRST])
    config = draft.config
    return Found(
        name, kind, config.title, (config.mode,), draft.turns, tuple(known.values()), shown, 0,
        tuple(draft.warnings), config.id in here, conversation,
    )  # fmt: skip


def _build_found_own_log(path: Path, name: str, here: Collection[str]) -> Found:
    """Return a log of ours."""
    recording = log_file.read(path)
    if recording.damage.refused:
        number, why = recording.damage.refused[0]
        raise LogError(
            path, "line {number} says what cannot be: {why}.", number=str(number), why=why, hint=NOT_IMPORTED
        )
    with folding(path, NOT_IMPORTED):
        state = fold(recording.events)
    people = tuple(Person(member.name, "", state.spoken.get(member.id, 0)) for member in state.setup.members)
    first = tuple((state.name_of(turn.member), turn.text) for turn in state.turns[:FIRST])
    return Found(
        name, OWN, state.setup.title or state.setup.topic or state.run, (state.setup.mode,), len(state.turns), people,
        first, 0, tuple(recording.damage.sentences()), state.run in here, own=Own(recording, state),
    )  # fmt: skip
