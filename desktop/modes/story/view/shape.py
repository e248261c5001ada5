"""One passage laid out for a width: a list of pieces to paint, and how high they are together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QTextLayout

from parley.core.modes.story.events import Blow, Check
from parley.desktop.modes.story.figures import Face, PassageFigure, StreamFigure, dice_of
from parley.desktop.modes.story.view.marks import paint_die, paint_face, write
from parley.desktop.modes.story.view.wording import PHASE_ICONS, cause_word, success_word, sum_of, throw_words
from parley.desktop.transcript.view.look import Look
from parley.desktop.widgets.bars import mixed
from parley.desktop.widgets.icons import paint_icon
from parley.desktop.widgets.language import labelled
from parley.desktop.widgets.windowed.text import LEADING, laid, x_of

MARGIN = 14.0
FACE = 26.0
GAP = 10.0
PAD = 8.0
DIE = 26.0
MOST_DICE = 12
"""Dice of one throw that are drawn; the others are counted."""
WIDEST = 560.0
"""Pixels that a line of the tale has at most: longer ones are hard to read."""
BLOCK = WIDEST + 2 * MARGIN + 44
"""Pixels that all passages have at most, with their numbers; where there is more room they stand in its middle."""
TALE = 17
"""Pixels of a book's letters at a text scale of 1."""
INDENT = 24.0

translate = QCoreApplication.translate


class Shape:
    """A passage's pieces with their places from its top left corner, in pixels.

    `face` and `number` are where a click chooses the member or the turn; `caret` is where a stream's next word stands,
    and `dots`, where somebody is about to speak.
    """

    def __init__(self, width: float, look: Look, height: float = 0.0) -> None:
        self.width, self.look, self.height = width, look, height
        self.pieces: list[Callable[[QPainter], None]] = []
        self.face: QRectF | None = None
        self.number: QRectF | None = None
        self.caret: QRectF | None = None
        self.dots: QRectF | None = None

    def text(self, layout: QTextLayout, at: QPointF, role: str = "text") -> None:
        """A text that is laid out."""
        colour = self.look.colour(role)

        def paint(painter: QPainter) -> None:
            painter.setPen(colour)
            layout.draw(painter, at)

        self.pieces.append(paint)

    def lines(self, text: str, x: float, y: float, wide: float, role: str = "text", font: QFont | None = None) -> float:
        """A text in as many lines as it needs; returns where it ends, which without words is where it begins."""
        if not text:
            return y
        layout, height = laid(text, font or self.look.text, wide)
        self.text(layout, QPointF(x, y), role)
        return y + height

    def word(self, text: str, box: QRectF, font: QFont, colour: QColor, *, right: bool = False) -> None:
        """A text in one line, as far as there is room for it."""
        self.pieces.append(lambda painter: write(painter, text, box, font, colour, right=right))

    def ground(self, box: QRectF, fill: QColor, edge: QColor, radius: float) -> None:
        """What stands below a text."""

        def paint(painter: QPainter) -> None:
            painter.setPen(QPen(edge, 1.0))
            painter.setBrush(fill)
            painter.drawRoundedRect(box, radius, radius)

        self.pieces.append(paint)

    def icon(self, name: str, box: QRectF, colour: QColor) -> None:
        """A sign."""
        self.pieces.append(lambda painter: paint_icon(painter, name, box, colour))

    def portrait(self, box: QRectF, face: Face) -> None:
        """Somebody's face."""
        self.pieces.append(lambda painter: paint_face(painter, box, face, self.look.theme))


def shaped(passage: PassageFigure, width: float, look: Look, *, opens: bool = False) -> Shape:
    """Lay out one passage; with one that `opens` the tale begins, or goes on elsewhere."""
    shape = Shape(width, look)
    layouts = {"aside": _aside, "ruled": _ruled, "line": _said, "speech": _said, "player": _said, "mark": _mark}
    layouts |= dict.fromkeys(("dice", "fight", "round", "outcome"), _card)
    if passage.kind == "told":
        _told(shape, passage, opens=opens)
    else:
        layouts.get(passage.kind, _quiet)(shape, passage)
    shape.height = float(round(shape.height))
    return shape


