"""Somebody's face as a small widget."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from desktop.modes.story.figures import Face
from desktop.modes.story.view.marks import paint_face
from desktop.widgets.plain import tooltip
from desktop.widgets.themed import Themed


class FaceButton(Themed, QAbstractButton):
    """A face to click, or to press Return on. Signals: `chosen(member)`."""

    chosen = Signal(str)

    def __init__(self, face: Face, size: int = 26) -> None:
        super().__init__()
        self.face, self._size = face, size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(face.name)
        self.setToolTip(tooltip(face.name))
        self.clicked.connect(lambda: self.chosen.emit(face.id))

    def sizeHint(self) -> QSize:
        """A square, with room for the ring of the keys."""
        edge = round(self._size * self.scale) + 4
        return QSize(edge, edge)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        paint_face(painter, box, self.face, self.theme)
        if self.hasFocus():
            painter.setPen(QPen(self.theme.colour("accent"), 1.6))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return chooses the member as Space does."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)
