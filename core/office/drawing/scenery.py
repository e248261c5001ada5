"""What a plan looks like beyond its outlines: walls, windows, floors, chairs and carpets, all derived from the plan, so
that a plan of any age or maker is furnished alike. Plain values in plan units, no Qt."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parley.core.office.plan import Plan
    from parley.core.office.shapes import Furniture, Point, Ring, Room, Seat


NEAR = 1e-6
"""Coordinates that differ by less are the same."""
FACE = 1.9
"""How high the south face of a wall is drawn, and below it its foot."""
FOOT = 0.35
THIN, THICK = 0.7, 1.1
"""The tops of inner and of outer walls."""
REACH = 7.0
"""How far a desk's middle may be from the seat of whoever works at it."""
FINISHES = ("papers", "papers", "art", "art", "code", "code", "buttons", "papers", "write", "write", "plant", "sticky")
"""What lies on desks, one after the other."""
WOODS = ("wood", "oak", "carpet")
"""The floors of rooms with desks, one after the other."""


@dataclass(frozen=True, slots=True)
class Wall:
    """A piece of wall between two doors, along x (`across`) or y, from `start` to `end` at `at`."""

    across: bool
    at: float
    start: float
    end: float
    outer: bool


@dataclass(frozen=True, slots=True)
class Window:
    """A window in an outer wall: its side, its middle along the wall, how wide it is, and the room behind it."""

    side: str
    at: float
    middle: float
    width: float
    room: str


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that stands in a room. `finish` is what tells it from others of its kind; `turned` is where its user
    sits ("south" of a desk that is used from below), `seat` which one it belongs to ("room/seat")."""

    what: str
    x: float
    y: float
    width: float
    height: float
    oval: bool = False
    finish: str = ""
    turned: str = ""
    seat: str = ""

    @property
    def middle(self) -> Point:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Scenery:
    """A furnished plan. `floors` and `lamps` (where the light of a room hangs) are by room, `gaps` the
    middles of the doors in each room's north wall."""

    walls: tuple[Wall, ...]
    windows: tuple[Window, ...]
    floors: Mapping[str, str]
    lamps: Mapping[str, Point]
    gaps: Mapping[str, tuple[float, ...]]
    rugs: tuple[Piece, ...]
    pieces: tuple[Piece, ...]


@lru_cache(maxsize=4)
def get_scenery(plan: Plan) -> Scenery:
    """Return the furnished plan, made once."""
    walls = tuple(_iterate_walls(plan))
    pieces = [piece for room in plan.rooms for piece in _iterate_room_pieces(room)]
    return Scenery(
        walls=walls,
        windows=tuple(_iterate_windows(plan, walls)),
        floors=_choose_floors(plan),
        lamps={room.id: room.middle for room in plan.rooms},
        gaps={room.id: _list_door_gaps(plan, room) for room in plan.rooms},
        rugs=tuple(rug for room in plan.rooms for rug in _iterate_rugs(room)),
        pieces=tuple(_iterate_finished_pieces(pieces)),
    )


def place_chairs(room: Room, people: Sequence[Point] = ()) -> tuple[Point, ...]:
    """Return where the chairs about a room's table stand: under those who sit there, or at even distances."""
    ring = room.ring
    if ring is None:
        return ()
    usual = ring.points(ring.capacity)
    seated = tuple(point for point in people if _is_at_table(ring, point))
    return usual if set(seated) <= set(usual) else seated  # fewer people sit at other points: chairs follow


def _is_at_table(ring: Ring, point: Point) -> bool:
    x, y = (point[0] - ring.x) / ring.across, (point[1] - ring.y) / ring.down
    return abs(math.hypot(x, y) - 1.0) < 0.08


