"""The network as one graphics item: few paths, a path for each kind of line, cached until something moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg  # type: ignore[import-untyped]
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen
from PySide6.QtGui import QPolygonF as Polygon
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from parley.desktop.affinity.view.layout import Points
from parley.desktop.affinity.view.picture import TENSE, Label, Picture, line_width, place_labels
from parley.desktop.widgets.avatar import INNER, paint_portrait
from parley.desktop.widgets.painted import MIDDLE, NO_BRUSH, NO_PEN, ink, mixed, stroke, write
from parley.desktop.widgets.themed import sized

LETTERS_FROM = 7.0
"""Pixels of a radius from which the letter is written."""
RIM = tuple(QPointF(x, y) for x in (-1.5, 0.0, 1.5) for y in (-1.5, 0.0, 1.5) if x or y)
NAMED = 60
"""In a large network, members in sight up to whom all are named; of more only the most central are, so many."""
FAR, FAR_NAME = 0.28, 0.6
"""How much is left of members without a tie to whoever is looked at, and of their names."""
FAR_LINE = 0.16
"""How much is left of the other lines."""
Lines = dict[tuple[int, int, bool, int], npt.NDArray[np.int_]]
"""Those at the two ends of each line, of shape (n, 2), by size of level, level, whether it is dashed, and eighths of
its width."""


class Graph(QGraphicsItem):
    """Edges, members and names. Coordinates are the layout's unit square.

    The painter's stretch is undone by `pixels`, the pixels of a unit across and down, so that circles are round.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)  # Else `exposedRect` is the whole item
        self.picture = Picture()
        self.pixels = (100.0, 100.0)
        self.points: Points = np.zeros((0, 2))
        self.radii: list[float] = []
        self.hovered = -1
        self.hovered_edge = -1
        self.font = QFont()
        self._levels: list[int] | None = None  # kept while somebody zooms: only the places change
        self._lines: Lines = {}
        self._strokes: list[Stroke] | None = None
        self._spots: list[QPointF] = []
        self._labels: list[Label] | None = None

    def boundingRect(self) -> QRectF:
        """Return far more than the unit square: names and circles reach out of it."""
        return QRectF(-4, -4, 9, 9)

    def show_picture(self, picture: Picture) -> None:
        """Draw another picture at the same places."""
        before = self.picture
        if picture == before:
            return
        self.picture = picture
        same = picture.figure is before.figure and picture.theme is before.theme and picture.scale == before.scale
        if same and picture.span == before.span:
            self.forget_names()  # Only who is looked at has changed: the lines stay
        else:
            self._levels = None
            self.drop_cache()

    def place(self, points: Points, pixels: tuple[float, float], radii: list[float]) -> None:
        """Put everybody somewhere."""
        self.points, self.pixels, self.radii = points, pixels, radii
        self._spots = [QPointF(x, y) for x, y in (points * pixels).tolist()]
        self.drop_cache()

    def drop_cache(self) -> None:
        """Build all paths anew at the next painting."""
        self._strokes = self._labels = None
        self.update()

    def get_spot(self, member: int) -> QPointF:
        """Return a member's place in pixels of the unit square."""
        return self._spots[member]

    def find_focused(self) -> tuple[list[int], set[int]] | None:
        """Return the edges and the members that are looked at; None where nobody is: the pointer counts before the
        keyboard, and both before what is chosen.
        """
        picture = self.picture
        for member, edge in ((self.hovered, self.hovered_edge), (picture.focused, -1), (picture.selected, -1)):
            edges = picture.ties_of(member) if member >= 0 else [edge] if edge >= 0 else []
            if member >= 0 or edge >= 0:
                ends = {end for each in edges for end in (picture.figure.edges[each].a, picture.figure.edges[each].b)}
                return edges, ends | ({member} if member >= 0 else set())
        return None

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        """Draw what is there; what is cached is not built again."""
        if not len(self.points):
            return
        small, near = self.picture.small, self.find_focused()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, small)  # Too slow for thousands of lines
        painter.save()
        across, down = self.pixels
        painter.scale(1.0 / across, 1.0 / down)
        seen: QRectF = option.exposedRect
        area = QRectF(seen.left() * across, seen.top() * down, seen.width() * across, seen.height() * down)
        if small:
            paint_halos(painter, self.picture, self._spots)
        self._paint_edges(painter, near)
        self._paint_members(painter, area, near)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_names(painter, area, near)
        painter.restore()

    def _paint_edges(self, painter: QPainter, near: tuple[list[int], set[int]] | None) -> None:
        edges = self.picture.figure.edges
        if self._levels is None:
            self._levels = self.picture.compute_levels(edges)
            self._lines = group_lines(self.picture, self._levels, range(len(edges)))
        if self._strokes is None:
            self._strokes = self._build_strokes(self._lines, self._levels, range(len(edges)))
        painter.setOpacity(1.0 if near is None else FAR_LINE)
        paint_strokes(painter, self._strokes)
        painter.setOpacity(1.0)
        if near is not None:
            lines = group_lines(self.picture, self._levels, near[0])
            paint_strokes(painter, self._build_strokes(lines, self._levels, near[0]))

    def _build_strokes(self, lines: Lines, levels: Sequence[int], edges: Iterable[int]) -> list[Stroke]:
        strokes = line_strokes(self.picture, self.points * self.pixels, lines)
        if self.picture.small:
            strokes += arrow_strokes(self.picture, self._spots, self.radii, levels, edges)
        return strokes

    def _paint_members(self, painter: QPainter, area: QRectF, near: tuple[list[int], set[int]] | None) -> None:
        reach = max(self.radii)
        spots = self.points * self.pixels
        inside = (spots[:, 0] > area.left() - reach) & (spots[:, 0] < area.right() + reach)
        inside &= (spots[:, 1] > area.top() - reach) & (spots[:, 1] < area.bottom() + reach)
        ground = self.picture.theme.colour("surface")  # Once: of a large network every step counts
        for member in np.nonzero(inside)[0].tolist():
            painter.setOpacity(1.0 if near is None or member in near[1] else FAR)
            self._paint_member(painter, self._spots[member], self.radii[member], member, ground)
        painter.setOpacity(1.0)

    def _paint_member(self, painter: QPainter, spot: QPointF, radius: float, member: int, ground: QColor) -> None:
        picture = self.picture
        figure, colour = picture.figure.members[member], picture.get_colour(member)
        if figure.muted:
            colour = mixed(colour, ground, 0.45)
        painter.setPen(NO_PEN)
        painter.setBrush(ground)
        painter.drawEllipse(spot, radius + 2, radius + 2)
        if (pen := self._choose_ring(member)) is not None:
            ink(painter, pen)
            painter.drawEllipse(spot, radius + 3.5, radius + 3.5)
            painter.setPen(NO_PEN)
        painter.setBrush(colour)
        painter.drawEllipse(spot, radius, radius)
        if radius >= LETTERS_FROM and not paint_portrait(painter, spot, radius * INNER, figure.portrait):
            font = QFont(self.font)
            font.setPixelSize(max(7, round(radius * 0.95)))
            font.setWeight(QFont.Weight.Bold)
            box = QRectF(spot.x() - radius, spot.y() - radius, 2 * radius, 2 * radius)
            write(painter, box, figure.initial, font, picture.theme.on_member(), MIDDLE)

    def _choose_ring(self, member: int) -> QPen | None:
        """Return the pen of the ring about whoever is chosen, has the keyboard or the pointer, or speaks."""
        picture, colour = self.picture, self.picture.theme.colour
        if member == picture.selected:
            return QPen(colour("accent"), 2.0)
        if member == picture.focused:
            return QPen(colour("accent"), 1.5, Qt.PenStyle.DotLine)
        if member == self.hovered:
            return QPen(colour("accent"), 1.5)
        if picture.figure.members[member].speaking:
            return QPen(picture.get_colour(member), 1.5, Qt.PenStyle.DotLine)
        return None

    def _paint_names(self, painter: QPainter, area: QRectF, near: tuple[list[int], set[int]] | None) -> None:
        theme, font = self.picture.theme, sized(self.font, 11 * self.picture.scale, QFont.Weight.DemiBold)
        if self._labels is None:
            self._labels = self._place_names(font, area, near[1] if near else set())
        for label in self._labels:
            painter.setOpacity(1.0 if near is None or label.member in near[1] else FAR_NAME)
            # A rim of the ground, so that it can be read upon lines without hiding them. Written letters are cached,
            # stroked ones are not.
            for offset in RIM:
                write(painter, label.box.translated(offset), label.text, font, theme.colour("surface"), MIDDLE)
            write(painter, label.box, label.text, font, theme.colour("text"), MIDDLE)
        painter.setOpacity(1.0)

    def _place_names(self, font: QFont, area: QRectF, near: set[int]) -> list[Label]:
        """Return the names that have room: first of those tied to whoever is looked at, then of the most central; the
        others tell theirs when they are pointed at.
        """
        picture = self.picture
        wanted = [member for member in range(len(self.points)) if area.contains(self.get_spot(member))]
        looked_at = [member for member in (self.hovered, picture.focused, picture.selected) if member >= 0]
        central = dict(enumerate(picture.figure.centrality))
        rest = [each for each in wanted if each not in looked_at]
        rest.sort(key=lambda each: (each not in near, -central.get(each, 0.0)))
        if not picture.small and len(wanted) > NAMED:
            del rest[NAMED:]
        order = [*dict.fromkeys(looked_at), *rest]
        spots = [(self.get_spot(member), self.radii[member]) for member in wanted]
        members = picture.figure.members
        names = [(member, members[member].name, self.get_spot(member), self.radii[member]) for member in order]
        return place_labels(names, spots, font, area, must=len(looked_at))

    def forget_names(self) -> None:
        """Place the names again at the next painting."""
        self._labels = None
        self.update()

    def find_member_at(self, spot: QPointF) -> int:
        """Return the member whose circle holds a spot (in pixels of the unit square), or −1."""
        if not len(self.points):
            return -1
        away = self.points * self.pixels - (spot.x(), spot.y())
        distance = np.linalg.norm(away, axis=1) - np.asarray(self.radii)
        nearest = int(distance.argmin())
        return nearest if distance[nearest] <= 3.0 else -1  # With a tolerance of 3 pixels

    def find_edge_at(self, spot: QPointF) -> int:
        """Return the edge within a few pixels of a spot, or −1."""
        edges = self.picture.figure.edges
        if not edges:
            return -1
        ends = np.array([(edge.a, edge.b) for edge in edges])
        points = self.points * self.pixels
        start, along = points[ends[:, 0]], points[ends[:, 1]] - points[ends[:, 0]]
        away = np.array((spot.x(), spot.y())) - start
        part = np.clip((away * along).sum(axis=1) / np.maximum((along * along).sum(axis=1), 1e-9), 0.0, 1.0)
        rest = away - along * part[:, None]
        distance = (rest * rest).sum(axis=1)
        distance[[not edge.linked for edge in edges]] = np.inf  # A pair without a line cannot be pointed at
        nearest = int(distance.argmin())
        return nearest if distance[nearest] <= 36.0 else -1  # Squared distances: within 6 pixels


