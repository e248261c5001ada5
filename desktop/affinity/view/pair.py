"""Beneath the network: how a chosen pair came to where it stands."""

from __future__ import annotations

from html import escape

import pyqtgraph as pg  # type: ignore[import-untyped]
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from parley.desktop.affinity.figures import EdgeFigure
from parley.desktop.affinity.view.picture import signed, trust_told
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.layouts import across, upright
from parley.desktop.widgets.painted import Note
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.plots import bare_plot, colour_plot
from parley.desktop.widgets.themed import Themed

WIDE, TALL = 108, 30
NARROW, LOW = 240, 40
"""Pixels of width and height below which there is no room for the chart; the reason then stands in a tooltip."""


class PairDrift(Themed, QWidget):
    """The line "Boss – Analyst 0.72 +0.03 this run" with its reason, and the chart of all runs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edge, self._names, self._trust = EdgeFigure(0, 0, 0.5), ("", ""), False
        self._history: tuple[float, ...] = ()
        self.setAccessibleName(self.tr("The chosen pair"))
        self._line = QLabel(self)
        self._line.setTextFormat(Qt.TextFormat.RichText)
        self._reason = Note(size=11, parent=self)
        self._reason.setWordWrap(True)
        self._reason.setTextFormat(Qt.TextFormat.PlainText)
        self._chart = bare_plot(self)
        self._chart.setAccessibleName(self.tr("Affinity over runs"))
        self._curve = pg.PlotDataItem(antialias=True)
        self._last = pg.ScatterPlotItem(pxMode=True, antialias=True)
        self._half = pg.InfiniteLine(pos=0.5, angle=0)
        for item in (self._half, self._curve, self._last):
            self._chart.addItem(item, ignoreBounds=True)
        below = across((self._reason, 1), self._chart, spacing=10)
        upright(self._line, (below, 1), within=self, margins=0, spacing=2)
        self._line.setMinimumWidth(20)
        self._reason.setMinimumWidth(20)
        self._restyle()

    def show_pair(
        self,
        first: MemberFigure,
        second: MemberFigure,
        edge: EdgeFigure,
        history: tuple[float, ...],
        *,
        trust: bool = False,
    ) -> None:
        """Show a pair; `history` holds its affinity over runs, oldest first, or its `trust` in a story."""
        names = (first.name, second.name)
        if (names, edge, history, trust) == (self._names, self._edge, self._history, self._trust):
            return
        self._names, self._edge, self._history, self._trust = names, edge, history, trust
        self._draw()
        self._fit()

    def _restyle(self) -> None:
        self._draw()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        low = self.height() < LOW * self.scale
        self._chart.setVisible(len(self._history) > 1 and self.width() >= NARROW * self.scale and not low)
        self._reason.setVisible(not low)
        self._write()

    def sentence(self) -> str:
        """The pair in a sentence, without colours."""
        text = f"{self._names[0]} – {self._names[1]} {self._value()}, {self._change()}"
        return f"{text}. {self._why()}"

    def _change(self) -> str:
        change = self._edge.change
        if self._trust and not self._edge.linked:
            return self.tr("no trust is kept between them")
        if abs(change) < (0.0025 if self._trust else 0.0005):
            return self.tr("unchanged in this run")
        return self.tr("{change} this run").format(change=signed(change, trust=self._trust))

    def _why(self) -> str:
        edge = self._edge
        if edge.reason:
            return edge.reason
        return self.tr("{first} answered {there}×, {second} {back}×.").format(
            first=self._names[0], second=self._names[1], there=edge.a_to_b, back=edge.b_to_a
        )

    def _write(self) -> None:
        theme, font = self.theme, self.letters(12, QFont.Weight.DemiBold)
        self._line.setFont(font)
        role, metrics = theme.colour(self._role("secondary")).name(), QFontMetricsF(font)
        rest = metrics.horizontalAdvance(f" – {self._value()}   {self._change()}  ")
        half = max(30.0, (self.width() - rest) / 2)
        # A name may take all that the other one leaves.
        rooms = [half + max(0.0, half - metrics.horizontalAdvance(other)) for other in reversed(self._names)]
        names = " – ".join(
            escape(metrics.elidedText(name, Qt.TextElideMode.ElideRight, room))
            for name, room in zip(self._names, rooms, strict=True)
        )
        self._line.setText(
            f'<span style="color:{theme.text}">{names} {self._value()}</span>'
            f' &nbsp;<span style="color:{role}">{escape(self._change())}</span>'
        )
        self._line.setStyleSheet("background: transparent;")
        self._line.setToolTip(tooltip(self.sentence()))
        self._reason.setText(self._why())
        self.setAccessibleDescription(self.sentence())

    def _role(self, neither: str) -> str:
        change = self._edge.change
        return "good" if change >= 0.0005 else "bad" if change <= -0.0005 else neither

    def _draw(self) -> None:
        theme, values = self.theme, self._history
        colour_plot(self._chart, theme, self.font())
        self._chart.setFixedSize(round(WIDE * self.scale), round(TALL * self.scale))
        if len(values) < 2:
            return
        self._curve.setData(list(values), pen=pg.mkPen(theme.colour("secondary"), width=1.5))
        last = theme.colour(self._role("accent"))
        self._last.setData([len(values) - 1], [values[-1]], size=7, brush=last, pen=pg.mkPen(None))
        self._half.setPen(pg.mkPen(theme.colour("border"), style=Qt.PenStyle.DashLine))
        low, high = min(*values, 0.45), max(*values, 0.55)
        air = (high - low) * 0.15
        self._chart.setRange(xRange=(-0.3, len(values) - 0.7), yRange=(low - air, high + air), padding=0)
        told = ", ".join(self._decimal(value) for value in values)
        words = self.tr("Trust in this story: {values}") if self._trust else self.tr("Affinity over runs: {values}")
        self._chart.setToolTip(tooltip(words.format(values=told)))

    def _value(self) -> str:
        return "" if self._trust and not self._edge.linked else self._decimal(self._edge.affinity)

    def _decimal(self, value: float) -> str:
        return trust_told(value) if self._trust else self.locale().toString(float(value), "f", 2)
