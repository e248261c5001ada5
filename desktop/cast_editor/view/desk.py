"""A member's desk: chosen in a list or on the floor plan."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QSizePolicy, QWidget

from parley.core.office.places import Place
from parley.core.office.plan import Plan
from parley.desktop.cast_editor.draft import CastDraft, MemberDraft
from parley.desktop.cast_editor.model import RING, Fault, seat_of, seat_title, seated, seats_in
from parley.desktop.cast_editor.view.page import FaultLabel, FormPage
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.avatar import paint_avatar
from parley.desktop.widgets.forms.editors import labelled
from parley.desktop.widgets.language import current
from parley.desktop.widgets.layouts import upright
from parley.desktop.widgets.painted import Tips
from parley.desktop.widgets.spoken import Spoken
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed

VALUE = Qt.ItemDataRole.UserRole
MARGIN = 4
LEAST, MOST = 120, 300
"""How high the picture may be, in pixels."""
REACH = 12
"""Pixels from a seat's middle within which a click means it."""
NOBODY = MemberFigure("", "", "", "")


class PlanPicture(Spoken, Tips, Themed, QWidget):
    """Rooms and seats; the free ones are rings, the taken ones avatars, the member's own has a halo, which is dotted
    where the seat is theirs only because it is free.

    Signal: `chosen(seat)`. It is for the mouse: a list beside it does the same for the keyboard.
    """

    chosen = Signal(str)
    spoken_role = QAccessible.Role.List

    def __init__(self) -> None:
        super().__init__()
        self._plan: Plan | None = None
        self._seats: dict[str, Place] = {}
        self._taken: Mapping[str, MemberFigure] = {}
        self._desk = self._given = ""
        self._member = NOBODY
        self.setAccessibleName(self.tr("Floor plan"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)

    def sizeHint(self) -> QSize:
        return QSize(460, 250)

    def show_plan(
        self, plan: Plan | None, taken: Mapping[str, MemberFigure], desk: str, given: str, member: MemberFigure
    ) -> None:
        """Show a plan, who sits where, which desk `member` asks for and which seat is given to them."""
        self._plan, self._taken, self._desk, self._given, self._member = plan, taken, desk, given, member
        rooms = plan.rooms if plan else ()
        self._seats = {value: seat for room in rooms for value, seat in seats_in(room).items()}
        self._fit()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        ratio = self._plan.height / self._plan.width if self._plan else 0.5
        self.setFixedHeight(max(LEAST, min(MOST, round((self.width() - 2 * MARGIN) * ratio) + 2 * MARGIN)))

    def place_of(self, seat: str) -> QPointF:
        """Where a seat is painted; raises `KeyError` for one that is not there."""
        return self._at(*self._seats[seat].point)

    def _scale(self) -> float:
        assert self._plan is not None
        wide, high = self.width() - 2 * MARGIN, self.height() - 2 * MARGIN
        return min(wide / self._plan.width, high / self._plan.height)

    def _at(self, x: float, y: float) -> QPointF:
        assert self._plan is not None
        off = QPointF(x - self._plan.width / 2, y - self._plan.height / 2) * self._scale()
        return QPointF(self.width() / 2, self.height() / 2) + off

    def _seat_at(self, point: QPointF) -> str:
        """The seat within reach; empty where there is none."""
        away = {(self.place_of(seat) - point).manhattanLength(): seat for seat in reversed(self._seats)}
        nearest = min(away, default=REACH + 1)
        return away[nearest] if nearest <= REACH else ""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        seat = self._seat_at(event.position())
        if seat and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(seat)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        found = self._seat_at(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if found else Qt.CursorShape.ArrowCursor)

    def tip_at(self, at: QPointF) -> str:
        return self._told(self._seat_at(at))

    def spoken_count(self) -> int:
        return len(self._seats)

    def spoken_row(self, row: int) -> str:
        return self._told(list(self._seats)[row])

    def spoken_current(self) -> int:
        mine = self._given or self._desk
        return list(self._seats).index(mine) if mine in self._seats else -1

    def spoken_place(self, row: int) -> QRect:
        at = self.place_of(list(self._seats)[row]).toPoint()
        return QRect(at.x() - REACH, at.y() - REACH, 2 * REACH, 2 * REACH)

    def spoken_at(self, at: QPoint) -> int:
        seat = self._seat_at(QPointF(at))
        return list(self._seats).index(seat) if seat else -1

    def _told(self, seat: str) -> str:
        """A seat's room, and who has it."""
        if not seat or self._plan is None:
            return ""
        place, who = self._seats[seat], self._taken.get(seat)
        if seat == (self._given or self._desk):
            who = self._member
        parts = (self._plan.room(place.room).title(current()), seat_title(place), *((who.name,) if who else ()))
        return " · ".join(parts)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._plan is None:
            painter.setPen(theme.colour("secondary"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.tr("The cast has no floor plan yet."))
            painter.end()
            return
        mine = self._desk.partition("/")[0]
        painter.setFont(font(9))
        for room in self._plan.rooms:
            box = QRectF(self._at(room.x, room.y), self._at(room.right, room.bottom))
            painter.setPen(QPen(theme.colour("wall"), 1))
            painter.setBrush(theme.colour("room_lit" if room.id == mine else "room"))
            painter.drawRect(box)
            painter.setPen(theme.colour("text" if room.id == mine else "secondary"))
            title, wide = room.title(current()), int(box.width()) - 6
            name = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, wide)
            painter.drawText(box.adjusted(4, 2, -2, 0), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, name)
        radius = max(3.5, min(8.0, 1.9 * self._scale()))
        for seat in self._seats:
            centre = self.place_of(seat)
            if seat == (self._given or self._desk):
                style = Qt.PenStyle.SolidLine if seat == self._desk else Qt.PenStyle.DotLine
                painter.setPen(QPen(theme.colour("accent"), 2, style))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(centre, radius + 3, radius + 3)
                paint_avatar(painter, centre, radius, self._member, theme)
            elif seat in self._taken:
                paint_avatar(painter, centre, radius * 0.9, self._taken[seat], theme)
            else:
                painter.setPen(QPen(theme.colour("tick"), 1))
                painter.setBrush(theme.colour("surface"))
                painter.drawEllipse(centre, radius * 0.6, radius * 0.6)
        painter.end()


class DeskPage(FormPage):
    """The rooms and seats of the cast's plan; those that are taken say by whom."""

    def __init__(self, plans: Mapping[str, Plan]) -> None:
        super().__init__()
        self._plans = plans
        self._rows: list[tuple[str, str]] = []
        self.picture = PlanPicture()
        self.picture.chosen.connect(self._choose)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Desk"))
        self.list.setMinimumHeight(150)
        self.list.currentItemChanged.connect(lambda item: self._choose(item.data(VALUE)) if item else None)
        self.fault = FaultLabel()
        title = labelled(self.tr("Where they work: click a seat, or choose in the list."), "small")
        self.form.hide()
        self.column.addLayout(upright(title, self.picture, self.fault, (self.list, 1), spacing=8))

    def show_member(self, draft: CastDraft, member: MemberDraft) -> None:
        """Show a member's desk among those of the others, and the seats that everybody gets."""
        self._values = member.values
        plan = self._plans.get(draft.values["plan"])
        given = seated(draft, plan) if plan else {}
        taken: dict[str, MemberFigure] = {}
        sitting: dict[str, MemberFigure] = {}
        for other in draft.members:
            if other.key == member.key:
                continue
            if seat_of(plan, other.values["desk"])[1] is not None:
                taken.setdefault(other.values["desk"], figure_of(other))
            if other.key in given:
                sitting[given[other.key]] = figure_of(other)
        desk = member.values["desk"]
        self.picture.show_plan(plan, sitting | taken, desk, given.get(member.key, ""), figure_of(member))
        rows = [("", self.tr("No desk of their own: a free seat is given"))]
        for room in plan.rooms if plan else ():
            if room.corridor:
                continue
            name = room.title(current())
            rows.append((room.id, self.tr("{0} · any free seat").format(name)))
            for value, seat in seats_in(room).items():
                # At a table people meet; who wants to work there all the same clicks on it in the picture.
                if not seat.seat.startswith(RING) or value == desk:
                    title = f"{name} · {seat_title(seat)}"
                    if value in taken:
                        title = self.tr("{0} · taken by {1}").format(title, taken[value].name)
                    rows.append((value, title))
        values = [value for value, _title in rows]
        if desk not in values:
            rows.append((desk, self.tr("{0} · not on this floor plan").format(desk)))
        self.list.blockSignals(True)
        if self._rows != rows:
            self._rows = rows
            self.list.clear()
            for value, title in rows:
                item = QListWidgetItem(title, self.list)
                item.setData(VALUE, value)
        self.list.setCurrentRow(values.index(desk) if desk in values else len(values))
        self.list.blockSignals(False)
        self.list.scrollToItem(self.list.currentItem(), QListWidget.ScrollHint.PositionAtCenter)

    def show_faults(self, faults: Mapping[str, Fault]) -> None:
        """Show what is wrong with the desk."""
        self.fault.show_fault(faults.get("desk"))
        self.list.setAccessibleDescription(faults["desk"].sentence if "desk" in faults else "")

    def focus(self, field: str) -> None:
        """Give the keyboard to the list."""
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose(self, desk: str) -> None:
        if desk != self._values["desk"]:
            self._values["desk"] = desk
            self.edited.emit("desk")


def figure_of(member: MemberDraft) -> MemberFigure:
    """A member as avatars show them; a colour that is half typed cannot be painted."""
    colour = member.given or member.values["colour"]
    whole = len(colour) == 7 and all(character in "0123456789abcdefABCDEF" for character in colour[1:])
    initial = member.values["letter"] or member.name[:1].upper()
    shown = colour if not colour.startswith("#") or whole else ""
    return MemberFigure(str(member.key), member.name, initial[:2], shown)
