"""From the layout's unit square to pixels: margins, zoom, and how large the circles may be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF

LARGEST = 23.0
"""Pixels of the largest circle's radius."""
ZOOM = (0.4, 40.0)
"""The least and the greatest zoom; 1 shows everybody."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A canvas of some size that looks at a part of the unit square. `x` and `y` are what stands in its middle.

    Margins leave room for circles and names; a network of more than `SMALL` members has none of the latter.
    """

    width: float = 60.0
    height: float = 60.0
    members: int = 0
    small: bool = True
    scale: float = 1.0
    zoom: float = 1.0
    x: float = 0.5
    y: float = 0.5

    @property
    def margins(self) -> tuple[float, float, float]:
        """Left and right, above, below, in pixels."""
        if not self.small:
            return 16.0, 16.0, 16.0
        # In a small dock names and outlines have to make do with less.
        part = self.scale * min(1.0, max(0.74, self.height / (230.0 * self.scale)))
        side = min((36.0 if self.members > 12 else 52.0) * part, self.width * 0.14)
        return side, 35.0 * part, 45.0 * part

    @property
    def room(self) -> tuple[float, float]:
        """Pixels of the unit square at zoom 1."""
        side, above, below = self.margins
        return max(20.0, self.width - 2 * side), max(20.0, self.height - above - below)

    @property
    def pixels(self) -> tuple[float, float]:
        """Pixels of a unit across and down."""
        across, down = self.room
        return across * self.zoom, down * self.zoom

    @property
    def corner(self) -> tuple[float, float]:
        """The upper left corner in units. The middle of the square stands in the middle of what the margins leave."""
        _, above, below = self.margins
        across, down = self.pixels
        return self.x - self.width / 2 / across, self.y - (self.height / 2 + (above - below) / 2) / down

    @property
    def origin(self) -> QPointF:
        """The upper left corner in pixels of the unit square."""
        (left, top), (across, down) = self.corner, self.pixels
        return QPointF(left * across, top * down)

    def units(self, spot: QPointF) -> tuple[float, float]:
        """A place on the canvas, in units."""
        found = spot + self.origin
        across, down = self.pixels
        return found.x() / across, found.y() / down

    def radii(self, shares: Sequence[float]) -> list[float]:
        """By share of words, and smaller where there are many or little room."""
        if not shares:
            return []
        across, down = self.room
        largest = min(LARGEST * self.scale, 0.36 * math.sqrt(across * down / len(shares)), 0.5 * down)
        if self.small:
            # In a narrow dock a circle at the edge, with the ring of who speaks, has the margin alone.
            largest = min(largest, max(8.0, self.margins[0] - 3.5))
        largest = max(4.0, largest * min(1.6, max(1.0, self.zoom**0.35)))
        top = max(1e-9, *shares)
        return [largest * (0.58 + 0.42 * math.sqrt(max(0.0, share) / top)) for share in shares]
