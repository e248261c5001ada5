"""What the lines of the network mean."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.theme import LIGHT, Theme
from desktop.views.affinity.picture import STROKES

SAMPLE, GAP = 20, 14
"""Pixels of a line's sample with its space, and between two entries, at a text scale of 1."""


class NetworkLegend(QWidget):
    """Tense, neutral and warm as they are drawn, or how arrows are read; and how to see more."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._scale = 1.0
        self._answering = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._tell()

    def set_answering(self, answering: bool) -> None:
        """Explain arrows (True), or affinity."""
        self._answering = answering
        self._tell()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of `theme`."""
        self._theme = theme
        self.update()

    def set_scale(self, factor: float) -> None:
        """Scale the text."""
        self._scale = factor
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """One line."""
        return QSize(120, round(18 * self._scale))

    def _entries(self) -> list[tuple[int, str]]:
        """A kind of stroke (−1: none) and its name."""
        if self._answering:
            return [(-1, self.tr("arrow: who answers whom; wider: oftener"))]
        return [
            (0, self.tr("tense")),
            (2, self.tr("neutral")),
            (4, self.tr("warm")),
            (-1, self.tr("size: words")),
            (-1, self.tr("click a line for its story")),
        ]

    def _tell(self) -> None:
        self.setAccessibleName(self.tr("Legend"))
        self.setAccessibleDescription("; ".join(text for _, text in self._entries()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw as many entries as fit."""
        painter = QPainter(self)
        painter.setClipRegion(event.region())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(self.font())
        font.setPixelSize(max(7, round(11 * self._scale)))
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        # Closer together where it is narrow: the three kinds of lines must be told.
        lines = [text for kind, text in self._entries() if kind >= 0]
        needed = sum(metrics.horizontalAdvance(text) + (SAMPLE + GAP) * self._scale for text in lines)
        tight = needed > self.width()
        gap = (6 if tight else GAP) * self._scale
        x, middle = 0.0, self.height() / 2
        for kind, text in self._entries():
            sample = (SAMPLE - 5 if tight else SAMPLE) * self._scale if kind >= 0 else 0.0
            wide = metrics.horizontalAdvance(text)
            if x + sample + wide > self.width():
                return
            if kind >= 0:
                stroke = STROKES[kind]
                pen = QPen(self._theme.colour(stroke.role), stroke.width)
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                if stroke.dashes:
                    pen.setDashPattern(list(stroke.dashes))
                painter.setPen(pen)
                painter.drawLine(QPointF(x, middle), QPointF(x + sample - 5, middle))
            painter.setPen(self._theme.colour("secondary"))
            painter.drawText(QPointF(x + sample, middle + metrics.capHeight() / 2), text)
            x += sample + wide + gap
