"""A file of another program: which program's it is, and the runs in it."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from parley.core.base.errors import FileError
from parley.core.base.line import encodable
from parley.core.base.registry import Registry, instance_of
from parley.core.base.sentences import Sentence, os_reason
from parley.core.formats import Localised
from parley.core.importing.base import Draft, describe_lines

MOST_BYTES = 500_000_000
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class Source:
    """A file of another program: `name`, its `data`, and its lines of JSON where it has them."""

    def __init__(self, path: Path) -> None:
        """Raises `FileError` where it cannot be read."""
        self.name = path.name
        try:
            if path.stat().st_size > MOST_BYTES:
                raise FileError(path, "the file is larger than {most_bytes} MB.", most_bytes=MOST_BYTES // 1000000)
            self.data = path.read_bytes()
        except FileNotFoundError:
            raise FileError(path, "there is no such file.") from None
        except OSError as error:
            raise FileError(path, "the file cannot be read ({why}).", why=os_reason(error)) from None

    @property
    def rows(self) -> list[Mapping[str, Any]]:
        """The lines that are objects."""
        return self._lines[0]

    @property
    def numbers(self) -> list[int]:
        """The numbers of these lines in the file."""
        return self._lines[1]

    @property
    def warnings(self) -> list[str]:
        """Sentences about the other lines."""
        return self._lines[2]

    @cached_property
    def _lines(self) -> tuple[list[Mapping[str, Any]], list[int], list[str]]:
        text, warnings = _text(self.data)
        rows: list[Mapping[str, Any]] = []
        numbers: list[int] = []
        broken: list[int] = []
        for number, line in enumerate(text.split("\n"), 1):
            if not line.strip():
                continue
            try:
                # A control character within a text is no reason to lose it.
                row = json.loads(line, strict=False)
            except (ValueError, RecursionError):
                broken.append(number)
                continue
            if not isinstance(row, dict):
                broken.append(number)
                continue
            rows.append(_encodable(row) if _SURROGATE.search(line) else row)
            numbers.append(number)
        return rows, numbers, warnings + describe_lines(broken, Sentence("cannot be read and was left out."))


@dataclass(frozen=True)
class Importer:
    """Another program whose files can be read: its `title`, and what its files may end in.

    `recognises` says whether a file is that program's. `drafts` makes runs of it, and raises `ValueError` where there
    are none. With `lines` it reads lines of JSON, and those that are none are told.
    """

    name: str
    title: Localised
    recognises: Callable[[Source], bool]
    drafts: Callable[[Source], list[Draft]]
    endings: tuple[str, ...] = (".jsonl", ".json")
    lines: bool = True


IMPORTERS: Registry[Importer] = Registry(
    "importer",
    "parley.importers",
    {
        "pidgin": "parley.core.modes.duologue.pidgin:PIDGIN",
        "sillytavern": "parley.core.modes.duologue.sillytavern:SILLYTAVERN",
    },
    instance_of(Importer),
)
"""By name, in the order in which a file is shown to them."""


def read(path: Path) -> list[Draft]:
    """The runs in the file, each with what could not be read. Raises `FileError` where there is none."""
    source = Source(path)
    importer = next((each for each, its in IMPORTERS.ask(lambda each: each.recognises(source)) if its), None)
    if importer is None:
        names = ", ".join(each.title.en for each in IMPORTERS.values())
        imported = Sentence("Imported are files of these programs: {names}.", names=names)
        raise FileError(path, "this is neither a Parley run nor a log that can be imported.", hint=imported)
    try:
        with IMPORTERS.blaming(importer.name, (ValueError, OverflowError)):
            found = importer.drafts(source)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        where = ".".join(map(str, fault["loc"]))
        why = fault["msg"].removeprefix("Value error, ")
        raise FileError(path, "the log cannot be made into a run: '{where}': {why}.", where=where, why=why) from None
    except (ValueError, OverflowError) as error:
        raise FileError(path, "the log cannot be made into a run: {error}.", error=error) from None
    for draft in found:
        draft.warnings[:0] = source.warnings if importer.lines else ()
    return found


def _text(data: bytes) -> tuple[str, list[str]]:
    """What the bytes say, whichever line ends and letters an editor wrote, and what of it is lost."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text, lost = data.decode("utf-16", errors="replace"), 0
    else:
        text = data.decode("utf-8-sig", errors="replace")
        lost = text.count("\ufffd") - data.count("\ufffd".encode())
    told = Sentence("At {count} places it is no UTF-8 text; \ufffd stands for what was there.", count=lost)
    return text.replace("\r\n", "\n").replace("\r", "\n"), [told] if lost else []


def _encodable(value: Any) -> Any:
    """The value with halves of letters replaced, which JSON can escape and no file can hold."""
    match value:
        case str():
            return encodable(value)
        case dict():
            return {encodable(name): _encodable(each) for name, each in value.items()}
        case list():
            return [_encodable(each) for each in value]
        case _:
            return value
