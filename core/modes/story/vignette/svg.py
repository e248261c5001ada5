"""A picture as SVG, to stand in a page."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from parley.core.modes.story.vignette.layers import HEIGHT, WIDTH, Ink, Layer, Oval, Picture, Point, Stroke


def svg(picture: Picture, prefix: str, title: str = "") -> str:
    """The picture as an element of a page, which cuts off what its room has no place for. `prefix` goes before the ids
    of its colours: each picture of a page has another. Whatever is in `title` has to be escaped already."""
    inks: dict[Ink, str] = {}
    shapes = [_shape(alike, inks, prefix) for _look, alike in groupby(picture.layers, _look)]
    inside = (f"<title>{title}</title>" if title else "") + f"<defs>{''.join(map(_gradient, inks.items()))}</defs>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" '
        f'preserveAspectRatio="xMidYMid slice">{inside}{"".join(shapes)}</svg>'
    )


def _look(layer: Layer) -> object:
    """What lines have to have in common to be one; every other shape stands alone."""
    return (layer.ink, layer.width) if isinstance(layer, Stroke) else id(layer)


def _shape(alike: Iterable[Layer], inks: dict[Ink, str], prefix: str) -> str:
    layer, *others = alike
    colour, alpha = _filled(layer.ink, inks, prefix)
    filled = f'fill="{colour}"{_opacity("fill", alpha)}'
    if isinstance(layer, Oval):
        place = (
            f'cx="{_number(layer.x)}" cy="{_number(layer.y)}" rx="{_number(layer.across)}" ry="{_number(layer.down)}"'
        )
        return f"<ellipse {place} {filled}/>"
    if isinstance(layer, Stroke):
        lines = "".join(f"M{_points(each.points)}" for each in (layer, *others) if isinstance(each, Stroke))
        look = f'stroke="{colour}"{_opacity("stroke", alpha)} stroke-width="{_number(layer.width)}"'
        return f'<path d="{lines}" fill="none" {look} stroke-linecap="round" stroke-linejoin="round"/>'
    return f'<polygon points="{_points(layer.points)}" {filled}/>'


def _filled(ink: Ink, inks: dict[Ink, str], prefix: str) -> tuple[str, float]:
    if (one := ink.flat) is not None:
        return one.colour, one.alpha
    name = inks.setdefault(ink, f"{prefix}{len(inks)}")
    return f"url(#{name})", 1.0


def _gradient(found: tuple[Ink, str]) -> str:
    ink, name = found
    stops = "".join(
        f'<stop offset="{_number(each.at, 2)}" stop-color="{each.colour}"{_opacity("stop", each.alpha)}/>'
        for each in ink.stops
    )
    head = f'id="{name}" gradientUnits="userSpaceOnUse"'
    if ink.ring is not None:
        x, y, radius = map(_number, ink.ring)
        return f'<radialGradient {head} cx="{x}" cy="{y}" r="{radius}">{stops}</radialGradient>'
    assert ink.line is not None
    (ax, ay), (bx, by) = ink.line
    ends = f'x1="{_number(ax)}" y1="{_number(ay)}" x2="{_number(bx)}" y2="{_number(by)}"'
    return f"<linearGradient {head} {ends}>{stops}</linearGradient>"


def _opacity(what: str, alpha: float) -> str:
    return "" if alpha >= 1 else f' {what}-opacity="{_number(alpha, 2)}"'


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float, digits: int = 1) -> str:
    return f"{value:.{digits}f}".rstrip("0").rstrip(".")
