"""A floor plan while it is edited: it may be wrong. Every edit gives another draft and leaves this one as it was."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar, cast

from pydantic import ValidationError
from PySide6.QtCore import QRectF

from parley.core.base.definition import D
from parley.core.office.places import standing_places
from parley.core.office.plan import Plan, PlanFault
from parley.core.office.shapes import Door, Furniture, Opening, Point, Ring, Room, Seat, What, opening
from parley.core.office.tiled import nearest_door

T = TypeVar("T")
Thing = Room | Seat | Furniture | Ring | Door

PLAN, ROOM, SEAT, FURNITURE, RING, DOOR = "plan", "room", "seat", "furniture", "ring", "door"
"""The kinds of items."""
PARTS = {SEAT: "seats", FURNITURE: "furniture"}
"""Where a room keeps what it has several of."""
GRID = 0.5
"""Plan units that everything is moved by."""
SMALLEST, SMALLEST_ROOM = 0.5, 4.0
"""How small something may be made; rooms stay larger."""
SEATED, APART = 1.8, 0.5
"""How far new furniture keeps from seats and from other furniture, while there is space."""
SIZES: dict[str, tuple[float, float]] = {
    "desk": (6.5, 3.0), "table": (8.0, 5.0), "sofa": (8.0, 3.0), "shelf": (2.0, 7.0), "counter": (8.0, 2.5),
    "plant": (2.5, 2.5), "screen": (1.0, 6.0),
}  # fmt: skip
"""Width and height of new furniture, by what it is."""
ROUND = frozenset({"plant", "table"})


@dataclass(frozen=True, slots=True)
class ItemKey:
    """Which item: its kind, its room's number (a door's: its own), and its number in the room."""

    kind: str
    room: int = 0
    number: int = 0


WHOLE = ItemKey(PLAN)
"""The plan itself: what is selected where nothing is."""


class Fault(NamedTuple):
    """What is wrong with a draft, and with which item of it."""

    sentence: str
    at: ItemKey | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """The plan's parts, not validated as a whole."""

    id: str
    name: str
    name_de: str
    door_width: float
    rooms: tuple[Room, ...]
    doors: tuple[Door, ...]

    # Reading --------------------------------------------------------------------------------------------------------

    def thing(self, key: ItemKey) -> Any:
        """What an item is: a `Thing`. Raises `IndexError`."""
        if key.kind == DOOR:
            return self.doors[key.room]
        room = self.rooms[key.room]
        if key.kind in PARTS:
            return getattr(room, PARTS[key.kind])[key.number]
        return room.ring if key.kind == RING and room.ring else room

    def box(self, key: ItemKey) -> tuple[float, float, float, float]:
        """x, y, width and height of an item; a door's and a seat's are about its middle. Raises `IndexError`."""
        match self.thing(key):
            case Door():
                return (*self.door_place(key.room)[:2], 0.0, 0.0)
            case Seat(x=x, y=y):
                return x, y, 0.0, 0.0
            case Ring(x=x, y=y, across=across, down=down):
                return x - across, y - down, 2 * across, 2 * down
            case thing:
                return thing.x, thing.y, thing.width, thing.height

    def door_place(self, number: int) -> tuple[float, float, Opening | None]:
        """The middle of a door, and where it is; half way between its rooms where it is on no wall."""
        door = self.doors[number]
        names = door.between or (door.room,)
        rooms = [room for room in self.rooms if room.id in names]
        if {room.id for room in rooms} == set(names) and (found := opening(door, self.rooms, self.door_width)):
            return found.x, found.y, found
        middles = [(room.x + room.width / 2, room.y + room.height / 2) for room in rooms] or [(0.0, 0.0)]
        x, y = (sum(values) / len(middles) for values in zip(*middles, strict=True))
        return x, y, None

    def plan(self, plan_id: str = "") -> Plan:
        """The plan, its upper left corner at the origin. Raises `ValidationError`."""
        left, top = min(room.x for room in self.rooms), min(room.y for room in self.rooms)
        rooms = [_moved_room(room, -left, -top) for room in self.rooms] if left or top else self.rooms
        return Plan.model_validate(
            {
                "id": plan_id or self.id,
                "name": self.name,
                "name_de": self.name_de,
                "width": max(room.right for room in rooms),
                "height": max(room.bottom for room in rooms),
                "door_width": self.door_width,
                "rooms": [room.model_dump() for room in rooms],
                "doors": [door.model_dump() for door in self.doors],
            }
        )

    def fault(self) -> Fault | None:
        """What is wrong with it first; None for a plan that can be lived in."""
        try:
            self.plan()
        except ValidationError as error:
            return fault_of(error)
        return None

    # Changing what there is -----------------------------------------------------------------------------------------

    def moved(self, key: ItemKey, dx: float, dy: float) -> Draft:
        """The item elsewhere; a room takes along what is in it, a door stays on the walls."""
        if key.kind == ROOM:
            return self._put(key, _moved_room(self.rooms[key.room], dx, dy))
        x, y, width, height = self.box(key)
        return self.boxed(key, x + dx, y + dy, width, height)

    def boxed(self, key: ItemKey, x: float, y: float, width: float, height: float) -> Draft:
        """The item with another rectangle, a door on the wall nearest to it; what is in a room stays where it is."""
        if key.kind == DOOR:
            door = nearest_door(self.rooms, (x, y), math.inf)
            return self._put(key, door) if door else self
        if key.kind == SEAT:
            return self._set(key, x=_tidy(x), y=_tidy(y))
        least = SMALLEST_ROOM if key.kind == ROOM else SMALLEST
        x, y, width, height = _tidy(x), _tidy(y), max(least, _tidy(width)), max(least, _tidy(height))
        if key.kind == RING:
            return self._put(key, _ring(x + width / 2, y + height / 2, width / 2, height / 2))
        return self._set(key, x=x, y=y, width=width, height=height)

    def settled(self, key: ItemKey) -> tuple[Draft, ItemKey]:
        """A seat or piece of furniture that was dragged into another room belongs to that room."""
        if key.kind not in PARTS:
            return self, key
        x, y, width, height = self.box(key)
        middle = x + width / 2, y + height / 2
        there = next((i for i, room in enumerate(self.rooms) if room.holds(middle)), key.room)
        return (self, key) if there == key.room else self.without(key)._with(key.kind, there, self.thing(key))

    def changed(self, key: ItemKey, field: str, value: object) -> Draft:
        """The item with another value in one of its fields; doors follow a room's id."""
        if key == WHOLE:
            return replace(self, **cast(dict[str, Any], {field: value}))
        if key.kind != DOOR and field in {"x", "y", "width", "height"}:
            box = dict(zip(("x", "y", "width", "height"), self.box(key), strict=True))
            return self.boxed(key, **box | {field: float(cast(float, value))})
        after = self._set(key, **{field: value})
        if key.kind != ROOM or field != "id":
            return after
        before = self.rooms[key.room].id
        return replace(after, doors=tuple(_renamed(door, before, str(value)) for door in self.doors))

    def without(self, key: ItemKey) -> Draft:
        """All but the item; with a room go its doors. The last room stays."""
        if key.kind != ROOM:
            return self._put(key)
        if len(self.rooms) == 1:
            return self
        gone = self.rooms[key.room].id
        doors = tuple(door for door in self.doors if gone not in (door.between or (door.room,)))
        return replace(self._put(key), doors=doors)

    # Adding ---------------------------------------------------------------------------------------------------------

    def with_room(self, beside: int | None, name: str) -> tuple[Draft, ItemKey]:
        """A new room wall to wall with another (or at the plan's east side), with a door to it."""
        east = max(range(len(self.rooms)), key=lambda i: self.rooms[i].right)
        used, count = {room.id for room in self.rooms}, len(self.rooms) + 1
        while (room_id := f"room-{count}") in used:
            count += 1
        for base in (self.rooms[east if beside is None else beside], self.rooms[east]):
            width, height = 20.0, min(max(base.height, 10.0), 16.0)
            for x, y in ((base.right, base.y), (base.x, base.bottom), (base.x - width, base.y),
                         (base.x, base.y - height)):  # fmt: skip
                room = Room(id=room_id, name=f"{name} {count}", x=x, y=y, width=width, height=height)
                if not any(room.overlaps(other) for other in self.rooms):
                    doors = (*self.doors, Door(between=(base.id, room_id)))
                    return replace(self, rooms=(*self.rooms, room), doors=doors), ItemKey(ROOM, len(self.rooms))
        raise AssertionError("to the east of the easternmost room there is always space")

    def with_seat(self, room: int) -> tuple[Draft, ItemKey]:
        """A new seat where there is space."""
        where = self.rooms[room]
        x, y = standing_places(where, 1, [(seat.x, seat.y) for seat in where.seats])[0]
        return self._with(SEAT, room, Seat(x=snapped(x), y=snapped(y)))

    def with_thing(self, room: int, what: str) -> tuple[Draft, ItemKey]:
        """New furniture where there is space."""
        where = self.rooms[room]
        width, height = min(SIZES[what][0], where.width - 1), min(SIZES[what][1], where.height - 1)
        x, y = _free_corner(where, width, height)
        thing = Furniture(x=x, y=y, width=width, height=height, what=cast(What, what))
        return self._with(FURNITURE, room, _copy(thing, kind="ellipse") if what in ROUND else thing)

    def with_ring(self, room: int) -> tuple[Draft, ItemKey]:
        """People sit around the room's table, or its middle."""
        where, key = self.rooms[room], ItemKey(RING, room)
        x, y, across, down = where.x + where.width / 2, where.y + where.height / 2, where.width / 4, where.height / 4
        tables = [thing for thing in where.furniture if thing.what == "table"]
        if table := max(tables, key=lambda thing: thing.width * thing.height, default=None):
            x, y = table.x + table.width / 2, table.y + table.height / 2
            across, down = table.width / 2 + 2.5, table.height / 2 + 2.5
        across = max(SMALLEST, min(across, x - where.x, where.right - x))
        down = max(SMALLEST, min(down, y - where.y, where.bottom - y))
        return self._put(key, _ring(x, y, across, down)), key

    def with_door(self, room: int) -> tuple[Draft, ItemKey]:
        """A new door of a room: to a neighbour that it has none to yet, else to the outside."""
        here, key = self.rooms[room], ItemKey(DOOR, len(self.doors))
        joined = {name for door in self.doors if door.between and here.id in door.between for name in door.between}
        for other in self.rooms:
            if other.id not in joined and other.id != here.id:
                door = Door(between=(here.id, other.id))
                if opening(door, self.rooms, self.door_width):
                    return self._put(key, door), key
        return self._put(key, Door(room=here.id, wall="south")), key

    # Parts ----------------------------------------------------------------------------------------------------------

    def _put(self, key: ItemKey, *things: Thing) -> Draft:
        """The draft with these in the item's place: one instead of it or behind the last, none to take it out."""
        if key.kind == DOOR:
            return replace(self, doors=_spliced(self.doors, key.room, cast(tuple[Door, ...], things)))
        if key.kind == ROOM:
            return replace(self, rooms=_spliced(self.rooms, key.room, cast(tuple[Room, ...], things)))
        if key.kind == RING:
            return self._set(ItemKey(ROOM, key.room), ring=next(iter(things), None))
        part = PARTS[key.kind]
        after = _spliced(getattr(self.rooms[key.room], part), key.number, things)
        return self._set(ItemKey(ROOM, key.room), **{part: after})

    def _set(self, key: ItemKey, **values: object) -> Draft:
        return self._put(key, _copy(self.thing(key), **values))

    def _with(self, kind: str, room: int, thing: Thing) -> tuple[Draft, ItemKey]:
        """The draft with one more in a room; a seat gets a number that is free there."""
        there = getattr(self.rooms[room], PARTS[kind])
        if isinstance(thing, Seat):
            used = {each.id for each in there}
            if not thing.id or thing.id in used:
                thing = _copy(thing, id=next(str(i) for i in range(1, len(used) + 2) if str(i) not in used))
        key = ItemKey(kind, room, len(there))
        return self._put(key, thing), key


