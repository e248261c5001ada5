"""Casts and single members as TOML files: written whole or not at all."""

from __future__ import annotations

import re
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from parley.core.base.definition import read_text, read_toml
from parley.core.base.errors import FileError, ParleyError
from parley.core.base.sentences import os_reason
from parley.core.cast.cast import Cast
from parley.core.cast.member import Member

Data = dict[str, Any]
SCHEMA = "#:schema "
_COMMENT = re.compile(r"^\s*#(?!:schema)|\s# ", re.MULTILINE)
ALWAYS = ("language", "plan")
"""What is written though it may be the default: who reads the file should not have to know."""


def save_cast(path: Path, cast: Cast) -> None:
    """Write the cast anew; what stood in the file before is kept beside it as `.bak`. Raises `FileError`."""
    before = _read_text_or_empty(path)
    head = before.partition("\n")[0]
    # Editors know by this line what may stand in the file.
    schema = f"{head}\n" if head.startswith(SCHEMA) else ""
    _write(path, schema + cast_toml(cast), before)


def cast_toml(cast: Cast) -> str:
    """Return the cast as TOML."""
    data = _dump_definition(cast)
    data = {key: data.get(key, getattr(cast, key)) for key in Cast.model_fields if key in data or key in ALWAYS}
    return _format_cast_toml(data, cast.members)


def read_persona(path: Path) -> Member:
    """Return the member in a persona file. Raises `FileError`, `DefinitionError`."""
    return read_toml(path, Member)


def save_persona(path: Path, member: Member) -> None:
    """Write one member as a file of their own. Raises `FileError`."""
    _write(path, persona_toml(member), "")


def persona_toml(member: Member) -> str:
    """One member as TOML."""
    return "\n".join(_yield_member_lines(_dump_definition(member))) + "\n"


def _dump_definition(definition: Cast | Member) -> Data:
    data: Data = definition.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
    return data


def _read_text_or_empty(path: Path) -> str:
    try:
        return read_text(path)
    except ParleyError:
        # No such file, or one that nobody can read: there is nothing to keep.
        return ""


def _write(path: Path, text: str, before: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        backup = path.with_name(path.name + ".bak")
        # Comments that a person has put in are in the first backup alone: it stays.
        if before and (_COMMENT.search(before) or not _COMMENT.search(_read_text_or_empty(backup))):
            _replace(backup, before)
        _replace(path, text)
    except OSError as error:
        raise FileError(path, "the file cannot be written ({why}).", why=os_reason(error)) from None


def _replace(path: Path, text: str) -> None:
    with tempfile.NamedTemporaryFile("w", dir=path.parent, suffix=".new", delete=False, encoding="utf-8") as fresh:
        fresh.write(text)
    Path(fresh.name).replace(path)


def _format_cast_toml(data: Data, members: tuple[Member, ...]) -> str:
    lines = [f"{key} = {_format_toml_value(value)}" for key, value in data.items() if key != "members"]
    for member in members:
        lines += ["", "[[members]]", *_yield_member_lines(_dump_definition(member))]
    return "\n".join(lines) + "\n"


def _yield_member_lines(data: Data) -> Iterator[str]:
    for key, value in data.items():
        if key == "relations":
            for other, relation in value.items():
                # A table a line: who reads the file sees the whole neighbourhood at once.
                yield f"relations.{other} = {_format_toml_value({'affinity': 0.5} | relation)}"
        elif key == "card":
            yield from _yield_card_lines("card", value)
        elif isinstance(value, str) and "\n" in value:
            yield f"{key} = {_format_multiline_text(value)}"
        else:
            yield f"{key} = {_format_toml_value(value)}"


def _yield_card_lines(key: str, data: Data) -> Iterator[str]:
    for name, value in data.items():
        if isinstance(value, Mapping):
            yield from _yield_card_lines(f"{key}.{name}", dict(value))
        elif isinstance(value, str) and "\n" in value:
            yield f"{key}.{name} = {_format_multiline_text(value)}"
        else:
            yield f"{key}.{name} = {_format_toml_value(value)}"


def _format_multiline_text(text: str) -> str:
    """Return a text of several lines as it is read, where TOML can hold it like that."""
    shown = '"""\n' + text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"') + '"""'
    try:
        if tomllib.loads(f"text = {shown}")["text"] == text:
            return shown
    except tomllib.TOMLDecodeError:
        pass
    return _format_toml_value(text)


def _format_toml_value(value: Any) -> str:
    import tomlkit

    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_format_inline_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        inner = "".join(f"  {_format_toml_value(each)},\n" for each in value)
        return f"[\n{inner}]"
    written: str = tomlkit.item(value).as_string()
    return written


def _format_inline_value(value: Any) -> str:
    """Return a value within a line."""
    return f"[{', '.join(map(_format_inline_value, value))}]" if isinstance(value, list) else _format_toml_value(value)
