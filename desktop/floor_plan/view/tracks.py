"""The dotted ways by which people came to the last scene, and the scene to come as a ghost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap

from parley.core.office.drawing.hours import DAY, ambience
from parley.desktop.floor_plan.figures import FloorFigure
from parley.desktop.floor_plan.view.layer import Camera, Layer
from parley.desktop.floor_plan.view.people import dots, rounded
from parley.desktop.widgets.painted import MIDDLE, NO_PEN, blank, ink, stroke, write
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
FADE = 800.0
"""Milliseconds in which the ways to the last scene go out when another one begins."""


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
        self._cache, self._gone = QPixmap(), QPixmap()
        self._key: tuple[object, ...] = ()
        self._left = 0.0

    def show_figure(self, figure: FloorFigure, animated: bool) -> None:
        """The figure whose routes are shown; where it is `animated`, those of the last scene go out gradually."""
        if animated and figure.routes != self._figure.routes and self._key and self.shown():
            self._gone, self._left = self._cache, FADE
        elif not animated:
            self._left = 0.0
        self._figure = figure

    def fade_on(self, ms: float) -> bool:
        """The ways that were go out on for `ms`; whether they can still be seen."""
        self._left = max(0.0, self._left - ms)
        return self._left > 0.0

    def fading(self) -> bool:
        """Whether the ways that were can still be seen."""
        return self._left > 0.0

    def ground(self) -> tuple[object, ...]:
        """All that the ways and the ghost depend on, besides how the plan is looked at."""
        figure = self._figure
        return self.shown(), figure.hour, self.light, figure.coming

    def shown(self) -> list[tuple[str, tuple[Point, ...]]]:
        """The routes that are drawn, by member; nobody's who is still on the way."""
        if not self.on:
            return []
        routes = [each for each in self._figure.routes if each[0] not in self.held]
        return routes if len(routes) <= MOST else [each for each in routes if each[0] in self.only]

    def draw(self, painter: QPainter) -> None:
        """Blit the ways, and draw the ghost."""
        camera, routes = self.camera, self.shown()
        if self._left > 0.0 and self._key[:1] == (camera.view,):
            painter.setOpacity(self._left / FADE)
            painter.drawPixmap(0, 0, self._gone)
            painter.setOpacity(1.0)
        if routes:
            key = (camera.view, camera.theme.name, self._figure.hour, self.light, routes)
            if key != self._key:
                self._key = key
                self._cache = blank(camera.width, camera.height, camera.ratio)
                inner = QPainter(self._cache)
                self._draw_routes(inner, routes)
                inner.end()
            painter.drawPixmap(0, 0, self._cache)
        self._draw_ghost(painter)

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

    def _draw_ghost(self, painter: QPainter) -> None:
        """The scene to come: its room in a dashed frame, and empty places for those who will be in it."""
        figure, coming = self._figure, self._figure.coming
        room = figure.plan.by_id.get(coming.room) if figure.plan and coming else None
        if coming is None or room is None:
            return
        # Not before there is an office: the window's first paint is without.
        from parley.core.office.places import places_in

        camera, theme = self.camera, self.camera.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left, top = camera.at(room.x, room.y)
        right, bottom = camera.at(room.right, room.bottom)
        accent = theme.colour("accent")
        ink(painter, stroke(accent, 1.6, (4.0, 3.0), Qt.PenCapStyle.FlatCap))
        painter.drawRoundedRect(QRectF(left, top, right - left, bottom - top), 1.0, 1.0)
        members = {place.member.id: place.member for place in figure.places}
        radius = max(6.0, min(14.0, 1.7 * camera.scale))
        there = {place.member.id for place in figure.places if place.room == room.id}
        for spot, member_id in zip(places_in(room, len(coming.members)), coming.members, strict=False):
            member = members.get(member_id)
            if member is None or member_id in there:
                continue
            x, y = camera.at(*spot.point)
            fill, edge = QColor(theme.colour("surface")), theme.member(member.colour)
            fill.setAlphaF(0.55)
            ink(painter, stroke(edge, 1.4, (2.0, 2.0), Qt.PenCapStyle.FlatCap), fill)
            painter.drawEllipse(QPointF(x, y), radius, radius)
            font = QFont(camera.font(11, QFont.Weight.Bold))
            font.setPixelSize(max(6, round(radius * 0.9)))
            square = QRectF(x - radius, y - radius, 2 * radius, 2 * radius)
            write(painter, square, member.initial, font, theme.colour("text"), MIDDLE)
        told = f"{coming.clock} · {coming.what}"
        metrics = camera.metrics(11.0, QFont.Weight.DemiBold)
        told = metrics.elidedText(told, Qt.TextElideMode.ElideRight, max(40.0, right - left - 16.0))
        width, high = metrics.horizontalAdvance(told) + 14.0, metrics.height() + 4.0
        plate = QRectF((left + right - width) / 2, bottom - high - 6.0, width, high)
        ground = QColor(theme.colour("surface"))
        ground.setAlphaF(0.92)
        ink(painter, stroke(accent, 1.0, (3.0, 2.0), Qt.PenCapStyle.FlatCap), ground)
        painter.drawRoundedRect(plate, high / 2, high / 2)
        write(painter, plate, told, camera.font(11.0, QFont.Weight.DemiBold), theme.colour("text"), MIDDLE)
