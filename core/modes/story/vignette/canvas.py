"""Where the layers of a picture are put down, one after the other, in the light of its hour."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from random import Random

from parley.core.modes.story.vignette.layers import (
    HEIGHT,
    WIDTH,
    Area,
    Ink,
    Layer,
    Oval,
    Point,
    Stop,
    Stroke,
    blended,
    fading,
    flat,
    glow,
)
from parley.core.modes.story.vignette.light import light_of
from parley.core.modes.story.vignette.scenery import Scenery

HORIZON = 108.0
"""Where the far land ends, from the top edge."""


class Canvas:
    """Layers from the back to the front. Attributes: `layers`, so far; `light`; `rng`, from which all shapes follow."""

    def __init__(self, scenery: Scenery) -> None:
        self.scenery, self.light, self.rng = scenery, light_of(scenery), Random(scenery.seed)
        self.layers: list[Layer] = []
        self.snowed = "snow" in scenery.weather

    @property
    def lit(self) -> float:
        """How bright lamps seem, 0 to 1."""
        return {"night": 1.0, "dusk": 0.9, "dawn": 0.35, "day": 0.0}[self.scenery.hour]

    # -- shapes ----------------------------------------------------------------------------------------------------

    def area(self, points: Iterable[Point], ink: str | Ink) -> None:
        """A closed shape."""
        self.layers.append(Area(tuple(points), _convert_to_ink(ink)))

    def rect(self, x: float, y: float, wide: float, high: float, ink: str | Ink) -> None:
        """A rectangle from its upper left corner."""
        self.area(((x, y), (x + wide, y), (x + wide, y + high), (x, y + high)), ink)

    def oval(self, x: float, y: float, across: float, down: float, ink: str | Ink) -> None:
        """An ellipse around a point; `across` and `down` are half of its width and height."""
        self.layers.append(Oval(x, y, across, down, _convert_to_ink(ink)))

    def line(self, points: Iterable[Point], ink: str | Ink, width: float = 1.0) -> None:
        """A line."""
        self.layers.append(Stroke(tuple(points), _convert_to_ink(ink), width))

    # -- light -----------------------------------------------------------------------------------------------------

    def shine(self, x: float, y: float, radius: float, strength: float = 0.6) -> None:
        """The glow around a lamp, where lamps are lit."""
        if self.lit:
            self.oval(x, y, radius, radius, glow(x, y, radius, self.light.lamp, strength * self.lit))

    def wedge(self, left: float, right: float, y: float, reach: float) -> None:
        """Light that falls from a window or a door upon the ground before it."""
        if self.lit:
            spread = reach * 0.35
            stops = (Stop(0.0, self.light.lamp, 0.5 * self.lit), Stop(1.0, self.light.lamp, 0.0))
            shape = ((left, y), (right, y), (right + spread, y + reach), (left - spread, y + reach))
            self.area(shape, fading(stops, (left, y), (left, y + reach)))

    def pane(self) -> str:
        """Return the colour of a window."""
        dark = blended(self.light.sky[1], self.light.shade, 0.55)
        return blended(dark, self.light.lamp, self.lit) if self.lit else dark

    def window(self, x: float, y: float, wide: float, high: float) -> None:
        """A window with a cross in it."""
        self.rect(x - 1, y - 1, wide + 2, high + 2, self.light.roof)
        self.rect(x, y, wide, high, self.pane())
        self.line(((x + wide / 2, y), (x + wide / 2, y + high)), self.light.roof, 0.8)
        self.line(((x, y + high / 2), (x + wide, y + high / 2)), self.light.roof, 0.8)

    def lantern(self, x: float, y: float, high: float = 26.0) -> None:
        """A lamp on a post that stands at a point."""
        self.line(((x, y), (x, y - high)), self.light.wood, 1.6)
        self.line(((x, y - high), (x + 5, y - high)), self.light.wood, 1.2)
        self.shine(x + 5, y - high + 5, 26, 0.75)
        self.rect(x + 3, y - high + 2, 4, 6, blended(self.light.wood, self.light.lamp, max(0.25, self.lit)))

    # -- outlines --------------------------------------------------------------------------------------------------

    def rolling(self, foot: float, rise: float, waves: float = 2.0) -> list[Point]:
        """Return the outline of hills from the left edge to the right one, about so high above `foot`."""
        phase, second = self.rng.uniform(0, 6.3), self.rng.uniform(0, 6.3)
        return [
            (
                x,
                foot
                - rise * (0.5 + 0.35 * math.sin(phase + waves * x / 51) + 0.15 * math.sin(second + waves * x / 21)),
            )
            for x in range(0, int(WIDTH) + 1, 8)
        ]

    def peaked(self, foot: float, rise: float, count: int) -> list[Point]:
        """Return the outline of mountains, so many of them."""
        points, x = [(-10.0, foot)], -10.0
        step = (WIDTH + 20) / count
        for _at in range(count):
            top = foot - rise * self.rng.uniform(0.55, 1.0)
            tip = x + step * self.rng.uniform(0.38, 0.62)
            points += [(x + (tip - x) * 0.5, foot - (foot - top) * self.rng.uniform(0.42, 0.6)), (tip, top)]
            points.append((tip + (x + step - tip) * 0.45, foot - (foot - top) * self.rng.uniform(0.45, 0.62)))
            x += step
            points.append((x, foot - rise * self.rng.uniform(0.05, 0.25)))
        return points

    def filled(self, outline: Sequence[Point], ink: str | Ink, down_to: float = HEIGHT) -> None:
        """Everything below an outline."""
        self.area((*outline, (outline[-1][0], down_to), (outline[0][0], down_to)), ink)


def _convert_to_ink(ink: str | Ink) -> Ink:
    return flat(ink) if isinstance(ink, str) else ink