def _iterate_walls(plan: Plan) -> Iterable[Wall]:
    """Yield every wall once, cut at doors: what is wall and what is outer is decided piece by piece."""
    lines: dict[tuple[bool, float], list[tuple[float, float]]] = {}
    for room in plan.rooms:
        for across, at, start, end in (
            (True, room.y, room.x, room.right), (True, room.bottom, room.x, room.right),
            (False, room.x, room.y, room.bottom), (False, room.right, room.y, room.bottom),
        ):  # fmt: skip
            lines.setdefault((across, round(at, 3)), []).append((start, end))  # rounded: two rooms' walls are one key
    for (across, at), spans in sorted(lines.items()):
        doors = [door.x if across else door.y for door in plan.openings
                 if door.horizontal == across and abs((door.y if across else door.x) - at) < 0.01]  # fmt: skip
        ends = sorted({round(end, 3) for span in spans for end in span})
        pieces: list[Wall] = []
        for start, end in itertools.pairwise(ends):
            sides = sum(a - NEAR <= start and end <= b + NEAR for a, b in spans)
            if not sides:
                continue
            outer = sides < 2  # a room on one side alone
            if pieces and pieces[-1].outer == outer and abs(pieces[-1].end - start) < NEAR:
                pieces[-1] = Wall(across, at, pieces[-1].start, end, outer)
            else:
                pieces.append(Wall(across, at, start, end, outer))
        for piece in pieces:
            yield from _cut_wall(piece, doors, plan.door_width / 2)


def _cut_wall(wall: Wall, doors: Sequence[float], half: float) -> Iterable[Wall]:
    start = wall.start
    for door in sorted(door for door in doors if wall.start < door < wall.end):
        if door - half - start > NEAR:
            yield Wall(wall.across, wall.at, start, door - half, wall.outer)
        start = door + half
    if wall.end - start > NEAR:
        yield Wall(wall.across, wall.at, start, wall.end, wall.outer)


def _list_door_gaps(plan: Plan, room: Room) -> tuple[float, ...]:
    return tuple(door.x for door in plan.openings
                 if door.horizontal and abs(door.y - room.y) < 0.01 and room.x < door.x < room.right)  # fmt: skip


def _iterate_windows(plan: Plan, walls: Sequence[Wall]) -> Iterable[Window]:
    for wall in (wall for wall in walls if wall.outer):
        for room in plan.rooms:
            if wall.across and abs(room.y - wall.at) < 0.01:
                start, end = max(wall.start, room.x), min(wall.end, room.right)
                if end - start > 12.0:  # else there is only room for the name
                    # Names stand at the left: windows begin at the right.
                    many = 1 if end - start < 23.0 else min(4, int((end - start) / 11.0))
                    for i in range(many):
                        yield Window("north", wall.at, end - (4.8 if many > 1 else 0.42 * (end - start)) - 5.4 * i,
                                     4.6, room.id)  # fmt: skip
            elif wall.across and abs(room.bottom - wall.at) < 0.01:
                yield from _spread(wall, "south", room, room.x, room.right, 9.0, 4.0)
            elif not wall.across and abs(room.x - wall.at) < 0.01:
                yield from _spread(wall, "west", room, room.y + 3.0, room.bottom, 5.8, 3.6)
            elif not wall.across and abs(room.right - wall.at) < 0.01:
                yield from _spread(wall, "east", room, room.y + 3.0, room.bottom, 5.8, 3.6)


def _spread(wall: Wall, side: str, room: Room, low: float, high: float, each: float, wide: float) -> Iterable[Window]:
    start, end = max(wall.start, low), min(wall.end, high)
    many = int((end - start) / each)
    for i in range(many):
        yield Window(side, wall.at, start + (end - start) * (i + 0.5) / many, wide, room.id)


