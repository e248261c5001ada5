"""A floor plan: read from TOML, checked, and asked where things are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Literal, Self

from pydantic import Field, model_validator

from parley.core.base.definition import Definition, Misplaced, raise_all, read_toml
from parley.core.base.errors import UnknownName
from parley.core.base.packaged import get_path_of
from parley.core.office.shapes import NEAR, Door, Furniture, Id, Opening, Point, Room, find_opening

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
    def _check_layout(self) -> Self:
        raise_all(plan_faults(self.rooms, self.doors, (self.width, self.height), self.door_width))
        return self

    # Distances are looked up by plan many times a scene: pydantic takes its time to hash all of its rooms.
    def __hash__(self) -> int:
        return hash((self.id, self.width, self.height, len(self.rooms), len(self.doors)))

    def __eq__(self, other: object) -> bool:
        return self is other or super().__eq__(other)  # mostly the same object: comparing 200 rooms is slow

    def title(self, language: str) -> str:
        """Return its name in `language`."""
        return self.name_de if language == "de" and self.name_de else self.name

    @cached_property
    def openings(self) -> tuple[Opening, ...]:
        """Every door where it really is."""
        return build_openings(self.rooms, self.doors, self.door_width)

    @cached_property
    def by_id(self) -> dict[str, Room]:
        """The rooms by id."""
        return {room.id: room for room in self.rooms}

    def room(self, room_id: str) -> Room:
        """Return the room with that id. Raises `UnknownName`."""
        try:
            return self.by_id[room_id]
        except KeyError:
            raise UnknownName("room", room_id, self.by_id) from None

    def room_for(self, room_id: str) -> Room:
        """Return the room with that id, else the conference room, else the largest in which people may stay."""
        found = self.by_id.get(room_id) or self.by_id.get("conference")
        if found:
            return found
        stay = [room for room in self.rooms if not room.corridor] or list(self.rooms)
        return max(stay, key=lambda room: room.width * room.height)

    def find_room_at(self, point: Point) -> Room | None:
        """Return the room that holds `point`; on a wall, the first of the plan's."""
        return next((room for room in self.rooms if room.has_point(point)), None)


@lru_cache(maxsize=16)
def intern_plan(plan: Plan) -> Plan:
    """Return the first plan that was given of all that are equal to this one: what is known of it is found at once."""
    return plan


def load_plan(name: str) -> Plan:
    """Return the plan of that name among those that ship. Raises `UnknownName`."""
    return read_toml(get_path_of("plan", FOLDER, name), Plan)


WALL = 0.5
"""How far a seat's middle is from every wall, at least, in plan units."""

SITTABLE = frozenset({"desk", "sofa"})
"""Furniture on which a seat may lie: people sit at the one and on the other."""

At = tuple[Literal["room", "seat", "furniture", "ring", "door"], int, int]
"""What is at fault: its kind, the number of its room (or its own, for a room or door), its number in there."""


_PARTS = {"seat": "seats", "furniture": "furniture", "ring": "ring"}


class PlanFault(Misplaced):  # a sentence about a plan, and the place it speaks of
    """What is wrong with a plan. `at` says what the sentence is about."""

    def __init__(self, sentence: str, at: At) -> None:
        kind, number, part = at
        inside = (_PARTS[kind], part)[: 1 if kind == "ring" else 2] if kind in _PARTS else ()  # a room has one ring
        super().__init__(("doors" if kind == "door" else "rooms", number, *inside), sentence)
        self.at = at


def build_openings(rooms: Sequence[Room], doors: Sequence[Door], width: float) -> tuple[Opening, ...]:
    """Return every door where it is. Raises `PlanFault` for one that is not on a wall of its rooms."""
    return tuple(_build_opening(number, door, rooms, width) for number, door in enumerate(doors))


def _build_opening(number: int, door: Door, rooms: Sequence[Room], width: float) -> Opening:
    known = {room.id for room in rooms}
    at: At = ("door", number, 0)
    for name in door.between or (door.room,):
        if name not in known:
            raise PlanFault(f"{door.label} names the room '{name}', which the plan does not have", at)
    if door.between and door.between[0] == door.between[1]:
        raise PlanFault(f"{door.label} leads from a room into itself; name two rooms", at)
    place = find_opening(door, rooms, width)
    if place is None:
        raise PlanFault(
            f"{door.label} is not on a wall that they share for at least {width:g} units; "
            "move the rooms together or take the door out"
            if door.between
            else f"{door.label} does not fit: that wall is shorter than {width:g} units",
            at,
        )
    return place


