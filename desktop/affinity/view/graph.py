"""The network as one graphics item: few paths, cached until something moves."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPainterPathStroker, QPen, QPixmap
from PySide6.QtGui import QPolygonF as Polygon
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from desktop.affinity.view.layout import Points
from desktop.affinity.view.picture import STROKES, Label, Picture, placed
from desktop.widgets.bars import mixed
from desktop.widgets.painted import MIDDLE, NO_BRUSH, NO_PEN, blank, ink, write

LETTERS_FROM = 7.0
"""Pixels of a radius from which the letter is written."""
RIM = tuple(QPointF(x, y) for x in (-1.5, 0.0, 1.5) for y in (-1.5, 0.0, 1.5) if x or y)
DRAWN = (2, 1, 3, 0, 4)
"""The kinds of edge in the order in which they are drawn: neutral ones lowest, strong ones on top."""
NAMED = 60
"""Names that are written at most."""


class Graph(QGraphicsItem):
    """Edges, communities, members and names. Coordinates are the layout's unit square.

    The painter's stretch is undone by `pixels`, the pixels of a unit across and down, so that circles are round.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.picture = Picture()
        self.pixels = (100.0, 100.0)
        self.points: Points = np.zeros((0, 2))
        self.radii: list[float] = []
        self.hovered = -1
        self.hovered_edge = -1
        self.font = QFont()
        self._strokes: list[tuple[QPen, QPainterPath, bool]] | None = None
        self._hulls: list[QPainterPath] | None = None
        self._dots: list[tuple[QPointF, QPixmap]] = []
        self._spots: list[QPointF] = []
        self._labels: list[Label] | None = None

    def boundingRect(self) -> QRectF:
        """Far beyond the unit square: names and circles reach out of it."""
        return QRectF(-4, -4, 9, 9)

    def show_picture(self, picture: Picture) -> None:
        """Draw another picture at the same places."""
        if picture != self.picture:
            self.picture = picture
            self.forget()

    def place(self, points: Points, pixels: tuple[float, float], radii: list[float]) -> None:
        """Put everybody somewhere. In a large network zooming alone builds no path anew."""
        same = points is self.points and not self.picture.small
        self.points, self.pixels, self.radii = points, pixels, radii
        self._spots = [QPointF(x, y) for x, y in (points * pixels).tolist()]
        self._dots = []
        if same:
            self.forget_names()
        else:
            self.forget()

    def forget(self) -> None:
        """Build all paths anew at the next painting."""
        self._strokes = self._hulls = self._labels = None
        self._dots = []
        self.update()

    def at(self, member: int) -> QPointF:
        """A member's place in pixels of the unit square."""
        return self._spots[member]

    def _end(self, member: int) -> QPointF:
        """A member's place as edges have it: in pixels, in a large network in units."""
        return self._spots[member] if self.picture.small else QPointF(*self.points[member].tolist())

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        """Draw what is there; what is cached is not built again."""
        if not len(self.points):
            return
        small = self.picture.small
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, small)
        if not small:
            # Thin lines keep their width under any stretch.
            self._paint_edges(painter)
        painter.save()
        across, down = self.pixels
        painter.scale(1.0 / across, 1.0 / down)
        seen: QRectF = option.exposedRect
        area = QRectF(seen.left() * across, seen.top() * down, seen.width() * across, seen.height() * down)
        if small:
            self._paint_hulls(painter)
            self._paint_edges(painter)
        self._paint_members(painter, area)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_names(painter, area)
        painter.restore()

    def _paint_hulls(self, painter: QPainter) -> None:
        if self._hulls is None:
            self._hulls = [self._hull(group) for group in self.picture.groups()]
        theme = self.picture.theme
        edge = QPen(mixed(theme.colour("secondary"), theme.colour("surface"), 0.45), 1.0, Qt.PenStyle.DotLine)
        ink(painter, edge, mixed(theme.colour("raised"), theme.colour("surface"), 0.75))
        for hull in self._hulls:
            painter.drawPath(hull)

    def _hull(self, group: list[int]) -> QPainterPath:
        """A soft outline around a community."""
        spots = [self.at(member) for member in group]
        outline = QPainterPath()
        outline.addPolygon(Polygon(convex(spots)))
        outline.closeSubpath()
        wide = 2 * (max(self.radii[member] for member in group) + 8 * self.picture.scale)
        line, cap, join = Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
        stroker = QPainterPathStroker(QPen(Qt.GlobalColor.black, wide, line, cap, join))
        return stroker.createStroke(outline).united(outline).simplified()

    def _paint_edges(self, painter: QPainter) -> None:
        if self._strokes is None:
            self._strokes = self._answer_paths() if self.picture.answering else self._affinity_paths()
        for pen, path, filled in self._strokes:
            ink(painter, pen, pen.color() if filled else NO_BRUSH)
            painter.drawPath(path)
        if self.hovered_edge >= 0 and self.hovered_edge != self.picture.pair:
            edge = self.picture.figure.edges[self.hovered_edge]
            painter.setPen(_pen(self.picture.theme.colour("text"), 1.5, cosmetic=True))
            painter.drawLine(QLineF(self._end(edge.a), self._end(edge.b)))

    def _affinity_paths(self) -> list[tuple[QPen, QPainterPath, bool]]:
        """A path for each kind of edge, those that step back first."""
        picture = self.picture
        paths: dict[tuple[bool, int], QPainterPath] = {}
        for index, edge in enumerate(picture.figure.edges):
            if edge.linked:
                key = not picture.apart(index), DRAWN.index(picture.kind(edge))
                self._add_line(paths.setdefault(key, QPainterPath()), edge.a, edge.b)
        strokes: list[tuple[QPen, QPainterPath, bool]] = []
        surface = picture.theme.colour("surface")
        for (near, depth), path in sorted(paths.items(), key=lambda item: item[0]):
            stroke = STROKES[DRAWN[depth]]
            colour = mixed(picture.theme.colour(stroke.role), surface, 1.0 if near else 0.32)
            pen = stroke.pen(colour, picture.scale) if picture.small else _pen(colour, 1.0, cosmetic=True)
            if stroke.dashes and not picture.small:
                pen.setStyle(Qt.PenStyle.DotLine)
            strokes.append((pen, path, False))
        if picture.pair >= 0:
            # The halo lies upon what steps back and under the pair itself.
            edge, halo = picture.figure.edges[picture.pair], QPainterPath()
            self._add_line(halo, edge.a, edge.b)
            wide = STROKES[picture.kind(edge)].width + 6 if picture.small else 3
            pen = _pen(picture.theme.colour("accent_soft" if picture.small else "accent"), wide, cosmetic=True)
            strokes.insert(sum(not near for near, _ in paths), (pen, halo, False))
        return strokes

    def _add_line(self, path: QPainterPath, a: int, b: int) -> None:
        path.moveTo(self._end(a))
        path.lineTo(self._end(b))

    def _answer_paths(self) -> list[tuple[QPen, QPainterPath, bool]]:
        """Bent arrows from who answers to who is answered, in the answerer's colour, wider the oftener."""
        picture = self.picture
        most = max((max(edge.a_to_b, edge.b_to_a) for edge in picture.figure.edges), default=0)
        lines: dict[tuple[bool, int, int], QPainterPath] = {}
        heads: dict[tuple[bool, int], QPainterPath] = {}
        for index, edge in enumerate(picture.figure.edges):
            near = not picture.apart(index)
            both = (edge.a, edge.b, edge.a_to_b), (edge.b, edge.a, edge.b_to_a)
            for source, target, count in (each for each in both if each[2]):
                step = math.ceil(4 * count / most)
                line = lines.setdefault((near, source if picture.small else 0, step), QPainterPath())
                if picture.small:
                    self._add_arrow(line, heads.setdefault((near, source), QPainterPath()), source, target, step)
                else:
                    self._add_line(line, source, target)
        strokes: list[tuple[QPen, QPainterPath, bool]] = []
        for (near, source, step), path in sorted(lines.items(), key=lambda item: item[0]):
            wide = 0.6 + 0.7 * step if picture.small else 1.0
            pen = _pen(self._answer_colour(source, near), wide, cosmetic=not picture.small)
            strokes.append((pen, path, False))
        for (near, source), path in sorted(heads.items(), key=lambda item: item[0]):
            strokes.append((QPen(self._answer_colour(source, near), 0.5), path, True))
        return strokes

    def _answer_colour(self, source: int, near: bool) -> QColor:
        theme = self.picture.theme
        colour = self.picture.colour(source) if self.picture.small else theme.colour("secondary")
        return mixed(colour, theme.colour("surface"), 0.75 if near else 0.2)

    def _add_arrow(self, line: QPainterPath, heads: QPainterPath, source: int, target: int, step: int) -> None:
        start, end = self.at(source), self.at(target)
        whole = QLineF(start, end)
        if whole.length() < 1:
            return
        across = QPointF(-whole.dy(), whole.dx()) / whole.length()
        bend = (start + end) / 2 + across * min(26.0, whole.length() * 0.14)
        into = QLineF(bend, end)
        into.setLength(max(1.0, into.length() - self.radii[target] - 2.5))
        tip = into.p2()
        size = (4.0 + step) * self.picture.scale
        along = QPointF(into.dx(), into.dy()) / max(1.0, into.length())
        side = QPointF(-along.y(), along.x())
        base = tip - along * size
        line.moveTo(start)
        line.quadTo(bend, base)
        heads.addPolygon(Polygon([tip, base + side * size * 0.5, base - side * size * 0.5, tip]))

    def _paint_members(self, painter: QPainter, area: QRectF) -> None:
        reach = max(self.radii)
        spots = self.points * self.pixels
        inside = (spots[:, 0] > area.left() - reach) & (spots[:, 0] < area.right() + reach)
        inside &= (spots[:, 1] > area.top() - reach) & (spots[:, 1] < area.bottom() + reach)
        members = np.nonzero(inside)[0].tolist()
        if self.picture.small:
            for member in members:
                self._paint_member(painter, self._spots[member], self.radii[member], member)
            return
        dots = self._dots = self._dots or self._draw_dots()
        for member in members:
            painter.drawPixmap(*dots[member])
        for member in {self.picture.selected, self.picture.focused, self.hovered} & set(members):
            self._paint_ring(painter, self._spots[member], self.radii[member], member)

    def _draw_dots(self) -> list[tuple[QPointF, QPixmap]]:
        """Everybody of a large network with the corner to draw them at."""
        ground = self.picture.theme.colour("surface").rgb()
        found: list[tuple[QPointF, QPixmap]] = []
        for member, spot in enumerate(self._spots):
            dot = _dot(self.picture.colour(member).rgb(), ground, round(self.radii[member] * 2))
            found.append((QPointF(spot.x() - dot.width() / 2, spot.y() - dot.height() / 2), dot))
        return found

    def _paint_member(self, painter: QPainter, spot: QPointF, radius: float, member: int) -> None:
        picture = self.picture
        figure, theme = picture.figure.members[member], picture.theme
        colour = picture.colour(member)
        if figure.muted:
            colour = mixed(colour, theme.colour("surface"), 0.45)
        ink(painter, NO_PEN, theme.colour("surface"))
        painter.drawEllipse(spot, radius + 2, radius + 2)
        self._paint_ring(painter, spot, radius, member)
        ink(painter, NO_PEN, colour)
        painter.drawEllipse(spot, radius, radius)
        if radius >= LETTERS_FROM:
            font = QFont(self.font)
            font.setPixelSize(max(7, round(radius * 0.95)))
            font.setWeight(QFont.Weight.Bold)
            box = QRectF(spot.x() - radius, spot.y() - radius, 2 * radius, 2 * radius)
            write(painter, box, figure.initial, font, theme.on_member(), MIDDLE)

    def _paint_ring(self, painter: QPainter, spot: QPointF, radius: float, member: int) -> None:
        picture, theme = self.picture, self.picture.theme
        if member == picture.selected or member in picture.together():
            pen = QPen(theme.colour("accent"), 2.0)
        elif member == picture.focused:
            pen = QPen(theme.colour("accent"), 1.5, Qt.PenStyle.DotLine)
        elif member == self.hovered:
            pen = QPen(theme.colour("text"), 1.5)
        elif picture.figure.members[member].speaking:
            pen = QPen(picture.colour(member), 1.5, Qt.PenStyle.DotLine)
        else:
            return
        ink(painter, pen)
        painter.drawEllipse(spot, radius + 3.5, radius + 3.5)

    def _paint_names(self, painter: QPainter, area: QRectF) -> None:
        font = QFont(self.font)
        font.setPixelSize(max(7, round(11 * self.picture.scale)))
        font.setWeight(QFont.Weight.DemiBold)
        if self._labels is None:
            self._labels = self._place_names(font, area)
        theme = self.picture.theme
        # Each name has a rim of the ground, so that it can be read upon lines without hiding them. Written letters
        # are cached, stroked ones are not.
        for role, offsets in (("surface", RIM), ("text", (QPointF(),))):
            for label in self._labels:
                for offset in offsets:
                    write(painter, label.box.translated(offset), label.text, font, theme.colour(role), MIDDLE)

    def _place_names(self, font: QFont, area: QRectF) -> list[Label]:
        """Everybody's name where there is room; in a large network only of those who are looked at, or zoomed into."""
        picture = self.picture
        wanted = [member for member in range(len(self.points)) if area.contains(self.at(member))]
        looked_at = [member for member in (self.hovered, picture.focused, picture.selected) if member >= 0]
        looked_at += picture.together()
        if not picture.small and len(wanted) > NAMED:
            wanted = []
        rest = sorted((each for each in wanted if each not in looked_at), key=lambda each: -self.radii[each])
        order = [*dict.fromkeys(looked_at), *rest]
        spots = [(self.at(member), self.radii[member]) for member in (wanted or looked_at)]
        names = [(picture.figure.members[member].name, self.at(member), self.radii[member]) for member in order]
        return placed(names, spots, font, area, must=len(looked_at))

    def forget_names(self) -> None:
        """Place the names again at the next painting."""
        self._labels = None
        self.update()

    def member_at(self, spot: QPointF) -> int:
        """The member whose circle holds a spot (in pixels of the unit square), or −1."""
        if not len(self.points):
            return -1
        away = self.points * self.pixels - (spot.x(), spot.y())
        distance = np.linalg.norm(away, axis=1) - np.asarray(self.radii)
        nearest = int(distance.argmin())
        return nearest if distance[nearest] <= 3.0 else -1

    def edge_at(self, spot: QPointF) -> int:
        """The edge within a few pixels of a spot, or −1."""
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
        distance[[not (edge.linked or self.picture.answering) for edge in edges]] = np.inf
        nearest = int(distance.argmin())
        return nearest if distance[nearest] <= 36.0 else -1


