"""What part of the floor plan is in sight: the whole, the talk's room, or what was chosen by hand."""

from __future__ import annotations

import math

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QTransform, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

from parley.desktop.floor_plan.figures import FloorFigure

SETTLE = 150
"""Milliseconds after the camera came to rest until the picture is sharp and bubbles look for a better place."""
MARGIN = 10
"""Pixels around the whole plan when it is fitted."""
CLOSEST = 60.0
"""Pixels a plan unit at most."""
SHARE = 0.5
"""The part of the picture that the room of an office's scene fills, where it fits: the rest is the house about it."""
TURN, WAIT = 600.0, 400.0
"""Milliseconds in which the camera goes to another room, and how long a scene has begun before it does."""
TALK, WHOLE, FREE = "talk", "whole", "free"
"""What the camera does: it follows the talk, shows the whole plan, or stays where it was put."""
View = tuple[float, float, float]
"""Pixels a plan unit, and the point of the plan in the middle."""


class PlanSight(QGraphicsView):
    """A view whose camera follows the talk until somebody moves it.

    Attributes: `mode`, one of `TALK`, `WHOLE` and `FREE`; `animated`, whether the camera glides. Signals:
    `mode_changed(mode)`, also when only the scale is another.
    """

    mode_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.figure = FloorFigure()
        self.mode = TALK
        self.animated = True
        self._glide: tuple[View, View] | None = None
        self._glided = 0.0
        self._seen_talk: object = None
        self._curve = QEasingCurve(QEasingCurve.Type.InOutCubic)
        self._settled = QTimer(self, interval=SETTLE, singleShot=True)
        self._settled.timeout.connect(self.settle_view)
        self.setScene(QGraphicsScene(self))
        self.scene().setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)  # a few layers: no tree to search
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)  # each layer covers all anyway
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)

    # What a canvas does with it

    def refresh(self) -> None:
        """Lay out and draw again, at the next paint."""
        self.viewport().update()

    def settle_view(self) -> None:
        """Stop the settling timer once the camera has come to rest."""
        self._settled.stop()

    def run_frames(self) -> None:
        """See to it that `glide_on` is called from frame to frame."""

    # Modes

    def fit(self) -> None:
        """Show the whole plan, and go on showing it."""
        self._set_mode(WHOLE)
        self._go_to_view(self._build_whole_view())

    def fit_talk(self) -> None:
        """Show the room of the talk, and go on following the talk."""
        self._set_mode(TALK)
        self._seen_talk = self._find_talk_subject()
        self._go_to_view(self.talk_view())

    def apply_mode(self, mode: str) -> None:
        """Begin with a mode that was chosen earlier."""
        if mode == WHOLE:
            self.fit()
        elif mode == TALK:
            self.fit_talk()

    def follow_talk(self, *, at_once: bool) -> None:
        """Follow the talk in a new figure, if the camera follows the talk and the talk moved."""
        talk = self._find_talk_subject()
        if self.mode != TALK or talk == self._seen_talk:
            return
        self._seen_talk = talk
        self._go_to_view(self.talk_view(), wait=WAIT, at_once=at_once)

    def _set_mode(self, mode: str) -> None:
        if mode != self.mode:
            self.mode = mode
            self.mode_changed.emit(mode)

    def _let_go(self) -> None:
        """Leave the camera where somebody put it: it no longer follows anything."""
        self._glide = None
        self._set_mode(FREE)

    def _find_talk_subject(self) -> object:
        """Return what the camera turns to; it is the same throughout a scene, so that the camera moves at most once in
        it.
        """
        figure = self.figure
        if figure.scene is not None:
            return figure.scene.number, bool(figure.scene.room), figure.plan is not None
        return figure.active_room or self._find_gathering_room(), bool(figure.spots), figure.plan is not None

    def _find_gathering_room(self) -> str:
        """Return the one room in which everybody of an office is while there is no scene; "" where they are in
        several.
        """
        rooms = {place.room for place in self.figure.places} if self.figure.spots else set()
        return next(iter(rooms)) if len(rooms) == 1 and self.figure.scene is None else ""

    def talk_view(self) -> View:
        """Return the room of the talk: as large as it goes where everybody is in it, else with the house about it."""
        figure, plan = self.figure, self.figure.plan
        room = plan.by_id.get(figure.active_room or self._find_gathering_room()) if plan else None
        if plan is None or room is None or (figure.scene is not None and not figure.scene.room):
            return self._build_whole_view()
        width, height = max(1, self.viewport().width()), max(1, self.viewport().height())
        scale = min(width / (room.width + 4), height / (room.height + 4), CLOSEST)
        if figure.spots:
            half = math.sqrt(SHARE * width * height / (room.width * room.height))  # SHARE is of the area
            scale = max(self.whole(), min(scale, half))
        x, y = room.x + room.width / 2, room.y + room.height / 2
        # No more of the yard than about the whole plan.
        return scale, _kept(x, width / scale, plan.width), _kept(y, height / scale, plan.height)

    def whole(self) -> float:
        """Pixels a plan unit at which all of the plan is in sight."""
        plan, size = self.figure.plan, self.viewport().size()
        if plan is None:
            return 1.0
        width, height = size.width() - 2 * MARGIN, size.height() - 2 * MARGIN
        return max(0.2, min(width / plan.width, height / plan.height))

    def _build_whole_view(self) -> View:
        plan = self.figure.plan
        return (self.whole(), plan.width / 2, plan.height / 2) if plan else (1.0, 0.0, 0.0)

    # Moving

    def _go_to_view(self, view: View, *, wait: float = 0.0, at_once: bool = False) -> None:
        middle = self.mapToScene(self.viewport().rect().center())
        here = (self.transform().m11(), middle.x(), middle.y())
        if at_once or not self.animated or not self.isVisible() or self.figure.plan is None:
            self._glide = None
            self._zoom_to(*view)
            self.settle_view()
        elif max(abs(a - b) for a, b in zip(here, view, strict=True)) > 0.02:
            self._glide, self._glided = (here, view), -wait  # waits while it is negative
            self.run_frames()

    def glide_on(self, ms: float) -> bool:
        """Move the camera on along its way by `ms`; return whether there is way left."""
        if self._glide is None:
            return False
        self._glided += ms
        if self._glided <= 0.0:
            return True
        part = self._curve.valueForProgress(min(1.0, self._glided / TURN))
        start, end = self._glide
        # Scales are mixed by their ratio, so that coming near is as fast as going away.
        scale = start[0] * (end[0] / start[0]) ** part
        self._zoom_to(scale, start[1] + (end[1] - start[1]) * part, start[2] + (end[2] - start[2]) * part)
        if self._glided >= TURN:
            self._glide = None
        return self._glide is not None

    @property
    def gliding(self) -> bool:
        """Whether the camera is on its way."""
        return self._glide is not None

    def arrive_camera(self) -> None:
        """Move the camera to its destination at once."""
        if self._glide is not None:
            view, self._glide = self._glide[1], None
            self._zoom_to(*view)

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Come nearer (above 1) or go away, about a point of the viewport or its middle."""
        middle = QPointF(self.viewport().rect().center())
        at = at or middle
        before = self.viewportTransform().inverted()[0].map(at)
        scale = max(self.transform().m11() * factor, self.whole() * 0.6)
        scale = min(scale, max(CLOSEST, self.whole()))
        there = before + (middle - at) / scale  # what is under the pointer stays there
        self._let_go()
        self._zoom_to(scale, there.x(), there.y())

    def move_camera(self, right: float, down: float) -> None:
        """Move the camera by pixels."""
        self._let_go()
        for bar, step in ((self.horizontalScrollBar(), right), (self.verticalScrollBar(), down)):
            bar.setValue(bar.value() + round(step))  # hidden, but still what a graphics view is moved by
        self._settled.start()
        self.refresh()

    def look_at(self, x: float, y: float) -> None:
        """Put a point of the plan into the middle."""
        self._let_go()
        self._zoom_to(self.transform().m11(), x, y)

    def _zoom_to(self, scale: float, x: float, y: float) -> None:
        self.setTransform(QTransform.fromScale(scale, scale))
        self.centerOn(x, y)
        self._settled.start()
        self.mode_changed.emit(self.mode)
        self.refresh()

    def fit_again(self) -> None:
        """Show again, at once, what the mode calls for, after a change of size or plan."""
        if self.mode == WHOLE:
            self._go_to_view(self._build_whole_view(), at_once=True)
        elif self.mode == TALK:
            self._seen_talk = self._find_talk_subject()
            self._go_to_view(self.talk_view(), at_once=True)

    def show_plan_area(self) -> None:
        """Set a scene far larger than the plan, so that the plan can be dragged anywhere."""
        if (plan := self.figure.plan) is not None:
            wide, high = plan.width, plan.height
            self.setSceneRect(QRectF(-2 * wide, -2 * high, 5 * wide, 5 * high))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_again()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the pointer with the wheel."""
        if turned := event.angleDelta().y() or event.pixelDelta().y():  # some touchpads have pixels only
            self.zoom(1.0015**turned, event.position())  # 120, a notch, is a fifth nearer
        event.accept()


def _kept(middle: float, seen: float, whole: float) -> float:
    """Return a middle from which no more than a little beyond the plan is seen."""
    if seen >= whole:
        return whole / 2
    slack = 3.0
    return min(max(middle, seen / 2 - slack), whole - seen / 2 + slack)
