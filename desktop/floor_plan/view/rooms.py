"""The plan itself: its staged picture, the rooms' names on their walls, and the frame of the room of the talk."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap

from parley.core.office.drawing.hours import DAY, get_light
from parley.core.office.drawing.light import Lamps
from parley.core.office.drawing.scenery import FACE, FOOT
from parley.desktop.floor_plan.figures import FloorFigure
from parley.desktop.floor_plan.stage.stage import Stage, stage_pixmap
from parley.desktop.floor_plan.view.layer import Box, Camera, Layer
from parley.desktop.widgets.painted import NO_PEN, ink, luminance, stroke
from parley.desktop.widgets.plain import mask_bidi

if TYPE_CHECKING:
    from parley.core.office.shapes import Room

NAME = 10.5
"""Pixels of a room's name."""
INDENT = 1.0
"""How far a name stands from its room's west wall, in plan units."""
GAP = 6.0
"""Pixels between a name and how long people were in its room."""
EDGE = 10.0
"""Pixels that a name keeps from the picture's edge when its room begins outside it."""
LEAST = 26.0
"""Pixels that a name needs at least; in a narrower room there is none."""
YARD = 12.0
"""Plan units about the house that the coarse picture shows."""
DAWNS, LAMPS = 1200.0, 240.0
"""Milliseconds in which the light of another hour comes, and those in which a lamp comes on."""
SHARPEST = 4096
"""Pixels of a side of a picture that is made for somebody else's painter, at most."""
HEATS = {True: (0.0, 0.03, 0.06, 0.10, 0.145, 0.19), False: (0.0, 0.03, 0.055, 0.085, 0.12, 0.16)}
"""How opaque the accent lies on a floor, by level, in the dark theme and in the light one."""
INKS = (("#2b2e35", "#f0f1f4"), ("#000000", "#ffffff"))
"""For names on bright and on dark walls; the second pair where dusk makes the wall neither."""
AA = 4.6


@dataclass(frozen=True, slots=True)
class Sign:
    """A room's name where it stands; behind it how long people were there today."""

    text: str
    box: Box
    active: bool
    heat: str = ""