def _choose_floors(plan: Plan) -> dict[str, str]:
    """Choose by what stands in a room: tiles where there is a counter, felt before a screen; stone in corridors."""
    found: dict[str, str] = {}
    working = 0
    for room in plan.rooms:
        kinds = {thing.what for thing in room.furniture}
        if room.corridor:
            found[room.id] = "stone"
        elif "counter" in kinds:
            found[room.id] = "tile"
        elif "screen" in kinds:
            found[room.id] = "felt"
        elif kinds & {"sofa", "shelf"}:
            found[room.id] = "walnut"
        else:
            found[room.id] = WOODS[working % len(WOODS)]
            working += 1  # only these count, so that the woods alternate
    return found


def _iterate_rugs(room: Room) -> Iterable[Piece]:
    """Yield the rug under a room's table, where there are sofas about it."""
    if room.ring and any(thing.what == "sofa" for thing in room.furniture):
        ring = room.ring
        wide, high = ring.across + 2.8, ring.down + 4.2
        left, top = max(room.x + 1.2, ring.x - wide), max(room.y + FACE + 1.6, ring.y - high)
        right, bottom = min(room.right - 1.2, ring.x + wide), min(room.bottom - 1.2, ring.y + high)
        yield Piece("rug", left, top, right - left, bottom - top)


def _iterate_room_pieces(room: Room) -> Iterable[Piece]:
    for thing in room.furniture:
        yield from _iterate_furniture_pieces(room, thing)
    for seat in room.seats:
        yield Piece("chair", seat.x, seat.y, 0.0, 0.0, turned=seat.facing)
    if room.ring and any(thing.what == "sofa" for thing in room.furniture):
        # Beside a table with sofas stand armchairs, where there is space for them.
        for x, turned in ((room.ring.x - room.ring.across - 3.4, "east"), (room.ring.x + room.ring.across, "west")):
            if room.has_point((x, room.ring.y), 0.6) and room.has_point((x + 3.4, room.ring.y), 0.6):
                yield Piece("armchair", x, room.ring.y - 1.7, 3.4, 3.4, turned=turned)


def _iterate_furniture_pieces(room: Room, thing: Furniture) -> Iterable[Piece]:
    x, y, width, height, oval = thing.x, thing.y, thing.width, thing.height, thing.kind == "ellipse"
    if thing.what == "desk":
        seat = _find_desk_seat(room, thing)
        turned = "" if seat is None else _find_seat_side(thing, seat)
        yield Piece("desk", x, y, width, height, oval, turned=turned, seat=f"{room.id}/{seat.id}" if seat else "")
    elif thing.what == "counter" and width >= 12.0 and y - room.y < 4.5:
        # A long counter at a wall is a kitchen's: it stands against the wall, and its end is a fridge.
        top = room.y + FACE + FOOT + 0.2
        yield Piece("counter", x, top, width - 3.4, height)
        yield Piece("fridge", x + width - 3.0, top - 0.3, 3.0, 2.8)
    else:
        yield Piece(thing.what, x, y, width, height, oval)


def _find_desk_seat(room: Room, desk: Furniture) -> Seat | None:
    x, y = desk.x + desk.width / 2, desk.y + desk.height / 2
    near = [(math.dist((x, y), (seat.x, seat.y)), i) for i, seat in enumerate(room.seats)]  # of equally near the first
    distance, i = min(near, default=(math.inf, 0))
    return room.seats[i] if distance <= REACH else None


def _find_seat_side(desk: Furniture, seat: Seat) -> str:
    dx, dy = seat.x - desk.x - desk.width / 2, seat.y - desk.y - desk.height / 2
    if abs(dy) / desk.height >= abs(dx) / desk.width:  # in parts of the desk: most are wider than high
        return "south" if dy > 0 else "north"
    return "east" if dx > 0 else "west"


def _iterate_finished_pieces(pieces: Sequence[Piece]) -> Iterable[Piece]:
    """Give each desk its own things, and sort the pieces: what is farther south is painted later."""
    finishes = itertools.cycle(FINISHES)
    made = [replace(piece, finish=next(finishes)) if piece.what == "desk" else piece for piece in pieces]
    return sorted(made, key=lambda each: each.y + each.height)
