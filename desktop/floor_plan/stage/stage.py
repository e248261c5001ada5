"""A plan as a picture: floors, walls and furniture in the light of the hour."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QPixmap

from parley.core.office.drawing.brush import Area
from parley.core.office.drawing.building import paint_plan
from parley.core.office.drawing.hours import Ambience
from parley.core.office.drawing.light import Lamps, Lighting
from parley.core.office.drawing.scenery import scenery
from parley.desktop.floor_plan.stage.brush import PixelBrush

if TYPE_CHECKING:
    from parley.core.office.plan import Plan
    from parley.core.office.shapes import Point

DETAIL = 2
"""The light map is painted at an edge so many times smaller: light has no sharp edges."""


@dataclass(frozen=True, slots=True)
class Stage:
    """All that a picture of a plan depends on besides its size: `people` are the points at which somebody sits."""

    plan: Plan
    light: Ambience
    lamps: Lamps = field(default_factory=Lamps)
    people: frozenset[Point] = frozenset()


def paint_stage(painter: QPainter, stage: Stage, seen: QRectF, width: int, height: int) -> None:
    """Paint what `seen` (plan units) shows of a stage onto so many pixels. `painter` is in plan units already."""
    found, area = scenery(stage.plan), Area(seen.left(), seen.top(), seen.right(), seen.bottom())
    brush = PixelBrush(painter, width / seen.width())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_plan(brush, stage.plan, stage.light, stage.lamps, area, tuple(stage.people))
    lighting = Lighting(stage.plan, found, stage.light, stage.lamps)
    _multiply(painter, lighting, area, brush.scale, width, height)
    lighting.glow(brush)


def _multiply(painter: QPainter, lighting: Lighting, seen: Area, scale: float, width: int, height: int) -> None:
    """Lay the light map over what was painted. `width` and `height` in pixels."""
    small = max(1, math.ceil(width / DETAIL)), max(1, math.ceil(height / DETAIL))
    image = QImage(*small, QImage.Format.Format_RGB32)
    inner = QPainter(image)
    inner.scale(small[0] / seen.width, small[1] / seen.height)
    inner.translate(-seen.left, -seen.top)
    inner.setRenderHint(QPainter.RenderHint.Antialiasing)
    lighting.paint_map(PixelBrush(inner, scale / DETAIL), seen)
    inner.end()
    painter.save()
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(QRectF(seen.left, seen.top, seen.width, seen.height), image)
    painter.restore()


def stage_pixmap(stage: Stage, seen: QRectF, width: float, height: float, ratio: float) -> QPixmap:
    """Return a picture of `seen` that is so many logical pixels large on a screen of that ratio."""
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
