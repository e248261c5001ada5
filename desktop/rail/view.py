"""The rail: buttons of the docks at the left, and who talks how much."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QContextMenuEvent, QFont, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolButton, QWidget

from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.avatar import paint_avatar
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import Gap, vbox
from parley.desktop.widgets.painted import MIDDLE, NO_BRUSH, MemberMarks, Note, ink, stroke, write
from parley.desktop.widgets.parts import follow_action
from parley.desktop.widgets.themed import Themed

WIDTH = 48
"""Pixels at a text scale of 1."""
FACE = 38.0
"""Pixels from one face to the next."""
RADIUS, RING = 10.5, 14.5
WAYS = {
    "panel.library": "ph.books",
    "panel.cast": "ph.users",
    "panel.convergence": "ph.chart-line-up",
    "panel.floor_plan": "ph.map-trifold",
    "watch": "ph.house",
    "experiments": "ph.flask",
    "settings": "ph.gear",
}
"""The actions with a button, and its icon."""
FOOT = 3
"""So many of them, the last ones, stand at the foot."""


class Faces(MemberMarks):
    """A face a member, with a ring that is their share of the talk: all of it is a full turn.

    Those for whom there is no room are a number; `more_wanted()` is a press on it. `menu_wanted(id, place)` is asked
    for where somebody wants what can be done with a member.
    """

    more_wanted = Signal()
    menu_wanted = Signal(str, object)

    def __init__(self) -> None:
        super().__init__("")
        self.setAccessibleName(self.tr("Who talks"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def show_figure(self, members: tuple[MemberFigure, ...]) -> None:
        if members != self._members:
            self._members = members
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus if members else Qt.FocusPolicy.NoFocus)
            self.setAccessibleDescription("; ".join(self.describe_member(member) for member in members))
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(WIDTH * self.scale), round(FACE * self.scale))

    def count_shown(self) -> int:
        """Return how many faces there is room for; where not all have a place, one is the number's."""
        room = int(self.height() / (FACE * self.scale))
        return len(self._members) if room >= len(self._members) else max(0, room - 1)

    def centre(self, row: int) -> QPointF:
        """Return the middle of a face, in pixels."""
        return QPointF(self.width() / 2, (row + 0.5) * FACE * self.scale)

    def place_of(self, row: int) -> QRectF:
        high = FACE * self.scale
        return QRectF(0, row * high, self.width(), high) if row < self.count_shown() else QRectF()

    def _find_row(self, at: QPointF) -> int:
        return int(at.y() // (FACE * self.scale))

    def find_member_at(self, at: QPointF) -> MemberFigure | None:
        row = self._find_row(at)
        return self._members[row] if 0 <= row < self.count_shown() else None

    def describe_member(self, member: MemberFigure) -> str:
        share = f"{member.share:.0%}" if member.words else "–"
        told = self.tr("{0}: {1} of the talk").format(member.name, share)
        return self.tr("{0}, muted").format(told) if member.muted else told

    def find_tip_at(self, at: QPointF) -> str:
        """Return the member under the pointer, or those for whom there was no room."""
        row, shown = self._find_row(at), self.count_shown()
        if row == shown < len(self._members):
            return "\n".join(self.describe_member(member) for member in self._members[shown:][:20])
        return super().find_tip_at(at)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._find_row(event.position()) == self.count_shown() < len(self._members):
            self.more_wanted.emit()
        else:
            super().mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        ids = [member.id for member in self._members]
        if event.reason() == QContextMenuEvent.Reason.Keyboard:  # its position is not that of a face
            chosen = self._selected if self._selected in ids else next(iter(ids), "")
            row = ids.index(chosen) if chosen else 0
            place = self.mapToGlobal(self.centre(min(row, self.count_shown())).toPoint())  # else at the number
        else:
            member = self.find_member_at(QPointF(event.pos()))
            chosen, place = member.id if member else "", event.globalPos()
        if chosen:
            self.menu_wanted.emit(chosen, place)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shown, scale = self.count_shown(), self.scale
        for row, member in enumerate(self._members[:shown]):
            centre = self.centre(row)
            ring = QRectF(0, 0, 2 * RING * scale, 2 * RING * scale)
            ring.moveCenter(centre)
            if member.id == self._selected:
                ink(painter, Qt.PenStyle.NoPen, self.theme.colour("accent_soft"))
                box = QRectF(0, 0, 40 * scale, 36 * scale)
                box.moveCenter(centre)
                painter.drawRoundedRect(box, 8, 8)
            ink(painter, stroke(self.theme.colour("border"), 2.5 * scale), NO_BRUSH)
            painter.drawEllipse(ring)
            painter.setPen(stroke(self.theme.member(member.colour), 2.5 * scale))
            painter.drawArc(ring, 90 * 16, -round(member.share * 360 * 16))  # in 1/16 degree, clockwise from the top
            paint_avatar(painter, centre, RADIUS * scale, member, self.theme)
        if shown < len(self._members):
            box = QRectF(0, shown * FACE * scale, self.width(), FACE * scale)
            more = f"+{len(self._members) - shown}"
            write(painter, box, more, self.letters(12, QFont.Weight.DemiBold), self.theme.colour("secondary"), MIDDLE)
        if self.hasFocus():
            ink(painter, stroke(self.theme.colour("accent"), 1.0), NO_BRUSH)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(3.5, 0.5, -3.5, -0.5), 8, 8)
        painter.end()


