"""TOML that people write: read, validated, and blamed by file and line."""

from __future__ import annotations

import re
import stat
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic.config import JsonDict
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError

from parley.core.base.errors import DefinitionError, FileError
from parley.core.base.old_names import rename_old_fields
from parley.core.base.places import Location, Place, find_nearest, find_places
from parley.core.base.sentences import Sentence, os_reason
from parley.core.base.urls import mask_urls

MAX_BYTES = 4_000_000
"""Larger definition files are refused: nobody writes them by hand."""
DEEPEST = 64
"""So many keys behind one another are refused."""

MOST_FAULTS = 500
"""More of one file are not told."""


Count = Annotated[int, Field(ge=0, le=10_000_000)]
"""How many, or the how-manieth: of lines, turns, members."""

Share = Annotated[float, Field(ge=-0.001, le=1.001)]
"""A part of 1; rounding may have left it a hair outside. As in the events' numbers."""


class Definition(BaseModel):
    """Something a person writes in TOML: unknown keys are errors, values are not changed afterwards."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _read_old_names(cls, data: Any) -> Any:
        return rename_old_fields(data, cls.model_fields)


def also_text(schema: JsonDict) -> None:
    """Have a schema take a string as well, for a type that a validator makes of one (as `json_schema_extra`)."""
    whole = dict(schema)
    schema.clear()
    schema["anyOf"] = [{"type": "string"}, whole]


class Misplaced(ValueError):
    """A fault that only the whole of a definition shows, and the place in it that is to be blamed."""

    def __init__(self, location: tuple[int | str, ...], message: str) -> None:
        super().__init__(message)
        self.location = location


def raise_all(faults: Iterable[Misplaced]) -> None:
    """In a validator: raise all that is wrong at once. Nothing happens where nothing is."""
    found = list(faults)[:MOST_FAULTS]
    if len(found) == 1:
        raise found[0]
    if found:
        kinds = (PydanticCustomError("value_error", "{error}", {"error": fault}) for fault in found)
        raise ValidationError.from_exception_data(  # pydantic merges its items into the outer error
            "definition", [InitErrorDetails(type=kind, loc=(), input=None) for kind in kinds]
        )


D = TypeVar("D", bound=BaseModel)


def read_text(path: Path) -> str:
    """Return the file's text. Raises `FileError` where it is missing, unreadable, too large or not UTF-8."""
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
        hint = "Save it as UTF-8."
        raise FileError(path, "the file is not UTF-8 text (byte {start}).", start=error.start, hint=hint) from None
    except OSError as error:
        raise FileError(path, "the file cannot be read ({why}).", why=os_reason(error)) from None


WRITTEN = {"written": True}
"""The context of what is validated as somebody writes it: its names must be known here. A log's may be gone."""


def read_toml(path: Path, model: type[D]) -> D:
    """Return the definition in `path`. Raises `DefinitionError` with the line and what was expected."""
    return parse_toml(read_text(path), path, model)


_KEYS = re.compile(r"(?<![^\s.=\[\]{},#])(?:[^\s.=\[\]{},#]++[ \t]*+\.[ \t]*+){" + str(DEEPEST) + "}")
"""Keys behind keys, in a header or before a value."""


def toml(text: str) -> dict[str, Any]:
    """Return what the text says. Raises `ValueError`, and `RecursionError` where it is nested too deeply: Python's
    reader takes seconds for a header of many keys.
    """
    if any(line.count(".") >= DEEPEST and _KEYS.search(line) for line in text.splitlines()):
        raise RecursionError
    return tomllib.loads(text)


def parse_toml(text: str, path: Path | str, model: type[D]) -> D:
    """Return the definition in `text`; `path` is only for the message."""
    try:
        data = toml(text)
    except RecursionError:
        raise DefinitionError(path, "this is not TOML that can be read: it is nested too deeply.") from None
    except ValueError as error:
        # TOML's own errors are of this kind, and so is a number with more digits than Python reads.
        found = re.search(r"\(at line (\d+), column (\d+)", str(error))
        line, column = map(int, found.groups()) if found else (len(text.splitlines()), 0)
        message = re.sub(r"\s*\(at .*\)$", "", str(error))  # "(at end of document)" has no number
        what = fault_of(message)
        if "set_int_max_str_digits" in message:  # Python's own limit: its message has no place
            line, column, what = _find_endless_number(text), 0, Sentence("a number has too many digits")
        raise DefinitionError(
            path, "this is not TOML: {what}.", what=what, line=line, column=column, pointed=True
        ) from None
    try:
        return model.model_validate(data, context=WRITTEN)
    except ValidationError as error:
        raise blame(error, text, path) from None


def _find_endless_number(text: str) -> int:
    """Return the line of the first number that is too long to be read; 0: none is found."""
    limit = sys.get_int_max_str_digits()
    lines = enumerate(text.splitlines(), 1)
    return next((number for number, line in lines if len(line) > limit and re.search(rf"[\d_]{{{limit}}}", line)), 0)


def blame(error: ValidationError, text: str, path: Path | str) -> DefinitionError:
    """Return the first fault of a validation as a sentence, whose hint counts the `others`."""
    found = [*_drop_implied_faults(error.errors(include_url=False))]
    more = Sentence("And {count} more.", count=len(found) - 1) if len(found) > 1 else ""
    standing = find_places(text)
    told = enumerate(found[:MOST_FAULTS])
    first, *others = (_build_definition_error(each, standing, path, "" if number else more) for number, each in told)
    first.others = tuple(others)
    return first


