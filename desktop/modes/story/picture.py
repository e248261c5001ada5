"""A story on its card of the start page: the place where it is."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from parley.core.modes.story.vignette.scenery import Scenery
from parley.desktop.first_run.thumbs import turn_of
from parley.desktop.modes.story.mode import shown_story
from parley.desktop.modes.story.vignette import paint_vignette
from parley.desktop.run.model import RunModel

BEFORE = Scenery("")
"""What is seen before a story has a place: a way through the land."""


def paint_scenery(painter: QPainter, box: QRectF, run: RunModel) -> None:
    """Where the shown turn of a story is."""
    story = shown_story(run)
    paint_vignette(painter, box, (story.scenery if story else None) or BEFORE)


class StoryPicture:
    """The place where the story is."""

    def __init__(self, host: QWidget) -> None:
        self._host = host

    def paint(self, painter: QPainter, box: QRectF, run: RunModel) -> str:
        paint_scenery(painter, box, run)
        story = shown_story(run)
        return (story.place if story else "") or turn_of(run)
