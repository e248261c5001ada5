"""A member's walk along a path, at any moment of it."""

from __future__ import annotations

import math
from collections.abc import Sequence

Point = tuple[float, float]

PACE = 0.028
"""Plan units a millisecond: brisk, so that a talk does not wait for its people."""

SHORTEST, LONGEST = 350.0, 2_600.0
"""Milliseconds a walk takes at least and at most."""


class Walk:
    """A way that is being walked. Times are in milliseconds, points in plan units."""

    __slots__ = ("_along", "_elapsed", "_segment", "delay", "duration", "points", "x", "y")

    def __init__(self, points: Sequence[Point], delay: float = 0.0) -> None:
        self.points = list(points)
        self._along = [0.0]
        for before, after in zip(self.points, self.points[1:], strict=False):
            self._along.append(self._along[-1] + math.dist(before, after))
        self.duration = min(max(self._along[-1] / PACE, SHORTEST), LONGEST)
        self.delay = delay
        self._elapsed = 0.0
        self._segment = 0
        self.x, self.y = self.points[0]

    @property
    def target(self) -> Point:
        """Where it ends."""
        return self.points[-1]

    @property
    def arrived(self) -> bool:
        """Whether it is over."""
        return self._elapsed >= self.delay + self.duration

    def advance(self, ms: float) -> bool:
        """Walk on for `ms`; whether there is way left."""
        self._elapsed += ms
        part = min(max((self._elapsed - self.delay) / self.duration, 0.0), 1.0)
        gone = self._along[-1] * part * part * (3.0 - 2.0 * part)
        along, last = self._along, len(self._along) - 2
        while self._segment < last and along[self._segment + 1] < gone:
            self._segment += 1
        start = along[self._segment]
        span = along[self._segment + 1] - start if last >= 0 else 0.0
        (ax, ay), (bx, by) = self.points[self._segment], self.points[min(self._segment + 1, len(self.points) - 1)]
        share = (gone - start) / span if span > 0 else 1.0
        self.x, self.y = ax + (bx - ax) * share, ay + (by - ay) * share
        return not self.arrived

    def left(self) -> list[Point]:
        """What is still before the walker, from where they are."""
        return [(self.x, self.y), *self.points[self._segment + 1 :]]

    def back(self) -> list[Point]:
        """The way back to where it began, from where they are."""
        return [(self.x, self.y), *reversed(self.points[: self._segment + 1])]


def rounded(points: Sequence[Point], radius: float = 1.8, steps: int = 4) -> list[Point]:
    """The way with its corners cut round; it stays inside every room that holds the corner."""
    if len(points) < 3:
        return list(points)
    found = [points[0]]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        into, out = math.dist(before, corner), math.dist(corner, after)
        cut = min(radius, into / 2, out / 2)
        if cut < 1e-6:
            continue
        start = _toward(corner, before, cut / into)
        end = _toward(corner, after, cut / out)
        for step in range(steps + 1):
            t = step / steps
            found.append(_toward(_toward(start, corner, t), _toward(corner, end, t), t))
    found.append(points[-1])
    return found


def _toward(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
