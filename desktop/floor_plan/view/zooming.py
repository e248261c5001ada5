"""The floor plan's camera: what part of the plan is in sight, and how near."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QTimer
from PySide6.QtGui import QResizeEvent, QTransform, QWheelEvent
from PySide6.QtWidgets import QGraphicsView, QWidget

from desktop.floor_plan.figures import FloorFigure
from desktop.floor_plan.view.people import PeopleLayer

MARGIN = 10
"""Pixels around the whole plan when it is fitted."""

CLOSEST = 60.0
"""Pixels a plan unit at most."""


class ZoomedView(QGraphicsView):
    """A plan that is fitted into the view, or zoomed, panned, and kept on a member.

    Attributes: `following`, the member that stays in the middle.
    """

    figure: FloorFigure
    people: PeopleLayer
    _settled: QTimer

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.following = ""
        self._fitted = True

    def refresh(self) -> None:
        """Draw again."""
        raise NotImplementedError

    def place_bubbles(self) -> None:
        """The camera came to rest."""
        raise NotImplementedError

    def fit(self) -> None:
        """Show the whole plan."""
        self.following = ""
        self._fitted = True
        plan = self.figure.plan
        scale = self._whole()
        self.setTransform(QTransform.fromScale(scale, scale))
        self.centerOn(plan.width / 2, plan.height / 2)
        self.place_bubbles()

    def fit_talk(self) -> None:
        """Show the room of the talk as large as it goes."""
        room = next((each for each in self.figure.plan.rooms if each.id == self.figure.active_room), None)
        if room is None:
            self.fit()
            return
        size = self.viewport().size()
        scale = min(size.width() / (room.width + 4), size.height() / (room.height + 4))
        self.following = ""
        self._zoom_to(min(scale, CLOSEST), room.x + room.width / 2, room.y + room.height / 2)
        self.place_bubbles()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Come nearer (above 1) or go away, about a point of the viewport or its middle."""
        middle = QPointF(self.viewport().rect().center())
        at = at or middle
        before = self._unmap(at)
        now = self.transform().m11()
        scale = min(max(now * factor, self._whole() * 0.6), max(CLOSEST, self._whole()))
        away = (middle - at) / scale
        self._zoom_to(scale, before.x() + away.x(), before.y() + away.y())

    def follow(self, member_id: str) -> None:
        """Keep the camera on a member; "" lets go."""
        self.following = member_id if member_id in self.people.index else ""
        if self.following:
            if self._fitted:
                self._zoom_to(self._whole() * 2.2, *(self.people.place(member_id) or (0.0, 0.0)))
                self.following = member_id
            self._look_at(self.following)

    def _whole(self) -> float:
        plan, size = self.figure.plan, self.viewport().size()
        if plan.width <= 0 or plan.height <= 0:
            return 1.0
        width, height = size.width() - 2 * MARGIN, size.height() - 2 * MARGIN
        return max(0.2, min(width / plan.width, height / plan.height))

    def _zoom_to(self, scale: float, x: float, y: float) -> None:
        self._fitted = False
        self.setTransform(QTransform.fromScale(scale, scale))
        self.centerOn(x, y)
        self._settled.start()
        self.refresh()

    def _look_at(self, member_id: str) -> None:
        at = self.people.place(member_id)
        if at is not None:
            self.centerOn(*at)

    def _unmap(self, at: QPointF) -> QPointF:
        return self.viewportTransform().inverted()[0].map(at)

    def pan(self, right: float, down: float) -> None:
        """Move the camera by pixels."""
        self._fitted = False
        self.following = ""
        for bar, step in ((self.horizontalScrollBar(), right), (self.verticalScrollBar(), down)):
            bar.setValue(bar.value() + round(step))
        self._settled.start()
        self.refresh()

    def show_cursor(self) -> None:
        """Bring the member with the keyboard's mark into view."""
        at = self.people.place(self.people.marked)
        if at is not None and not self._fitted:
            self.ensureVisible(QRectF(at[0], at[1], 0.1, 0.1), 40, 40)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A fitted plan stays fitted."""
        super().resizeEvent(event)
        if self._fitted:
            self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel zooms about the pointer."""
        turned = event.angleDelta().y() or event.pixelDelta().y()
        if turned:
            self.zoom(1.0015**turned, event.position())
        event.accept()
