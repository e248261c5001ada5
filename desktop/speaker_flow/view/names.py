"""The column of names left of the lanes."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.run.figures import MemberFigure
from desktop.speaker_flow.view.lanes import LaneLook
from desktop.widgets.counts import turns_told, words_told
from desktop.widgets.painted import MemberMarks, write

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
