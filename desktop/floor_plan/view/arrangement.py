"""Where everything on the plan finds its place: people, the arcs between them, names, and bubbles that hide nobody."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from parley.desktop.floor_plan.view.board import BoardLayer
from parley.desktop.floor_plan.view.bubble import BubbleLayer
from parley.desktop.floor_plan.view.layer import Box, Camera, Soft, overlap
from parley.desktop.floor_plan.view.people import PeopleLayer
from parley.desktop.floor_plan.view.rooms import RoomsLayer
from parley.desktop.floor_plan.view.sight import PlanSight
from parley.desktop.floor_plan.view.sprites import Below, LabelsLayer
from parley.desktop.floor_plan.view.tracks import ArcLayer, TracksLayer
from parley.desktop.widgets.painted import NO_PEN, ink, write

LAYERS = ("light", "trails", "heat", "tasks", "moods")
"""What can be switched on and off."""
LARGE = 760
"""Pixels of width from which on everybody's task stands below their name."""
NAME, PLATE, ARC, TABLE, WALL, BOARD = 0.35, 0.9, 0.25, 0.35, 0.2, 2.8
"""What it costs a bubble to cover the name of a room, that of somebody, a piece of an arc, a table, a wall of the room
of the talk, or the board."""
LEAST_FACE = 7.0
"""The radius of a face in pixels up to which an arc would be all that is seen of it."""
MURMURS = 4
"""So many are shown while they write; of the others only the mark on their face tells."""
CROWD = 30
"""From so many people on, names wait until everybody has arrived."""


