"""The plan itself: rooms, walls with gaps for doors, furniture, and the rooms' names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QRect, QRectF
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap, QRegion

from desktop.floor_plan.view.layer import Box, Camera, Layer, overlap
from desktop.widgets.painted import NO_PEN, blank, ink, stroke

if TYPE_CHECKING:
    from core.office.plan import Plan
    from core.office.shapes import Room

NAME = 11.0
"""Pixels of a room's name."""
CHAIR, BACK = 1.3, 0.7
"""Half a chair's width and the depth of its back, in plan units."""
Thing = tuple[float, float, float, float, str, bool]
"""A piece of furniture in plan units: left, top, width, height, what it is, and whether it is an ellipse."""


class RoomsLayer(Layer):
    """Draws the plan into a pixmap, and that until something about it changes.

    Attributes: `names`, where the rooms' names stand, in their order; empty boxes where there is no room for them.
    """

    def __init__(self, camera: Camera) -> None:
        super().__init__(camera)
        self.names: list[Box] = []
        self._plan: Plan | None = None
        self._language = ""
        self._active = ""
        self._cache = QPixmap()
        self._key: tuple[object, ...] = ()

    def show_plan(self, plan: Plan | None, language: str, active: str) -> None:
        """The plan with its rooms' names in a language, and the room in which the talk is."""
        self._plan, self._language, self._active = plan, language, active
        self._key = ()

    @property
    def _rooms(self) -> tuple[Room, ...]:
        return self._plan.rooms if self._plan else ()

    def _rectangle(self, room: Room) -> QRectF:
        """Where a room lies in the viewport, on whole pixels so that walls are sharp."""
        left, top = self.camera.at(room.x, room.y)
        right, bottom = self.camera.at(room.right, room.bottom)
        return QRectF(round(left), round(top), round(right) - round(left), round(bottom) - round(top))

    def lay_out(self, people: Mapping[str, Sequence[Box]]) -> None:
        """Where names stand: in the corner of the room that its `people` leave free; nowhere if it does not fit."""
        metrics = self.camera.metrics(NAME, QFont.Weight.DemiBold)
        names = [
            self._corner(
                self._rectangle(room), metrics.horizontalAdvance(room.title(self._language)), metrics.height(),
                people.get(room.id, ()),
            )
            for room in self._rooms
        ]  # fmt: skip
        if names != self.names:
            self.names, self._key = names, ()

    def _corner(self, where: QRectF, width: float, height: float, people: Sequence[Box]) -> Box:
        inset = min(9.0, max(4.0, 1.4 * self.camera.scale))
        if width + 2 * inset <= where.width() and height + inset <= where.height():
            left, right = where.left() + inset, where.right() - inset - width
            top, bottom = where.top() + inset * 0.8, where.bottom() - inset * 0.8 - height
            for x, y in ((left, top), (right, top), (left, bottom), (right, bottom)):
                box = (x, y, x + width, y + height)
                if not any(overlap(box, other) for other in people):
                    return box
        return 0.0, 0.0, 0.0, 0.0

    def draw(self, painter: QPainter) -> None:
        """Blit the plan."""
        camera = self.camera
        key = (*camera.view, camera.text, camera.theme.name)
        if self._key != key:
            self._key = key
            self._cache = blank(camera.width, camera.height, camera.ratio)
            inner = QPainter(self._cache)
            self._draw_plan(inner)
            inner.end()
        painter.drawPixmap(0, 0, self._cache)

    def _draw_plan(self, painter: QPainter) -> None:
        theme = self.camera.theme
        lit = None
        for room in self._rooms:
            where = self._rectangle(room)
            if room.id == self._active:
                lit = where
            painter.fillRect(where, theme.colour("room_lit" if room.id == self._active else "room"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for room in self._rooms:
            for thing in _things(room):
                self._draw_thing(painter, thing, lit)
        self._draw_walls(painter)
        if lit is not None:
            # How far a talk can be heard: to the walls of its room, and no further.
            inset = min(3.0, lit.width() / 8, lit.height() / 8)
            ink(painter, stroke(theme.colour("accent"), 1.4, (4.0, 3.0)))
            painter.drawRoundedRect(lit.adjusted(inset, inset, -inset, -inset), 4.0, 4.0)
        painter.setFont(self.camera.font(NAME, QFont.Weight.DemiBold))
        ascent = self.camera.metrics(NAME, QFont.Weight.DemiBold).ascent()
        for room, box in zip(self._rooms, self.names, strict=False):
            if box[2] > box[0]:
                painter.setPen(theme.colour("text" if room.id == self._active else "faint"))
                painter.drawText(round(box[0]), round(box[1] + ascent), room.title(self._language))

    def _draw_walls(self, painter: QPainter) -> None:
        """Every room's outline, but for where there is a door."""
        if self._plan is None:
            return
        camera, half = self.camera, self._plan.door_width / 2
        thick = 2.0 if camera.scale > 3.5 else 1.5
        whole = QRegion(0, 0, round(camera.width), round(camera.height))
        for door in self._plan.openings:
            (x, y), long = camera.at(door.x, door.y), half * camera.scale
            across, down = (long, thick + 1) if door.horizontal else (thick + 1, long)
            whole -= QRegion(QRect(round(x - across), round(y - down), round(2 * across), round(2 * down)))
        painter.save()
        painter.setClipRegion(whole)
        ink(painter, QPen(camera.theme.colour("wall"), thick))
        painter.drawRects([self._rectangle(room) for room in self._plan.rooms])
        painter.restore()

    def _draw_thing(self, painter: QPainter, thing: Thing, lit: QRectF | None) -> None:
        camera, theme = self.camera, self.camera.theme
        x, y, width, height, what, oval = thing
        where = QRectF(*camera.at(x, y), width * camera.scale, height * camera.scale)
        if where.right() < 0 or where.bottom() < 0 or where.left() > camera.width or where.top() > camera.height:
            return
        in_talk = lit is not None and lit.contains(where.center())
        fill, edge = theme.colour("furniture"), QPen(NO_PEN)
        if what == "chair":
            fill.setAlphaF(0.55)
        elif what == "plant":
            fill = QColor(theme.colour("warm"))
            fill.setAlphaF(0.30)
        elif what == "table" and in_talk:
            fill, edge = theme.colour("surface"), QPen(theme.colour("wall"), 1.2)
        elif in_talk:
            fill = theme.colour("wall")
            fill.setAlphaF(0.5)
        ink(painter, edge, fill)
        if oval:
            painter.drawEllipse(where)
            return
        corner = min(8.0, min(where.width(), where.height()) * (0.45 if what in ("sofa", "chair") else 0.18))
        painter.drawRoundedRect(where, corner, corner)
        step = 2.6 * camera.scale
        if what == "shelf" and step >= 6:
            # The boards of a shelf, seen from above as lines across: told from a desk without a word.
            painter.setPen(QPen(theme.colour("room"), 1.0))
            left, top, right, bottom = where.left(), where.top(), where.right(), where.bottom()
            for at in range(1, int(max(where.width(), where.height()) / step)):
                if height > width:
                    painter.drawLine(QLineF(left, top + at * step, right, top + at * step))
                else:
                    painter.drawLine(QLineF(left + at * step, top, left + at * step, bottom))


def _things(room: Room) -> Iterator[Thing]:
    for each in room.furniture:
        yield each.x, each.y, each.width, each.height, each.what, each.kind == "ellipse"
    for seat in room.seats:
        # A chair's seat, and its back, which is behind the person.
        x, y, size = seat.x - CHAIR, seat.y - CHAIR, 2 * CHAIR
        yield x, y, size, size, "chair", False
        dx, dy, width, height = {
            "north": (0.0, size, size, BACK),
            "south": (0.0, -BACK, size, BACK),
            "west": (size, 0.0, BACK, size),
            "east": (-BACK, 0.0, BACK, size),
        }[seat.facing]
        yield x + dx, y + dy, width, height, "chair", False
