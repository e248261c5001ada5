"""The members beside the lanes."""

from __future__ import annotations

import math
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from parley.desktop.run.figures import MemberFigure
from parley.desktop.speaker_flow.view.places import LaneLook
from parley.desktop.widgets.avatar import paint_avatar
from parley.desktop.widgets.counts import format_turns, format_words
from parley.desktop.widgets.painted import NO_PEN, MemberMarks, ink, write

WIDEST, FACE = 132, 8.0
"""Pixels of the names at most, and of a mark's radius."""


class LaneNames(MemberMarks):
    """A mark and a name a lane; where several members share one, their marks. Up and Down go through the members."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Lanes"), parent)
        self._look = LaneLook()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Ignored)  # The score's height decides
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_lanes(self, look: LaneLook) -> None:
        """Show the names beside lanes of that look."""
        if look == self._look:
            return
        before, named = _build_look_key(self._look), (self._look.each, [member.name for member in self._members])
        self._look, self._members = look, look.members
        if named != (look.each, [member.name for member in look.members]):  # Or every turn would lay the dock out again
            self.updateGeometry()
        chosen = look.members[look.selected] if look.selected >= 0 else None
        self._selected = chosen.id if chosen else ""
        self.setAccessibleDescription(chosen.name if chosen else self.tr("nobody is chosen"))
        if _build_look_key(look) != before:  # `look` also has counts, which are not painted
            self.update()

    def sizeHint(self) -> QSize:
        """Return a width for the longest name, but at most a third of the dock."""
        metrics = QFontMetricsF(self._make_name_font(strong=True))
        names = [member.name for member in self._members] + ([self.tr("Director")] if self._look.director else [])
        if self._look.each > 1:
            widest = (self._look.each - 1) * (2 * self._get_radius() + 2)
        else:
            widest = max((metrics.horizontalAdvance(name) for name in names), default=40.0)
        above = self.parentWidget()
        most = min(WIDEST * self.scale, above.width() * 0.3) if above else WIDEST * self.scale
        return QSize(round(min(widest + 2 * self._get_radius() + 16, most)), 60)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.sizeHint().width(), 0)

    def _get_radius(self) -> float:
        return min(FACE * self.scale, self._look.lane / 2 - 1)

    def _get_step(self) -> float:
        """Return the pixels between marks in a lane that several members share; many marks overlap."""
        room = self.width() - 2 * self._get_radius() - 6
        return max(1.0, min(2 * self._get_radius() + 2, room / max(1, self._look.each - 1)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            look, radius = self._look, self._get_radius()
            for lane, member in enumerate(self._members):
                y = look.get_middle(lane)
                x = radius + 1 + (lane % look.each) * self._get_step() if look.each > 1 else radius + 1
                painter.setFont(self._make_name_font(strong=True))
                chosen = lane == look.selected
                if chosen:
                    ink(painter, NO_PEN, self.theme.colour("accent_soft"))
                    painter.drawRect(QRectF(0, y - look.lane / 2 + 1, self.width(), look.lane - 2))
                paint_avatar(painter, QPointF(x, y), radius, replace(member, speaking=False), self.theme)
                if look.each == 1:
                    strong = chosen or lane == look.speaking
                    role = "accent" if chosen else "secondary" if member.muted else "text"
                    self._paint_name(painter, y, member.name, role, strong=strong)
            if look.director:
                self._paint_name(painter, look.get_middle(-1), self.tr("Director"), "secondary", strong=False)
            if self.hasFocus():
                painter.setPen(self.theme.colour("accent"))
                painter.drawLine(0, 0, 0, self.height())

    def _paint_name(self, painter: QPainter, y: float, name: str, role: str, *, strong: bool) -> None:
        font, left = self._make_name_font(strong=strong), 2 * self._get_radius() + 8
        room = QRectF(left, y - self._look.lane / 2, self.width() - left - 4, self._look.lane)
        text = QFontMetricsF(font).elidedText(name, Qt.TextElideMode.ElideMiddle, room.width())
        write(painter, room, text, font, self.theme.colour(role))

    def place_of(self, row: int) -> QRectF:
        look = self._look
        top = look.get_middle(row) - look.lane / 2
        if look.each == 1:
            return QRectF(0, top, self.width(), look.lane)
        return QRectF((row % look.each) * self._get_step(), top, 2 * self._get_radius() + 2, look.lane)

    def find_member_at(self, at: QPointF) -> MemberFigure | None:
        """Return whose lane it is; where several share it, whose mark."""
        look = self._look
        row = math.floor((at.y() - look.top) / look.lane)
        if row < 0:
            return None
        lane = row * look.each
        if look.each > 1:
            lane += max(0, min(look.each - 1, round((at.x() - self._get_radius() - 1) / self._get_step())))
        return self._members[lane] if lane < len(self._members) else None

    def describe_member(self, member: MemberFigure) -> str:
        """Return the whole name and what they said."""
        name = f"{member.name}, {member.role}" if member.role else member.name
        counts = f"{format_turns(member.turns)}, {format_words(member.words)}"
        return f"{name}: {counts}" + (self.tr(", muted") if member.muted else "")

    def _make_name_font(self, *, strong: bool) -> QFont:
        pixels = min(12.0, 0.86 * self._look.lane / self.scale)
        return self.letters(pixels, QFont.Weight.DemiBold if strong else QFont.Weight.Medium)


def _build_look_key(look: LaneLook) -> tuple[object, ...]:
    """Return what can be seen of the lanes' names: not how much each has said, which changes with every turn."""
    return replace(look, members=()), [(each.name, each.initial, each.colour, each.muted) for each in look.members]
