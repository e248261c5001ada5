"""The dotted ways by which people came to the last scene."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPixmap

from parley.core.office.drawing.hours import DAY, ambience
from parley.desktop.floor_plan.figures import FloorFigure
from parley.desktop.floor_plan.view.layer import Camera, Layer
from parley.desktop.floor_plan.view.people import dots, rounded
from parley.desktop.widgets.painted import NO_PEN, blank, ink
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

    def shown(self) -> list[tuple[str, tuple[Point, ...]]]:
        """Return the routes that are drawn, by member; nobody's who is still on the way."""
        if not self.on:
            return []
        routes = [each for each in self._figure.routes if each[0] not in self.held]
        return routes if len(routes) <= MOST else [each for each in routes if each[0] in self.only]

    def draw(self, painter: QPainter) -> None:
        """Blit the ways."""
        camera, routes = self.camera, self.shown()
        if routes:
            key = (camera.view, camera.theme.name, self._figure.hour, self.light, routes)
            if key != self._key:
                self._key = key
                self._cache = blank(camera.width, camera.height, camera.ratio)
                inner = QPainter(self._cache)
                self._draw_routes(inner, routes)
                inner.end()
            painter.drawPixmap(0, 0, self._cache)

    def _draw_routes(self, painter: QPainter, routes: Sequence[tuple[str, tuple[Point, ...]]]) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # Bright colours by night and dark ones by day, whichever the window's theme is.
        hour = self._figure.hour if self.light else DAY
        theme = DARK if ambience(hour, self.camera.theme.dark).night > 0.5 else LIGHT
        colours = {place.member.id: place.member.colour for place in self._figure.places}
        order = {member: i for i, member in enumerate(colours)}
        left = DOTS
        for member, way in routes:
            if member not in colours:
                continue
            points = [self.camera.at(x, y) for x, y in rounded(way, CORNER, 6)]
            lane = LANES[order[member] % len(LANES)]
            colour = theme.member(colours[member])
            found = list(dots(points, lane))[:left]
            left -= len(found)
            for x, y, part in found:
                colour.setAlphaF(0.12 + 0.88 * part)
                ink(painter, NO_PEN, colour)
                painter.drawEllipse(QPointF(x, y), DOT, DOT)