def _pen(colour: QColor, width: float, *, cosmetic: bool) -> QPen:
    pen = QPen(colour, width)
    pen.setCosmetic(cosmetic)
    return pen


def convex(spots: list[QPointF]) -> list[QPointF]:
    """The convex hull (A. M. Andrew's monotone chain, 1979)."""
    ordered = sorted(spots, key=lambda spot: (spot.x(), spot.y()))

    def half(points: list[QPointF]) -> list[QPointF]:
        chain: list[QPointF] = []
        for point in points:
            while len(chain) > 1 and _across(chain[-1] - chain[-2], point - chain[-2]) <= 0:
                chain.pop()
            chain.append(point)
        return chain[:-1]

    return ordered if len(ordered) < 3 else half(ordered) + half(ordered[::-1])


def _across(a: QPointF, b: QPointF) -> float:
    return a.x() * b.y() - a.y() * b.x()


@lru_cache(maxsize=256)
def _dot(colour: int, ground: int, size: int) -> QPixmap:
    """A member of a large network, drawn once."""
    edge = size + 4
    dot = blank(edge, edge, 1.0)
    painter = QPainter(dot)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ink(painter, QPen(QColor(ground), 1.5), QColor(colour))
    painter.drawEllipse(QRectF(1, 1, edge - 2, edge - 2))
    painter.end()
    return dot
