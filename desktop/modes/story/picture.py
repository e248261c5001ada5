"""A story on its card of the start page: its newest words, as in a book."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from parley.core.modes.story.rules.parts import AGENTS
from parley.desktop.first_run.thumbs import turn_of
from parley.desktop.modes.story.mode import shown_story
from parley.desktop.modes.story.view.tale import SIZE, get_paper
from parley.desktop.run.model import RunModel
from parley.desktop.transcript.view.look import Look
from parley.desktop.widgets.windowed.text import laid


class StoryPicture:
    """The newest lines of the tale, as many as there is room for, the last one in full ink."""

    def __init__(self, host: QWidget) -> None:
        self._host = host

    def paint(self, painter: QPainter, box: QRectF, run: RunModel) -> str:
        look, story = Look(self._host.font()), shown_story(run)
        painter.fillRect(box, QColor(get_paper(look.theme)))
        painter.setClipRect(box)  # the uppermost line may be cut
        bottom = box.bottom() - 16
        for ago, turn in enumerate(reversed(run.state.turns)):
            if bottom <= box.top():  # the rest of a long run is not laid out
                break
            told = turn.member in AGENTS
            layout, height = laid(turn.text, look.make_serif(SIZE - 3, italic=not told), box.width() - 44)
            bottom -= height
            painter.setPen(look.colour("text" if not ago else "secondary"))
            layout.draw(painter, QPointF(box.left() + 22, bottom))
            bottom -= 8
        return (story.place if story else "") or turn_of(run)
