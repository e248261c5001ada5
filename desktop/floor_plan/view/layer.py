"""What all layers of the floor plan share: where the plan lies, the fonts; and where a bubble goes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from parley.desktop.widgets.theme import LIGHT, Theme

EDGE = 6.0
"""Pixels that a bubble keeps from the view's edge."""
GAPS = (11.0, 40.0, 70.0, 105.0, 150.0)
"""Pixels between the speaker and the bubble that are tried, the nearest first."""
SIDES = (
    "above", "above-left", "above-right", "right", "left", "right-up", "left-up", "right-down", "left-down",
    "below", "below-right", "below-left",
)  # fmt: skip
"""In the order in which they are liked; names stand below the avatars, so below comes last."""
PARTS = {side: (side.partition("-")[0], side.partition("-")[2]) for side in SIDES}
WISHES = sorted(
    (rank * 0.05 + gap * 0.012, rank * len(GAPS) + nth, side, gap)
    for rank, side in enumerate(SIDES)
    for nth, gap in enumerate(GAPS)
)
"""What each place costs before it is known what is there, and its number in the order of `SIDES` and `GAPS`."""
CLEAR, AWAY = 3.0, 0.012
"""Pixels between a bubble and its speaker at least, and the price of each."""
FACES = 80
"""In a larger crowd only about so many faces are looked at, each standing for its neighbours."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a bubble: on which side of the speaker, how far away, the box itself, and how bad it is."""

    side: str
    gap: float
    box: Box
    cost: float


def find_box_at(side: str, gap: float, size: tuple[float, float], who: Circle) -> Box:
    """Return the box of a bubble of `size` on a side of `who`."""
    (width, height), (x, y, radius) = size, who
    away = radius + gap
    main, part = PARTS[side]
    if main in ("above", "below"):
        top = y - away - height if main == "above" else y + away
        left = {"left": x - width + 2 * radius, "right": x - 2 * radius}.get(part, x - width / 2)
    else:
        left = x - away - width if main == "left" else x + away
        top = {"up": y - height + radius, "down": y - radius}.get(part, y - height / 2)
    return left, top, left + width, top + height


def find_spot(
    size: tuple[float, float],
    who: Circle,
    view: tuple[float, float],
    faces: Sequence[Circle],
    blocked: Sequence[Box] = (),
    soft: Sequence[Soft] = (),
    most: float = math.inf,
) -> Spot | None:
    """Return the best place; None where the bubble would cover the speaker wherever it went, or cost `most` or more.

    `faces` are the others; `blocked` may not be covered either (the other bubble), `soft` at a price (names of rooms).
    """
    # The prices: a face under the bubble 6, under its pointer 3.2; a pixel of distance 0.012, a rank of SIDES 0.05.
    stride = 1 + len(faces) // FACES
    best: Spot | None = None
    least: tuple[float, float, int] = (most, 0.0, 0)
    for wish, rank, side, gap in WISHES:
        if wish + CLEAR * AWAY > least[0]:  # What it costs at least: no other place can be better
            break
        wished = find_box_at(side, gap, size, who)
        box = move_inside(wished, *view, EDGE)
        if (away := measure_gap(box, who)) < CLEAR or any(overlap(box, other) for other in blocked):
            continue
        moved = abs(box[0] - wished[0]) + abs(box[1] - wished[1])
        place = wish + moved * 0.004 + away * AWAY
        cost = place + sum(price for other, price in soft if overlap(box, other))
        if cost > least[0]:
            continue
        for face in faces[::stride]:
            cost += stride * _measure_face_obstruction(face, box, who)  # one face in `stride` counts for all of them
            if cost > least[0]:
                break
        if (found := (cost, place, rank)) < least:  # at equal cost the nearer place, then the better side
            least, best = found, Spot(side, gap, box, cost)
    return best


def _measure_face_obstruction(face: Circle, box: Box, who: Circle) -> float:
    """Return how much a face is in the way: under the bubble, or under what joins it to the speaker."""
    x, y, radius = face
    if box[0] - radius < x < box[2] + radius and box[1] - radius < y < box[3] + radius and measure_gap(box, face) < 1.0:
        return 6.0
    near_x, near_y = find_nearest(box, who[0], who[1])
    way_x, way_y = near_x - who[0], near_y - who[1]
    length = math.hypot(way_x, way_y) or 1.0
    along = ((x - who[0]) * way_x + (y - who[1]) * way_y) / length  # how far along the pointer, and how far aside of it
    aside = abs((x - who[0]) * way_y - (y - who[1]) * way_x) / length
    return 3.2 if 0 < along < length and aside < radius + 4.0 else 0.0


Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels of the viewport."""
Circle = tuple[float, float, float]
"""A middle and a radius."""
Soft = tuple[Box, float]
"""What had rather stay in sight, and the price of covering it."""


def overlap(a: Box, b: Box) -> bool:
    """Return whether two boxes share a point inside."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def move_inside(box: Box, width: float, height: float, edge: float) -> Box:
    """Return the box, moved into a view of that size but for its `edge`; its left top corner wins where it is too
    large.
    """
    wide, high = box[2] - box[0], box[3] - box[1]
    left, top = max(edge, min(box[0], width - edge - wide)), max(edge, min(box[1], height - edge - high))
    return left, top, left + wide, top + high


