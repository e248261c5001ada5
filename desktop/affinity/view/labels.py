"""Names beside circles, so that none covers another or somebody else's circle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF

WIDEST = 130.0
Circle = tuple[QPointF, float]


def trust_told(affinity: float, *, signed: bool = True) -> str:
    """An affinity of 0 to 1 as a trust of −100 to 100."""
    trust = round(affinity * 200 - 100)
    return "0" if not trust else f"{'−' if trust < 0 else '+' if signed else ''}{abs(trust)}"


@dataclass(frozen=True, slots=True)
class Label:
    """A name and the box in whose middle it is written."""

    text: str
    box: QRectF


def placed(
    names: Sequence[tuple[str, QPointF, float]], circles: Sequence[Circle], font: QFont, area: QRectF, *, must: int = 0
) -> list[Label]:
    """The names that have room, tried in order: below, above, right and left of their circle.

    The first `must` are written below in any case. `area` is what is in sight; nothing is written across its border.
    """
    metrics = QFontMetricsF(font)
    found: list[Label] = []
    taken = [QRectF(spot.x() - r, spot.y() - r, 2 * r, 2 * r) for spot, r in circles]
    for number, (name, spot, radius) in enumerate(names):
        text = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, WIDEST)
        boxes = _boxes(metrics.horizontalAdvance(text) + 6, metrics.height(), spot, radius, area)
        own = QRectF(spot.x() - radius, spot.y() - radius, 2 * radius, 2 * radius)
        others = [other for other in taken if other != own]
        free = [box for box in boxes if area.contains(box) and not any(map(box.intersects, others))]
        if free or number < must:
            found.append(Label(text, (free or boxes)[0]))
            taken.append(found[-1].box)
    return found


def _boxes(wide: float, tall: float, spot: QPointF, radius: float, area: QRectF) -> list[QRectF]:
    """Where a name may stand, the best first; below and above it may be pushed a little to stay in sight."""
    gap = radius + 3.0
    middle = max(area.left(), min(area.right() - wide, spot.x() - wide / 2))
    return [
        QRectF(middle, spot.y() + gap, wide, tall),
        QRectF(middle, spot.y() - gap - tall, wide, tall),
        QRectF(spot.x() + gap, spot.y() - tall / 2, wide, tall),
        QRectF(spot.x() - gap - wide, spot.y() - tall / 2, wide, tall),
    ]
