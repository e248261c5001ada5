"""Walls that were drawn by hand: made to meet, and the one that a door is on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import get_args

from core.office.shapes import Door, Point, Room, Side

SAME = 0.5
"""Walls that are nearer to each other, in plan units, were meant to be one."""


def one_wall(edges: Sequence[float]) -> dict[float, float]:
    """Each edge, and where it is once those that nearly meet do."""
    found: dict[float, float] = {}
    wall = -math.inf
    for edge in sorted(edges):
        if edge - wall > SAME:
            wall = edge
        found[edge] = round(wall, 3)
    return found


def nearest_door(rooms: Sequence[Room], point: Point, reach: float) -> Door | None:
    """A door in the wall nearest to `point`, between those who share it; None where no wall is within `reach`."""
    best: tuple[float, Door] | None = None
    for one, other in combinations(rooms, 2):
        if ends := one.shared_wall(other):
            away, at = _on(ends, point)
            if best is None or away < best[0]:
                best = away, Door(between=(one.id, other.id), at=at)
    for room in rooms:
        sides: tuple[Side, ...] = get_args(Side)
        for side in sides:
            away, at = _on(room.wall(side), point)
            # Not just as near: a wall that two rooms share is a wall of each of them, too.
            if best is None or away < best[0] - 1e-6:
                best = away, Door(room=room.id, wall=side, at=at)
    return best[1] if best and best[0] <= reach else None


def _on(ends: tuple[Point, Point], point: Point) -> tuple[float, float]:
    """How far `point` is from a wall, and how far along the wall, 0 to 1, it is nearest."""
    (x, y), (right, bottom) = ends
    wide, high = right - x, bottom - y
    along = ((point[0] - x) * wide + (point[1] - y) * high) / (wide * wide + high * high)
    at = min(1.0, max(0.0, along))
    return math.dist(point, (x + at * wide, y + at * high)), round(at, 4)