class Rail(Themed, QFrame):
    """The rail. `use_actions` gives its buttons their meaning."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Rail")
        self.setAccessibleName(self.tr("Rail"))
        self._icons: dict[QToolButton, str] = {}
        self.buttons = {id_: self._build_rail_button(id_, name) for id_, name in WAYS.items()}
        self._caption = Note(self.tr("TALK"), "secondary", 11, QFont.Weight.DemiBold)
        self._caption.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._line = QFrame()
        self._line.setObjectName("railLine")
        self._line.setFixedHeight(1)
        self.faces = Faces()
        middle = Qt.AlignmentFlag.AlignHCenter
        buttons = [*self.buttons.values()]
        upper, lower = (((each, 0, middle) for each in part) for part in (buttons[:-FOOT], buttons[-FOOT:]))
        vbox(
            *upper, Gap(8), (self._line, 0, middle), Gap(8),
            self._caption, Gap(4), (self.faces, 1), Gap(8), *lower,
            within=self, margins=(0, 10, 0, 10), spacing=6,
        )  # fmt: skip
        self._apply_theme()

    def use_actions(self, actions: Mapping[str, QAction]) -> None:
        """Bind the buttons to the actions of the table: their tips, and whether what they show is shown."""
        for id_, button in self.buttons.items():
            if (action := actions.get(id_)) is None:
                button.hide()  # The room that it leads to was taken out
                continue
            button.setCheckable(action.isCheckable())
            follow_action(button, action)

    def show_figure(self, members: tuple[MemberFigure, ...]) -> None:
        """Show who talks."""
        self.faces.show_figure(members)
        for part in (self._caption, self._line):
            part.setVisible(bool(members))

    def select_member(self, member: str) -> None:
        """Mark a member, or none where the id is empty."""
        self.faces.select_member(member)

    def mark_page(self, way: str) -> None:
        """Mark the way to the page that is open, and nothing that stands behind it; empty: no page is."""
        for id_, button in self.buttons.items():
            button.setProperty("page", "open" if id_ == way else "behind" if way else "")
            button.style().polish(button)  # the sheet's rules for "page" are looked at again

    def _build_rail_button(self, id_: str, name: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName(f"rail.{id_}")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._icons[button] = name
        return button

    def _apply_theme(self) -> None:
        self.setFixedWidth(round(WIDTH * self.scale))
        self._line.setFixedWidth(round(20 * self.scale))
        self._update_icons()

    def _update_icons(self) -> None:
        colour, edge = QColor(self.theme.secondary), round(32 * self.scale)
        for button, name in self._icons.items():
            button.setIcon(icon(name, colour, self.theme.colour("faint")))
            button.setIconSize(QSize(round(18 * self.scale), round(18 * self.scale)))
            button.setFixedSize(edge, round(28 * self.scale))
