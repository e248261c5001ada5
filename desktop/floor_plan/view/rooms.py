"""The plan itself: rooms, walls with gaps for doors, furniture, and the rooms' names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap

from desktop.floor_plan.figures import FurnitureFigure, PlanFigure, RoomFigure
from desktop.floor_plan.view.layer import Box, Camera, Layer, overlap

NAME = 11.0
"""Pixels of a room's name."""


@dataclass(frozen=True, slots=True)
class _Wall:
    """A straight piece of wall in plan units."""

    x1: float
    y1: float
    x2: float
    y2: float


def walls(plan: PlanFigure) -> list[_Wall]:
    """Every wall of every room, cut where there is a door; a wall between two rooms comes once."""
    half = plan.door_width / 2
    lines: dict[tuple[bool, float], list[tuple[float, float]]] = {}
    for room in plan.rooms:
        right, bottom = room.x + room.width, room.y + room.height
        for horizontal, at, low, high in (
            (True, room.y, room.x, right),
            (True, bottom, room.x, right),
            (False, room.x, room.y, bottom),
            (False, right, room.y, bottom),
        ):
            lines.setdefault((horizontal, round(at, 4)), []).append((low, high))
    found = []
    for (horizontal, at), spans in lines.items():
        gaps = sorted(
            (along - half, along + half)
            for along, across, flat in ((x, y, flat) if flat else (y, x, flat) for x, y, flat in plan.doors)
            if flat == horizontal and abs(across - at) < 1e-3
        )
        for low, high in _cut(_joined(spans), gaps):
            found.append(_Wall(low, at, high, at) if horizontal else _Wall(at, low, at, high))
    return found


