"""The pane of tokens, cost and time."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from desktop.inspector.figures import InspectorFigure
from desktop.inspector.view.pane import ColumnPane, Label, px, typeface
from desktop.widgets.bars import mixed
from desktop.widgets.theme import Theme
from desktop.widgets.themed import Themed


class UsageBar(Themed, QWidget):
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
            self.setAccessibleName(", ".join(f"{name} {self._count(count)}" for name, count, _, _ in self._parts()))
            self._restyle()

    def _restyle(self) -> None:
        lines = len(self._lines()) if self.width() > 1 else 1
        self.setFixedHeight(px(22 + 18 * lines))
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the legend for the new width."""
        super().resizeEvent(event)
        self._restyle()

    def paintEvent(self, _: QPaintEvent) -> None:
        """Draw the bar and its legend."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = sum(self._usage)
        bar = QRectF(0, 2, self.width(), px(12))
        outline = QPainterPath()
        outline.addRoundedRect(bar, 4, 4)
        painter.fillPath(outline, self.theme.colour("raised"))
        painter.save()
        painter.setClipPath(outline)
        x = 0.0
        for _name, count, colour, hatched in self._parts():
            width = count / whole * bar.width() if whole else 0.0
            part = QRectF(x, bar.top(), width, bar.height())
            _fill(painter, part, colour, self.theme, hatched=hatched)
            x += width
        painter.restore()
        painter.setFont(typeface(11, QFont.Weight.Medium))
        for line, entries in enumerate(self._lines()):
            self._paint_legend(painter, px(22) + line * px(18), entries)

    def _paint_legend(self, painter: QPainter, top: float, entries: list[int]) -> None:
        metrics, x = QFontMetricsF(painter.font()), 0.0
        parts = self._parts()
        for entry in entries:
            name, count, colour, hatched = parts[entry]
            text = f"{name} {self._count(count)}"
            _fill(painter, QRectF(x, top + px(3), px(9), px(9)), colour, self.theme, hatched=hatched)
            painter.setPen(self.theme.colour("secondary"))
            painter.drawText(QPointF(x + px(14), top + px(7) + metrics.capHeight() / 2), text)
            x += px(14) + metrics.horizontalAdvance(text) + px(12)

    def _lines(self) -> list[list[int]]:
        """Which entries of the legend stand on which line."""
        metrics = QFontMetricsF(typeface(11, QFont.Weight.Medium))
        lines: list[list[int]] = [[]]
        x = 0.0
        for entry, (name, count, _, _) in enumerate(self._parts()):
            wide = px(26) + metrics.horizontalAdvance(f"{name} {self._count(count)}")
            if lines[-1] and x + wide > self.width() + px(12):
                lines.append([])
                x = 0.0
            lines[-1].append(entry)
            x += wide
        return lines

    def _parts(self) -> list[tuple[str, int, QColor, bool]]:
        fresh, read, written, output = self._usage
        theme = self.theme
        accent, surface = theme.colour("accent"), theme.colour("surface")
        parts = [
            (self.tr("from cache"), read, mixed(accent, surface, 0.35), False),
            (self.tr("into cache"), written, mixed(accent, surface, 0.6), True),
            (self.tr("other input"), fresh, accent, False),
            (self.tr("output"), output, theme.colour("warm"), False),
        ]
        return [part for part in parts if part[1] or part[0] != parts[1][0]]

    def _count(self, count: int) -> str:
        return self.locale().toString(count)


def _fill(painter: QPainter, box: QRectF, colour: QColor, theme: Theme, *, hatched: bool) -> None:
    painter.fillRect(box, colour)
    if hatched:
        painter.fillRect(box, QBrush(mixed(colour, theme.colour("surface"), 0.4), Qt.BrushStyle.BDiagPattern))


class TokensPane(ColumnPane):
    """The usage bar above a table of facts."""

    def __init__(self) -> None:
        super().__init__()
        self.bar = UsageBar()
        self.empty = Label(
            self.tr("No voice was called for this turn, so it took no tokens. Where one is, its bill stands here."),
            "secondary",
        )
        self.table = QGridLayout()
        self.table.setHorizontalSpacing(14)
        self.table.setVerticalSpacing(5)
        self.table.setColumnStretch(1, 1)
        self._labels: list[tuple[Label, Label]] = []
        self.add(self.empty, self.bar)
        self.column.box.insertLayout(2, self.table)

    def show_figure(self, figure: InspectorFigure) -> None:
        """Show the facts of the turn's call."""
        spent = any(figure.usage)
        self.bar.setVisible(spent)
        self.empty.setVisible(not spent and not figure.facts)
        self.bar.show_usage(figure.usage)
        while len(self._labels) < len(figure.facts):
            self._add()
        for at, (name, value) in enumerate(self._labels):
            there = at < len(figure.facts)
            name.setVisible(there)
            value.setVisible(there)
            if there:
                name.setText(figure.facts[at][0])
                # A hash has no spaces: let it break anywhere.
                value.setText(_breakable(figure.facts[at][1]))

    def _add(self) -> None:
        name, value = Label(role="secondary"), Label(weight=QFont.Weight.Medium)
        name.setWordWrap(False)
        row = len(self._labels)
        self.table.addWidget(name, row, 0)
        self.table.addWidget(value, row, 1)
        self._labels.append((name, value))


def _breakable(text: str) -> str:
    if " " in text or len(text) < 25:
        return text
    return "\u200b".join(text[i : i + 8] for i in range(0, len(text), 8))