def streamed(stream: StreamFigure, width: float, look: Look) -> Shape:
    """Lay out a line that is being said."""
    shape = shaped(PassageFigure(-1, stream.kind, stream.text, face=stream.face), width, look)
    if not stream.text:
        speech = stream.kind == "speech"
        x = look.px(MARGIN + (0 if stream.kind == "told" else FACE + GAP) + (11 if speech else 0))
        top = shape.height - look.px(PAD + (26 if speech else 18))
        shape.dots, shape.caret = QRectF(x, top, look.px(30), look.px(14)), None
    return shape


def _told(shape: Shape, passage: PassageFigure, *, opens: bool) -> None:
    """The narrator's words, set as in a book: without a name, paragraphs indented, the first with a large letter."""
    look, px = shape.look, shape.look.px
    letters, left, y = look.serif(TALE), px(MARGIN), px(PAD)
    most = min(px(WIDEST), shape.width - 2 * left - _number(shape, passage, y))
    caret: tuple[QTextLayout, QPointF] | None = None
    for at, paragraph in enumerate(passage.text.split("\n\n") if passage.text else ()):
        if at == 0 and opens and len(paragraph) > LEAST_OPENING and paragraph[0].isalpha():
            layout, height = _opening(shape, paragraph, letters, left, y, most)
        else:
            layout, height = laid(paragraph, letters, most, indent=px(INDENT) if at or not opens else 0.0)
        place = QPointF(left, y)
        shape.text(layout, place)
        caret, y = (layout, place), y + height + px(6)
    shape.caret = _caret(*caret, look) if caret else None
    one_line = laid("x", letters, most)[1] + px(6)
    shape.height = max(y, px(PAD) + one_line) + px(4)


LEAST_OPENING = 90
"""Characters from which on a paragraph has two lines, beside which a large letter stands."""


def _opening(shape: Shape, text: str, letters: QFont, left: float, y: float, most: float) -> tuple[QTextLayout, float]:
    """A paragraph beside its first letter, which is two lines high."""
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


def _number(shape: Shape, passage: PassageFigure, y: float) -> float:
    """The turn's number at the right; returns how wide it is."""
    if not passage.turn:
        return 0.0
    look, number = shape.look, str(passage.turn)
    wide = look.small_metrics.horizontalAdvance(number) + look.px(8)
    shape.number = QRectF(shape.width - look.px(MARGIN) - wide, y, wide, look.name_metrics.height())
    shape.word(number, shape.number, look.small, look.colour("faint"), right=True)
    return wide


def _ruled(shape: Shape, passage: PassageFigure) -> None:
    """What the keeper of the rules says: on a ground of its own, with a bar at its left."""
    look, px = shape.look, shape.look.px
    x, top, size = px(MARGIN + 46), px(PAD), px(FACE)
    broad = min(px(WIDEST), shape.width - px(2 * MARGIN) - _number(shape, passage, top + px(4)))
    shape.face = QRectF(px(MARGIN + 12), top + px(9), size, size)
    contents, shape.pieces = shape.pieces, []
    y = top + px(8)
    shape.word(passage.face.name, QRectF(x, y, broad, px(16)), look.small, look.colour("accent"))
    layout, height = laid(passage.text, look.text, broad - (x - px(MARGIN)) - px(12))
    place = QPointF(x, y + px(18))
    shape.text(layout, place)
    shape.portrait(shape.face, passage.face)
    ground = QRectF(px(MARGIN), top, broad, max(height + px(34), size + px(18)))
    bar, accent = QRectF(ground.left(), ground.top(), px(3), ground.height()), look.colour("accent")
    written, shape.pieces = shape.pieces, []
    shape.ground(ground, look.colour("accent_soft"), look.colour("accent_soft"), px(8))
    shape.pieces.append(lambda painter: painter.fillRect(bar, accent))
    shape.pieces += contents + written
    shape.caret = _caret(layout, place, look)
    shape.height = ground.bottom() + px(PAD)