def _joined(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    joined: list[tuple[float, float]] = []
    for low, high in sorted(spans):
        if joined and low <= joined[-1][1] + 1e-6:
            joined[-1] = (joined[-1][0], max(joined[-1][1], high))
        else:
            joined.append((low, high))
    return joined


def _cut(spans: list[tuple[float, float]], gaps: list[tuple[float, float]]) -> list[tuple[float, float]]:
    pieces = []
    for low, high in spans:
        start = low
        for gap_low, gap_high in gaps:
            if gap_high <= start or gap_low >= high:
                continue
            if gap_low > start:
                pieces.append((start, gap_low))
            start = gap_high
        if start < high:
            pieces.append((start, high))
    return pieces


class RoomsLayer(Layer):
    """Draws the plan into a pixmap, and that until something about it changes."""

    def __init__(self, camera: Camera) -> None:
        super().__init__(camera)
        self.plan = PlanFigure()
        self.active = ""
        self.names: list[Box] = []
        self._walls: list[_Wall] = []
        self._cache = QPixmap()
        self._key: tuple[object, ...] = ()

    def show_plan(self, plan: PlanFigure, active: str) -> None:
        """The plan, and the room in which the talk is."""
        if plan != self.plan:
            self._walls = walls(plan)
        self.plan, self.active = plan, active
        self._key = ()

    def rectangle(self, room: RoomFigure) -> QRectF:
        """Where a room lies in the viewport, on whole pixels so that walls are sharp."""
        left, top = self.camera.at(room.x, room.y)
        right, bottom = self.camera.at(room.x + room.width, room.y + room.height)
        return QRectF(round(left), round(top), round(right) - round(left), round(bottom) - round(top))

    def lay_out(self, people: Mapping[str, Sequence[Box]]) -> None:
        """Where names stand: in the corner of the room that its `people` leave free; nowhere if it does not fit."""
        metrics = self.camera.metrics(NAME, QFont.Weight.DemiBold)
        names: list[Box] = []
        for room in self.plan.rooms:
            size = metrics.horizontalAdvance(room.name), metrics.height()
            names.append(self._corner(self.rectangle(room), size, people.get(room.id, ())))
        if names != self.names:
            self.names = names
            self._key = ()

    def _corner(self, where: QRectF, size: tuple[float, float], people: Sequence[Box]) -> Box:
        inset = self._inset()
        width, height = size
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
        key = (camera.scale, camera.dx, camera.dy, camera.width, camera.height, camera.ratio, camera.text)
        if self._key != (*key, camera.theme.name):
            self._key = (*key, camera.theme.name)
            self._cache = QPixmap(round(camera.width * camera.ratio), round(camera.height * camera.ratio))
            self._cache.setDevicePixelRatio(camera.ratio)
            self._cache.fill(Qt.GlobalColor.transparent)
            inner = QPainter(self._cache)
            self._draw_plan(inner)
            inner.end()
        painter.drawPixmap(0, 0, self._cache)

    def _inset(self) -> float:
        return min(9.0, max(4.0, 1.4 * self.camera.scale))

    def _draw_plan(self, painter: QPainter) -> None:
        theme = self.camera.theme
        lit = None
        for room in self.plan.rooms:
            where = self.rectangle(room)
            if room.id == self.active:
                lit = where
            painter.fillRect(where, theme.colour("room_lit" if room.id == self.active else "room"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for thing in self.plan.furniture:
            self._draw_thing(painter, thing, lit)
        self._draw_walls(painter)
        if lit is not None:
            self._draw_range(painter, lit)
        painter.setFont(self.camera.font(NAME, QFont.Weight.DemiBold))
        ascent = self.camera.metrics(NAME, QFont.Weight.DemiBold).ascent()
        for room, box in zip(self.plan.rooms, self.names, strict=False):
            if box[2] > box[0]:
                painter.setPen(theme.colour("text" if room.id == self.active else "faint"))
                painter.drawText(round(box[0]), round(box[1] + ascent), room.name)

    def _draw_walls(self, painter: QPainter) -> None:
        theme, scale = self.camera.theme, self.camera.scale
        thick = 2.0 if scale > 3.5 else 1.5
        painter.setPen(QPen(theme.colour("wall"), thick, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        lines = []
        for wall in self._walls:
            x1, y1 = self.camera.at(wall.x1, wall.y1)
            x2, y2 = self.camera.at(wall.x2, wall.y2)
            lines.append(QLineF(round(x1), round(y1), round(x2), round(y2)))
        painter.drawLines(lines)

    def _draw_range(self, painter: QPainter, lit: QRectF) -> None:
        """How far a talk can be heard: to the walls of its room, and no further."""
        inset = min(3.0, lit.width() / 8, lit.height() / 8)
        pen = QPen(self.camera.theme.colour("accent"), 1.4, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
        pen.setDashPattern([4.0, 3.0])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(lit.adjusted(inset, inset, -inset, -inset), 4.0, 4.0)

    def _draw_thing(self, painter: QPainter, thing: FurnitureFigure, lit: QRectF | None) -> None:
        camera, theme = self.camera, self.camera.theme
        left, top = camera.at(thing.x, thing.y)
        where = QRectF(left, top, thing.width * camera.scale, thing.height * camera.scale)
        if where.right() < 0 or where.bottom() < 0 or where.left() > camera.width or where.top() > camera.height:
            return
        in_talk = lit is not None and lit.contains(where.center())
        fill, edge = theme.colour("furniture"), QPen(Qt.PenStyle.NoPen)
        if thing.what == "chair":
            fill.setAlphaF(0.55)
        elif thing.what == "plant":
            fill = QColor(theme.colour("warm"))
            fill.setAlphaF(0.30)
        elif thing.what == "table" and in_talk:
            fill = theme.colour("surface")
            edge = QPen(theme.colour("wall"), 1.2)
        elif in_talk:
            fill = theme.colour("wall")
            fill.setAlphaF(0.5)
        painter.setPen(edge)
        painter.setBrush(fill)
        if thing.kind == "ellipse":
            painter.drawEllipse(where)
            return
        corner = min(where.width(), where.height()) * (0.45 if thing.what in ("sofa", "chair") else 0.18)
        painter.drawRoundedRect(where, min(corner, 8.0), min(corner, 8.0))
        if thing.what == "shelf":
            self._draw_boards(painter, where)

    def _draw_boards(self, painter: QPainter, where: QRectF) -> None:
        # The boards of a shelf, seen from above as lines across: told from a desk without a word.
        painter.setPen(QPen(self.camera.theme.colour("room"), 1.0))
        step = 2.6 * self.camera.scale
        if step < 6:
            return
        if where.height() > where.width():
            for i in range(1, int(where.height() / step)):
                painter.drawLine(QLineF(where.left(), where.top() + i * step, where.right(), where.top() + i * step))
        else:
            for i in range(1, int(where.width() / step)):
                painter.drawLine(QLineF(where.left() + i * step, where.top(), where.left() + i * step, where.bottom()))
