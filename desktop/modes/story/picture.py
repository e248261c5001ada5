"""A story on its card of the start page: the place, who is there, and what the player may choose."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from parley.core.modes.story.vignette.scenery import Scenery
from parley.desktop.first_run.thumbs import turn_of
from parley.desktop.modes.story.figures import Face
from parley.desktop.modes.story.mode import shown_story
from parley.desktop.modes.story.vignette import paint_vignette
from parley.desktop.run.figures import MemberFigure
from parley.desktop.run.model import RunModel
from parley.desktop.widgets.avatar import paint_avatar
from parley.desktop.widgets.painted import NO_PEN, ink, write
from parley.desktop.widgets.theme import LOOK, font

FACE, MOST_PEOPLE, MOST_CHOICES = 11.0, 5, 2


BEFORE = Scenery("")
"""What is seen before a story has a place: a way through the land."""


def paint_scenery(painter: QPainter, box: QRectF, run: RunModel) -> None:
    """Where the shown turn of a story is."""
    story = shown_story(run)
    paint_vignette(painter, box, (story.scenery if story else None) or BEFORE)


class StoryPicture:
    """The place, the faces of those who are there, and the choices below them."""

    def __init__(self, host: QWidget) -> None:
        self._host = host

    def paint(self, painter: QPainter, box: QRectF, run: RunModel) -> str:
        story = shown_story(run)
        paint_scenery(painter, box, run)
        if story is None:
            return turn_of(run)
        faces = [*([story.sheet.face] if story.sheet else []), *(each.face for each in story.people)][:MOST_PEOPLE]
        left = box.center().x() - (len(faces) - 1) * FACE * 1.35
        for at, face in enumerate(faces):
            centre = QPointF(left + at * FACE * 2.7, box.bottom() - 52)
            paint_avatar(painter, centre, FACE, _figure(face), LOOK.theme)
        self._paint_choices(painter, box, story.choices[:MOST_CHOICES])
        return story.place or turn_of(run)

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


def _figure(face: Face) -> MemberFigure:
    return MemberFigure(face.id, face.name, face.initial, face.colour or "slate")