def _drop_implied_faults(faults: Sequence[ErrorDetails]) -> Iterator[ErrorDetails]:
    """Drop those that only say that too few are left, because of what is wrong with the others."""
    within = {fault["loc"][:length] for fault in faults for length in range(1, len(fault["loc"]))}
    for fault in faults:
        if fault["type"] != "too_short" or fault["loc"] not in within:
            yield fault


def _build_definition_error(
    fault: ErrorDetails, standing: Mapping[Location, Place], path: Path | str, hint: str
) -> DefinitionError:
    # A validator that speaks of the whole file has an empty location.
    location = tuple(fault["loc"])
    where = ".".join(str(part) for part in location)
    cause = fault.get("ctx", {}).get("error")  # the validator's exception: its sentence can be translated
    given = fault.get("input")  # a list or a table is too long to be quoted
    message = _describe_fault(fault["msg"], cause)
    if fault["type"] == "missing":
        sentence = Sentence("'{where}' is missing.", where=where)
    elif fault["type"] == "extra_forbidden":
        sentence = Sentence("there is no field called '{where}'.", where=where)
    elif where and isinstance(given, dict | list):
        sentence = Sentence("'{where}': {fault}.", where=where, fault=message)
    elif where:
        sentence = Sentence(
            "'{where}': {fault}, not {given}.", where=where, fault=message, given=mask_urls(repr(given))[:80]
        )
    else:
        sentence = Sentence("{fault}.", fault=message)
    if isinstance(cause, Misplaced):
        location = (*location, *cause.location)
    line, column = find_nearest(standing, location)  # a missing field is blamed on its table
    return DefinitionError(path, sentence, line=line, column=column, location=location, hint=hint)


_BOUND = re.compile(r"(.*) (-?\d[\d.]*)( characters?| items?)?")
"""What pydantic says of a value beyond a bound: the same words for any bound."""


def _describe_fault(said: str, cause: object) -> Sentence:
    """Return what is wrong, without a full stop: a validator's own sentence, or pydantic's."""
    if isinstance(cause, ValueError) and cause.args and isinstance(cause.args[0], Sentence):
        return cause.args[0]
    said = said.removeprefix("Value error, ").rstrip(".")  # pydantic's own prefix for what a validator raises
    said = said[:1].lower() + said[1:]
    if bound := _BOUND.fullmatch(said):
        return Sentence.of(f"{bound[1]} {{bound}}{bound[3] or ''}", {"bound": bound[2]})
    return Sentence(said)


FAULTS: tuple[tuple[str, Sentence], ...] = (
    (r"Invalid statement", Sentence("a key and a value, a [table] or a comment is expected here")),
    (r"Expected newline or end of document after a statement", Sentence("a new line is expected after a value")),
    (r"Expected '=' after a key in a key/value pair", Sentence("a '=' is expected after the key")),
    (r"Expected ']' at the end of a table declaration", Sentence("a ']' is expected at the end of the table's name")),
    (
        r"Expected ']]' at the end of an array declaration",
        Sentence("']]' is expected at the end of the name of a list of tables"),
    ),
    (r"Invalid initial character for a key part", Sentence("a key is expected here: letters, digits, '-', '_'")),
    (r"Unclosed array", Sentence("a list is not closed: a ',' or a ']' is expected")),
    (r"Unclosed inline table", Sentence("a table in one line is not closed: a ',' or its closing brace is expected")),
    (r"Unterminated string", Sentence("a text is not closed: its quotation mark is missing")),
    (r"Invalid value", Sentence("a value is expected here: text in quotation marks, a number, true, false or a list")),
    (r"Invalid date or datetime", Sentence("this is no date that there is")),
    (
        "Unescaped '\\' in a string",
        Sentence("a backslash in a text is written twice, or the text stands in ' instead of \""),
    ),
    (r"Invalid hex value", Sentence("behind \\u and \\U stand digits from 0 to 9 and a to f")),
    (r"Escaped character is not a Unicode scalar value", Sentence("there is no such character in Unicode")),
    (r"Cannot overwrite a value", Sentence("the same key or table stands here a second time")),
)
"""Messages without words of the file's, each with what it says."""
_EXPECTED = re.compile(r"Expected ('.*'|\".*\")", re.DOTALL)
_CHARACTER = re.compile(r"(?:Illegal character|Found invalid character) ('.*'|\".*\")", re.DOTALL)
_TWICE = re.compile(
    r"(?:Cannot declare|Cannot mutate immutable namespace|Cannot redefine namespace|Duplicate inline table key) (.*?)"
    r"(?: twice)?",
    re.DOTALL,
)
_QUOTED = re.compile(r"'((?:[^'\\]|\\.)*)'")  # keys are told as Python's tuples: "Cannot declare ('a', 'b') twice"


def fault_of(message: str) -> Sentence:
    """Return what a message of `tomllib` says, without the place that it names; one that nobody knows is quoted."""
    known = next((told for text, told in FAULTS if text == message), None)
    if known is not None:
        return known
    if found := _EXPECTED.fullmatch(message):
        return Sentence("{what} is expected here", what=found[1])
    if found := _CHARACTER.fullmatch(message):
        return Sentence("the character {character} cannot stand here", character=found[1])
    if found := _TWICE.fullmatch(message):
        return Sentence("'{key}' stands here a second time", key=".".join(_QUOTED.findall(found[1])) or found[1])
    return Sentence("the reader of TOML says “{text}”", text=message)
