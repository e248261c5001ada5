"""Who can hear whom: the topology of a duologue as a small picture."""

from __future__ import annotations

import math
from bisect import bisect_left
from itertools import accumulate, pairwise

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from parley.desktop.run.figures import MemberFigure
from parley.desktop.speaker_flow.figures import TopologyFigure
from parley.desktop.widgets.avatar import paint_avatar
from parley.desktop.widgets.painted import NO_PEN, MemberMarks, ink

FULL = 12
"""Members up to which every arrow is drawn; above, those who all hear each other stand on a ring of one line."""
LEAST = 96
"""Pixels of height."""


class TopologyPicture(MemberMarks):
    """Marks around an ellipse, with an arrow from each to whoever hears them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Who hears whom"), parent)
        self._figure = TopologyFigure()

    def show_figure(self, figure: TopologyFigure) -> None:
        """Show a topology."""
        if figure != self._figure:
            self._figure = figure
            self.setAccessibleDescription(self.sentence())
            self.update()

    def sentence(self) -> str:
        """The topology in a sentence."""
        figure = self._figure
        if figure.hub < 0:
            return figure.title
        name = figure.members[figure.hub].name
        return self.tr("{title}. In the middle: {name}.").format(title=figure.title, name=name)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, round(LEAST * self.scale))

    def _radius(self) -> float:
        return (11 if len(self._figure.members) <= FULL else 7) * self.scale

    def places(self) -> list[QPointF]:
        """The middle of each member's mark: on an ellipse, the hub in its middle."""
        figure, radius = self._figure, self._radius()
        names = self._name_width() if len(figure.members) <= FULL else 0.0
        box = QRectF(self.rect()).adjusted(radius + names, radius + 3, -radius - names, -radius - 3)
        around = [at for at in range(len(figure.members)) if at != figure.hub]
        if figure.hub < 0 and len(around) == 2:
            middle = box.center().y()
            return [QPointF(max(box.left(), box.center().x() - 90 * self.scale), middle),
                    QPointF(min(box.right(), box.center().x() + 90 * self.scale), middle)]  # fmt: skip
        longest = 1.1 if len(figure.members) <= FULL else 2.4
        wide, tall = min(box.width() / 2, box.height() * longest), box.height() / 2
        found = [box.center()] * len(figure.members)
        for at, point in zip(around, spread(len(around), wide, tall), strict=True):
            found[at] = box.center() + point
        return found

    def _name_width(self) -> float:
        metrics = QFontMetricsF(self.letters(11))
        widest = max((metrics.horizontalAdvance(member.name) for member in self._figure.members), default=0.0)
        return min(widest + 6, self.width() * 0.22)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Arrows first, marks upon them."""
        figure = self._figure
        if not figure.members:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            places, both = self.places(), set(figure.edges)
            many = len(figure.members) > FULL and len(figure.edges) > 2 * len(figure.members)
            if many:
                ink(painter, QPen(self.theme.colour("neutral"), 1.2))
                around = [place for at, place in enumerate(places) if at != figure.hub]
                painter.drawPolygon(QPolygonF(around))
                for place in around if figure.hub >= 0 else ():
                    painter.drawLine(places[figure.hub], place)
            for a, b in () if many else figure.edges:
                if (b, a) not in both or a < b:
                    self._arrow(painter, places, a, b, both=(b, a) in both)
            painter.setFont(self.letters(11))
            for member, place in zip(figure.members, places, strict=True):
                paint_avatar(painter, place, self._radius(), member, self.theme)
                if len(figure.members) <= FULL:
                    self._name(painter, member, place)

    def _arrow(self, painter: QPainter, places: list[QPointF], a: int, b: int, *, both: bool) -> None:
        marked = self._selected in (self._figure.members[a].id, self._figure.members[b].id)
        colour = self.theme.colour("accent" if marked else "neutral")
        way = places[b] - places[a]
        length = math.hypot(way.x(), way.y())
        if length < 3 * self._radius():
            return
        unit = way / length
        start, end = places[a] + unit * (self._radius() + 3), places[b] - unit * (self._radius() + 3)
        painter.setPen(QPen(colour, 1.8 if marked else 1.2))
        painter.drawLine(start, end)
        ink(painter, NO_PEN, colour)
        for tip, back in ((end, unit), (start, -unit)) if both else ((end, unit),):
            across = QPointF(-back.y(), back.x()) * 3.2 * self.scale
            base = tip - back * 7 * self.scale
            painter.drawPolygon(QPolygonF([tip, base + across, base - across]))

    def _name(self, painter: QPainter, member: MemberFigure, place: QPointF) -> None:
        metrics, room = QFontMetricsF(painter.font()), self._name_width()
        left = place.x() < self.rect().center().x() - 2
        name = metrics.elidedText(member.name, Qt.TextElideMode.ElideMiddle, room - 4)
        wide = metrics.horizontalAdvance(name)
        x = place.x() - self._radius() - 5 - wide if left else place.x() + self._radius() + 5
        # Arrows may pass here.
        ground = QRectF(x - 2, place.y() - metrics.height() / 2, wide + 4, metrics.height())
        ink(painter, NO_PEN, self.theme.colour("surface"))
        painter.drawRoundedRect(ground, 3, 3)
        painter.setPen(self.theme.colour("accent" if member.id == self._selected else "secondary"))
        painter.drawText(QPointF(x, place.y() + metrics.ascent() / 2 - 1), name)

    def member_at(self, at: QPointF) -> MemberFigure | None:
        """Whose mark it is."""
        for member, place in zip(self._figure.members, self.places(), strict=True):
            if math.hypot(place.x() - at.x(), place.y() - at.y()) <= self._radius() + 2:
                return member
        return None

    def tip_at(self, at: QPointF) -> str:
        """Who hears the member under the pointer; beside all marks, what the topology is."""
        return super().tip_at(at) or self.sentence()

    def told(self, member: MemberFigure) -> str:
        """Who hears a member."""
        figure = self._figure
        at = figure.members.index(member)
        hearers = ", ".join(figure.members[b].name for a, b in figure.edges if a == at)
        return self.tr("{name} is heard by {hearers}.").format(name=member.name, hearers=hearers)


def spread(count: int, wide: float, tall: float) -> list[QPointF]:
    """So many points around an ellipse of these radii, each as far from the next as from the one before; the first is
    at the top, or where it is flat half a step to the right, so that nobody stands too near to its middle."""
    if count < 1:
        return []
    angles = [2 * math.pi * at / 720 - math.pi / 2 for at in range(721)]
    curve = [(wide * math.cos(angle), tall * math.sin(angle)) for angle in angles]
    far = list(accumulate((math.dist(*ends) for ends in pairwise(curve)), initial=0.0))
    start = 0.5 if wide > 1.3 * tall else 0.0
    return [QPointF(*curve[bisect_left(far, far[-1] * (place + start) / count)]) for place in range(count)]
