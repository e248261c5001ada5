"""Outlines of communities, and members of a large network."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainterPath, QPainterPathStroker, QPen
from PySide6.QtGui import QPolygonF as Polygon


def hull(spots: list[QPointF], around: float) -> QPainterPath:
    """Return a soft outline so far around some spots, in pixels."""
    outline = QPainterPath()
    outline.addPolygon(Polygon(convex(spots)))
    outline.closeSubpath()
    line, cap, join = Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    stroker = QPainterPathStroker(QPen(Qt.GlobalColor.black, 2 * around, line, cap, join))
    return stroker.createStroke(outline).united(outline).simplified()


def convex(spots: list[QPointF]) -> list[QPointF]:
    """Return the convex hull (A. M. Andrew's monotone chain, 1979)."""
    ordered = sorted(spots, key=lambda spot: (spot.x(), spot.y()))

    def half(points: list[QPointF]) -> list[QPointF]:
        chain: list[QPointF] = []
        for point in points:
            while len(chain) > 1 and _compute_cross_product(chain[-1] - chain[-2], point - chain[-2]) <= 0:
                chain.pop()
            chain.append(point)
        return chain[:-1]

    return ordered if len(ordered) < 3 else half(ordered) + half(ordered[::-1])


def _compute_cross_product(a: QPointF, b: QPointF) -> float:
    return a.x() * b.y() - a.y() * b.x()
