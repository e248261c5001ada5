"""What is drawn of the network, which all follows from one frozen description, and the same in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, takewhile

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF

from parley.desktop.affinity.figures import EdgeFigure, MoveFigure, NetworkFigure, Span
from parley.desktop.affinity.numbers import format_change, format_trust, say_value
from parley.desktop.affinity.view.layout import SMALL
from parley.desktop.widgets.counts import format_turns
from parley.desktop.widgets.painted import mixed
from parley.desktop.widgets.theme import LIGHT, Theme

translate = QCoreApplication.translate
WIDEST = 130.0
Circle = tuple[QPointF, float]


@dataclass(frozen=True, slots=True)
class Label:
    """A member's name and the box in whose middle it is written."""

    text: str
    box: QRectF
    member: int = -1


def place_labels(
    names: Sequence[tuple[int, str, QPointF, float]],
    circles: Sequence[Circle],
    font: QFont,
    area: QRectF,
    *,
    must: int = 0,
) -> list[Label]:
    """Return the names that have room, tried in order: below, above, right and left of their circle.

    The first `must` are written below in any case. `area` is what is in sight; nothing is written across its border.
    """
    metrics = QFontMetricsF(font)
    texts = [metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, WIDEST) for _member, name, _spot, _radius in names]
    boxes = [
        _compute_name_boxes(metrics.horizontalAdvance(text) + 6, metrics.height(), spot, radius, area)
        for text, (_member, _name, spot, radius) in zip(texts, names, strict=True)
    ]
    clear = _find_clear_boxes(boxes, [spot for _member, _name, spot, _radius in names], circles)
    found: list[Label] = []
    for number, (member, *_rest) in enumerate(names):
        free = [
            box
            for box, is_clear in zip(boxes[number], clear[number], strict=True)
            if is_clear and area.contains(box) and not any(box.intersects(label.box) for label in found)
        ]
        if free or number < must:
            found.append(Label(texts[number], (free or boxes[number])[0], member))
    return found


def _find_clear_boxes(
    boxes: Sequence[Sequence[QRectF]], spots: Sequence[QPointF], circles: Sequence[Circle]
) -> list[list[bool]]:
    """Return for each name and box whether no circle is in the way; a name may touch its own circle."""
    if not boxes or not circles:
        return [[True] * len(each) for each in boxes]
    x, y, radius = np.array([(spot.x(), spot.y(), size) for spot, size in circles]).T
    sides = np.array([[box.getCoords() for box in each] for each in boxes])[..., None]  # Name, box, side, circle
    in_way = (sides[:, :, 0] < x + radius) & (sides[:, :, 2] > x - radius)
    in_way &= (sides[:, :, 1] < y + radius) & (sides[:, :, 3] > y - radius)
    own_x, own_y = np.array([(spot.x(), spot.y()) for spot in spots]).T[..., None]
    in_way &= ~((own_x == x) & (own_y == y))[:, None]
    found: list[list[bool]] = (~in_way.any(axis=2)).tolist()
    return found


def _compute_name_boxes(wide: float, tall: float, spot: QPointF, radius: float, area: QRectF) -> list[QRectF]:
    """Return where a name may stand, the best first; below and above it may be pushed a little to stay in sight."""
    gap = radius + 3.0
    middle = max(area.left(), min(area.right() - wide, spot.x() - wide / 2))
    return [
        QRectF(middle, spot.y() + gap, wide, tall),
        QRectF(middle, spot.y() - gap - tall, wide, tall),
        QRectF(spot.x() + gap, spot.y() - tall / 2, wide, tall),
        QRectF(spot.x() - gap - wide, spot.y() - tall / 2, wide, tall),
    ]


LIMITS = (0.3, 0.45, 0.6, 0.75)
"""Affinities between the five kinds that are told apart in words: very tense, tense, neutral, warm, very warm."""
TENSE = 0.4
"""Below it a line is dashed."""
LEVELS = 6
"""Steps of colour on either side of none, between which drifts are told apart."""
MOST_FRESH = 3
"""Pairs that are marked at once of those that have just moved."""
THIN, WIDER = 1.0, 3.2
"""Pixels of a line at an affinity of 0, and what a whole one adds."""


def line_width(affinity: float) -> float:
    """Return the width of a line in pixels at a text scale of 1."""
    return THIN + WIDER * affinity


