"""The shadows that people throw: by day all one way, in the evening away from the lamp."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QBrush, QLinearGradient, QPainter, QPixmap

from parley.core.office.drawing.hours import Ambience
from parley.core.office.drawing.light import spots
from parley.core.office.drawing.scenery import scenery
from parley.desktop.floor_plan.stage.stage import tint
from parley.desktop.widgets.painted import NO_PEN, blank, ink

if TYPE_CHECKING:
    from parley.core.office.plan import Plan
    from parley.core.office.shapes import Point

ANGLES = 24
"""Directions that are told apart."""
STEP = 4.0
"""Pixels by which two lengths differ at least."""
LONGEST = 2.8
"""Radii of a face that a shadow is long at most."""
BY_DAY, BY_NIGHT = ("#4a4436", 0.28), ("#140c06", 0.38)
"""The colour of a shadow, and how dark it is at its owner's feet."""


class Shadows:
    """Pictures of shadows, each drawn once."""

    def __init__(self) -> None:
        self._drawn: dict[tuple[float, int, int, bool, float], QPixmap] = {}

    def forget(self) -> None:
        """Draw all anew: the screen changed."""
        self._drawn.clear()

    def draw(
        self, painter: QPainter, plan: Plan, light: Ambience, place: Point, at: Point, radius: float, scale: float,
        ratio: float,
    ) -> None:  # fmt: skip
        """Draw the shadow of somebody at a `place` of the plan, `at` a point of the picture; `scale` is pixels a
        unit."""
        night = light.night > 0.5
        x, y = cast(plan, light, place, radius, scale)
        length = min(math.hypot(x, y), LONGEST * radius)
        angle = round(math.atan2(y, x) / math.tau * ANGLES) % ANGLES
        key = (radius, angle, max(1, round(length / STEP)), night, ratio)
        if key not in self._drawn:
            self._drawn[key] = _build_shade_picture(*key)
        pixmap = self._drawn[key]
        half = pixmap.width() / ratio / 2
        painter.drawPixmap(QPointF(at[0] - half, at[1] - half + 0.35 * radius), pixmap)


def cast(plan: Plan, light: Ambience, place: Point, radius: float, scale: float) -> Point:
    """Return where a shadow ends, in pixels from its owner: away from the sun, or from the lamp the longer the
    farther.
    """
    if light.night <= 0.5:
        return radius * light.shadow, 0.7 * radius
    lamp = _find_lamp_of_place(plan, place)
    if lamp is None:
        return 0.0, radius
    x, y = (place[0] - lamp[0]) * scale, (place[1] - lamp[1]) * scale
    away = math.hypot(x, y)
    if away < 1.0:
        return 0.0, radius
    length = 1.2 * radius + 0.3 * away
    return x / away * length, y / away * length


def _find_lamp_of_place(plan: Plan, place: Point) -> Point | None:
    """Return the lamp that lights a place: there are people, so it is on."""
    room = plan.find_room_at(place)
    if room is None:
        return None
    if room.corridor:
        return min(spots(room), key=lambda spot: math.dist(spot, place))
    return scenery(plan).lamps[room.id]


def _build_shade_picture(radius: float, angle: int, steps: int, night: bool, ratio: float) -> QPixmap:
    """Return a band as wide as its owner that fades out; its beginning is the picture's middle."""
    length = steps * STEP
    side = 2 * (length + 1.2 * radius)
    made = blank(side, side, ratio)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(side / 2, side / 2)
    painter.rotate(360.0 * angle / ANGLES)
    colour, dark = BY_NIGHT if night else BY_DAY
    fade = QLinearGradient(0.0, 0.0, length + 0.8 * radius, 0.0)
    fade.setColorAt(0.0, tint(colour, dark))
    fade.setColorAt(0.55, tint(colour, 0.45 * dark))
    fade.setColorAt(1.0, tint(colour, 0.0))
    ink(painter, NO_PEN, QBrush(fade))
    painter.drawRoundedRect(QRectF(-0.8 * radius, -0.8 * radius, length + 1.6 * radius, 1.6 * radius),
                            0.8 * radius, 0.8 * radius)  # fmt: skip
    painter.end()
    return made
