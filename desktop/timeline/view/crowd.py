"""Turns that have to share pixels, and shapes of the strip."""

from __future__ import annotations

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
    # The director is 0. Bytes, because they are counted without a step for each.
    last = len(colours) - 1
    said = bytes([min(who, 254) + 1 if who < last else 0 for who in speakers])
    columns = bytearray()
    done = 0
    for x in range(right - left + 1):
        until = len(said) if x == right - left else min(len(said), round((x + 1) * per_pixel))
        columns += _compute_pixel_column(said[done:until] or said[-1:])
        done = max(done, until)
    picture = QImage(columns, HEIGHT, right - left + 1, HEIGHT, QImage.Format.Format_Indexed8)
    picture.setColorTable([colour.rgb() for colour in (colours[-1], *colours[:-1])])
    painter.save()
    painter.setTransform(QTransform(0, 1, 1, 0, left, middle - HEIGHT / 2), True)
    painter.drawImage(0, 0, picture)
    painter.restore()


def _compute_pixel_column(said: bytes) -> bytes:
    """Return a column's pixels, top to bottom, as whoever they belong to, for all who spoke in it."""
    shares, done, made = sorted(set(said)), 0, bytearray()
    for who in shares:
        done += said.count(who)
        made += bytes((who,)) * (round(HEIGHT * done / len(said)) - len(made))
    return bytes(made)


def steps() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 ..."""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def diamond(centre: QPointF, radius: float) -> QPolygonF:
    """Return the director's mark."""
    x, y = centre.x(), centre.y()
    return QPolygonF([QPointF(x, y - radius), QPointF(x + radius, y), QPointF(x, y + radius), QPointF(x - radius, y)])
