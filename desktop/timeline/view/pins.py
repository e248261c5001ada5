"""Pins above the strip: what was done to the run, those that would stand on each other as one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from parley.desktop.run.figures import MarkFigure
from parley.desktop.timeline.view.axis import Axis
from parley.desktop.widgets.icons import paint_icon
from parley.desktop.widgets.painted import MIDDLE, NO_PEN, ink, write
from parley.desktop.widgets.theme import Theme, font

PIN = 9.0
"""The radius of a pin's head in pixels at a text scale of 1."""
MOST_TOLD = 8
"""Marks of a pin that its tool tip tells."""


@dataclass(slots=True)
class Pin:
    """A pin at a place in pixels, with all its marks."""

    x: float
    marks: list[MarkFigure] = field(default_factory=list)

    def told(self) -> str:
        """Return the marks in words."""
        texts = [mark.text for mark in self.marks if mark.text]
        more = len(texts) - MOST_TOLD
        return "\n".join(texts[:MOST_TOLD] + ([f"+ {more}"] if more > 0 else []))


def pins(marks: Iterable[MarkFigure], axis: Axis, total: int, apart: float) -> list[Pin]:
    """Return the marks as pins at least so many pixels apart."""
    found: list[Pin] = []
    for mark in marks:
        if mark.after > total:
            continue
        x = axis.get_x_of(min(total, mark.after + 0.5))
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
