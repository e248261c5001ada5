"""A picture of affinities over days, as SVG: a panel a history, a line a pair, coloured by its home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from parley.core.cast.affinity import HIGHEST, LOWEST, Pair

WIDTH, HEIGHT, GAP, EDGE, ROW, FOOT = 420, 200, 34, 58, 72, 30
COLDEST, RANGE = 0.2, 0.65
"""The affinities between which the colours go."""
COLD, WARM = (176, 58, 46), (31, 119, 104)


class Panel(NamedTuple):
    """A history: the pairs' own values, and where they are day after day."""

    title: str
    home: Mapping[Pair, float]
    curves: Mapping[Pair, Sequence[float]]


def plot(panels: Sequence[Panel], days: int) -> str:
    """The panels in two columns."""
    rows = (len(panels) + 1) // 2
    size = 2 * (WIDTH + EDGE) + GAP, rows * (HEIGHT + ROW) + FOOT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" font-family="sans-serif" '
        f'font-size="11" fill="#444"><rect width="100%" height="100%" fill="#fff"/>'
    ]
    for number, panel in enumerate(panels):
        left, top = EDGE + number % 2 * (WIDTH + EDGE), GAP + number // 2 * (HEIGHT + ROW)
        parts.append(f'<g transform="translate({left},{top})">{"".join(_panel(panel, days))}</g>')
    parts.append(f'<g transform="translate({EDGE},{size[1] - FOOT / 2})">{"".join(_key())}</g>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _key() -> list[str]:
    """What the colours are."""
    told = f"a line a pair; its colour is the cast's own affinity: {COLDEST:.2f}"
    bar = [
        f'<rect x="{330 + 8 * at}" y="-10" width="8" height="12" fill="{_colour(COLDEST + at / 11 * RANGE)}"/>'
        for at in range(12)
    ]
    return [f'<text x="0" y="0">{told}</text>', *bar, f'<text x="434" y="0">{COLDEST + RANGE:.2f}</text>']


def _panel(panel: Panel, days: int) -> list[str]:
    parts = [f'<text x="0" y="-8" font-size="13" font-weight="bold">{escape(panel.title)}</text>']
    parts.append(f'<text x="{WIDTH}" y="-8" text-anchor="end">n = {len(panel.curves)} pairs</text>')
    parts.append(f'<text transform="translate(-40,{HEIGHT / 2}) rotate(-90)" text-anchor="middle">affinity</text>')
    for value in (LOWEST, 0.5, HIGHEST):
        y = _y(value)
        parts.append(f'<line x1="0" x2="{WIDTH}" y1="{y}" y2="{y}" stroke="#ccc"/>')
        parts.append(f'<text x="-6" y="{y + 4}" text-anchor="end">{value:.2f}</text>')
    parts += [
        f'<text x="{day * WIDTH / days:.0f}" y="{HEIGHT + 14}" text-anchor="middle">{day}</text>'
        for day in range(0, days + 1, 15)
    ]
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT + 27}" text-anchor="middle">days</text>')
    for two, curve in panel.curves.items():
        points = " ".join(f"{day * WIDTH / days:.1f},{_y(value):.1f}" for day, value in enumerate(curve))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{_colour(panel.home[two])}" stroke-width="1.3"/>'
        )
    return parts


def _y(value: float) -> float:
    return round(HEIGHT * (1 - (value - LOWEST) / (HIGHEST - LOWEST)), 1)


def _colour(home: float) -> str:
    share = (home - COLDEST) / RANGE
    mixed = (round(cold + (warm - cold) * min(1.0, max(0.0, share))) for cold, warm in zip(COLD, WARM, strict=True))
    return "#" + "".join(f"{each:02x}" for each in mixed)
