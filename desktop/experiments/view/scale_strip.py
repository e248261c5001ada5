"""The scale of a plot whose own scale has been scrolled out of sight."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from desktop.experiments.view.row_plot import AXIS, RowPlot
from desktop.widgets.painted import MIDDLE, write
from desktop.widgets.themed import Themed


class ScaleStrip(Themed, QWidget):
    """Lies at the foot of a scroll area and tells the numbers of the plot in it, at their places."""

    def __init__(self, area: QScrollArea) -> None:
        super().__init__(area.viewport())
        self._area = area
        self._plot: RowPlot | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        area.viewport().installEventFilter(self)
        area.verticalScrollBar().valueChanged.connect(lambda _value: self.place())
        area.verticalScrollBar().rangeChanged.connect(lambda _low, _high: self.place())

    def follow(self, plot: RowPlot) -> None:
        """Tell the scale of this plot from now on."""
        self._plot = plot
        self.place()

    def _restyle(self) -> None:
        self.place()

    def place(self) -> None:
        """Stand at the foot, where the plot's own scale is not in sight."""
        port, high = self._area.viewport(), round(AXIS * self.scale)
        self.setGeometry(0, port.height() - high, port.width(), high)
        plot = self._plot
        foot = plot.mapTo(port, QPoint(0, plot.height())).y() if plot is not None and plot.isVisible() else 0
        self.setVisible(foot > port.height() + 1)
        self.raise_()
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.place()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The numbers above the plot's ground."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.theme.colour("surface"))
        painter.setPen(self.theme.colour("border"))
        painter.drawLine(0, 0, self.width(), 0)
        if self._plot is None:
            return
        font, colour = self.letters(11), self.theme.colour("secondary")
        left = self._plot.mapTo(self._area.viewport(), QPoint(0, 0)).x()
        for x, told in self._plot.ticks():
            write(painter, QRectF(left + x - 40, 1, 80, self.height() - 1), told, font, colour, MIDDLE)