DASHES = (3.0, 2.4)
"""Stroke and gap of a tense pair's line, in its widths."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A path with its pen; one that is `filled` is filled in the pen's colour."""

    pen: QPen
    path: QPainterPath
    filled: bool = False


def paint_strokes(painter: QPainter, strokes: Iterable[Stroke]) -> None:
    """Draw them in their order."""
    for each in strokes:
        ink(painter, each.pen, each.pen.color() if each.filled else NO_BRUSH)
        painter.drawPath(each.path)


def group_lines(picture: Picture, levels: Sequence[int], edges: Iterable[int]) -> Lines:
    """Return the lines of edges, those that are drawn alike together; what moved comes last and lies on top."""
    found: dict[tuple[int, int, bool, int], list[tuple[int, int]]] = {}
    for index in edges:
        edge, level = picture.figure.edges[index], levels[index]
        if edge.linked:
            wide = round(edge.affinity * 8) if picture.small else 0  # Few paths: a pen is slow to change
            found.setdefault((abs(level), level, edge.affinity < TENSE, wide), []).append((edge.a, edge.b))
    return {key: np.array(found[key]) for key in sorted(found)}


def line_strokes(picture: Picture, points: Points, lines: Lines) -> list[Stroke]:
    """Return lines as wide as affinities, dashed where tense, in the colour of their drift."""
    strokes: list[Stroke] = []
    for (_, level, dashed, wide), ends in lines.items():
        thick = line_width(wide / 8) * picture.scale if picture.small else 1.0  # Lines of one pixel are drawn fastest
        pen = QPen(picture.level_colour(level), thick, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
        if dashed:
            pen.setDashPattern(list(DASHES))
        x, y = points[ends.ravel()].T
        strokes.append(Stroke(pen, pg.arrayToQPath(x, y, connect="pairs")))
    return strokes


def arrow_strokes(
    picture: Picture, spots: Sequence[QPointF], radii: Sequence[float], levels: Sequence[int], edges: Iterable[int]
) -> list[Stroke]:
    """Return an arrow at whom a feeling that moved is about: full where it grew warmer, hollow where it cooled."""
    heads: dict[int, QPainterPath] = {}
    moved_by = _map_pair_movers(picture)
    for index in edges:
        edge, level = picture.figure.edges[index], levels[index]
        if not (edge.linked and level):
            continue
        head, sources = heads.setdefault(level, QPainterPath()), moved_by.get((edge.a, edge.b), set())
        for source in sources:
            target = edge.b if source == edge.a else edge.a
            line = QLineF(spots[source], spots[target])
            if line.length() > radii[source] + radii[target] + 8:  # Else there is no room for the arrow
                _add_triangle(head, line, radii[target] + 3.0, (4.5 + 3.5 * edge.affinity) * picture.scale)
    strokes: list[Stroke] = []
    for level, path in sorted(heads.items()):
        pen = QPen(picture.level_colour(level if abs(level) > 2 else 3 * (1 if level > 0 else -1)), 1.4 * picture.scale)
        strokes.append(Stroke(pen, path, filled=level > 0))
        if level < 0:  # Hollow: the ground covers the lines beneath
            strokes[-1:] = [Stroke(QPen(picture.theme.colour("surface"), 0.1), path, filled=True), strokes[-1]]
    return strokes


def _map_pair_movers(picture: Picture) -> dict[tuple[int, int], set[int]]:
    """Return whose feelings moved a pair the way that it moved on the whole."""
    found: dict[tuple[int, int], set[int]] = {}
    whole = {(edge.a, edge.b): edge.drift(picture.span) for edge in picture.figure.edges}
    for move in picture.figure.find_moves_in(picture.span):
        if move.change * whole.get((move.a, move.b), 0.0) > 0:  # The same sign: it moved the same way
            found.setdefault((move.a, move.b), set()).update(move.by)
    return found


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


def paint_halos(painter: QPainter, picture: Picture, spots: Sequence[QPointF]) -> None:
    """Paint a halo about each pair that moved at the shown turn; it lies under the lines."""
    for move in picture.fresh:
        colour = picture.theme.colour("good" if move.change > 0 else "bad" if move.change else "accent")
        colour.setAlphaF(0.26)
        wide = (HALO + line_width(move.after)) * picture.scale
        ink(painter, stroke(colour, wide, cap=Qt.PenCapStyle.FlatCap), NO_BRUSH)
        painter.drawLine(QLineF(spots[move.a], spots[move.b]))
