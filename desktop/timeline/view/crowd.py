"""Turns that have to share pixels, and shapes of the strip."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter, QPolygonF, QTransform

HEIGHT = 12


def paint_density(
    painter: QPainter,
    speakers: Sequence[int],
    colours: Sequence[QColor],
    left: int,
    right: int,
    per_pixel: float,
    middle: float,
) -> None:
    """One column of pixels for many turns, split by how many of them each member took.

    `colours` are those of the members, the last one that of the director, whose number is −1. The columns are the
    lines of a small picture that is then laid on its side: a rectangle a member and column takes five times as long.
    """
    columns = bytearray()
    done = 0
    for x in range(right - left + 1):
        until = len(speakers) if x == right - left else min(len(speakers), round((x + 1) * per_pixel))
        columns += _column(Counter(speakers[done:until] or speakers[-1:]), len(colours) - 1)
        done = max(done, until)
    picture = QImage(columns, HEIGHT, right - left + 1, HEIGHT, QImage.Format.Format_Indexed8)
    picture.setColorTable([colour.rgb() for colour in colours])
    painter.save()
    painter.setTransform(QTransform(0, 1, 1, 0, left, middle - HEIGHT / 2), True)
    painter.drawImage(0, 0, picture)
    painter.restore()


def _column(shares: Counter[int], members: int) -> bytes:
    """A column's pixels, top to bottom, as numbers of members; the director's is the one after the last."""
    whole, said, made = shares.total(), 0, bytearray()
    for who in sorted(shares):
        said += shares[who]
        number = who if 0 <= who < members else members
        made += bytes([min(255, number)]) * (round(HEIGHT * said / whole) - len(made))
    return bytes(made)


def steps() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 ..."""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def diamond(centre: QPointF, radius: float) -> QPolygonF:
    """The director's mark."""
    x, y = centre.x(), centre.y()
    return QPolygonF([QPointF(x, y - radius), QPointF(x + radius, y), QPointF(x, y + radius), QPointF(x - radius, y)])
