"""What is drawn once and then moved about, for as long as nothing of it changes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPixmap

from parley.desktop.widgets.painted import blank

LARGEST = 2_400.0
"""Pixels of width and height up to which a picture is kept."""


class Layer:
    """A picture of something that takes long to draw. It is made when the same is wanted for the second time: what
    changes with every frame is drawn as it is."""

    def __init__(self) -> None:
        self._key: object = None
        self._pixmap: QPixmap | None = None

    def paint(self, painter: QPainter, key: object, box: QRectF, draw: Callable[[QPainter], None]) -> None:
        """Paint what `draw` draws within `box`, in the painter's coordinates; `key` tells one picture from another."""
        again, self._key = key == self._key, key
        if not again:
            self._pixmap = None
        if not again or max(box.width(), box.height()) > LARGEST:
            draw(painter)
            return
        if self._pixmap is None:
            device = painter.device()
            self._pixmap = blank(box.width() + 1, box.height() + 1, device.devicePixelRatioF() if device else 1.0)
            own = QPainter(self._pixmap)
            own.translate(-box.topLeft())
            draw(own)
            own.end()
        painter.drawPixmap(box.topLeft(), self._pixmap)
