"""What a floor plan is drawn of: rooms, doors, seats and furniture, in plan units."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from parley.core.base.definition import Definition
from parley.core.base.sums import sum_all

Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=40)]
Point = tuple[float, float]
Coordinate = Annotated[float, Field(ge=-20_000, le=20_000)]
"""In plan units; a plan reaches to 10,000 at most."""
Side = Literal["north", "east", "south", "west"]
What = Literal["desk", "table", "sofa", "shelf", "counter", "plant", "screen"]

NEAR = 1e-6
"""Coordinates that differ by less are the same: people write decimals."""

REACH = 4.6
"""How far apart, in plan units, the middles of two people are who stand at ease."""


class Seat(Definition):
    """A place to sit. `facing` is where the person looks; `id` is its number in the room where none is given."""

    x: Coordinate
    y: Coordinate
    facing: Side = "north"
    id: str = Field("", pattern=r"^[a-z0-9_-]*$", max_length=40)


class Furniture(Definition):
    """A thing that people walk around: its rectangle, or the ellipse within it."""

    x: Coordinate
    y: Coordinate
    width: float = Field(gt=0, le=20_000)
    height: float = Field(gt=0, le=20_000)
    kind: Literal["rectangle", "ellipse"] = "rectangle"
    what: What = "desk"

    def does_block(self, start: Point, end: Point) -> bool:
        """Return whether a straight way from `start` to `end` leads through it; to touch its edge is allowed."""
        low, high = 0.0, 1.0  # the part of the way that is between both pairs of its sides
        for here, there, least, size in (
            (start[0], end[0], self.x, self.width),
            (start[1], end[1], self.y, self.height),
        ):
            way = there - here
            if abs(way) < NEAR:  # along the sides: there is nothing to divide by
                if not least + NEAR < here < least + size - NEAR:
                    return False
                continue
            enter, leave = sorted(((least - here) / way, (least + size - here) / way))
            low, high = max(low, enter), min(high, leave)
        return high - low > NEAR

    def has_point(self, point: Point, margin: float = 0.0) -> bool:
        """Return whether `point` is on it, or nearer to it than `margin`."""
        return (
            self.x - margin < point[0] < self.x + self.width + margin
            and self.y - margin < point[1] < self.y + self.height + margin
        )


class Ring(Definition):
    """Where people sit around a table: an ellipse about (x, y) with its half axes."""

    x: Coordinate
    y: Coordinate
    across: float = Field(gt=0, le=20_000, description="Half its width.")
    down: float = Field(gt=0, le=20_000, description="Half its height.")

    @property
    def capacity(self) -> int:
        """How many sit at ease around it."""
        return max(1, int(self._compute_length() / REACH))

    def points(self, count: int) -> tuple[Point, ...]:
        """Return `count` places at even distances, from the top on, clockwise."""
        walked, whole = 0.0, self._compute_length()  # by length: at even angles the ends of a long table are crowded
        found: list[Point] = []
        for before, after in pairwise(_walk_ellipse(self.x, self.y, self.across, self.down)):
            if len(found) * whole / count <= walked + NEAR and len(found) < count:
                found.append((round(before[0], 2), round(before[1], 2)))
            walked += math.dist(before, after)
        return tuple(found)

    def _compute_length(self) -> float:
        around = _walk_ellipse(self.x, self.y, self.across, self.down)  # there is no formula for an ellipse's length
        return sum_all(math.dist(before, after) for before, after in pairwise(around))


@lru_cache(maxsize=64)
def _walk_ellipse(x: float, y: float, across: float, down: float) -> tuple[Point, ...]:
    """Walk once around an ellipse, in 360 steps."""
    # A touch left of the top, so that nobody sits right below the room's name and two sit side by side.
    angles = (math.tau * step / 360 - math.pi * 0.62 for step in range(361))
    return tuple((x + across * math.cos(angle), y + down * math.sin(angle)) for angle in angles)


class Room(Definition):
    """A rectangle with a name. A corridor is for walking: nobody works there."""

    id: Id
    name: str = Field(min_length=1, max_length=60)
    name_de: str = Field("", max_length=60)
    x: Coordinate
    y: Coordinate
    width: float = Field(gt=0, le=20_000)
    height: float = Field(gt=0, le=20_000)
    corridor: bool = False
    ring: Ring | None = Field(None, description="Where a talk sits around the table.")
    seats: tuple[Seat, ...] = ()
    furniture: tuple[Furniture, ...] = ()

    @model_validator(mode="after")
    def _number_seats(self) -> Self:
        # Frozen for everybody else: the numbers are filled in while it is made.
        numbered = tuple(
            seat if seat.id else seat.model_copy(update={"id": str(i)}) for i, seat in enumerate(self.seats, 1)
        )
        object.__setattr__(self, "seats", numbered)
        return self

    def title(self, language: str) -> str:
        """Return its name in `language`."""
        return self.name_de if language == "de" and self.name_de else self.name

    @property
    def right(self) -> float:
        """The x of its east wall."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of its south wall."""
        return self.y + self.height

    @property
    def middle(self) -> Point:
        """Where a talk gathers: the table's middle, else its own."""
        if self.ring:
            return self.ring.x, self.ring.y
        return self.x + self.width / 2, self.y + self.height / 2

    def has_point(self, point: Point, margin: float = 0.0) -> bool:
        """Return whether `point` is inside, and at least `margin` from the walls."""
        return (
            self.x + margin - NEAR <= point[0] <= self.right - margin + NEAR
            and self.y + margin - NEAR <= point[1] <= self.bottom - margin + NEAR
        )

    def does_overlap(self, other: Room) -> bool:
        """Return whether the two share floor; a common wall is none."""
        return (
            self.x + NEAR < other.right
            and other.x + NEAR < self.right
            and self.y + NEAR < other.bottom
            and other.y + NEAR < self.bottom
        )

    def shared_wall(self, other: Room) -> tuple[Point, Point] | None:
        """Return the longest wall that the two have in common, as its two ends."""
        best: tuple[Point, Point] | None = None
        for mine, its in ((self.right, other.x), (self.x, other.right)):
            low, high = max(self.y, other.y), min(self.bottom, other.bottom)
            if abs(mine - its) < NEAR and high - low > NEAR:
                best = (mine, low), (mine, high)
        for mine, its in ((self.bottom, other.y), (self.y, other.bottom)):
            low, high = max(self.x, other.x), min(self.right, other.right)
            if abs(mine - its) < NEAR and high - low > NEAR:
                best = (low, mine), (high, mine)
        return best

    def get_wall(self, side: Side) -> tuple[Point, Point]:
        """Return one of its walls, as its two ends."""
        left, top, right, bottom = self.x, self.y, self.right, self.bottom
        return {
            "north": ((left, top), (right, top)),
            "south": ((left, bottom), (right, bottom)),
            "west": ((left, top), (left, bottom)),
            "east": ((right, top), (right, bottom)),
        }[side]


