"""What the lines of the network mean."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.affinity.view.picture import STROKES
from desktop.widgets.themed import Themed

SAMPLE, GAP, LINE = 20, 14, 18
"""Pixels of a stroke's sample with its space, between two entries, and of a line, at a text scale of 1."""


class NetworkLegend(Themed, QWidget):
    """Tense, neutral and warm as they are drawn, or how arrows are read; and how to see more.

    Signals: `lines_changed()` when it needs more lines, or fewer.
    """

    lines_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._answering = False
        self._lines = 1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._tell()

    def set_answering(self, answering: bool) -> None:
        """Explain arrows (True), or affinity."""
        self._answering = answering
        self._tell()
        self._fit()
        self.update()

    def _restyle(self) -> None:
        self._fit()
        super()._restyle()

    def sizeHint(self) -> QSize:
        """A line; as many as the kinds of strokes need where it is narrow."""
        return QSize(120, round(LINE * self._lines * self.scale))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        lines = max((line for line, *_ in self._places()), default=0) + 1
        if lines != self._lines:
            self._lines = lines
            self.updateGeometry()
            self.lines_changed.emit()

    def _places(self) -> list[tuple[int, float, float, int, str]]:
        """Where each entry stands that is shown: line, x, the sample's width, kind and name.

        The kinds of strokes must be told, closer together and in several lines where it is narrow; the rest may go.
        """
        metrics = QFontMetricsF(self.letters(11))
        wides = [metrics.horizontalAdvance(text) for kind, text in self._entries() if kind >= 0]
        tight = sum(wides) + len(wides) * (SAMPLE + GAP) * self.scale > self.width()
        gap = (6 if tight else GAP) * self.scale
        line, x, found = 0, 0.0, []
        for kind, text in self._entries():
            sample = (SAMPLE - 5 if tight else SAMPLE) * self.scale if kind >= 0 else 0.0
            wide = sample + metrics.horizontalAdvance(text)
            if x + wide > self.width() and x > 0:
                if kind < 0:
                    break
                line, x = line + 1, 0.0
            found.append((line, x, sample, kind, text))
            x += wide + gap
        return found

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
        painter.setFont(self.letters(11))
        metrics = QFontMetricsF(painter.font())
        for line, x, sample, kind, text in self._places():
            middle = (line + 0.5) * self.height() / self._lines
            if kind >= 0:
                painter.setPen(STROKES[kind].pen(self.theme.colour(STROKES[kind].role)))
                painter.drawLine(QPointF(x, middle), QPointF(x + sample - 5, middle))
            painter.setPen(self.theme.colour("secondary"))
            painter.drawText(QPointF(x + sample, middle + metrics.capHeight() / 2), text)
