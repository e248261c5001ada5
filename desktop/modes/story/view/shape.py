"""One passage laid out for a width: a list of pieces to paint, and how high they are together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QTextLayout

from desktop.modes.story.figures import BlowFigure, CheckFigure, DieFigure, PassageFigure, PassageKind, StreamFigure
from desktop.modes.story.view.marks import paint_die, paint_face
from desktop.modes.story.view.wording import PHASE_ICONS, cause_word, mode_word, success_word, sum_of, throw_word
from desktop.modes.story.words import outcome_word, phase_word
from desktop.transcript.view.look import Look
from desktop.widgets.bars import mixed
from desktop.widgets.icons import paint_icon
from desktop.widgets.windowed.text import laid, x_of

MARGIN = 14.0
FACE = 26.0
GAP = 10.0
PAD = 8.0
DIE = 26.0
MOST_DICE = 12
"""Dice of one throw that are drawn; the others are counted."""
WIDEST = 640.0
"""Pixels that a line of text has at most: longer ones are hard to read."""

translate = QCoreApplication.translate

Piece = Callable[[QPainter], None]


@dataclass(slots=True)
class Shape:
    """A passage's pieces with their places from its top left corner, in pixels.

    `face` and `number` are where a click chooses the member or the turn; `caret` is where a stream's next word stands.
    """

    width: float
    height: float = 0.0
    pieces: list[Piece] = field(default_factory=list)
    face: QRectF | None = None
    number: QRectF | None = None
    caret: QRectF | None = None
    dots: QRectF | None = None


def colour_of(look: Look, colour: str) -> QColor:
    """Somebody's colour; whoever has none is slate."""
    return look.theme.member(colour or "slate")


def shaped(passage: PassageFigure, width: float, look: Look) -> Shape:
    """Lay out one passage."""
    shape = Shape(width)
    layouts = {
        "line": _line, "speech": _speech, "player": _player, "dice": _thrown, "fight": _fight, "round": _round,
        "outcome": _outcome, "mark": _mark,
    }  # fmt: skip
    layouts.get(passage.kind, _quiet)(shape, passage, look)
    shape.height = float(round(shape.height))
    return shape


def streamed(stream: StreamFigure, width: float, look: Look) -> Shape:
    """Lay out a line that is being said."""
    kind: PassageKind = "speech" if stream.speech else "line"
    passage = PassageFigure(-1, kind, stream.text, 0, stream.member, stream.name, stream.initial, stream.colour)
    shape = Shape(width)
    (_speech if stream.speech else _line)(shape, passage, look)
    shape.height = float(round(shape.height))
    if not stream.text:
        x = look.px(MARGIN + FACE + GAP + (11 if stream.speech else 0))
        top = shape.height - look.px(PAD + (26 if stream.speech else 18))
        shape.dots, shape.caret = QRectF(x, top, look.px(30), look.px(14)), None
    return shape


# -- pieces ----------------------------------------------------------------------------------------------------------


def _text(shape: Shape, layout: QTextLayout, at: QPointF, colour: QColor) -> None:
    def paint(painter: QPainter) -> None:
        painter.setPen(colour)
        layout.draw(painter, at)

    shape.pieces.append(paint)


def _word(shape: Shape, text: str, box: QRectF, font: QFont, colour: QColor, right: bool = False) -> None:
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())

    def paint(painter: QPainter) -> None:
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter | side | Qt.TextFlag.TextSingleLine), shown)

    shape.pieces.append(paint)


def _ground(shape: Shape, box: QRectF, fill: QColor, edge: QColor | None = None, radius: float = 9.0) -> None:
    def paint(painter: QPainter) -> None:
        painter.setPen(QPen(edge, 1.0) if edge is not None else QPen(Qt.PenStyle.NoPen))
        painter.setBrush(fill)
        painter.drawRoundedRect(box, radius, radius)

    shape.pieces.append(paint)


def _icon(shape: Shape, name: str, box: QRectF, colour: QColor) -> None:
    shape.pieces.append(lambda painter: paint_icon(painter, name, box, colour))


def _head(shape: Shape, passage: PassageFigure, look: Look, left: float) -> float:
    """Face, name and the turn's number; returns where the text begins."""
    size = look.px(FACE)
    box = QRectF(look.px(MARGIN), look.px(PAD), size, size)
    colour = colour_of(look, passage.colour)
    shape.face = box
    shape.pieces.append(lambda p: paint_face(p, box, passage.member, passage.initial, colour, look.theme))
    height = look.name_metrics.height()
    number = str(passage.turn) if passage.turn else ""
    wide = look.small_metrics.horizontalAdvance(number) + look.px(4)
    head = QRectF(left, look.px(PAD), shape.width - left - look.px(MARGIN) - wide, height)
    _word(shape, passage.name, head, look.name, colour)
    if number:
        shape.number = QRectF(head.right(), head.top(), wide, height)
        _word(shape, number, shape.number, look.small, look.colour("faint"), right=True)
    return head.bottom()