def _aside(shape: Shape, passage: PassageFigure) -> None:
    """What the jester throws in: indented and slanted, beside a small face."""
    look, px = shape.look, shape.look.px
    x, y, size = px(MARGIN + INDENT), px(PAD), px(18)
    most = min(px(WIDEST), shape.width - 2 * px(MARGIN) - _number(shape, passage, y)) - px(INDENT + 28)
    shape.face = QRectF(x, y + px(2), size, size)
    shape.portrait(shape.face, passage.face)
    layout, height = laid(passage.text, look.serif(TALE - 1, italic=True), most)
    place = QPointF(x + size + px(10), y)
    colour = look.theme.member(passage.face.colour or "slate")

    def paint(painter: QPainter) -> None:
        painter.setPen(colour)
        layout.draw(painter, place)

    shape.pieces.append(paint)
    shape.caret = _caret(layout, place, look)
    shape.height = y + max(height, size) + px(PAD)


def _said(shape: Shape, passage: PassageFigure) -> None:
    """A face, a name, the turn's number and the words: the player's at the right, those of characters in a bubble."""
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
        inset, room = px(11), most - 2 * px(11)
        layout, height = laid(passage.text, look.text if mine else look.serif(TALE - 1), room)
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
    shape.caret = _caret(layout, place, look)
    shape.height += px(PAD)


def _card(shape: Shape, passage: PassageFigure) -> None:
    """What the rules did: dice, the beginning of a fight, a round or an outcome."""
    look, px, kind = shape.look, shape.look.px, passage.kind
    x, broad = px(MARGIN + 12), min(px(WIDEST + 40), shape.width - px(2 * MARGIN))
    y, wide, edge, foot = px(12), broad - px(24), look.colour("border"), 7
    if kind == "dice":
        y, foot = _checks(shape, passage.checks, x, y, wide), 6
    else:
        role = "secondary" if passage.good is None else "good" if passage.good else "bad"
        if kind == "round":
            title, foot = translate("StoryView", "Round {number}").format(number=passage.caption), 5
        elif kind == "fight":
            title, role = translate("StoryView", "A fight begins"), "bad"
        else:
            title = labelled("outcome", passage.caption)
        if kind != "round":
            edge = look.tint(role, 0.4)
        size = px(17)
        shape.icon(passage.icon, QRectF(x, y, size, size), look.colour(role))
        box = QRectF(x + size + px(7), y, wide - size - px(7), size)
        shape.word(title, box, look.name, look.colour(role))
        y += size + px(5)
    for face, blow in passage.blows:
        y = _blow(shape, face, blow, x, y, wide)
    if not passage.blows:
        y = shape.lines(passage.text, x, y, wide)
    if kind == "fight" and passage.caption:
        order = translate("StoryView", "Initiative: {order}").format(order=passage.caption)
        y = shape.lines(order, x, y + px(5), wide, "secondary", look.small)
    y += px(foot)
    contents, shape.pieces = shape.pieces, []
    ground = QRectF(px(MARGIN), px(5), broad, y - px(5))
    if kind == "dice":
        # As what the keeper of the rules says: it is theirs.
        bar, accent = QRectF(ground.left(), ground.top(), px(3), ground.height()), look.colour("accent")
        shape.ground(ground, look.colour("accent_soft"), look.colour("accent_soft"), px(8))
        shape.pieces.append(lambda painter: painter.fillRect(bar, accent))
    else:
        shape.ground(ground, look.colour("raised"), edge, px(8))
    shape.pieces += contents
    shape.height = y + px(5)


def _blow(shape: Shape, face: Face, blow: Blow, x: float, y: float, wide: float) -> float:
    px = shape.look.px
    size, left = px(20), x + px(20) + px(8)
    shape.portrait(QRectF(x, y, size, size), face)
    end = shape.lines(blow.text, left, y + px(1), x + wide - left)
    end = _checks(shape, blow.checks, left, end + px(3), x + wide - left)
    return max(end, y + size) + px(5)


