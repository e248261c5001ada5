"""The lines of the network: a path for each kind, and single ones for what is looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtGui import QPolygonF as Polygon

from parley.desktop.affinity.figures import EdgeFigure
from parley.desktop.affinity.view.picture import TENSE, Picture, line_width
from parley.desktop.widgets.painted import NO_BRUSH, ink, stroke

DASHES = (3.0, 2.4)
"""Stroke and gap of a tense pair's line, in its widths."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A path with its pen; one that is `filled` is filled in the pen's colour."""

    pen: QPen
    path: QPainterPath
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Places:
    """Where lines end, in pixels."""

    spots: Sequence[QPointF]
    radii: Sequence[float]


def paint_strokes(painter: QPainter, strokes: Iterable[Stroke]) -> None:
    """Draw them in their order."""
    for each in strokes:
        ink(painter, each.pen, each.pen.color() if each.filled else NO_BRUSH)
        painter.drawPath(each.path)


def affinity_strokes(picture: Picture, places: Places, only: Iterable[int] | None = None) -> list[Stroke]:
    """Lines as wide as affinities, dashed where they are tense, in the colour of their drift, with an arrow at whom a
    feeling that moved is about, or a diamond where nobody knows whose it was: full where it grew warmer, hollow where
    it cooled. What moved lies on top."""
    small = picture.small
    paths: dict[tuple[int, int, bool, int], QPainterPath] = {}
    heads: dict[int, QPainterPath] = {}
    moved_by = _map_pair_movers(picture) if small else {}
    edges = [edge for edge in _select_edges(picture, only) if edge.linked]
    for edge, level in zip(edges, picture.levels(edges), strict=True):
        dashed = edge.affinity < TENSE
        key = abs(level), level, dashed, round(edge.affinity * 8) if small else 0
        path = paths.setdefault(key, QPainterPath())
        path.moveTo(places.spots[edge.a])
        path.lineTo(places.spots[edge.b])
        if not (small and level):
            continue
        head, sources = heads.setdefault(level, QPainterPath()), moved_by.get((edge.a, edge.b), set())
        for source in sources:
            _add_head(head, edge, source, places, picture.scale)
        if not sources:
            _add_diamond(head, edge, places, 4.5 * picture.scale)
    strokes: list[Stroke] = []
    for (_, level, dashed, wide), path in sorted(paths.items(), key=lambda item: item[0]):
        colour = picture.level_colour(level)
        thick = line_width(wide / 8) * picture.scale if small else 1.0
        pen = QPen(colour, thick, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
        if dashed:
            pen.setDashPattern(list(DASHES))
        strokes.append(Stroke(pen, path))
    for level, path in sorted(heads.items()):
        pen = QPen(picture.level_colour(level if abs(level) > 2 else 3 * (1 if level > 0 else -1)), 1.4 * picture.scale)
        strokes.append(Stroke(pen, path, filled=level > 0))
        if level < 0:
            strokes[-1:] = [Stroke(QPen(picture.theme.colour("surface"), 0.1), path, filled=True), strokes[-1]]
    return strokes


def _select_edges(picture: Picture, only: Iterable[int] | None) -> Sequence[EdgeFigure]:
    """Return all edges, or those of these indices."""
    return picture.figure.edges if only is None else [picture.figure.edges[index] for index in only]


def _map_pair_movers(picture: Picture) -> dict[tuple[int, int], set[int]]:
    """Return whose feelings moved a pair the way that it moved on the whole."""
    found: dict[tuple[int, int], set[int]] = {}
    whole = {(edge.a, edge.b): edge.drift(picture.span) for edge in picture.figure.edges}
    for move in picture.figure.find_moves_in(picture.span):
        if move.change * whole.get((move.a, move.b), 0.0) > 0:
            found.setdefault((move.a, move.b), set()).update(move.by)
    return found


def _add_head(heads: QPainterPath, edge: EdgeFigure, source: int, places: Places, scale: float) -> None:
    """Add an arrow head before the circle of the member whom `source` feels about."""
    target = edge.b if source == edge.a else edge.a
    line = QLineF(places.spots[source], places.spots[target])
    if line.length() <= places.radii[source] + places.radii[target] + 8:
        return
    _add_triangle(heads, line, places.radii[target] + 3.0, (4.5 + 3.5 * edge.affinity) * scale)


def _add_diamond(heads: QPainterPath, edge: EdgeFigure, places: Places, size: float) -> None:
    """Add a diamond to the middle of a line that moved without it being known whose feeling it was."""
    spot = (places.spots[edge.a] + places.spots[edge.b]) / 2
    tips = (QPointF(0, -size), QPointF(size, 0), QPointF(0, size), QPointF(-size, 0), QPointF(0, -size))
    heads.addPolygon(Polygon([spot + tip for tip in tips]))


def _add_triangle(heads: QPainterPath, into: QLineF, gap: float, size: float) -> None:
    """Add a triangle whose tip is `gap` before the end of a line."""
    tipped = QLineF(into)
    tipped.setLength(max(1.0, into.length() - gap))
    tip = tipped.p2()
    along = QPointF(tipped.dx(), tipped.dy()) / max(1.0, tipped.length())
    side = QPointF(-along.y(), along.x())
    base = tip - along * size
    heads.addPolygon(Polygon([tip, base + side * size * 0.55, base - side * size * 0.55, tip]))


HALO = 9.0
"""Pixels of the halo about a line that moved at the shown turn."""


def paint_halos(painter: QPainter, picture: Picture, places: Places) -> None:
    """Paint a halo about each pair that moved at the shown turn; it lies under the lines."""
    for move in picture.fresh:
        colour = picture.theme.colour("good" if move.change > 0 else "bad")
        colour.setAlphaF(0.26)
        wide = (HALO + line_width(move.after)) * picture.scale
        ink(painter, stroke(colour, wide, cap=Qt.PenCapStyle.FlatCap), NO_BRUSH)
        painter.drawLine(QLineF(places.spots[move.a], places.spots[move.b]))
