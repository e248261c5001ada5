"""The sheet the floor plan is drawn on: its layers, what part of it is in sight, and people who walk."""

from __future__ import annotations

import math
from collections.abc import Mapping

from PySide6.QtCore import QElapsedTimer, QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from parley.desktop.floor_plan.figures import FloorFigure
from parley.desktop.floor_plan.view.arrangement import PlanArrangement
from parley.desktop.floor_plan.view.bubble import Speech
from parley.desktop.floor_plan.view.sight import FREE, TALK
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.plain import placed
from parley.desktop.widgets.theme import LOOK

FRAME = 16
"""Milliseconds between two frames of a walk."""


class PlanCanvas(PlanArrangement):
    """Draws a figure, fitted into the view, or zoomed, panned, and kept on a member; what a click or a key means is the
    view's matter.

    Attribute: `animated`, whether people walk, otherwise they are at once where they are going. Signals:
    `caption_changed(text)`.
    """

    caption_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._caption = ""
        self._clock = QElapsedTimer()
        self._timer = QTimer(self, interval=FRAME, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_frame)
        self.setMinimumSize(160, 110)
        # A graphics view has a scale of its own, so that this is no `Themed`.
        LOOK.changed.connect(self._restyle)
        self._restyle()

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
                # Where it was put is nowhere on another plan.
                self.look(TALK)
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
        self._say()
        if moved or _collect_spoken_facts(figure) != _collect_spoken_facts(shown):
            self.thoughts.place_anew()
            self.tell()
        self.follow_talk(at_once=figure.jumped)
        if self._move_on(0.0):
            self.run_frames()
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

    def set_layer(self, name: str, on: bool) -> None:
        """Show or hide one of `LAYERS`."""
        self.layers = self.layers | {name} if on else self.layers - {name}
        self.rooms.light, self.rooms.heat = "light" in self.layers, "heat" in self.layers
        self.tracks.light = self.people.light = self.rooms.light
        self.tracks.on, self.people.moods = "trails" in self.layers, "moods" in self.layers
        self.people.forget_looks()
        self._moved = True
        self.refresh()

    def offered(self) -> frozenset[str]:
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

    def member(self, member_id: str) -> MemberFigure | None:
        """Return a member that is on the plan."""
        i = self.people.index.get(member_id)
        return None if i is None else self.people.members[i]

    def _say(self) -> None:
        figure = self.figure
        self._murmur(dict(figure.murmurs))
        who = self.member(figure.speaker)
        if who is None or figure.murmurs:
            # What was said last is past when the next are thinking aloud.
            self.bubble.say(Speech())
            self.thoughts.say(Speech())
            return
        name = f"{who.name} · {who.character}" if who.id in self._playing() and who.character else who.name
        others = [other for each in figure.to if (other := self.member(each)) is not None]
        to = (", ".join(other.name for other in others), others[0].colour if len(others) == 1 else "")
        acts = ", ".join(figure.acts)
        self.bubble.say(Speech(who.id, name, who.colour, figure.line, figure.streaming, acts, to, figure.staged))
        thought = " ".join(figure.thoughts) if self.thoughts_shown else ""
        self.thoughts.say(Speech(who.id, who.name, who.colour, thought, False))

    def _murmur(self, heard: Mapping[str, str]) -> None:
        """Show how far each of those is who think of what to say; whoever is not among them has nothing to say."""
        # Who has a bubble keeps it: the others' words would jump from one to the next.
        having = {layer.speech.member: layer for layer in self.murmurs if layer.speech.member in heard}
        free = [layer for layer in self.murmurs if layer.speech.member not in having]
        for layer in free:
            layer.say(Speech())
        for member_id, text in heard.items():
            layer_of, who = having.get(member_id) or (free.pop(0) if free else None), self.member(member_id)
            if layer_of is not None and who is not None:
                layer_of.say(Speech(who.id, who.name, who.colour, text, True))

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
        if figure.board is not None:
            words += [figure.board.topic, ", ".join(figure.board.facts)]
        if figure.thinking:
            names = [each.name for each in self.people.members if each.id in figure.thinking]
            words.append(self.tr("Thinking: {names}").format(names=", ".join(names)))
        if (at := self.member(self.people.marked)) is not None:
            words.append(self.tr("At {name}").format(name=at.name))
        self.setAccessibleDescription(". ".join(word for word in words if word))

    # The camera

    def show_cursor(self) -> None:
        """Bring the member with the keyboard's mark into view."""
        at = self.people.place(self.people.marked)
        if at is not None and self.mode == FREE:
            self.ensureVisible(QRectF(at[0], at[1], 0.1, 0.1), 40, 40)

    def run_frames(self) -> None:
        """Frames go on as long as something moves."""
        if not self._timer.isActive() and self.isVisible():
            self._clock.restart()
            self._timer.start()

    # Frames

    def advance(self, ms: float) -> bool:
        """One frame of every walk, `ms` milliseconds later; whether anybody is still on their way."""
        moving = self._move_on(ms)
        self.refresh()
        return moving

    def _move_on(self, ms: float) -> bool:
        """Let everything that moves move on; whether anything has way left."""
        parts = self.people.walk_on, self.rooms.fade_on, self.bubble.grow_on, self.glide_on
        # All of them, also behind one that has way left.
        left = [move(ms) for move in parts]
        return True in left

    def arrive(self) -> None:
        """Everybody is at once where they are going."""
        self.people.arrive()
        self.rooms.settle()
        self.bubble.grow_on(math.inf)
        self.arrive_camera()
        self._timer.stop()
        self.rest()

    def _on_frame(self) -> None:
        if self._move_on(float(self._clock.restart())):
            self.refresh()
        else:
            self._timer.stop()
            self.rest()

    def rest(self) -> None:
        """Repaint the plan sharply and place the bubbles once the camera rests."""
        super().rest()
        self.place_bubbles()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody walks unseen."""
        self.arrive()
        super().hideEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit_again()

    def changeEvent(self, event: QEvent) -> None:
        """Another font or language: lay everything out anew."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.LanguageChange):
            self.camera.fonts.clear()
            self._moved = True
            self.refresh()


def _collect_wall_signs(figure: FloorFigure) -> tuple[object, ...]:
    """Return what of a figure is said on walls."""
    return figure.plan, figure.language, figure.active_room, figure.heat


def _collect_spoken_facts(figure: FloorFigure) -> tuple[object, ...]:
    """Return what of a figure is said in words."""
    return figure.speaker, figure.active_room, figure.hearers, figure.scene, figure.clock, figure.thinking, figure.board