def _checks(shape: Shape, checks: Sequence[Check], x: float, y: float, wide: float) -> float:
    """Throws side by side, as far as there is room; returns where the next thing may stand."""
    at, low = x, y
    for check in checks:
        needed = min(wide, _width_of(check, shape.look))
        if at > x and at + needed > x + wide:
            at, y = x, low
        low = max(low, _check(shape, check, at, y, needed))
        at += needed + shape.look.px(18)
    return low


def _width_of(check: Check, look: Look) -> float:
    """How wide a throw is in one line."""
    dice = min(len(check.roll.dice), MOST_DICE) * look.px(DIE + 4)
    word = success_word(check)
    words = look.name_metrics.horizontalAdvance(f"{_summed(check)}  {word}") + look.px(15 if word else 0) + look.px(14)
    return max(dice + words, look.small_metrics.horizontalAdvance(throw_words(check)) + 2)


def _summed(check: Check) -> str:
    left = len(check.roll.dice) - MOST_DICE
    return (f"… {left} " if left > 0 else "") + sum_of(check)


def _check(shape: Shape, check: Check, x: float, y: float, wide: float) -> float:
    """The dice of a throw in a row, and what they came to; returns where the next thing may stand."""
    look, px = shape.look, shape.look.px
    size, height = px(DIE), look.small_metrics.height()
    shape.word(throw_words(check), QRectF(x, y, wide, height), look.small, look.colour("secondary"))
    y += height + px(3)
    at, good = x, check.success
    colour = look.colour("accent" if good is None else "good" if good else "bad")
    for die in dice_of(check.roll)[:MOST_DICE]:
        if at + size > x + wide:
            at, y = x, y + size + px(3)
        box = QRectF(at, y, size, size)
        shape.pieces.append(lambda painter, box=box, die=die: paint_die(painter, box, die, colour, look.theme))  # type: ignore[misc]
        at += size + px(4)
    summed, word = _summed(check), success_word(check)
    mark = px(15) if word else 0.0
    needed = look.name_metrics.horizontalAdvance(f"{summed}  {word}") + mark + px(12)
    if at + needed > x + wide + 1 and at > x:
        at, y = x, y + size + px(1)
    box = QRectF(at + px(3), y, look.name_metrics.horizontalAdvance(summed) + 2, size)
    shape.word(summed, box, look.name, look.colour("text"))
    if word:
        sign = QRectF(box.right() + px(7), y + (size - mark) / 2, mark, mark)
        shape.icon("ph.check-circle" if good else "ph.x-circle", sign, colour)
        shape.word(word, QRectF(sign.right() + px(3), y, x + wide - sign.right(), size), look.name, colour)
    return y + size + px(5)


def _mark(shape: Shape, passage: PassageFigure) -> None:
    """A rule across the column with the phase's name in it, and why it begins below."""
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


def _quiet(shape: Shape, passage: PassageFigure) -> None:
    """A click, a tool call or a note: small, with a sign before it."""
    look, px = shape.look, shape.look.px
    size, left, role = px(15), px(MARGIN + FACE + GAP), "secondary"
    # What could not be is said as calmly as all else: the sign tells it apart.
    tone = look.tint("bad", 0.7) if passage.good is False else look.colour(role)
    shape.icon(passage.icon or "ph.info", QRectF(left - size - px(6), px(6), size, size), tone)
    text = f"{passage.face.name}: {passage.text}" if passage.face.name else passage.text
    wide = min(px(WIDEST), shape.width - left - px(MARGIN))
    shape.height = max(shape.lines(text, left, px(5), wide, role, look.thought), px(5) + size) + px(6)


def _caret(layout: QTextLayout, at: QPointF, look: Look) -> QRectF:
    if not layout.lineCount():
        return QRectF(at.x(), at.y(), look.px(2), look.px(16))
    line = layout.lineAt(layout.lineCount() - 1)
    x = x_of(layout, line.textStart() + line.textLength())
    return QRectF(at.x() + x + look.px(2), at.y() + line.y() + 1, look.px(2), line.height() - 2)
