"""How the plan is drawn while it is edited."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from parley.core.office.shapes import Furniture, Room, Seat
from parley.desktop.plan_editor.draft import DOOR, FURNITURE, RING, ROOM, SEAT
from parley.desktop.plan_editor.model import ItemFigure, PlanEditor
from parley.desktop.widgets.bars import mixed
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Looks

GRIP = 9.0
"""Pixels of a handle's edge."""

EDGES = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
"""The handles: which edges each of them pulls."""

SIZED = frozenset({ROOM, FURNITURE, RING})
"""Items with handles."""


@dataclass(slots=True)
class Lens:
    """How plan units become pixels."""

    scale: float = 8.0
    dx: float = 0.0
    dy: float = 0.0

    def box(self, item: ItemFigure) -> QRectF:
        """An item's rectangle on the sheet."""
        scale = self.scale
        return QRectF(item.x * scale + self.dx, item.y * scale + self.dy, item.width * scale, item.height * scale)

    def units(self, point: QPointF) -> tuple[float, float]:
        """A point of the sheet in plan units."""
        return (point.x() - self.dx) / self.scale, (point.y() - self.dy) / self.scale


def handles(box: QRectF) -> list[tuple[tuple[int, int], QRectF]]:
    """The handles of a selected item, by the edges that each pulls."""
    middle = box.center()
    found = []
    for across, down in EDGES:
        # In a small item the handles of the edges' middles would hide the corners'.
        if (not across and box.width() < 4 * GRIP) or (not down and box.height() < 4 * GRIP):
            continue
        x = (box.left(), middle.x(), box.right())[across + 1]
        y = (box.top(), middle.y(), box.bottom())[down + 1]
        found.append(((across, down), QRectF(x - GRIP / 2, y - GRIP / 2, GRIP, GRIP)))
    return found


