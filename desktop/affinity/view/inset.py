"""The network in small, for a corner of the stage: who stands how to whom, and the two that moved the farthest."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from parley.desktop.affinity.figures import NetworkFigure, Span
from parley.desktop.affinity.view.edges import Places, affinity_strokes, paint_strokes
from parley.desktop.affinity.view.moved import MovedRow, moved_rows
from parley.desktop.affinity.view.picture import Picture, signed
from parley.desktop.affinity.view.pulse import paint_halos
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
        self.setAccessibleDescription(". ".join((self._describe_span(), *told)))
        self.update()

    def fits(self) -> bool:
        """Return whether there is a network, and one that can be read so small."""
        return 2 < len(self._figure.members) <= MOST and any(edge.linked for edge in self._figure.edges)

    def select_member(self, member_id: str) -> None:
        """Mark a member."""
        self._selected = member_id
        self.update()

    @property
    def _span(self) -> Span:
        return self._figure.spans[0]

    def _describe_span(self) -> str:
        spans = {"chosen": self.tr("in the selected turns"), "today": self.tr("today")}
        return spans.get(self._span, self.tr("since the start"))

    def _told(self, row: MovedRow) -> str:
        """Return a move in words."""
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
        high = self._compute_row_height()
        return QRectF(0, self._compute_rows_top() + row * high, self.width(), high).toAlignedRect() & self.rect()

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
        """Return who is at a place in pixels; "" where nobody is."""
        for member, spot in zip(self._figure.members, self._spots(), strict=True):
            if math.dist(at.toTuple(), spot.toTuple()) <= FACE * self.scale + 2:
                return member.id
        return ""

    def tip_at(self, at: QPointF) -> str:
        """Return who is under the pointer, or why the pair of a row moved."""
        member = self.member_at(at)
        if member:
            return next(each.name for each in self._figure.members if each.id == member)
        row = int((at.y() - self._compute_rows_top()) // self._compute_row_height())
        if 0 <= row < len(self._rows):
            return self._rows[row].told
        return self.tr("Click to see the whole network.")

    # Drawing ------------------------------------------------------------------------------------------------------

    def _restyle(self) -> None:
        self.setFixedSize(QSize(*SIZE) * self.scale)
        self.update()

    def _compute_row_height(self) -> float:
        return 20.0 * self.scale

    def _compute_rows_top(self) -> float:
        return self.height() - ROWS * self._compute_row_height() - 8.0 * self.scale

    def _spots(self) -> list[QPointF]:
        scale, many = self.scale, max(1, len(self._figure.members))
        top, bottom = 32.0 * scale, self._compute_rows_top() - 4.0 * scale
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
            since = QFontMetricsF(small).elidedText(self._describe_span(), Qt.TextElideMode.ElideRight, room)
            write(painter, head, since, small, theme.colour("secondary"), RIGHT)
            spots = self._spots()
            picture = Picture(self._figure, self._span, theme=theme, scale=0.7 * scale)
            places = Places(spots, [FACE * scale] * len(spots))
            paint_halos(painter, picture, places)
            paint_strokes(painter, affinity_strokes(picture, places))
            for member, spot in zip(self._figure.members, spots, strict=True):
                if member.id == self._selected:
                    ink(painter, QPen(theme.colour("accent"), 2.0))
                    painter.drawEllipse(spot, FACE * scale + 3, FACE * scale + 3)
                ink(painter, Qt.PenStyle.NoPen, theme.colour("surface"))
                painter.drawEllipse(spot, FACE * scale + 1.5, FACE * scale + 1.5)
                paint_avatar(painter, spot, FACE * scale, member, theme)
            self._paint_rows(painter)

    def _paint_rows(self, painter: QPainter) -> None:
        scale, theme, font = self.scale, self.theme, self.letters(11)
        metrics, high = QFontMetricsF(font), self._compute_row_height()
        box = QRectF(11 * scale, self._compute_rows_top(), self.width() - 22 * scale, high)
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
