"""Files of jobs: what somebody writes in TOML, or as lines of JSON; and paths that a worker finds from anywhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, ValidationError

from parley.core.base.definition import WRITTEN, Definition, blame, parse_toml, read_text
from parley.core.base.errors import DefinitionError, ParleyError, UnknownName, UsageError
from parley.core.cast.member import VoiceSpec
from parley.core.engine.run_request import RunRequest, hints, request_specs
from parley.core.home import Definitions, is_file, named
from parley.core.importing.cards.reading import ENDINGS as CARD_ENDINGS
from parley.core.queue.queue import LONGEST_NAME, Asked

MOST_JOBS = 100_000
_FILES = {**dict.fromkeys(("cast", "story", "awareness", "router"), (".toml",)), "person": CARD_ENDINGS}
"""Widgets of fields that may be the path of a file, and how that ends."""


class JobEntry(Definition):
    """A job as somebody writes it: its kind of run, and the settings of it, as an experiment's table has them."""

    kind: str
    request: dict[str, Any] = {}
    key: str = Field("", max_length=LONGEST_NAME)
    priority: int = 0
    budget: float = Field(0.0, ge=0, le=10_000)
    not_before: datetime | None = None


class JobsFile(Definition):
    """All of a file."""

    job: tuple[JobEntry, ...] = Field(max_length=MOST_JOBS)


JOBS = Definitions("file of jobs", "", JobsFile, "jobs")


def read_jobs(path: Path, asked_by: str = "") -> list[Asked]:
    """The jobs in a TOML file (`[[job]]`) or one of JSON lines; relative paths begin where it lies.

    Raises `FileError` and `DefinitionError` with the line, `UsageError` with the job that it is about.
    """
    path = named(path)
    text = read_text(path)
    entries = list(_lines(text, path)) if path.suffix.lower() == ".jsonl" else parse_toml(text, path, JobsFile).job
    if not entries:
        raise UsageError(
            "There is no job in {file}.", file=path.name, hint="Write a [[job]] table, or a line of JSON, for each."
        )
    found: list[Asked] = []
    for number, entry in enumerate(entries, 1):
        try:
            request = asked_in(entry, path.absolute().parent)
        except ParleyError as error:
            raise UsageError(
                "Job {number}{key}: {fault}",
                number=number,
                key=f" ({entry.key[:60]})" if entry.key else "",
                fault=error.sentence,
                hint=error.hint,
            ) from None
        moment = entry.not_before
        if moment is not None and moment.tzinfo is None:
            # One that no clock can show is refused where it is enqueued.
            with suppress(ValueError, OverflowError, OSError):
                moment = moment.astimezone()
        found.append(Asked(request, entry.key, entry.priority, asked_by, moment, entry.budget))
    return found


def _lines(text: str, path: Path) -> Iterator[JobEntry]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
            yield JobEntry.model_validate(value, context=WRITTEN)
        except ValidationError as error:
            raise DefinitionError(path, blame(error, "", path).fault, line=number) from None
        except (ValueError, RecursionError) as error:
            raise DefinitionError(path, "this is not JSON: {what}.", what=str(error), line=number) from None


def asked_in(entry: JobEntry, folder: Path) -> RunRequest:
    """What a job asks for. Raises `UnknownName`, `UsageError` and their kin."""
    specs = request_specs()
    if entry.kind not in specs:
        raise UnknownName("kind of run", entry.kind, specs)
    try:
        return anchored(specs[entry.kind].settings().model_validate(entry.request).request(folder), folder)
    except ValidationError as error:
        raise UsageError(blame(error, "", folder).fault) from None


def anchored(request: RunRequest, folder: Path) -> RunRequest:
    """The same with whole paths for files that are named from `folder`: a worker is somewhere else."""
    found = _anchored(request, folder)
    assert isinstance(found, RunRequest)
    return found


def _anchored(value: Any, folder: Path, widget: str = "") -> Any:
    match value:
        case str() if widget in _FILES and value.lower().endswith(_FILES[widget]):
            return str((folder / named(value)).absolute())
        case VoiceSpec() if value.model and is_file(folder / named(value.model)):
            return value.model_copy(update={"model": str((folder / named(value.model)).absolute())})
        case tuple():
            return tuple(_anchored(each, folder, widget) for each in value)
        case BaseModel():
            fields = type(value).model_fields
            changed = {
                name: found
                for name in value.model_fields_set
                if name in fields
                and (found := _anchored(old := getattr(value, name), folder, str(hints(fields[name]).get("widget"))))
                is not old
            }
            return value.model_copy(update=changed) if changed else value
        case _:
            return value
