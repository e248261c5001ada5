"""A plan as a picture before the light falls on it: yard, floors, walls, and what stands in the rooms."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from parley.core.office.drawing.brush import Area, Brush
from parley.core.office.drawing.building import paint_faces, paint_floor, paint_walls, paint_yard
from parley.core.office.drawing.furniture import Furnisher, table_chairs
from parley.core.office.drawing.hours import Ambience
from parley.core.office.drawing.light import Lamps, find_lamp_at
from parley.core.office.drawing.scenery import chairs, scenery

if TYPE_CHECKING:
    from parley.core.office.plan import Plan
    from parley.core.office.shapes import Point


def paint_plan(
    brush: Brush, plan: Plan, light: Ambience, lamps: Lamps, seen: Area, people: Sequence[Point] = ()
) -> None:
    """Paint what `seen` shows of a plan; `people` are the points at which somebody sits."""
    found = scenery(plan)
    paint_yard(brush, plan, light, seen)
    rooms = [room for room in plan.rooms if seen.meets(room.x, room.y, room.width, room.height)]
    for room in rooms:
        paint_floor(brush, room, found.floors[room.id], seen)
    furnisher = Furnisher(brush, light, partial(find_lamp_at, plan, found, lamps.lit), lamps.screens)
    paint_faces(brush, plan, found, light)
    for rug in found.rugs:
        furnisher.paint(rug)
    for room in rooms:
        sofas = any(thing.what == "sofa" for thing in room.furniture)
        for chair in table_chairs(() if sofas else chairs(room, people), found.floors[room.id] == "tile"):
            furnisher.paint(chair)
    near = Area(seen.left - 4.0, seen.top - 4.0, seen.right + 4.0, seen.bottom + 4.0)
    for piece in found.pieces:
        x, y = piece.middle
        if near.meets(x, y, 0.0, 0.0) or near.meets(piece.x, piece.y, piece.width, piece.height):
            furnisher.paint(piece)
    paint_walls(brush, found, light)
