"""The floor plan's view: what lies upon it, and what mouse and keyboard mean there."""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QSettings, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAction,
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from parley.desktop.floor_plan.figures import FloorFigure
from parley.desktop.floor_plan.view.canvas import LAYERS, PlanCanvas
from parley.desktop.floor_plan.view.controls import KEYS, HeatLegend, MiniMap, PlanControls, box_of
from parley.desktop.floor_plan.view.sight import FREE, TALK
from parley.desktop.run.figures import MemberFigure
from parley.desktop.run.words import get_stance_word
from parley.desktop.widgets.counts import format_turns
from parley.desktop.widgets.parts import build_popup_menu
from parley.desktop.widgets.plain import escape_amp, make_tip, one_line
from parley.desktop.widgets.spoken import Spoken

OVERLAY = 10
"""Pixels between the plan's edges and what lies upon it."""
LOWEST = 190
"""Pixels of height below which nothing lies upon the plan."""
ROOMY = (700, 380)
"""Pixels from which on there is a legend, and the button of the camera says in words what it does."""
HIGH = 480
"""Pixels of height from which on there is a small map: upon a lower plan it would lie upon people."""
DRAG = 4
"""Pixels the mouse moves before a click becomes a drag."""
_ARROWS = {
    int(Qt.Key.Key_Left): (-1, 0),
    int(Qt.Key.Key_Right): (1, 0),
    int(Qt.Key.Key_Up): (0, -1),
    int(Qt.Key.Key_Down): (0, 1),
}
_SWITCHES = {int(Qt.Key[f"Key_{key}"]): name for name, key in KEYS.items()}
_LETTERS = (
    Qt.Key.Key_F, Qt.Key.Key_Z, Qt.Key.Key_T, Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_Equal, *_SWITCHES,
)  # fmt: skip


