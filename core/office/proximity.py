"""How near people are to each other, and where they go for a scene.

A spot is a room's id and a seat's, ("tech", "2"); an empty seat is one who stands. A seat's name alone says where it
is, however many sit there, so that a log needs no coordinates.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, pairwise

from parley.core.base.sums import sum_all
from parley.core.office.places import Place, find_desks, get_seats_of, standing_places
from parley.core.office.plan import Plan
from parley.core.office.shapes import Furniture, Opening, Point, Room

STEP = 1.5
"""How far before and behind a door the way runs straight through it, in plan units."""

ROUND = 1.7
"""How far people keep from a table's corner."""


class Ways:
    """The ways of one plan: shortest distances between its doors are found once."""

    def __init__(self, plan: Plan) -> None:
        # networkx costs 0.3 s to import: only when somebody walks.
        import networkx as nx

        self.plan = plan
        self._doors = plan.openings
        self._of_room: dict[str, list[int]] = {room.id: [] for room in plan.rooms}
        # Doors are nodes, straight ways across a room edges: with furniture each edge would need a search of its own.
        graph: nx.Graph[int] = nx.Graph()
        for number, door in enumerate(self._doors):
            graph.add_node(number)
            for room in door.rooms:
                self._of_room[room].append(number)
        for numbers in self._of_room.values():
            for a, b in combinations(numbers, 2):
                graph.add_edge(a, b, weight=math.dist(self._doors[a].point, self._doors[b].point))
        self._between: dict[int, tuple[dict[int, float], dict[int, list[int]]]] = {
            source: (lengths, routes) for source, (lengths, routes) in nx.all_pairs_dijkstra(graph, weight="weight")
        }

    def find_path(self, start: Point, end: Point, *, detours: bool = True) -> tuple[Point, ...]:
        """Return the points of the way from `start` to `end`, both included; empty where there is none.

        Without `detours` it leads straight across each room, furniture or not (much cheaper, for crowds).
        """
        here, there = self.plan.find_room_at(start), self.plan.find_room_at(end)
        if here is None or there is None:
            return ()
        if here.id == there.id:
            return self._find_path_across(here, start, end, detours)
        doors = self._find_doors_between(here.id, there.id, start, end)
        if not doors:
            return ()
        points: list[Point] = []
        room, at = here.id, start
        for number in doors:
            door = self._doors[number]
            before, behind = _compute_door_sides(door, self.plan.by_id[room])  # so nobody cuts a corner of the wall
            points.extend(self._find_path_across(self.plan.by_id[room], at, before, detours))
            points.append(door.point)
            at = behind
            room = next(other for other in door.rooms if other != room)
        points.extend(self._find_path_across(there, at, end, detours))
        return tuple(point for i, point in enumerate(points) if i == 0 or math.dist(point, points[i - 1]) > 1e-3)

    def _find_doors_between(self, here: str, there: str, start: Point, end: Point) -> list[int]:
        best, found = math.inf, []
        for first in self._of_room[here]:
            lengths, routes = self._between[first]
            for last in self._of_room[there]:
                if last not in lengths:
                    continue
                whole = (
                    math.dist(start, self._doors[first].point) + lengths[last] + math.dist(self._doors[last].point, end)
                )
                if whole < best:  # of equal ways the first: the same way every time
                    best, found = whole, routes[last]
        return self._drop_needless_doors(found, here)

    def _drop_needless_doors(self, doors: list[int], room: str) -> list[int]:
        # Doors of one room are all one step apart, so a route may name a door beside the way that it never passes.
        kept: list[int] = []
        for i, number in enumerate(doors):
            beyond = [other for other in self._doors[number].rooms if other != room]
            following = doors[i + 1] if i + 1 < len(doors) else None
            if room in self._doors[number].rooms and beyond:
                if following is not None and beyond[0] not in self._doors[following].rooms:
                    continue
                kept.append(number)
                room = beyond[0]
        return kept

    def _find_path_across(self, room: Room, start: Point, end: Point, detours: bool) -> tuple[Point, ...]:
        if start == end:
            return (start,)
        if not detours:
            return start, end
        # Who sits at a desk or on a sofa gets up first: what holds an end of the way is not in the way.
        things = tuple(thing for thing in room.furniture if not thing.has_point(start) and not thing.has_point(end))
        if _clear(start, end, things):
            return start, end
        return _find_way_around(room, things, start, end)


