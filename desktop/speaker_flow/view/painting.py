"""Drawing the score: blocks, arcs, marks and scenes where turns can be told apart, columns where they cannot."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLocale, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPainterPath, QPen

from parley.desktop.run.figures import MarkFigure
from parley.desktop.speaker_flow.figures import FlowFigure
from parley.desktop.speaker_flow.view.places import COLUMN, GAP, Floats, LaneLook, Spread
from parley.desktop.widgets.icons import paint_icon
from parley.desktop.widgets.painted import LEFT, MIDDLE, NO_PEN, ink, mixed, stroke, write
from parley.desktop.widgets.themed import sized

BLOCKS_FROM = 6.0
"""Pixels a turn, with the gap behind it, from which each turn is drawn; below, several share a column."""
ARCS_FROM = 9.0
"""Pixels of a gap from which arcs end in a ring."""
ICON = 17.0
DASHED = (3.0, 3.0)
MOST = 1 << 40
LEAST_BAND = 3
"""Pixels of a scene, with its gap, from which it has a bar of its own."""
MOST_LINES = 3
"""Marks under one icon up to which each has its line."""


@dataclass(frozen=True, slots=True)
class PlacedMark:
    """One mark or several that stand too close: what they are, and the x of their icon and of their lines."""

    marks: tuple[MarkFigure, ...]
    icon: float
    lines: tuple[float, ...]


@dataclass(slots=True)
class Score:
    """What is drawn: the figure, where it stands, and how it looks. `left` in words, `pixels` a word."""

    figure: FlowFigure = field(default_factory=FlowFigure)
    spread: Spread = field(default_factory=Spread)
    look: LaneLook = field(default_factory=LaneLook)
    left: float = 0.0
    pixels: float = 5.25
    width: float = 100.0
    marks_row: float = 0.0
    bands_row: float = 0.0
    axis: float = 17.0
    hovered: int = 0
    font: QFont = field(default_factory=QFont)
    drawn_word: str = ""

    def x(self, words: float) -> float:
        """Return the pixel of a place."""
        return (words - self.left) * self.pixels

    def get_place(self, x: float) -> float:
        """Return the place of a pixel."""
        return self.left + x / self.pixels

    def find_lane(self, member: str) -> int:
        """Return a member's lane; −1 for nobody."""
        return next((i for i, each in enumerate(self.figure.members) if each.id == member), -1)

    @property
    def in_sight(self) -> tuple[int, int]:
        """The first and the last turn that are in sight."""
        return self.spread.in_sight(self.left, self.get_place(self.width))

    @property
    def in_blocks(self) -> bool:
        """Whether each turn has a block of its own."""
        first, last = self.in_sight
        return self.width >= BLOCKS_FROM * (last - first + 1)

    def get_block(self, turn: int) -> QRectF:
        """Return where a turn is drawn."""
        lane = self.figure.lanes[turn - 1]
        left, thick = self.x(self.spread.start(turn)), self.look.thick
        right = max(left + 2.0, self.x(self.spread.end(turn)))  # At least two pixels wide, or short lines vanish
        return QRectF(left, self.look.get_middle(lane) - thick / 2, right - left, thick)

    def span_box(self) -> QRectF:
        """Return where the chosen turns stand."""
        span = self.figure.span
        left, right = self.x(self.spread.before(span.start)), self.x(self.spread.before(span.stop))
        return QRectF(left, self.look.top - 4, right - left, self.look.bottom - self.look.top + 6)

    def placed_marks(self) -> list[PlacedMark]:
        """Return the marks in sight, those that would cover each other as one."""
        first, last = self.in_sight
        marks, size = self.figure.marks, (ICON + 3) * self.look.scale
        low = bisect_left(marks, first - 1, key=lambda mark: mark.after)  # Marks stand in the gap before the next turn
        # Where the run's end is in sight, all marks behind the last turn are, too.
        high = bisect_right(marks, last if last < self.spread.turns else MOST, key=lambda mark: mark.after)
        placed: list[tuple[list[MarkFigure], float, list[float]]] = []
        for mark in marks[low:high]:
            x = self.x(self.spread.before(mark.after + 1))
            icon = max(x, placed[-1][1] + size) if placed else x
            if x > self.width + ICON:
                break
            if icon - x <= size:  # Pushed aside by its own width at most; else it joins the one before
                placed.append(([mark], icon, [x]))
            else:
                placed[-1][0].append(mark)
                placed[-1][2].append(x)
        return [PlacedMark(tuple(group), icon, tuple(lines)) for group, icon, lines in placed]


