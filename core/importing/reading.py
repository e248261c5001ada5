"""A file of another program: which program's it is, and the runs in it."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from parley.core.base.errors import FileError
from parley.core.base.files import read_bytes
from parley.core.base.line import repair_text
from parley.core.base.registry import Registry, get_instance_of
from parley.core.base.sentences import Sentence, os_reason
from parley.core.formats import Localised
from parley.core.importing.base import Draft, describe_lines
from parley.core.importing.talk import Talk, make_drafts

MOST_BYTES = 500_000_000
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")  # only such an escape gives half of a surrogate pair


class Source:
    """A file of another program: `name`, its `data`, and what JSON it holds: one value, or one a line.

    `columns` says what the columns of a table are, where somebody has said it.
    """

    def __init__(self, path: Path, data: bytes | None = None, columns: Mapping[str, str] = {}) -> None:
        """Read the file, unless `data` is what was read of it already. Raises `FileError` where it cannot be read."""
        self.path = path
        self.name = path.name
        self.columns = columns
        self.data = _read_file(path) if data is None else data

    @property
    def rows(self) -> list[Mapping[str, Any]]:
        """The lines that are objects; the whole where it is one."""
        return self._lines.rows

    @property
    def numbers(self) -> list[int]:
        """The numbers of these lines in the file."""
        return self._lines.numbers

    @property
    def warnings(self) -> list[str]:
        """Sentences about the other lines."""
        told = Sentence("cannot be read and was left out.")
        return self._decode_text[1] + describe_lines(sorted((*self._lines.broken, *self._lines.lists)), told)

    @cached_property
    def value(self) -> Any:
        """What the whole file is as JSON; None where it is none."""
        start = self.text[:200].lstrip()  # else megabytes of text would be tried as JSON
        return _parse_json(self.text) if start.startswith(("{", "[")) else None

    @property
    def values(self) -> list[tuple[int, Any]]:
        """Objects and lists, each with its line: the one that the whole file is, else those of its lines."""
        if self.value is not None:
            return [(1, self.value)]
        lines = self._lines
        return sorted((*zip(lines.numbers, lines.rows, strict=True), *lines.lists.items()), key=lambda each: each[0])

    @property
    def objects(self) -> list[Mapping[str, Any]]:
        """All objects of these values, those in lists among them."""
        values = [each for _, value in self.values for each in (value if isinstance(value, list) else [value])]
        return [each for each in values if isinstance(each, dict)]

    @property
    def broken(self) -> list[str]:
        """Sentences about lines that are no JSON, for whoever takes lists as well as objects."""
        told = Sentence("cannot be read and was left out.")
        return self._decode_text[1] + describe_lines(self._lines.broken, told)

    @property
    def text(self) -> str:
        """What the file says, with one kind of line end."""
        return self._decode_text[0]

    @property
    def lost(self) -> list[str]:
        """A sentence about what is no text in it."""
        return self._decode_text[1]

    @cached_property
    def _decode_text(self) -> tuple[str, list[str]]:
        return _decode_text(self.data)

    @cached_property
    def _lines(self) -> _Lines:
        found = _Lines([], [], {}, [])
        if isinstance(self.value, dict):
            return _Lines([self.value], [1], {}, [])
        for number, line in enumerate(self.text.split("\n"), 1) if self.value is None else ():
            if not line.strip():
                continue
            row = _parse_json(line)
            if isinstance(row, dict):
                found.rows.append(row)
                found.numbers.append(number)
            elif isinstance(row, list):
                found.lists[number] = row
            else:
                found.broken.append(number)
        return found


class _Lines(NamedTuple):
    """The lines of a file: objects with their numbers, lists by number, and the numbers of those that are neither."""

    rows: list[Mapping[str, Any]]
    numbers: list[int]
    lists: dict[int, list[Any]]
    broken: list[int]


def _read_file(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise FileError(path, "the file is larger than {most_bytes} MB.", most_bytes=MOST_BYTES // 1000000)
        return read_bytes(path)
    except FileNotFoundError:
        raise FileError(path, "there is no such file.") from None
    except OSError as error:
        raise FileError(path, "the file cannot be read ({why}).", why=os_reason(error)) from None


def _parse_json(written: str) -> Any:
    """Return the value that a text is in JSON; None where it is none."""
    try:
        # A control character within a text is no reason to lose it.
        value = json.loads(written, strict=False)
    except (ValueError, RecursionError):  # `RecursionError` at too many nested brackets
        return None
    return _make_encodable(value) if _SURROGATE.search(written) else value


@dataclass(frozen=True)
class Importer:
    """Another program whose files can be read: its `title`, and what its files may end in.

    `recognises` says whether a file is that program's. Either `talks` gives the talks in it, which become runs of the
    mode that suits or that somebody chooses; or `drafts` makes runs of it. Both raise `ValueError` where there are
    none. With `lines` it reads lines of JSON, and those that are none are told. A `general` one is asked
    after all others, those of packages too.
    """

    name: str
    title: Localised
    recognises: Callable[[Source], bool]
    drafts: Callable[[Source], list[Draft]] | None = None
    endings: tuple[str, ...] = (".jsonl", ".json")
    lines: bool = True
    talks: Callable[[Source], list[Talk]] | None = None
    general: bool = False


IMPORTERS: Registry[Importer] = Registry(
    "importer",
    "parley.importers",
    {
        "pidgin": "parley.core.modes.duologue.pidgin:PIDGIN",
        "sillytavern": "parley.core.importing.sillytavern:SILLYTAVERN",
        "chatgpt": "parley.core.importing.chatgpt:CHATGPT",
        "claude": "parley.core.importing.claude:CLAUDE",
        "inspect": "parley.core.importing.inspect_logs:INSPECT",
        "autogen": "parley.core.importing.autogen:AUTOGEN",
        "langchain": "parley.core.importing.langchain:LANGCHAIN",
        "openai": "parley.core.importing.openai_messages:OPENAI",
        "table": "parley.core.importing.tables:TABLE",
        "plain": "parley.core.importing.named_lines:TEXT",
    },
    get_instance_of(Importer),
)
"""By name, in the order in which a file is shown to them."""


def read(path: Path) -> list[Draft]:
    """Return the runs in the file, each with what could not be read. Raises `FileError` where there is none."""
    return [draft for found in read_conversations(Source(path)) for draft in found.make_drafts()]


@dataclass(frozen=True)
class Conversation:
    """What becomes a run: a `talk`, which may become one of several modes, or one that is `ready`."""

    importer: Importer
    path: Path
    talk: Talk | None = None
    ready: Draft | None = None

    def make_drafts(self, mode: str = "") -> list[Draft]:
        """Return the run, of that mode where it can be chosen, and its forks. Raises `ParleyError`."""
        if self.ready is not None:
            return [self.ready]
        assert self.talk is not None
        with _translate_import_faults(self.path):
            return make_drafts(self.talk, mode)


def find_importer(source: Source) -> Importer | None:
    """Return whose file it is; None: nobody's that is known."""
    able = [each for each, its in IMPORTERS.ask(lambda each: each.recognises(source)) if its]
    return min(able, key=lambda each: each.general, default=None)  # the first of equals: the registry's order counts


