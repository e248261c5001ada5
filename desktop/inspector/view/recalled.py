"""A memory that came to mind, with what spoke for it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.inspector.figures import RecalledFigure
from desktop.inspector.view.pane import Label, px, typeface
from desktop.widgets.layouts import upright
from desktop.widgets.plain import tooltip
from desktop.widgets.themed import Themed


class ScoreBars(Themed, QWidget):
    """Recency, relevance and importance side by side, each on its own scale from 0 to 1, and their mean."""

    def __init__(self) -> None:
        super().__init__()
        self._scores: tuple[float, ...] = (0.0, 0.0, 0.0)
        self._score = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._restyle()

    def show_scores(self, figure: RecalledFigure) -> None:
        self._scores, self._score = (figure.recency, figure.relevance, figure.importance), figure.score
        told = [f"{name} {self._number(value)}" for name, value in zip(self._names(), self._scores, strict=True)]
        told.append(self.tr("score {value}").format(value=self._number(figure.score)))
        self.setAccessibleName(", ".join(told))
        self.setToolTip(tooltip("\n".join(told)))
        self.update()

    def _restyle(self) -> None:
        self.setFixedHeight(px(30))
        self.update()

    def paintEvent(self, _: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self.theme
        bold = typeface(12, QFont.Weight.DemiBold)
        score = self._number(self._score)
        wide = QFontMetricsF(bold).horizontalAdvance("0.00") + px(8)
        painter.setFont(bold)
        painter.setPen(theme.colour("text"))
        right = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
        painter.drawText(QRectF(self.width() - wide, 0, wide, self.height()), right, score)
        gap = px(10)
        column = (self.width() - wide - 3 * gap) / 3
        small = typeface(10.5, QFont.Weight.Medium)
        metrics = QFontMetricsF(small)
        painter.setFont(small)
        left = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        for at, (name, value) in enumerate(zip(self._names(), self._scores, strict=True)):
            x = at * (column + gap)
            number = self._number(value)
            room = metrics.horizontalAdvance(number) + px(4)
            painter.setPen(theme.colour("secondary"))
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, column - room)
            painter.drawText(QRectF(x, 0, column, px(17)), left, shown)
            painter.drawText(QRectF(x, 0, column, px(17)), right, number)
            track = QRectF(x, px(20), column, px(5))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("border"))
            painter.drawRoundedRect(track, 2.5, 2.5)
            filled = QRectF(track)
            filled.setWidth(max(track.height(), min(1.0, max(0.0, value)) * track.width()))
            painter.setBrush(theme.colour("accent"))
            if value > 0.0:
                painter.drawRoundedRect(filled, 2.5, 2.5)

    def _names(self) -> tuple[str, str, str]:
        return self.tr("recent"), self.tr("relevant"), self.tr("important")

    def _number(self, value: float) -> str:
        return self.locale().toString(float(value), "f", 2)


class RecalledEntry(QWidget):
    """What was remembered: the kind, and of what came to mind for this turn the hour; the memory, and its scores."""

    def __init__(self) -> None:
        super().__init__()
        self.kind = Label(role="accent", size=11, weight=QFont.Weight.DemiBold)
        self.text, self.bars = Label(), ScoreBars()
        upright(self.kind, self.text, self.bars, within=self, margins=(0, 0, 0, 6), spacing=2)

    def show_memory(self, memory: RecalledFigure | tuple[str, str]) -> None:
        """Show a memory, or no more of it than its kind and text."""
        self.bars.setVisible(isinstance(memory, RecalledFigure))
        if isinstance(memory, RecalledFigure):
            weight = self.tr("importance {value} of 10").format(value=memory.weight)
            self.bars.show_scores(memory)
            memory = " · ".join(part for part in (memory.type, memory.moment, weight) if part), memory.text
        self.kind.setText(memory[0])
        self.text.setText(memory[1])
