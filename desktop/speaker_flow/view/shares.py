"""Talk share: how much of all words each member said."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.run.figures import MemberFigure
from desktop.widgets.bars import mixed
from desktop.widgets.counts import turns_told, words_told
from desktop.widgets.painted import MIDDLE, NO_PEN, RIGHT, MemberMarks, ink, write

ROW, BAR = 22.0, 12.0
MARGIN = 4.0
"""Between the numbers and a scroll bar."""


class TalkShares(MemberMarks):
    """A bar a member by words, with an even share marked, and the counts behind it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Talk share"), parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_members(self, members: tuple[MemberFigure, ...]) -> None:
        """Show the shares of these members."""
        if members == self._members:
            return
        self._members = members
        told = ". ".join(self.told(member) for member in sorted(members, key=lambda each: -each.share)[:12])
        self.setAccessibleDescription(told or self.tr("Nobody is here yet."))
        self.updateGeometry()
        self.update()

    def minimumSizeHint(self) -> QSize:
        """A row for everybody; the scroll area around does the rest."""
        return QSize(180, round(len(self._members) * ROW * self.scale + 20 * self.scale))

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the exposed rows."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not any(member.words for member in self._members):
            text = self.tr("How the words are shared out stands here from the first turn on.")
            flags = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap
            room = QRectF(self.rect().adjusted(0, 2, 0, 0))
            write(painter, room, text, self._font(), self.theme.colour("secondary"), flags)
            return
        names, numbers = self._columns()
        for row, member in enumerate(self._members):
            rect = QRectF(0, row * ROW * self.scale, self.width(), ROW * self.scale)
            if rect.intersects(QRectF(event.rect())):
                self._paint_row(painter, rect, member, names, numbers)
        self._paint_even(painter, names, numbers)

    def _columns(self) -> tuple[float, float]:
        """The width of the names and of the numbers."""
        metrics = QFontMetricsF(self._font(strong=True))
        names = max(metrics.horizontalAdvance(member.name) for member in self._members) + 12
        numbers = max(metrics.horizontalAdvance(self._numbers(member)) for member in self._members) + 10 + MARGIN
        if self.width() - names - numbers < 80 * self.scale:
            numbers = metrics.horizontalAdvance("100%") + 10
        return min(names, 110 * self.scale), numbers

    def _paint_row(self, painter: QPainter, rect: QRectF, member: MemberFigure, names: float, numbers: float) -> None:
        theme, marked = self.theme, member.id == self._selected
        colour, font = theme.member(member.colour), self._font(strong=marked)
        metrics = QFontMetricsF(font)
        name = metrics.elidedText(member.name, Qt.TextElideMode.ElideMiddle, names - 8)
        room = QRectF(rect.left(), rect.top(), names - 8, rect.height())
        write(painter, room, name, font, theme.colour("accent" if marked else "text"))
        wide, tall = rect.width() - names - numbers, BAR * self.scale
        bar = QRectF(names, rect.center().y() - tall / 2, wide, tall)
        ink(painter, NO_PEN, mixed(colour, theme.colour("surface"), 0.14))
        painter.drawRoundedRect(bar, 3, 3)
        painter.setBrush(colour)
        bar.setWidth(wide * member.share / self._top())
        if bar.width() >= 1:
            painter.drawRoundedRect(bar, min(3, bar.width() / 2), 3)
        full = self._numbers(member)
        short = full if metrics.horizontalAdvance(full) <= numbers else self._percent(member)
        role = "accent" if marked else "secondary"
        write(painter, rect.adjusted(0, 0, -MARGIN, 0), short, font, theme.colour(role), RIGHT)

    def _paint_even(self, painter: QPainter, names: float, numbers: float) -> None:
        """Where everybody's bar would end if all spoke alike."""
        n = len(self._members)
        x = names + (self.width() - names - numbers) / n / self._top()
        bottom = n * ROW * self.scale
        colour, font = self.theme.colour("secondary"), self._font(small=True)
        painter.setPen(QPen(colour, 1.0, Qt.PenStyle.DashLine))
        painter.drawLine(round(x), 2, round(x), round(bottom))
        text = self.tr("even share {share}").format(share=f"{round(100 / n)}%")
        wide = QFontMetricsF(font).horizontalAdvance(text)
        at = max(0.0, min(x - wide / 2, self.width() - wide))
        write(painter, QRectF(at, bottom, wide + 2, 16 * self.scale), text, font, colour, MIDDLE)

    def _top(self) -> float:
        """The share at the right end: the largest, with a little air."""
        return max(1.25 / len(self._members), max(member.share for member in self._members) * 1.05, 0.01)

    def _percent(self, member: MemberFigure) -> str:
        return f"{round(member.share * 100)}%"

    def _numbers(self, member: MemberFigure) -> str:
        return " · ".join((words_told(member.words), turns_told(member.turns), self._percent(member)))

    def told(self, member: MemberFigure) -> str:
        """A member's counts."""
        return f"{member.name}: {self._numbers(member)}"

    def member_at(self, at: QPointF) -> MemberFigure | None:
        """Whose row it is."""
        row = int(at.y() // (ROW * self.scale))
        return self._members[row] if 0 <= row < len(self._members) else None

    def _font(self, *, strong: bool = False, small: bool = False) -> QFont:
        return self.letters(10 if small else 12, QFont.Weight.DemiBold if strong else QFont.Weight.Medium)
