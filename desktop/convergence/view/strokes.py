"""How lines are told apart without colour: dashes, marks and letters."""

from __future__ import annotations

import pyqtgraph as pg  # type: ignore[import-untyped]
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

DASHES: tuple[tuple[float, ...], ...] = (
    (), (5, 2.5), (2, 2.5), (7, 2.5, 2, 2.5), (11, 3), (7, 2.5, 2, 2.5, 2, 2.5),
)  # fmt: skip
"""Lengths of strokes and gaps in pen widths; the first is a whole line."""
ROLES = ("accent", "teal", "amber", "purple", "green", "slate")
"""The theme's colour of the score, and the palette's of each component, in their order."""
SWATCH = (26, 12)


def dashed(colour: QColor, width: float, dash: int) -> QPen:
    """Return a pen of the dash with that number."""
    pen = pg.mkPen(colour, width=width)
    pattern = DASHES[dash % len(DASHES)]
    if pattern:
        pen.setDashPattern(list(pattern))
    assert isinstance(pen, QPen)
    return pen


def swatch(pen: QPen, scale: float, ratio: float) -> QPixmap:
    """Return a bit of the line, for a legend."""
    wide, tall = round(SWATCH[0] * scale), round(SWATCH[1] * scale)
    picture = QPixmap(round(wide * ratio), round(tall * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pen)
    painter.drawLine(QPointF(1, tall / 2), QPointF(wide - 1, tall / 2))
    painter.end()
    return picture


def thinned() -> pg.PlotDataItem:
    """Return a curve for a `TurnPlot`, of which a long run draws no more points than there are pixels."""
    curve = pg.PlotDataItem()
    curve.opts["autoDownsampleFactor"] = 1.0
    return curve
