"""What is drawn of the network: everything follows from one frozen description."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPen

from desktop.affinity.figures import EdgeFigure, NetworkFigure
from desktop.widgets.painted import stroke
from desktop.widgets.theme import LIGHT, Theme

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


SMALL = 60
"""Members up to whom lines are smooth, names are written and communities outlined."""
LIMITS = (0.3, 0.45, 0.6, 0.75)
"""Affinities between the five kinds of edge: very tense, tense, neutral, warm, very warm."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """How one kind of edge is drawn: the pattern says what the colour says."""

    role: str
    width: float
    dashes: tuple[float, ...] = ()

    def pen(self, colour: QColor, scale: float = 1.0) -> QPen:
        """What such an edge is drawn with."""
        return stroke(colour, self.width * scale, self.dashes, Qt.PenCapStyle.FlatCap)


STROKES = (
    Stroke("tense", 2.4, (3.0, 2.0)),
    Stroke("tense", 1.5, (3.0, 2.0)),
    Stroke("neutral", 1.3),
    Stroke("warm", 2.4),
    Stroke("warm", 3.8),
)


@dataclass(frozen=True, slots=True)
class Picture:
    """What is to be drawn, but for the places.

    `answering` draws who answers whom instead of affinity. `selected` and `focused` are indices (−1: nobody), `pair`
    an index into the figure's edges.
    """

    figure: NetworkFigure = field(default_factory=NetworkFigure)
    answering: bool = False
    selected: int = -1
    focused: int = -1
    pair: int = -1
    theme: Theme = LIGHT
    scale: float = 1.0

    @property
    def small(self) -> bool:
        """Whether there is room for smooth lines and names."""
        return len(self.figure.members) <= SMALL

    def colour(self, member: int) -> QColor:
        """A member's colour."""
        return self.theme.member(self.figure.members[member].colour)

    def kind(self, edge: EdgeFigure) -> int:
        """The edge's place in `STROKES`."""
        return sum(edge.affinity >= limit for limit in LIMITS)

    def together(self) -> tuple[int, ...]:
        """The two of the pair that is looked at."""
        return (self.figure.edges[self.pair].a, self.figure.edges[self.pair].b) if self.pair >= 0 else ()

    def apart(self, edge: int) -> bool:
        """Whether the edge steps back, for somebody else or another pair is looked at."""
        if self.pair >= 0:
            return edge != self.pair
        ends = self.figure.edges[edge]
        return self.selected >= 0 and self.selected not in (ends.a, ends.b)

    def groups(self) -> list[list[int]]:
        """The communities of at least two, as members' indices; none where one holds everybody."""
        found: dict[int, list[int]] = {}
        for member, number in enumerate(self.figure.community):
            if number >= 0:
                found.setdefault(number, []).append(member)
        groups = [group for _, group in sorted(found.items()) if len(group) > 1]
        return groups if len(groups) > 1 or (groups and len(groups[0]) < len(self.figure.members)) else []
