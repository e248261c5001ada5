"""What the bars of candidates are drawn of: terms, the weight that is left, all chances on one strip, the legend."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPolygonF
from PySide6.QtWidgets import QWidget

from parley.desktop.run.figures import MemberFigure
from parley.desktop.speaker_flow.figures import WhyFigure
from parley.desktop.widgets.bars import Bars, mixed

if TYPE_CHECKING:
    from parley.core.log.events.turn import Candidate

ROW, DENSE, BAR = 24, 17, 13
"""Pixels of a row, of one that stands close, and of its bar."""
STRIP, LEGEND, LEGEND_LINE = 42, 20, 16
FACE = 8
"""The radius of a member's mark in pixels."""
TITLES = 16
"""Pixels of the columns' titles."""
WIDE, MEDIUM = 330, 230
"""Pixels from which a probability has a bar of its own, and from which a weight has a column."""
BASE, AFFINITY, JITTER, BONUS, OFF = range(5)


LEFT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)


class Columns(NamedTuple):
    """Where the bars begin and how wide they may be; where the weights and the probabilities end, and how wide the bar
    of a probability is (0: none). Pixels."""

    bars: float
    width: float
    weight: float
    share: float
    gauge: float


class CandidateParts(Bars):
    """A widget that draws the parts of a speaker selection; where they stand is its heir's."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._why: WhyFigure | None = None
        self._members: dict[str, MemberFigure] = {}
        self._order: tuple[Candidate, ...] = ()

    def _name(self, member: str) -> str:
        found = self._members.get(member)
        return found.name if found else member or self.tr("Director")

    def _write(
        self, painter: QPainter, box: QRectF, text: str, role: str, font: QFont | None = None, flags: int = LEFT
    ) -> None:
        painter.setFont(font or self.face(small=True))
        painter.setPen(self.theme.colour(role))
        painter.drawText(box, flags, text)

    def _shade(self, part: int) -> QColor:
        """Return the colour of a term: what is between people, what is chance, what a rule adds, what is taken off."""
        theme = self.theme
        dark = theme.dark
        return QColor(
            {
                BASE: theme.neutral,
                AFFINITY: "#8f9cff" if dark else "#5a6ae0",
                JITTER: "#e2b878" if dark else "#c08a3c",
                BONUS: theme.good,
                OFF: theme.bad,
            }[part]
        )

    def _paint_bar(self, painter: QPainter, columns: Columns, top: float, bar: Candidate) -> None:
        height = BAR * self.scale
        unit = columns.width / max(0.01, *(_compute_gross_length(each) for each in self._order))
        x, net = columns.bars, columns.bars + max(0.0, min(bar.weight, _compute_gross_length(bar))) * unit
        end = columns.bars + _compute_gross_length(bar) * unit
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(columns.bars, top, max(2.0, end - columns.bars), height), 2, 2)
        painter.save()
        painter.setClipPath(outline)
        terms = (bar.base, bar.affinity, max(0.0, bar.jitter), bar.bonus)
        if not any(terms):
            # A chance without terms is a bar of that length.
            terms = (_compute_gross_length(bar), 0.0, 0.0, 0.0)
        for part, value in enumerate(terms):
            width = max(0.0, value) * unit
            painter.fillRect(QRectF(x, top, width, height), self._shade(part))
            x += width
        if end - net > 0.5:
            off = QRectF(net, top, end - net, height)
            painter.fillRect(off, mixed(self._shade(OFF), self.theme.colour("surface"), 0.25))
            painter.fillRect(off, QBrush(self._shade(OFF), Qt.BrushStyle.BDiagPattern))
        painter.restore()
        if end - net > 0.5:
            painter.fillRect(QRectF(net - 1, top - 3, 2, height + 6), self.theme.colour("text"))

    def _paint_strip(self, painter: QPainter, columns: Columns, top: float) -> None:
        """All chances side by side, in the order in which the draw walks over them, with a needle at the draw."""
        assert self._why is not None
        theme, scale = self.theme, self.scale
        left, width = columns.bars, self.width() - columns.bars - 4
        y, height = top + 20 * scale, 15 * scale
        self._write(painter, QRectF(0, y, left - 8, height), self._draw_word(), "secondary")
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(left, y, width, height), 3, 3)
        painter.save()
        painter.setClipPath(outline)
        painter.setFont(self.face(small=True, strong=True))
        metrics = QFontMetricsF(painter.font())
        x, needle = left, left + min(1.0, self._why.draw) * width
        for bar in self._order:
            rect = QRectF(x, y, bar.probability * width, height)
            won = bar.member == self._why.member
            painter.fillRect(
                rect, mixed(self._look_up_member_colour(bar.member), theme.colour("surface"), 1.0 if won else 0.35)
            )
            painter.fillRect(QRectF(x, y, 1.0, height), theme.colour("surface"))
            self._name_part(painter, metrics, rect, bar.member, needle, won=won)
            x += rect.width()
        painter.restore()
        painter.fillRect(QRectF(needle - 1, y - 5 * scale, 2, height + 8 * scale), theme.colour("text"))
        painter.setBrush(theme.colour("text"))
        painter.setPen(Qt.PenStyle.NoPen)
        size, tip = 4.5 * scale, y - 3 * scale
        corners = ((needle - size, tip - size), (needle + size, tip - size), (needle, tip + 1))
        painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))

    def _draw_word(self) -> str:
        """Return what stands before the strip."""
        return self.tr("The draw")

    def _name_part(
        self, painter: QPainter, metrics: QFontMetricsF, rect: QRectF, member: str, needle: float, *, won: bool
    ) -> None:
        """Write the member's name, or letter, in a part of the strip, beside the needle where that stands in it."""
        room = QRectF(rect)
        if rect.left() < needle < rect.right():
            if rect.right() - needle >= needle - rect.left():
                room.setLeft(needle)
            else:
                room.setRight(needle)
        found = self._members.get(member)
        name = self._name(member)
        if metrics.horizontalAdvance(name) + 8 > room.width():
            name = found.initial if found else "?"
        if metrics.horizontalAdvance(name) + 4 <= room.width():
            painter.setPen(self.theme.on_member() if won else self.theme.colour("text"))
            painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter), name)

    def _paint_legend(self, painter: QPainter, top: float) -> None:
        painter.setFont(self.face(small=True))
        metrics = QFontMetricsF(painter.font())
        size = 9 * self.scale
        middle = top + LEGEND * self.scale / 2 + 2
        parts = self._list_parts_with_words()
        for line in self._legend_lines():
            for at, text, x in line:
                box = QRectF(x, middle - size / 2, size, size)
                part = parts[at][0]
                faint = mixed(self._shade(part), self.theme.colour("surface"), 0.25)
                painter.fillRect(box, faint if part == OFF else self._shade(part))
                if part == OFF:
                    painter.fillRect(box, QBrush(self._shade(OFF), Qt.BrushStyle.BDiagPattern))
                painter.setPen(self.theme.colour("secondary"))
                painter.drawText(QPointF(x + size + 5, middle + metrics.capHeight() / 2), text)
            middle += LEGEND_LINE * self.scale

    def _legend_lines(self) -> list[list[tuple[int, str, float]]]:
        """Return the legend's (place, word, left edge), wrapped to the width."""
        return self.wrapped(self._legend(), 9 * self.scale + 5)

    def _list_parts_with_words(self) -> list[tuple[int, str]]:
        """Return the terms that somebody has here, with their words."""
        bars = self._order
        there = (
            (BASE, self.tr("base"), True),
            (AFFINITY, self.tr("affinity"), any(bar.affinity for bar in bars)),
            (JITTER, self.tr("jitter"), any(bar.jitter > 0 for bar in bars)),
            (BONUS, self.tr("bonus"), any(bar.bonus for bar in bars)),
            (OFF, self.tr("taken off"), any(_compute_gross_length(bar) - bar.weight > 1e-6 for bar in bars)),
        )
        return [(part, word) for part, word, shown in there if shown]

    def _legend(self) -> tuple[str, ...]:
        return tuple(word for _part, word in self._list_parts_with_words())

    def _look_up_member_colour(self, member: str) -> QColor:
        found = self._members.get(member)
        return self.theme.member(found.colour if found else "slate")


def _compute_gross_length(bar: Candidate) -> float:
    """Return a bar's length before anything is taken off; a candidate with a chance but without terms has that
    chance.
    """
    found = bar.base + max(0.0, bar.affinity) + max(0.0, bar.jitter) + max(0.0, bar.bonus)
    return found if found > 0 else max(bar.weight, bar.probability)