def _compute_door_sides(door: Opening, room: Room) -> tuple[Point, Point]:
    """Return a step before the door as seen from `room`, and a step behind it."""
    x, y = door.point
    if door.horizontal:
        step = STEP if abs(door.y - room.bottom) < 1e-6 else -STEP
        return (x, y - step), (x, y + step)
    step = STEP if abs(door.x - room.right) < 1e-6 else -STEP
    return (x - step, y), (x + step, y)


def _clear(start: Point, end: Point, things: tuple[Furniture, ...]) -> bool:
    return not any(thing.does_block(start, end) for thing in things)


def _find_way_around(room: Room, things: tuple[Furniture, ...], start: Point, end: Point) -> tuple[Point, ...]:
    """Return the shortest way past the corners of what stands about; straight on where everything is blocked."""
    import networkx as nx

    corners = (
        (x, y)
        for thing in things
        for x in (thing.x - ROUND, thing.x + thing.width + ROUND)
        for y in (thing.y - ROUND, thing.y + thing.height + ROUND)
        if room.has_point((x, y), 0.8) and not any(other.has_point((x, y)) for other in things)
    )
    points: list[Point] = [start, end, *corners]
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(points)))
    for a, b in combinations(range(len(points)), 2):  # each with each: a room has some ten things
        if _clear(points[a], points[b], things):
            graph.add_edge(a, b, weight=math.dist(points[a], points[b]))
    try:
        _, numbers = nx.bidirectional_dijkstra(graph, 0, 1, weight="weight")
    except nx.NetworkXNoPath:
        return start, end  # better through a table than not at all
    return tuple(points[number] for number in numbers)


@lru_cache(maxsize=8)
def get_ways(plan: Plan) -> Ways:
    """Return the ways of a plan, made once."""
    return Ways(plan)


def find_path(plan: Plan, start: Point, end: Point, *, detours: bool = True) -> tuple[Point, ...]:
    """Return the points of the shortest way from `start` to `end`; empty where there is none."""
    return get_ways(plan).find_path(start, end, detours=detours)


def get_length(path: tuple[Point, ...]) -> float:
    """Return how long a way is, in plan units."""
    return sum_all(math.dist(a, b) for a, b in pairwise(path))


Spot = tuple[str, str]


