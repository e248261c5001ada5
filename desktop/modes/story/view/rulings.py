"""What the rules did, laid out: dice, fights and rounds, with the words of whoever keeps the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QColor, QPainter

from parley.core.modes.story.events import Blow, Check
from parley.desktop.modes.story.figures import Die, Face, PassageFigure, dice_of
from parley.desktop.modes.story.view.marks import paint_die
from parley.desktop.modes.story.view.pieces import MARGIN, PAD, WIDEST, Shape, number_of
from parley.desktop.modes.story.view.wording import success_word, sum_of, throw_words
from parley.desktop.transcript.view.look import Look
from parley.desktop.widgets.language import labelled

DIE = 26.0
"""Pixels of a die at a text scale of 1."""
MOST_DICE = 12
"""Dice of one throw that are drawn; the others are counted."""

translate = QCoreApplication.translate


def card(shape: Shape, passage: PassageFigure) -> None:
    """Lay out what the rules did or their keeper says: dice, words, the beginning of a fight, a round or an outcome."""
    look, px, kind = shape.look, shape.look.px, passage.kind
    if kind in {"dice", "ruled"}:
        _lay_out_throw(shape, passage)
        return
    x, broad = px(MARGIN + 12), min(px(WIDEST + 40), shape.width - px(2 * MARGIN))
    y, wide, edge, foot = px(12), broad - px(24), look.colour("border"), 7
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
        y = _lay_out_blow(shape, face, blow, x, y, wide)
    if not passage.blows:
        y = shape.lines(passage.text, x, y, wide)
    if kind == "fight" and passage.caption:
        order = translate("StoryView", "Initiative: {order}").format(order=passage.caption)
        y = shape.lines(order, x, y + px(5), wide, "secondary", look.small)
    if passage.ruling:
        shape.word(passage.face.name, QRectF(x, y + px(5), wide, px(16)), look.small, look.colour("accent"))
        y = shape.lines(passage.ruling, x, y + px(22), wide)
    y += px(foot)
    contents, shape.pieces = shape.pieces, []
    shape.ground(QRectF(px(MARGIN), px(5), broad, y - px(5)), look.colour("raised"), edge, px(8))
    shape.pieces += contents
    shape.height = y + px(5)


def _lay_out_throw(shape: Shape, passage: PassageFigure) -> None:
    """Lay out a throw of the dice and what the keeper of the rules says of it, if that is there yet."""
    look, px = shape.look, shape.look.px
    broad = min(px(WIDEST), shape.width - px(2 * MARGIN) - number_of(shape, passage, px(12)))
    x, y, wide = px(MARGIN + 14), px(PAD + 8), broad - px(26)
    contents, shape.pieces = shape.pieces, []
    if passage.face.name:
        shape.word(passage.face.name, QRectF(x, y, wide, px(16)), look.small, look.colour("accent"))
        y += px(18)
    y = _lay_out_checks(shape, passage.checks, x, y, wide)
    y = shape.lines(passage.ruling or passage.text, x, y, wide)
    ground = QRectF(px(MARGIN), px(PAD), broad, y - px(PAD) + px(9))
    bar, accent = QRectF(ground.left(), ground.top(), px(3), ground.height()), look.colour("accent")
    written, shape.pieces = shape.pieces, []
    shape.ground(ground, look.colour("accent_soft"), look.colour("accent_soft"), px(8))
    shape.pieces.append(lambda painter: painter.fillRect(bar, accent))
    shape.pieces += contents + written
    shape.height = ground.bottom() + px(PAD)


def _lay_out_blow(shape: Shape, face: Face, blow: Blow, x: float, y: float, wide: float) -> float:
    px = shape.look.px
    size, left = px(20), x + px(20) + px(8)
    shape.portrait(QRectF(x, y, size, size), face)
    end = shape.lines(blow.text, left, y + px(1), x + wide - left)
    end = _lay_out_checks(shape, blow.checks, left, end + px(3), x + wide - left)
    return max(end, y + size) + px(5)


def _lay_out_checks(shape: Shape, checks: Sequence[Check], x: float, y: float, wide: float) -> float:
    """Throws one below the other, each with its dice and what they came to; returns where the next thing may stand."""
    look, px = shape.look, shape.look.px
    size = px(DIE)
    for check in checks:
        at, dice, colour = x, dice_of(check.roll), _choose_check_colour(check, look)
        for die in dice[:MOST_DICE]:
            if at + size > x + wide:
                at, y = x, y + size + px(3)
            shape.pieces.append(partial(_paint_die, die, QRectF(at, y, size, size), colour, look))
            at += size + px(4)
        left = len(dice) - MOST_DICE
        words = " · ".join(filter(None, (throw_words(check), sum_of(check), success_word(check))))
        words = f"… {left} · {words}" if left > 0 else words
        if at + look.name_metrics.horizontalAdvance(words) > x + wide:
            at, y = x, y + size + px(1)
        shape.word(words, QRectF(at + px(3), y, x + wide - at - px(3), size), look.name, colour)
        y += size + px(5)
    return y


def _paint_die(die: Die, box: QRectF, colour: QColor, look: Look, painter: QPainter) -> None:
    paint_die(painter, box, die, colour, look.theme)


def _choose_check_colour(check: Check, look: Look) -> QColor:
    return look.colour("accent" if check.success is None else "good" if check.success else "bad")
