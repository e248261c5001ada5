"""One passage laid out for a width: a list of pieces to paint, and how high they are together."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QTextLayout

from parley.desktop.modes.story.figures import PassageFigure, StreamFigure
from parley.desktop.modes.story.view.pieces import (
    BOOK,
    FACE,
    GAP,
    MARGIN,
    PAD,
    WIDEST,
    Letters,
    Shape,
    number_of,
)
from parley.desktop.modes.story.view.rulings import card
from parley.desktop.modes.story.view.wording import PHASE_ICONS, cause_word
from parley.desktop.transcript.view.look import Look
from parley.desktop.widgets.bars import mixed
from parley.desktop.widgets.language import labelled
from parley.desktop.widgets.windowed.text import LEADING, laid

ASIDE = 2 * MARGIN + 44
"""Pixels beside the lines of the tale, for their numbers and its margins."""
INDENT = 24.0

translate = QCoreApplication.translate


def shaped(passage: PassageFigure, width: float, look: Look, letters: Letters = BOOK, *, opens: bool = False) -> Shape:
    """Lay out one passage; with one that `opens` the tale begins, or goes on elsewhere."""
    shape = Shape(width, look, letters=letters)
    layouts = {"aside": _aside, "line": _said, "speech": _said, "player": _said, "mark": _mark}
    layouts |= dict.fromkeys(("dice", "ruled", "fight", "round", "outcome"), card)
    if passage.kind == "told":
        _told(shape, passage, opens=opens)
    else:
        layouts.get(passage.kind, _lay_out_quiet_note)(shape, passage)
    shape.height = float(round(shape.height))
    return shape


def streamed(stream: StreamFigure, width: float, look: Look, letters: Letters = BOOK) -> Shape:
    """Lay out a line that is being said."""
    said = PassageFigure(-1, stream.kind, stream.text or "…", face=stream.face)
    return shaped(said, width, look, letters)


def _told(shape: Shape, passage: PassageFigure, *, opens: bool) -> None:
    """Lay out the narrator's words as in a book: without a name, paragraphs indented, the first with a large letter."""
    look, px = shape.look, shape.look.px
    letters, left, y = shape.letters.font(look), px(MARGIN), px(PAD)
    most = min(shape.widest, shape.width - 2 * left - number_of(shape, passage, y))
    for at, paragraph in enumerate(passage.text.split("\n\n") if passage.text else ()):
        if at == 0 and opens and len(paragraph) > LEAST_OPENING and paragraph[0].isalpha():
            layout, height = _lay_out_opening(shape, paragraph, letters, left, y, most)
        else:
            layout, height = laid(paragraph, letters, most, indent=px(INDENT) if at or not opens else 0.0)
        shape.text(layout, QPointF(left, y))
        y += height + px(6)
    one_line = laid("x", letters, most)[1] + px(6)
    shape.height = max(y, px(PAD) + one_line) + px(4)


LEAST_OPENING = 90
"""Characters from which on a paragraph has two lines, beside which a large letter stands."""


def _lay_out_opening(
    shape: Shape, text: str, letters: QFont, left: float, y: float, most: float
) -> tuple[QTextLayout, float]:
    """Return a paragraph beside its first letter, which is two lines high."""
    look = shape.look
    lines = QFontMetricsF(letters).height() * LEADING * 2
    large = QFont(letters)
    large.setPixelSize(round(lines * 0.98))
    metrics = QFontMetricsF(large)
    wide = metrics.horizontalAdvance(text[0]) + look.px(5)
    # Its foot stands on the second line.
    base = QFontMetricsF(letters).height() * LEADING + QFontMetricsF(letters).ascent()
    colour, at = look.colour("accent"), QPointF(left, y + base)

    def paint(painter: QPainter) -> None:
        painter.setFont(large)
        painter.setPen(colour)
        painter.drawText(at, text[0])

    shape.pieces.append(paint)
    return laid(text[1:].lstrip(), letters, most, beside=(wide, 2))


def _aside(shape: Shape, passage: PassageFigure) -> None:
    """Lay out the jester's aside: indented and slanted, beside a small face."""
    look, px = shape.look, shape.look.px
    x, y, size = px(MARGIN + INDENT), px(PAD), px(18)
    most = min(shape.widest, shape.width - 2 * px(MARGIN) - number_of(shape, passage, y)) - px(INDENT + 28)
    shape.face = QRectF(x, y + px(2), size, size)
    shape.portrait(shape.face, passage.face)
    layout, height = laid(passage.text, shape.letters.font(look, italic=True, smaller=1), most)
    shape.text(layout, QPointF(x + size + px(10), y), look.theme.member(passage.face.colour or "slate"))
    shape.height = y + max(height, size) + px(PAD)


