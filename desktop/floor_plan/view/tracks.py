"""The arc from who speaks to whom they speak to, and the dotted ways by which people came to the last scene."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtGui import QBrush, QLinearGradient, QPainter, QPen, QPixmap, QPolygonF

from parley.core.office.drawing.hours import DAY, get_light
from parley.desktop.floor_plan.figures import FloorFigure
from parley.desktop.floor_plan.view.layer import Box, Camera, Circle, Layer
from parley.desktop.floor_plan.view.people import round_corners, yield_dots
from parley.desktop.widgets.painted import NO_PEN, ink, make_blank, stroke
from parley.desktop.widgets.theme import DARK, LIGHT

if TYPE_CHECKING:
    from parley.core.office.shapes import Point

DOT = 1.4
"""A dot's radius in pixels."""
CORNER = 2.2
"""Plan units by which corners are cut."""
LANES = (0.0, 3.0, -2.5, 5.5, -5.0)
"""Pixels that the ways of different members run beside each other, so that many read like tram lines."""
MOST = 24
"""Of more ways than so many only those of the chosen and of the one pointed at are drawn."""
DOTS = 40_000
"""Dots at most."""


class TracksLayer(Layer):
    """Draws `shown` routes into a pixmap until something about them changes.

    Attributes: `on`, whether ways are shown at all; `light`, whether the plan is in the hour's light; `only`, the
    members of whom they are where there are too many; `held`, those who are still on their way.
    """

    def __init__(self, camera: Camera) -> None:
        super().__init__(camera)
        self.on = self.light = True
        self.only: tuple[str, ...] = ()
        self.held: frozenset[str] = frozenset()
        self._figure = FloorFigure()
        self._cache = QPixmap()
        self._key: tuple[object, ...] = ()

    def show_figure(self, figure: FloorFigure) -> None:
        """Set the figure whose routes are shown."""
        self._figure = figure

    def list_shown(self) -> list[tuple[str, tuple[Point, ...]]]:
        """Return the routes that are drawn, by member; none of members who are still on their way."""
        if not self.on:
            return []
        routes = [each for each in self._figure.routes if each[0] not in self.held]
        return routes if len(routes) <= MOST else [each for each in routes if each[0] in self.only]

    def draw(self, painter: QPainter) -> None:
        """Draw the routes from their cached picture."""
        camera, routes = self.camera, self.list_shown()
        if routes:
            key = (camera.view, camera.theme.name, self._figure.hour, self.light, routes)
            if key != self._key:
                self._key = key
                self._cache = make_blank(camera.width, camera.height, camera.ratio)
                inner = QPainter(self._cache)
                self._draw_routes(inner, routes)
                inner.end()
            painter.drawPixmap(0, 0, self._cache)

    def _draw_routes(self, painter: QPainter, routes: Sequence[tuple[str, tuple[Point, ...]]]) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # Bright colours by night and dark ones by day, whichever the window's theme is.
        hour = self._figure.hour if self.light else DAY
        theme = DARK if get_light(hour, self.camera.theme.dark).night > 0.5 else LIGHT
        colours = {place.member.id: place.member.colour for place in self._figure.places}
        order = {member: i for i, member in enumerate(colours)}
        left = DOTS
        for member, way in routes:
            if member not in colours:
                continue
            points = [self.camera.map_point(x, y) for x, y in round_corners(way, CORNER, 6)]
            lane = LANES[order[member] % len(LANES)]
            colour = theme.member(colours[member])
            found = list(yield_dots(points, lane))[:left]
            left -= len(found)  # DOTS is for all together: zoomed in, one way has thousands
            for x, y, part in found:
                colour.setAlphaF(0.12 + 0.88 * part)
                ink(painter, NO_PEN, colour)
                painter.drawEllipse(QPointF(x, y), DOT, DOT)


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
            found = build_curve(start[0], end, middle)
            if found:
                self.points.append(found)
                self._colours.append((start[1], colour))

    def list_boxes(self) -> list[Box]:
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


def build_curve(start: Circle, end: Circle, middle: tuple[float, float]) -> list[QPointF]:
    """Return points of a curve from one face to another, bent towards `middle`; none where they are too close."""
    (x, y, radius), (to_x, to_y, to_radius) = start, end
    way_x, way_y = to_x - x, to_y - y
    length = math.hypot(way_x, way_y)
    if length < radius + to_radius + LEAST:
        return []
    side = way_x * (middle[1] - y) - way_y * (middle[0] - x)  # cross product: on which side of the line the middle lies
    turn = BEND if side >= 0 else -BEND
    bend_x, bend_y = (x + to_x) / 2 - 2 * turn * way_y, (y + to_y) / 2 + 2 * turn * way_x  # the curve goes half as far
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
