"""Portraits, painted as faces."""

from __future__ import annotations

import base64
from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QImage, QPainter, QTransform

INNER = 0.88
"""How much of a face's disc a portrait takes: a rim of the member's colour stays."""


@lru_cache(maxsize=256)
def _decode(portrait: str) -> QImage:
    return QImage.fromData(base64.b64decode(portrait), "PNG")  # type: ignore[call-overload,no-any-return]


def paint_portrait(painter: QPainter, centre: QPointF, radius: float, portrait: str) -> bool:
    """Paint a portrait as a disc; return whether there was one that could be painted."""
    image = _decode(portrait) if portrait else QImage()
    if image.isNull():
        return False
    fits = 2 * radius / min(image.width(), image.height())
    left, top = centre.x() - fits * image.width() / 2, centre.y() - fits * image.height() / 2
    # Finer than a clip, whose edge is not smooth.
    brush = QBrush(image)
    brush.setTransform(QTransform(fits, 0, 0, fits, left, top))
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(brush)
    painter.drawEllipse(centre, radius, radius)
    painter.restore()
    return True
