"""Numbers upon the lines that are looked at."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QLocale, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from parley.desktop.affinity.figures import EdgeFigure
from parley.desktop.affinity.view.edges import Places
from parley.desktop.affinity.view.picture import Picture, signed, trust_told
from parley.desktop.widgets.painted import LEFT, RIGHT, ink, write

MOST = 24
"""Lines that have a number at once."""
PARTS = (0.5, 0.38, 0.62, 0.28, 0.72)
"""Where on a line its number may stand, the best place first."""


def paint_numbers(
    painter: QPainter, picture: Picture, places: Places, edges: Sequence[int], font: QFont
) -> list[QRectF]:
    """Return a pill on each line: how the two stand, and how far they moved; the boxes that are taken."""
    if len(edges) > MOST:
        return []
    letters = QFont(font)
    letters.setPixelSize(max(7, round(10.5 * picture.scale)))
    letters.setWeight(QFont.Weight.DemiBold)
    metrics, theme = QFontMetricsF(letters), picture.theme
    air, tall = 6.0 * picture.scale, 17.0 * picture.scale
    found: list[QRectF] = []
    faces = [_compute_face_rect(places, member) for member in range(len(places.spots))]
    for index in edges:
        edge = picture.figure.edges[index]
        told, moved = _format_edge_numbers(picture, edge)
        wide = metrics.horizontalAdvance(told) + 2 * air
        if moved:
            wide += metrics.horizontalAdvance(moved) + air * 0.7
        line = QLineF(places.spots[edge.a], places.spots[edge.b])
        free = (
            each for each in _compute_number_boxes(line, wide, tall) if not any(map(each.intersects, [*found, *faces]))
        )
        if (box := next(free, None)) is None:
            continue
        ink(painter, QPen(theme.colour("border"), 1.0), theme.colour("surface"))
        painter.drawRoundedRect(box, tall / 2, tall / 2)
        inside = box.adjusted(air, 0, -air, 0)
        write(painter, inside, told, letters, theme.colour("text"), LEFT)
        if moved:
            write(painter, inside, moved, letters, theme.colour("bad" if moved[0] == "−" else "good"), RIGHT)
        found.append(box)
    return found


def _compute_face_rect(places: Places, member: int) -> QRectF:
    spot, radius = places.spots[member], places.radii[member] * 0.8
    return QRectF(spot.x() - radius, spot.y() - radius, 2 * radius, 2 * radius)


def _compute_number_boxes(line: QLineF, wide: float, tall: float) -> list[QRectF]:
    spots = [line.pointAt(part) for part in PARTS]
    return [QRectF(spot.x() - wide / 2, spot.y() - tall / 2, wide, tall) for spot in spots]


def _format_edge_numbers(picture: Picture, edge: EdgeFigure) -> tuple[str, str]:
    value = trust_told(edge.affinity) if picture.trust else QLocale().toString(edge.affinity, "f", 2)
    drift = edge.drift(picture.span)
    return value, signed(drift, trust=picture.trust) if abs(drift) >= 0.0005 else ""
