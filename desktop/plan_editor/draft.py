"""A floor plan while it is edited: it may be wrong. Every edit gives another draft and leaves this one as it was."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast, get_args

from pydantic import ValidationError

from core.base.definition import D
from core.office.places import standing_places
from core.office.plan import Plan
from core.office.shapes import Door, Furniture, Opening, Point, Ring, Room, Seat, What, opening
from core.office.walls import nearest_door
from desktop.plan_editor.faults import Fault, fault_of
from desktop.plan_editor.figures import DOOR, FURNITURE, RING, ROOM, SEAT, WHOLE, ItemKey

T = TypeVar("T")

GRID = 0.5
"""Plan units that everything is moved by."""

SMALLEST = 0.5
"""How small something may be made; rooms stay larger."""

SMALLEST_ROOM = 4.0

SEATED, APART = 1.8, 0.5
"""How far new furniture keeps from seats and from other furniture, while there is space."""

SIZES: dict[str, tuple[float, float]] = {
    "desk": (6.5, 3.0), "table": (8.0, 5.0), "sofa": (8.0, 3.0), "shelf": (2.0, 7.0), "counter": (8.0, 2.5),
    "plant": (2.5, 2.5), "screen": (1.0, 6.0),
}  # fmt: skip
"""Width and height of new furniture."""

ROUND = frozenset({"plant", "table"})


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

    def box(self, key: ItemKey) -> tuple[float, float, float, float]:
        """x, y, width and height of an item; a door's and a seat's are about its middle. Raises `IndexError`."""
        if key.kind == DOOR:
            x, y, _ = self.door_place(key.room)
            return x, y, 0.0, 0.0
        room = self.rooms[key.room]
        if key.kind == SEAT:
            seat = room.seats[key.number]
            return seat.x, seat.y, 0.0, 0.0
        if key.kind == RING and room.ring:
            ring = room.ring
            return ring.x - ring.across, ring.y - ring.down, 2 * ring.across, 2 * ring.down
        thing = room.furniture[key.number] if key.kind == FURNITURE else room
        return thing.x, thing.y, thing.width, thing.height

    def opening(self, number: int) -> Opening | None:
        """Where a door is; None where it is on no wall."""
        door = self.doors[number]
        known = {room.id for room in self.rooms}
        if any(name not in known for name in door.between or (door.room,)):
            return None
        return opening(door, self.rooms, self.door_width)

    def door_place(self, number: int) -> tuple[float, float, Opening | None]:
        """The middle of a door; of one that is adrift, half way between its rooms."""
        if found := self.opening(number):
            return found.x, found.y, found
        door = self.doors[number]
        names = door.between or (door.room,)
        middles = [(room.x + room.width / 2, room.y + room.height / 2) for room in self.rooms if room.id in names]
        middles = middles or [(0.0, 0.0)]
        x, y = (sum(values) / len(middles) for values in zip(*middles, strict=True))
        return x, y, None

    def room_at(self, point: Point) -> int | None:
        """The number of the room that holds a point."""
        return next((i for i, room in enumerate(self.rooms) if room.holds(point)), None)

    def plan(self, plan_id: str = "") -> Plan:
        """The plan, its upper left corner at the origin. Raises `ValidationError`."""
        left, top = min(room.x for room in self.rooms), min(room.y for room in self.rooms)
        rooms = [_moved_room(room, -left, -top) for room in self.rooms] if left or top else list(self.rooms)
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
        if key.kind == DOOR:
            x, y, _, _ = self.box(key)
            return self.door_at(key.room, (x + dx, y + dy))
        if key.kind == ROOM:
            return self._with_room(key.room, lambda room: _moved_room(room, dx, dy))
        if key.kind == SEAT:
            return self._with_seat(key, lambda seat: _copy(seat, x=_tidy(seat.x + dx), y=_tidy(seat.y + dy)))
        x, y, width, height = self.box(key)
        return self.boxed(key, x + dx, y + dy, width, height)

    def boxed(self, key: ItemKey, x: float, y: float, width: float, height: float) -> Draft:
        """The item with another rectangle; what is in a room stays where it is."""
        least = SMALLEST_ROOM if key.kind == ROOM else SMALLEST
        x, y, width, height = _tidy(x), _tidy(y), max(least, _tidy(width)), max(least, _tidy(height))
        if key.kind == SEAT:
            return self._with_seat(key, lambda seat: _copy(seat, x=x, y=y))
        if key.kind == DOOR:
            return self.door_at(key.room, (x, y))
        if key.kind == FURNITURE:
            return self._with_thing(key, lambda thing: _copy(thing, x=x, y=y, width=width, height=height))
        if key.kind == RING:
            ring = Ring.model_construct(
                x=_tidy(x + width / 2), y=_tidy(y + height / 2), across=_tidy(width / 2), down=_tidy(height / 2)
            )
            return self._with_room(key.room, lambda room: _copy(room, ring=ring))
        return self._with_room(key.room, lambda room: _copy(room, x=x, y=y, width=width, height=height))

    def door_at(self, number: int, point: Point) -> Draft:
        """The door on the wall nearest to a point."""
        place = nearest_door(self.rooms, point, math.inf)
        if place is None:
            return self
        doors = list(self.doors)
        doors[number] = place
        return replace(self, doors=tuple(doors))

    def settled(self, key: ItemKey) -> tuple[Draft, ItemKey]:
        """A seat or piece of furniture that was dragged into another room belongs to that room."""
        if key.kind not in {SEAT, FURNITURE}:
            return self, key
        x, y, width, height = self.box(key)
        there = self.room_at((x + width / 2, y + height / 2))
        if there is None or there == key.room:
            return self, key
        room = self.rooms[key.room]
        if key.kind == SEAT:
            return self.without(key)._with_seat_in(there, room.seats[key.number])
        return self.without(key)._with_thing_in(there, room.furniture[key.number])

    def changed(self, key: ItemKey, field: str, value: object) -> Draft:
        """The item with another value in one of its fields; doors follow a room's id."""
        if key == WHOLE:
            return replace(self, **cast(dict[str, Any], {field: value}))
        if key.kind in {ROOM, SEAT, FURNITURE, RING} and field in {"x", "y", "width", "height"}:
            x, y, width, height = self.box(key)
            box = {"x": x, "y": y, "width": width, "height": height} | {field: float(cast(float, value))}
            return self.boxed(key, **box)
        if key.kind == DOOR:
            doors = list(self.doors)
            doors[key.room] = _copy(doors[key.room], **{field: value})
            return replace(self, doors=tuple(doors))
        if key.kind == SEAT:
            return self._with_seat(key, lambda seat: _copy(seat, **{field: value}))
        if key.kind == FURNITURE:
            return self._with_thing(key, lambda thing: _copy(thing, **{field: value}))
        before = self.rooms[key.room].id
        changed = self._with_room(key.room, lambda room: _copy(room, **{field: value}))
        return changed._renamed(before, str(value)) if field == "id" else changed

    def _renamed(self, before: str, after: str) -> Draft:
        def follow(door: Door) -> Door:
            if door.between:
                return _copy(door, between=tuple(after if name == before else name for name in door.between))
            return _copy(door, room=after) if door.room == before else door

        return replace(self, doors=tuple(follow(door) for door in self.doors))

    def without(self, key: ItemKey) -> Draft:
        """All but the item; with a room go its doors. The last room stays."""
        if key.kind == DOOR:
            return replace(self, doors=_cut(self.doors, key.room))
        if key.kind == SEAT:
            return self._with_room(key.room, lambda room: _copy(room, seats=_cut(room.seats, key.number)))
        if key.kind == FURNITURE:
            return self._with_room(key.room, lambda room: _copy(room, furniture=_cut(room.furniture, key.number)))
        if key.kind == RING:
            return self._with_room(key.room, lambda room: _copy(room, ring=None))
        if key.kind != ROOM or len(self.rooms) == 1:
            return self
        gone = self.rooms[key.room].id
        doors = tuple(door for door in self.doors if gone not in (door.between or (door.room,)))
        return replace(self, rooms=_cut(self.rooms, key.room), doors=doors)

    # Adding ---------------------------------------------------------------------------------------------------------

    def with_room(self, beside: int | None, name: str) -> tuple[Draft, ItemKey]:
        """A new room wall to wall with another (or at the plan's east side), with a door to it."""
        east = max(range(len(self.rooms)), key=lambda i: self.rooms[i].right)
        for number in dict.fromkeys((east if beside is None else beside, east)):
            for room in self._neighbours(number, name):
                if not any(room.overlaps(other) for other in self.rooms):
                    rooms = (*self.rooms, room)
                    door = Door(between=(self.rooms[number].id, room.id))
                    return replace(self, rooms=rooms, doors=(*self.doors, door)), ItemKey(ROOM, len(rooms) - 1)
        raise AssertionError("to the east of the easternmost room there is always space")

    def _neighbours(self, number: int, name: str) -> list[Room]:
        base = self.rooms[number]
        used = {room.id for room in self.rooms}
        count = len(self.rooms) + 1
        while (room_id := f"room-{count}") in used:
            count += 1
        width, height = 20.0, min(max(base.height, 10.0), 16.0)
        corners = (
            (base.right, base.y),
            (base.x, base.bottom),
            (base.x - width, base.y),
            (base.x, base.y - height),
        )
        return [
            Room(id=room_id, name=f"{name} {count}", x=x, y=y, width=width, height=height)
            for x, y in corners
        ]  # fmt: skip

    def with_seat(self, room: int) -> tuple[Draft, ItemKey]:
        """A new seat where there is space."""
        x, y = self._space(room)
        return self._with_seat_in(room, Seat(x=x, y=y))

    def with_thing(self, room: int, what: str) -> tuple[Draft, ItemKey]:
        """New furniture where there is space."""
        where = self.rooms[room]
        width, height = SIZES[what]
        width, height = min(width, where.width - 1), min(height, where.height - 1)
        x, y = _free_corner(where, width, height)
        thing = Furniture(
            x=x,
            y=y,
            width=width,
            height=height,
            kind="ellipse" if what in ROUND else "rectangle",
            what=cast(What, what) if what in get_args(What) else "desk",
        )
        return self._with_thing_in(room, thing)

    def with_ring(self, room: int) -> tuple[Draft, ItemKey]:
        """People sit around the room's table, or its middle."""
        where = self.rooms[room]
        tables = [thing for thing in where.furniture if thing.what == "table"]
        table = max(tables, key=lambda thing: thing.width * thing.height, default=None)
        x, y = where.x + where.width / 2, where.y + where.height / 2
        across, down = where.width / 4, where.height / 4
        if table:
            x, y = table.x + table.width / 2, table.y + table.height / 2
            across, down = table.width / 2 + 2.5, table.height / 2 + 2.5
        across = max(SMALLEST, min(across, x - where.x, where.right - x))
        down = max(SMALLEST, min(down, y - where.y, where.bottom - y))
        ring = Ring.model_construct(x=_tidy(x), y=_tidy(y), across=_tidy(across), down=_tidy(down))
        return self._with_room(room, lambda each: _copy(each, ring=ring)), ItemKey(RING, room)

    def with_door(self, room: int) -> tuple[Draft, ItemKey]:
        """A new door of a room: to a neighbour that it has none to yet, else to the outside."""
        here = self.rooms[room]
        joined = {name for door in self.doors if door.between and here.id in door.between for name in door.between}
        door = Door(room=here.id, wall="south")
        for other in self.rooms:
            if other.id not in joined and other.id != here.id:
                made = Door(between=(here.id, other.id))
                if opening(made, self.rooms, self.door_width):
                    door = made
                    break
        return replace(self, doors=(*self.doors, door)), ItemKey(DOOR, len(self.doors))

    def _space(self, room: int) -> Point:
        where = self.rooms[room]
        taken = [(seat.x, seat.y) for seat in where.seats]
        x, y = standing_places(where, 1, taken)[0]
        return snapped(x), snapped(y)

    # Parts ----------------------------------------------------------------------------------------------------------

    def _with_room(self, number: int, change: Callable[[Room], Room]) -> Draft:
        rooms = list(self.rooms)
        rooms[number] = change(rooms[number])
        return replace(self, rooms=tuple(rooms))

    def _with_seat(self, key: ItemKey, change: Callable[[Seat], Seat]) -> Draft:
        def seated(room: Room) -> Room:
            seats = list(room.seats)
            seats[key.number] = change(seats[key.number])
            return _copy(room, seats=tuple(seats))

        return self._with_room(key.room, seated)

    def _with_thing(self, key: ItemKey, change: Callable[[Furniture], Furniture]) -> Draft:
        def furnished(room: Room) -> Room:
            things = list(room.furniture)
            things[key.number] = change(things[key.number])
            return _copy(room, furniture=tuple(things))

        return self._with_room(key.room, furnished)

    def _with_seat_in(self, room: int, seat: Seat) -> tuple[Draft, ItemKey]:
        used = {each.id for each in self.rooms[room].seats}
        if not seat.id or seat.id in used:
            free = next(str(i) for i in range(1, len(used) + 2) if str(i) not in used)
            seat = _copy(seat, id=free)
        made = self._with_room(room, lambda each: _copy(each, seats=(*each.seats, seat)))
        return made, ItemKey(SEAT, room, len(made.rooms[room].seats) - 1)

    def _with_thing_in(self, room: int, thing: Furniture) -> tuple[Draft, ItemKey]:
        made = self._with_room(room, lambda each: _copy(each, furniture=(*each.furniture, thing)))
        return made, ItemKey(FURNITURE, room, len(made.rooms[room].furniture) - 1)


