"""The lanes: capsules and curves where turns can be told apart, columns of words where they cannot."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from desktop.widgets.bars import mixed
from desktop.widgets.painted import NO_PEN, ink
from desktop.widgets.theme import LIGHT, Theme

CAPSULES_FROM = 5.0
"""Pixels a turn from which each turn is drawn; below, several share a column."""
COLUMN = 3.0
"""Pixels of a column."""
DIRECTOR_SHARE = 0.75
"""The director's lane is thinner than a member's."""


@dataclass(frozen=True, slots=True)
class LaneLook:
    """How the lanes look: colours of the members in order, height of a lane in pixels, who is marked (−1: nobody)."""

    theme: Theme = LIGHT
    colours: tuple[QColor, ...] = ()
    lane: float = 24.0
    director: bool = False
    selected: int = -1
    speaking: int = -1

    @property
    def height(self) -> float:
        """Of all lanes together."""
        return len(self.colours) * self.lane + (self.lane * DIRECTOR_SHARE if self.director else 0.0)

    def middle(self, lane: int) -> float:
        """The line of a lane; −1 is the director's, below all others."""
        if lane < 0:
            return (len(self.colours) + DIRECTOR_SHARE / 2) * self.lane
        return (lane + 0.5) * self.lane


class Lanes(QGraphicsItem):
    """All turns as one item. One unit across is a turn, one unit down a pixel.

    What is drawn is bounded by the pixels, not by the turns: 10,000 turns cost what 100 do.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.look = LaneLook()
        self.shown = 0
        self.hovered = 0
        self._lanes: npt.NDArray[np.int64] = np.zeros(0, np.int64)
        self._words = self._lanes
        self._lengths: npt.NDArray[np.float64] = np.zeros(0)
        self._last: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
        self._bands: tuple[tuple[int, int, int], ...] = ()
        self.director = False

    @property
    def turns(self) -> int:
        """How many turns there are."""
        return len(self._lanes)

    def set_turns(self, lanes: tuple[int, ...], words: tuple[int, ...]) -> None:
        """Take other turns; the same tuples as before cost nothing."""
        if self._last[0] is lanes and self._last[1] is words:
            return
        self._last = (lanes, words)
        self.prepareGeometryChange()
        self._lanes = np.asarray(lanes, np.int64)
        self._words = np.asarray(words, np.int64)
        self.director = bool((self._lanes < 0).any())
        longest = float(np.percentile(self._words, 95)) if len(words) else 1.0
        self._lengths = np.clip(self._words / max(1.0, longest), 0.0, 1.0)
        self.update()

    def set_bands(self, bands: tuple[tuple[int, int, int], ...]) -> None:
        """Take the scenes as (number, first turn, last turn)."""
        if bands != self._bands:
            self._bands = bands
            self.update()

    def set_look(self, look: LaneLook) -> None:
        """Take another look; the same as before costs nothing."""
        if look != self.look:
            self.prepareGeometryChange()
            self.look = look
            self.update()

    def boundingRect(self) -> QRectF:
        """Generous at both ends, so that zooming out shows the lanes there too."""
        return QRectF(-1e6, 0.0, 3e6, max(1.0, self.look.height))

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        """Draw what is exposed."""
        # Undo the stretch across, so that round things are round: from here on x is in pixels too.
        matrix = painter.worldTransform()
        across = matrix.m11() / matrix.m22()
        area: QRectF = option.exposedRect
        rows = self._rows(area)
        painter.save()
        painter.scale(1.0 / across, 1.0)
        left, right = area.left() * across, area.right() * across
        self._paint_ground(painter, left, right, rows)
        if self._bands:
            self._paint_bands(painter, across, math.floor(area.left()), math.ceil(area.right()), rows)
        if self.shown:
            painter.setPen(QPen(self.look.theme.colour("accent"), 1.0, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(self.shown * across, area.top()), QPointF(self.shown * across, area.bottom()))
        first = max(1, math.floor(area.left()) - 1)
        last = min(self.turns, math.ceil(area.right()) + 1)
        if last >= first and across >= CAPSULES_FROM:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_curves(painter, across, first, last, rows)
            self._paint_capsules(painter, across, first, last, rows)
        elif last >= first:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            self._paint_columns(painter, across, first, last, rows)
        self._paint_speaking(painter, across)
        painter.restore()

    def _rows(self, area: QRectF) -> tuple[int, int]:
        """The first and last lane that is exposed."""
        first = max(0, math.floor(area.top() / self.look.lane) - 1)
        return first, min(len(self.look.colours) - 1, math.ceil(area.bottom() / self.look.lane) + 1)

    def _paint_ground(self, painter: QPainter, left: float, right: float, rows: tuple[int, int]) -> None:
        look = self.look
        if rows[0] <= look.selected <= rows[1]:
            top = look.selected * look.lane
            painter.fillRect(QRectF(left, top + 1, right - left, look.lane - 2), look.theme.colour("accent_soft"))
        for lane in (*range(rows[0], rows[1] + 1), *([-1] if look.director else [])):
            style = Qt.PenStyle.SolidLine if lane >= 0 else Qt.PenStyle.DotLine
            painter.setPen(QPen(look.theme.colour("border"), 1.0, style))
            y = round(look.middle(lane)) + 0.5
            painter.drawLine(QPointF(left, y), QPointF(right, y))

    def _paint_bands(self, painter: QPainter, across: float, first: int, last: int, rows: tuple[int, int]) -> None:
        """Every other scene on a ground of its own, with its number where there is room."""
        look = self.look
        bottom = (rows[1] + 1) * look.lane
        ground = QColor(look.theme.colour("neutral"))
        ground.setAlphaF(0.16)
        font = QFont()
        font.setPixelSize(9)
        painter.setFont(font)
        painter.setPen(look.theme.colour("faint"))
        for number, begins, ends in self._bands:
            if ends < first or begins > last:
                continue
            left, right = (begins - 0.5) * across, (ends + 0.5) * across
            if number % 2:
                painter.fillRect(QRectF(left, rows[0] * look.lane, right - left, bottom - rows[0] * look.lane), ground)
            if right - left > 18:
                painter.drawText(QPointF(left + 3, 8.5), str(number))

    def _thickness(self) -> float:
        return min(15.0, self.look.lane * 0.56)

    def _half(self, turn: int, across: float) -> float:
        """Half a capsule's length in pixels: by words, within its turn."""
        thick = self._thickness()
        if self._lanes[turn - 1] < 0:
            return min(across * 0.42, thick * 0.45)
        shortest = min(across * 0.5, thick * 0.7)
        longest = max(shortest, min(across * 0.86, thick * 3.2))
        return float(shortest + (longest - shortest) * self._lengths[turn - 1]) / 2

    def _colour(self, lane: int) -> QColor:
        return self.look.colours[lane] if lane >= 0 else self.look.theme.colour("secondary")

    def _near(self, turn: int, rows: tuple[int, int]) -> bool:
        lane = int(self._lanes[turn - 1])
        return lane < 0 or rows[0] <= lane <= rows[1]

    def _paint_curves(self, painter: QPainter, across: float, first: int, last: int, rows: tuple[int, int]) -> None:
        """From each speaker to the next, in the next one's colour; those yet to come only hinted at."""
        paths: dict[tuple[int, bool], QPainterPath] = {}
        for turn in range(first, last):
            if not (self._near(turn, rows) or self._near(turn + 1, rows)):
                continue
            lane, following = int(self._lanes[turn - 1]), int(self._lanes[turn])
            x0, y0 = turn * across + self._half(turn, across), self.look.middle(lane)
            x1, y1 = (turn + 1) * across - self._half(turn + 1, across), self.look.middle(following)
            path = paths.setdefault((following, turn >= self.shown), QPainterPath())
            path.moveTo(x0, y0)
            # A curve that always has room to bend, even where two long capsules almost touch.
            bend = max(4.0, (x1 - x0) * 0.6)
            path.cubicTo(x0 + bend, y0, x1 - bend, y1, x1, y1)
        surface = self.look.theme.colour("surface")
        for (lane, future), path in paths.items():
            ink(painter, QPen(mixed(self._colour(lane), surface, 0.2 if future else 0.55), 1.3))
            painter.drawPath(path)

    def _paint_capsules(self, painter: QPainter, across: float, first: int, last: int, rows: tuple[int, int]) -> None:
        paths: dict[tuple[int, bool], QPainterPath] = {}
        thick = self._thickness()
        for turn in range(first, last + 1):
            if not self._near(turn, rows):
                continue
            lane = int(self._lanes[turn - 1])
            path = paths.setdefault((lane, turn > self.shown), QPainterPath())
            self._add_turn(path, turn * across, lane, self._half(turn, across), thick)
        surface = self.look.theme.colour("surface")
        for (lane, future), path in paths.items():
            colour = self._colour(lane)
            ink(painter, NO_PEN, mixed(colour, surface, 0.3) if future else colour)
            painter.drawPath(path)
        for turn, role in ((self.shown, "accent"), (self.hovered, "text")):
            if first <= turn <= last and turn:
                lane = int(self._lanes[turn - 1])
                ring = QPainterPath()
                self._add_turn(ring, turn * across, lane, self._half(turn, across) + 2.5, thick + 5)
                ink(painter, QPen(self.look.theme.colour(role), 1.5))
                painter.drawPath(ring)

    def _add_turn(self, path: QPainterPath, x: float, lane: int, half: float, thick: float) -> None:
        """A capsule, or for the director a diamond."""
        y = self.look.middle(lane)
        if lane < 0:
            tall = thick * 0.45
            points = [QPointF(x - half, y), QPointF(x, y - tall), QPointF(x + half, y), QPointF(x, y + tall)]
            path.addPolygon(QPolygonF([*points, points[0]]))
            return
        round_off = min(half, thick / 2)
        path.addRoundedRect(QRectF(x - half, y - thick / 2, 2 * half, thick), round_off, thick / 2)

    def _paint_columns(self, painter: QPainter, across: float, first: int, last: int, rows: tuple[int, int]) -> None:
        """Zoomed out: a column stands for several turns, each lane's bar for its part of their words."""
        each = 2 ** max(0, math.ceil(math.log2(COLUMN / across)))
        start = (first - 1) // each
        columns = (last - 1) // each - start + 1
        part = slice(start * each, last)
        column = np.arange(start * each, last) // each - start
        kinds = len(self.look.colours) + 1
        weight = np.maximum(self._words[part], 1).astype(float)
        at = (self._lanes[part] + 1) * columns + column
        table = np.bincount(at, weights=weight, minlength=kinds * columns).reshape(kinds, columns)
        shares = table / np.maximum(table.sum(axis=0), 1.0)
        surface, wide = self.look.theme.colour("surface"), each * across
        # Columns are in step with the turns, so that nothing shimmers while it is moved.
        middles = (np.arange(columns) + start) * wide + across * 0.5
        past = self.shown * across
        room = wide - max(0.5, wide * 0.2)
        for lane in (*range(rows[0], rows[1] + 1), *([-1] if self.look.director else [])):
            y, height = self.look.middle(lane), self.look.lane * (0.9 if lane >= 0 else 0.6)
            heights = np.clip(np.sqrt(shares[lane + 1]) * height, 0, height)
            colour = self._colour(lane)
            for future in (False, True):
                ink(painter, NO_PEN, mixed(colour, surface, 0.3) if future else colour)
                painter.drawRects(
                    [
                        QRectF(middles[i], y - max(1.0, heights[i] / 2), room, max(2.0, heights[i]))
                        for i in np.nonzero(heights)[0]
                        if bool(middles[i] > past) is future
                    ]
                )

    def _paint_speaking(self, painter: QPainter, across: float) -> None:
        """Who has begun to speak, as an open capsule: the turn is not there yet."""
        look = self.look
        if not 0 <= look.speaking < len(look.colours) or across < CAPSULES_FROM:
            return
        path = QPainterPath()
        half = min(across * 0.4, self._thickness() * 0.5)
        self._add_turn(path, (self.turns + 1) * across, look.speaking, half, self._thickness())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink(painter, QPen(look.colours[look.speaking], 1.5, Qt.PenStyle.DotLine), look.theme.colour("surface"))
        painter.drawPath(path)