def _line(shape: Shape, passage: PassageFigure, look: Look) -> None:
    left = look.px(MARGIN + FACE + GAP)
    y = _head(shape, passage, look, left) + look.px(1)
    wide = min(look.px(WIDEST), shape.width - left - look.px(MARGIN))
    layout, height = laid(passage.text, look.text, wide)
    _text(shape, layout, QPointF(left, y), look.colour("text"))
    shape.caret = _caret(layout, QPointF(left, y), look)
    shape.height = y + max(height, look.px(16)) + look.px(PAD)


def _speech(shape: Shape, passage: PassageFigure, look: Look) -> None:
    left = look.px(MARGIN + FACE + GAP)
    y = _head(shape, passage, look, left) + look.px(3)
    inset = look.px(11)
    most = min(look.px(WIDEST), shape.width - left - look.px(MARGIN)) - 2 * inset
    layout, height = laid(passage.text, look.text, most)
    height = max(height, look.px(16))
    wide = max(look.px(30), min(most, _widest(layout)))
    box = QRectF(left, y, wide + 2 * inset, height + look.px(12))
    colour = colour_of(look, passage.colour)
    _ground(shape, box, _tinted(look, colour, 0.10), _tinted(look, colour, 0.35), look.px(9))
    _text(shape, layout, QPointF(left + inset, y + look.px(6)), look.colour("text"))
    shape.caret = _caret(layout, QPointF(left + inset, y + look.px(6)), look)
    shape.height = box.bottom() + look.px(PAD)


def _player(shape: Shape, passage: PassageFigure, look: Look) -> None:
    size, inset = look.px(FACE), look.px(11)
    right = shape.width - look.px(MARGIN) - size - look.px(8)
    most = min(look.px(WIDEST * 0.8), right - look.px(MARGIN + 22)) - 2 * inset
    layout, height = laid(passage.text, look.text, most)
    box = QRectF(0, 0, min(most, _widest(layout)) + 2 * inset, height + look.px(12))
    top = look.px(PAD) + look.name_metrics.height() + look.px(3)
    box.moveTo(right - box.width(), top)
    face = QRectF(right + look.px(8), look.px(PAD), size, size)
    colour = colour_of(look, passage.colour)
    shape.face = face
    shape.pieces.append(lambda p: paint_face(p, face, passage.member, passage.initial, colour, look.theme))
    by = cause_word(passage.cause)
    name = f"{passage.name} · {by}" if by else passage.name
    number = str(passage.turn)
    wide = look.small_metrics.horizontalAdvance(number) + look.px(8)
    head = QRectF(look.px(MARGIN) + wide, look.px(PAD), right - look.px(MARGIN) - wide, look.name_metrics.height())
    _word(shape, name, head, look.name, colour, right=True)
    shape.number = QRectF(look.px(MARGIN), head.top(), wide, head.height())
    _word(shape, number, shape.number, look.small, look.colour("faint"))
    _ground(shape, box, look.colour("accent_soft"), look.tint("accent", 0.25), look.px(9))
    _text(shape, layout, QPointF(box.left() + inset, top + look.px(6)), look.colour("text"))
    shape.height = box.bottom() + look.px(PAD)


def _card(shape: Shape, look: Look) -> tuple[float, float]:
    """Where the content of a card begins, and how wide it may be; the card itself is drawn by `_carded`."""
    left = look.px(MARGIN + 12)
    return left, min(look.px(WIDEST + 40), shape.width - look.px(2 * MARGIN)) - look.px(24)


def _carded(shape: Shape, look: Look, bottom: float, edge: QColor | None = None) -> None:
    wide = min(look.px(WIDEST + 40), shape.width - look.px(2 * MARGIN))
    box = QRectF(look.px(MARGIN), look.px(5), wide, bottom - look.px(5))
    contents, shape.pieces = shape.pieces, []
    _ground(shape, box, look.colour("raised"), edge or look.colour("border"), look.px(8))
    shape.pieces += contents
    shape.height = bottom + look.px(5)


def _checks(shape: Shape, checks: tuple[CheckFigure, ...], x: float, y: float, wide: float, look: Look) -> float:
    """Throws side by side, as far as there is room; returns where the next thing may stand."""
    at, low = x, y
    for check in checks:
        needed = min(wide, _width_of(check, look))
        if at > x and at + needed > x + wide:
            at, y = x, low
        low = max(low, _check(shape, check, at, y, needed, look))
        at += needed + look.px(18)
    return low