class Drawing(Looks):
    """Draws a plan that is edited through a lens."""

    def __init__(self, lens: Lens) -> None:
        self.lens = lens

    def draw(self, painter: QPainter, plan: PlanEditor, sheet: QRectF) -> None:
        """The whole plan."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._grid(painter, sheet)
        draw = {
            ROOM: self._room, FURNITURE: self._furniture, SEAT: self._seat, RING: self._ring, DOOR: self._door,
        }  # fmt: skip
        for item in plan.items:
            if self.lens.box(item).adjusted(-40, -40, 40, 40).intersects(sheet):
                draw[item.key.kind](painter, item)
        self._names(painter, plan)
        if (faulty := plan.item(plan.fault.at)) is not None:
            self._outline(painter, faulty, self.theme.colour("bad"), Qt.PenStyle.DashLine)
            self._mark(painter, faulty)
        if (chosen := plan.item(plan.selected)) is not None:
            self._outline(painter, chosen, self.theme.colour("accent"), Qt.PenStyle.SolidLine)
            if chosen.key.kind in SIZED:
                self._handles(painter, self.lens.box(chosen))
        if faulty is not None:
            self._plate(painter, self.lens.box(faulty), plan.fault.sentence, sheet)

    def _grid(self, painter: QPainter, sheet: QRectF) -> None:
        # A line every five units; closer ones only where there is space for them.
        step = 5.0 * self.lens.scale
        while step < 22:
            step *= 2
        # Opaque and on whole pixels: lines with alpha cost many times as much, and there are hundreds.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(mixed(self.theme.colour("window"), self.theme.colour("border"), 0.5), 1.0))
        across = [self.lens.dx % step + i * step for i in range(int(sheet.width() / step) + 1)]
        down = [self.lens.dy % step + i * step for i in range(int(sheet.height() / step) + 1)]
        lines = [QLineF(round(x), sheet.top(), round(x), sheet.bottom()) for x in across if x < sheet.right()]
        lines += [QLineF(sheet.left(), round(y), sheet.right(), round(y)) for y in down if y < sheet.bottom()]
        painter.drawLines(lines)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _room(self, painter: QPainter, item: ItemFigure) -> None:
        corridor = isinstance(item.thing, Room) and item.thing.corridor
        painter.setBrush(self.theme.colour("raised" if corridor else "room"))
        painter.setPen(QPen(self.theme.colour("wall"), 2.0))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.drawRect(_sharp(self.lens.box(item)))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _furniture(self, painter: QPainter, item: ItemFigure) -> None:
        box, fill, thing = self.lens.box(item), self.theme.colour("furniture"), item.thing
        assert isinstance(thing, Furniture)
        if thing.what == "plant":
            fill = QColor(self.theme.colour("warm"))
            fill.setAlphaF(0.35)
        painter.setBrush(fill)
        painter.setPen(QPen(self.theme.colour("wall"), 1.0))
        if thing.kind == "ellipse":
            painter.drawEllipse(box)
        else:
            corner = min(8.0, min(box.width(), box.height()) * (0.45 if thing.what == "sofa" else 0.18))
            painter.drawRoundedRect(box, corner, corner)

    def _ring(self, painter: QPainter, item: ItemFigure) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self.theme.colour("tick"), 1.2, Qt.PenStyle.DotLine))
        painter.drawEllipse(self.lens.box(item))

    def _seat(self, painter: QPainter, item: ItemFigure) -> None:
        box = self.lens.box(item)
        middle, reach = box.center(), box.width() / 2
        painter.setBrush(self.theme.colour("surface"))
        painter.setPen(QPen(self.theme.colour("secondary"), 1.4))
        painter.drawEllipse(box.adjusted(1, 1, -1, -1))
        # A tick says where the person looks.
        assert isinstance(item.thing, Seat)
        looks = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}[item.thing.facing]
        way = QPointF(*looks) * reach
        painter.drawLine(middle + way * 0.25, middle + way)

    def _door(self, painter: QPainter, item: ItemFigure) -> None:
        box = self.lens.box(item)
        half = max(box.width(), box.height()) / 2
        across = item.place is None or item.place.horizontal
        way = QPointF(half, 0) if across else QPointF(0, half)
        line = QLineF(box.center() - way, box.center() + way)
        colour = self.theme.colour("surface" if item.place else "bad")
        # Through the wall, then two posts: a gap that can be seen and taken hold of.
        painter.setPen(QPen(colour, 5.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawLine(line)
        painter.setPen(QPen(self.theme.colour("secondary"), 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        reach = min(4.5, 0.7 * self.lens.scale)
        post = QPointF(0, reach) if across else QPointF(reach, 0)
        for end in (line.p1(), line.p2()):
            painter.drawLine(QLineF(end - post, end + post))

    def _names(self, painter: QPainter, plan: PlanEditor) -> None:
        made = font(11, QFont.Weight.DemiBold, scale=self.scale)
        metrics = QFontMetricsF(made)
        painter.setFont(made)
        painter.setPen(self.theme.colour("secondary"))
        for item in plan.items:
            if item.key.kind != ROOM:
                break
            box = self.lens.box(item).adjusted(8, 5, -8, -3)
            if box.width() > 24 and box.height() > metrics.height():
                text = metrics.elidedText(item.label, Qt.TextElideMode.ElideRight, box.width())
                painter.drawText(QPointF(box.left(), box.top() + metrics.ascent()), text)

    def _outline(self, painter: QPainter, item: ItemFigure, colour: QColor, style: Qt.PenStyle) -> None:
        box, fill = self.lens.box(item), QColor(colour)
        fill.setAlphaF(0.10)
        painter.setBrush(fill)
        painter.setPen(QPen(colour, 2.0, style))
        if item.key.kind == ROOM:
            painter.drawRect(_sharp(box))
        else:
            painter.drawRoundedRect(box.adjusted(-4, -4, 4, 4), 3, 3)

    def _mark(self, painter: QPainter, item: ItemFigure) -> None:
        """A sign beside what is at fault: told without its colour."""
        off = QPointF(-9, 9) if item.key.kind == ROOM else QPointF(6, -6)
        corner = self.lens.box(item).topRight() + off
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour("bad"))
        painter.drawEllipse(corner, 8.0, 8.0)
        painter.setPen(self.theme.colour("surface"))
        painter.setFont(font(12, QFont.Weight.Bold))
        painter.drawText(QRectF(corner.x() - 8, corner.y() - 8, 16, 16), Qt.AlignmentFlag.AlignCenter, "!")

    def _plate(self, painter: QPainter, box: QRectF, sentence: str, sheet: QRectF) -> None:
        """What is wrong, right below what is at fault (above it where there is no space), never off the sheet."""
        made = font(12, scale=self.scale)
        widest = max(120.0, min(300.0 * self.scale, sheet.width() - 24))
        flags = int(Qt.TextFlag.TextWordWrap)
        size = QFontMetricsF(made).boundingRect(QRectF(0, 0, widest, 400), flags, sentence).size()
        width, height = size.width() + 18, size.height() + 12
        top = box.bottom() + 10
        if top + height > sheet.bottom() - 4:
            top = box.top() - 10 - height
        left = max(sheet.left() + 6, min(box.center().x() - width / 2, sheet.right() - 6 - width))
        plate = QRectF(left, max(sheet.top() + 6, top), width, height)
        painter.setBrush(self.theme.colour("surface"))
        painter.setPen(QPen(self.theme.colour("bad"), 1.2))
        painter.drawRoundedRect(plate, 6, 6)
        painter.setFont(made)
        painter.setPen(self.theme.colour("bad"))
        painter.drawText(plate.adjusted(9, 6, -9, -6), flags, sentence)

    def _handles(self, painter: QPainter, box: QRectF) -> None:
        painter.setBrush(self.theme.colour("surface"))
        painter.setPen(QPen(self.theme.colour("accent"), 1.6))
        for _, grip in handles(box):
            painter.drawRoundedRect(grip, 2, 2)


def _sharp(box: QRectF) -> QRectF:
    return QRectF(box.topLeft().toPoint(), box.bottomRight().toPoint())