class FloorPlanView(Spoken, PlanCanvas):
    """The office: who is where, who speaks and who hears it, with switches, a small map and a legend upon it; its
    members are read out one by one.

    Signals: `member_chosen(id)`; `intent(name, id)` with open_member, give_floor, whisper, mute or unmute;
    `caption_changed(text)`.
    """

    member_chosen = Signal(str)
    intent = Signal(str, object)
    spoken_role = QAccessible.Role.List

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # Not the viewport's children: it tells this view of what is taken off it while the view is being destroyed.
        self.controls = PlanControls(self)
        self.map = MiniMap(self, self.people.list_places)
        self.legend = HeatLegend(self)
        self._asked: tuple[object, ...] = ()
        self.controls.camera_wanted.connect(self.turn_camera)
        self.controls.layer_switched.connect(self.set_layer)
        self.map.point_wanted.connect(self.look_at)
        self.mode_changed.connect(self._show_overlays)
        self._pressed: QPoint | None = None
        self._dragging = False
        self.setAccessibleName(self.tr("Floor plan"))

    def save_state(self, store: QSettings) -> None:
        """Keep what the camera does and which layers are shown."""
        store.setValue("plan/camera", TALK if self.mode == FREE else self.mode)  # that place is nowhere in other plans
        store.setValue("plan/hidden", " ".join(sorted(set(LAYERS) - self.layers)))

    def restore_state(self, store: QSettings) -> None:
        """Restore the camera mode and the shown layers of the last time."""
        for name in str(store.value("plan/hidden", "")).split():
            if name in LAYERS:
                self.set_layer(name, False)
        self.apply_mode(str(store.value("plan/camera", TALK)))

    # What lies upon the plan

    def show_figure(self, figure: FloorFigure) -> None:
        """Show where everybody is, and what there is to switch."""
        super().show_figure(figure)
        asked = (figure.plan, bool(figure.places), figure.active_room, figure.spots, figure.heat, self.find_layers(),
                 self.viewportTransform())  # fmt: skip
        if asked != self._asked:  # Most often only a line grew
            self._asked = asked
            self._show_overlays()

    def _lay_out(self) -> None:
        """Find everything's place, on the small map too."""
        super()._lay_out()
        if self.map.isVisibleTo(self):
            self._show_map()

    def set_layer(self, name: str, on: bool) -> None:
        """Show or hide one of `LAYERS`."""
        super().set_layer(name, on)
        self._show_overlays()

    def turn_camera(self) -> None:
        """Follow the talk where the camera does not, else show the whole plan."""
        if self.mode == TALK:
            self.fit()
        else:
            self.fit_talk()

    def _show_overlays(self, _mode: str = "") -> None:
        figure, size = self.figure, self.viewport().size()
        there = figure.plan is not None and bool(figure.places) and size.height() >= LOWEST
        self.controls.setVisible(there)
        times = self.transform().m11() / self.whole()
        self.controls.show_layers(self.layers, self.find_layers())
        alone, brief = bool(figure.active_room) and not figure.spots, size.height() < ROOMY[1]
        self.controls.show_camera(self.mode, times, alone, brief)
        right, bottom = size.width() - OVERLAY, size.height() - OVERLAY
        roomy = there and size.width() >= ROOMY[0] and size.height() >= ROOMY[1]
        heat = max((minutes for _, minutes in figure.heat), default=0)
        self.legend.setVisible(roomy and bool(heat) and "heat" in self.layers)
        self.legend.show_most(heat)
        self.controls.fit_width(size.width())
        self.legend.move(right - self.legend.width(), bottom - self.legend.height())
        talk = self.rooms.locate_room() if not figure.spots else None
        # Beside a talk in one room, not upon it.
        aside = talk is not None and talk.center().x() < size.width() / 2 - OVERLAY
        self.controls.move(right - self.controls.width() if aside else OVERLAY, bottom - self.controls.height())
        # Where all sit in one room and the camera stays there, the rest of the house has nothing to show.
        self.map.setVisible(
            roomy and size.height() >= HIGH and times > 1.05 and (bool(figure.spots) or self.mode == FREE)
        )
        if self.map.isVisibleTo(self):
            self._show_map()
            self.map.move(OVERLAY, bottom - self.map.height() if aside else self.controls.y() - 6 - self.map.height())
        shown = (each for each in (self.controls, self.map, self.legend) if each.isVisibleTo(self))
        upon = [box_of(each) for each in shown]
        if upon != self.upon:
            self.upon = upon  # Names and bubbles keep off what lies there
            self.refresh()

    def _show_map(self) -> None:
        self.map.show_figure(self.figure, self.mapToScene(self.viewport().rect()).boundingRect())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_overlays()

    # What is read out

    def count_accessible_rows(self) -> int:
        return len(self.figure.places)

    def get_accessible_text(self, row: int) -> str:
        """Return a member, where they are, and what they do there."""
        place, plan = self.figure.places[row], self.figure.plan
        room = plan.by_id.get(place.room) if plan else None
        task = next((task for who, task, _mood in self.figure.doing if who == place.member.id), "")
        stands = [get_stance_word(each) for who, each in self.figure.stances.items() if who == place.member.id]
        words = (place.member.name, room.title(self.figure.language) if room else "", task, *stands)
        return ", ".join(word for word in words if word)

    def get_accessible_current(self) -> int:
        marked = self.people.marked
        return next((row for row, place in enumerate(self.figure.places) if place.member.id == marked), -1)

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Note a press, which may become a click or a drag."""
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._pressed = event.position().toPoint()
            self._dragging = False
            self._mark_member("")
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the plan, or see who is under the pointer."""
        at = event.position().toPoint()
        if self._pressed is not None and event.buttons() != Qt.MouseButton.NoButton:
            if self._dragging or (at - self._pressed).manhattanLength() > DRAG:
                self._dragging = True
                self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
                self.move_camera(self._pressed.x() - at.x(), self._pressed.y() - at.y())
                self._pressed = at
            return
        self._hover(self.people.find_member_at(at.x(), at.y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the member that was clicked."""
        dragged, self._dragging, self._pressed = self._dragging, False, None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if self.hovered else Qt.CursorShape.ArrowCursor)
        if dragged or event.button() != Qt.MouseButton.LeftButton:
            return
        if member_id := self.people.find_member_at(event.position().x(), event.position().y()):
            self._choose_member(member_id)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the member that was double-clicked; on the floor show the whole plan."""
        self._pressed = None
        if member_id := self.people.find_member_at(event.position().x(), event.position().y()):
            self.intent.emit("open_member", member_id)
        else:
            self.fit()

    def leaveEvent(self, event: QEvent) -> None:
        """Take note that nobody is under the pointer any more."""
        self._hover("")
        super().leaveEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the member under the pointer or the keyboard's mark, else that of the plan."""
        at = event.pos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self.open_menu(self.people.marked or self.people.chosen)
        else:
            self.open_menu(self.people.find_member_at(at.x(), at.y()), event.globalPos())

    def open_menu(self, member_id: str, at: QPoint | None = None) -> None:
        """Open the menu of a member, or of the plan where there is none."""
        who = self.find_member(member_id)
        menu = build_popup_menu(self)
        menu.setAccessibleName(who.name if who else self.tr("Floor plan"))
        if who is None:
            self._fill_plan_menu(menu)
        else:
            self._fill_member_menu(menu, who)
        if at is None:
            x, y = self.people.find_point(member_id) or (self.viewport().width() / 2, self.viewport().height() / 2)
            at = self.viewport().mapToGlobal(QPoint(round(x + self.people.radius), round(y)))
        menu.popup(at)

    def _fill_member_menu(self, menu: QMenu, who: MemberFigure) -> None:
        """Fill the menu with what can be asked of a member."""
        title = menu.addAction(escape_amp(one_line(f"{who.name} · {who.role}" if who.role else who.name)))
        title.setEnabled(False)  # whose menu it is, nothing to choose
        menu.addSeparator()
        for name, text, enabled in (
            ("give_floor", self.tr("Give the floor"), not who.muted),
            ("whisper", self.tr("Whisper…"), True),
            ("unmute", self.tr("Bring back"), True) if who.muted else ("mute", self.tr("Mute"), True),
            ("open_member", self.tr("Open"), True),
        ):
            action = menu.addAction(text)
            action.setObjectName(name)
            action.setEnabled(enabled)
            action.triggered.connect(lambda _checked=False, name=name: self.intent.emit(name, who.id))

    def _fill_plan_menu(self, menu: QMenu) -> None:
        """Fill the menu with what can be done with the plan."""

        def add(name: str, text: str, key: str) -> QAction:
            action = menu.addAction(text)
            action.setObjectName(name)
            action.setShortcut(QKeySequence(key))  # shown only: `keyPressEvent` answers the key
            return action

        add("fit", self.tr("Show the whole plan"), "F").triggered.connect(self.fit)
        add("talk", self.tr("Follow the talk"), "Z").triggered.connect(self.fit_talk)
        add("nearer", self.tr("Zoom in"), "+").triggered.connect(lambda: self.zoom(1.25))
        add("further", self.tr("Zoom out"), "-").triggered.connect(lambda: self.zoom(0.8))
        menu.addSeparator()
        layers = (
            (add(name, self.controls.get_title(name), KEYS[name]), name in self.layers, partial(self.set_layer, name))
            for name in LAYERS if name in self.find_layers()
        )  # fmt: skip
        for action, on, switch in (
            *layers,
            (add("thoughts", self.tr("Show thoughts"), "T"), self.thoughts_shown, self.set_thoughts_shown),
        ):
            action.setCheckable(True)
            action.setChecked(on)
            action.toggled.connect(switch)

    def _hover(self, member_id: str) -> None:
        if member_id != self.hovered:
            self.hovered = member_id
            shape = Qt.CursorShape.PointingHandCursor if member_id else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
            self.refresh()

    def _choose_member(self, member_id: str) -> None:
        self.select_member(member_id)
        self.member_chosen.emit(member_id)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show a tool tip that says in words what an avatar shows."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            member_id = self.people.find_member_at(event.pos().x(), event.pos().y())
            QToolTip.showText(event.globalPos(), make_tip(self.make_tooltip(member_id)), self.viewport())
            return True
        return super().viewportEvent(event)

    def make_tooltip(self, member_id: str) -> str:
        """Return who a member is and what they are doing."""
        who = self.find_member(member_id)
        if who is None:
            return ""
        words = [f"{who.name} · {who.role}" if who.role else who.name]
        if who.muted:
            words.append(self.tr("Muted: does not get the floor."))
        if who.character and member_id in self._list_players():
            words.append(self.tr("Plays {character}.").format(character=who.character))
        if member_id in self.figure.thinking:
            words.append(self.tr("Thinks of what to say, at the same time as the others."))
        elif member_id in self.figure.bystanders:
            words.append(self.tr("Sees them, does not hear what is said."))
        elif member_id == self.figure.speaker:
            words.append(self.tr("Has the floor."))
        elif member_id in self.figure.hearers:
            words.append(self.tr("Hears this."))
        elif self.figure.hearers:
            words.append(self.tr("Does not hear this."))
        text, heard = self.figure.put_in.get(member_id, ("", False))
        if text:
            told = self.tr("Has heard what was put in: {text}") if heard else self.tr("Has not heard yet: {text}")
            words.append(told.format(text=text))
        for task, mood in ((task, mood) for each, task, mood in self.figure.doing if each == member_id):
            if task:
                done = member_id in self.figure.finished
                words.append((self.tr("Done: {task}") if done else self.tr("Works on: {task}")).format(task=task))
            if mood:
                words.append(self.tr("Mood: {mood}").format(mood=mood))
        if member_id in self.figure.stances:
            words.append(self.tr("Stands: {stance}").format(stance=get_stance_word(self.figure.stances[member_id])))
        if who.turns:
            share = round(100 * who.share)
            words.append(self.tr("{turns}, {share} % of the words").format(turns=format_turns(who.turns), share=share))
        return "\n".join(words)

    # The keyboard

    def event(self, event: QEvent) -> bool:
        """Keep the plan's letters, and the keys that move the keyboard's mark while there is one, from the window."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
            if self.people.marked and plain and event.key() in (*_ARROWS, Qt.Key.Key_Return, Qt.Key.Key_Enter):
                event.accept()
                return True
            if plain and event.key() in _LETTERS:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the mark with arrows, choose with Enter, fit with F, follow the talk with Z, show thoughts with T, zoom
        with + and −, switch layers with the letters of `KEYS`."""
        key = event.key()
        if key in _ARROWS:
            self._move_mark(*_ARROWS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.people.marked:
            self._choose_member(self.people.marked)
        elif key == Qt.Key.Key_Menu:
            self.open_menu(self.people.marked or self.people.chosen)
        elif key == Qt.Key.Key_F:
            self.fit()
        elif key == Qt.Key.Key_Z:
            self.fit_talk()
        elif (name := _SWITCHES.get(key)) is not None:
            self.set_layer(name, name not in self.layers)
        elif key == Qt.Key.Key_T:
            self.set_thoughts_shown(not self.thoughts_shown)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(1.25)
        elif key == Qt.Key.Key_Minus:
            self.zoom(0.8)
        elif key == Qt.Key.Key_Escape and self.people.marked:
            self._mark_member("")
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Put the mark on the selected member, else the first, where Tab led here; arrows move it from there."""
        super().focusInEvent(event)
        ids = [member.id for member in self.people.members]
        if ids and event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self._mark_member(self.people.chosen if self.people.chosen in ids else ids[0])

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Remove the mark with the focus, unless a menu or another window took the focus."""
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self._mark_member("")

    def _mark_member(self, member_id: str) -> None:
        if member_id == self.people.marked:
            return
        self.people.marked = member_id
        self.show_cursor()
        self.tell()
        self.refresh()

    def _move_mark(self, right: int, down: int) -> None:
        """Move the mark to the nearest member in a direction."""
        members = self.people.members
        if not members:
            return
        at = self.people.place(self.people.marked)
        if at is None:
            chosen = self.people.chosen
            self._mark_member(chosen if chosen in self.people.index else members[0].id)
            return
        best, found = math.inf, self.people.marked
        for member in members:
            x, y = self.people.place(member.id) or at
            ahead = (x - at[0]) * right + (y - at[1]) * down
            aside = abs((x - at[0]) * down) + abs((y - at[1]) * right)
            if ahead > 1e-6 and ahead + 2.0 * aside < best:  # straight on counts more than near
                best, found = ahead + 2.0 * aside, member.id
        self._mark_member(found)
