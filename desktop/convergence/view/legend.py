"""What each line of the convergence is, its value at the shown turn, and how lines are told apart without colour."""

from __future__ import annotations

from bisect import bisect_right

import pyqtgraph as pg  # type: ignore[import-untyped]
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from parley.desktop.convergence.figures import ConvergenceFigure
from parley.desktop.widgets.layouts import hbox
from parley.desktop.widgets.painted import Note
from parley.desktop.widgets.themed import Themed


class ConvergenceLegend(Themed, QWidget):
    """A label for each line: the score first, then the components."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Lines"))
        self._titles = (
            self.tr("Score"), self.tr("Content"), self.tr("Length"), self.tr("Sentences"), self.tr("Structure"),
            self.tr("Punctuation"),
        )  # fmt: skip
        self._swatches = [QLabel() for _ in self._titles]
        self.labels = [Note(size=11, parent=self) for _ in self._titles]
        self.parent_score = Note(size=11, parent=self)
        self.parent_score.setToolTip(self.tr("The pale line: how the run that this one was forked from went on"))
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(1, 0, 5, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(2)
        self._grid.setRowStretch(len(self.labels) + 1, 1)  # What is left over stands below them
        self._parts: list[QWidget] = [self.parent_score]
        self._columns = 0
        for swatch_, label in zip(self._swatches, self.labels, strict=True):
            self._parts.insert(-1, pair := QWidget())  # Before the parent's score, which stays last
            hbox(swatch_, label, within=pair, margins=0, spacing=4)
        self.arrange(3)
        self._apply_theme()

    def arrange(self, columns: int) -> None:
        """Place the labels in so many columns, where they do not stand so: it is asked for at every change of size."""
        if columns == self._columns:
            return
        self._columns = columns
        for place, part in enumerate(self._parts):
            self._grid.addWidget(part, place // columns, place % columns, Qt.AlignmentFlag.AlignLeft)
        for column in range(len(self._parts)):
            self._grid.setColumnStretch(column, int(column == columns - 1))

    def show_figure(self, figure: ConvergenceFigure) -> None:
        """Show the values at the shown turn."""
        at, number = figure.place, self.locale().toString
        for line, label in enumerate(self.labels):
            values = figure.scores if line == 0 else figure.components[line - 1]
            told = number(float(values[at]), "f", 2) if at >= 0 else "–"
            label.setText(f"{self._titles[line]}  {told}")
            tip = self.tr("What the components come to")
            if line:
                tip = self.tr("{0} % of the score").format(number(round(figure.weights[line - 1] * 100)))
            label.setToolTip(tip)
        turns, scores = figure.ghost
        place = bisect_right(turns, figure.shown) - 1
        there = number(float(scores[place]), "f", 2) if place >= 0 else "–"
        self.parent_score.setText(self.tr("The parent  {0}").format(there))
        self.parent_score.setVisible(bool(turns))

    def _apply_theme(self) -> None:
        theme = self.theme
        for line, label in enumerate(self._swatches):
            colour = theme.colour(ROLES[0]) if line == 0 else theme.member(ROLES[line])
            pen = make_dashed_pen(colour, 2.0 if line == 0 else 1.4, line)
            label.setPixmap(draw_swatch(pen, self.scale, self.devicePixelRatioF()))


DASHES: tuple[tuple[float, ...], ...] = (
    (), (5, 2.5), (2, 2.5), (7, 2.5, 2, 2.5), (11, 3), (7, 2.5, 2, 2.5, 2, 2.5),
)  # fmt: skip
"""Lengths of strokes and gaps in pen widths; the first is a whole line."""
ROLES = ("accent", "teal", "amber", "purple", "green", "slate")
"""The theme's colour of the score, and the palette's of each component, in their order."""
SWATCH = (26, 12)


def make_dashed_pen(colour: QColor, width: float, dash: int) -> QPen:
    """Return a pen of the dash with that number."""
    pen = pg.mkPen(colour, width=width)
    pattern = DASHES[dash % len(DASHES)]
    if pattern:
        pen.setDashPattern(list(pattern))
    assert isinstance(pen, QPen)
    return pen


def draw_swatch(pen: QPen, scale: float, ratio: float) -> QPixmap:
    """Return a bit of the line, for a legend."""
    wide, tall = round(SWATCH[0] * scale), round(SWATCH[1] * scale)
    picture = QPixmap(round(wide * ratio), round(tall * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pen)
    painter.drawLine(QPointF(1, tall / 2), QPointF(wide - 1, tall / 2))
    painter.end()
    return picture


def make_curve() -> pg.PlotDataItem:
    """Return a curve of which a long run draws no more points than there are pixels."""
    curve = pg.PlotDataItem()
    curve.opts["autoDownsampleFactor"] = 1.0  # pyqtgraph keeps five points a pixel
    return curve