def paint_score(painter: QPainter, score: Score, say: Callable[[MarkFigure], str]) -> None:
    """Draw all; `say` has the words for a mark."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_span(painter, score)
    _paint_ground(painter, score)
    _paint_bands(painter, score)
    if score.in_blocks:
        _paint_arcs(painter, score)
        _paint_blocks(painter, score)
    else:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # Columns fill whole pixels
        _paint_columns(painter, score)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_coming(painter, score)
    _paint_numbers(painter, score)
    _paint_marks(painter, score, say)


def _make_score_font(score: Score, pixels: float, weight: QFont.Weight = QFont.Weight.Medium) -> QFont:
    return sized(score.font, pixels * score.look.scale, weight)


def _paint_span(painter: QPainter, score: Score) -> None:
    if score.figure.span:
        accent = score.look.theme.colour("accent")
        ink(painter, QPen(accent, 1.0), mixed(accent, score.look.theme.colour("surface"), 0.12))
        painter.drawRoundedRect(score.span_box(), 3, 3)


def _paint_ground(painter: QPainter, score: Score) -> None:
    look, right = score.look, score.width
    if look.selected >= 0:
        y = look.get_middle(look.selected)
        ground = look.theme.colour("accent_soft")
        painter.fillRect(QRectF(0, y - look.lane / 2 + 1, right, look.lane - 2), ground)
    for row in range(look.rows):
        last = look.director and row == look.rows - 1
        painter.setPen(QPen(look.theme.colour("border"), 1.0, Qt.PenStyle.DotLine if last else Qt.PenStyle.SolidLine))
        y = round(look.top + (row + 0.5) * look.lane) + 0.5  # The middle of a pixel: a line across two would be grey
        painter.drawLine(QPointF(0, y), QPointF(right, y))


def _paint_bands(painter: QPainter, score: Score) -> None:
    """Paint the scenes as bars above the lanes, with their names where there is room."""
    if not score.bands_row:
        return
    look, font = score.look, _make_score_font(score, 10)
    metrics = QFontMetricsF(font)
    top, tall = score.marks_row, score.bands_row - 3
    first, last = score.in_sight
    edge = -1.0
    bands = score.figure.bands
    low = bisect_left(bands, first, key=lambda each: each.last)  # Scenes follow one another: both keys ascend
    high = bisect_right(bands, last, key=lambda each: each.first)
    if (high - low) * LEAST_BAND > score.width:
        painter.fillRect(QRectF(0, top, score.width, tall), look.theme.colour("raised"))
        return
    for band in bands[low:high]:
        left, right = score.x(score.spread.before(band.first)) + 1, score.x(score.spread.end(band.last) + GAP / 2) - 1
        if right <= edge + 1:  # Less than a pixel of it is left
            continue
        box = QRectF(max(left, edge), top, max(1.0, right - max(left, edge)), tall)
        here = band.first <= score.figure.shown <= band.last
        ink(painter, NO_PEN, look.theme.colour("accent_soft" if here else "raised"))
        painter.drawRoundedRect(box, 3, 3)
        edge = right
        if left > 0:
            painter.setPen(stroke(look.theme.colour("border"), 1.0, DASHED))
            painter.drawLine(QPointF(left - 1, top), QPointF(left - 1, look.bottom))
        room = QRectF(max(0.0, box.left()), top, min(score.width, box.right()) - max(0.0, box.left()), tall)
        if room.width() > 26 * look.scale:
            role = "accent" if here else "secondary"
            text = metrics.elidedText(band.title or str(band.number), Qt.TextElideMode.ElideRight, room.width() - 10)
            write(painter, room.adjusted(5, 0, 0, 0), text, font, look.theme.colour(role))


def _paint_arcs(painter: QPainter, score: Score) -> None:
    """Paint an arc from each block's end to whom it was said; a ring with a dot where it was said to all."""
    look, figure, surface = score.look, score.figure, score.look.theme.colour("surface")
    gap, first_last = GAP * score.pixels, score.in_sight
    reach = min(12.0 * look.scale, gap * 0.5)
    for turn in range(first_last[0], first_last[1] + 1):
        lane, future = figure.lanes[turn - 1], turn > figure.shown
        to = [other for other in figure.addressed(turn) if other != lane]
        box = score.get_block(turn)
        x, y = box.right(), box.center().y()
        colour = mixed(look.get_colour(lane), surface, 0.3 if future else 0.9)
        if not to:
            if gap >= ARCS_FROM and lane >= 0:
                ink(painter, QPen(colour, 1.1))
                painter.drawEllipse(QPointF(x + reach * 0.75, y), 3.6, 3.6)
                ink(painter, NO_PEN, colour)
                painter.drawEllipse(QPointF(x + reach * 0.75, y), 1.4, 1.4)
            continue
        for other in to:
            end = QPointF(x + reach, look.get_middle(other))
            path = QPainterPath(QPointF(x, y))
            path.cubicTo(QPointF(x + reach * 0.9, y), QPointF(x + reach * 0.1, end.y()), end)
            ink(painter, QPen(colour, 1.5))
            painter.drawPath(path)
            if gap >= ARCS_FROM:
                ink(painter, QPen(colour, 1.5), surface)
                painter.drawEllipse(end, 3.0, 3.0)