class RoomsLayer(Layer):
    """Draws the plan into a pixmap, and that until something about it changes.

    While the camera moves, a coarse picture of the whole plan is drawn in its place. Attributes: `names`, where the
    rooms' names stand, in their order, empty boxes where there is no room for them; `moving`, whether the camera does;
    `light` and `heat`, whether the hour's light and the time spent in rooms are shown.
    """

    def __init__(self, camera: Camera) -> None:
        super().__init__(camera)
        self.names: list[Box] = []
        self.signs: list[Sign] = []
        self.moving = False
        self.light = self.heat = True
        self._figure = FloorFigure()
        self._cache, self._before = QPixmap(), QPixmap()
        self._key: tuple[object, ...] = ()
        self._coarse = QPixmap()
        self._coarse_key: tuple[object, ...] = ()
        self._faded, self._fading = 0.0, LAMPS

    def show_figure(self, figure: FloorFigure, animated: bool) -> None:
        """Show the plan with everything that determines its light; if `animated`, light changes gradually."""
        before, earlier = self._figure, self.build_stage()
        self._figure = figure
        if not animated or before.plan is not figure.plan or self._cache.isNull():  # nothing to fade from
            self.settle()
        elif self.build_stage() != earlier:
            self._before, self._faded = self._cache, 1.0
            self._fading = DAWNS if before.hour != figure.hour else LAMPS

    def build_stage(self) -> Stage | None:
        """Return what is painted, apart from how it is looked at."""
        figure = self._figure
        if figure.plan is None:
            return None
        lamps = Lamps(frozenset(place.room for place in figure.places), frozenset({figure.left} - {""}), figure.screens)
        # The others stand where they are in the plan anyway.
        sitting = frozenset((place.x, place.y) for place in figure.places if place.room == figure.active_room)
        return Stage(figure.plan, get_light(figure.hour if self.light else DAY, self.camera.theme.dark), lamps, sitting)

    @property
    def _rooms(self) -> tuple[Room, ...]:
        return self._figure.plan.rooms if self._figure.plan else ()

    def locate_room(self) -> QRectF | None:
        """Return where the room of the talk lies in the viewport; None where there is none."""
        room = self._figure.plan.by_id.get(self._figure.active_room) if self._figure.plan else None
        return self._compute_room_rect(room) if room is not None else None

    def sign_of(self, room_id: str) -> Box | None:
        """Return where the name of a room stands."""
        found = (box for room, box in zip(self._rooms, self.names, strict=False) if room.id == room_id)
        return next((box for box in found if box[2] > box[0]), None)

    def list_walls(self) -> list[Box]:
        """Return the four walls of the room of the talk, in pixels."""
        where = self.locate_room()
        if where is None:
            return []
        left, top, right, bottom = where.left(), where.top(), where.right(), where.bottom()
        return [(left, top, right, top + 1), (left, bottom, right, bottom + 1), (left, top, left + 1, bottom),
                (right, top, right + 1, bottom)]  # fmt: skip

    def list_tables(self) -> list[Box]:
        """Return where the tables of the room of the talk stand, in pixels: the middles of round ones."""
        room = self._figure.plan.by_id.get(self._figure.active_room) if self._figure.plan else None
        found: list[Box] = []
        for thing in room.furniture if room is not None else ():
            if thing.what == "table":
                inset = 0.05 if thing.kind == "ellipse" else 0.0  # a box around an ellipse covers floor at its corners
                left, top = self.camera.map_point(thing.x + inset * thing.width, thing.y + inset * thing.height)
                right, bottom = self.camera.map_point(
                    thing.x + (1 - inset) * thing.width, thing.y + (1 - inset) * thing.height
                )
                found.append((left, top, right, bottom))
        return found

    def _compute_room_rect(self, room: Room) -> QRectF:
        """Return where a room lies in the viewport, on whole pixels so that lines are sharp."""
        left, top = self.camera.map_point(room.x, room.y)
        right, bottom = self.camera.map_point(room.right, room.bottom)
        return QRectF(round(left), round(top), round(right) - round(left), round(bottom) - round(top))

    def lay_out(self) -> None:
        """Place the names: on the wall north of each room, and at the picture's edge where that is out of sight."""
        metrics = self.camera.metrics(NAME, QFont.Weight.DemiBold)
        figure, high, light = self._figure, metrics.height(), self.camera.metrics(NAME)
        heat = dict(figure.heat) if self.heat else {}
        self.signs, self.names = [], []
        for room in self._rooms:
            where, title = self._compute_room_rect(room), mask_bidi(room.title(figure.language))
            inset = max(3.0, INDENT * self.camera.scale)
            left = max(where.left() + inset, EDGE)
            middle = max(where.top() + (FACE + FOOT) / 2 * self.camera.scale + 1.0, EDGE + high / 2)
            space = min(where.right() - 4.0, self.camera.width - EDGE) - left
            width = metrics.horizontalAdvance(title)
            if width > space:
                title = metrics.elidedText(title, Qt.TextElideMode.ElideRight, space)
                width = metrics.horizontalAdvance(title)
            if space < LEAST or middle + high > where.bottom() or middle - high / 2 > self.camera.height:
                self.names.append((0.0, 0.0, 0.0, 0.0))  # keeps `names` in step with the rooms
                continue
            told = format_spent(heat[room.id]) if room.id in heat else ""
            if told and width + GAP + (wide := light.horizontalAdvance(told)) <= space:
                width += GAP + wide
            else:
                told = ""
            box = (left, middle - high / 2, left + width, middle + high / 2)
            self.names.append(box)
            self.signs.append(Sign(title, box, room.id == figure.active_room, told))

    # Frames ---------------------------------------------------------------------------------------------------------

    def fade_on(self, ms: float) -> bool:
        """Change the light on for `ms`; return whether there is change left."""
        self._faded = max(0.0, self._faded - ms / max(1.0, self._fading))
        if not self._faded:
            self._before = QPixmap()  # as large as the window: not kept
        return self._faded > 0.0

    def _build_picture_key(self, stage: Stage | None) -> tuple[object, ...]:
        """Return all that the picture depends on, apart from how it is looked at."""
        figure, camera = self._figure, self.camera
        return (stage, camera.text, camera.family, camera.theme.name, figure.active_room, figure.language, figure.heat,
                self.heat)  # fmt: skip

    def draw(self, painter: QPainter) -> None:
        """Draw the plan from its cached picture, mixed with the one before while the light changes."""
        camera, stage = self.camera, self.build_stage()
        if stage is None:
            return
        larger = abs(painter.worldTransform().m11())
        if abs(larger - 1.0) > 0.01 and max(camera.width, camera.height) * camera.ratio * larger <= SHARPEST:
            # Somebody makes a larger picture of the view: it is painted as sharp as that picture is.
            made = self._build_plan_picture(stage, camera.ratio * larger)
            painter.drawPixmap(QRectF(0, 0, camera.width, camera.height), made, QRectF(made.rect()))
            return
        lit, view = self._build_picture_key(stage), camera.view
        if self._key != (lit, view):
            if self.moving:  # a sharp picture takes longer than a frame
                self._draw_coarse(painter, stage)
                self._draw_frame(painter)
                return
            if self._key[1:] != (view,):  # the last picture shows another part: there is no fading from it
                self.settle()
            self._key = (lit, view)
            self._cache = self._build_plan_picture(stage, camera.ratio)
        painter.drawPixmap(0, 0, self._cache)
        if self._faded > 0.0:
            painter.setOpacity(self._faded)
            painter.drawPixmap(0, 0, self._before)
            painter.setOpacity(1.0)

    def settle(self) -> None:
        """Finish the change of light at once."""
        self._faded, self._before = 0.0, QPixmap()

    def _get_seen_area(self) -> QRectF:
        camera = self.camera
        return QRectF(
            -camera.dx / camera.scale, -camera.dy / camera.scale,
            max(1.0, camera.width) / camera.scale, max(1.0, camera.height) / camera.scale,
        )  # fmt: skip

    def _build_plan_picture(self, stage: Stage, ratio: float) -> QPixmap:
        """Return the staged plan with its signs and the frame of the active room."""
        camera = self.camera
        made = stage_pixmap(stage, self._get_seen_area(), max(1.0, camera.width), max(1.0, camera.height), ratio)
        ground = made.toImage()
        painter = QPainter(made)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_heat(painter)
        self._draw_frame(painter)
        metrics = camera.metrics(NAME, QFont.Weight.DemiBold)
        for sign in self.signs:
            # A plate in the colour of the wall's foot, where nothing hangs: darker in a dark theme, for light letters.
            left, top, right, bottom = sign.box
            foot = ((top + bottom) / 2 + FACE / 2 * camera.scale - 1.0) * ratio
            plate = ground.pixelColor(round(left * ratio), min(round(foot), ground.height() - 1))
            plate = plate.darker(150) if camera.theme.dark else plate
            ink(painter, NO_PEN, plate)
            painter.drawRoundedRect(QRectF(left - 3, top, right - left + 6, bottom - top), 3, 3)
            painter.setPen(QPen(choose_ink(plate)))
            painter.setFont(camera.font(NAME, QFont.Weight.DemiBold))
            painter.drawText(round(sign.box[0]), round(sign.box[1] + metrics.ascent()), sign.text)
            if sign.heat:
                painter.setFont(camera.font(NAME))
                x = sign.box[0] + metrics.horizontalAdvance(sign.text) + GAP
                painter.drawText(round(x), round(sign.box[1] + metrics.ascent()), sign.heat)
        painter.end()
        return made

    def _draw_frame(self, painter: QPainter) -> None:
        """Draw a frame along the walls of the active room: a talk is heard as far as that."""
        active = next((room for room in self._rooms if room.id == self._figure.active_room), None)
        if active is not None:
            ink(painter, stroke(self.camera.theme.colour("accent"), 2.0, cap=Qt.PenCapStyle.SquareCap))
            painter.drawRoundedRect(self._compute_room_rect(active), 1.0, 1.0)

    def _draw_heat(self, painter: QPainter) -> None:
        """Draw the accent on the floors of the rooms in which people were today, in five steps."""
        heat, camera = dict(self._figure.heat) if self.heat else {}, self.camera
        most, colour = max(heat.values(), default=0), camera.theme.colour("accent")
        for room in self._rooms:
            if spent_here := heat.get(room.id):
                colour.setAlphaF(heat_alpha(math.ceil(5 * spent_here / most), camera.theme.dark))
                where = self._compute_room_rect(room)
                where.setTop(where.top() + (FACE + FOOT) * camera.scale)  # below the wall, whose face is seen
                painter.fillRect(where.adjusted(4, 0, -4, -4), colour)

    def _draw_coarse(self, painter: QPainter, stage: Stage) -> None:
        """Draw the whole plan from one scaled picture, sharp enough during motion."""
        camera, plan = self.camera, stage.plan
        house = QRectF(-YARD, -YARD, plan.width + 2 * YARD, plan.height + 2 * YARD)
        scale = min(camera.width / house.width(), camera.height / house.height()) * 1.4
        key = (stage, camera.width, camera.height)
        if key != self._coarse_key:
            self._coarse_key = key
            self._coarse = stage_pixmap(stage, house, house.width() * scale, house.height() * scale, 1.0)
        painter.fillRect(QRectF(0, 0, camera.width, camera.height), QColor(stage.light.outside))
        left, top = camera.map_point(house.x(), house.y())
        where = QRectF(left, top, house.width() * camera.scale, house.height() * camera.scale)
        # Scaled without smoothing, on whole pixels: the fast way, and it is gone in a moment.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawPixmap(where.toRect(), self._coarse, self._coarse.rect())


def choose_ink(ground: QColor) -> QColor:
    """Return the ink that is read best upon a colour: contrast by WCAG 2.2."""
    bright = luminance(ground) + 0.05
    for dark, light in INKS:
        on_dark, on_light = (luminance(QColor(light)) + 0.05) / bright, bright / (luminance(QColor(dark)) + 0.05)
        if max(on_dark, on_light) >= AA:
            break
    return QColor(light if on_dark >= on_light else dark)


def heat_alpha(level: int, dark: bool) -> float:
    """Return how opaque a level of heat (0 to 5) is in a theme."""
    return HEATS[dark][level]


def format_spent(minutes: int) -> str:
    """Return a time that was spent: "45 min", "1 h 05"."""
    return f"{minutes // 60} h {minutes % 60:02d}" if minutes >= 60 else f"{minutes} min"
