"""The network that can be touched: moved, zoomed, its members dragged and chosen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QToolTip, QWidget

from parley.desktop.affinity.view.stage import NetworkStage
from parley.desktop.affinity.view.telling import told_edge, told_member
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.spoken import Spoken

WAYS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
CHOOSING = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}


class NetworkCanvas(Spoken, NetworkStage):
    """Members as circles, their relations as lines.

    A click chooses a member; the pointer upon a line tells how the two stand.
    Members are dragged to where they shall stay; the ground is dragged to pan, the wheel zooms, a double click fits.
    Arrows go from member to member, Enter chooses, Escape steps back.

    Signals: `member_chosen(id)` ("": nobody any more).
    """

    member_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._middle_held = (0.5, 0.5)
        self._place_held = QPointF()

    def on_wheel(self, event: QWheelEvent) -> bool:
        """Zoom about the pointer."""
        delta = event.pixelDelta().y() or event.angleDelta().y() / 2
        self.zoom_by(1.002**delta, event.position())
        return True

    def on_double_click(self) -> None:
        """Show everybody."""
        if self._graph.hovered < 0:
            self.fit()

    def on_leave(self) -> None:
        self._hover(-1, -1)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.show_menu(event, (self.tr("Show everybody"), self.fit), (self.tr("Arrange anew"), self.lay_out_again))

    def on_press(self, event: QMouseEvent) -> None:
        """Hold a member, or the ground."""
        self._held = self._graph.find_member_at(event.position() + self._frame.origin)
        self._middle_held = (self._frame.x, self._frame.y)
        if self._held >= 0:
            self._place_held = self._graph.at(self._held)

    def on_drag(self, moved: QPointF) -> None:
        """Move who is held, or the whole."""
        across, down = self._graph.pixels
        if self._held >= 0:
            spot = self._place_held + moved
            self._layout.pin(self._held, spot.x() / across, spot.y() / down)
            self._place()
        else:
            self.surface.setCursor(Qt.CursorShape.ClosedHandCursor)
            x, y = self._middle_held
            self._frame = replace(self._frame, x=x - moved.x() / across, y=y - moved.y() / down)
            self._look()

    def on_hover(self, event: QMouseEvent) -> None:
        """Tell who or what is under the pointer."""
        spot = event.position() + self._frame.origin
        member = self._graph.find_member_at(spot)
        edge = self._graph.find_edge_at(spot) if member < 0 else -1
        self._hover(member, edge)
        text = told_edge(self.picture, edge) if edge >= 0 else ""
        if member >= 0:
            text = told_member(self.picture, member)
        QToolTip.showText(event.globalPosition().toPoint(), tooltip(text), self)
        self.surface.setCursor(Qt.CursorShape.PointingHandCursor if text else Qt.CursorShape.ArrowCursor)

    def _hover(self, member: int, edge: int) -> None:
        if (member, edge) != (self._graph.hovered, self._graph.hovered_edge):
            self._graph.hovered, self._graph.hovered_edge = member, edge
            self._graph.forget_names()

    def on_release(self, event: QMouseEvent) -> None:
        """Choose a member, or leave who was dragged where they are."""
        member, self._held = self._held, -1
        if self.dragged:
            self.dragged = False
            self._place()
        elif member >= 0:
            self.member_chosen.emit(self._ids[member])
        else:
            self._step_back()

    def _step_back(self) -> bool:
        """Let go who is looked at, then who is chosen; whether there was anybody."""
        if self.picture.focused >= 0:
            self._focus(-1)
        elif self.picture.selected >= 0:
            self.member_chosen.emit("")
        else:
            return False
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """See the class."""
        key = Qt.Key(event.key())
        middle = QPointF(self.width() / 2, self.height() / 2)
        focused = self.picture.focused if self.picture.focused >= 0 else self.picture.selected
        if key in WAYS and self._ids:
            self._focus_towards(focused, *WAYS[key])
        elif key in CHOOSING and focused >= 0:
            self.member_chosen.emit(self._ids[focused])
        elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Equal}:
            self.zoom_by(1.25, middle)
        elif key == Qt.Key.Key_Minus:
            self.zoom_by(0.8, middle)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif not (key == Qt.Key.Key_Escape and self._step_back()):
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Who looks elsewhere looks at nobody here."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._focus(-1)

    def count_accessible_rows(self) -> int:
        return len(self.picture.figure.members) + len(self.picture.figure.edges)

    def get_accessible_text(self, row: int) -> str:
        """Members first, then who stands how to whom."""
        figure = self.picture.figure
        if row >= len(figure.members):
            return told_edge(self.picture, row - len(figure.members))
        return f"{figure.members[row].name}: {told_member(self.picture, row)}"

    def get_accessible_current(self) -> int:
        return self.picture.focused

    def _focus(self, member: int) -> None:
        """Put the keyboard at a member."""
        self._draw(focused=member)
        if member >= 0:
            self.setAccessibleDescription(told_member(self.picture, member))
        else:
            self._tell()

    def _focus_towards(self, start: int, right: int, down: int) -> None:
        """Go to the nearest member in a direction; from nobody, to the first."""
        target = 0
        if start >= 0:
            away = (self._graph.points - self._graph.points[start]) * self._graph.pixels
            ahead = away @ np.array((right, down))
            cost = np.where(ahead > 1.0, ahead + 2 * np.abs(away @ np.array((down, right))), np.inf)
            target = int(cost.argmin()) if np.isfinite(cost).any() else start
        self._focus(target)
