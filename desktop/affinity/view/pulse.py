"""A pair that moved at the shown turn: a halo, and a chip with the reason."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath

from parley.desktop.affinity.figures import MoveFigure
from parley.desktop.affinity.view.edges import Places
from parley.desktop.affinity.view.picture import Picture, line_width, signed
from parley.desktop.widgets.painted import LEFT, NO_BRUSH, RIGHT, ink, stroke, write

HALO = 9.0
"""Pixels of the halo about a line."""
WIDEST = 290.0


def paint_halos(painter: QPainter, picture: Picture, places: Places) -> None:
    """Paint the halos, which lie under the lines."""
    for move in picture.fresh:
        colour = _look_up_move_colour(move, picture)
        colour.setAlphaF(0.26)
        wide = (HALO + line_width(move.after)) * picture.scale
        ink(painter, stroke(colour, wide, cap=Qt.PenCapStyle.FlatCap), NO_BRUSH)
        painter.drawLine(QLineF(places.spots[move.a], places.spots[move.b]))


def _look_up_move_colour(move: MoveFigure, picture: Picture) -> QColor:
    return picture.theme.colour("good" if move.change > 0 else "bad")


def paint_chip(painter: QPainter, picture: Picture, places: Places, area: QRectF, font: QFont) -> QRectF:
    """Return the reason of the farthest move beside its line; the box that it took."""
    move, theme, scale = picture.fresh[0], picture.theme, picture.scale
    change = signed(move.change, trust=picture.trust)
    letters, strong = QFont(font), QFont(font)
    for each in (letters, strong):
        each.setPixelSize(max(7, round(12 * scale)))
    strong.setWeight(QFont.Weight.Bold)
    number = QFontMetricsF(strong).horizontalAdvance(change)
    air = 11.0 * scale
    most = min(WIDEST * scale, area.width() - 8) - number - 3 * air
    text = QFontMetricsF(letters).elidedText(move.reason, Qt.TextElideMode.ElideRight, max(40.0, most))
    wide = QFontMetricsF(letters).horizontalAdvance(text) + number + 3 * air
    middle = QLineF(places.spots[move.a], places.spots[move.b]).center()
    tall = 26.0 * scale
    box, above = _place(middle, wide, tall, move, places, area)
    colour = _look_up_move_colour(move, picture)
    ink(painter, stroke(colour, 1.5), theme.colour("surface"))
    outline = QPainterPath()
    outline.addRoundedRect(box, 12 * scale, 12 * scale)
    tip, root = middle.y(), box.bottom() if above else box.top()
    foot = max(box.left() + 16 * scale, min(box.right() - 16 * scale, middle.x()))
    reaches = abs(tip - root) < 1.5 * tall and not box.contains(middle)
    pointer = QPainterPath(QPointF(foot - 5 * scale, root))
    pointer.lineTo(QPointF(middle.x(), tip))
    pointer.lineTo(QPointF(foot + 5 * scale, root))
    pointer.closeSubpath()
    painter.drawPath(outline.united(pointer) if reaches else outline)
    inside = box.adjusted(air, 0, -air, 0)
    write(painter, inside, text, letters, theme.colour("text"), LEFT)
    write(painter, inside, change, strong, colour, RIGHT)
    return box


def _place(
    middle: QPointF, wide: float, tall: float, move: MoveFigure, places: Places, area: QRectF
) -> tuple[QRectF, bool]:
    """Return where there is most room, and whether that is above the line."""
    gap, half = 16.0, wide / 2
    faces = [
        QRectF(spot.x() - r, spot.y() - r, 2 * r, 2 * r) for spot, r in zip(places.spots, places.radii, strict=True)
    ]

    def cost(box: QRectF) -> float:
        """Faces that it would hide, those of the two twice, and then how far it is."""
        hidden = sum(3 if who in (move.a, move.b) else 2 for who, face in enumerate(faces) if box.intersects(face))
        return hidden + (box.center() - middle).manhattanLength() / max(1.0, area.width() + area.height())

    tops = [middle.y() - gap - tall, middle.y() + gap, area.top() + 2, area.bottom() - tall - 2]
    lefts = [middle.x() - half, middle.x() - half - wide / 3, middle.x() - half + wide / 3]
    low, right = area.bottom() - tall - 2, area.right() - wide - 4
    boxes = [
        QRectF(max(area.left() + 4, min(right, left)), max(area.top() + 2, min(low, top)), wide, tall)
        for top in tops
        for left in lefts
    ]
    best = min(boxes, key=cost)
    return best, best.center().y() < middle.y()
