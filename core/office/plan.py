"""A floor plan: read from TOML, checked, and asked where things are."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Self

from pydantic import Field, model_validator

from core.base.definition import Definition, read_toml
from core.base.errors import UnknownName
from core.base.packaged import names, path_of
from core.office.check import check_extent, check_reach, check_rooms, openings
from core.office.shapes import Door, Id, Opening, Point, Room

FOLDER = "plans"


class Plan(Definition):
    """A floor plan of 1 to 200 rooms; one unit is about a quarter of a metre."""

    id: Id
    name: str = Field(min_length=1, max_length=80)
    name_de: str = Field("", max_length=80)
    width: float = Field(gt=0, le=10_000)
    height: float = Field(gt=0, le=10_000)
    door_width: float = Field(3.0, gt=0, le=20)
    rooms: tuple[Room, ...] = Field(min_length=1, max_length=200)
    doors: tuple[Door, ...] = Field((), max_length=1_000)

    @model_validator(mode="after")
    def _check(self) -> Self:
        check_rooms(self.rooms)
        check_extent(self.rooms, self.width, self.height)
        check_reach(self.rooms, self.openings)
        return self

    def title(self, language: str) -> str:
        """Its name in `language`."""
        return self.name_de if language == "de" and self.name_de else self.name

    @cached_property
    def openings(self) -> tuple[Opening, ...]:
        """Every door where it really is."""
        return openings(self.rooms, self.doors, self.door_width)

    @cached_property
    def by_id(self) -> dict[str, Room]:
        """The rooms by id."""
        return {room.id: room for room in self.rooms}

    def room(self, room_id: str) -> Room:
        """The room with that id. Raises `UnknownName`."""
        try:
            return self.by_id[room_id]
        except KeyError:
            raise UnknownName("room", room_id, self.by_id) from None

    def room_for(self, room_id: str) -> Room:
        """The room with that id, else the conference room, else the largest in which people may stay."""
        found = self.by_id.get(room_id) or self.by_id.get("conference")
        if found:
            return found
        stay = [room for room in self.rooms if not room.corridor] or list(self.rooms)
        return max(stay, key=lambda room: room.width * room.height)

    def room_at(self, point: Point) -> Room | None:
        """The room that holds `point`; on a wall, the first of the plan's."""
        return next((room for room in self.rooms if room.holds(point)), None)


def read_plan(path: Path) -> Plan:
    """The plan in a TOML file. Raises `FileError` or `DefinitionError`."""
    return read_toml(path, Plan)


def plan_names(folder: Path | None = None) -> list[str]:
    """The plans that ship, and those in the user's `folder`."""
    own = [path.stem for path in folder.glob("*.toml")] if folder and folder.is_dir() else []
    return sorted({*names(FOLDER), *own})


def load_plan(name: str, folder: Path | None = None) -> Plan:
    """The plan of that name: the user's own in `folder` first, then what ships. Raises `UnknownName`."""
    if folder and name in plan_names(folder) and (own := folder / f"{name}.toml").is_file():
        return read_plan(own)
    if name not in names(FOLDER):
        raise UnknownName("plan", name, plan_names(folder))
    return read_plan(path_of("plan", FOLDER, name))
