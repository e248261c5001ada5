"""Where people are: at their desks, around the table, or standing where a room is full."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from parley.core.base.definition import Definition
from parley.core.office.plan import Plan
from parley.core.office.shapes import REACH, Point, Room, Seat

WALL = 2.2
"""How near to a wall a standing person's middle may be, in plan units."""

TIGHT = 0.85
"""How close people may stand beside others' seats, as a part of what they had if nobody sat."""
NAME = 2.4
"""What is left free for the room's name along its north wall, in plan units, while there is space."""


class Place(Definition):
    """A spot in a room. `seat` is empty for one who stands."""

    room: str
    x: float
    y: float
    seat: str = ""

    @property
    def point(self) -> Point:
        """Its coordinates."""
        return self.x, self.y


def get_seats_of(room: Room) -> tuple[Place, ...]:
    """Return the seats drawn in the plan, then those around its table."""
    own = tuple(_build_seat_place(room, seat) for seat in room.seats)
    if not room.ring:
        return own
    around = room.ring.points(room.ring.capacity)
    return own + tuple(Place(room=room.id, x=x, y=y, seat=f"ring-{i}") for i, (x, y) in enumerate(around, 1))


def find_desks(plan: Plan, wanted: Mapping[str, str]) -> dict[str, Place]:
    """Return a place to work for everybody, nobody on another's: first the desks that are named, then the free ones."""
    found: dict[str, Place] = {}
    taken: set[tuple[str, str]] = set()
    standing: dict[str, list[str]] = {}
    # Who names a seat that is there comes before who is content with any in its room.
    for member, desk in wanted.items():
        seat = _find_exact_desk(plan, desk)
        if seat and (seat.room, seat.seat) not in taken:
            found[member] = seat
            taken.add((seat.room, seat.seat))
    for member, desk in wanted.items():
        room = plan.by_id.get(desk.partition("/")[0])
        if room is None or member in found:
            continue
        free = [seat for seat in get_seats_of(room) if (room.id, seat.seat) not in taken]
        if free:
            found[member] = free[0]
            taken.add((room.id, free[0].seat))
        else:
            standing.setdefault(room.id, []).append(member)
    free_desks = _find_free_desks(plan, taken)
    rooms = sorted((room for room in plan.rooms if not room.corridor), key=lambda room: room.width * room.height)
    rooms = rooms or list(plan.rooms)  # a plan may be nothing but corridors
    homeless = [
        member for member in wanted if member not in found and wanted[member].partition("/")[0] not in plan.by_id
    ]
    crowd = _assign_rooms(len(homeless) - len(free_desks), rooms)  # those for whom no desk is left
    for member in homeless:
        if free_desks:
            found[member] = free_desks.pop(0)
        else:
            standing.setdefault(next(crowd), []).append(member)
    for room_id, members in standing.items():
        room = plan.room(room_id)
        used = [place.point for place in found.values() if place.room == room_id]
        for member, (x, y) in zip(members, standing_places(room, len(members), used), strict=True):
            found[member] = Place(room=room_id, x=x, y=y)
    return {member: found[member] for member in wanted}  # in the order asked for, which is logged


