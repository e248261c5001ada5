"""The sheet the floor plan is drawn on: its layers, what part of it is in sight, and people who walk."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QEvent, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QPainter, QResizeEvent, QShowEvent, QTransform, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

from desktop.floor_plan.figures import FloorFigure
from desktop.floor_plan.view.bubble import BubbleLayer, Murmurs, Speech
from desktop.floor_plan.view.layer import Box, Camera
from desktop.floor_plan.view.people import PeopleLayer
from desktop.floor_plan.view.rooms import RoomsLayer
from desktop.floor_plan.view.sprites import LabelsLayer
from desktop.run.figures import MemberFigure
from desktop.widgets.painted import NO_PEN, ink, write
from desktop.widgets.plain import placed
from desktop.widgets.theme import LOOK

FRAME = 16
"""Milliseconds between two frames of a walk."""
SETTLE = 150
"""Milliseconds after the camera came to rest until the bubbles look for a better place."""
MARGIN = 10
"""Pixels around the whole plan when it is fitted."""
CLOSEST = 60.0
"""Pixels a plan unit at most."""


class PlanCanvas(QGraphicsView):
    """Draws a figure, fitted into the view, or zoomed, panned, and kept on a member; what a click or a key means is the
    view's matter.

    Attributes: `following`, the member that stays in the middle; `animated`, whether people walk, otherwise they are at
    once where they are going; `thoughts_shown`. Signals: `caption_changed(text)`.
    """

    caption_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.figure = FloorFigure()
        self.camera = Camera()
        self.rooms = RoomsLayer(self.camera)
        self.people = PeopleLayer(self.camera)
        self.labels = LabelsLayer(self.camera)
        self.thoughts = BubbleLayer(self.camera, thought=True)
        self.bubble = BubbleLayer(self.camera)
        self.murmurs = Murmurs(self.camera)
        self.hovered = self.following = self._caption = ""
        self.animated = True
        self.thoughts_shown = False
        self._bubbles = (self.thoughts, *self.murmurs.layers, self.bubble)
        self._layers = (self.rooms, self.people, self.labels, *self._bubbles)
        self._fitted = self._stale = self._moved = True
        self._clock = QElapsedTimer()
        self._timer = QTimer(self, interval=FRAME, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_frame)
        self._settled = QTimer(self, interval=SETTLE, singleShot=True)
        self._settled.timeout.connect(self.place_bubbles)
        self._set_up()
        # A graphics view has a scale of its own, so that this is no `Themed`.
        LOOK.changed.connect(self._restyle)
        self._restyle()

    def _set_up(self) -> None:
        scene = QGraphicsScene(self)
        scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        for depth, layer in enumerate(self._layers):
            layer.setZValue(depth)
            scene.addItem(layer)
        self.setScene(scene)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.setMinimumSize(160, 110)

    # Showing

    def show_figure(self, figure: FloorFigure) -> None:
        """Show where everybody is and what is said; only what changed is done anew."""
        shown, self.figure = self.figure, figure
        if (figure.plan, figure.language, figure.active_room) != (shown.plan, shown.language, shown.active_room):
            self.rooms.show_plan(figure.plan, figure.language, figure.active_room)
        if figure.plan != shown.plan:
            if figure.plan is not None:
                wide, high = figure.plan.width, figure.plan.height
                self.setSceneRect(QRectF(-wide, -high, 3 * wide, 3 * high))
            for layer in self._layers:
                layer.cover(self.sceneRect())
            self.fit()
        moved = figure.places is not shown.places and figure.places != shown.places
        self.people.show_figure(figure, self.animated and self.isVisible())
        if moved:
            self._moved = True
            self.hovered, self.following, self.people.marked = (
                each if each in self.people.index else "" for each in (self.hovered, self.following, self.people.marked)
            )
            self.bubble.place_anew()
            self._look_at(self.following)
        self._say()
        if moved or _told(figure) != _told(shown):
            self.thoughts.place_anew()
            self.tell()
        if self.people.walks and not self._timer.isActive() and self.isVisible():
            self._clock.restart()
            self._timer.start()
        self.refresh()

    def _restyle(self) -> None:
        self.camera.theme, self.camera.text = LOOK.theme, LOOK.scale
        self.people.forget_looks()
        self._moved = True
        self.bubble.place_anew()
        self.refresh()

    def select_member(self, member_id: str) -> None:
        """Mark the member that is selected in every view."""
        self.people.choose(member_id)
        self.refresh()

    def set_animated(self, animated: bool) -> None:
        """Whether people walk."""
        self.animated = animated
        if not animated:
            self.arrive()

    def set_thoughts_shown(self, shown: bool) -> None:
        """Whether what the speaker thinks is shown in a dotted bubble."""
        self.thoughts_shown = shown
        self.thoughts.place_anew()
        self._say()
        self.refresh()

    def caption(self) -> str:
        """What the dock's title says at its right: the room and how many are in it."""
        return self._caption

    def member(self, member_id: str) -> MemberFigure | None:
        """A member that is on the plan."""
        i = self.people.index.get(member_id)
        return None if i is None else self.people.members[i]

    def _say(self) -> None:
        figure = self.figure
        self.murmurs.say(dict(figure.murmurs), self.member)
        who = self.member(figure.speaker)
        if who is None or figure.murmurs:
            # What was said last is past when the next are thinking aloud.
            self.bubble.say(Speech())
            self.thoughts.say(Speech())
            return
        name = f"{who.name} · {who.character}" if who.id in self._playing() and who.character else who.name
        self.bubble.say(Speech(who.id, name, who.colour, figure.line, figure.streaming, ", ".join(figure.acts)))
        thought = " ".join(figure.thoughts) if self.thoughts_shown else ""
        self.thoughts.say(Speech(who.id, who.name, who.colour, thought, False))

    def _playing(self) -> frozenset[str]:
        """Those who sit at the D&D table."""
        scene = self.figure.scene
        return frozenset(scene.members) if scene is not None and scene.kind == "dnd" else frozenset()

    def tell(self) -> None:
        """Say in words what is drawn: for the dock's title and for screen readers."""
        figure, scene = self.figure, self.figure.scene
        active = figure.plan.by_id.get(figure.active_room) if figure.plan else None
        here = [place.member.name for place in figure.places if place.room == figure.active_room]
        room = active.title(figure.language) if active else ""
        caption = ""
        if scene is not None:
            caption = self.tr("Scene {number} · {what} · {clock}").format(
                number=self.locale().toString(scene.number), what=placed(scene.what, room or scene.room),
                clock=scene.clock,
            )  # fmt: skip
        elif figure.clock:
            caption = self.tr("{clock} · no scene").format(clock=figure.clock)
        elif room:
            caption = self.tr("{room} · {count} present").format(room=room, count=len(here))
        elif figure.places:
            caption = self.tr("{count} at their desks").format(count=len(figure.places))
        if caption != self._caption:
            self._caption = caption
            self.caption_changed.emit(caption)
        words = [caption, ", ".join(here[:12])]
        if (who := self.member(figure.speaker)) is not None:
            words.append(self.tr("{name} is speaking").format(name=who.name))
        if figure.thinking:
            names = [each.name for each in self.people.members if each.id in figure.thinking]
            words.append(self.tr("Thinking: {names}").format(names=", ".join(names)))
        if (at := self.member(self.people.marked)) is not None:
            words.append(self.tr("At {name}").format(name=at.name))
        self.setAccessibleDescription(". ".join(word for word in words if word))

    # The camera

    def fit(self) -> None:
        """Show the whole plan."""
        self.following = ""
        if (plan := self.figure.plan) is not None:
            self._zoom_to(self._whole(), plan.width / 2, plan.height / 2)
        self._fitted = True
        self.place_bubbles()

    def fit_talk(self) -> None:
        """Show the room of the talk as large as it goes."""
        room = self.figure.plan.by_id.get(self.figure.active_room) if self.figure.plan else None
        if room is None:
            self.fit()
            return
        size = self.viewport().size()
        scale = min(size.width() / (room.width + 4), size.height() / (room.height + 4), CLOSEST)
        self.following = ""
        self._zoom_to(scale, room.x + room.width / 2, room.y + room.height / 2)
        self.place_bubbles()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Come nearer (above 1) or go away, about a point of the viewport or its middle."""
        middle = QPointF(self.viewport().rect().center())
        at = at or middle
        before = self.viewportTransform().inverted()[0].map(at)
        scale = max(self.transform().m11() * factor, self._whole() * 0.6)
        scale = min(scale, max(CLOSEST, self._whole()))
        there = before + (middle - at) / scale
        self._zoom_to(scale, there.x(), there.y())

    def follow(self, member_id: str) -> None:
        """Keep the camera on a member; "" lets go."""
        at = self.people.place(member_id)
        self.following = member_id if at else ""
        if at and self._fitted:
            self._zoom_to(self._whole() * 2.2, *at)
        self._look_at(self.following)

    def _whole(self) -> float:
        """Pixels a plan unit at which all of the plan is in sight."""
        plan, size = self.figure.plan, self.viewport().size()
        if plan is None:
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
        if (at := self.people.place(member_id)) is not None:
            self.centerOn(*at)

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
        super().resizeEvent(event)
        if self._fitted:
            self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel zooms about the pointer."""
        if turned := event.angleDelta().y() or event.pixelDelta().y():
            self.zoom(1.0015**turned, event.position())
        event.accept()

    # Frames

    def advance(self, ms: float) -> bool:
        """One frame of every walk, `ms` milliseconds later; whether anybody is still on their way."""
        walking = self.people.walk_on(ms)
        self._look_at(self.following)
        self.refresh()
        return walking

    def arrive(self) -> None:
        """Everybody is at once where they are going."""
        self.people.arrive()
        self._timer.stop()
        self.place_bubbles()

    def _on_frame(self) -> None:
        if not self.advance(float(self._clock.restart())):
            self._timer.stop()
            self.place_bubbles()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody walks unseen."""
        self.arrive()
        super().hideEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._fitted:
            self.fit()

    def refresh(self) -> None:
        """Lay out and draw again, at the next paint."""
        self._stale = True
        self.viewport().update()

    def place_bubbles(self) -> None:
        """Look for the best places again: people or the camera moved."""
        for bubble in self._bubbles:
            bubble.place_anew()
        self.refresh()

    def _lay_out(self) -> None:
        """Find everything's place, once a frame and only when something changed."""
        size = self.viewport().size()
        camera, people, ratio = self.camera, self.people, self.camera.ratio
        camera.family = self.font().family()
        moved = camera.look(self.viewportTransform(), size.width(), size.height(), self.devicePixelRatioF())
        if camera.ratio != ratio:
            people.forget_looks()
        if not moved and not self._stale:
            return
        self._stale = False
        people.lay_out()
        if moved or self._moved:
            self._moved = False
            self.rooms.lay_out(people.boxes())
        points = people.points()
        self._lay_out_bubbles(points)
        if people.walks and len(points) > 30:
            self.labels.labels = ()
            return
        covered = [box for each in self._bubbles for box in each.covered()]
        named = list(dict.fromkeys((self.hovered, people.marked, people.chosen)))
        self.labels.lay_out(people.members, points, people.radius, named, covered, self.rooms.names, self._playing())

    def _lay_out_bubbles(self, points: list[tuple[float, float]]) -> None:
        """Place them one after the other: murmurs not upon another, a thought not upon what is said."""
        people, reach = self.people, self.people.radius + 3.0
        names = [box for box in self.rooms.names if box[2] > box[0]]
        murmured: list[Box] = []
        spoken: list[Box] = []
        for bubble in (*self.murmurs.layers, self.bubble, self.thoughts):
            member = bubble.speech.member
            at, own = people.point(member), people.index.get(member)
            taken = murmured if bubble.murmur else spoken
            faces = [(x, y, reach) for i, (x, y) in enumerate(points) if i != own] if at else []
            bubble.lay_out((*at, reach) if at else None, faces, taken, () if bubble.murmur else names)
            if bubble.box is not None:
                taken.append(bubble.box)

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """The card, after everything has found its place."""
        self._lay_out()
        painter.fillRect(rect, self.camera.theme.colour("surface"))

    def drawForeground(self, painter: QPainter, _rect: QRectF | QRect) -> None:
        """Where there is nothing to see: the sentence that says what would fill it."""
        figure, camera = self.figure, self.camera
        if figure.plan is not None and figure.places:
            return
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        text = figure.why_empty or self.tr(
            "Nobody is here yet. Start or open a run, and its members take their places."
        )
        width = min(330.0 * camera.text, camera.width - 24.0)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        height = camera.metrics(12.5).boundingRect(QRectF(0, 0, width - 28, 400), flags, text).height() + 20.0
        where = QRectF((camera.width - width) / 2, (camera.height - height) / 2, width, height)
        ink(painter, camera.theme.colour("border") if figure.plan else NO_PEN, camera.theme.colour("surface"))
        painter.drawRoundedRect(where, 8.0, 8.0)
        write(painter, where.adjusted(14, 0, -14, 0), text, camera.font(12.5), camera.theme.colour("secondary"), flags)

    def changeEvent(self, event: QEvent) -> None:
        """Another font or language: lay everything out anew."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.LanguageChange):
            self.camera.fonts.clear()
            self._moved = True
            self.refresh()


def _told(figure: FloorFigure) -> tuple[object, ...]:
    """What of a figure is said in words."""
    return figure.speaker, figure.active_room, figure.hearers, figure.scene, figure.clock, figure.thinking
