"""Beneath the network: what the colour, the width and the arrows of its lines say, in the lines' own scale."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QLinearGradient, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from parley.desktop.affinity.view.edges import DASHES
from parley.desktop.affinity.view.picture import (
    TENSE,
    Picture,
    drift_colour,
    line_width,
    signed,
    trust_told,
    unmoved,
)
from parley.desktop.widgets.painted import MIDDLE, NO_PEN, write
from parley.desktop.widgets.themed import Themed

HIGH = 58
"""Pixels at a text scale of 1."""
SAMPLES = (0.2, 0.4, 0.6, 0.8, 1.0)
WIDEST = 240
"""Pixels of a scale at most."""
BOTH = 300
"""Pixels of width from which colour and width are both explained."""


class NetworkLegend(Themed, QWidget):
    """The scale of the drifts and of the affinities as they are drawn."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = Picture()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Legend"))
        self._tell()

    def show_picture(self, picture: Picture) -> None:
        """Explain what is drawn."""
        self._picture = picture
        self._tell()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, round(HIGH * self.scale))

    def colour_title(self) -> str:
        """Return what the colour says."""
        if self._picture.span == "chosen":
            return self.tr("Colour: drift in the selected turns")
        if self._picture.span == "today":
            return self.tr("Colour: drift today")
        return self.tr("Colour: drift since the start")

    def width_title(self) -> str:
        """Return what the width says."""
        if not self._picture.small:
            return self.tr("Dotted: below {value}").format(value=self._format_affinity(TENSE))
        return self.tr("Width: trust now") if self._picture.trust else self.tr("Width: affinity now")

    def _describe_arrows(self) -> str:
        return self.tr("Arrow: whose feeling moved, ◆ not known · full warmer, hollow cooler")

    def _tell(self) -> None:
        most = self._format_drift(self._picture.figure.scale(self._picture.span))
        scale = self.tr("red −{most} to green +{most}").format(most=most.lstrip("+"))
        dashed = self.tr("dashed below {value}").format(value=self._format_affinity(TENSE))
        small = self._picture.small
        width = f"{self.width_title()}, {dashed}" if small else self.width_title()
        told = "; ".join((f"{self.colour_title()}, {scale}", width, *((self._describe_arrows(),) if small else ())))
        self.setAccessibleDescription(told)
        self.setToolTip(told)

    def _format_drift(self, drift: float) -> str:
        return signed(drift, trust=self._picture.trust) if drift else "0"

    def _format_affinity(self, affinity: float) -> str:
        if self._picture.trust:
            return trust_told(affinity, signed=False)
        return self.locale().toString(affinity, "f", 1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw what fits."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            room = QRectF(self.rect())
            room.setHeight(44 * self.scale)
            both = room.width() >= BOTH * self.scale
            half = min((room.width() - 24 * self.scale) / 2 if both else room.width(), WIDEST * self.scale)
            self._paint_colours(painter, QRectF(room.left(), 0, half, room.height()))
            if both:
                left = min(room.right() - half, room.left() + half + 40 * self.scale)
                self._paint_widths(painter, QRectF(left, 0, half, room.height()))
            if not self._picture.small:
                # A crowd's lines have no arrows.
                return
            below = QRectF(room.left(), room.bottom(), room.width(), self.height() - room.bottom())
            font = self.letters(10.5)
            told = QFontMetricsF(font).elidedText(self._describe_arrows(), Qt.TextElideMode.ElideRight, below.width())
            write(painter, below, told, font, self.theme.colour("secondary"))

    def _paint_bar(self, painter: QPainter, bar: QRectF) -> None:
        across = QLinearGradient(bar.topLeft(), bar.topRight())
        for part in (-1.0, 0.0, 1.0):
            across.setColorAt((part + 1) / 2, drift_colour(part, 1.0, self.theme))
        painter.setPen(NO_PEN)
        painter.setBrush(across)
        painter.drawRoundedRect(bar, bar.height() / 2, bar.height() / 2)

    def _paint_colours(self, painter: QPainter, box: QRectF) -> None:
        scale, theme = self.scale, self.theme
        font, strong = self.letters(10.5), self.letters(11, QFont.Weight.DemiBold)
        title = QFontMetricsF(strong).elidedText(self.colour_title(), Qt.TextElideMode.ElideRight, box.width())
        head = QRectF(box.left(), box.top(), box.width(), 16 * scale)
        write(painter, head, title, strong, theme.colour("secondary"))
        whole = self._picture.figure.scale(self._picture.span)
        air = QFontMetricsF(font).horizontalAdvance(self._format_drift(whole)) / 2
        bar = QRectF(box.left() + air, box.top() + 20 * scale, box.width() - 2 * air, 5 * scale)
        self._paint_bar(painter, bar)
        parts = (-1.0, -0.5, 0.0, 0.5, 1.0) if box.width() > 150 * scale else (-1.0, 0.0, 1.0)
        for part in parts:
            x = bar.left() + (part + 1) / 2 * bar.width()
            place = QRectF(x - 40 * scale, bar.bottom() + 3 * scale, 80 * scale, 14 * scale)
            write(painter, place, self._format_drift(whole * part), font, theme.colour("secondary"), MIDDLE)

    def _paint_widths(self, painter: QPainter, box: QRectF) -> None:
        scale, theme = self.scale, self.theme
        font, strong = self.letters(10.5), self.letters(11, QFont.Weight.DemiBold)
        title = QFontMetricsF(strong).elidedText(self.width_title(), Qt.TextElideMode.ElideRight, box.width())
        head = QRectF(box.left(), box.top(), box.width(), 16 * scale)
        write(painter, head, title, strong, theme.colour("secondary"))
        if not self._picture.small:
            # In a crowd all lines are thin.
            return
        step = box.width() / len(SAMPLES)
        for number, value in enumerate(SAMPLES):
            left, y = box.left() + number * step, box.top() + 22.5 * scale
            painter.setPen(self._build_affinity_pen(value - 0.01))
            painter.drawLine(QPointF(left + 2, y), QPointF(left + step - 4, y))
            place = QRectF(left - 10, box.top() + 28 * scale, step + 18, 14 * scale)
            write(painter, place, self._format_affinity(value), font, theme.colour("secondary"), MIDDLE)

    def _build_affinity_pen(self, affinity: float) -> QPen:
        flat = Qt.PenCapStyle.FlatCap
        pen = QPen(unmoved(self.theme), line_width(affinity) * self.scale, Qt.PenStyle.SolidLine, flat)
        if affinity < TENSE:
            pen.setDashPattern(list(DASHES))
        return pen
