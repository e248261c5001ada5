"""The sheet the floor plan is drawn on: its layers, the camera, and people who walk."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QEvent, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QPainter, QShowEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

from desktop.floor_plan.figures import FloorFigure
from desktop.floor_plan.view.bubble import BubbleLayer, Speech
from desktop.floor_plan.view.labels import LabelsLayer
from desktop.floor_plan.view.layer import Camera
from desktop.floor_plan.view.murmurs import Murmurs
from desktop.floor_plan.view.people import PeopleLayer
from desktop.floor_plan.view.rooms import RoomsLayer
from desktop.floor_plan.view.zooming import ZoomedView
from desktop.run.figures import MemberFigure
from desktop.widgets.plain import placed
from desktop.widgets.theme import LOOK

FRAME = 16
"""Milliseconds between two frames of a walk."""

SETTLE = 150
"""Milliseconds after the camera came to rest until the bubbles look for a better place."""


class PlanCanvas(ZoomedView):
    """Draws a figure; what a click or a key means is the view's matter. Signal: `caption_changed(text)`."""

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
        self.hovered = ""
        self._layers = (self.rooms, self.people, self.labels, self.thoughts, *self.murmurs.layers, self.bubble)
        self._animated = True
        self._thinking = False
        self._stale = True
        self._moved = True
        self._caption = ""
        self._clock = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setInterval(FRAME)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_frame)
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(SETTLE)
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
        if figure.plan is not shown.plan and figure.plan != shown.plan:
            self._show_plan()
        elif figure.active_room != shown.active_room:
            self.rooms.show_plan(figure.plan, figure.active_room)
        moved = figure.places is not shown.places and figure.places != shown.places
        self.people.show_places(figure.places, self._animated and self.isVisible())
        self.people.show_talk(figure.speaker, figure.hearers, figure.active_room)
        self.people.show_scene(figure.bystanders, figure.thinking)
        if moved:
            self._moved = True
            self._forget_gone()
            if self.following:
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
        """Whether people walk; otherwise they are at once where they are going."""
        self._animated = animated
        if not animated:
            self.arrive()

    def set_thoughts_shown(self, shown: bool) -> None:
        """Whether what the speaker thinks is shown in a dotted bubble."""
        self._thinking = shown
        self.thoughts.place_anew()
        self._say()
        self.refresh()

    @property
    def animated(self) -> bool:
        """Whether people walk."""
        return self._animated

    @property
    def thoughts_shown(self) -> bool:
        """Whether thoughts are shown."""
        return self._thinking

    def caption(self) -> str:
        """What the dock's title says at its right: the room and how many are in it."""
        return self._caption

    def member(self, member_id: str) -> MemberFigure | None:
        """A member that is on the plan."""
        i = self.people.index.get(member_id)
        return None if i is None else self.people.members[i]

    def _show_plan(self) -> None:
        plan = self.figure.plan
        self.rooms.show_plan(plan, self.figure.active_room)
        around = QRectF(0, 0, plan.width, plan.height).adjusted(-plan.width, -plan.height, plan.width, plan.height)
        self.setSceneRect(around)
        for layer in self._layers:
            layer.cover(around)
        self.fit()

    def _forget_gone(self) -> None:
        for name in ("hovered", "following"):
            if getattr(self, name) not in self.people.index:
                setattr(self, name, "")
        if self.people.marked not in self.people.index:
            self.people.marked = ""
        self.bubble.place_anew()

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
        self.bubble.say(Speech(who.id, name, who.colour, figure.line, figure.streaming))
        thought = " ".join(figure.thoughts) if self._thinking else ""
        self.thoughts.say(Speech(who.id, who.name, who.colour, thought, False))

    def _playing(self) -> frozenset[str]:
        """Those who sit at the D&D table."""
        scene = self.figure.scene
        return frozenset(scene.members) if scene is not None and scene.kind == "dnd" else frozenset()

    def tell(self) -> None:
        """Say in words what is drawn: for the dock's title and for screen readers."""
        figure = self.figure
        rooms = {room.id: room.name for room in figure.plan.rooms}
        here = [place.member.name for place in figure.places if place.room == figure.active_room]
        room = rooms.get(figure.active_room, "")
        caption = ""
        if figure.scene is not None:
            caption = self._scene_told(room)
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
            names = [member.name for member in self.people.members if member.id in figure.thinking]
            words.append(self.tr("Thinking: {names}").format(names=", ".join(names)))
        if (at := self.member(self.people.marked)) is not None:
            words.append(self.tr("At {name}").format(name=at.name))
        self.setAccessibleDescription(". ".join(word for word in words if word))

    def _scene_told(self, room: str) -> str:
        scene = self.figure.scene
        assert scene is not None
        what = placed(scene.what, room or scene.room)
        number = self.locale().toString(scene.number)
        return self.tr("Scene {number} · {what} · {clock}").format(number=number, what=what, clock=scene.clock)

    # Frames

    def advance(self, ms: float) -> bool:
        """One frame of every walk, `ms` milliseconds later; whether anybody is still on their way."""
        walking = self.people.walk_on(ms)
        if self.following:
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
        """Fit the plan into what there is now."""
        super().showEvent(event)
        if self._fitted:
            self.fit()

    def refresh(self) -> None:
        """Lay out and draw again, at the next paint."""
        self._stale = True
        self.viewport().update()

    def place_bubbles(self) -> None:
        """Look for the best places again: people or the camera moved."""
        for bubble in (self.bubble, self.thoughts, self.murmurs):
            bubble.place_anew()
        self.refresh()

    def _lay_out(self) -> None:
        """Find everything's place, once a frame and only when something changed."""
        size = self.viewport().size()
        camera, people = self.camera, self.people
        ratio = camera.ratio
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
        bubbles = [box for each in (self.bubble, self.thoughts, *self.murmurs.layers) for box in each.covered()]
        if people.walks and len(points) > 30:
            self.labels.labels = []
            return
        named: list[str] = list(dict.fromkeys((self.hovered, people.marked, people.chosen)))
        taken = self.rooms.names
        self.labels.lay_out(people.members, points, people.radius, named, bubbles, taken, self._playing())

    def _lay_out_bubbles(self, points: list[tuple[float, float]]) -> None:
        people = self.people
        at = people.point(self.figure.speaker)
        self.murmurs.lay_out(people, points)
        if at is None:
            self.bubble.lay_out(None, ())
            self.thoughts.lay_out(None, ())
            return
        who = (at[0], at[1], people.radius + 3.0)
        speaker = people.index[self.figure.speaker]
        faces = [(x, y, people.radius + 3.0) for i, (x, y) in enumerate(points) if i != speaker]
        names = [box for box in self.rooms.names if box[2] > box[0]]
        self.bubble.lay_out(who, faces, (), names)
        self.thoughts.lay_out(who, faces, [self.bubble.box] if self.bubble.box else (), names)

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """The card, after everything has found its place."""
        self._lay_out()
        painter.fillRect(rect, self.camera.theme.colour("surface"))

    def drawForeground(self, painter: QPainter, _rect: QRectF | QRect) -> None:
        """Where there is nothing to see: the sentence that says what would fill it."""
        if self.figure.plan.rooms and self.figure.places:
            return
        camera = self.camera
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        text = self.figure.why_empty or self.tr(
            "Nobody is here yet. Start or open a run, and its members take their places."
        )
        width = min(330.0 * camera.text, camera.width - 24.0)
        painter.setFont(camera.font(12.5))
        metrics = camera.metrics(12.5)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        box = metrics.boundingRect(QRectF(0, 0, width - 28, 400), flags, text)
        height = box.height() + 20.0
        where = QRectF((camera.width - width) / 2, (camera.height - height) / 2, width, height)
        painter.setBrush(camera.theme.colour("surface"))
        painter.setPen(camera.theme.colour("border") if self.figure.plan.rooms else Qt.PenStyle.NoPen)
        painter.drawRoundedRect(where, 8.0, 8.0)
        painter.setPen(camera.theme.colour("secondary"))
        painter.drawText(where.adjusted(14, 0, -14, 0), flags, text)

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