def _paint_blocks(painter: QPainter, score: Score) -> None:
    look, figure = score.look, score.figure
    first, last = score.in_sight
    font = _make_score_font(score, min(10.5, look.thick / look.scale), QFont.Weight.Bold)
    metrics = QFontMetricsF(font)
    readable = look.thick >= 7.5 * look.scale
    shared = look.each > 1
    for turn in range(first, last + 1):
        lane, box = figure.lanes[turn - 1], score.get_block(turn)
        future = turn > figure.shown
        ink(painter, NO_PEN, get_shade(look, lane, future))
        round_off = min(3.0, box.width() / 2)
        painter.drawRoundedRect(box, round_off, round_off)
        if readable and lane >= 0:
            text = figure.members[lane].initial if shared else str(figure.words[turn - 1])
            wide = metrics.horizontalAdvance(text)
            if wide + 6 <= box.width():
                inset = 8.0 if wide + 14 <= box.width() else 3.0
                letters = look.theme.colour("text") if future else look.theme.on_member()
                write(painter, box.adjusted(inset, 0, 0, 0), text, font, letters)
    for turn, role in ((figure.shown, "accent"), (score.hovered, "text")):
        if first <= turn <= last and turn:
            ink(painter, QPen(look.theme.colour(role), 1.5))
            painter.drawRoundedRect(score.get_block(turn).adjusted(-2.5, -2.5, 2.5, 2.5), 5, 5)


def get_shade(look: LaneLook, lane: int, future: bool) -> QColor:
    """Return a member's colour; what is yet to come steps back."""
    colour = look.get_colour(lane)
    return mixed(colour, look.theme.colour("surface"), 0.3) if future else colour


