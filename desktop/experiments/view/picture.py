"""A plot of the core on the screen, in the theme's colours: what SVG and PDF files show too."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from parley.core.export.drawing import Path, Picture, Role, Spot, Words
from parley.desktop.widgets.plain import make_tip
from parley.desktop.widgets.spoken import Spoken, tell_current
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed

ROLES: dict[Role, str] = {"text": "text", "quiet": "secondary", "rule": "border", "ground": "surface"}
SERIES: dict[Role, str] = {
    "1": "blue", "2": "amber", "3": "teal", "4": "purple", "5": "rust", "6": "green", "7": "pink", "8": "slate",
}  # fmt: skip
STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
REACH = 10.0
"""Pixels within which a click meets a mark."""
MOST_SCALE = 1.6
"""How much larger than on paper a plot is drawn, at most, at a text scale of 1."""


class Walked(Spoken):
    """A picture whose rows are gone through with the arrow keys, Home and End; at first none is chosen."""

    walked = -1
    """The row with the keyboard."""

    def get_accessible_current(self) -> int:
        return self.walked if 0 <= self.walked < self.count_accessible_rows() else -1

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose another row with the arrow keys, Home and End."""
        key, now, last = Qt.Key(event.key()), self.get_accessible_current(), self.count_accessible_rows() - 1
        ends = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}
        if last < 0 or key not in ends.keys() | STEPS.keys():
            super().keyPressEvent(event)  # type: ignore[misc]  # a mixin of QWidget
            return
        self.walked = max(0, min(last, ends[key] if key in ends else now + STEPS[key]))
        assert isinstance(self, QWidget)
        self.setAccessibleDescription(self.get_accessible_text(self.walked))
        tell_current(self)
        self.update()


class PictureView(Walked, Themed, QWidget):
    """Plots below each other, each as wide as there is room for. Signals: `run_chosen(id)`, where a run's mark is
    clicked."""

    run_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pictures: tuple[Picture, ...] = ()
        self._told: tuple[str, ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)  # for the marks' tool tips
        self.setAccessibleName(self.tr("Plots of the experiment"))

    def show_pictures(self, pictures: Sequence[Picture]) -> None:
        """Show these."""
        self.pictures = tuple(pictures)
        self._told = tuple(f"{one.title}. {told}" for one in self.pictures for told in one.told)
        self.walked = -1
        words = [item.text for one in self.pictures for item in one.items if isinstance(item, Words)]
        self.setAccessibleDescription("; ".join(words))
        self.setMinimumHeight(self.heightForWidth(self.width()))  # layouts ask heightForWidth() only by a size policy
        self.updateGeometry()
        self.update()

    def count_accessible_rows(self) -> int:
        return len(self._told)

    def get_accessible_text(self, row: int) -> str:
        return self._told[row]

    def get_accessible_rect(self, row: int) -> QRect:
        """Return all of the plot that a value stands in."""
        zoom, top = self._zoom(self.width()), 0.0
        for picture in self.pictures:
            if row < len(picture.told):
                return QRectF(0, top, picture.width * zoom, picture.height * zoom).toAlignedRect() & self.rect()
            row, top = row - len(picture.told), top + picture.height * zoom
        return QRect()

    def find_spot_at(self, at: QPointF) -> Spot | None:
        """Return the mark under a place in pixels."""
        zoom, top = self._zoom(self.width()), 0.0
        near: list[tuple[float, Spot]] = []
        for picture in self.pictures:
            for spot in picture.spots:
                away = QPointF(spot.at[0] * zoom, (spot.at[1] + top) * zoom) - at
                near.append((math.hypot(away.x(), away.y()), spot))
            top += picture.height
        far, found = min(near, key=lambda each: each[0], default=(math.inf, None))
        return found if far < REACH else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        spot = self.find_spot_at(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if spot else Qt.CursorShape.ArrowCursor)
        self.setToolTip(make_tip(spot.told) if spot else "")

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if (spot := self.find_spot_at(event.position())) is not None:
            self.run_chosen.emit(spot.run)

    def _apply_theme(self) -> None:
        self.update()

    def _zoom(self, width: int) -> float:
        widest = max((one.width for one in self.pictures), default=1.0)
        return min(width / widest, MOST_SCALE * self.scale)

    def sizeHint(self) -> QSize:
        """Return a usual width, and the height that all plots take at it."""
        return QSize(560, self.heightForWidth(560))

    def heightForWidth(self, width: int) -> int:
        """Return the height that all plots take at that width, in pixels."""
        return round(sum(one.height for one in self.pictures) * self._zoom(width))

    def resizeEvent(self, event: object) -> None:
        self.setMinimumHeight(self.heightForWidth(self.width()))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(self.rect(), self.theme.colour("surface"))
            zoom = self._zoom(self.width())
            painter.scale(zoom, zoom)
            for picture in self.pictures:
                for item in picture.items:
                    self._paint_path(painter, item) if isinstance(item, Path) else self._paint_words(painter, item)
                painter.translate(0, picture.height)
            if self.hasFocus():
                painter.resetTransform()
                painter.setPen(QPen(self.theme.colour("accent"), 1.0))
                painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _look_up_role_colour(self, role: Role) -> QColor:
        return self.theme.member(SERIES[role]) if role in SERIES else self.theme.colour(ROLES[role])

    def _paint_path(self, painter: QPainter, path: Path) -> None:
        pen = QPen(self._look_up_role_colour(path.role), path.width)
        if path.dash:
            pen.setDashPattern([each / path.width for each in path.dash])  # Qt counts dashes in widths of the pen
        painter.setPen(pen)
        points = QPolygonF([QPointF(x, y) for x, y in path.points])
        if path.fill:
            painter.setBrush(self._look_up_role_colour(path.fill))
            painter.drawPolygon(points)
        else:
            painter.drawPolyline(points)

    def _paint_words(self, painter: QPainter, words: Words) -> None:
        face = font(10, QFont.Weight.DemiBold if words.bold else QFont.Weight.Normal)
        face.setPixelSize(max(1, round(words.size)))  # the painter is scaled: no text scale here
        painter.setFont(face)
        painter.setPen(self._look_up_role_colour(words.role))
        before = {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor]
        wide = QFontMetricsF(face).horizontalAdvance(words.text)
        painter.save()
        painter.translate(QPointF(*words.at))
        if words.upright:
            painter.rotate(-90)
        painter.drawText(QRectF(-before * wide - 1, -words.size * 1.2, wide + 4, words.size * 1.6),
                         int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), words.text)  # fmt: skip
        painter.restore()