class Proximity:
    """The distances of one plan; each is walked once."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._seats = {(place.room, place.seat): place.point for room in plan.rooms for place in get_seats_of(room)}
        self._known: dict[tuple[Point, Point], float] = {}

    @cached_property
    def _ways(self) -> Ways:
        # Not before somebody asks how far it is: where people are can be known without networkx.
        return get_ways(self._plan)

    @cached_property
    def farthest(self) -> float:
        """How far apart the middles of the two rooms are that are farthest from each other."""
        middles = [room.middle for room in self._plan.rooms]
        return max((self.between(one, other) for one, other in combinations(middles, 2)), default=0.0)

    def seat(self, spot: Spot) -> Point | None:
        """Return where the seat is; None for one who stands, and for a seat that there is not."""
        return self._seats.get(spot)

    def find_point(self, spot: Spot) -> Point:
        """Return where the seat is; for one who stands, and for a seat that the room does not have, the room's middle.

        Raises `UnknownName` for a room.
        """
        return self._seats.get(spot) or self._plan.room(spot[0]).middle

    def between(self, one: Point, other: Point) -> float:
        """Return how long the way between two points is; the same in both directions."""
        pair = (one, other) if one <= other else (other, one)  # summed the other way round, the last digit may differ
        if pair not in self._known:
            self._known[pair] = get_length(self._ways.find_path(*pair))
        return self._known[pair]


@lru_cache(maxsize=8)
def get_proximity(plan: Plan) -> Proximity:
    """Return the distances of a plan, made once."""
    return Proximity(plan)


def score_near(plan: Plan, one: Spot, other: Spot) -> float:
    """Return 1 at the same spot, 0 as far apart as the two rooms that are farthest from each other."""
    known = get_proximity(plan)
    if not known.farthest:
        return 1.0
    way = known.between(known.find_point(one), known.find_point(other))
    return max(0.0, 1.0 - way / known.farthest)


def gather(
    plan: Plan, room: str, members: Sequence[str], desks: Mapping[str, str], taken: Collection[str] = ()
) -> dict[str, Spot]:
    """Return a spot in the room for each of `members`, in their order.

    `desks` is everybody's own place ("tech/2"): who works in the room sits there, and nobody else does. `taken` are
    seats on which others sit already. Where all seats are gone, people stand. Raises `UnknownName` for a room.
    """
    where = plan.room(room)
    own = {member: desk.partition("/")[2] for member, desk in desks.items() if desk.partition("/")[0] == room}
    known = {place.seat for place in get_seats_of(where)}
    kept = {member: own[member] for member in members if own.get(member) in known and own[member] not in taken}
    free = _iterate_free_seats(where, {*taken, *own.values()}, len(members) - len(kept))  # the absent keep their desks
    return {member: (room, kept[member] if member in kept else next(free, "")) for member in members}


def _iterate_free_seats(room: Room, gone: Collection[str], count: int) -> Iterator[str]:
    """Yield free seats, as far from each other as can be: around the table first."""
    free = [place.seat for place in get_seats_of(room) if place.seat not in gone]
    ring = [seat for seat in free if seat.startswith("ring-")]
    rest = [seat for seat in free if not seat.startswith("ring-")]
    for seats in (ring or rest, free):
        if 0 < count <= len(seats):  # the table alone where it has room for all, else anywhere
            return iter([seats[i * len(seats) // count] for i in range(count)])
    return iter([*ring, *rest])


def assign_desks(plan: Plan, wanted: Mapping[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return a place of their own for everybody, "room/seat" ("room" for one who stands), and who did not get what they
    want.

    `wanted` is "room", "room/seat" or nothing; a room alone is content with any seat in it. Always alike.
    """
    found = find_desks(plan, wanted)
    given = {member: f"{place.room}/{place.seat}" if place.seat else place.room for member, place in found.items()}
    others = tuple(member for member, desk in wanted.items() if not _is_wanted_place(plan, desk, found[member]))
    return given, others


def _is_wanted_place(plan: Plan, desk: str, place: Place) -> bool:
    room, _, seat = desk.partition("/")
    if place.room != room:
        return False
    if seat:
        return place.seat == seat
    # Who wants a room without any seat wants to stand in it.
    return bool(place.seat) or not get_seats_of(plan.room(room))


def points(plan: Plan, spots: Mapping[str, Spot]) -> dict[str, Point]:
    """Return where everybody is: on their seats, or standing about the room, nobody upon another.

    The same spots in the same order give the same points. What the plan does not have counts as its fallback room.
    """
    known = get_proximity(plan)
    found: dict[str, Point] = {}
    standing: dict[str, list[str]] = {}
    sat: set[Point] = set()  # sorted below: positions must not hang on a set's order
    for member, (room, seat) in spots.items():
        where = plan.room_for(room)
        point = known.seat((where.id, seat))
        if point is None or point in sat:  # the second on a seat stands: a log may have two there
            standing.setdefault(where.id, []).append(member)
        else:
            found[member] = point
            sat.add(point)
    for room, members in standing.items():
        where = plan.room(room)
        here = [point for point in sat if where.has_point(point)]
        found.update(zip(members, standing_places(where, len(members), sorted(here)), strict=True))
    return {member: found[member] for member in spots}