def draw_bars(spread: Spread, look: LaneLook, edges: Floats, future: npt.NDArray[np.bool_]) -> QImage:
    """Return the bars of all lanes, pixel by pixel: with rectangles those of many members would take longer than a
    frame.
    """
    wide = int(COLUMN)
    tall = math.ceil(look.bottom - look.top)
    pixels = np.zeros((tall, len(edges) - 1, wide), np.uint32)
    for lane in (*range(len(look.members)), *([-1] if look.director else [])):
        shares = spread.compute_shares(lane, edges)
        # The root makes small shares visible; whoever spoke at all is at least a pixel high.
        half = np.where(shares > 1e-4, np.maximum(1.0, np.sqrt(np.clip(shares, 0.0, 1.0)) * look.lane * 0.46), 0.0)
        middle = look.get_middle(lane) - look.top
        first, last = max(0, int(middle - look.lane / 2)), min(tall, math.ceil(middle + look.lane / 2))
        rows = np.abs(np.arange(first, last) + 0.5 - middle)[:, None] <= half[None, :]
        said, coming = (get_shade(look, lane, later).rgba() for later in (False, True))
        colours = np.where(future, np.uint32(coming), np.uint32(said))
        part = pixels[first:last]
        for at in range(wide - 1):  # The last pixel of a column is the gap
            part[:, :, at] = np.where(rows, colours[None, :], part[:, :, at])
    flat = np.ascontiguousarray(pixels.reshape(tall, -1))
    width = flat.shape[1]
    # A copy: the image uses the memory of `flat` and would not keep it alive.
    return QImage(flat.data, width, tall, 4 * width, QImage.Format.Format_ARGB32_Premultiplied).copy()


def _paint_columns(painter: QPainter, score: Score) -> None:
    """Paint columns, zoomed out: each stands for several turns, a lane's bar in it for its part of the words."""
    look = score.look
    step = COLUMN / score.pixels
    start = int(np.floor(score.left / step))
    count = int(score.width / COLUMN) + 2  # A column may be cut at either end
    # Columns are in step with the words, so that nothing shimmers while it is moved.
    edges: Floats = np.arange(start, start + count + 1, dtype=np.float64) * step
    past = score.spread.end(score.figure.shown)
    painter.drawImage(
        QPointF(round(score.x(float(edges[0]))), look.top), draw_bars(score.spread, look, edges, edges[:-1] > past)
    )
    x = score.x(past + GAP / 2)
    painter.setPen(QPen(look.theme.colour("accent"), 1.0))
    painter.drawLine(QPointF(x, look.top), QPointF(x, look.bottom))


def _paint_coming(painter: QPainter, score: Score) -> None:
    """Paint who speaks, or was drawn and has not begun, as a dashed block; later turns as dashed frames."""
    look, spread, figure = score.look, score.spread, score.figure
    if not figure.members or not score.in_blocks:
        return
    coming = look.speaking if look.speaking >= 0 else figure.drawn
    following = spread.turns + 1
    font = _make_score_font(score, 10, QFont.Weight.DemiBold)
    if coming >= 0:
        left, right = score.x(spread.start(following)), score.x(spread.end(following))
        box = QRectF(left, look.get_middle(coming) - look.thick / 2, right - left, look.thick)
        colour = look.get_colour(coming)
        ink(painter, stroke(colour, 1.3, DASHED), mixed(colour, look.theme.colour("surface"), 0.16))
        painter.drawRoundedRect(box, 3, 3)
        if look.speaking < 0 and look.thick >= 10 * look.scale:
            room = max(0.0, box.width() - 12)
            text = QFontMetricsF(font).elidedText(score.drawn_word, Qt.TextElideMode.ElideRight, room)
            write(painter, box.adjusted(8, 0, 0, 0), text, font, look.theme.colour("text"))
    for turn in range(following + (coming >= 0), figure.planned + 1):
        left, right = score.x(spread.start(turn)), score.x(spread.end(turn))
        if left > score.width:
            break
        if right > 0:
            ink(painter, stroke(look.theme.colour("neutral"), 1.0, DASHED))
            painter.drawRoundedRect(QRectF(left, look.top, right - left, look.bottom - look.top), 4, 4)


