"""The floor plan in small: a seat is chosen with a click."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.cast_editor.draft import PlanChoice, SeatChoice, seat_of
from desktop.run.figures import MemberFigure
from desktop.widgets.avatar import paint_avatar
from desktop.widgets.painted import Tips
from desktop.widgets.theme import font
from desktop.widgets.themed import Themed

MARGIN = 4
LEAST, MOST = 120, 300
"""How high the picture may be, in pixels."""
REACH = 12
"""Pixels from a seat's middle within which a click means it."""
NOBODY = MemberFigure("", "", "", "")


class PlanPicture(Tips, Themed, QWidget):
    """Rooms and seats; the free ones are rings, the taken ones avatars, the member's own has a halo, which is dotted
    where the seat is theirs only because it is free.

    Signal: `chosen(seat)`. It is for the mouse: a list beside it does the same for the keyboard.
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._plan: PlanChoice | None = None
        self._taken: Mapping[str, MemberFigure] = {}
        self._desk = ""
        self._given = ""
        self._member = NOBODY
        self.setAccessibleName(self.tr("Floor plan"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)

    def sizeHint(self) -> QSize:
        """In the proportions of the plan that ships."""
        return QSize(460, 250)

    def show_plan(
        self, plan: PlanChoice | None, taken: Mapping[str, MemberFigure], desk: str, given: str, member: MemberFigure
    ) -> None:
        """Show a plan, who sits where, which desk `member` asks for and which seat is given to them."""
        self._plan, self._taken, self._desk, self._given, self._member = plan, taken, desk, given, member
        self._fit()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As high as the plan is in this width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        ratio = self._plan.height / self._plan.width if self._plan and self._plan.width else 0.5
        self.setFixedHeight(max(LEAST, min(MOST, round((self.width() - 2 * MARGIN) * ratio) + 2 * MARGIN)))

    def place_of(self, seat: str) -> QPointF:
        """Where a seat is painted; raises `KeyError` for one that is not there."""
        _room, found = seat_of(self._plan, seat)
        if found is None:
            raise KeyError(seat)
        return self._at(found.x, found.y)

    def _place(self) -> tuple[float, float, float]:
        assert self._plan is not None
        wide, high = self.width() - 2 * MARGIN, self.height() - 2 * MARGIN
        scale = min(wide / self._plan.width, high / self._plan.height)
        left = (self.width() - scale * self._plan.width) / 2
        top = (self.height() - scale * self._plan.height) / 2
        return scale, left, top

    def _at(self, x: float, y: float) -> QPointF:
        scale, left, top = self._place()
        return QPointF(left + x * scale, top + y * scale)

    def _seat_at(self, point: QPointF) -> SeatChoice | None:
        seats = [seat for room in self._plan.rooms for seat in room.seats] if self._plan else []
        near = min(seats, key=lambda seat: (self._at(seat.x, seat.y) - point).manhattanLength(), default=None)
        if near is None or (self._at(near.x, near.y) - point).manhattanLength() > REACH:
            return None
        return near

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on a seat chooses it."""
        seat = self._seat_at(event.position())
        if seat is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(seat.value)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show where a click does something."""
        found = self._seat_at(event.position()) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if found else Qt.CursorShape.ArrowCursor)

    def tip_at(self, at: QPointF) -> str:
        """A seat's room, and who has it."""
        seat = self._seat_at(at)
        if seat is None:
            return ""
        room, _seat = seat_of(self._plan, seat.value)
        who = self._taken.get(seat.value)
        return f"{room.title if room else ''} · {seat.title}" + (f" · {who.name}" if who else "")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint rooms, names and seats."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._plan is None or not self._plan.rooms:
            painter.setPen(self.theme.colour("secondary"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.tr("The cast has no floor plan yet."))
            painter.end()
            return
        scale, _left, _top = self._place()
        mine = self._desk.partition("/")[0]
        painter.setFont(font(9))
        for room in self._plan.rooms:
            box = QRectF(self._at(room.x, room.y), self._at(room.x + room.width, room.y + room.height))
            painter.setPen(QPen(self.theme.colour("wall"), 1))
            painter.setBrush(self.theme.colour("room_lit" if room.id == mine else "room"))
            painter.drawRect(box)
            painter.setPen(self.theme.colour("text" if room.id == mine else "secondary"))
            name = painter.fontMetrics().elidedText(room.title, Qt.TextElideMode.ElideRight, int(box.width()) - 6)
            painter.drawText(box.adjusted(4, 2, -2, 0), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, name)
        radius = max(3.5, min(8.0, 1.9 * scale))
        for room in self._plan.rooms:
            for seat in room.seats:
                self._paint_seat(painter, seat, radius)
        painter.end()

    def _paint_seat(self, painter: QPainter, seat: SeatChoice, radius: float) -> None:
        centre = self._at(seat.x, seat.y)
        if seat.value == (self._given or self._desk):
            named = seat.value == self._desk
            style = Qt.PenStyle.SolidLine if named else Qt.PenStyle.DotLine
            painter.setPen(QPen(self.theme.colour("accent"), 2, style))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(centre, radius + 3, radius + 3)
            paint_avatar(painter, centre, radius, self._member, self.theme)
        elif seat.value in self._taken:
            paint_avatar(painter, centre, radius * 0.9, self._taken[seat.value], self.theme)
        else:
            painter.setPen(QPen(self.theme.colour("faint"), 1))
            painter.setBrush(self.theme.colour("surface"))
            painter.drawEllipse(centre, radius * 0.6, radius * 0.6)
