"""Faces as they are drawn: told apart by letter, not by colour alone."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from parley.desktop.modes.story.figures import Face
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.avatar import paint_avatar
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.theme import Theme
from parley.desktop.widgets.themed import Themed


def paint_face(painter: QPainter, box: QRectF, face: Face, theme: Theme) -> None:
    """Somebody's letter on their colour, as in every other view."""
    member = MemberFigure(face.id, face.name, face.initial, face.colour or "slate")
    paint_avatar(painter, box.center(), box.width() / 2, member, theme)


def write(painter: QPainter, text: str, box: QRectF, font: QFont, colour: QColor, *, right: bool = False) -> None:
    """Write a text in one line, as far as there is room for it."""
    painter.setFont(font)
    painter.setPen(colour)
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter | side | Qt.TextFlag.TextSingleLine), shown)


class FaceButton(Themed, QAbstractButton):
    """A face to click, or to press Return on, in the ring of what they think of the player where there is a `trust`:
    clockwise and good for trust, the other way for mistrust. Signals: `chosen(member)`."""

    chosen = Signal(str)

    def __init__(self, face: Face, size: int = 26, trust: int | None = None) -> None:
        super().__init__()
        self.face, self.trust, self._size = face, trust, size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(face.name)
        self.setToolTip(tooltip(face.name))
        self.clicked.connect(lambda: self.chosen.emit(face.id))

    def sizeHint(self) -> QSize:
        """Return a square, with room for the ring of the keys."""
        edge = round(self._size * self.scale) + 4
        return QSize(edge, edge)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, box = QPainter(self), QRectF(self.rect()).adjusted(2, 2, -2, -2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.trust is not None:
            painter.setPen(QPen(self.theme.colour("border"), 2.2))
            painter.drawEllipse(box)
            colour = self.theme.colour("good" if self.trust > 0 else "bad")
            painter.setPen(QPen(colour, 2.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            if self.trust:
                # Qt counts sixteenths of a degree, against the clock.
                painter.drawArc(box, 90 * 16, -round(3.6 * 16 * max(-100, min(100, self.trust))))
        paint_face(painter, box if self.trust is None else box.adjusted(4, 4, -4, -4), self.face, self.theme)
        if self.hasFocus():
            painter.setPen(QPen(self.theme.colour("accent"), 1.6))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return chooses the member as Space does."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)
