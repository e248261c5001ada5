"""Where a bubble goes: beside the speaker, inside the view, over as few faces as can be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from desktop.floor_plan.view.layer import Box, Circle, inside, nearest, overlap, reach

EDGE = 6.0
"""Pixels that a bubble keeps from the view's edge."""
GAPS = (11.0, 40.0, 105.0)
"""Pixels between the speaker and the bubble that are tried, the nearest first."""
SIDES = (
    "above", "above-left", "above-right", "right", "left", "right-up", "left-up", "right-down", "left-down",
    "below", "below-right", "below-left",
)  # fmt: skip
"""In the order in which they are liked; names stand below the avatars, so below comes last."""
FACES = 80
"""In a larger crowd only about so many faces are looked at, each standing for its neighbours."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a bubble: on which side of the speaker, how far away, the box itself, and how bad it is."""

    side: str
    gap: float
    box: Box
    cost: float


def box_at(side: str, gap: float, size: tuple[float, float], who: Circle) -> Box:
    """The box of a bubble of `size` on a side of `who`."""
    (width, height), (x, y, radius) = size, who
    away = radius + gap
    main, _, part = side.partition("-")
    if main in ("above", "below"):
        top = y - away - height if main == "above" else y + away
        left = {"left": x - width + 2 * radius, "right": x - 2 * radius}.get(part, x - width / 2)
    else:
        left = x - away - width if main == "left" else x + away
        top = {"up": y - height + radius, "down": y - radius}.get(part, y - height / 2)
    return left, top, left + width, top + height


def find_spot(
    size: tuple[float, float],
    who: Circle,
    view: tuple[float, float],
    faces: Sequence[Circle],
    blocked: Sequence[Box] = (),
    liked: Sequence[Box] = (),
) -> Spot | None:
    """The best place; None where the bubble would cover the speaker wherever it went.

    `faces` are the others; `blocked` may not be covered either (the other bubble), `liked` had rather not (names of
    rooms).
    """
    tried: list[tuple[float, int, str, float, Box]] = []
    for rank, side in enumerate(SIDES):
        for gap in GAPS:
            wished = box_at(side, gap, size, who)
            box = inside(wished, *view, EDGE)
            if (away := reach(box, who)) < 3.0 or any(overlap(box, other) for other in blocked):
                continue
            moved = abs(box[0] - wished[0]) + abs(box[1] - wished[1])
            cost = rank * 0.05 + gap * 0.012 + moved * 0.004 + away * 0.012
            cost += sum(0.35 for name in liked if overlap(box, name))
            tried.append((cost, len(tried), side, gap, box))
    stride = 1 + len(faces) // FACES
    best: Spot | None = None
    # The cheap part of the cost comes first: most places are out before a face is looked at.
    for cost, _, side, gap, box in sorted(tried):
        if best is not None and cost >= best.cost:
            break
        for face in faces[::stride]:
            cost += stride * _bad(face, box, who)
            if best is not None and cost >= best.cost:
                break
        else:
            best = Spot(side, gap, box, cost)
    return best


def _bad(face: Circle, box: Box, who: Circle) -> float:
    """How much a face is in the way: under the bubble, or under what joins it to the speaker."""
    x, y, radius = face
    if box[0] - radius < x < box[2] + radius and box[1] - radius < y < box[3] + radius and reach(box, face) < 1.0:
        return 3.0
    near_x, near_y = nearest(box, who[0], who[1])
    way_x, way_y = near_x - who[0], near_y - who[1]
    length = math.hypot(way_x, way_y) or 1.0
    along = ((x - who[0]) * way_x + (y - who[1]) * way_y) / length
    aside = abs((x - who[0]) * way_y - (y - who[1]) * way_x) / length
    return 1.4 if 0 < along < length and aside < radius + 4.0 else 0.0
