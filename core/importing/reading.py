"""A file of another program: which program's it is, and the runs in it."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from core.base.errors import FileError
from core.base.line import encodable
from core.base.sentences import Sentence, os_reason
from core.importing import pidgin, sillytavern
from core.importing.base import Draft, told

MOST_BYTES = 500_000_000
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def read(path: Path) -> list[Draft]:
    """The runs in the file, each with what could not be read. Raises `FileError` where there is none."""
    rows, lines, warnings = _rows(path)
    try:
        if pidgin.is_pidgin(rows):
            found = pidgin.drafts(rows, path.name)
        elif sillytavern.is_chat(rows):
            found = [sillytavern.draft(rows, path.name, lines)]
        else:
            raise FileError(
                path,
                "this is neither a Parley run nor a log that can be imported.",
                hint="Imported are event logs of pidgin and chats of SillyTavern, both JSON lines.",
            )
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        where = ".".join(map(str, fault["loc"]))
        why = fault["msg"].removeprefix("Value error, ")
        raise FileError(path, "the log cannot be made into a run: '{where}': {why}.", where=where, why=why) from None
    except (ValueError, OverflowError) as error:
        raise FileError(path, "the log cannot be made into a run: {error}.", error=error) from None
    for draft in found:
        draft.warnings[:0] = warnings
    return found


def _rows(path: Path) -> tuple[list[Mapping[str, Any]], list[int], list[str]]:
    """The lines that are objects, their numbers, and sentences about the others."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise FileError(path, "the file is larger than {most_bytes} MB.", most_bytes=MOST_BYTES // 1000000)
        data = path.read_bytes()
    except FileNotFoundError:
        raise FileError(path, "there is no such file.") from None
    except OSError as error:
        raise FileError(path, "the file cannot be read ({why}).", why=os_reason(error)) from None
    text, warnings = _text(data)
    rows: list[Mapping[str, Any]] = []
    lines: list[int] = []
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
        if isinstance(row, dict):
            rows.append(_encodable(row) if _SURROGATE.search(line) else row)
            lines.append(number)
        else:
            broken.append(number)
    return rows, lines, warnings + told(broken, Sentence("cannot be read and was left out."))


def _text(data: bytes) -> tuple[str, list[str]]:
    """What the bytes say, whichever line ends and letters an editor wrote, and what of it is lost."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text, lost = data.decode("utf-16", errors="replace"), 0
    else:
        text = data.decode("utf-8-sig", errors="replace")
        lost = text.count("\ufffd") - data.count("\ufffd".encode())
    warnings: list[str] = (
        [Sentence("At {count} places it is no UTF-8 text; \ufffd stands for what was there.", count=lost)]
        if lost
        else []
    )
    return text.replace("\r\n", "\n").replace("\r", "\n"), warnings


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
