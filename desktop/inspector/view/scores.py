"""What speaks for something, as bars: of a memory that came to mind, of a line that was chosen."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from parley.desktop.inspector.figures import DraftFigure
from parley.desktop.inspector.view.pane import Label, px, typeface
from parley.desktop.widgets.layouts import upright
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.themed import Themed

NARROWEST = 84
"""Pixels of a column at least."""
ROW = 30


class ScoreBars(Themed, QWidget):
    """Values side by side, each on its own scale from 0 to 1, in rows as they need; their score at the right."""

    def __init__(self) -> None:
        super().__init__()
        self._values: tuple[tuple[str, float], ...] = ()
        self._score = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._restyle()

    def show_scores(self, values: tuple[tuple[str, float], ...], score: float) -> None:
        """Show named values and their score."""
        self._values, self._score = values, score
        told = [f"{name} {self._format_score(value)}" for name, value in values]
        told.append(self.tr("score {value}").format(value=self._format_score(score)))
        self.setAccessibleName(", ".join(told))
        self.setToolTip(tooltip("\n".join(told)))
        self._restyle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._restyle()

    def _restyle(self) -> None:
        rows = -(-len(self._values) // self._columns()) if self._values else 1
        self.setFixedHeight(px(ROW) * rows)
        self.update()

    def _columns(self) -> int:
        """As many as fit, and no row nearly empty."""
        count = max(1, len(self._values))
        most = max(1, min(count, (self.width() - px(40)) // px(NARROWEST)))
        return -(-count // -(-count // most))

    def paintEvent(self, _: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = self.theme
            bold = typeface(12, QFont.Weight.DemiBold)
            score = self._format_score(self._score)
            wide = QFontMetricsF(bold).horizontalAdvance("0.00") + px(8)
            painter.setFont(bold)
            painter.setPen(theme.colour("text"))
            right = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
            painter.drawText(QRectF(self.width() - wide, 0, wide, px(ROW)), right, score)
            gap, columns = px(10), self._columns()
            column = (self.width() - wide - columns * gap) / columns
            small = typeface(10.5, QFont.Weight.Medium)
            metrics = QFontMetricsF(small)
            painter.setFont(small)
            left = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
            for at, (name, value) in enumerate(self._values):
                x, y = at % columns * (column + gap), at // columns * px(ROW)
                number = self._format_score(value)
                room = metrics.horizontalAdvance(number) + px(4)
                painter.setPen(theme.colour("secondary"))
                shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, column - room)
                painter.drawText(QRectF(x, y, column, px(17)), left, shown)
                painter.drawText(QRectF(x, y, column, px(17)), right, number)
                track = QRectF(x, y + px(20), column, px(5))
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.colour("border"))
                painter.drawRoundedRect(track, 2.5, 2.5)
                filled = QRectF(track)
                filled.setWidth(max(track.height(), min(1.0, max(0.0, value)) * track.width()))
                painter.setBrush(theme.colour("accent"))
                if value > 0.0:
                    painter.drawRoundedRect(filled, 2.5, 2.5)

    def _format_score(self, value: float) -> str:
        return self.locale().toString(float(value), "f", 2)


class DraftEntry(QWidget):
    """A line that could have been said: whether it was, the line, and what speaks for and against it."""

    def __init__(self) -> None:
        super().__init__()
        self.mark = Label(role="accent", size=11, weight=QFont.Weight.DemiBold)
        self.text, self.bars = Label(), ScoreBars()
        self.fault = Label(role="bad", size=11)
        upright(self.mark, self.text, self.fault, self.bars, within=self, margins=(0, 0, 0, 6), spacing=2)

    def show_draft(self, draft: DraftFigure) -> None:
        """Show a line."""
        said = self.tr("✓ said") if draft.kept else self.tr("✓ chosen, and said otherwise")
        self.mark.show_text(said if draft.chosen else "")
        self.text.setText(draft.text)
        self.text.set_role("text" if draft.chosen else "secondary")
        self.fault.show_text(self._fault(draft.fault))
        names = self._build_score_names()
        self.bars.show_scores(tuple((names.get(name, name), value) for name, value in draft.terms), draft.score)
        self.bars.setVisible(bool(draft.terms))
        self.setAccessibleName(" · ".join(part for part in (self.mark.text(), draft.text, self.fault.text()) if part))

    def _build_score_names(self) -> dict[str, str]:
        return {
            "topic": self.tr("topic"),
            "move": self.tr("move"),
            "point": self.tr("point"),
            "reply": self.tr("last lines"),
            "new": self.tr("new"),
            "concrete": self.tr("concrete"),
            "whole": self.tr("whole"),
            "likely": self.tr("likely"),
        }

    def _fault(self, fault: str) -> str:
        known = {
            "takes up three words that were said": self.tr("takes up three words that were said"),
            "begins as an earlier line": self.tr("begins as an earlier line"),
            "sounds like an assistant": self.tr("sounds like an assistant"),
            "is not a whole sentence": self.tr("is not a whole sentence"),
            "copies the topic": self.tr("copies the topic"),
            "talks about its own part": self.tr("talks about its own part"),
            "copies a sample": self.tr("copies a sample"),
            "repeats an earlier line": self.tr("repeats an earlier line"),
            "repeats itself": self.tr("repeats itself"),
            "speaks to itself": self.tr("speaks to itself"),
            "speaks for somebody else": self.tr("speaks for somebody else"),
            "is in another language": self.tr("is in another language"),
            "says nothing": self.tr("says nothing"),
        }
        return known.get(fault, fault)