def _width_of(check: CheckFigure, look: Look) -> float:
    """How wide a throw is in one line."""
    dice = min(len(check.dice), MOST_DICE) * look.px(DIE + 4)
    word = success_word(check)
    words = look.name_metrics.horizontalAdvance(f"{_more(check)}{sum_of(check)}  {word}")
    words += look.px(15 if word else 0) + look.px(14)
    return max(dice + words, look.small_metrics.horizontalAdvance(_title(check)) + 2)


def _title(check: CheckFigure) -> str:
    return " ".join(filter(None, (throw_word(check.what), check.notation.split(" ")[0], mode_word(check.mode))))


def _more(check: CheckFigure) -> str:
    return f"… {len(check.dice) - MOST_DICE} " if len(check.dice) > MOST_DICE else ""


def _check(shape: Shape, check: CheckFigure, x: float, y: float, wide: float, look: Look) -> float:
    """The dice of a throw in a row, and what they came to; returns where the next thing may stand."""
    size = look.px(DIE)
    height = look.small_metrics.height()
    _word(shape, _title(check), QRectF(x, y, wide, height), look.small, look.colour("secondary"))
    y += height + look.px(3)
    at, good = x, check.success
    colour = look.colour("accent") if good is None else look.colour("good" if good else "bad")
    for die in check.dice[:MOST_DICE]:
        if at + size > x + wide:
            at, y = x, y + size + look.px(3)
        _die(shape, QRectF(at, y, size, size), die, colour, look)
        at += size + look.px(4)
    summed, word = _more(check) + sum_of(check), success_word(check)
    mark = look.px(15) if word else 0.0
    needed = look.name_metrics.horizontalAdvance(f"{summed}  {word}") + mark + look.px(12)
    if at + needed > x + wide + 1 and at > x:
        at, y = x, y + size + look.px(1)
    box = QRectF(at + look.px(3), y, look.name_metrics.horizontalAdvance(summed) + 2, size)
    _word(shape, summed, box, look.name, look.colour("text"))
    if word:
        icon = QRectF(box.right() + look.px(7), y + (size - mark) / 2, mark, mark)
        _icon(shape, "ph.check-circle" if good else "ph.x-circle", icon, colour)
        _word(shape, word, QRectF(icon.right() + look.px(3), y, x + wide - icon.right(), size), look.name, colour)
    return y + size + look.px(5)


def _die(shape: Shape, box: QRectF, die: DieFigure, colour: QColor, look: Look) -> None:
    shape.pieces.append(lambda painter: paint_die(painter, box, die, colour, look.theme))


def _thrown(shape: Shape, passage: PassageFigure, look: Look) -> None:
    x, wide = _card(shape, look)
    y = look.px(12)
    y = _checks(shape, passage.checks, x, y, wide, look)
    y = _sentence(shape, passage.text, x, y, wide, look)
    _carded(shape, look, y + look.px(6))


def _sentence(shape: Shape, text: str, x: float, y: float, wide: float, look: Look) -> float:
    if not text:
        return y
    layout, height = laid(text, look.text, wide)
    _text(shape, layout, QPointF(x, y), look.colour("text"))
    return y + height


def _banner(shape: Shape, look: Look, icon: str, title: str, y: float, colour: QColor) -> float:
    x, wide = _card(shape, look)
    size = look.px(17)
    _icon(shape, icon, QRectF(x, y, size, size), colour)
    box = QRectF(x + size + look.px(7), y, wide - size - look.px(7), size)
    _word(shape, title, box, look.name, colour)
    return y + size + look.px(5)


def _fight(shape: Shape, passage: PassageFigure, look: Look) -> None:
    x, wide = _card(shape, look)
    y = _banner(shape, look, passage.icon, translate("StoryView", "A fight begins"), look.px(12), look.colour("bad"))
    y = _sentence(shape, passage.text, x, y, wide, look)
    if passage.checks:
        order = " · ".join(f"{check.name} {check.total}" for check in passage.checks)
        layout, height = laid(translate("StoryView", "Initiative: {order}").format(order=order), look.small, wide)
        _text(shape, layout, QPointF(x, y + look.px(5)), look.colour("secondary"))
        y += height + look.px(5)
    _carded(shape, look, y + look.px(7), look.tint("bad", 0.4))


def _round(shape: Shape, passage: PassageFigure, look: Look) -> None:
    x, wide = _card(shape, look)
    title = translate("StoryView", "Round {number}").format(number=passage.caption)
    y = _banner(shape, look, passage.icon, title, look.px(12), look.colour("secondary"))
    for blow in passage.blows:
        y = _blow(shape, blow, x, y, wide, look)
    if not passage.blows:
        y = _sentence(shape, passage.text, x, y, wide, look)
    _carded(shape, look, y + look.px(5))


