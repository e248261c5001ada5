"""A plan as a picture: floors, walls and furniture in the light of the hour."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QPixmap

from parley.desktop.floor_plan.stage.brush import Brush
from parley.desktop.floor_plan.stage.building import paint_faces, paint_floor, paint_walls, paint_yard
from parley.desktop.floor_plan.stage.furniture import Furnisher, table_chairs
from parley.desktop.floor_plan.stage.hours import Ambience
from parley.desktop.floor_plan.stage.light import Lamps, Lighting, lamp_at
from parley.desktop.floor_plan.stage.scenery import chairs, scenery

if TYPE_CHECKING:
    from parley.core.office.plan import Plan
    from parley.core.office.shapes import Point


@dataclass(frozen=True, slots=True)
class Stage:
    """All that a picture of a plan depends on besides its size: `people` are the points at which somebody sits."""

    plan: Plan
    light: Ambience
    lamps: Lamps = field(default_factory=Lamps)
    people: frozenset[Point] = frozenset()


def paint_stage(painter: QPainter, stage: Stage, seen: QRectF, width: int, height: int) -> None:
    """Paint what `seen` (plan units) shows of a stage onto so many pixels. `painter` is in plan units already."""
    plan, light, found = stage.plan, stage.light, scenery(stage.plan)
    brush = Brush(painter, width / seen.width())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_yard(brush, plan, light, seen)
    rooms = [room for room in plan.rooms if seen.intersects(QRectF(room.x, room.y, room.width, room.height))]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for room in rooms:
        paint_floor(brush, room, found.floors[room.id], seen)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    lit: Collection[str] = stage.lamps.lit
    furnisher = Furnisher(brush, light, partial(lamp_at, plan, found, lit), stage.lamps.screens)
    paint_faces(brush, plan, found, light)
    for rug in found.rugs:
        furnisher.paint(rug)
    for room in rooms:
        sofas = any(thing.what == "sofa" for thing in room.furniture)
        for chair in table_chairs(() if sofas else chairs(room, tuple(stage.people)), found.floors[room.id] == "tile"):
            furnisher.paint(chair)
    near = seen.adjusted(-4.0, -4.0, 4.0, 4.0)
    for piece in found.pieces:
        if near.contains(*piece.middle) or near.intersects(QRectF(piece.x, piece.y, piece.width, piece.height)):
            furnisher.paint(piece)
    paint_walls(brush, found, light)
    lighting = Lighting(plan, found, light, stage.lamps)
    lighting.multiply(painter, seen, brush.scale, width, height)
    lighting.glow(brush)


def stage_pixmap(stage: Stage, seen: QRectF, width: float, height: float, ratio: float) -> QPixmap:
    """A picture of `seen` that is so many logical pixels large on a screen of that ratio."""
    wide, high = max(1, round(width * ratio)), max(1, round(height * ratio))
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(wide / seen.width(), high / seen.height())
    painter.translate(-seen.left(), -seen.top())
    paint_stage(painter, stage, seen, wide, high)
    painter.end()
    made = QPixmap.fromImage(image)
    made.setDevicePixelRatio(ratio)
    return made
