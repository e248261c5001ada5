"""How people walk: by the shortest way through doors, around what stands in a room, never through a wall."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import combinations, pairwise

from core.office.plan import Plan
from core.office.shapes import Furniture, Opening, Point, Room

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
        graph: nx.Graph[int] = nx.Graph()
        for number, door in enumerate(self._doors):
            graph.add_node(number)
            for room in door.rooms:
                self._of_room[room].append(number)
        for numbers in self._of_room.values():
            for a, b in combinations(numbers, 2):
                length = math.dist(self._doors[a].point, self._doors[b].point)
                if not graph.has_edge(a, b) or graph[a][b]["weight"] > length:
                    graph.add_edge(a, b, weight=length)
        self._between: dict[int, tuple[dict[int, float], dict[int, list[int]]]] = {
            source: (lengths, routes) for source, (lengths, routes) in nx.all_pairs_dijkstra(graph, weight="weight")
        }

    def walk(self, start: Point, end: Point, *, detours: bool = True) -> tuple[Point, ...]:
        """The points of the way from `start` to `end`, both included; empty where there is none.

        Without `detours` it leads straight across each room, furniture or not (much cheaper, for crowds).
        """
        here, there = self.plan.room_at(start), self.plan.room_at(end)
        if here is None or there is None:
            return ()
        if here.id == there.id:
            return self._across(here, start, end, detours)
        doors = self._doors_between(here.id, there.id, start, end)
        if not doors:
            return ()
        points: list[Point] = []
        room, at = here.id, start
        for number in doors:
            door = self._doors[number]
            before, behind = _sides(door, self.plan.by_id[room])
            points.extend(self._across(self.plan.by_id[room], at, before, detours))
            points.append(door.point)
            at = behind
            room = next(other for other in door.rooms if other != room)
        points.extend(self._across(there, at, end, detours))
        return tuple(point for i, point in enumerate(points) if i == 0 or math.dist(point, points[i - 1]) > 1e-3)

    def _doors_between(self, here: str, there: str, start: Point, end: Point) -> list[int]:
        best, found = math.inf, []
        for first in self._of_room[here]:
            lengths, routes = self._between[first]
            for last in self._of_room[there]:
                if last not in lengths:
                    continue
                whole = (
                    math.dist(start, self._doors[first].point) + lengths[last] + math.dist(self._doors[last].point, end)
                )
                if whole < best:
                    best, found = whole, routes[last]
        return self._without_turning(found, here)

    def _without_turning(self, doors: list[int], room: str) -> list[int]:
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

    def _across(self, room: Room, start: Point, end: Point, detours: bool) -> tuple[Point, ...]:
        if start == end:
            return (start,)
        if not detours:
            return start, end
        # Who sits at a desk or on a sofa gets up first: what holds an end of the way is not in the way.
        things = tuple(thing for thing in room.furniture if not thing.holds(start) and not thing.holds(end))
        if _clear(start, end, things):
            return start, end
        return _around(room, things, start, end)


def _sides(door: Opening, room: Room) -> tuple[Point, Point]:
    """A step before the door as seen from `room`, and a step behind it."""
    x, y = door.point
    if door.horizontal:
        step = STEP if abs(door.y - room.bottom) < 1e-6 else -STEP
        return (x, y - step), (x, y + step)
    step = STEP if abs(door.x - room.right) < 1e-6 else -STEP
    return (x - step, y), (x + step, y)


def _clear(start: Point, end: Point, things: tuple[Furniture, ...]) -> bool:
    return not any(thing.blocks(start, end) for thing in things)


def _around(room: Room, things: tuple[Furniture, ...], start: Point, end: Point) -> tuple[Point, ...]:
    """The shortest way past the corners of what stands about; straight on where everything is blocked."""
    import networkx as nx

    corners = (
        (x, y)
        for thing in things
        for x in (thing.x - ROUND, thing.x + thing.width + ROUND)
        for y in (thing.y - ROUND, thing.y + thing.height + ROUND)
        if room.holds((x, y), 0.8) and not any(other.holds((x, y)) for other in things)
    )
    points: list[Point] = [start, end, *corners]
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(points)))
    for a, b in combinations(range(len(points)), 2):
        if _clear(points[a], points[b], things):
            graph.add_edge(a, b, weight=math.dist(points[a], points[b]))
    try:
        _, numbers = nx.bidirectional_dijkstra(graph, 0, 1, weight="weight")
    except nx.NetworkXNoPath:
        return start, end
    return tuple(points[number] for number in numbers)


@lru_cache(maxsize=8)
def ways(plan: Plan) -> Ways:
    """The ways of a plan, made once."""
    return Ways(plan)


def walk(plan: Plan, start: Point, end: Point, *, detours: bool = True) -> tuple[Point, ...]:
    """The points of the shortest way from `start` to `end`; empty where there is none."""
    return ways(plan).walk(start, end, detours=detours)


def length(path: tuple[Point, ...]) -> float:
    """How long a way is, in plan units."""
    return sum(math.dist(a, b) for a, b in pairwise(path))