def draft_of(plan: Plan) -> Draft:
    """The plan as a draft."""
    return Draft(plan.id, plan.name, plan.name_de, plan.door_width, plan.rooms, plan.doors)


def _copy(thing: D, **values: object) -> D:
    # Without validation: while it is edited, it may be wrong.
    return thing.model_copy(update=values)


def _cut(rows: tuple[T, ...], number: int) -> tuple[T, ...]:
    return rows[:number] + rows[number + 1 :]


def snapped(value: float) -> float:
    """The nearest place on the grid."""
    return round(value / GRID) * GRID


def _tidy(value: float) -> float:
    return round(value, 3)


def _free_corner(room: Room, width: float, height: float) -> Point:
    """Where such a thing covers no seat, and if it can be, stands clear of everything; as near the middle as can be."""
    middle = room.x + (room.width - width) / 2, room.y + (room.height - height) / 2
    across, down = int(room.width - width) + 1, int(room.height - height) + 1
    corners = [(room.x + i, room.y + j) for i in range(across) for j in range(down)]
    corners.sort(key=lambda corner: math.dist(corner, middle))
    for clear in (1.0, 0.0):
        for x, y in corners:
            thing = Furniture(x=x, y=y, width=width, height=height)
            if any(thing.holds((seat.x, seat.y), SEATED * clear) for seat in room.seats):
                continue
            if not clear or not any(_near(thing, other) for other in room.furniture):
                return x, y
    return corners[0]


def _near(one: Furniture, other: Furniture) -> bool:
    return (
        one.x - APART < other.x + other.width
        and other.x < one.x + one.width + APART
        and one.y - APART < other.y + other.height
        and other.y < one.y + one.height + APART
    )


def _moved_room(room: Room, dx: float, dy: float) -> Room:
    ring = room.ring
    return _copy(
        room,
        x=_tidy(room.x + dx),
        y=_tidy(room.y + dy),
        seats=tuple(_copy(seat, x=_tidy(seat.x + dx), y=_tidy(seat.y + dy)) for seat in room.seats),
        furniture=tuple(_copy(thing, x=_tidy(thing.x + dx), y=_tidy(thing.y + dy)) for thing in room.furniture),
        ring=_copy(ring, x=_tidy(ring.x + dx), y=_tidy(ring.y + dy)) if ring else None,
    )