def _blow(shape: Shape, blow: BlowFigure, x: float, y: float, wide: float, look: Look) -> float:
    size = look.px(20)
    face, colour = QRectF(x, y, size, size), colour_of(look, blow.colour)
    shape.pieces.append(lambda p: paint_face(p, face, blow.actor, blow.initial, colour, look.theme))
    left = x + size + look.px(8)
    end = _sentence(shape, blow.text, left, y + look.px(1), x + wide - left, look)
    end = _checks(shape, blow.checks, left, end + look.px(3), x + wide - left, look)
    return max(end, face.bottom()) + look.px(5)


def _outcome(shape: Shape, passage: PassageFigure, look: Look) -> None:
    x, wide = _card(shape, look)
    role = "secondary" if passage.good is None else "good" if passage.good else "bad"
    y = _banner(shape, look, passage.icon, outcome_word(passage.caption), look.px(12), look.colour(role))
    y = _sentence(shape, passage.text, x, y, wide, look)
    _carded(shape, look, y + look.px(7), look.tint(role, 0.4))


def _mark(shape: Shape, passage: PassageFigure, look: Look) -> None:
    """A rule across the column with the phase's name in it, and why it begins below."""
    y = look.px(12)
    title = phase_word(passage.caption) if passage.caption else passage.text
    icon = PHASE_ICONS.get(passage.caption, passage.icon)
    size, room = look.px(14), shape.width - look.px(2 * MARGIN)
    shown = look.small_metrics.elidedText(title, Qt.TextElideMode.ElideRight, room - size - look.px(30))
    wide = look.small_metrics.horizontalAdvance(shown) + size + look.px(6)
    left = (shape.width - wide) / 2
    line = y + look.px(8)
    pen = QPen(look.colour("border"), 1.0)
    spans = ((look.px(MARGIN), left - look.px(8)), (left + wide + look.px(8), shape.width - look.px(MARGIN)))

    def paint(painter: QPainter) -> None:
        painter.setPen(pen)
        for start, end in spans:
            if end > start:
                painter.drawLine(QPointF(start, line), QPointF(end, line))

    shape.pieces.append(paint)
    _icon(shape, icon, QRectF(left, line - size / 2, size, size), look.colour("secondary"))
    box = QRectF(left + size + look.px(6), y, wide, look.px(16))
    _word(shape, shown, box, look.small, look.colour("secondary"))
    shape.height = y + look.px(24)
    if passage.caption and passage.text:
        layout, height = laid(passage.text, look.thought, min(look.px(WIDEST), room - look.px(20)))
        _centre(layout, shape.width)
        _text(shape, layout, QPointF(0, y + look.px(20)), look.colour("secondary"))
        shape.height = y + look.px(26) + height


def _quiet(shape: Shape, passage: PassageFigure, look: Look) -> None:
    """A click, a tool call or a note: small, with a sign before it."""
    size = look.px(15)
    left = look.px(MARGIN + FACE + GAP)
    sign = QRectF(left - size - look.px(6), look.px(6), size, size)
    colour = look.colour("bad" if passage.good is False else "secondary")
    _icon(shape, passage.icon or "ph.info", sign, colour)
    text = f"{passage.name}: {passage.text}" if passage.name else passage.text
    wide = min(look.px(WIDEST), shape.width - left - look.px(MARGIN))
    layout, height = laid(text, look.thought, wide)
    _text(shape, layout, QPointF(left, look.px(5)), colour)
    shape.height = look.px(5) + max(height, size) + look.px(6)


def _widest(layout: QTextLayout) -> float:
    return max((layout.lineAt(at).naturalTextWidth() for at in range(layout.lineCount())), default=0.0) + 2


def _centre(layout: QTextLayout, width: float) -> None:
    for at in range(layout.lineCount()):
        line = layout.lineAt(at)
        line.setPosition(QPointF((width - line.naturalTextWidth()) / 2, line.y()))


def _caret(layout: QTextLayout, at: QPointF, look: Look) -> QRectF:
    if not layout.lineCount():
        return QRectF(at.x(), at.y(), look.px(2), look.px(16))
    line = layout.lineAt(layout.lineCount() - 1)
    x = x_of(layout, line.textStart() + line.textLength())
    return QRectF(at.x() + x + look.px(2), at.y() + line.y() + 1, look.px(2), line.height() - 2)


def _tinted(look: Look, colour: QColor, part: float) -> QColor:
    return mixed(colour, look.colour("surface"), part)
