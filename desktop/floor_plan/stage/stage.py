"""A plan as a picture: floors, walls and furniture in the light of the hour, by a brush that thinks in plan units."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import (
    QColor,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QRadialGradient,
)

from parley.core.office.drawing.brush import Area, Stops
from parley.core.office.drawing.building import paint_plan
from parley.core.office.drawing.hours import Ambience
from parley.core.office.drawing.light import Lamps, Lighting
from parley.core.office.drawing.scenery import get_scenery
from parley.desktop.widgets.painted import NO_BRUSH, NO_PEN

if TYPE_CHECKING:
    from parley.core.office.plan import Plan
    from parley.core.office.shapes import Point

DETAIL = 2
"""The light map is painted at an edge so many times smaller: light has no sharp edges."""


@lru_cache(maxsize=1024)
def get_tint(colour: str, alpha: float = 1.0) -> QColor:
    """Return a colour with this opacity."""
    made = QColor(colour)
    made.setAlphaF(alpha)
    return made


class PixelBrush:
    """Draws in plan units with a painter that is scaled to them. `scale` is pixels a unit."""

    def __init__(self, painter: QPainter, scale: float) -> None:
        self.painter = painter
        self.scale = scale

    def put_rect(self, x: float, y: float, w: float, h: float, colour: str, r: float = 0.0, alpha: float = 1.0) -> None:
        """Paint a filled rectangle, with rounded corners of radius `r`."""
        if not r:  # faster: there are no corners to make a path of
            self.painter.fillRect(QRectF(x, y, w, h), get_tint(colour, alpha))
            return
        self.painter.setPen(NO_PEN)
        self.painter.setBrush(get_tint(colour, alpha))
        self.painter.drawRoundedRect(QRectF(x, y, w, h), r, r)

    def put_ellipse(self, x: float, y: float, rx: float, ry: float, colour: str, alpha: float = 1.0) -> None:
        """Paint a filled ellipse about (x, y)."""
        self.painter.setPen(NO_PEN)
        self.painter.setBrush(get_tint(colour, alpha))
        self.painter.drawEllipse(QPointF(x, y), rx, ry)

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str, pixels: float = 1.0) -> None:
        """Paint a line that is `pixels` wide."""
        self.painter.setPen(QPen(get_tint(colour), pixels / self.scale))
        self.painter.drawLine(QLineF(x1, y1, x2, y2))

    def draw_frame(self, x: float, y: float, w: float, h: float, colour: str, r: float, pixels: float = 1.0) -> None:
        """Paint the outline of a rounded rectangle."""
        self.painter.setPen(QPen(get_tint(colour), pixels / self.scale))
        self.painter.setBrush(NO_BRUSH)
        self.painter.drawRoundedRect(QRectF(x, y, w, h), r, r)

    def draw_shape(self, points: Sequence[tuple[float, float]], colour: str, alpha: float = 1.0) -> None:
        """Paint a filled polygon."""
        self.painter.setPen(NO_PEN)
        self.painter.setBrush(get_tint(colour, alpha))
        self.painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in points]))

    def fade(
        self,
        points: Sequence[tuple[float, float]],
        start: tuple[float, float],
        end: tuple[float, float],
        stops: Stops,
    ) -> None:
        """Paint a polygon filled with a gradient from one point to another."""
        gradient = QLinearGradient(QPointF(*start), QPointF(*end))
        for at, colour, alpha in stops:
            gradient.setColorAt(at, get_tint(colour, alpha))
        self.painter.setPen(NO_PEN)
        self.painter.setBrush(gradient)
        self.painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in points]))

    def fill_pool(self, x: float, y: float, rx: float, ry: float, stops: Stops) -> None:
        """Paint an ellipse of light."""
        gradient = QRadialGradient(QPointF(0.0, 0.0), 1.0)  # Qt's are circles: the painter's scale makes it an ellipse
        for at, colour, alpha in stops:
            gradient.setColorAt(at, get_tint(colour, alpha))
        self.painter.save()
        self.painter.translate(x, y)
        self.painter.scale(rx, ry)
        self.painter.fillRect(QRectF(-1.0, -1.0, 2.0, 2.0), gradient)
        self.painter.restore()

    def draw_leaf(
        self, stem: tuple[float, float], bends: tuple[tuple[float, float], ...], tip: tuple[float, float], colour: str
    ) -> None:
        """Paint a filled shape from `stem` to `tip` and back, each way bent towards a point."""
        path = QPainterPath(QPointF(*stem))
        path.quadTo(QPointF(*bends[0]), QPointF(*tip))
        path.quadTo(QPointF(*bends[1]), QPointF(*stem))
        self.painter.fillPath(path, get_tint(colour))

    @contextmanager
    def rotate_around(self, x: float, y: float, degrees: float) -> Iterator[None]:
        """Turn what is drawn within the `with` about a point."""
        self.painter.save()
        self.painter.translate(x, y)
        self.painter.rotate(degrees)
        self.painter.translate(-x, -y)
        yield
        self.painter.restore()

    @contextmanager
    def clip_rect(self, x: float, y: float, w: float, h: float) -> Iterator[None]:
        """Clip what is drawn within the `with` to a rectangle."""
        self.painter.save()
        self.painter.setClipRect(QRectF(x, y, w, h))
        yield
        self.painter.restore()

    @contextmanager
    def add_light(self) -> Iterator[None]:
        """Have what is drawn within the `with` add its light to what is there."""
        self.painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Screen)
        yield
        self.painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)


@dataclass(frozen=True, slots=True)
class Stage:
    """All that a picture of a plan depends on besides its size: `people` are the points at which somebody sits."""

    plan: Plan
    light: Ambience
    lamps: Lamps = field(default_factory=Lamps)
    people: frozenset[Point] = frozenset()


def paint_stage(painter: QPainter, stage: Stage, seen: QRectF, width: int, height: int) -> None:
    """Paint what `seen` (plan units) shows of a stage onto so many pixels. `painter` is in plan units already."""
    found, area = get_scenery(stage.plan), Area(seen.left(), seen.top(), seen.right(), seen.bottom())
    brush = PixelBrush(painter, width / seen.width())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_plan(brush, stage.plan, stage.light, stage.lamps, area, tuple(stage.people))
    lighting = Lighting(stage.plan, found, stage.light, stage.lamps)
    _multiply(painter, lighting, area, brush.scale, width, height)
    lighting.add_glow(brush)  # last: what shines is not darkened by the light map


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
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)  # or the enlarged light would have steps
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
