"""The picture of a place, painted: from the layers that the core describes, once for each size."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPen, QPixmap, QPolygonF, QRadialGradient

from parley.core.modes.story.vignette.compose import picture
from parley.core.modes.story.vignette.layers import HEIGHT, WIDTH, Ink, Oval, Stop, Stroke
from parley.core.modes.story.vignette.scenery import Scenery
from parley.desktop.widgets.painted import NO_BRUSH, NO_PEN, blank


def paint_vignette(painter: QPainter, box: QRectF, scenery: Scenery) -> None:
    """Fill a box with the picture; what is too high or too broad of it is cut off."""
    ratio = painter.device().devicePixelRatio()
    painter.drawPixmap(box.topLeft(), vignette(scenery, round(box.width()), round(box.height()), ratio))


@lru_cache(maxsize=48)
def vignette(scenery: Scenery, wide: int, high: int, ratio: float = 1.0) -> QPixmap:
    """Return the picture in so many logical pixels."""
    made = blank(max(1, wide), max(1, high), ratio)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    scale = max(wide / WIDTH, high / HEIGHT)
    painter.translate((wide - WIDTH * scale) / 2, (high - HEIGHT * scale) / 2)
    painter.scale(scale, scale)
    for layer in picture(scenery).layers:
        brush = _build_ink_brush(layer.ink)
        if isinstance(layer, Stroke):
            pen = QPen(brush, layer.width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.setBrush(NO_BRUSH)
            painter.drawPolyline(QPolygonF([QPointF(*point) for point in layer.points]))
            continue
        painter.setPen(NO_PEN)
        painter.setBrush(brush)
        if isinstance(layer, Oval):
            painter.drawEllipse(QPointF(layer.x, layer.y), layer.across, layer.down)
        else:
            painter.drawPolygon(QPolygonF([QPointF(*point) for point in layer.points]))
    painter.end()
    return made


def _build_ink_brush(ink: Ink) -> QBrush:
    if (one := ink.flat) is not None:
        return QBrush(_build_stop_colour(one))
    gradient: QLinearGradient | QRadialGradient
    if ink.ring is not None:
        gradient = QRadialGradient(*ink.ring)
    else:
        assert ink.line is not None
        gradient = QLinearGradient(QPointF(*ink.line[0]), QPointF(*ink.line[1]))
    for stop in ink.stops:
        gradient.setColorAt(stop.at, _build_stop_colour(stop))
    return QBrush(gradient)


def _build_stop_colour(stop: Stop) -> QColor:
    found = QColor(stop.colour)
    found.setAlphaF(stop.alpha)
    return found
