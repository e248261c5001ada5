"""The arc from who speaks to whom they speak to."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF
from PySide6.QtGui import QBrush, QLinearGradient, QPainter, QPen, QPolygonF

from parley.desktop.floor_plan.view.layer import Box, Camera, Circle, Layer
from parley.desktop.widgets.painted import NO_PEN, ink, stroke

WIDTH, HALO = 2.5, 5.0
"""Pixels of the line, and of the ground under it that keeps it off tables and trails."""
BEND = 0.26
"""How far the middle of an arc is off the straight line, in parts of its length."""
NEAR, TIP = 4.0, 10.0
"""Pixels between a face and the arc's beginning, and between its end and the other face: the arrow is there."""
ARROW = 8.5
"""Pixels of an arrow beyond the line."""
STEPS = 36
LEAST = 26.0
"""Pixels between two faces below which an arrow would only be in the way."""


class ArcLayer(Layer):
    """One line's arcs: `ends` are those it is said to, each in their colour. Attribute: `points` of each arc."""

    def __init__(self, camera: Camera) -> None:
        super().__init__(camera)
        self.points: list[list[QPointF]] = []
        self._colours: list[tuple[str, str]] = []

    def lay_out(
        self, start: tuple[Circle, str] | None, ends: Sequence[tuple[Circle, str]], middle: tuple[float, float]
    ) -> None:
        """Bend the arcs to the side on which the `middle` of the room is; a `start` of None hides them."""
        self.points, self._colours = [], []
        for end, colour in ends if start is not None else ():
            assert start is not None
            found = curve(start[0], end, middle)
            if found:
                self.points.append(found)
                self._colours.append((start[1], colour))

    def boxes(self) -> list[Box]:
        """Return what the arcs cover, in pieces."""
        return [(at.x() - 6, at.y() - 6, at.x() + 6, at.y() + 6) for arc in self.points for at in arc[::4]]

    def draw(self, painter: QPainter) -> None:
        """Draw the arcs with their arrows."""
        theme = self.camera.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, bool(self.points))
        for arc, (own, other) in zip(self.points, self._colours, strict=True):
            line = QPolygonF(arc)
            ground = theme.colour("surface")
            ground.setAlphaF(0.45)
            painter.setPen(stroke(ground, HALO))
            painter.drawPolyline(line)
            shades = QLinearGradient(arc[0], arc[-1])
            shades.setColorAt(0.0, theme.member(own))
            shades.setColorAt(1.0, theme.member(other))
            pen = QPen(QBrush(shades), WIDTH)
            pen.setCapStyle(stroke(ground, 1.0).capStyle())
            painter.setPen(pen)
            painter.drawPolyline(line)
            ink(painter, NO_PEN, theme.member(other))
            painter.drawPolygon(QPolygonF(_build_arrow_points(arc[-4], arc[-1])))


def curve(start: Circle, end: Circle, middle: tuple[float, float]) -> list[QPointF]:
    """Points from one face to another, bent towards a point; none where they are too close."""
    (x, y, radius), (to_x, to_y, to_radius) = start, end
    way_x, way_y = to_x - x, to_y - y
    length = math.hypot(way_x, way_y)
    if length < radius + to_radius + LEAST:
        return []
    side = way_x * (middle[1] - y) - way_y * (middle[0] - x)
    turn = BEND if side >= 0 else -BEND
    bend_x, bend_y = (x + to_x) / 2 - 2 * turn * way_y, (y + to_y) / 2 + 2 * turn * way_x
    found = []
    for step in range(STEPS + 1):
        t = step / STEPS
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        at = a * x + b * bend_x + c * to_x, a * y + b * bend_y + c * to_y
        if math.dist(at, (x, y)) >= radius + NEAR and math.dist(at, (to_x, to_y)) >= to_radius + TIP:
            found.append(QPointF(*at))
    return found if len(found) > 6 else []


def _build_arrow_points(before: QPointF, at: QPointF) -> list[QPointF]:
    """Return a triangle that begins at a point and goes on as the line did."""
    way = at - before
    length = math.hypot(way.x(), way.y()) or 1.0
    ahead, aside = way / length, QPointF(-way.y(), way.x()) / length
    return [at + aside * 5.0 - ahead, at + ahead * ARROW, at - aside * 5.0 - ahead]