class PlanArrangement(PlanSight):
    """A view with all layers of a figure, laid out anew where something changed.

    Attributes: `thoughts_shown`; `layers`, the names of those that are shown; `upon`, the boxes of what lies upon the
    plan; `hovered`, the member under the pointer.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.camera = Camera()
        self.rooms = RoomsLayer(self.camera)
        self.board = BoardLayer(self.camera)
        self.tracks = TracksLayer(self.camera)
        self.arc = ArcLayer(self.camera)
        self.people = PeopleLayer(self.camera)
        self.labels = LabelsLayer(self.camera)
        self.thoughts = BubbleLayer(self.camera, thought=True)
        self.bubble = BubbleLayer(self.camera)
        self.murmurs = tuple(BubbleLayer(self.camera, murmur=True) for _ in range(MURMURS))
        self.hovered = ""
        self.thoughts_shown = False
        self.layers = frozenset(LAYERS)
        self.upon: list[Box] = []
        self._bubbles = (self.thoughts, *self.murmurs, self.bubble)
        self._sheets = (
            self.rooms, self.board, self.tracks, self.arc, self.people, self.labels, *self._bubbles,
        )  # fmt: skip
        self._stale = self._moved = True
        for depth, layer in enumerate(self._sheets):
            layer.setZValue(depth)
            self.scene().addItem(layer)

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
        self.rooms.moving = self.gliding or self._settled.isActive()
        if camera.ratio != ratio:
            people.forget_looks()
        if not moved and not self._stale:
            return
        self._stale = False
        self.tracks.held = frozenset(people.members[i].id for i in people.walks)
        people.lay_out()
        if moved or self._moved:
            self._moved = False
            self.rooms.lay_out()
        points = people.points()
        named = list(dict.fromkeys((self.hovered, people.marked, people.chosen)))
        below = self._build_texts_below_names(named)
        self._lay_out_talk()
        self._lay_out_bubbles(points, below)
        said = [each.box for each in self._bubbles if each.box is not None]
        if self.board.box is not None and any(overlap(box, self.board.box) for box in said):
            # What is said now matters more: the board hangs beside it.
            self._hang_board(said)
        if people.walks and len(points) > CROWD:
            self.labels.leave_out()
            return
        covered = [*self.upon, *(box for each in self._bubbles for box in each.covered())]
        self.tracks.only = tuple(each for each in named if each)
        taken = [*self.rooms.names, *([self.board.box] if self.board.box else [])]
        self.labels.lay_out(people.members, points, people.radius, named, covered, taken, below)

    def _lay_out_talk(self) -> None:
        """Lay out the board in the room of the talk, and the arcs from the speaker to the listeners."""
        figure, people = self.figure, self.people
        room = self.rooms.active()
        self._hang_board()
        speaker = figure.speaker if figure.line.strip() and not figure.murmurs else ""
        ends = [found for each in figure.to if (found := self._find_face_circle(each)) is not None]
        middle = (room.center().x(), room.center().y()) if room is not None else (0.0, 0.0)
        self.arc.lay_out(self._find_face_circle(speaker) if ends and people.radius > LEAST_FACE else None, ends, middle)

    def _hang_board(self, said: Sequence[Box] = ()) -> None:
        sign = self.rooms.sign_of(self.figure.active_room)
        self.board.lay_out(self.figure.board, self.rooms.active(), sign, said)

    def _find_face_circle(self, member_id: str) -> tuple[tuple[float, float, float], str] | None:
        """Return where somebody's face is drawn, and their colour."""
        at, i = self.people.point(member_id), self.people.index.get(member_id)
        return None if at is None or i is None else ((*at, self.people.radius), self.people.members[i].colour)

    def _build_texts_below_names(self, named: Sequence[str]) -> dict[str, Below]:
        """Return what stands below names: whom somebody plays, else what they do; on a small plan only of those in the
        talk and of those who are pointed at.
        """
        figure, playing = self.figure, self._playing()
        found = {each.id: Below(each.character, True) for each in self.people.members
                 if each.id in playing and each.character}  # fmt: skip
        if figure.acts and not figure.line.strip():
            # What is done without a word stands where it is done; with words it is in their bubble.
            found[figure.speaker] = Below(", ".join(figure.acts), True)
        if "tasks" in self.layers:
            large = self.camera.width >= LARGE * self.camera.text
            here = {place.member.id for place in figure.places if place.room == figure.active_room}
            done = self.tr("done: {task}")
            for member, task, _mood in figure.doing:
                if task and member not in found and (large or member in here or member in named):
                    found[member] = Below(done.format(task=task) if member in figure.finished else task)
        return found

    def _playing(self) -> frozenset[str]:
        """Return those who sit at the D&D table."""
        scene = self.figure.scene
        return frozenset(scene.members) if scene is not None and scene.kind == "dnd" else frozenset()

    def _lay_out_bubbles(self, points: list[tuple[float, float]], below: dict[str, Below]) -> None:
        """Place them one after the other: murmurs not upon another, a thought not upon what is said."""
        people, reach = self.people, self.people.radius + 3.0

        @cache
        def soft() -> Sequence[Soft]:
            found = [(box, NAME) for box in self.rooms.names if box[2] > box[0]]
            found += [(box, TABLE) for box in self.rooms.tables()]
            found += [(box, WALL) for box in self.rooms.walls()]
            found += [(box, ARC) for box in self.arc.boxes()]
            found += [(box, PLATE) for box in self.labels.expected(people.members, points, people.radius, below)]
            return [*found, (self.board.box, BOARD)] if self.board.box else found

        murmured: list[Box] = [*self.upon]
        spoken: list[Box] = [*self.upon]
        for bubble in (*self.murmurs, self.bubble, self.thoughts):
            member = bubble.speech.member
            at, own = people.point(member), people.index.get(member)
            taken = murmured if bubble.murmur else spoken
            faces = [(x, y, reach) for i, (x, y) in enumerate(points) if i != own] if at else []
            bubble.lay_out((*at, reach) if at else None, faces, taken, tuple if bubble.murmur else soft)
            if bubble.box is not None:
                taken.append(bubble.box)

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Lay out everything, then paint the card's background."""
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
