"""The line around a community."""

from __future__ import annotations

from PySide6.QtCore import QPointF


def convex(spots: list[QPointF]) -> list[QPointF]:
    """The convex hull (A. M. Andrew's monotone chain, 1979)."""
    ordered = sorted(spots, key=lambda spot: (spot.x(), spot.y()))
    if len(ordered) < 3:
        return ordered

    def half(points: list[QPointF]) -> list[QPointF]:
        chain: list[QPointF] = []
        for point in points:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        return chain[:-1]

    return half(ordered) + half(ordered[::-1])


def _turn(a: QPointF, b: QPointF, c: QPointF) -> float:
    return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x())
