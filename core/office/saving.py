"""A floor plan written as TOML that people can read and go on with."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from parley.core.base.definition import Definition
from parley.core.base.errors import FileError
from parley.core.base.sentences import os_reason
from parley.core.office.plan import Plan

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tomlkit.items import InlineTable, Table

ALWAYS = frozenset({"what", "facing"})
"""Fields that are written even where they are default: they say what a line is about."""


def to_toml(plan: Plan) -> str:
    """Return the plan as TOML: a table for each room and door, a line for each seat and thing; what is default is left
    out.
    """
    # Only who saves a plan needs it.
    import tomlkit

    def put(table: Table | InlineTable, thing: Definition, names: str) -> Table | InlineTable:
        """Return those fields that are not default, in that order; what a thing is, is always told."""
        given = thing.model_dump(mode="json", exclude_defaults=True)
        for name in names.split():
            if name in given or name in ALWAYS:
                table.append(name, _simplify_number(given.get(name, getattr(thing, name))))
        return table

    def lines(things: Iterable[Definition], names: str) -> object:
        array = tomlkit.array()
        for thing in things:
            array.append(put(tomlkit.inline_table(), thing, names))
        return array.multiline(True)

    head = put(tomlkit.table(), plan, "id name name_de width height door_width")
    rooms, doors = tomlkit.aot(), tomlkit.aot()
    for room in plan.rooms:
        table = put(tomlkit.table(), room, "id name name_de x y width height corridor")
        if room.ring:
            table.append("ring", put(tomlkit.inline_table(), room.ring, "x y across down"))
        if room.seats:
            # The number that a seat would get anyhow need not be written.
            seats = (
                seat.model_copy(update={"id": ""}) if seat.id == str(i) else seat
                for i, seat in enumerate(room.seats, 1)
            )
            table.append("seats", lines(seats, "id x y facing"))
        if room.furniture:
            table.append("furniture", lines(room.furniture, "what kind x y width height"))
        rooms.append(table)
    for door in plan.doors:
        doors.append(put(tomlkit.table(), door, "between room wall at"))
    document = tomlkit.document()
    document.add(tomlkit.comment("A floor plan. One unit is about a quarter of a metre; y grows southwards."))
    document.update(head)
    for name, tables in (("rooms", rooms), ("doors", doors)):
        if tables:
            document.add(name, tables)
    return tomlkit.dumps(document).rstrip("\n") + "\n"


def write_plan(plan: Plan, path: Path) -> None:
    """Write the plan into a file, wholly or not at all. Raises `FileError`."""
    text = to_toml(plan)
    kept: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            "w", dir=path.parent, prefix=f".{path.stem}-", suffix=".part", delete=False, encoding="utf-8"
        ) as file:
            kept = Path(file.name)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        kept.chmod(0o644)
        kept.replace(path)
    except OSError as error:
        if kept:
            kept.unlink(missing_ok=True)
        raise FileError(path, "the plan cannot be written here ({why}).", why=os_reason(error)) from None


def _simplify_number(value: object) -> object:
    # 42 rather than 42.0: as people write it.
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else value
