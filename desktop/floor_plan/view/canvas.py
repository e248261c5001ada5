"""The sheet the floor plan is drawn on: where its people, arcs, names and bubbles find their place, and frames."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache

from PySide6.QtCore import QElapsedTimer, QEvent, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QPainter, QShowEvent
from PySide6.QtWidgets import QWidget

from parley.desktop.floor_plan.figures import FloorFigure
from parley.desktop.floor_plan.view.board import BoardLayer
from parley.desktop.floor_plan.view.bubble import BubbleLayer, Speech
from parley.desktop.floor_plan.view.layer import Box, Camera, Soft, overlap
from parley.desktop.floor_plan.view.people import PeopleLayer
from parley.desktop.floor_plan.view.rooms import RoomsLayer
from parley.desktop.floor_plan.view.sight import FREE, TALK, PlanSight
from parley.desktop.floor_plan.view.sprites import FEW, Below, LabelsLayer
from parley.desktop.floor_plan.view.tracks import ArcLayer, TracksLayer
from parley.desktop.run.figures import MemberFigure
from parley.desktop.run.words import get_stance_word
from parley.desktop.widgets.painted import NO_PEN, ink, write
from parley.desktop.widgets.plain import format_place
from parley.desktop.widgets.theme import LOOK

FRAME = 16
"""Milliseconds between two frames of a walk."""
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


class PlanCanvas(PlanSight):
    """Draws a figure with all its layers, laid out anew where something changed, fitted into the view, or zoomed and
    panned; what a click or a key means is the view's matter.

    Attributes: `animated`, whether people walk, otherwise they are at once where they are going; `thoughts_shown`;
    `layers`, the names of those that are shown; `upon`, the boxes of what lies upon the plan; `hovered`, the member
    under the pointer; `pace`, how many times faster people and camera move. Signals: `caption_changed(text)`.
    """

    caption_changed = Signal(str)
    pace = 1.0

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._make_layers()
        self._caption = ""
        self._clock = QElapsedTimer()
        self._timer = QTimer(self, interval=FRAME, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_frame)
        self.setMinimumSize(160, 110)
        # A graphics view has a scale of its own, so that this is no `Themed`.
        LOOK.changed.connect(self._apply_theme)
        self._apply_theme()

    def _make_layers(self) -> None:
        """Put the layers upon each other, in the order in which they are painted."""
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

    # Showing

    def show_figure(self, figure: FloorFigure) -> None:
        """Show where everybody is and what is said; only what changed is done anew."""
        shown, self.figure = self.figure, figure
        animated = self.animated and self.isVisible()
        self.rooms.show_figure(figure, animated)
        self.tracks.show_figure(figure)
        if _collect_wall_signs(figure) != _collect_wall_signs(shown):
            self._moved = True
        if figure.plan != shown.plan:
            self.show_plan_area()
            for layer in self._sheets:
                layer.cover(self.sceneRect())
            if self.mode == FREE:
                self.apply_mode(TALK)  # Where it was put is nowhere on another plan
            self.fit_again()
        moved = figure.places is not shown.places and figure.places != shown.places
        self.people.show_figure(figure, animated)
        if moved:
            self._moved = True
            self.hovered, self.people.marked = (
                each if each in self.people.index else "" for each in (self.hovered, self.people.marked)
            )
            self.bubble.place_anew()
        if animated and figure.speaker and figure.speaker != self.bubble.speech.member:
            self.bubble.pop()
        self._show_speech()
        if moved or _collect_spoken_facts(figure) != _collect_spoken_facts(shown):
            self.thoughts.place_anew()
            self.tell()
        self.follow_talk(at_once=figure.jumped)
        if self._move_on(0.0):  # 0 ms only ask whether something moves: at rest no timer runs
            self.run_frames()
        self.refresh()

    def _apply_theme(self) -> None:
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
        """Set whether people walk, rather than being at once where they go."""
        self.animated = animated
        if not animated:
            self.arrive()

    def set_thoughts_shown(self, shown: bool) -> None:
        """Set whether what the speaker thinks is shown in a dotted bubble."""
        self.thoughts_shown = shown
        self.thoughts.place_anew()
        self._show_speech()
        self.refresh()

    def set_layer(self, name: str, on: bool) -> None:
        """Show or hide one of `LAYERS`."""
        self.layers = self.layers | {name} if on else self.layers - {name}
        self.rooms.light, self.rooms.heat = "light" in self.layers, "heat" in self.layers
        self.tracks.light = self.people.light = self.rooms.light
        self.tracks.on, self.people.moods = "trails" in self.layers, "moods" in self.layers
        self.people.forget_looks()
        self._moved = True
        self.refresh()

    def find_layers(self) -> frozenset[str]:
        """Return the layers of which the figure has anything."""
        figure = self.figure
        has = {
            "light": figure.hour, "trails": figure.routes, "heat": figure.heat,
            "tasks": any(task for _, task, _ in figure.doing), "moods": any(mood for _, _, mood in figure.doing),
        }  # fmt: skip
        return frozenset(name for name, there in has.items() if there)

    def caption(self) -> str:
        """Return what the dock's title says at its right: the room and how many are in it."""
        return self._caption

    def find_member(self, member_id: str) -> MemberFigure | None:
        """Return a member that is on the plan."""
        i = self.people.index.get(member_id)
        return None if i is None else self.people.members[i]

    def _show_speech(self) -> None:
        figure = self.figure
        self._show_murmurs(dict(figure.murmurs))
        who = self.find_member(figure.speaker)
        if who is None or figure.murmurs:
            # What was said last is past when the next are thinking aloud.
            self.bubble.set_speech(Speech())
            self.thoughts.set_speech(Speech())
            return
        name = f"{who.name} · {who.character}" if who.id in self._list_players() and who.character else who.name
        others = [other for each in figure.to if (other := self.find_member(each)) is not None]
        to = (", ".join(other.name for other in others), others[0].colour if len(others) == 1 else "")
        acts = ", ".join(figure.acts)
        self.bubble.set_speech(Speech(who.id, name, who.colour, figure.line, figure.streaming, acts, to, figure.staged))
        thought = " ".join(figure.thoughts) if self.thoughts_shown else ""
        self.thoughts.set_speech(Speech(who.id, who.name, who.colour, thought, False))

    def _show_murmurs(self, heard: Mapping[str, str]) -> None:
        """Show how far each of those is who think of what to say; whoever is not among them has nothing to say."""
        # Who has a bubble keeps it: the others' words would jump from one to the next.
        having = {layer.speech.member: layer for layer in self.murmurs if layer.speech.member in heard}
        free = [layer for layer in self.murmurs if layer.speech.member not in having]
        for layer in free:
            layer.set_speech(Speech())
        for member_id, text in heard.items():
            layer_of, who = having.get(member_id) or (free.pop(0) if free else None), self.find_member(member_id)
            if layer_of is not None and who is not None:
                layer_of.set_speech(Speech(who.id, who.name, who.colour, text, True))

    def tell(self) -> None:
        """Say in words what is drawn: for the dock's title and for screen readers."""
        figure, scene = self.figure, self.figure.scene
        active = figure.plan.by_id.get(figure.active_room) if figure.plan else None
        here = [place.member.name for place in figure.places if place.room == figure.active_room]
        room = active.title(figure.language) if active else ""
        caption = ""
        if scene is not None:
            caption = self.tr("Scene {number} · {what} · {clock}").format(
                number=self.locale().toString(scene.number), what=format_place(scene.what, room or scene.room),
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
        if (who := self.find_member(figure.speaker)) is not None:
            words.append(self.tr("{name} is speaking").format(name=who.name))
        if figure.board is not None:
            words += [figure.board.topic, ", ".join(figure.board.facts)]
        if figure.thinking:
            names = [each.name for each in self.people.members if each.id in figure.thinking]
            words.append(self.tr("Thinking: {names}").format(names=", ".join(names)))
        if (at := self.find_member(self.people.marked)) is not None:
            words.append(self.tr("At {name}").format(name=at.name))
        self.setAccessibleDescription(". ".join(word for word in words if word))

    # The camera

    def show_cursor(self) -> None:
        """Bring the member with the keyboard's mark into view."""
        at = self.people.place(self.people.marked)
        if at is not None and self.mode == FREE:
            self.ensureVisible(QRectF(at[0], at[1], 0.1, 0.1), 40, 40)

    def run_frames(self) -> None:
        """Draw frames as long as something moves; none while the plan is hidden."""
        if not self._timer.isActive() and self.isVisible():  # hidden, everybody is put in place without a walk
            self._clock.restart()
            self._timer.start()

    # Frames

    def advance_walks(self, ms: float) -> bool:
        """Move everything on by `ms` milliseconds; return whether something has not arrived yet."""
        moving = self._move_on(ms)
        self.refresh()
        return moving

    def _move_on(self, ms: float) -> bool:
        """Move people, camera, light and bubble on by `ms`; return whether one of them has not arrived yet."""
        parts = self.people.walk_on, self.glide_on, self.rooms.fade_on, self.bubble.grow_on
        # All of them, also behind one that has way left.
        left = [move(ms * self.pace) if move in parts[:2] else move(ms) for move in parts]  # people and camera only
        return True in left

    def arrive(self) -> None:
        """Put everybody, the light and the camera at once where they are going."""
        self.people.arrive()
        self.rooms.settle()
        self.bubble.grow_on(math.inf)
        self.arrive_camera()
        self._timer.stop()
        self.settle_view()

    def _on_frame(self) -> None:
        if self._move_on(float(self._clock.restart())):
            self.refresh()
        else:
            self._timer.stop()
            self.settle_view()

    def settle_view(self) -> None:
        """Repaint the plan sharply and place the bubbles once the camera rests."""
        super().settle_view()
        self.place_bubbles()

    def hideEvent(self, event: QHideEvent) -> None:
        """Let everybody arrive: nothing moves while the plan is hidden."""
        self.arrive()
        super().hideEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit_again()

    def changeEvent(self, event: QEvent) -> None:
        """Lay everything out anew for another font or language."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.LanguageChange):
            self.camera.fonts.clear()
            self._moved = True
            self.refresh()

    # Where everything finds its place

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
        moved = camera.update_view(self.viewportTransform(), size.width(), size.height(), self.devicePixelRatioF())
        self.rooms.moving = self.gliding or self._settled.isActive()
        if camera.ratio != ratio:  # the window went to another screen
            people.forget_looks()
        if not moved and not self._stale:
            return
        self._stale = False
        self.tracks.held = frozenset(people.members[i].id for i in people.walks)  # a route shows when it was walked
        people.lay_out()  # first: how large faces are decides where bubbles and arcs may be
        if moved or self._moved:
            self._moved = False
            self.rooms.lay_out()
        points = people.list_points()
        named = list(dict.fromkeys((self.hovered, people.marked, people.chosen)))
        below = self._build_texts_below_names(named)
        self._lay_out_talk()
        self._lay_out_bubbles(points, below)
        said = [each.box for each in self._bubbles if each.box is not None]
        if self.board.box is not None and any(overlap(box, self.board.box) for box in said):
            self._hang_board(said)  # What is said now matters more: the board hangs beside it
        if people.walks and len(points) > CROWD:
            self.labels.leave_out()
            return
        covered = [*self.upon, *(box for each in self._bubbles for box in each.list_covered())]
        self.tracks.only = tuple(each for each in named if each)
        taken = [*self.rooms.names, *([self.board.box] if self.board.box else [])]
        self.labels.lay_out(people.members, points, people.radius, named, covered, taken, below)

    def _lay_out_talk(self) -> None:
        """Lay out the board in the room of the talk, and the arcs from the speaker to the listeners."""
        figure, people = self.figure, self.people
        room = self.rooms.locate_room()
        self._hang_board()
        speaker = figure.speaker if figure.line.strip() and not figure.murmurs else ""
        ends = [found for each in figure.to if (found := self._find_face_circle(each)) is not None]
        middle = (room.center().x(), room.center().y()) if room is not None else (0.0, 0.0)
        self.arc.lay_out(self._find_face_circle(speaker) if ends and people.radius > LEAST_FACE else None, ends, middle)

    def _hang_board(self, said: Sequence[Box] = ()) -> None:
        sign = self.rooms.sign_of(self.figure.active_room)
        self.board.lay_out(self.figure.board, self.rooms.locate_room(), sign, said)

    def _find_face_circle(self, member_id: str) -> tuple[tuple[float, float, float], str] | None:
        """Return where somebody's face is drawn, and their colour."""
        at, i = self.people.find_point(member_id), self.people.index.get(member_id)
        return None if at is None or i is None else ((*at, self.people.radius), self.people.members[i].colour)

    def _build_texts_below_names(self, named: Sequence[str]) -> dict[str, Below]:
        """Return what stands below names: whom somebody plays, else what they do; on a small plan only of those in the
        talk and of those who are pointed at.
        """
        figure, playing = self.figure, self._list_players()
        found = {each.id: Below(each.character, "accent") for each in self.people.members
                 if each.id in playing and each.character}  # fmt: skip
        if figure.acts and not figure.line.strip():
            # What is done without a word stands where it is done; with words it is in their bubble.
            found[figure.speaker] = Below(", ".join(figure.acts), "accent")
        for member, stance in figure.stances.items():
            if stance or len(figure.places) <= FEW:
                found.setdefault(member, Below(get_stance_word(stance), ("secondary", "good", "bad")[stance]))
        if "tasks" in self.layers:
            large = self.camera.width >= LARGE * self.camera.text
            here = {place.member.id for place in figure.places if place.room == figure.active_room}
            done = self.tr("done: {task}")
            for member, task, _mood in figure.doing:
                # Where people talk, what they say needs the room.
                room = not figure.speaker if member in here else large
                if task and member not in found and (room or member in named):
                    found[member] = Below(done.format(task=task) if member in figure.finished else task)
        return found

    def _list_players(self) -> frozenset[str]:
        """Return those who sit at the D&D table."""
        scene = self.figure.scene
        return frozenset(scene.members) if scene is not None and scene.kind == "dnd" else frozenset()

    def _lay_out_bubbles(self, points: list[tuple[float, float]], below: dict[str, Below]) -> None:
        """Place them one after the other: murmurs not upon another, a thought not upon what is said."""
        people, reach = self.people, self.people.radius + 3.0

        @cache  # asked by several bubbles, and by none while each keeps its place
        def list_soft_boxes() -> Sequence[Soft]:
            found = [(box, NAME) for box in self.rooms.names if box[2] > box[0]]
            found += [(box, TABLE) for box in self.rooms.list_tables()]
            found += [(box, WALL) for box in self.rooms.list_walls()]
            found += [(box, ARC) for box in self.arc.list_boxes()]
            found += [(box, PLATE) for box in self.labels.predict_boxes(people.members, points, people.radius, below)]
            return [*found, (self.board.box, BOARD)] if self.board.box else found

        murmured: list[Box] = [*self.upon]
        spoken: list[Box] = [*self.upon]
        for bubble in (*self.murmurs, self.bubble, self.thoughts):
            member = bubble.speech.member
            at, own = people.find_point(member), people.index.get(member)
            taken = murmured if bubble.murmur else spoken
            faces = [(x, y, reach) for i, (x, y) in enumerate(points) if i != own] if at else []
            bubble.lay_out((*at, reach) if at else None, faces, taken, tuple if bubble.murmur else list_soft_boxes)
            if bubble.box is not None:
                taken.append(bubble.box)

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Lay out everything, then paint the card's background."""
        self._lay_out()  # Qt paints the background first: all layers have their place by then
        painter.fillRect(rect, self.camera.theme.colour("surface"))

    def drawForeground(self, painter: QPainter, _rect: QRectF | QRect) -> None:
        """Draw the sentence that says what would fill the plan, where nobody is on it."""
        figure, camera = self.figure, self.camera
        if figure.plan is not None and figure.places:
            return
        painter.resetTransform()  # to pixels, as the layers draw
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


def _collect_wall_signs(figure: FloorFigure) -> tuple[object, ...]:
    """Return what of a figure is said on walls."""
    return figure.plan, figure.language, figure.active_room, figure.heat


def _collect_spoken_facts(figure: FloorFigure) -> tuple[object, ...]:
    """Return what of a figure is said in words."""
    return figure.speaker, figure.active_room, figure.hearers, figure.scene, figure.clock, figure.thinking, figure.board
