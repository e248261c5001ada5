"""What of the floor plan is to be painted again: a word more in a bubble is no reason to paint the whole house."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect
from PySide6.QtGui import QRegion

if TYPE_CHECKING:
    from parley.desktop.floor_plan.view.layer import Box

Part = tuple[Hashable, "Box"]
"""Something drawn: all that says how it looks, and the box that it is in, in pixels of the viewport."""
EDGE = 2
"""Pixels about a box: lines have a width, and edges are smoothed."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture of the plan: the `ground`, of which every change shows everywhere, and the parts upon it."""

    ground: tuple[object, ...]
    parts: frozenset[Part]


def damage(before: Drawn | None, after: Drawn | None) -> QRegion | None:
    """What differs between two pictures; None: it may be everything."""
    if before is None or after is None or before.ground != after.ground:
        return None
    region = QRegion()
    for _look, box in before.parts ^ after.parts:
        region += around(box)
    return region


def around(box: Box) -> QRect:
    """The whole pixels of a box, and a little about them."""
    left, top = math.floor(box[0]) - EDGE, math.floor(box[1]) - EDGE
    return QRect(left, top, math.ceil(box[2]) + EDGE - left, math.ceil(box[3]) + EDGE - top)


def hull(points: Iterable[tuple[float, float]], edge: float = 0.0) -> Box:
    """The box about points, and so many pixels more."""
    xs, ys = zip(*points, strict=True)
    return min(xs) - edge, min(ys) - edge, max(xs) + edge, max(ys) + edge