def find_places_in(room: Room, count: int) -> tuple[Place, ...]:
    """Return places for a talk of `count` in the room: around the table, on its seats, then standing."""
    if count <= 0:
        return ()
    if room.ring and count <= room.ring.capacity:
        return tuple(
            Place(room=room.id, x=x, y=y, seat=f"ring-{i}") for i, (x, y) in enumerate(room.ring.points(count), 1)
        )
    # Where there is a table a talk sits around it: the room's other seats are somebody's desks.
    seats = [seat for seat in get_seats_of(room) if not room.ring or seat.seat.startswith("ring-")]
    if count <= len(seats):
        return tuple(seats[i * len(seats) // count] for i in range(count))  # spread over all of them
    beside, apart = _find_spots(room, count - len(seats), [seat.point for seat in seats])
    everybody, apart_without = _find_spots(room, count, [])
    if apart < TIGHT * apart_without:
        # A crowd that leaves the seats alone stands much less tightly.
        return tuple(Place(room=room.id, x=x, y=y) for x, y in everybody)
    return (*seats, *(Place(room=room.id, x=x, y=y) for x, y in beside))


def standing_places(room: Room, count: int, taken: Sequence[Point]) -> tuple[Point, ...]:
    """Return `count` points in the room, as near to its middle as can be, away from walls, furniture and `taken`.

    They stand at ease if they can; if not closer, then among the furniture, then closer still.
    """
    return _find_spots(room, count, taken)[0]


def _find_spots(room: Room, count: int, taken: Sequence[Point]) -> tuple[tuple[Point, ...], float]:
    if count <= 0:
        return (), REACH
    apart, among = REACH, False
    while True:
        found = _build_point_grid(room, apart, taken, among, count)
        if len(found) >= count:
            return tuple(found[:count]), apart
        if apart < 0.62 * REACH and not among:  # before people stand closer than this, they stand among the furniture
            apart, among = 0.8 * REACH, True
        else:
            apart *= 0.9  # it ends: at some distance there are points enough in any room


def _build_point_grid(room: Room, apart: float, taken: Sequence[Point], among: bool, count: int) -> list[Point]:
    """Return at least `count` free points where there are as many, the nearest to the middle first."""
    wall = min(WALL, apart / 2, room.width / 4, room.height / 4)  # in a closet the whole margin would leave no floor
    # A ring table's middle is full of table: the crowd gathers about the room's own middle.
    focus = (room.x + room.width / 2, room.y + room.height / 2) if not room.ring else room.middle
    name = 0.0 if among else min(NAME, room.height / 4)
    # A hall of a kilometre has millions of points, of which those farther out are never looked at.
    around, whole = apart * (4 + math.sqrt(count)), math.hypot(room.width, room.height)
    while True:
        free = [
            point
            for point in _iterate_grid_points(room, apart, wall, name, focus, around)
            if math.dist(point, focus) <= around
            and (among or not any(thing.has_point(point, min(1.6, apart / 3)) for thing in room.furniture))
            and all(math.dist(point, other) >= apart * 0.92 for other in taken)  # a grid seldom fits the seats exactly
        ]
        if len(free) >= count or around > whole:
            return sorted(free, key=lambda point: (round(math.dist(point, focus), 3), point))  # ties in a fixed order
        around *= 2


def _iterate_grid_points(
    room: Room, apart: float, wall: float, name: float, focus: Point, around: float
) -> Iterator[Point]:
    # A hexagonal grid, centred, so that rows are offset like people in a crowd.
    across, down = room.width - 2 * wall, room.height - 2 * wall - name
    step = apart * math.sqrt(3) / 2
    rows = int(down / step) + 1
    top = room.y + wall + name + (down - (rows - 1) * step) / 2
    for row in _find_lines(rows, top, step, focus[1], around):
        columns = int((across - (apart / 2 if row % 2 else 0)) / apart) + 1
        left = room.x + (room.width - (columns - 1) * apart) / 2
        for column in _find_lines(columns, left, apart, focus[0], around):
            yield round(left + column * apart, 2), round(top + row * step, 2)


def _find_lines(count: int, start: float, step: float, middle: float, around: float) -> range:
    """Return which of `count` lines, `step` apart from `start` on, are not farther than `around` from the middle."""
    first, last = math.floor((middle - around - start) / step), math.ceil((middle + around - start) / step)
    return range(max(0, first), min(count, last + 1))


def _assign_rooms(count: int, rooms: Sequence[Room]) -> Iterator[str]:
    if count <= 0:  # As many in each room as its floor's part of all floors, in the plan's order
        return
    floor = sum(room.width * room.height for room in rooms)
    given, passed = 0, 0.0
    for room in rooms:
        passed += room.width * room.height
        until = round(count * passed / floor)  # of the sum, not room by room: the parts add up to `count`
        yield from [room.id] * (until - given)
        given = until


def _find_free_desks(plan: Plan, taken: set[tuple[str, str]]) -> list[Place]:
    # A desk in every room before the second in any: a small cast is seen all over the house.
    turns: list[tuple[int, int, Place]] = []
    for order, room in enumerate(plan.rooms):
        if not room.corridor:
            free = [_build_seat_place(room, seat) for seat in room.seats if (room.id, seat.id) not in taken]
            turns.extend((nth, order, place) for nth, place in enumerate(free))
    return [place for _, _, place in sorted(turns, key=lambda each: each[:2])]


def _find_exact_desk(plan: Plan, desk: str) -> Place | None:
    room_id, _, seat_id = desk.partition("/")
    room = plan.by_id.get(room_id)
    return next((seat for seat in get_seats_of(room) if seat.seat == seat_id), None) if room else None


def _build_seat_place(room: Room, seat: Seat) -> Place:
    return Place(room=room.id, x=seat.x, y=seat.y, seat=seat.id)
