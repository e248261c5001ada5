"""What a plan is drawn with, in plan units: pixels or SVG."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    # The window paints a plan before it loads what reads one.
    from parley.core.office.shapes import Point

Stops = Sequence[tuple[float, str, float]]
"""Of a gradient: where, which colour, how opaque."""


class Area(NamedTuple):
    """A part of a plan, in plan units."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """How wide it is."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """How high it is."""
        return self.bottom - self.top

    def clip_to(self, other: Area) -> Area:
        """Return what is in both; of no width or height where nothing is."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Area(left, top, max(left, right), max(top, bottom))

    def does_meet(self, x: float, y: float, width: float, height: float) -> bool:
        """Return whether something of a rectangle is in it."""
        return x < self.right and x + width > self.left and y < self.bottom and y + height > self.top


class Brush(Protocol):
    """Draws in plan units. `scale` is pixels a unit; colours are #rrggbb."""

    scale: float

    def put_rect(self, x: float, y: float, w: float, h: float, colour: str, r: float = 0.0, alpha: float = 1.0) -> None:
        """Fill a rectangle, with rounded corners of radius `r`."""

    def put_ellipse(self, x: float, y: float, rx: float, ry: float, colour: str, alpha: float = 1.0) -> None:
        """Fill an ellipse about (x, y)."""

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str, pixels: float = 1.0) -> None:
        """Draw a line that is so many pixels wide."""

    def draw_frame(self, x: float, y: float, w: float, h: float, colour: str, r: float, pixels: float = 1.0) -> None:
        """Draw the outline of a rounded rectangle."""

    def draw_shape(self, points: Sequence[Point], colour: str, alpha: float = 1.0) -> None:
        """Fill a polygon."""

    def draw_leaf(self, stem: Point, bends: tuple[Point, Point], tip: Point, colour: str) -> None:
        """Fill a shape from `stem` to `tip` and back, each way bent towards a point."""

    def fade(self, points: Sequence[Point], start: Point, end: Point, stops: Stops) -> None:
        """Fill a polygon with a gradient from one point to another."""

    def rotate_around(self, x: float, y: float, degrees: float) -> AbstractContextManager[None]:
        """Within a `with`: everything is turned about a point."""


class LightBrush(Brush, Protocol):
    """Draws the light upon a plan, too."""

    def fill_pool(self, x: float, y: float, rx: float, ry: float, stops: Stops) -> None:
        """Fill an ellipse with light."""

    def clip_rect(self, x: float, y: float, w: float, h: float) -> AbstractContextManager[None]:
        """Within a `with`: nothing is drawn beyond a rectangle."""

    def add_light(self) -> AbstractContextManager[None]:
        """Within a `with`: what is drawn adds its light to what is there."""
