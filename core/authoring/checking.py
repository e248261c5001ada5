"""What is wrong with a file that somebody wrote: everything that its form shows at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pydantic import BaseModel, ValidationError

from parley.core.authoring.kinds import EVENTS, RUN, RUNS, check_kind, get_kind_of, map_toml_kinds, names
from parley.core.base.definition import MOST_FAULTS, blame, parse_toml, read_text
from parley.core.base.errors import DefinitionError, FileError, ParleyError
from parley.core.base.places import place_of
from parley.core.base.registry import Registry
from parley.core.base.sentences import Sentence
from parley.core.home import Home
from parley.core.log.fold import Unfoldable
from parley.core.log.replay import Replay
from parley.core.studio.library import CASTS, Library


class _Anything(BaseModel):
    """A file of no kind that we know: only its TOML is checked."""


@dataclass(frozen=True)
class Checked:
    """What was found in a file: its `kind`, empty where it is nothing that we know, and all its `faults`."""

    path: Path
    kind: str
    faults: tuple[ParleyError, ...]


def check(path: Path, home: Home, kind: str = "") -> Checked:
    """Look at a file of that kind, or of the one that it seems to be. Raises `UnknownName` for a kind that is none."""
    if kind:
        check_kind(kind)
    try:
        # A log is read in pieces, however long it is.
        text = "" if path.suffix.lower() == ".jsonl" else read_text(path)
        kind = kind or get_kind_of(path, text)
        faults = _collect_faults(path, text, kind, home)
    except ParleyError as error:
        faults = [error]
    return Checked(path, kind, tuple(sorted(faults[:MOST_FAULTS], key=_get_place)))


def _get_place(fault: ParleyError) -> tuple[int, int]:
    return (fault.line, fault.column) if isinstance(fault, DefinitionError) else (0, 0)  # no place: sorts first


def _collect_faults(path: Path, text: str, kind: str, home: Home) -> list[ParleyError]:
    if not kind:
        is_toml = path.suffix.lower() == ".toml"
        broken = list(_yield_raised_errors(lambda: parse_toml(text, path, _Anything))) if is_toml else []
        hint = Sentence("Say with --kind what it is: {names}.", names=names())
        return broken or [FileError(path, "this is no kind of file that we know.", hint=hint)]
    if kind == EVENTS:
        return list(_check_log(path))
    if kind == RUN:
        return list(_check_run_file(path, text))
    model = map_toml_kinds()[kind].model
    found = list(_yield_raised_errors(lambda: parse_toml(text, path, model)))
    for deeper in filter(None, (_DEEPER.get(kind), _ROOM_CHECKS.get_usable(kind))):
        found = found or list(_yield_raised_errors(partial(deeper, path, text, home)))  # they need a sound file
    return found


def _yield_raised_errors(act: Callable[[], object]) -> Iterator[ParleyError]:
    try:
        act()
    except DefinitionError as error:
        yield from (error, *error.others)
    except ParleyError as error:
        yield error


def _check_run_file(path: Path, text: str) -> Iterator[ParleyError]:
    try:
        RUNS.model.model_validate(json.loads(text))
    except ValidationError as error:
        found = blame(error, "", path)
        yield from (found, *found.others)
    except json.JSONDecodeError as error:
        template = "this is not JSON: {what}."
        yield DefinitionError(path, template, what=error.msg, line=error.lineno, column=error.colno)
    except (ValueError, RecursionError) as error:  # digits without end, or brackets nested too deep
        yield DefinitionError(path, "this is not JSON: {what}.", what=str(error)[:200])


def _check_log(path: Path) -> Iterator[ParleyError]:
    try:
        _replay, damage = Replay.read(path)
    except Unfoldable as error:
        template = "this event does not fit what came before it: {why}."
        yield DefinitionError(path, template, why=str(error)[:200], line=error.seq + 1)
        return
    for number, why in sorted({*damage.lines, *damage.refused}):
        yield DefinitionError(path, Sentence("{fault}.", fault=why.rstrip(".")), line=number)
    if damage.torn:
        yield FileError(path, "its last line was torn ({bytes:,} bytes).", bytes=damage.torn)


# What a file names beyond itself ----------------------------------------------------------------------------------


def _cast(path: Path, text: str, home: Home) -> None:
    plan = parse_toml(text, path, CASTS.model).plan
    try:
        Library(home).plan(plan)
    except DefinitionError:
        raise  # the plan is there, and its own file is wrong
    except ParleyError as error:
        line, column = place_of(text, ("plan",))
        raise DefinitionError(path, error.text, line=line, column=column, location=("plan",)) from None


_DEEPER: dict[str, Callable[[Path, str, Home], object]] = {CASTS.name: _cast}
"""By kind; where the file itself is right."""

_ROOM_CHECKS: Registry[Callable[[Path, str, Home], object]] = Registry(
    "check of a file",
    shipped={
        "cast": "parley.core.tools.toolbox:check_cast",
        "schedule": "parley.core.schedule.definition:check_file",
        "experiment": "parley.core.studio.experiments.drafting:check_file",
    },
)
"""The same for the kinds that rooms of the house have."""
