"""Members beside the lanes and below them: their names, and how much of all words each said."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.run.figures import MemberFigure
from desktop.speaker_flow.view.lanes import LaneLook
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


WIDEST = 116
GAP = 12
ALONE = 13.0
"""The height of a lane below which its name has no room of its own: names then stand by turns in two columns."""


class LaneNames(MemberMarks):
    """A name a lane, elided where it is long. Up and Down go through them.

    Signals: `wheeled(pixels)` when the lanes shall scroll.
    """

    wheeled = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Lanes"), parent)
        self._look = LaneLook()
        self._offset = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Ignored)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_members(self, members: tuple[MemberFigure, ...], look: LaneLook, offset: float) -> None:
        """Show the names beside lanes of that look, scrolled by `offset` pixels."""
        if (members, look, offset) == (self._members, self._look, self._offset):
            return
        named = self._columns, [member.name for member in self._members]
        self._members, self._look, self._offset = members, look, offset
        if named != (self._columns, [member.name for member in members]):
            self.updateGeometry()
        chosen = members[look.selected] if 0 <= look.selected < len(members) else None
        self._selected = chosen.id if chosen else ""
        self.setAccessibleDescription(chosen.name if chosen else self.tr("nobody is chosen"))
        self.update()

    @property
    def _columns(self) -> int:
        return 1 if self._look.lane >= ALONE * self.scale else 2

    def sizeHint(self) -> QSize:
        """As wide as the longest name, but not wider than a third of a dock; names in two columns have two fifths."""
        metrics = QFontMetricsF(self._font(strong=True))
        names = [member.name for member in self._members] + ([self.tr("Director")] if self._look.director else [])
        widest = max((metrics.horizontalAdvance(name) for name in names), default=40.0)
        columns, above = self._columns, self.parentWidget()
        part, letters = (0.32, WIDEST) if columns == 1 else (0.42, 1.5 * WIDEST)
        most = min(letters * self.scale, above.width() * part) if above else letters * self.scale
        return QSize(round(min(columns * (widest + GAP), max(columns * 48.0, most))), 60)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.sizeHint().width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setClipRegion(event.region())
        first = max(0, math.floor(self._offset / self._look.lane) - 1)
        last = math.ceil((self._offset + self.height()) / self._look.lane) + 1
        for lane, member in enumerate(self._members[first:last], first):
            chosen = lane == self._look.selected
            strong = chosen or lane == self._look.speaking
            role = "accent" if chosen else "faint" if member.muted else "text"
            self._paint_name(painter, lane, member.name, role, strong=strong)
        if self._look.director:
            self._paint_name(painter, -1, self.tr("Director"), "secondary", strong=False)
        if self.hasFocus():
            painter.setPen(self.theme.colour("accent"))
            painter.drawLine(0, 0, 0, self.height())

    def _paint_name(self, painter: QPainter, lane: int, name: str, role: str, *, strong: bool) -> None:
        font, columns = self._font(strong=strong), self._columns
        tall, wide = self._look.lane * columns, self.width() / columns
        top = self._look.middle(lane) - self._offset - tall / 2
        if columns == 2 and lane in (0, len(self._members) - 1):
            # The first and the last would be cut at the edge of the lanes.
            top += self._look.lane * (0.3 if lane == 0 else -0.3)
        room = QRectF(lane % columns * wide, top, wide - GAP / 2, tall)
        text = QFontMetricsF(font).elidedText(name, Qt.TextElideMode.ElideMiddle, room.width())
        write(painter, room, text, font, self.theme.colour(role))

    def member_at(self, at: QPointF) -> MemberFigure | None:
        """Whose lane it is."""
        lane = math.floor((at.y() + self._offset) / self._look.lane)
        if self._columns == 2:
            # A name is as high as two lanes, and stands in the middle of its own.
            column = int(at.x() >= self.width() / 2)
            lane = column + 2 * round((at.y() + self._offset - self._look.middle(column)) / (2 * self._look.lane))
        return self._members[lane] if 0 <= lane < len(self._members) else None

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Ask for the lanes to be scrolled."""
        self.wheeled.emit(-event.pixelDelta().y() or -round(event.angleDelta().y() / 120 * self._look.lane * 2))
        event.accept()

    def told(self, member: MemberFigure) -> str:
        """The whole name and what they said."""
        name = f"{member.name}, {member.role}" if member.role else member.name
        counts = f"{turns_told(member.turns)}, {words_told(member.words)}"
        return f"{name}: {counts}" + (self.tr(", muted") if member.muted else "")

    def _font(self, *, strong: bool) -> QFont:
        # Two columns of lanes so low that even there letters must be smaller.
        pixels = min(12.0, 0.86 * self._columns * self._look.lane / self.scale)
        return self.letters(pixels, QFont.Weight.DemiBold if strong else QFont.Weight.Medium)
