"""Avatars as pixmaps: a circle with a letter, drawn once for each look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap

from desktop.floor_plan.view.layer import Camera
from desktop.widgets.icons import paint_icon

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
        # To stroke a ring takes ten times as long as to blit one, and all who hear wear the same.
        self._parts: dict[tuple[str, Look], QPixmap] = {}

    def forget(self) -> None:
        """Draw all anew: the theme or the screen changed."""
        self._drawn.clear()
        self._parts.clear()

    def pixmap(self, look: Look) -> QPixmap:
        """The picture of a look; its middle is the avatar's."""
        if look not in self._drawn:
            if len(self._drawn) > KEPT:
                self.forget()
            self._drawn[look] = self._draw(look)
        return self._drawn[look]

    def _draw(self, look: Look) -> QPixmap:
        pixmap = self._blank(look)
        painter = QPainter(pixmap)
        if look.apart:
            painter.setOpacity(0.45)
        if look.speaking or look.hearing or look.chosen:
            rings = replace(look, colour=look.colour if look.speaking else "", initial="", apart=False, muted=False)
            painter.drawPixmap(0, 0, self._part("rings", rings, self._draw_rings))
        disc = Look(look.colour, "", look.radius, muted=look.muted)
        painter.drawPixmap(0, 0, self._part("disc", disc, self._draw_circle))
        half = look.radius + MARGIN
        if look.initial and look.radius >= LETTER:
            painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
            self._draw_letter(painter, look, QPointF(half, half))
        if look.muted and look.radius >= LETTER:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw_mute(painter, look, QPointF(half, half))
        if look.radius >= LETTER and (look.deaf or look.thinking):
            # A mark has to be seen, however dim the face is.
            painter.setOpacity(1.0)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if look.thinking:
                self._draw_dots(painter, look, QPointF(half, half))
            elif not look.muted:
                self._draw_ear(painter, look, QPointF(half, half))
        painter.end()
        return pixmap

    def _part(self, name: str, look: Look, draw: Callable[[QPainter, Look, QPointF], None]) -> QPixmap:
        if (name, look) not in self._parts:
            pixmap = self._blank(look)
            painter = QPainter(pixmap)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            half = look.radius + MARGIN
            draw(painter, look, QPointF(half, half))
            painter.end()
            self._parts[name, look] = pixmap
        return self._parts[name, look]

    def _blank(self, look: Look) -> QPixmap:
        side = round(2 * (look.radius + MARGIN) * self._camera.ratio)
        pixmap = QPixmap(side, side)
        pixmap.setDevicePixelRatio(self._camera.ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        return pixmap

    def _draw_rings(self, painter: QPainter, look: Look, middle: QPointF) -> None:
        theme = self._camera.theme
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if look.speaking:
            halo = QColor(theme.member(look.colour))
            halo.setAlphaF(0.34)
            _ring(painter, middle, look.radius + 3.6, halo, 4.4)
        elif look.hearing:
            heard = QColor(theme.colour("accent"))
            heard.setAlphaF(0.42)
            _ring(painter, middle, look.radius + 2.8, heard, 1.3)
        if look.chosen:
            _ring(painter, middle, look.radius + (6.0 if look.speaking else 3.2), theme.colour("text"), 1.8)

    def _draw_circle(self, painter: QPainter, look: Look, middle: QPointF) -> None:
        theme = self._camera.theme
        colour = theme.member(look.colour)
        if look.muted:
            # Hollow: who is muted is told by shape as well as by the mark.
            painter.setBrush(theme.colour("surface"))
            painter.setPen(QPen(colour, max(1.0, min(2.0, look.radius * 0.16))))
            painter.drawEllipse(middle, look.radius - 1, look.radius - 1)
        else:
            painter.setBrush(colour)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawEllipse(middle, look.radius, look.radius)

    def _draw_letter(self, painter: QPainter, look: Look, middle: QPointF) -> None:
        theme = self._camera.theme
        size = look.radius * (1.08 if len(look.initial) == 1 else 0.86)
        font = QFont(self._camera.font(12, QFont.Weight.Bold))
        font.setPixelSize(max(6, round(size)))
        painter.setFont(font)
        painter.setPen(theme.member(look.colour) if look.muted else theme.on_member())
        square = QRectF(middle.x() - look.radius, middle.y() - look.radius, 2 * look.radius, 2 * look.radius)
        painter.drawText(square, Qt.AlignmentFlag.AlignCenter, look.initial)

    def _draw_mute(self, painter: QPainter, look: Look, middle: QPointF) -> None:
        theme = self._camera.theme
        size = max(3.6, look.radius * 0.38)
        at = middle + QPointF(look.radius * 0.74, look.radius * 0.74)
        painter.setPen(QPen(theme.colour("surface"), 1.2))
        painter.setBrush(theme.colour("bad"))
        painter.drawEllipse(at, size, size)
        bar = QPen(theme.colour("surface"), max(1.2, size * 0.36), Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
        painter.setPen(bar)
        painter.drawLine(at - QPointF(size * 0.6, 0), at + QPointF(size * 0.6, 0))

    def _draw_dots(self, painter: QPainter, look: Look, middle: QPointF) -> None:
        """Three dots in a small bubble: they think of what to say."""
        theme = self._camera.theme
        high = min(7.5, max(3.4, look.radius * 0.42))
        wide = high * 1.7
        at = middle + QPointF(look.radius * 0.62, -look.radius * 0.78)
        box = QRectF(at.x() - wide, at.y() - high, 2 * wide, 2 * high)
        box.moveRight(min(box.right(), 2 * middle.x() - 0.8))
        box.moveTop(max(box.top(), 0.8))
        painter.setPen(QPen(theme.member(look.colour), 1.2))
        painter.setBrush(theme.colour("surface"))
        painter.drawRoundedRect(box, high, high)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.member(look.colour))
        for step in (-0.9, 0.0, 0.9):
            painter.drawEllipse(box.center() + QPointF(step * high * 0.95, 0.0), high * 0.3, high * 0.3)

    def _draw_ear(self, painter: QPainter, look: Look, middle: QPointF) -> None:
        """An ear, crossed out: they see the talk and do not hear it."""
        theme = self._camera.theme
        size = min(8.5, max(5.0, look.radius * 0.55))
        at = middle + QPointF(look.radius * 0.74, look.radius * 0.74)
        at = QPointF(min(at.x(), 2 * middle.x() - size - 0.6), min(at.y(), 2 * middle.y() - size - 0.6))
        painter.setPen(QPen(theme.colour("secondary"), 1.0))
        painter.setBrush(theme.colour("surface"))
        painter.drawEllipse(at, size, size)
        box = QRectF(at.x() - size * 0.85, at.y() - size * 0.85, size * 1.7, size * 1.7)
        paint_icon(painter, "ph.ear-slash-bold", box, theme.colour("text"))


def _ring(painter: QPainter, middle: QPointF, radius: float, colour: QColor, thick: float) -> None:
    painter.setPen(QPen(colour, thick))
    painter.drawEllipse(middle, radius, radius)