@dataclass(frozen=True, slots=True)
class Picture:
    """What is to be drawn, but for the places.

    The colour of a line tells the drift in the `span`. `selected` and `focused` are indices (−1: nobody).
    """

    figure: NetworkFigure = field(default_factory=NetworkFigure)
    span: Span = "start"
    selected: int = -1
    focused: int = -1
    theme: Theme = LIGHT
    scale: float = 1.0

    @property
    def small(self) -> bool:
        """Whether there is room for smooth lines and names."""
        return len(self.figure.members) <= SMALL

    @property
    def trust(self) -> bool:
        """Whether it is trust that is drawn."""
        return self.figure.measure == "trust"

    @property
    def fresh(self) -> list[MoveFigure]:
        """What happened at the shown turn, or moved and why that is known, the farthest first."""
        figure = self.figure
        both = (  # Both are sorted by turn: read backwards to the shown one
            takewhile(lambda move: move.turn == figure.turn, reversed(each)) for each in (figure.moves, figure.deeds)
        )
        return sorted((move for move in chain(*both) if move.reason), key=lambda move: -abs(move.change))[:MOST_FRESH]

    def get_colour(self, member: int) -> QColor:
        """Return a member's colour."""
        return self.theme.member(self.figure.members[member].colour)

    def get_kind(self, edge: EdgeFigure) -> int:
        """Return how well the two get on, 0 to 4: what `LIMITS` divide."""
        return sum(edge.affinity >= limit for limit in LIMITS)

    def compute_levels(self, edges: Iterable[EdgeFigure]) -> list[int]:
        """Return the steps of colour of edges' drifts, −`LEVELS` to `LEVELS`; 0 only for what did not move."""
        whole, span, found = self.figure.choose_scale(self.span), self.span, list[int]()
        for edge in edges:
            drift = edge.drift(span)
            step = min(LEVELS, max(1, round(abs(drift) / whole * LEVELS))) if abs(drift) >= 0.0005 else 0
            found.append(step if drift > 0 else -step)
        return found

    def level_colour(self, level: int) -> QColor:
        """Return the colour of a step: from "bad" over grey, for what did not move, to "good"."""
        grey = mixed(self.theme.colour("tick"), self.theme.colour("surface"), 0.75)
        return mixed(self.theme.colour("good" if level > 0 else "bad"), grey, abs(level) / LEVELS)

    def ties_of(self, member: int) -> list[int]:
        """Return the edges that are drawn at a member."""
        return [index for index, edge in enumerate(self.figure.edges) if member in (edge.a, edge.b) and edge.linked]


def told_member(picture: Picture, index: int) -> str:
    """Return a member's share of the talk, and where they stand in the network, in a sentence."""
    figure, member = picture.figure, picture.figure.members[index]
    share = translate("NetworkCanvas", "{share}% of all words in {turns}")
    parts = [share.format(share=round(member.share * 100), turns=format_turns(member.turns))]
    if index < len(figure.centrality):  # A story, which shows trust, has none
        parts.append(translate("NetworkCanvas", "centrality {value}").format(value=say_value(figure.centrality[index])))
    if index < len(figure.community) and figure.community[index] >= 0:
        group = [i for i, number in enumerate(figure.community) if number == figure.community[index] and i != index]
        names = ", ".join(figure.members[i].name for i in group[:6])
        more = f" +{len(group) - 6}" if len(group) > 6 else ""
        parts.append(translate("NetworkCanvas", "in a community with {names}").format(names=names + more))
    return f"{member.name}: {', '.join(parts)}"


def told_edge(picture: Picture, index: int) -> str:
    """Return how two get on and how far they moved, in a sentence."""
    figure, edge = picture.figure, picture.figure.edges[index]
    first, second = (figure.members[each].name for each in (edge.a, edge.b))
    told, value = translate("NetworkCanvas", "{first} – {second}: affinity {value}, {kind}"), say_value(edge.affinity)
    if picture.trust:
        told = translate("NetworkCanvas", "{first} – {second}: trust {value}, {kind}")
        value = format_trust(edge.affinity)
    text = told.format(first=first, second=second, value=value, kind=list_kinds()[picture.get_kind(edge)])
    if picture.span == "talk":
        return ", ".join(filter(None, (text, told_deeds(figure, edge))))
    drift = edge.drift(picture.span)
    if abs(drift) >= 0.0005:  # Less would be told as +0.00
        moved = format_change(drift, trust=picture.trust)
        text += f", {moved} {describe_span(picture)}" + (f": {edge.reason}" if edge.reason else "")
    return text


def told_move(picture: Picture, move: MoveFigure) -> str:
    """Return what has just happened between two: what one did, or how far they moved and why."""
    if move in picture.figure.deeds:  # Its reason says already who did what to whom
        return move.reason
    first, second = (picture.figure.members[each].name for each in (move.a, move.b))
    return f"{first} – {second} {format_change(move.change, trust=picture.trust)}: {move.reason}"


def told_deeds(figure: NetworkFigure, edge: EdgeFigure) -> str:
    """Return what two did to each other in the talk: who, what, and how often."""
    did = Counter((move.change, *move.by) for move in figure.deeds if (move.a, move.b) == (edge.a, edge.b))
    kinds = {  # Keyed by `MoveFigure.change`, which is the act's lean
        1.0: translate("NetworkCanvas", "{0} backed {1} ×"),
        -1.0: translate("NetworkCanvas", "{0} objected {1} ×"),
        0.0: translate("NetworkCanvas", "{0} asked {1} ×"),
    }
    counts = ((text, who, did[way, who]) for way, text in kinds.items() for who in (edge.a, edge.b))
    return ", ".join(text.format(figure.members[who].name, times) for text, who, times in counts if times)


def describe_span(picture: Picture) -> str:
    """Return the span, as it stands behind a change."""
    if picture.span == "chosen":
        return translate("NetworkCanvas", "in the selected turns")
    return translate("NetworkCanvas", "today") if picture.span == "today" else translate("NetworkCanvas", "in this run")


def list_kinds() -> tuple[str, ...]:
    """Return the kinds of pairs that `LIMITS` divide."""
    return (
        translate("NetworkCanvas", "very tense"),
        translate("NetworkCanvas", "tense"),
        translate("NetworkCanvas", "neutral"),
        translate("NetworkCanvas", "warm"),
        translate("NetworkCanvas", "very warm"),
    )
