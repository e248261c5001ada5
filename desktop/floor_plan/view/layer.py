"""What all layers of the floor plan share: where the plan lies in the viewport, the theme and the fonts."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from desktop.widgets.theme import LIGHT, Theme

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels of the viewport."""
Circle = tuple[float, float, float]
"""A middle and a radius."""


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes share a point inside."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def inside(box: Box, width: float, height: float, edge: float) -> Box:
    """The box, moved into a view of that size but for its `edge`; its left top corner wins where it is too large."""
    wide, high = box[2] - box[0], box[3] - box[1]
    left, top = max(edge, min(box[0], width - edge - wide)), max(edge, min(box[1], height - edge - high))
    return left, top, left + wide, top + high


def nearest(box: Box, x: float, y: float) -> tuple[float, float]:
    """The point of a box that is nearest to another."""
    return max(box[0], min(x, box[2])), max(box[1], min(y, box[3]))


def reach(box: Box, who: Circle) -> float:
    """How far a box is from a circle's edge; below 0 where it covers a part of it."""
    return math.dist(nearest(box, who[0], who[1]), who[:2]) - who[2]


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

    def look(self, transform: QTransform, width: float, height: float, ratio: float) -> bool:
        """Take over the view's transform and size; whether anything changed."""
        before = self.view
        self.transform = QTransform(transform)
        self.scale, self.dx, self.dy = transform.m11(), transform.dx(), transform.dy()
        self.width, self.height, self.ratio = width, height, ratio
        return before != self.view

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the plan lies in the viewport."""
        return x * self.scale + self.dx, y * self.scale + self.dy

    def font(self, pixels: float, weight: QFont.Weight = QFont.Weight.Normal, italic: bool = False) -> QFont:
        """The interface's font in a size that follows the text scale."""
        return self._sized(pixels, weight, italic)[0]

    def metrics(self, pixels: float, weight: QFont.Weight = QFont.Weight.Normal, italic: bool = False) -> QFontMetricsF:
        """The measures of `font` with the same arguments."""
        return self._sized(pixels, weight, italic)[1]

    def _sized(self, pixels: float, weight: QFont.Weight, italic: bool) -> tuple[QFont, QFontMetricsF]:
        key = (round(pixels * self.text, 1), weight.value, italic)
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
        """The part of the scene that the layer may draw upon."""
        self.prepareGeometryChange()
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