class Door(Definition):
    """A gap in a wall: between two rooms, or in one wall of a room. `at` is how far along the wall, 0 to 1."""

    between: tuple[Id, Id] | None = None
    room: str = ""
    wall: Side | None = None
    at: float = Field(0.5, ge=0.0, le=1.0)

    @model_validator(mode="after")
    def _check_door_location(self) -> Self:
        if (self.between is None) == (not self.room or self.wall is None):
            raise ValueError("a door is either 'between' two rooms or in one 'wall' of a 'room'")
        return self

    @property
    def label(self) -> str:
        """How a sentence names it."""
        if self.between:
            return f"the door between '{self.between[0]}' and '{self.between[1]}'"
        return f"the door in the {self.wall} wall of '{self.room}'"


class Opening(Definition):
    """A door where it really is: its middle, how its wall runs, and the rooms it joins (one: it leads outside)."""

    x: Coordinate
    y: Coordinate
    horizontal: bool
    rooms: tuple[str, ...]

    @property
    def point(self) -> Point:
        """Its middle."""
        return self.x, self.y


def fit_door(ends: tuple[Point, Point], at: float, width: float) -> Point | None:
    """Return the middle of a door `at` a part of the wall, moved so that the whole door fits; None where it cannot."""
    (x, y), (right, bottom) = ends
    length = (right - x) + (bottom - y)
    if length + NEAR < width:
        return None
    along = min(max(at * length, width / 2), length - width / 2)
    return (x + along, y) if right - x > NEAR else (x, y + along)


def find_opening(door: Door, rooms: Sequence[Room], width: float) -> Opening | None:
    """Return where the door is; None where the rooms have no such wall, or too little of it. Raises KeyError for a
    room.
    """
    by_id = {room.id: room for room in rooms}
    if door.between:
        first, second = by_id[door.between[0]], by_id[door.between[1]]
        ends = first.shared_wall(second)
        joined: tuple[str, ...] = (first.id, second.id)
    else:
        first = by_id[door.room]
        ends = first.get_wall(door.wall or "north")
        joined = (first.id,)
    middle = fit_door(ends, door.at, width) if ends else None
    if ends is None or middle is None:
        return None
    horizontal = abs(ends[0][1] - ends[1][1]) < NEAR
    if not door.between:
        beyond = [
            room.id for room in rooms if room.id != first.id and _does_touch_wall(room, middle, horizontal, width)
        ]
        joined = (first.id, *beyond[:1])  # a door at a corner might touch two
    return Opening(x=middle[0], y=middle[1], horizontal=horizontal, rooms=joined)


def _does_touch_wall(room: Room, middle: Point, horizontal: bool, width: float) -> bool:
    half = width / 2
    ends = (
        ((middle[0] - half, middle[1]), (middle[0] + half, middle[1]))
        if horizontal
        else ((middle[0], middle[1] - half), (middle[0], middle[1] + half))
    )
    return all(room.has_point(end) for end in ends)