def _paint_numbers(painter: QPainter, score: Score) -> None:
    """Paint the turns' numbers below their blocks, as many as have room."""
    look, spread, figure = score.look, score.spread, score.figure
    first, last = score.in_sight
    if last < first and not figure.planned:
        return
    font, strong = _make_score_font(score, 11), _make_score_font(score, 11, QFont.Weight.Bold)
    metrics = QFontMetricsF(strong)
    tall = score.axis
    room = metrics.horizontalAdvance(str(max(last, figure.planned))) + 14
    each = score.width / max(1, last - first + 1)
    step = next(s for k in range(9) for s in (10**k, 2 * 10**k, 5 * 10**k) if s * each >= 1.3 * room)
    until = max(last, figure.planned if last >= spread.turns and score.in_blocks else last)
    edge = -1e9
    # The shown turn's number always has its room.
    turns = [figure.shown] if first <= figure.shown <= last else []
    shown_x = score.x((spread.start(turns[0]) + spread.end(turns[0])) / 2) if turns else -1e9
    turns += [1] if first == 1 and step > 1 else []  # Turn 1 is no multiple of a larger step
    for turn in chain(turns, range(max(1, -(-first // step) * step), until + 1, step)):  # Rounded up to the step
        middle, marked = score.x((spread.start(turn) + spread.end(turn)) / 2), turn == figure.shown
        if middle > score.width and turn > last:
            break
        if not marked and (turn < first or middle < edge or middle > score.width or abs(middle - shown_x) < room):
            continue
        inside = turn in figure.span
        role = "accent" if marked or inside else "secondary" if turn <= spread.turns else "faint"
        box = QRectF(max(-room / 4, middle - room / 2), look.bottom + 3, room, tall - 3)
        write(painter, box, QLocale().toString(turn), strong if marked else font, look.theme.colour(role), MIDDLE)
        if not marked:
            edge = middle + room


def _paint_marks(painter: QPainter, score: Score, say: Callable[[MarkFigure], str]) -> None:
    """Paint what was done between turns: dashed through all lanes if done to all, else down to the lane."""
    look = score.look
    placed = score.placed_marks()
    font = _make_score_font(score, 11)
    metrics = QFontMetricsF(font)
    size = ICON * look.scale
    middle = score.marks_row / 2
    for at, each in enumerate(placed):
        colour = mark_colour(score, each.marks[0])
        top = score.marks_row - 1 if score.marks_row else look.top - 4
        for mark, line in zip(each.marks, each.lines, strict=True) if len(each.marks) <= MOST_LINES else ():
            own, x = mark_colour(score, mark), math.floor(line) + 0.5  # Pixel centres, as for the lanes
            lane = score.find_lane(mark.member)
            if lane < 0:
                painter.setPen(stroke(own, 1.0, DASHED, Qt.PenCapStyle.FlatCap))
                painter.drawLine(QPointF(x, top), QPointF(x, look.bottom + 2))
                continue
            painter.setPen(QPen(own, 1.0))
            painter.drawLine(QPointF(x, top), QPointF(x, look.get_middle(lane)))
            ink(painter, QPen(own, 1.4), look.theme.colour("surface"))
            painter.drawEllipse(QPointF(x, look.get_middle(lane)), 3.0, 3.0)
        if not score.marks_row:
            continue
        ink(painter, QPen(colour, 1.2), look.theme.colour("surface"))
        painter.drawEllipse(QPointF(each.icon, middle), size / 2, size / 2)
        inner = QRectF(each.icon - size * 0.32, middle - size * 0.32, size * 0.64, size * 0.64)
        if len(each.marks) > 1:
            told = str(len(each.marks)) if len(each.marks) < 100 else "…"
            write(painter, inner.adjusted(-4, 0, 4, 0), told, font, colour, MIDDLE)
            continue
        paint_icon(painter, each.marks[0].icon, inner, colour)
        following = placed[at + 1].icon - size / 2 - 6 if at + 1 < len(placed) else score.width
        room = min(following - each.icon - size / 2 - 6, 170 * look.scale)
        text = metrics.elidedText(say(each.marks[0]), Qt.TextElideMode.ElideRight, max(0.0, room))
        if len(text) > 3 and each.icon > 0:  # Shorter ones are little more than an ellipsis
            box = QRectF(each.icon + size / 2 + 5, 0, room, score.marks_row)
            write(painter, box, text, font, look.theme.colour("secondary"), LEFT)


def mark_colour(score: Score, mark: MarkFigure) -> QColor:
    """Return a mark's own colour, or that of its member."""
    return score.look.theme.colour(mark.role) if mark.role else score.look.get_colour(score.find_lane(mark.member))
