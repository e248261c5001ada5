"""A member's walk along a path, at any moment of it."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.office.shapes import Point


PACE = 0.028
"""Plan units a millisecond: brisk, so that a talk does not wait for its people."""
SHORTEST, LONGEST = 350.0, 2_600.0
"""Milliseconds a walk takes at least and at most."""


class Walk:
    """A way that is being walked. Times are in milliseconds, points in plan units.

    Attributes: where the walker is, `x` and `y`; where it ends, `target`.
    """

    def __init__(self, points: Sequence[Point], delay: float = 0.0) -> None:
        self._points = list(points)
        self._along = list(accumulate((math.dist(*ends) for ends in pairwise(points)), initial=0.0))
        self._duration = min(max(self._along[-1] / PACE, SHORTEST), LONGEST)
        self._delay = delay
        self._elapsed = 0.0
        self._segment = 0
        self.x, self.y = self._points[0]
        self.target = self._points[-1]

    def advance(self, ms: float) -> bool:
        """Walk on for `ms`; whether there is way left."""
        self._elapsed += ms
        part = min(max((self._elapsed - self._delay) / self._duration, 0.0), 1.0)
        gone = self._along[-1] * part * part * (3.0 - 2.0 * part)
        after = min(max(1, bisect_left(self._along, gone)), len(self._points) - 1)
        self._segment = after - 1
        span = self._along[after] - self._along[after - 1]
        share = (gone - self._along[after - 1]) / span if span > 0 else 1.0
        self.x, self.y = _toward(self._points[after - 1], self._points[after], share)
        return self._elapsed < self._delay + self._duration

    def left(self) -> list[Point]:
        """What is still before the walker, from where they are."""
        return [(self.x, self.y), *self._points[self._segment + 1 :]]

    def back(self) -> list[Point]:
        """The way back to where it began, from where they are."""
        return [(self.x, self.y), *reversed(self._points[: self._segment + 1])]


def rounded(points: Sequence[Point], radius: float = 1.8, steps: int = 4) -> list[Point]:
    """The way with its corners cut round; it stays inside every room that holds the corner."""
    found = list(points[:1])
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        into, out = math.dist(before, corner), math.dist(corner, after)
        if (cut := min(radius, into / 2, out / 2)) < 1e-6:
            continue
        start, end = _toward(corner, before, cut / into), _toward(corner, after, cut / out)
        for step in range(steps + 1):
            t = step / steps
            found.append(_toward(_toward(start, corner, t), _toward(corner, end, t), t))
    return [*found, *points[1:][-1:]]


def _toward(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
