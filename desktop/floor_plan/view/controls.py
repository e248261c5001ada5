"""What lies upon the floor plan: what the camera does, which layers are shown, the whole plan in small, the legend."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QWidget

from parley.desktop.floor_plan.figures import FloorFigure
from parley.desktop.floor_plan.view.canvas import LAYERS
from parley.desktop.floor_plan.view.layer import Box
from parley.desktop.floor_plan.view.rooms import format_spent, heat_alpha
from parley.desktop.floor_plan.view.sight import FREE, TALK, WHOLE
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.painted import NO_BRUSH, NO_PEN, ink, mixed, stroke
from parley.desktop.widgets.themed import Themed

ICONS = {
    "light": "ph.sun-horizon", "trails": "ph.path", "heat": "ph.thermometer-simple", "tasks": "ph.text-aa",
    "moods": "ph.smiley",
}  # fmt: skip
KEYS = {"light": "L", "trails": "W", "heat": "H", "tasks": "D", "moods": "M"}
"""The key of each layer while the plan has the keyboard."""
FEW = 560
"""Pixels of width below which the layers are in the plan's menu alone."""
EDGE = 10
"""Pixels from the plan's edges."""
MAP = (170.0, 84.0)
"""Pixels of the small map, at most."""


class PlanControls(Themed, QFrame):
    """The camera's button and the switches of the layers, in the plan's lower left corner.

    Signals: `camera_wanted()`, the camera is to do the other thing; `layer_switched(name, on)`.
    """

    camera_wanted = Signal()
    layer_switched = Signal(str, bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("planControls")
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)  # a click beside a button would move the plan
        self.camera = QToolButton(self)
        self.camera.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.camera.clicked.connect(self.camera_wanted)
        self.switches: dict[str, QToolButton] = {}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(4, 3, 4, 3)
        self._row.setSpacing(2)
        self._row.addWidget(self.camera)
        for name in LAYERS:
            button = QToolButton(self)
            button.setCheckable(True)
            button.setChecked(True)
            button.toggled.connect(partial(self.layer_switched.emit, name))
            self.switches[name] = button
            self._row.addWidget(button)
        self._mode = TALK
        self._camera: tuple[object, ...] = ()
        self._offered: frozenset[str] = frozenset()
        self._width = 0
        self._apply_theme()

    def get_title(self, name: str) -> str:
        """Return what a layer is called."""
        return {
            "light": self.tr("Light"), "trails": self.tr("Trails"), "heat": self.tr("Heat"), "tasks": self.tr("Tasks"),
            "moods": self.tr("Moods"),
        }[name]  # fmt: skip

    def describe_layer(self, name: str) -> str:
        """Return what a layer shows, in a sentence."""
        return {
            "light": self.tr("Light by the hour of the office's clock. Off: always day."),
            "trails": self.tr("The ways by which everybody came to the last scene."),
            "heat": self.tr("How long people were in each room today, all added up."),
            "tasks": self.tr("What everybody is doing, under their name."),
            "moods": self.tr("How everybody feels, on their head."),
        }[name]

    def show_layers(self, on: frozenset[str], offered: frozenset[str]) -> None:
        """Show which layers are on, and only switches of those that this run has anything for."""
        self._offered = offered
        for name, button in self.switches.items():
            button.blockSignals(True)  # shown, not pressed: `layer_switched` would switch it again
            button.setChecked(name in on)
            button.blockSignals(False)
        self._fit_switches()

    def show_camera(self, mode: str, times: float, alone: bool, brief: bool) -> None:
        """Show the camera's mode and how many times larger than as a whole the plan is shown; `alone`: all are in one
        room, `brief`: words would lie on people."""
        if (key := (mode, round(times, 1), alone, brief)) == self._camera:  # asked at every frame of the camera's way
            return
        self._camera, self._mode = key, mode
        words = {
            TALK: self.tr("Stays in the room") if alone else self.tr("Follows the talk"),
            WHOLE: self.tr("Whole plan"), FREE: self.tr("Stays here"),
        }[mode]  # fmt: skip
        factor = self.locale().toString(times, "f", 1)
        told = self.tr("{what} · {factor}×").format(what=words, factor=factor)
        self.camera.setText(f"{factor}×" if brief else told)
        other = self.tr("Show the whole plan (F).") if mode == TALK else self.tr("Follow the talk (Z).")
        self.camera.setToolTip(other)
        self.camera.setAccessibleName(f"{told}. {other}")
        self._set_icons()
        self._fit_switches()

    def fit_width(self, width: int) -> None:
        """Arrange everything for a plan that is so many pixels wide."""
        if width != self._width:
            self._width = width
            self._fit_switches()

    def _fit_switches(self) -> None:
        for name, button in self.switches.items():
            button.setVisible(name in self._offered and self._width >= FEW * self.scale)
        self.adjustSize()

    def _apply_theme(self) -> None:
        for button in (self.camera, *self.switches.values()):
            button.setFont(self.letters(12, QFont.Weight.Medium))
            button.setIconSize(QSize(round(16 * self.scale), round(16 * self.scale)))
        for name, button in self.switches.items():
            button.setToolTip(f"{self.describe_layer(name)} ({KEYS[name]})")
            button.setAccessibleName(self.get_title(name))
            button.setAccessibleDescription(self.describe_layer(name))
        self._set_icons()
        self._fit_switches()

    def _set_icons(self) -> None:
        colour = self.theme.colour("text")
        for name, button in self.switches.items():
            button.setIcon(icon(ICONS[name], colour))
        shape = {TALK: "ph.crosshair-simple", WHOLE: "ph.frame-corners", FREE: "ph.hand"}[self._mode]
        self.camera.setIcon(icon(shape, self.theme.colour("accent") if self._mode == TALK else colour))


