"""The network in small, for a corner of the stage: who stands how to whom, and the two that moved the farthest."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from parley.desktop.affinity.figures import EdgeFigure, MoveFigure, NetworkFigure, Span
from parley.desktop.affinity.view.edges import DASHES
from parley.desktop.affinity.view.moved import MovedRow, moved_rows
from parley.desktop.affinity.view.picture import TENSE, drift_colour, line_width, signed, unmoved
from parley.desktop.widgets.avatar import paint_avatar
from parley.desktop.widgets.painted import LEFT, MIDDLE, RIGHT, Tips, ink, write
from parley.desktop.widgets.spoken import Spoken
from parley.desktop.widgets.themed import Themed

SIZE = (220, 224)
"""Pixels at a text scale of 1."""
MOST = 14
"""Members up to whom a circle of them can be read."""
ROWS = 2
"""Moves that are told."""
FACE = 13.0
ARROW = 7.0


class AffinityInset(Spoken, Tips, Themed, QWidget):
    """Members in a circle in the order of the cast, so that nobody ever moves. A click on one chooses them; elsewhere,
    and Enter, ask for the whole network.

    Signals: `member_chosen(id)`, `wanted()`. Attribute: `most`, the members up to whom it can be read.
    """

    most = MOST

    member_chosen = Signal(str)
    wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = NetworkFigure()
        self._rows: list[MovedRow] = []
        self._selected = ""
        self.setAccessibleName(self.tr("Affinity"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._restyle()

    def show_figure(self, figure: NetworkFigure) -> None:
        """Show another moment."""
        if figure is self._figure:
            return
        self._figure = figure
        rows = moved_rows(figure, self._span)
        self._rows = sorted(rows, key=lambda row: -abs(row.drift))[:ROWS]
        told = [self._told(row) for row in self._rows] or [self.tr("Nobody has moved yet.")]
        self.setAccessibleDescription(". ".join((self._since(), *told)))
        self.update()

    def fits(self) -> bool:
        """Whether there is a network, and one that can be read so small."""
        return 2 < len(self._figure.members) <= MOST and any(edge.linked for edge in self._figure.edges)

    def select_member(self, member_id: str) -> None:
        """Mark a member."""
        self._selected = member_id
        self.update()

    @property
    def _span(self) -> Span:
        return self._figure.spans[0]

    def _since(self) -> str:
        spans = {"chosen": self.tr("in the selected turns"), "today": self.tr("today")}
        return spans.get(self._span, self.tr("since the start"))

    def _told(self, row: MovedRow) -> str:
        """A move in words."""
        closer, names = row.drift > 0, {"first": row.first.name, "second": row.second.name}
        if row.mutual:
            told = self.tr("{first} and {second} warmer") if closer else self.tr("{first} and {second} cooler")
        else:
            told = self.tr("{first} turns to {second}") if closer else self.tr("{first} cools toward {second}")
        return told.format(**names)

    def spoken_count(self) -> int:
        return len(self._rows)

    def spoken_row(self, row: int) -> str:
        return self._rows[row].told

    def spoken_place(self, row: int) -> QRect:
        high = self._row_height()
        return QRectF(0, self._rows_top() + row * high, self.width(), high).toAlignedRect() & self.rect()

    # Events -------------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            member = self.member_at(event.position())
            if member:
                self.member_chosen.emit(member)
            else:
                self.wanted.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space ask for the whole network."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.wanted.emit()
        else:
            super().keyPressEvent(event)

    def member_at(self, at: QPointF) -> str:
        """Who is at a place in pixels; "" where nobody is."""
        for member, spot in zip(self._figure.members, self._spots(), strict=True):
            if math.dist(at.toTuple(), spot.toTuple()) <= FACE * self.scale + 2:
                return member.id
        return ""

    def tip_at(self, at: QPointF) -> str:
        """Who is under the pointer, or why the pair of a row moved."""
        member = self.member_at(at)
        if member:
            return next(each.name for each in self._figure.members if each.id == member)
        row = int((at.y() - self._rows_top()) // self._row_height())
        if 0 <= row < len(self._rows):
            return self._rows[row].told
        return self.tr("Click to see the whole network.")

    # Drawing ------------------------------------------------------------------------------------------------------

    def _restyle(self) -> None:
        self.setFixedSize(QSize(*SIZE) * self.scale)
        self.update()

    def _row_height(self) -> float:
        return 20.0 * self.scale

    def _rows_top(self) -> float:
        return self.height() - ROWS * self._row_height() - 8.0 * self.scale

    def _spots(self) -> list[QPointF]:
        scale, many = self.scale, max(1, len(self._figure.members))
        top, bottom = 32.0 * scale, self._rows_top() - 4.0 * scale
        middle = QPointF(self.width() / 2, (top + bottom) / 2)
        down = (bottom - top) / 2 - FACE * scale - 1
        across = min(1.45 * down, self.width() / 2 - FACE * scale - 12 * scale)
        turns = (math.tau * number / many for number in range(many))
        return [middle + QPointF(across * math.sin(turn), -down * math.cos(turn)) for turn in turns]

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, scale = self.theme, self.scale
            ground = theme.colour("surface")
            ground.setAlphaF(0.92)
            edge = theme.colour("accent" if self.hasFocus() else "border")
            ink(painter, QPen(edge, 1.0), ground)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
            head = QRectF(11 * scale, 6 * scale, self.width() - 22 * scale, 20 * scale)
            caps, small = self.letters(11, QFont.Weight.DemiBold), self.letters(11)
            title = self.tr("Affinity").upper()
            write(painter, head, title, caps, theme.colour("secondary"), LEFT)
            room = head.width() - QFontMetricsF(caps).horizontalAdvance(title) - 8
            since = QFontMetricsF(small).elidedText(self._since(), Qt.TextElideMode.ElideRight, room)
            write(painter, head, since, small, theme.colour("secondary"), RIGHT)
            spots = self._spots()
            for edge_figure in self._figure.edges:
                self._paint_edge(painter, edge_figure, spots)
            for member, spot in zip(self._figure.members, spots, strict=True):
                if member.id == self._selected:
                    ink(painter, QPen(theme.colour("accent"), 2.0))
                    painter.drawEllipse(spot, FACE * scale + 3, FACE * scale + 3)
                ink(painter, Qt.PenStyle.NoPen, theme.colour("surface"))
                painter.drawEllipse(spot, FACE * scale + 1.5, FACE * scale + 1.5)
                paint_avatar(painter, spot, FACE * scale, member, theme)
            self._paint_rows(painter)

    def _paint_edge(self, painter: QPainter, edge: EdgeFigure, spots: list[QPointF]) -> None:
        """A line; the pair that moved at the shown turn has a halo, whoever's feeling it was an arrow at its end."""
        if not edge.linked:
            return
        drift, theme = edge.drift(self._span), self.theme
        colour = drift_colour(drift, self._figure.scale(self._span), theme) if drift else unmoved(theme)
        start, end = spots[edge.a], spots[edge.b]
        last = self._last(edge)
        if last is not None and last.turn == self._figure.turn:
            halo = QColor(colour)
            halo.setAlphaF(0.25)
            painter.setPen(QPen(halo, 9.0 * self.scale, c=Qt.PenCapStyle.RoundCap))
            painter.drawLine(start, end)
        pen = QPen(colour, line_width(edge.affinity) * 0.7 * self.scale, c=Qt.PenCapStyle.FlatCap)
        if edge.affinity < TENSE:
            pen.setDashPattern(list(DASHES))
        painter.setPen(pen)
        painter.drawLine(start, end)
        if last is not None and len(last.by) == 1 and drift:
            whose = last.by[0]
            self._paint_arrow(painter, colour, *((start, end) if whose == edge.a else (end, start)))

    def _last(self, edge: EdgeFigure) -> MoveFigure | None:
        moves = self._figure.moves_in(self._span)
        return next((move for move in reversed(moves) if (move.a, move.b) == (edge.a, edge.b)), None)

    def _paint_arrow(self, painter: QPainter, colour: QColor, start: QPointF, end: QPointF) -> None:
        way = end - start
        length = math.hypot(way.x(), way.y()) or 1.0
        ahead, aside = way / length, QPointF(-way.y(), way.x()) / length
        tip, size = end - ahead * (FACE * self.scale + 2.0), ARROW * self.scale
        ink(painter, Qt.PenStyle.NoPen, colour)
        painter.drawPolygon([tip, tip - ahead * size + aside * size / 2, tip - ahead * size - aside * size / 2])

    def _paint_rows(self, painter: QPainter) -> None:
        scale, theme, font = self.scale, self.theme, self.letters(11)
        metrics, high = QFontMetricsF(font), self._row_height()
        box = QRectF(11 * scale, self._rows_top(), self.width() - 22 * scale, high)
        rows = [
            (self._told(row), signed(row.drift, trust=row.trust), "text", "good" if row.drift > 0 else "bad")
            for row in self._rows
        ] or [(self.tr("Nobody has moved yet."), "", "secondary", "secondary")]
        for text, value, ink_of_text, ink_of_value in rows:
            wide = metrics.horizontalAdvance(value) + 8 * scale if value else 0.0
            told = metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width() - wide)
            write(painter, box, told, font, theme.colour(ink_of_text), LEFT if value else MIDDLE)
            write(painter, box, value, font, theme.colour(ink_of_value), RIGHT)
            box.translate(0, high)
