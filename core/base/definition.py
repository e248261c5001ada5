"""TOML that people write: read, validated, and blamed by file and line."""

from __future__ import annotations

import re
import stat
import sys
import tomllib
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from parley.core.base.errors import DefinitionError, FileError
from parley.core.base.sentences import Sentence, os_reason
from parley.core.base.urls import masked

MAX_BYTES = 4_000_000
"""Larger definition files are refused: nobody writes them by hand."""


Count = Annotated[int, Field(ge=0, le=10_000_000)]
"""How many, or the how-manieth: of lines, turns, members."""

Share = Annotated[float, Field(ge=-0.001, le=1.001)]
"""A part of 1; rounding may have left it a hair outside. As in the events' numbers."""


class Definition(BaseModel):
    """Something a person writes in TOML: unknown keys are errors, values are not changed afterwards."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Misplaced(ValueError):
    """A fault that only the whole of a definition shows, and the place in it that is to be blamed."""

    def __init__(self, location: tuple[int | str, ...], message: str) -> None:
        super().__init__(message)
        self.location = location


D = TypeVar("D", bound=BaseModel)


def read_text(path: Path) -> str:
    """The file's text. Raises `FileError` where it is missing, unreadable, too large or not UTF-8."""
    try:
        if stat.S_ISFIFO(path.stat().st_mode) and not str(path).startswith("/dev/"):
            # Whoever opens one waits until somebody writes into it; a shell's own (/dev/fd/63) has its writer.
            raise FileError(path, "this is no file but a pipe or a device.")
        with path.open("rb") as file:
            # Bounded, for a device or a pipe has no size and may have no end.
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise FileError(path, "the file is larger than {max_bytes} MB.", max_bytes=MAX_BYTES // 1000000)
        # As Python reads a text file: whichever line ends an editor wrote.
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except FileNotFoundError:
        raise FileError(path, "there is no such file.") from None
    except UnicodeDecodeError as error:
        raise FileError(path, "the file is not UTF-8 text (byte {start}).", start=error.start) from None
    except OSError as error:
        raise FileError(path, "the file cannot be read ({why}).", why=os_reason(error)) from None


WRITTEN = {"written": True}
"""The context of what is validated as somebody writes it: its names must be known here. A log's may be gone."""


def read_toml(path: Path, model: type[D]) -> D:
    """The definition in `path`. Raises `DefinitionError` with the line and what was expected."""
    return parse_toml(read_text(path), path, model)


def parse_toml(text: str, path: Path | str, model: type[D]) -> D:
    """The definition in `text`; `path` is only for the message."""
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise DefinitionError(path, "this is not TOML that can be read: it is nested too deeply.") from None
    except ValueError as error:
        # TOML's own errors are of this kind, and so is a number with more digits than Python reads.
        found = re.search(r"\(at line (\d+)", str(error))
        line = int(found.group(1)) if found else len(text.splitlines())
        what = re.sub(r"\s*\(at .*\)$", "", str(error))
        if "set_int_max_str_digits" in what:
            line, what = _endless(text), "a number has too many digits"
        raise DefinitionError(path, "this is not TOML: {what}.", what=what, line=line) from None
    try:
        return model.model_validate(data, context=WRITTEN)
    except ValidationError as error:
        raise blame(error, text, path) from None


def _endless(text: str) -> int:
    """The line of the first number that is too long to be read; 0: none is found."""
    limit = sys.get_int_max_str_digits()
    lines = enumerate(text.splitlines(), 1)
    return next((number for number, line in lines if len(line) > limit and re.search(rf"[\d_]{{{limit}}}", line)), 0)


def blame(error: ValidationError, text: str, path: Path | str) -> DefinitionError:
    """The first fault of a validation as a sentence; the others are counted in the hint."""
    faults = error.errors(include_url=False)
    first = faults[0]
    # A validator that speaks of the whole file has an empty location.
    location = tuple(first["loc"])
    where = ".".join(str(part) for part in location)
    cause = first.get("ctx", {}).get("error")
    given = first.get("input")
    message = _message(first["msg"], cause)
    if first["type"] == "missing":
        sentence = Sentence("'{where}' is missing.", where=where)
    elif first["type"] == "extra_forbidden":
        sentence = Sentence("there is no field called '{where}'.", where=where)
    elif where and isinstance(given, dict | list):
        sentence = Sentence("'{where}': {fault}.", where=where, fault=message)
    elif where:
        sentence = Sentence(
            "'{where}': {fault}, not {given}.", where=where, fault=message, given=masked(repr(given))[:80]
        )
    else:
        sentence = Sentence("{fault}.", fault=message)
    more = Sentence("And {count} more.", count=len(faults) - 1) if len(faults) > 1 else ""
    if isinstance(cause, Misplaced):
        location = (*location, *cause.location)
    return DefinitionError(path, sentence, line=line_of(text, location), hint=more)


_BOUND = re.compile(r"(.*) (-?\d[\d.]*)( characters?| items?)?")
"""What pydantic says of a value beyond a bound: the same words for any bound."""


def _message(said: str, cause: object) -> Sentence:
    """What is wrong, without a full stop: a validator's own sentence, or pydantic's."""
    if isinstance(cause, ValueError) and cause.args and isinstance(cause.args[0], Sentence):
        return cause.args[0]
    said = said.removeprefix("Value error, ").rstrip(".")
    said = said[:1].lower() + said[1:]
    if bound := _BOUND.fullmatch(said):
        return Sentence.of(f"{bound[1]} {{bound}}{bound[3] or ''}", {"bound": bound[2]})
    return Sentence(said)


_TABLE = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""^\s*("[^"]*"|'[^']*'|[\w.-]+)\s*=""")


def line_of(text: str, location: tuple[int | str, ...]) -> int:
    """The 1-based line of the longest prefix of `location` that the text names; 0 where it names none."""
    best, best_length = 0, 0
    here: list[int | str] = []
    counts: dict[str, int] = {}

    def consider(path: list[int | str], number: int) -> None:
        nonlocal best, best_length
        length = 0
        for mine, wanted in zip(path, location, strict=False):
            if mine != wanted:
                return
            length += 1
        if len(path) <= len(location) and length > best_length:
            best, best_length = number, length

    for number, line in enumerate(text.splitlines(), 1):
        if table := _TABLE.match(line):
            brackets, dotted = table.groups()
            parts = [part.strip().strip("\"'") for part in dotted.split(".")]
            if brackets == "[[":
                counts[dotted] = counts.get(dotted, -1) + 1
            here = []
            # One that is longer than the location is that of nothing in it, however long.
            for depth, part in enumerate(parts[: len(location) + 1], 1):
                here.append(part)
                prefix = ".".join(parts[:depth])
                if prefix in counts:
                    here.append(counts[prefix])
            consider(here, number)
        elif key := _KEY.match(line):
            consider([*here, *(part.strip("\"'") for part in key.group(1).split("."))], number)
    return best