def _said(shape: Shape, passage: PassageFigure) -> None:
    """Lay out a face, a name, the turn's number and the words: the player's at the right, characters' in a bubble."""
    look, px, width = shape.look, shape.look.px, shape.width
    mine, colour = passage.kind == "player", look.theme.member(passage.face.colour or "slate")
    size, high = px(FACE), look.name_metrics.height()
    name, number = passage.face.name, str(passage.turn) if passage.turn else ""
    wide = look.small_metrics.horizontalAdvance(number) + px(8 if mine else 4)
    if mine:
        edge = width - px(MARGIN) - size - px(8)
        head = QRectF(px(MARGIN) + wide, px(PAD), edge - px(MARGIN) - wide, high)
        shape.face, at = QRectF(edge + px(8), px(PAD), size, size), QRectF(px(MARGIN), px(PAD), wide, high)
        name = " · ".join(filter(None, (name, cause_word(passage.cause))))
        most = min(px(WIDEST * 0.8), edge - px(MARGIN + 22))
    else:
        edge = px(MARGIN + FACE + GAP)
        head = QRectF(edge, px(PAD), width - edge - px(MARGIN) - wide, high)
        shape.face, at = QRectF(px(MARGIN), px(PAD), size, size), QRectF(head.right(), px(PAD), wide, high)
        most = min(px(WIDEST), width - edge - px(MARGIN))
    shape.portrait(shape.face, passage.face)
    shape.word(name, head, look.name, colour, right=mine)
    if number:
        shape.number = at
        shape.word(number, at, look.small, look.colour("faint"), right=not mine)
    if passage.kind == "line":
        layout, height = laid(passage.text, look.text, most)
        place, shape.height = QPointF(edge, head.bottom() + px(1)), head.bottom() + px(1) + max(height, px(16))
    else:
        inset, room, text = px(11), most - 2 * px(11), passage.text
        letters = look.text if mine else shape.letters.font(look, smaller=1)
        if mine and len(text) > 2 and text[0] == text[-1] == "*":
            # What is marked as done stands as in a stage direction.
            text, letters = text[1:-1], look.slanted
        layout, height = laid(text, letters, room)
        lines = [layout.lineAt(row).naturalTextWidth() for row in range(layout.lineCount())]
        broad, tall = min(room, max(lines, default=0.0) + 2), height
        if not mine:
            broad, tall = max(px(30), broad), max(height, px(16))
        box = QRectF(edge, head.bottom() + px(3), broad + 2 * inset, tall + px(12))
        if mine:
            box.moveRight(edge)
            shape.ground(box, look.colour("accent_soft"), look.tint("accent", 0.25), px(9))
        else:
            surface = look.colour("surface")
            shape.ground(box, mixed(colour, surface, 0.10), mixed(colour, surface, 0.35), px(9))
        place, shape.height = QPointF(box.left() + inset, box.top() + px(6)), box.bottom()
    shape.text(layout, place)
    shape.height += px(PAD)


def _mark(shape: Shape, passage: PassageFigure) -> None:
    """Lay out a rule across the column with the phase's name in it, and why it begins below."""
    look, px, y = shape.look, shape.look.px, shape.look.px(12)
    title = labelled("phase", passage.caption) if passage.caption else passage.text
    size, room = px(14), shape.width - px(2 * MARGIN)
    shown = look.small_metrics.elidedText(title, Qt.TextElideMode.ElideRight, room - size - px(30))
    wide = look.small_metrics.horizontalAdvance(shown) + size + px(6)
    left, line, pen = (shape.width - wide) / 2, y + px(8), QPen(look.colour("border"), 1.0)
    spans = ((px(MARGIN), left - px(8)), (left + wide + px(8), shape.width - px(MARGIN)))

    def paint(painter: QPainter) -> None:
        painter.setPen(pen)
        for start, end in spans:
            if end > start:
                painter.drawLine(QPointF(start, line), QPointF(end, line))

    shape.pieces.append(paint)
    sign = PHASE_ICONS.get(passage.caption, passage.icon)
    shape.icon(sign, QRectF(left, line - size / 2, size, size), look.colour("secondary"))
    shape.word(shown, QRectF(left + size + px(6), y, wide, px(16)), look.small, look.colour("secondary"))
    shape.height = y + px(24)
    if passage.caption and passage.text:
        layout, height = laid(passage.text, look.thought, min(px(WIDEST), room - px(20)))
        for row in (layout.lineAt(at) for at in range(layout.lineCount())):
            row.setPosition(QPointF((shape.width - row.naturalTextWidth()) / 2, row.y()))
        shape.text(layout, QPointF(0, y + px(20)), "secondary")
        shape.height = y + px(26) + height


def _lay_out_quiet_note(shape: Shape, passage: PassageFigure) -> None:
    """Lay out a click, a tool call or a note: small, with a sign before it."""
    look, px = shape.look, shape.look.px
    size, left, role = px(15), px(MARGIN + FACE + GAP), "secondary"
    # What could not be is said as calmly as all else: the sign tells it apart.
    tone = look.tint("bad", 0.7) if passage.good is False else look.colour(role)
    shape.icon(passage.icon or "ph.info", QRectF(left - size - px(6), px(6), size, size), tone)
    text = f"{passage.face.name}: {passage.text}" if passage.face.name else passage.text
    wide = min(px(WIDEST), shape.width - left - px(MARGIN))
    shape.height = max(shape.lines(text, left, px(5), wide, role, look.thought), px(5) + size) + px(6)
