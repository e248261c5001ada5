"""Avatars as pixmaps: a circle with a letter, drawn once for each look."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap

from desktop.floor_plan.view.layer import Camera
from desktop.widgets.icons import paint_icon
from desktop.widgets.painted import MIDDLE, NO_PEN, blank, ink, write

MARGIN = 10.0
"""Pixels about the circle for rings and marks."""
LETTER = 5.0
"""Below this radius in pixels an avatar is a dot: a letter could not be read."""
KEPT = 4_000
"""So many looks are kept; more are only met while zooming, and then forgotten at once."""


@dataclass(frozen=True, slots=True)
class Look:
    """All that makes two avatars the same picture. `radius` in pixels."""

    colour: str
    initial: str
    radius: float
    speaking: bool = False
    hearing: bool = False
    apart: bool = False
    muted: bool = False
    chosen: bool = False
    deaf: bool = False
    thinking: bool = False


class Avatars:
    """The pixmaps of all looks that are on the plan."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._drawn: dict[Look, QPixmap] = {}

    def forget(self) -> None:
        """Draw all anew: the theme or the screen changed."""
        self._drawn.clear()

    def pixmap(self, look: Look) -> QPixmap:
        """The picture of a look; its middle is the avatar's."""
        if look not in self._drawn:
            if len(self._drawn) > KEPT:
                self.forget()
            self._drawn[look] = self._draw(look)
        return self._drawn[look]

    def _draw(self, look: Look) -> QPixmap:
        theme, radius, side = self._camera.theme, look.radius, 2 * (look.radius + MARGIN)
        middle, colour = QPointF(side / 2, side / 2), theme.member(look.colour)
        pixmap = blank(side, side, self._camera.ratio)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if look.apart:
            painter.setOpacity(0.45)
        self._draw_rings(painter, look, middle)
        if look.muted:
            # Hollow: who is muted is told by shape as well as by the mark.
            ink(painter, QPen(colour, max(1.0, min(2.0, radius * 0.16))), theme.colour("surface"))
            painter.drawEllipse(middle, radius - 1, radius - 1)
        else:
            ink(painter, NO_PEN, colour)
            painter.drawEllipse(middle, radius, radius)
        if radius >= LETTER:
            self._draw_marks(painter, look, middle)
        painter.end()
        return pixmap

    def _draw_rings(self, painter: QPainter, look: Look, middle: QPointF) -> None:
        theme = self._camera.theme
        rings = []
        if look.speaking:
            rings.append((3.6, QColor(theme.member(look.colour)), 0.34, 4.4))
        elif look.hearing:
            rings.append((2.8, QColor(theme.colour("accent")), 0.42, 1.3))
        if look.chosen:
            rings.append((6.0 if look.speaking else 3.2, QColor(theme.colour("text")), 1.0, 1.8))
        for out, colour, alpha, thick in rings:
            colour.setAlphaF(alpha)
            ink(painter, QPen(colour, thick))
            painter.drawEllipse(middle, look.radius + out, look.radius + out)

    def _draw_marks(self, painter: QPainter, look: Look, middle: QPointF) -> None:
        theme, radius = self._camera.theme, look.radius
        if look.initial:
            font = QFont(self._camera.font(12, QFont.Weight.Bold))
            font.setPixelSize(max(6, round(radius * (1.08 if len(look.initial) == 1 else 0.86))))
            square = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
            write(painter, square, look.initial, font,
                  theme.member(look.colour) if look.muted else theme.on_member(), MIDDLE)  # fmt: skip
        if look.muted:
            size, at = max(3.6, radius * 0.38), middle + QPointF(radius * 0.74, radius * 0.74)
            ink(painter, QPen(theme.colour("surface"), 1.2), theme.colour("bad"))
            painter.drawEllipse(at, size, size)
            painter.setPen(QPen(theme.colour("surface"), max(1.2, size * 0.36), c=Qt.PenCapStyle.FlatCap))
            painter.drawLine(at - QPointF(size * 0.6, 0), at + QPointF(size * 0.6, 0))
        # A mark has to be seen, however dim the face is.
        painter.setOpacity(1.0)
        if look.thinking:
            self._draw_dots(painter, look, middle)
        elif look.deaf and not look.muted:
            # An ear, crossed out: they see the talk and do not hear it.
            size = min(8.5, max(5.0, radius * 0.55))
            at = middle + QPointF(1, 1) * min(radius * 0.74, middle.x() - size - 0.6)
            ink(painter, QPen(theme.colour("secondary"), 1.0), theme.colour("surface"))
            painter.drawEllipse(at, size, size)
            box = QRectF(at.x() - size * 0.85, at.y() - size * 0.85, size * 1.7, size * 1.7)
            paint_icon(painter, "ph.ear-slash-bold", box, theme.colour("text"))

    def _draw_dots(self, painter: QPainter, look: Look, middle: QPointF) -> None:
        """Three dots in a small bubble: they think of what to say."""
        colour = self._camera.theme.member(look.colour)
        high = min(7.5, max(3.4, look.radius * 0.42))
        wide = high * 1.7
        at = middle + QPointF(look.radius * 0.62, -look.radius * 0.78)
        box = QRectF(at.x() - wide, at.y() - high, 2 * wide, 2 * high)
        box.moveRight(min(box.right(), 2 * middle.x() - 0.8))
        box.moveTop(max(box.top(), 0.8))
        ink(painter, QPen(colour, 1.2), self._camera.theme.colour("surface"))
        painter.drawRoundedRect(box, high, high)
        ink(painter, NO_PEN, colour)
        for step in (-0.9, 0.0, 0.9):
            painter.drawEllipse(box.center() + QPointF(step * high * 0.95, 0.0), high * 0.3, high * 0.3)
