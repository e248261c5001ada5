"""How near people are to each other, and where they go for a scene.

A spot is a room's id and a seat's, ("tech", "2"); an empty seat is one who stands. A seat's name alone says where it
is, however many sit there, so that a log needs no coordinates.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import combinations

from core.office.paths import Ways, length, ways
from core.office.places import Place, desks, seats_of, standing_places
from core.office.plan import Plan
from core.office.shapes import Point, Room

Spot = tuple[str, str]


class Proximity:
    """The distances of one plan; each is walked once."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._seats = {(place.room, place.seat): place.point for room in plan.rooms for place in seats_of(room)}
        self._known: dict[tuple[Point, Point], float] = {}

    @cached_property
    def _ways(self) -> Ways:
        # Not before somebody asks how far it is: where people are can be known without networkx.
        return ways(self._plan)

    @cached_property
    def farthest(self) -> float:
        """How far apart the middles of the two rooms are that are farthest from each other."""
        middles = [room.middle for room in self._plan.rooms]
        return max((self.between(one, other) for one, other in combinations(middles, 2)), default=0.0)

    def seat(self, spot: Spot) -> Point | None:
        """Where the seat is; None for one who stands, and for a seat that there is not."""
        return self._seats.get(spot)

    def point(self, spot: Spot) -> Point:
        """Where the seat is; for one who stands, and for a seat that the room does not have, the room's middle.

        Raises `UnknownName` for a room.
        """
        return self._seats.get(spot) or self._plan.room(spot[0]).middle

    def between(self, one: Point, other: Point) -> float:
        """How long the way between two points is; the same in both directions."""
        pair = (one, other) if one <= other else (other, one)
        if pair not in self._known:
            self._known[pair] = length(self._ways.walk(*pair))
        return self._known[pair]


@lru_cache(maxsize=8)
def proximity(plan: Plan) -> Proximity:
    """The distances of a plan, made once."""
    return Proximity(plan)


def nearness(plan: Plan, one: Spot, other: Spot) -> float:
    """1 at the same spot, 0 as far apart as the two rooms that are farthest from each other."""
    known = proximity(plan)
    if not known.farthest:
        return 1.0
    way = known.between(known.point(one), known.point(other))
    return max(0.0, 1.0 - way / known.farthest)


def gather(
    plan: Plan, room: str, members: Sequence[str], desks: Mapping[str, str], taken: Collection[str] = ()
) -> dict[str, Spot]:
    """A spot in the room for each of `members`, in their order.

    `desks` is everybody's own place ("tech/2"): who works in the room sits there, and nobody else does. `taken` are
    seats on which others sit already. Where all seats are gone, people stand. Raises `UnknownName` for a room.
    """
    where = plan.room(room)
    own = {member: desk.partition("/")[2] for member, desk in desks.items() if desk.partition("/")[0] == room}
    known = {place.seat for place in seats_of(where)}
    kept = {member: own[member] for member in members if own.get(member) in known and own[member] not in taken}
    free = _free(where, {*taken, *own.values()}, len(members) - len(kept))
    return {member: (room, kept[member] if member in kept else next(free, "")) for member in members}


def _free(room: Room, gone: Collection[str], count: int) -> Iterator[str]:
    """Free seats, as far from each other as can be: around the table first."""
    free = [place.seat for place in seats_of(room) if place.seat not in gone]
    ring = [seat for seat in free if seat.startswith("ring-")]
    rest = [seat for seat in free if not seat.startswith("ring-")]
    for seats in (ring or rest, free):
        if 0 < count <= len(seats):
            return iter([seats[i * len(seats) // count] for i in range(count)])
    return iter([*ring, *rest])


def assign_desks(plan: Plan, wanted: Mapping[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """A place of their own for everybody, "room/seat" ("room" for one who stands), and who did not get what they want.

    `wanted` is "room", "room/seat" or nothing; a room alone is content with any seat in it. Always alike.
    """
    found = desks(plan, wanted)
    given = {member: f"{place.room}/{place.seat}" if place.seat else place.room for member, place in found.items()}
    others = tuple(member for member, desk in wanted.items() if not _as_wanted(plan, desk, found[member]))
    return given, others


def _as_wanted(plan: Plan, desk: str, place: Place) -> bool:
    room, _, seat = desk.partition("/")
    if place.room != room:
        return False
    if seat:
        return place.seat == seat
    # Who wants a room without any seat wants to stand in it.
    return bool(place.seat) or not seats_of(plan.room(room))


def points(plan: Plan, spots: Mapping[str, Spot]) -> dict[str, Point]:
    """Where everybody is: on their seats, or standing about the room, nobody upon another.

    The same spots in the same order give the same points. What the plan does not have counts as its fallback room.
    """
    known = proximity(plan)
    found: dict[str, Point] = {}
    standing: dict[str, list[str]] = {}
    sat: set[Point] = set()
    for member, (room, seat) in spots.items():
        where = plan.room_for(room)
        point = known.seat((where.id, seat))
        if point is None or point in sat:
            standing.setdefault(where.id, []).append(member)
        else:
            found[member] = point
            sat.add(point)
    for room, members in standing.items():
        where = plan.room(room)
        here = [point for point in sat if where.holds(point)]
        found.update(zip(members, standing_places(where, len(members), sorted(here)), strict=True))
    return {member: found[member] for member in spots}