def find_nearest(box: Box, x: float, y: float) -> tuple[float, float]:
    """Return the point of a box that is nearest to another."""
    return max(box[0], min(x, box[2])), max(box[1], min(y, box[3]))


def measure_gap(box: Box, who: Circle) -> float:
    """Return how far a box is from a circle's edge; below 0 where it covers a part of it."""
    return math.dist(find_nearest(box, who[0], who[1]), who[:2]) - who[2]


@dataclass(slots=True)
class Camera:
    """How the plan is looked at: `scale` is pixels a plan unit, `text` the factor of all text."""

    transform: QTransform = field(default_factory=QTransform)
    scale: float = 1.0
    dx: float = 0.0
    dy: float = 0.0
    width: float = 0.0
    height: float = 0.0
    ratio: float = 1.0
    text: float = 1.0
    theme: Theme = LIGHT
    family: str = ""
    fonts: dict[tuple[float, int, bool], tuple[QFont, QFontMetricsF]] = field(default_factory=dict)

    @property
    def view(self) -> tuple[float, ...]:
        """All that says which part of the plan is seen, and how large."""
        return self.scale, self.dx, self.dy, self.width, self.height, self.ratio

    def update_view(self, transform: QTransform, width: float, height: float, ratio: float) -> bool:
        """Take over the view's transform and size; return whether anything changed."""
        before = self.view
        self.transform = QTransform(transform)
        self.scale, self.dx, self.dy = transform.m11(), transform.dx(), transform.dy()
        self.width, self.height, self.ratio = width, height, ratio
        return before != self.view

    def map_point(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the plan lies in the viewport."""
        return x * self.scale + self.dx, y * self.scale + self.dy

    def font(self, pixels: float, weight: QFont.Weight = QFont.Weight.Normal, italic: bool = False) -> QFont:
        """Return the interface's font in a size that follows the text scale."""
        return self._look_up_sized_font(pixels, weight, italic)[0]

    def metrics(self, pixels: float, weight: QFont.Weight = QFont.Weight.Normal, italic: bool = False) -> QFontMetricsF:
        """Return the measures of `font` with the same arguments."""
        return self._look_up_sized_font(pixels, weight, italic)[1]

    def _look_up_sized_font(self, pixels: float, weight: QFont.Weight, italic: bool) -> tuple[QFont, QFontMetricsF]:
        # By the number: Python hashes an enumeration's member, and finds its value, many times as slowly.
        key = (round(pixels * self.text, 1), int(weight), italic)
        if key not in self.fonts:
            font = QFont(self.family) if self.family else QFont()
            font.setPixelSize(max(6, round(key[0])))
            font.setWeight(weight)
            font.setItalic(italic)
            self.fonts[key] = font, QFontMetricsF(font)
        return self.fonts[key]


class Layer(QGraphicsItem):
    """A sheet over the whole plan that draws in pixels of the viewport: text and avatars keep their size and sharpness.

    One item for all avatars, not one for each: a Python call for every item would cost more than the drawing.
    """

    def __init__(self, camera: Camera) -> None:
        super().__init__()
        self.camera = camera
        self.bounds = QRectF()

    def cover(self, bounds: QRectF) -> None:
        """Set the part of the scene that the layer may draw upon."""
        self.prepareGeometryChange()  # Qt asks so before bounds change, for its index
        self.bounds = bounds

    def boundingRect(self) -> QRectF:
        return self.bounds

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        """Go over to pixels of the viewport, then `draw`."""
        here = painter.worldTransform()
        if here == self.camera.transform:
            painter.resetTransform()
        else:
            # Somebody renders the view elsewhere: into a picture of another size, or a printer.
            painter.setWorldTransform(self.camera.transform.inverted()[0] * here)
        self.draw(painter)

    def draw(self, painter: QPainter) -> None:
        """Draw in pixels of the viewport."""
        raise NotImplementedError