def plan_faults(
    rooms: Sequence[Room], doors: Sequence[Door], extent: tuple[float, float], door_width: float
) -> Iterator[PlanFault]:
    """Yield all that is wrong with a plan; whether people get everywhere is asked of one that is else in order."""
    faults = [*_iterate_room_faults(rooms), *_iterate_outside_faults(rooms, *extent)]
    found: list[Opening] = []
    for number, door in enumerate(doors):
        try:
            found.append(_build_opening(number, door, rooms, door_width))
        except PlanFault as fault:
            faults.append(fault)
    yield from faults or _iterate_unreached_faults(rooms, found)


def _iterate_room_faults(rooms: Sequence[Room]) -> Iterator[PlanFault]:
    seen: dict[str, Room] = {}
    for number, room in enumerate(rooms):
        if room.id in seen:
            yield PlanFault(f"two rooms have the id '{room.id}'; give one another id", ("room", number, 0))
            continue  # it would overlap its twin, too, and only the id is wrong
        for other in seen.values():
            if room.does_overlap(other):
                yield PlanFault(
                    f"the rooms '{other.id}' and '{room.id}' overlap; move one of them", ("room", number, 0)
                )
        seen[room.id] = room
        yield from _seat_faults(room, number)
        yield from _iterate_furniture_faults(room, number)


def _seat_faults(room: Room, number: int) -> Iterator[PlanFault]:
    names = [seat.id for seat in room.seats]
    for i, seat in enumerate(room.seats):
        at: At = ("seat", number, i)
        if seat.id in names[:i]:
            yield PlanFault(f"the room '{room.id}' has two seats called '{seat.id}'; give one another id", at)
        point = seat.x, seat.y
        named = f"the seat '{room.id}/{seat.id}' at ({seat.x:g}, {seat.y:g})"
        if not room.has_point(point):
            yield PlanFault(
                f"{named} is outside its room, which reaches "
                f"from ({room.x:g}, {room.y:g}) to ({room.right:g}, {room.bottom:g})",
                at,
            )
        elif not room.has_point(point, WALL):
            yield PlanFault(f"{named} is in a wall; move it {WALL:g} units or more into its room", at)
        for thing in room.furniture:
            if thing.what not in SITTABLE and _does_cover_point(thing, point):
                yield PlanFault(f"{named} is on the {thing.what} at ({thing.x:g}, {thing.y:g}); move one of them", at)


def _iterate_furniture_faults(room: Room, number: int) -> Iterator[PlanFault]:
    for i, thing in enumerate(room.furniture):
        corner = thing.x + thing.width, thing.y + thing.height
        if not room.has_point((thing.x, thing.y)) or not room.has_point(corner):
            yield PlanFault(
                f"the {thing.what} at ({thing.x:g}, {thing.y:g}) does not fit into its room '{room.id}'",
                ("furniture", number, i),
            )
    ring = room.ring
    if ring and not all(
        room.has_point(point)
        for point in ((ring.x - ring.across, ring.y - ring.down), (ring.x + ring.across, ring.y + ring.down))
    ):
        yield PlanFault(f"the ring of seats in '{room.id}' is wider than the room", ("ring", number, 0))


def _does_cover_point(thing: Furniture, point: Point) -> bool:
    if thing.kind == "rectangle":
        return thing.has_point(point)
    across, down = thing.width / 2, thing.height / 2
    x, y = (point[0] - thing.x - across) / across, (point[1] - thing.y - down) / down
    return x * x + y * y < 1 - NEAR  # within the ellipse; at its edge one sits beside it


def _iterate_outside_faults(rooms: Sequence[Room], width: float, height: float) -> Iterator[PlanFault]:
    for number, room in enumerate(rooms):
        if room.x < -NEAR or room.y < -NEAR or room.right > width + NEAR or room.bottom > height + NEAR:
            yield PlanFault(
                f"the room '{room.id}' lies outside the plan, which is {width:g} wide and {height:g} high",
                ("room", number, 0),
            )


def _iterate_unreached_faults(rooms: Sequence[Room], doors: Sequence[Opening]) -> Iterator[PlanFault]:
    start = next((room for room in rooms if room.corridor), rooms[0])  # the sentence blames the rooms off the corridor
    reached, waiting = {start.id}, [start.id]
    while waiting:
        here = waiting.pop()
        for door in doors:
            if here in door.rooms:
                beyond = [room for room in door.rooms if room not in reached]
                reached.update(beyond)
                waiting.extend(beyond)
    for number, room in enumerate(rooms):
        if room.id not in reached:
            yield PlanFault(
                f"the room '{room.id}' cannot be reached from '{start.id}'; give it a door", ("room", number, 0)
            )
