"""What a picture is made of: flat shapes one upon the other, as plain data that every painter can draw."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

Point = tuple[float, float]
WIDTH, HEIGHT = 320.0, 200.0
"""A picture's size in its own units, from the top left corner. Whoever has another room for it cuts off what is too
much at both sides."""


class Stop(NamedTuple):
    """A colour ("#rrggbb") and how opaque it is, at a part of the way."""

    at: float
    colour: str
    alpha: float = 1.0


@dataclass(frozen=True, slots=True)
class Ink:
    """What a shape is filled with: one colour, or several along a `line` from a point to another, or from the middle
    of a `ring` to its edge (x, y, radius)."""

    stops: tuple[Stop, ...]
    line: tuple[Point, Point] | None = None
    ring: tuple[float, float, float] | None = None

    @property
    def flat(self) -> Stop | None:
        """The colour, where there is but one."""
        return None if self.line or self.ring else self.stops[0]


def flat(colour: str, alpha: float = 1.0) -> Ink:
    """One colour."""
    return Ink((Stop(0.0, colour, alpha),))


def fading(colours: Iterable[str | Stop], start: Point, end: Point) -> Ink:
    """Colours from a point to another, evenly spread unless they say where."""
    given = list(colours)
    last = max(1, len(given) - 1)
    stops = tuple(each if isinstance(each, Stop) else Stop(at / last, each) for at, each in enumerate(given))
    return Ink(stops, line=(start, end))


def glow(x: float, y: float, radius: float, colour: str, alpha: float) -> Ink:
    """Light that becomes less from its middle on."""
    return Ink(
        (Stop(0.0, colour, alpha), Stop(0.45, colour, alpha * 0.36), Stop(1.0, colour, 0.0)), ring=(x, y, radius)
    )


@dataclass(frozen=True, slots=True)
class Area:
    """A closed shape of straight lines."""

    points: tuple[Point, ...]
    ink: Ink


@dataclass(frozen=True, slots=True)
class Oval:
    """A circle, or one that is flattened."""

    x: float
    y: float
    across: float
    down: float
    ink: Ink


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points, round at its ends."""

    points: tuple[Point, ...]
    ink: Ink
    width: float = 1.0


Layer = Area | Oval | Stroke


@dataclass(frozen=True, slots=True)
class Picture:
    """All layers from the back to the front."""

    layers: tuple[Layer, ...]


def blended(colour: str, other: str, part: float) -> str:
    """`part` of the `other` colour (0 to 1) in a colour, both as "#rrggbb"."""
    pairs = ((int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)