def draft_of(plan: Plan) -> Draft:
    """The plan as a draft."""
    return Draft(plan.id, plan.name, plan.name_de, plan.door_width, plan.rooms, plan.doors)


def snapped(value: float) -> float:
    """The nearest place on the grid."""
    return round(value / GRID) * GRID


def fault_of(error: ValidationError) -> Fault:
    """The first fault of a plan's validation."""
    first = error.errors(include_url=False)[0]
    raised = first.get("ctx", {}).get("error")
    if isinstance(raised, PlanFault):
        sentence = f"{raised}"
        return Fault(f"{sentence[0].upper()}{sentence[1:]}.", ItemKey(*raised.at))
    place: Sequence[int | str] = first["loc"]
    told = f"{first['msg'].removeprefix('Value error, ').rstrip('.')}."
    if not place:
        return Fault(told)
    numbers, at = [part for part in place if isinstance(part, int)], WHOLE
    if place[0] == "doors" and numbers:
        at = ItemKey(DOOR, numbers[0])
    elif place[0] == "rooms" and numbers:
        inside = [ItemKey(kind, *numbers[:2]) for kind, part in PARTS.items() if part in place and len(numbers) > 1]
        at = next(iter(inside), ItemKey(RING if "ring" in place else ROOM, numbers[0]))
    return Fault(f"'{place[-1]}': {told}", at)


