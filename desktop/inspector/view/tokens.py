"""The pane of tokens, cost and time."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from desktop.inspector.figures import InspectorFigure
from desktop.inspector.view.notes import PairGrid
from desktop.inspector.view.pane import ColumnPane, Label, px
from desktop.widgets.bars import Bars, mixed


class UsageBar(Bars):
    """Tokens read from the cache, written to it, other input and output on one bar, with their numbers."""

    def __init__(self) -> None:
        super().__init__()
        self._usage = (0, 0, 0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._restyle()

    def show_usage(self, usage: tuple[int, int, int, int]) -> None:
        """`usage`: input beyond the cache, read from the cache, written to it, output."""
        if usage != self._usage:
            self._usage = usage
            self.setAccessibleName(", ".join(told for told, _count, _colour, _hatched in self._parts()))
            self._restyle()

    def _restyle(self) -> None:
        self.setFixedHeight(px(22 + 18 * (len(self._legend()) if self.width() > 1 else 1)))
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._restyle()

    def paintEvent(self, _: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        parts, whole = self._parts(), sum(self._usage)
        bar = QRectF(0, 2, self.width(), px(12))
        outline = QPainterPath()
        outline.addRoundedRect(bar, 4, 4)
        painter.fillPath(outline, self.theme.colour("raised"))
        painter.save()
        painter.setClipPath(outline)
        x = 0.0
        for _told, count, colour, hatched in parts:
            width = count / whole * bar.width() if whole else 0.0
            self._fill(painter, QRectF(x, bar.top(), width, bar.height()), colour, hatched)
            x += width
        painter.restore()
        painter.setFont(self.face(small=True))
        capital = QFontMetricsF(painter.font()).capHeight() / 2
        for line, entries in enumerate(self._legend()):
            top = px(22) + line * px(18)
            for part, told, x in entries:
                self._fill(painter, QRectF(x, top + px(3), px(9), px(9)), *parts[part][2:])
                painter.setPen(self.theme.colour("secondary"))
                painter.drawText(QPointF(x + px(14), top + px(7) + capital), told)

    def _fill(self, painter: QPainter, box: QRectF, colour: QColor, hatched: bool) -> None:
        painter.fillRect(box, colour)
        if hatched:
            brush = QBrush(mixed(colour, self.theme.colour("surface"), 0.4), Qt.BrushStyle.BDiagPattern)
            painter.fillRect(box, brush)

    def _legend(self) -> list[list[tuple[int, str, float]]]:
        return self.wrapped([part[0] for part in self._parts()], px(14))

    def _parts(self) -> list[tuple[str, int, QColor, bool]]:
        fresh, read, written, output = self._usage
        accent, surface = self.theme.colour("accent"), self.theme.colour("surface")
        parts = [
            (self.tr("from cache"), read, mixed(accent, surface, 0.35), False),
            (self.tr("into cache"), written, mixed(accent, surface, 0.6), True),
            (self.tr("other input"), fresh, accent, False),
            (self.tr("output"), output, self.theme.colour("warm"), False),
        ]
        if not written:
            del parts[1]
        number = self.locale().toString
        return [(f"{name} {number(count)}", count, colour, hatched) for name, count, colour, hatched in parts]


class TokensPane(ColumnPane):
    """The usage bar above a table of facts."""

    def __init__(self) -> None:
        super().__init__()
        self.bar, self.facts = UsageBar(), PairGrid(14, 5, QFont.Weight.Medium)
        self.empty = Label(
            self.tr("No voice was called for this turn, so it took no tokens. Where one is, its bill stands here."),
            "secondary",
        )
        self.add(self.empty, self.bar, self.facts)

    def show_figure(self, figure: InspectorFigure) -> None:
        self.bar.setVisible(any(figure.usage))
        self.empty.setVisible(not any(figure.usage) and not figure.facts)
        self.bar.show_usage(figure.usage)
        self.facts.show_pairs(tuple((name, _breakable(value)) for name, value in figure.facts))


def _breakable(text: str) -> str:
    """A hash has no spaces: it may break anywhere."""
    if " " in text or len(text) < 25:
        return text
    return "\u200b".join(text[i : i + 8] for i in range(0, len(text), 8))
