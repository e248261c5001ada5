"""A day as a ring of 24 hours: of each slot the probability, the draw, and what became of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from parley.desktop.schedule.figures import DayFigure, SlotFigure, SlotStatus
from parley.desktop.schedule.words import hour_told, number, slot_told, status_told
from parley.desktop.widgets.bars import mixed
from parley.desktop.widgets.painted import MIDDLE, NO_PEN, Tips, ink, stroke, write
from parley.desktop.widgets.spoken import Spoken, tell_current
from parley.desktop.widgets.themed import Themed

HOURS = 24
GAP = 0.8
"""Degrees left free at both sides of a slot."""
INNER = 0.52
"""The ring's inner radius, of the outer one."""
MARK = 0.075
"""The radius of a mark, of the ring's."""


LEAST_MIDDLE = 26
"""Pixels of the inner radius below which nothing can be read in the middle."""


@dataclass(frozen=True, slots=True)
class Sector:
    """Where a slot stands: its angles in degrees, clockwise from midnight at the top."""

    begin: float
    end: float

    @property
    def middle(self) -> float:
        return (self.begin + self.end) / 2


def sectors(slots: tuple[SlotFigure, ...]) -> tuple[Sector, ...]:
    """A place for every slot: those of one hour share it."""
    by_hour: dict[int, list[int]] = {}
    for at, slot in enumerate(slots):
        by_hour.setdefault(slot.hour, []).append(at)
    found = [Sector(0.0, 0.0)] * len(slots)
    for hour, mine in by_hour.items():
        wide = 360 / HOURS / len(mine)
        for number_, at in enumerate(mine):
            begin = hour * 360 / HOURS + number_ * wide
            found[at] = Sector(begin + GAP, begin + wide - GAP)
    return tuple(found)