class MiniMap(Themed, QWidget):
    """The whole plan in small, with everybody on it and what is in sight framed. A click goes there.

    Signals: `point_wanted(x, y)` in plan units.
    """

    point_wanted = Signal(float, float)

    def __init__(self, parent: QWidget, points: Callable[[], list[tuple[float, float]]]) -> None:
        super().__init__(parent)
        self._figure = FloorFigure()
        self._points = points
        self._seen = QRectF()
        self._shows: tuple[object, ...] = ()
        self.setAccessibleName(self.tr("The whole plan"))
        self.setToolTip(self.tr("Click to go there."))
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_figure(self, figure: FloorFigure, seen: QRectF) -> None:
        """Show the figure and the part of its plan that is in sight (plan units)."""
        people = [(place.member.colour, at) for place, at in zip(figure.places, self._points(), strict=False)]
        shows = (figure.plan, figure.active_room, people, seen)
        if shows == self._shows:
            return
        self._figure, self._seen, self._shows = figure, seen, shows
        if figure.plan is not None:
            scale = self._compute_scale()
            self.resize(round(figure.plan.width * scale) + 16, round(figure.plan.height * scale) + 16)
        self.update()

    def _compute_scale(self) -> float:
        plan = self._figure.plan
        return min(MAP[0] / plan.width, MAP[1] / plan.height) if plan else 1.0

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._show_point(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._show_point(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()  # the plan below would take it for the end of a click of its own

    def _show_point(self, at: QPointF) -> None:
        scale = self._compute_scale()
        self.point_wanted.emit((at.x() - 8.0) / scale, (at.y() - 8.0) / scale)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, theme, plan, scale = QPainter(self), self.theme, self._figure.plan, self._compute_scale()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = theme.colour("surface")
        ground.setAlphaF(0.92)
        ink(painter, theme.colour("border"), ground)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8.0, 8.0)
        if plan is None:
            painter.end()
            return
        painter.translate(8.0, 8.0)
        for room in plan.rooms:
            lit = room.id == self._figure.active_room
            ink(painter, theme.colour("surface"), theme.colour("furniture"))
            if lit:
                painter.setBrush(theme.colour("room_lit"))
            painter.drawRect(QRectF(room.x * scale, room.y * scale, room.width * scale, room.height * scale))
        painter.setPen(NO_PEN)
        for place, (x, y) in zip(self._figure.places, self._points(), strict=False):
            painter.setBrush(theme.member(place.member.colour))
            painter.drawEllipse(QPointF(x * scale, y * scale), 2.2, 2.2)
        ink(painter, stroke(theme.colour("accent"), 1.5), NO_BRUSH)
        whole = QRectF(0, 0, plan.width, plan.height)
        part = self._seen.intersected(whole)
        painter.drawRect(QRectF(part.x() * scale, part.y() * scale, part.width() * scale, part.height() * scale))
        painter.end()


class HeatLegend(Themed, QLabel):
    """What the colours of the rooms mean: how long people were there today, all added up."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, textFormat=Qt.TextFormat.RichText)  # for coloured squares; all words are ours
        self._most = 0
        self.setObjectName("planLegend")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_most(self, minutes: int) -> None:
        """Show the minutes of the room where people were longest."""
        self._most = minutes
        title, upto = self.tr("People were here today"), f"0–{format_spent(minutes)}"
        self.setAccessibleName(f"{title} {upto}")
        # Five steps as on the floors, but stronger: here they lie on the window's ground.
        strong = (min(1.0, 4.0 * heat_alpha(level, self.theme.dark)) for level in range(1, 6))
        accent, ground = self.theme.colour("accent"), self.theme.colour("surface")
        steps = "".join(f'<span style="color: {mixed(accent, ground, part).name()}">■</span>' for part in strong)
        self.setText(f'{title}&nbsp; {steps}&nbsp; <span style="color: {self.theme.secondary}">{upto}</span>')
        self.adjustSize()

    def _apply_theme(self) -> None:
        self.setFont(self.letters(11))
        self.show_most(self._most)  # the colours stand in the text


def box_of(widget: QWidget) -> Box:
    """Return what a widget upon the plan covers, in pixels of the viewport."""
    at = widget.geometry()
    return float(at.left()), float(at.top()), float(at.right()), float(at.bottom())