def read_conversations(source: Source) -> list[Conversation]:
    """Return the conversations in a file. Raises `FileError` where there is none."""
    path = source.path
    importer = find_importer(source)
    if importer is None:
        names = ", ".join(each.title.en for each in IMPORTERS.values())
        imported = Sentence("Imported are files of these programs: {names}.", names=names)
        raise FileError(path, "this is neither a Parley run nor a log that can be imported.", hint=imported)
    with _translate_import_faults(path), IMPORTERS.blame_package(importer.name, (ValueError, OverflowError)):
        if importer.talks is not None:
            every = importer.talks(source)
            talks = [talk for talk in every if talk.spoken]
            if not talks:
                raise ValueError(Sentence("nobody says anything in it"))
            if empty := len(every) - len(talks):
                talks[0].warnings.append(Sentence("Conversations in which nobody says anything: {count}.", count=empty))
            if importer.lines:
                talks[0].warnings[:0] = source.broken  # once, with the first: it is of the file
            return [Conversation(importer, path, talk=talk) for talk in talks]
        drafts = importer.drafts(source) if importer.drafts is not None else []
    for draft in drafts:
        draft.warnings[:0] = source.warnings if importer.lines else ()
    return [Conversation(importer, path, ready=draft) for draft in drafts]


@contextmanager
def _translate_import_faults(path: Path) -> Iterator[None]:
    """Turn what an importer finds wrong into a sentence about the file."""
    try:
        yield
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        where = ".".join(map(str, fault["loc"]))
        why = fault["msg"].removeprefix("Value error, ")
        raise FileError(path, "the log cannot be made into a run: '{where}': {why}.", where=where, why=why) from None
    except (ValueError, OverflowError) as error:
        told = next((part for part in error.args if isinstance(part, Sentence)), error)  # `str(error)` is English alone
        raise FileError(path, "the log cannot be made into a run: {error}.", error=told) from None


def _decode_text(data: bytes) -> tuple[str, list[str]]:
    """Return what the bytes say, whichever line ends and letters an editor wrote, and what of it is lost."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text, lost = data.decode("utf-16", errors="replace"), 0
    else:
        text = data.decode("utf-8-sig", errors="replace")  # with or without a byte order mark
        lost = text.count("\ufffd") - data.count("\ufffd".encode())  # less those that the file has itself
    told = Sentence("At {count} places it is no UTF-8 text; \ufffd stands for what was there.", count=lost)
    return text.replace("\r\n", "\n").replace("\r", "\n"), [told] if lost else []


def _make_encodable(value: Any) -> Any:
    """Return the value with halves of letters replaced, which JSON can escape and no file can hold."""
    match value:
        case str():
            return repair_text(value)
        case dict():
            return {repair_text(name): _make_encodable(each) for name, each in value.items()}
        case list():
            return [_make_encodable(each) for each in value]
        case _:
            return value
