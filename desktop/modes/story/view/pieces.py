"""What a passage is laid out into: pieces to paint, with their places."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QTextLayout

from parley.desktop.modes.story.figures import Face, PassageFigure
from parley.desktop.modes.story.view.marks import paint_face, write
from parley.desktop.transcript.view.look import Look
from parley.desktop.widgets.icons import paint_icon
from parley.desktop.widgets.theme import Theme
from parley.desktop.widgets.windowed.text import laid

MARGIN = 14.0
FACE = 26.0
GAP = 10.0
PAD = 8.0
WIDEST = 560.0
"""Pixels that a line of the tale has at most: longer ones are hard to read."""
SIZE = 17
"""Pixels of a book's letters at a text scale of 1, as long as nobody wants others."""


def paper(theme: Theme) -> str:
    """Return what a tale is written on: paper in daylight."""
    return "#fffdf8" if theme.name == "light" else theme.surface


class Letters(NamedTuple):
    """What the tale is set in: `size` in pixels at a text scale of 1; `plain`: in the window's own letters."""

    size: int = SIZE
    plain: bool = False

    def font(self, look: Look, *, italic: bool = False, smaller: int = 0) -> QFont:
        """Return the letters at the text's scale."""
        font = QFont(look.text) if self.plain else look.serif(self.size, italic=italic)
        font.setPixelSize(max(6, round(look.px(self.size - smaller))))
        font.setItalic(italic)
        return font

    @property
    def part(self) -> float:
        """How wide a line may be: larger letters need more room for as many of them."""
        return max(1.0, self.size / SIZE)


BOOK = Letters()


class Shape:
    """A passage's pieces with their places from its top left corner, in pixels.

    `face` and `number` are where a click chooses the member or the turn.
    """

    def __init__(self, width: float, look: Look, height: float = 0.0, letters: Letters = BOOK) -> None:
        self.width, self.look, self.height, self.letters = width, look, height, letters
        self.pieces: list[Callable[[QPainter], None]] = []
        self.face: QRectF | None = None
        self.number: QRectF | None = None

    @property
    def widest(self) -> float:
        """Pixels that a line has at most."""
        return self.look.px(WIDEST) * self.letters.part

    def text(self, layout: QTextLayout, at: QPointF, ink: str | QColor = "text") -> None:
        """Add a text that is laid out, in a role's colour or another."""
        colour = self.look.colour(ink) if isinstance(ink, str) else ink

        def paint(painter: QPainter) -> None:
            painter.setPen(colour)
            layout.draw(painter, at)

        self.pieces.append(paint)

    def lines(self, text: str, x: float, y: float, wide: float, role: str = "text", font: QFont | None = None) -> float:
        """Return a text in as many lines as it needs; returns where it ends, which without words is where it begins."""
        if not text:
            return y
        layout, height = laid(text, font or self.look.text, wide)
        self.text(layout, QPointF(x, y), role)
        return y + height

    def word(self, text: str, box: QRectF, font: QFont, colour: QColor, *, right: bool = False) -> None:
        """Add a text in one line, as far as there is room for it."""
        self.pieces.append(lambda painter: write(painter, text, box, font, colour, right=right))

    def ground(self, box: QRectF, fill: QColor, edge: QColor, radius: float) -> None:
        """Add the background of a text."""

        def paint(painter: QPainter) -> None:
            painter.setPen(QPen(edge, 1.0))
            painter.setBrush(fill)
            painter.drawRoundedRect(box, radius, radius)

        self.pieces.append(paint)

    def icon(self, name: str, box: QRectF, colour: QColor) -> None:
        """Add an icon."""
        self.pieces.append(lambda painter: paint_icon(painter, name, box, colour))

    def portrait(self, box: QRectF, face: Face) -> None:
        """Somebody's face."""
        self.pieces.append(lambda painter: paint_face(painter, box, face, self.look.theme))


def number_of(shape: Shape, passage: PassageFigure, y: float) -> float:
    """Return the turn's number at the right; returns how wide it is."""
    if not passage.turn:
        return 0.0
    look, number = shape.look, str(passage.turn)
    wide = look.small_metrics.horizontalAdvance(number) + look.px(8)
    shape.number = QRectF(shape.width - look.px(MARGIN) - wide, y, wide, look.name_metrics.height())
    shape.word(number, shape.number, look.small, look.colour("faint"), right=True)
    return wide