class DayRing(Spoken, Tips, Themed, QWidget):
    """The ring, in which a slot is chosen with the mouse or with Up and Down; Enter opens its run.

    Of each slot the sector is filled as far out as it is probable; the bar across it is the draw, which lies within the
    filled part where the slot fires. The mark outside says what became of it.
    Signals: `chosen(int)`, the place of a slot that is looked at; `opened(str)`, a run.
    """

    chosen = Signal(int)
    opened = Signal(str)
    spoken_role = QAccessible.Role.List

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._day: DayFigure | None = None
        self._sectors: tuple[Sector, ...] = ()
        self.current = self._hovered = -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("The day as a ring of 24 hours"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(70, 70)

    def sizeHint(self) -> QSize:
        return QSize(280, 280)

    def show_day(self, day: DayFigure | None) -> None:
        """Show a day; the chosen slot stays where there is still one of its name."""
        slots = day.slots if day else ()
        before = self.slot(self.current)
        self._day, self._sectors, self._hovered = day, sectors(slots), -1
        names = [slot.name for slot in slots]
        self.current = names.index(before.name) if before and before.name in names else -1
        self._describe()
        self.update()

    def slot(self, at: int) -> SlotFigure | None:
        """The slot at a place of the day; None for none."""
        slots = self._day.slots if self._day else ()
        return slots[at] if 0 <= at < len(slots) else None

    @property
    def looked_at(self) -> SlotFigure | None:
        """The slot under the pointer, else the chosen one."""
        return self.slot(self._hovered if self._hovered >= 0 else self.current)

    def choose(self, at: int) -> None:
        """Choose a slot."""
        if self.slot(at) is not None and at != self.current:
            self.current = at
            self._describe()
            self.update()
            self.chosen.emit(at)

    def slot_at(self, at: QPointF) -> int:
        """Which slot is drawn at a place in pixels, −1: none."""
        centre, radius = self._circle()
        away = at - centre
        far = math.hypot(away.x(), away.y())
        if not radius * INNER <= far <= radius * (1 + 2.6 * MARK):
            return -1
        angle = math.degrees(math.atan2(away.x(), -away.y())) % 360
        return next((i for i, one in enumerate(self._sectors) if one.begin - GAP <= angle < one.end + GAP), -1)

    def point_of(self, at: int) -> QPointF:
        """The middle of a slot in pixels."""
        _centre, radius = self._circle()
        return self._point(self._sectors[at].middle, radius * (1 + INNER) / 2)

    def spoken_count(self) -> int:
        return len(self._sectors)

    def spoken_row(self, row: int) -> str:
        found = self.slot(row)
        return slot_told(found).replace("\n", ". ") if found else ""

    def spoken_current(self) -> int:
        return self.current

    def spoken_place(self, row: int) -> QRect:
        _centre, radius = self._circle()
        return self._band(self._sectors[row], radius * INNER, radius).boundingRect().toAlignedRect()

    def tip_at(self, at: QPointF) -> str:
        found = self.slot(self.slot_at(at))
        return slot_told(found) if found else ""

    # Hands ----------------------------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.slot_at(event.position()))

    def leaveEvent(self, event: object) -> None:
        self._hover(-1)

    def _hover(self, at: int) -> None:
        if at != self._hovered:
            self._hovered = at
            found = self.slot(at)
            self.setCursor(Qt.CursorShape.PointingHandCursor if found and found.run else Qt.CursorShape.ArrowCursor)
            self.chosen.emit(at if at >= 0 else self.current)
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self.slot_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and at >= 0:
            self._hover(at)
            self.choose(at)
            self._open()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down go from slot to slot, Enter opens the run."""
        count = len(self._sectors)
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is not None and count:
            self._hovered = -1
            self.choose((self.current + step) % count if self.current >= 0 else 0 if step > 0 else count - 1)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current >= 0:
            self._open()
        else:
            super().keyPressEvent(event)

    def _open(self) -> None:
        if (found := self.slot(self.current)) is not None and found.run:
            self.opened.emit(found.run)

    def _describe(self) -> None:
        told = self.spoken_row(self.current)
        if told != self.accessibleDescription():
            self.setAccessibleDescription(told)
            tell_current(self)

    # Drawing --------------------------------------------------------------------------------------------------------

    def _circle(self) -> tuple[QPointF, float]:
        """Middle and radius of the ring: marks and hours stand outside."""
        room = min(self.width(), self.height()) / 2
        return QPointF(self.width() / 2, self.height() / 2), max(10.0, (room - 15 * self.scale) / (1 + 2.3 * MARK))

    def _point(self, angle: float, far: float) -> QPointF:
        centre, _radius = self._circle()
        turned = math.radians(angle)
        return QPointF(centre.x() + far * math.sin(turned), centre.y() - far * math.cos(turned))

    def _band(self, one: Sector, low: float, high: float) -> QPainterPath:
        """The part of a sector between two radii."""
        centre, _radius = self._circle()
        outer = QRectF(centre.x() - high, centre.y() - high, 2 * high, 2 * high)
        inner = QRectF(centre.x() - low, centre.y() - low, 2 * low, 2 * low)
        path = QPainterPath()
        begin, span = 90 - one.begin, one.end - one.begin
        path.arcMoveTo(outer, begin)
        path.arcTo(outer, begin, -span)
        path.arcTo(inner, begin - span, span)
        path.closeSubpath()
        return path

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for at, one in enumerate(self._sectors):
                found = self.slot(at)
                assert found is not None
                self._paint_slot(painter, at, one, found)
            self._paint_hours(painter)
            self._paint_now(painter)
            if self.hasFocus() and self.current < 0:
                # The keyboard is here, and at no slot yet.
                centre, radius = self._circle()
                ink(painter, stroke(self.theme.colour("accent"), 2.0))
                painter.drawEllipse(centre, radius * (INNER - 0.04), radius * (INNER - 0.04))
            self._paint_middle(painter)

    def _colour(self, status: SlotStatus) -> QColor:
        theme = self.theme
        role = {"fired": "good", "fires": "accent", "missed": "bad", "skipped": "faint", "rests": "faint"}[status]
        return theme.colour(role)

    def _paint_slot(self, painter: QPainter, at: int, one: Sector, slot: SlotFigure) -> None:
        theme, (_centre, radius) = self.theme, self._circle()
        low, colour = radius * INNER, self._colour(slot.status)
        deep = radius - low
        ink(painter, NO_PEN, theme.colour("raised"))
        painter.drawPath(self._band(one, low, radius))
        strong = {"fired": 0.62, "fires": 0.42, "missed": 0.42}.get(slot.status, 0.22)
        ink(painter, NO_PEN, mixed(colour, theme.colour("surface"), strong))
        painter.drawPath(self._band(one, low, low + deep * slot.probability))
        ink(painter, NO_PEN, theme.colour("text"))
        drawn = low + deep * slot.draw
        painter.drawPath(self._band(one, max(low, drawn - 1.1), min(radius, drawn + 1.1)))
        if at in (self.current, self._hovered):
            focused = at == self.current and self.hasFocus()
            ink(painter, stroke(theme.colour("accent" if focused else "text"), 2.4 if focused else 1.4))
            painter.drawPath(self._band(one, low - 1, radius + 1))
        self._paint_mark(painter, self._point(one.middle, radius * (1 + 1.5 * MARK)), radius * MARK, slot.status)

    def _paint_mark(self, painter: QPainter, at: QPointF, size: float, status: SlotStatus) -> None:
        """A filled dot: fired; an empty one: will fire; a dash: not; a cross: missed."""
        colour, pen = self._colour(status), stroke(self._colour(status), max(1.4, size / 3.2))
        part = size * 0.62
        if status in ("fired", "fires"):
            ink(painter, pen, colour if status == "fired" else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(at, part, part)
        elif status == "missed":
            ink(painter, pen)
            painter.drawLine(at + QPointF(-part, -part), at + QPointF(part, part))
            painter.drawLine(at + QPointF(-part, part), at + QPointF(part, -part))
        else:
            ink(painter, pen)
            painter.drawLine(at + QPointF(-part * 0.7, 0), at + QPointF(part * 0.7, 0))

    def _paint_hours(self, painter: QPainter) -> None:
        _centre, radius = self._circle()
        letters = self.letters(10.5)
        room = QFontMetricsF(letters)
        arc = radius * (1 + 2.3 * MARK) * math.radians(360 / HOURS)
        every = next(step for step in (1, 3, 6) if arc * step > room.horizontalAdvance("00") + 6 or step == 6)
        for hour in range(0, HOURS, every):
            # Between the marks, where the hour begins.
            at = self._point(hour * 360 / HOURS, radius * (1 + 2.3 * MARK) + room.height() * 0.42)
            box = QRectF(at.x() - 14, at.y() - room.height() / 2, 28, room.height())
            write(painter, box, f"{hour}", letters, self.theme.colour("secondary"), MIDDLE)

    def _paint_now(self, painter: QPainter) -> None:
        if self._day is None or self._day.now < 0:
            return
        _centre, radius = self._circle()
        angle = self._day.now * 360 / HOURS
        ink(painter, stroke(self.theme.colour("accent"), 2))
        painter.drawLine(self._point(angle, radius * (INNER - 0.09)), self._point(angle, radius * 1.02))
        ink(painter, NO_PEN, self.theme.colour("accent"))
        painter.drawEllipse(self._point(angle, radius * (INNER - 0.09)), 3, 3)

    def _paint_middle(self, painter: QPainter) -> None:
        """The slot that is looked at, else how many fired and will."""
        centre, radius = self._circle()
        if radius * INNER < LEAST_MIDDLE * self.scale:
            return
        wide = radius * INNER * 1.5
        found, theme = self.looked_at, self.theme
        if found is not None:
            lines = [hour_told(found.hour), found.name, status_told(found.status)]
            lines.append(f"{number(found.draw, 3)} / {number(found.probability)}")
        elif self._day is not None and self._day.slots:
            done = sum(slot.status == "fired" for slot in self._day.slots)
            ahead = sum(slot.status == "fires" for slot in self._day.slots)
            lines = [f"{done + ahead}", self.tr("of {0} slots").format(len(self._day.slots))]
            lines += [self.tr("{0} fired").format(done), self.tr("{0} will fire").format(ahead)]
        else:
            return
        small = max(9.0, min(12.0, radius * 0.11))
        sizes = (max(13.0, min(24.0, radius * 0.17)), small, *(min(11.0, small),) * 2)
        fonts = [
            self.letters(size, QFont.Weight.DemiBold if at < 2 else QFont.Weight.Normal)
            for at, size in enumerate(sizes)
        ]  # fmt: skip
        heights = [QFontMetricsF(each).height() for each in fonts]
        fitting = len(lines) if sum(heights) < radius * INNER * 1.75 else 2
        top = centre.y() - sum(heights[:fitting]) / 2
        for at, line in enumerate(lines[:fitting]):
            box = QRectF(centre.x() - wide / 2, top, wide, heights[at])
            told = QFontMetricsF(fonts[at]).elidedText(line, Qt.TextElideMode.ElideRight, wide)
            write(painter, box, told, fonts[at], theme.colour("text" if at < 2 else "secondary"), MIDDLE)
            top += heights[at]
