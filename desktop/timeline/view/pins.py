"""Where turns stand on the strip, and the pins above it: what was done to the run."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from parley.desktop.run.figures import MarkFigure, PartFigure
from parley.desktop.widgets.icons import paint_icon
from parley.desktop.widgets.painted import MIDDLE, NO_PEN, ink, write
from parley.desktop.widgets.theme import Theme, font

GAP = 9.0
"""Pixels between two parts."""
LEAST = 3.0
"""Pixels a turn below which parts are not kept apart: turns share them."""
LEAD = 16.0
"""Pixels at most between the moment before the first turn and the first turn."""
MOST_GAPS = 0.3
"""The part of the strip that gaps may take; where they would take more there are none."""
PIN = 9.0
"""The radius of a pin's head in pixels at a text scale of 1."""
MOST_TOLD = 8
"""Marks of a pin that its tool tip tells."""


class Axis:
    """`each` is the pixels of a turn; turn 0, the moment before the first one, stands at `left`."""

    def __init__(self, left: float, width: float, total: int, parts: Sequence[PartFigure] = ()) -> None:
        self.left, self.total = left, max(1, total)
        starts = [part.first for part in parts if 1 < part.first <= total]  # The first part has no gap before it
        room = width - GAP * len(starts)
        if len(starts) * GAP > width * MOST_GAPS or room < LEAST * total:  # Gaps would take the room of the turns
            starts = []
        self._starts = starts
        self.gaps = bool(starts)
        room = max(0.0, width - GAP * len(starts))
        lead = min(LEAD, room / self.total)  # Turn 0 is no turn: less room is enough
        self.each = (room - lead) / max(1, self.total - 1)
        self._first = left + lead

    def get_x_of(self, turn: float) -> float:
        """Return the place of a turn; between two numbers it is between two turns."""
        x = self._first + (turn - 1) * self.each if turn >= 1 else self.left + turn * (self._first - self.left)
        if not self._starts:
            return x
        at = bisect_right(self._starts, turn)
        within = turn - int(turn)  # Between two parts: in the middle of their gap
        following = bisect_right(self._starts, int(turn) + 1) if within else at
        return x + GAP * (at + (following - at) * within)

    def turn_at(self, x: float) -> int:
        """Return the turn that is nearest to a place."""
        low, high = 0, self.total
        while high - low > 1:
            middle = (low + high) // 2  # Binary search: gaps make the distances differ
            low, high = (middle, high) if self.get_x_of(middle) <= x else (low, middle)
        return high if x - self.get_x_of(low) > self.get_x_of(high) - x else low


@dataclass(slots=True)
class Pin:
    """A pin at a place in pixels, with all its marks."""

    x: float
    marks: list[MarkFigure] = field(default_factory=list)

    def describe_marks(self) -> str:
        """Return the marks in words."""
        texts = [mark.text for mark in self.marks if mark.text]
        more = len(texts) - MOST_TOLD
        return "\n".join(texts[:MOST_TOLD] + ([f"+ {more}"] if more > 0 else []))


def build_pins(marks: Iterable[MarkFigure], axis: Axis, total: int, apart: float) -> list[Pin]:
    """Return the marks as pins at least so many pixels apart."""
    found: list[Pin] = []
    for mark in marks:
        if mark.after > total:  # A breakpoint may wait for a turn that is not planned
            continue
        x = axis.get_x_of(min(total, mark.after + 0.5))  # Halfway to the next turn; ascending, as marks are
        if found and x - found[-1].x < apart:
            found[-1].marks.append(mark)
        else:
            found.append(Pin(x, [mark]))
    return found


def paint_pin(
    painter: QPainter, pin: Pin, head: QPointF, foot: float, colour: QColor, theme: Theme, scale: float
) -> None:
    """Paint a head with the icon of the first mark on a stem; a number gives the count if there are more."""
    radius = PIN * scale
    painter.setPen(QPen(colour, 1.3))
    painter.drawLine(QPointF(head.x(), head.y() + radius), QPointF(head.x(), foot))
    ink(painter, QPen(colour, 1.3), theme.colour("surface"))
    painter.drawEllipse(head, radius, radius)
    icon = 11 * scale
    paint_icon(painter, pin.marks[0].icon, QRectF(head.x() - icon / 2, head.y() - icon / 2, icon, icon), colour)
    if len(pin.marks) > 1:
        size = 6 * scale
        centre = QPointF(head.x() + radius * 0.85, head.y() - radius * 0.7)
        ink(painter, NO_PEN, colour)
        painter.drawEllipse(centre, size, size)
        box = QRectF(centre.x() - size, centre.y() - size, 2 * size, 2 * size)
        count = str(len(pin.marks)) if len(pin.marks) < 10 else "+"
        write(painter, box, count, font(8, QFont.Weight.Bold, scale=scale), theme.colour("surface"), MIDDLE)