def _copy(thing: D, **values: object) -> D:
    # Without validation: while it is edited, it may be wrong.
    return thing.model_copy(update=values)


def _spliced(rows: tuple[T, ...], number: int, things: tuple[T, ...]) -> tuple[T, ...]:
    return (*rows[:number], *things, *rows[number + 1 :])


def _tidy(value: float) -> float:
    return round(value, 3)


def _ring(x: float, y: float, across: float, down: float) -> Ring:
    return Ring.model_construct(x=_tidy(x), y=_tidy(y), across=_tidy(across), down=_tidy(down))


def _renamed(door: Door, before: str, after: str) -> Door:
    if door.between:
        return _copy(door, between=tuple(after if name == before else name for name in door.between))
    return _copy(door, room=after) if door.room == before else door


def _free_corner(room: Room, width: float, height: float) -> Point:
    """Where such a thing covers no seat, and if it can be, stands clear of everything; as near the middle as can be."""
    middle = room.x + (room.width - width) / 2, room.y + (room.height - height) / 2
    across, down = int(room.width - width) + 1, int(room.height - height) + 1
    corners = [(room.x + i, room.y + j) for i in range(across) for j in range(down)]
    corners.sort(key=lambda corner: math.dist(corner, middle))
    others = [QRectF(each.x, each.y, each.width, each.height) for each in room.furniture]
    for clear in (1.0, 0.0):
        for x, y in corners:
            thing = Furniture(x=x, y=y, width=width, height=height)
            around = QRectF(x, y, width, height).adjusted(-APART, -APART, APART, APART)
            covers = any(thing.holds((seat.x, seat.y), SEATED * clear) for seat in room.seats)
            if not covers and not (clear and any(around.intersects(other) for other in others)):
                return x, y
    return corners[0]


def _moved_room(room: Room, dx: float, dy: float) -> Room:
    def moved(thing: D) -> D:
        place: Any = thing
        return _copy(thing, x=_tidy(place.x + dx), y=_tidy(place.y + dy))

    parts = {part: tuple(map(moved, getattr(room, part))) for part in PARTS.values()}
    return _copy(moved(room), ring=moved(room.ring) if room.ring else None, **parts)
