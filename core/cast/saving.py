"""Casts and single members as TOML files: written whole or not at all, with the comments that a person put in."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from parley.core.base.definition import MAX_BYTES, parse_toml, read_text, read_toml
from parley.core.base.errors import FileError, ParleyError
from parley.core.base.files import write_whole
from parley.core.cast.cast import Cast
from parley.core.cast.member import Member

Data = dict[str, Any]
ALWAYS = ("language", "plan")
"""What is written though it may be the default: who reads the file should not have to know."""
LARGEST = 40_000
"""Characters of a file whose comments are kept, about twice those of the casts that ship; portraits, which are quickly
read, do not count."""
_PORTRAITS = re.compile(r'^portrait = ".*"$', re.MULTILINE)


def save_cast(path: Path, cast: Cast) -> None:
    """Write the cast; what stood in the file before is kept beside it as `.bak`. Raises `FileError`, also for a cast
    that could not be read again.
    """
    before = _read_text_or_empty(path)
    text = cast_toml(cast, before)
    if len(text.encode()) > MAX_BYTES:
        larger = "the cast would be larger than {max_bytes} MB."
        raise FileError(path, larger, hint="Take out some portraits.", max_bytes=MAX_BYTES // 1_000_000)
    if before:  # first: whatever fails later, the old text is safe
        write_whole(path.with_name(path.name + ".bak"), before)
    write_whole(path, text)


def cast_toml(cast: Cast, before: str = "") -> str:
    """Return the cast as TOML. Comments, order and spelling of `before` stay wherever the file can keep them.

    A file of more than `LARGEST` characters is written anew: to change it in place would take many seconds.
    """
    data = _dump_definition(cast)
    if 0 < len(_PORTRAITS.sub("", before)) <= LARGEST:
        fresh = _format_cast_toml(data, cast.members)
        kept = _merge_cast_texts(before, fresh, cast.model_dump(mode="json"))  # defaults may stand in the file, too
        # The file's shape may be one that cannot be changed in place: then it is written anew, without its comments.
        if kept is not None and _is_same_cast(kept, fresh):
            return kept
    data = {key: data.get(key, getattr(cast, key)) for key in Cast.model_fields if key in data or key in ALWAYS}
    return _format_cast_toml(data, cast.members)


def read_persona(path: Path) -> Member:
    """Return the member in a persona file. Raises `FileError`, `DefinitionError`."""
    return read_toml(path, Member)


def save_persona(path: Path, member: Member) -> None:
    """Write one member as a file of their own. Raises `FileError`."""
    write_whole(path, persona_toml(member))


def persona_toml(member: Member) -> str:
    """Return one member as TOML."""
    return "\n".join(_yield_member_lines(_dump_definition(member))) + "\n"


def _dump_definition(definition: Cast | Member) -> Data:
    data: Data = definition.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
    return data


def _read_text_or_empty(path: Path) -> str:
    try:
        return read_text(path)
    except ParleyError:
        return ""  # No such file, or one that nobody can read: there is nothing to keep


# A file from nothing ----------------------------------------------------------------------------------------------


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
        if tomllib.loads(f"text = {shown}")["text"] == text:  # not so with "\r\n", or with a control character
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
    written: str = tomlkit.item(value).as_string()  # `tomllib` only reads
    return written


def _format_inline_value(value: Any) -> str:
    """Return a value within a line."""
    return f"[{', '.join(map(_format_inline_value, value))}]" if isinstance(value, list) else _format_toml_value(value)


# A file that was there --------------------------------------------------------------------------------------------


def _is_same_cast(text: str, fresh: str) -> bool:
    try:
        return parse_toml(text, "", Cast) == parse_toml(fresh, "", Cast)
    except ParleyError:
        return False


def _merge_cast_texts(before: str, fresh: str, full: Data) -> str | None:
    """Return `before` with the values of `fresh`; None where tomlkit cannot do it. `full` has what is default, too."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        tomllib.loads(before)
        document, wanted = tomlkit.parse(before), tomlkit.parse(fresh)
        members = wanted.pop("members")
        _merge_table(document, wanted, full)
        _merge_members(document, members, full["members"])
        return tomlkit.dumps(document)
    except (TOMLKitError, ValueError, KeyError, TypeError, AttributeError, IndexError):  # shapes that it cannot change
        return None


def _merge_table(table: Any, wanted: Any, full: Data) -> None:
    for key in list(table):
        # What is written though it is the default stays written.
        if key not in wanted and key != "members" and table[key] != full.get(key):
            del table[key]
    for key in wanted:
        if key == "relations":
            _merge_relations(table, wanted[key])
        elif key not in table or table[key] != wanted[key]:  # set again, a list would lose the comments in it
            table[key] = wanted[key]


def _merge_relations(table: Any, wanted: Any) -> None:
    import tomlkit

    old = table.get("relations", {})
    if list(old) == list(wanted):
        for other, relation in wanted.items():
            for key, value in relation.items():
                if old[other].get(key) != value:
                    old[other][key] = value
            for key in [key for key in old[other] if key not in relation]:
                del old[other][key]
        return
    kept = {other: old[other] if other in old and old[other] == wanted[other] else wanted[other] for other in wanted}
    if "relations" in table:
        del table["relations"]
    for other, relation in kept.items():
        table.append(tomlkit.key(["relations", other]), relation)


def _merge_members(document: Any, wanted: Any, full: list[Data]) -> None:
    import tomlkit

    old = document["members"]
    by_id = {str(table["id"]): table for table in old}
    tables = []
    for member, everything in zip(wanted, full, strict=True):
        table = by_id.get(str(member["id"]))
        if table is None:
            tables.append(member)
        else:
            _merge_table(table, member, everything)
            tables.append(table)
    if [str(table["id"]) for table in old] == [str(member["id"]) for member in wanted]:  # same order: changed in place
        return
    again = tomlkit.aot()
    for table in tables:
        again.append(table)
    document["members"] = again
