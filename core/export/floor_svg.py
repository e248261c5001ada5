"""The floor plan of a page as the window has it by day: its pieces as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from parley.core.office.drawing.brush import Area, Stops
from parley.core.office.drawing.building import paint_plan
from parley.core.office.drawing.hours import DAY, get_light
from parley.core.office.drawing.light import Lamps
from parley.core.office.plan import Plan
from parley.core.office.shapes import Point

SCALE = 8.0
"""Pixels a unit, about: how much is drawn."""
BESIDE, BELOW = 90.0, 40.0
"""Plan units of the yard at the sides of the house and above and below it: more than any page shows."""


@lru_cache(maxsize=4)
def render_svg(plan: Plan) -> str:
    """Return the plan by day as the contents of an SVG element in plan units."""
    seen = Area(-BESIDE, -BELOW, plan.width + BESIDE, plan.height + BELOW)
    brush = SvgBrush()
    paint_plan(brush, plan, get_light(DAY), Lamps(), seen)
    return brush.get_svg()


class SvgBrush:
    """Draws with elements; what follows each other in one colour becomes one path."""

    def __init__(self) -> None:
        self.scale = SCALE
        self._parts: list[str] = []
        self._names: dict[str, str] = {}
        self._defs: list[str] = []
        self._path: list[str] = []
        self._look = ""

    def get_svg(self) -> str:
        """Return all that was drawn."""
        self._end_path()
        return f"<defs>{''.join(self._defs)}</defs>{''.join(self._parts)}"

    def put(self, element: str, look: str) -> None:
        """Append an element, given without its end, and how it looks."""
        self._end_path()
        self._parts.append(f"<{element} {look}/>")

    @contextmanager
    def group(self, what: str) -> Iterator[None]:
        """Put what is drawn within the `with` into one group."""
        self._end_path()  # what is drawn later lies above: the order stays
        self._parts.append(f"<g {what}>" if what else "<g>")
        yield
        self._end_path()
        self._parts.append("</g>")

    def put_rect(self, x: float, y: float, w: float, h: float, colour: str, r: float = 0.0, alpha: float = 1.0) -> None:
        if r:
            self.put(f'{_format_box("rect", x, y, w, h)} rx="{_cut_n(min(r, w / 2, h / 2))}"', _fill(colour, alpha))
        else:
            self._add(f"M{_cut_n(x)} {_cut_n(y)}h{_cut_n(w)}v{_cut_n(h)}h{_cut_n(-w)}z", _fill(colour, alpha))

    def put_ellipse(self, x: float, y: float, rx: float, ry: float, colour: str, alpha: float = 1.0) -> None:
        self.put(f'ellipse cx="{_cut_n(x)}" cy="{_cut_n(y)}" rx="{_cut_n(rx)}" ry="{_cut_n(ry)}"', _fill(colour, alpha))

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str, pixels: float = 1.0) -> None:
        self._add(f"M{_cut_n(x1)} {_cut_n(y1)}L{_cut_n(x2)} {_cut_n(y2)}", self._format_stroke(colour, pixels))

    def draw_frame(self, x: float, y: float, w: float, h: float, colour: str, r: float, pixels: float = 1.0) -> None:
        self.put(f'{_format_box("rect", x, y, w, h)} rx="{_cut_n(r)}"', self._format_stroke(colour, pixels))

    def draw_shape(self, points: Sequence[Point], colour: str, alpha: float = 1.0) -> None:
        self.put(_format_polygon(points), _fill(colour, alpha))

    def draw_leaf(self, stem: Point, bends: tuple[Point, Point], tip: Point, colour: str) -> None:
        one, other = bends
        there = f"M{_format_point(stem)}Q{_format_point(one)} {_format_point(tip)}"
        way = f"{there}Q{_format_point(other)} {_format_point(stem)}z"
        self._add(way, _fill(colour, 1.0))

    def fade(self, points: Sequence[Point], start: Point, end: Point, stops: Stops) -> None:
        ends = f'x1="{_cut_n(start[0])}" y1="{_cut_n(start[1])}" x2="{_cut_n(end[0])}" y2="{_cut_n(end[1])}"'
        self._fill_with_gradient(
            _format_polygon(points), "linearGradient", f'gradientUnits="userSpaceOnUse" {ends}', stops
        )

    @contextmanager
    def rotate_around(self, x: float, y: float, degrees: float) -> Iterator[None]:
        with self.group(f'transform="rotate({_cut_n(degrees)} {_cut_n(x)} {_cut_n(y)})"'):
            yield

    def _fill_with_gradient(self, element: str, kind: str, where: str, stops: Stops) -> None:
        told = "".join(f'<stop offset="{_cut_n(at)}" stop-color="{colour}" stop-opacity="{_cut_n(alpha)}"/>'
                       for at, colour, alpha in stops)  # fmt: skip
        name = self._define_element(f"<{kind} {{}} {where}>{told}</{kind}>")
        self.put(element, f'fill="url(#{name})"')

    def _define_element(self, element: str) -> str:
        """Return the name under which something stands among what is used by name, once."""
        if element not in self._names:
            name = self._names[element] = f"p{len(self._names)}"
            self._defs.append(element.replace("{}", f'id="{name}"', 1))
        return self._names[element]

    def _format_stroke(self, colour: str, pixels: float) -> str:
        return f'fill="none" stroke="{colour}" stroke-width="{_cut_n(pixels / self.scale)}"'

    def _add(self, way: str, look: str) -> None:
        if look != self._look:
            self._end_path()
            self._look = look
        self._path.append(way)

    def _end_path(self) -> None:
        if self._path:
            self._parts.append(f'<path d="{"".join(self._path)}" {self._look}/>')
        self._path, self._look = [], ""


def _fill(colour: str, alpha: float) -> str:
    return f'fill="{colour}"' if alpha >= 1.0 else f'fill="{colour}" fill-opacity="{_cut_n(alpha)}"'


def _format_box(name: str, x: float, y: float, w: float, h: float) -> str:
    return f'{name} x="{_cut_n(x)}" y="{_cut_n(y)}" width="{_cut_n(w)}" height="{_cut_n(h)}"'


def _format_polygon(points: Iterable[Point]) -> str:
    return f'polygon points="{" ".join(map(_format_point, points))}"'


def _format_point(point: Point) -> str:
    return f"{_cut_n(point[0])} {_cut_n(point[1])}"


def _cut_n(value: float) -> str:
    """Return a number in plan units as short as a hundredth of one allows."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
