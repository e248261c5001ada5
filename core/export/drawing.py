"""Plots as lines and words, which every writer can draw: SVG, PDF, and the window."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

from parley.core.base.extras import require_extra
from parley.core.base.packaged import get_resource

Point = tuple[float, float]
Role = Literal["text", "quiet", "rule", "ground", "1", "2", "3", "4", "5", "6", "7", "8"]
PAPER: dict[Role, str] = {
    "text": "#1a1a1a", "quiet": "#595959", "rule": "#d9d9d9", "ground": "#ffffff",
    "1": "#0072b2", "2": "#d55e00", "3": "#009e73", "4": "#cc79a7", "5": "#8c6d00", "6": "#56b4e9", "7": "#e69f00",
    "8": "#000000",
}  # fmt: skip
"""Colours on paper: of series those of M. Okabe and K. Ito, which the colour-blind can tell apart."""
SERIES: tuple[Role, ...] = ("1", "2", "3", "4", "5", "6", "7", "8")
DASHES: tuple[tuple[float, ...], ...] = ((), (6, 3), (2, 2.5), (8, 3, 2, 3), (12, 3), (4, 2, 1, 2, 1, 2))
SHAPES = ("circle", "square", "triangle", "diamond", "wedge", "pentagon", "hexagon", "star")
LETTER = 0.55
"""About how wide a letter is, as a part of its size."""


@dataclass(frozen=True, slots=True)
class Path:
    """A line through points, or with `fill` a closed shape. Lengths are in points (1/72 inch)."""

    points: tuple[Point, ...]
    role: Role = "text"
    width: float = 1.0
    dash: tuple[float, ...] = ()
    fill: Role | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """Text whose baseline begins, has its middle or ends at a point; `upright` reads from below."""

    at: Point
    text: str
    size: float = 9.0
    role: Role = "text"
    anchor: Literal["start", "middle", "end"] = "start"
    bold: bool = False
    upright: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A mark of a run: where it is, and what it says."""

    at: Point
    told: str
    run: str


@dataclass(frozen=True)
class Picture:
    """A plot of that size, from the top left corner; `told` are its values in words, a sentence for each. `spots` are
    marks that a window lets be clicked."""

    width: float
    height: float
    title: str
    items: tuple[Path | Words, ...]
    told: tuple[str, ...] = ()
    spots: tuple[Spot, ...] = ()


def mark(at: Point, shape: str, size: float, role: Role, style: int = 0) -> list[Path]:
    """Return a mark around a point: full (style 0), empty (1) with a ground of its own, so that lines end at it, or
    empty with a dot (2); then again.
    """
    x, y = at
    corners: dict[str, tuple[int, float]] = {
        "circle": (20, 0.0), "square": (4, math.pi / 4), "triangle": (3, -math.pi / 2), "diamond": (4, 0.0),
        "wedge": (3, math.pi / 2), "pentagon": (5, -math.pi / 2), "hexagon": (6, 0.0),
    }  # fmt: skip
    count, turned = corners.get(shape, (10, -math.pi / 2))  # a star: five points, and five corners between them
    reach = size / 2 * {3: 1.25, 4: 1.15}.get(count, 1.0)  # few corners have less area, and are to look as large
    points = []
    for corner in range(count):
        far = reach * (0.45 if shape == "star" and corner % 2 else 1.15 if shape == "star" else 1.0)
        angle = turned + 2 * math.pi * corner / count
        points.append((x + far * math.cos(angle), y + far * math.sin(angle)))
    found = [Path(tuple(points), role, 1.1, fill="ground" if style % 3 else role)]
    return found + (mark(at, "circle", size * 0.35, role) if style % 3 == 2 else [])


def letters(text: str, size: float) -> float:
    """Return about how wide a text is."""
    return len(text) * size * LETTER


def cut(text: str, size: float, room: float) -> str:
    """Return the text as far as it has room."""
    # What rounding takes from a room that was measured for the text is no letter.
    most = max(4, int(room / (size * LETTER) + 1e-6))
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def as_svg(picture: Picture) -> Iterator[bytes]:
    """Yield it as Scalable Vector Graphics 1.1, its text as text."""
    size = (
        f'width="{picture.width:g}pt" height="{picture.height:g}pt" viewBox="0 0 {picture.width:g} {picture.height:g}"'
    )
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="Inter, Helvetica, Arial, sans-serif">',
        f"<title>{escape(picture.title)}</title>",
        f'<rect width="100%" height="100%" fill="{PAPER["ground"]}"/>',
    ]
    for item in picture.items:
        if isinstance(item, Path):
            points = " ".join(f"{x:.2f},{y:.2f}" for x, y in item.points)
            fill = PAPER[item.fill] if item.fill else "none"
            dash = f' stroke-dasharray="{",".join(f"{each:g}" for each in item.dash)}"' if item.dash else ""
            tag = "polygon" if item.fill else "polyline"
            look = f'fill="{fill}" stroke="{PAPER[item.role]}" stroke-width="{item.width:g}"{dash}'
            lines.append(f'<{tag} points="{points}" {look}/>')
        else:
            x, y = item.at
            turned = f' transform="rotate(-90 {x:.2f} {y:.2f})"' if item.upright else ""
            bold = ' font-weight="600"' if item.bold else ""
            look = f'font-size="{item.size:g}" fill="{PAPER[item.role]}" text-anchor={quoteattr(item.anchor)}'
            lines.append(f'<text x="{x:.2f}" y="{y:.2f}" {look}{bold}{turned}>{escape(item.text)}</text>')
    lines.append("</svg>")
    yield "\n".join(lines).encode("utf-8", "replace")


def as_pdf(pictures: Sequence[Picture]) -> Iterator[bytes]:
    """Yield a PDF with a page for each picture, its lines as lines and its text as text; the fonts are embedded."""
    from datetime import UTC, datetime

    with require_extra("pdf"):
        from fpdf import FPDF

    paper = FPDF(unit="pt")
    # The same figures make the same file.
    paper.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    paper.set_title(pictures[0].title if pictures else "")
    for style, name in (("", "Inter-Regular.otf"), ("B", "Inter-SemiBold.otf")):
        paper.add_font("Inter", style, str(get_resource("fonts", name)))
    for picture in pictures:
        paper.add_page(format=(picture.width, picture.height))
        for item in picture.items:
            if isinstance(item, Path):
                paper.set_line_width(item.width)
                paper.set_draw_color(PAPER[item.role])
                dash = item.dash
                # It takes one length of a stroke and one of a gap.
                paper.set_dash_pattern(dash[0] if dash else 0, dash[1] if dash else 0)
                if item.fill:
                    paper.set_fill_color(PAPER[item.fill])
                    paper.polygon(list(item.points), style="DF")
                else:
                    paper.polyline(list(item.points))
            else:
                paper.set_font("Inter", "B" if item.bold else "", item.size)
                paper.set_text_color(PAPER[item.role])
                before = {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor] * paper.get_string_width(item.text)
                x, y = item.at
                if item.upright:
                    with paper.rotation(90, x, y):
                        paper.text(x - before, y, item.text)
                else:
                    paper.text(x - before, y, item.text)
    yield bytes(paper.output())
