"""A story on its card of the start page: the place, who is there, and what the player may choose."""

from __future__ import annotations

import math
from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QRadialGradient
from PySide6.QtWidgets import QWidget

from desktop.first_run.thumbs import turn_of
from desktop.modes.story.figures import Face
from desktop.modes.story.mode import shown_story
from desktop.run.figures import MemberFigure
from desktop.run.model import RunModel
from desktop.widgets.avatar import paint_avatar
from desktop.widgets.painted import NO_PEN, ink, write
from desktop.widgets.theme import LOOK, font

SKY = ("#20293f", "#3c4a66", "#7d8091")
RIDGES = ("#46526c", "#333e55", "#232c40")
GROUND, MOON, LAMP = "#161c2a", "#f3e6c4", "#f7c98a"
"""The night of a tale, the same in both themes."""
STEPS, FACE, MOST_PEOPLE, MOST_CHOICES = 24, 11.0, 5, 2


class StoryPicture:
    """Hills whose shape follows from the place's name, under a moon; faces, and the choices below them."""

    def __init__(self, host: QWidget) -> None:
        self._host = host

    def paint(self, painter: QPainter, box: QRectF, run: RunModel) -> str:
        story = shown_story(run)
        place = story.place if story else ""
        paint_place(painter, box, place)
        if story is None:
            return turn_of(run)
        faces = [*([story.sheet.face] if story.sheet else []), *(each.face for each in story.people)][:MOST_PEOPLE]
        lamp = QRadialGradient(box.center().x(), box.bottom() - 46, box.width() * 0.3)
        for at, alpha in ((0.0, 110), (1.0, 0)):
            glow = QColor(LAMP)
            glow.setAlpha(alpha)
            lamp.setColorAt(at, glow)
        painter.fillRect(box, lamp)
        left = box.center().x() - (len(faces) - 1) * FACE * 1.35
        for at, face in enumerate(faces):
            centre = QPointF(left + at * FACE * 2.7, box.bottom() - 52)
            paint_avatar(painter, centre, FACE, _figure(face), LOOK.theme)
        self._paint_choices(painter, box, story.choices[:MOST_CHOICES])
        return place or turn_of(run)

    def _paint_choices(self, painter: QPainter, box: QRectF, choices: tuple[str, ...]) -> None:
        face = font(10.5)
        painter.setFont(face)
        metrics, gap = painter.fontMetrics(), 6.0
        most = (box.width() - 68 - gap) / MOST_CHOICES
        shown = [
            metrics.elidedText(f"{number}  {text}", Qt.TextElideMode.ElideRight, round(most - 18))
            for number, text in enumerate(choices, 1)
        ]
        left = box.left() + 12
        for text in shown:
            chip = QRectF(left, box.bottom() - 30, metrics.horizontalAdvance(text) + 18, 20)
            ink(painter, NO_PEN, LOOK.theme.colour("surface"))
            painter.drawRoundedRect(chip, 10, 10)
            write(painter, chip.adjusted(9, 0, 0, 0), text, face, LOOK.theme.colour("text"))
            left = chip.right() + gap


def paint_place(painter: QPainter, box: QRectF, place: str) -> None:
    """A landscape by night."""
    sky = QLinearGradient(box.topLeft(), box.bottomLeft())
    for at, colour in zip((0.0, 0.55, 1.0), SKY, strict=True):
        sky.setColorAt(at, QColor(colour))
    painter.fillRect(box, sky)
    chance = Random(place)
    moon = QPointF(box.left() + box.width() * chance.uniform(0.6, 0.85), box.top() + box.height() * 0.2)
    ink(painter, NO_PEN, QColor(MOON))
    painter.drawEllipse(moon, 11, 11)
    for at, colour in enumerate((*RIDGES, GROUND)):
        foot, high = box.top() + box.height() * (0.52 + 0.12 * at), box.height() * (0.14 - 0.03 * at)
        phase, steep = chance.uniform(0, 6.3), chance.uniform(1.2, 2.6)
        hill = QPainterPath(box.bottomLeft())
        for step in range(STEPS + 1):
            part = step / STEPS
            rise = math.sin(phase + part * 6.3 * steep) + 0.5 * math.sin(2.3 * phase + part * 13)
            hill.lineTo(box.left() + part * box.width(), foot - high * rise)
        hill.lineTo(box.bottomRight())
        painter.fillPath(hill, QColor(colour))


def _figure(face: Face) -> MemberFigure:
    return MemberFigure(face.id, face.name, face.initial, face.colour or "slate")
