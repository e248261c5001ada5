"""A floor plan written as TOML that people can read and go on with."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.base.definition import Definition
from core.base.errors import FileError
from core.base.sentences import os_reason
from core.office.plan import Plan
from core.office.shapes import Door, Room

if TYPE_CHECKING:
    from tomlkit import TOMLDocument
    from tomlkit.items import AoT, Array, Table


ALWAYS = frozenset({"what", "facing"})
"""Fields that are written even where they are default: they say what a line is about."""


def to_toml(plan: Plan) -> str:
    """The plan as TOML: a table for each room and door, a line for each seat and thing; what is default is left out."""
    # Only who saves a plan needs it.
    import tomlkit

    document: TOMLDocument = tomlkit.document()
    document.add(tomlkit.comment("A floor plan. One unit is about a quarter of a metre; y grows southwards."))
    for key, value in _fields(plan, ("id", "name", "name_de", "width", "height", "door_width")):
        document.add(key, value)
    document.add("rooms", _tables([_room(room) for room in plan.rooms]))
    if plan.doors:
        document.add("doors", _tables([_door(door) for door in plan.doors]))
    return tomlkit.dumps(document).rstrip("\n") + "\n"


def write_plan(plan: Plan, path: Path) -> None:
    """Write the plan into a file, wholly or not at all. Raises `FileError`."""
    text = to_toml(plan)
    kept = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, kept = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(kept).chmod(0o644)
        Path(kept).replace(path)
    except OSError as error:
        if kept:
            Path(kept).unlink(missing_ok=True)
        raise FileError(path, "the plan cannot be written here ({why}).", why=os_reason(error)) from None


def _fields(thing: Definition, names: tuple[str, ...]) -> list[tuple[str, object]]:
    """Name and value of those fields that are not default, in that order; what a thing is, is always told."""
    whole, given = thing.model_dump(mode="json"), thing.model_dump(mode="json", exclude_defaults=True)
    return [(name, _plain(whole[name])) for name in names if name in given or name in ALWAYS]


def _plain(value: object) -> object:
    # 42 rather than 42.0: as people write it.
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    return value


def _tables(rows: list[Table]) -> AoT:
    import tomlkit

    tables = tomlkit.aot()
    for row in rows:
        tables.append(row)
    return tables


def _room(room: Room) -> Table:
    import tomlkit

    table = tomlkit.table()
    for key, value in _fields(room, ("id", "name", "name_de", "x", "y", "width", "height", "corridor")):
        table.add(key, value)
    if room.ring:
        table.add("ring", _inline(_fields(room.ring, ("x", "y", "across", "down"))))
    if room.seats:
        # The number that a seat would get anyhow need not be written.
        rows = [
            [(key, value) for key, value in _fields(seat, ("id", "x", "y", "facing")) if (key, value) != ("id", str(i))]
            for i, seat in enumerate(room.seats, 1)
        ]
        table.add("seats", _lines(rows))
    if room.furniture:
        names = ("what", "kind", "x", "y", "width", "height")
        table.add("furniture", _lines([_fields(thing, names) for thing in room.furniture]))
    return table


def _door(door: Door) -> Table:
    import tomlkit

    table = tomlkit.table()
    for key, value in _fields(door, ("between", "room", "wall", "at")):
        table.add(key, value)
    return table


def _inline(row: list[tuple[str, object]]) -> Any:
    import tomlkit

    found = tomlkit.inline_table()
    for key, value in row:
        found.append(key, value)
    return found


def _lines(rows: list[list[tuple[str, object]]]) -> Array:
    import tomlkit

    array = tomlkit.array()
    for row in rows:
        array.append(_inline(row))
    return array.multiline(True)
