"""The dimmed window of the tour, with a hole at what a step points at, and the step's card beside the hole."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, QTimer
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget

from parley.desktop.tour.view.card import StepCard
from parley.desktop.widgets.painted import ink, stroke
from parley.desktop.widgets.themed import Themed

ROUND, AROUND = 10, 5
"""Pixels of the hole's corners, and between its edge and what it shows."""
GAP, EDGE = 14, 12
"""Pixels between the hole and the card, and between the card and the window's edge."""
DIM = 0.52
FOLLOW_MS = 120
"""How often it is looked whether what is pointed at has moved: docks do so without telling."""


class Overlay(Themed, QWidget):
    """Lies over a window and follows it. Clicks go through the hole, and nowhere else beside the card.

    `where` says where the hole is, in the window's pixels; empty where there is nothing to point at.
    """

    def __init__(self, window: QWidget, where: Callable[[], QRect]) -> None:
        super().__init__(window)
        self.setObjectName("TourOverlay")
        self._where = where
        self.hole = QRect()
        self.card = StepCard(self)
        self._following = QTimer(self, interval=FOLLOW_MS)
        self._following.timeout.connect(self.follow)
        self._following.start()
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Be as large as the window."""
        if watched is self.parent() and event.type() == QEvent.Type.Resize:
            self.follow()
        return False

    def follow(self) -> None:
        """Take the window's size, and stand where what is pointed at stands now."""
        window = self.parentWidget()
        if window is None:
            return
        if self.geometry() != window.rect():
            self.setGeometry(window.rect())
        found = self._where()
        hole = found.adjusted(-AROUND, -AROUND, AROUND, AROUND).intersected(self.rect()) if found.isValid() else QRect()
        if hole != self.hole:
            self.hole = hole
            self.raise_()  # docks that came since would lie over it
        self.place_card()

    def place_card(self) -> None:
        """Stand beside the hole, where there is room for the card, and cut the hole out, so that clicks go through."""
        self.card.fit()
        self.card.move(self._choose_card_spot())
        hole = QRectF(self.hole)
        through = QRegion() if hole.isEmpty() else QRegion(_make_rounded_path(hole).toFillPolygon().toPolygon())
        self.setMask(QRegion(self.rect()) - through + QRegion(self.card.geometry()))
        self.update()

    def _choose_card_spot(self) -> QPoint:
        size = self.card.size()
        room = self.rect().adjusted(EDGE, EDGE, -EDGE, -EDGE)
        for spot in self._yield_spots(size):
            box = QRect(spot, size)
            left = max(room.left(), min(box.left(), room.right() - size.width()))
            top = max(room.top(), min(box.top(), room.bottom() - size.height()))
            moved = QRect(QPoint(left, top), size)  # pushed back into the window, it may cover the hole
            if room.contains(moved) and not moved.intersects(self.hole):
                return moved.topLeft()
        # Nowhere beside it: in its lower right corner, where most views have the least.
        if not self.hole.isEmpty():
            return self.hole.bottomRight() - QPoint(size.width() + GAP, size.height() + GAP)
        return self.rect().center() - QPoint(size.width() // 2, size.height() // 2)

    def _yield_spots(self, size: QSize) -> Iterator[QPoint]:
        """Yield places for the card: right, left, below and above the hole."""
        hole = self.hole
        if hole.isEmpty():
            return
        across, down = hole.center().x() - size.width() // 2, hole.center().y() - size.height() // 2
        yield QPoint(hole.right() + GAP, down)
        yield QPoint(hole.left() - GAP - size.width(), down)
        yield QPoint(across, hole.bottom() + GAP)
        yield QPoint(across, hole.top() - GAP - size.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the dark, without the hole."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            dark = QPainterPath()
            dark.addRect(QRectF(self.rect()))
            hole = QRectF(self.hole)
            if not hole.isEmpty():
                dark = dark.subtracted(_make_rounded_path(hole))
            shade = QColor(0, 0, 0)
            shade.setAlphaF(DIM)
            painter.fillPath(dark, shade)
            if not hole.isEmpty():
                ink(painter, stroke(self.theme.colour("accent"), 2))
                painter.drawRoundedRect(hole.adjusted(-1, -1, 1, 1), ROUND + 1, ROUND + 1)

    def end_overlay(self) -> None:
        """Hide and delete the overlay; it no longer follows the window."""
        self._following.stop()
        if (window := self.parentWidget()) is not None:
            window.removeEventFilter(self)
        self.hide()
        self.deleteLater()


def _make_rounded_path(hole: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(hole, ROUND, ROUND)
    return path
