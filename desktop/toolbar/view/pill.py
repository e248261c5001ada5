"""The pill at the right: who speaks, and what was used."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QToolButton, QWidget

from desktop.run.figures import StatusFigure
from desktop.run.words import voice_role
from desktop.widgets.elided import ElidedLabel
from desktop.widgets.icons import icon, paint_icon
from desktop.widgets.language import dollars
from desktop.widgets.layouts import across
from desktop.widgets.plain import tooltip
from desktop.widgets.theme import font
from desktop.widgets.themed import Themed

WIDEST = 280
"""Pixels at a text scale of 1 that the pill takes while nobody waits: a longer name is shortened."""


def shown_tokens(tokens: int) -> str:
    """A number of tokens in few letters."""
    if tokens < 10_000:
        return f"{tokens:,}".replace(",", "\u202f")
    if tokens < 999_500:
        return f"{tokens / 1000:.0f} k"
    return f"{QLocale().toString(tokens / 1_000_000, 'f', 1)} M"


class VoicePill(Themed, QFrame):
    """Who speaks, and what was used. While a voice waits it says why, with a cross to give up.

    Signals: `cancelled()`.
    """

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = StatusFigure()
        self._short = False
        self._voice = ElidedLabel()
        self._usage = QLabel()
        self._cancel = QToolButton()
        self._cancel.setAccessibleName(self.tr("Give up waiting"))
        self._cancel.setToolTip(self.tr("Give up waiting; the run pauses"))
        self._cancel.setFixedSize(20, 20)
        self._cancel.clicked.connect(self.cancelled.emit)
        across((self._voice, 1), self._usage, self._cancel, within=self, margins=(28, 4, 10, 4), spacing=10)
        self._restyle()
        self.show_figure(self._figure)

    def show_figure(self, figure: StatusFigure) -> None:
        self._figure = figure
        waiting = bool(figure.waiting)
        name = figure.voice or self.tr("no voice yet")
        self._voice.set_whole(figure.waiting if waiting else name)
        used = self.tr("{0} tok · {1}").format(shown_tokens(figure.tokens), dollars(figure.cost))
        self._usage.setText(used)
        self._usage.setVisible(not waiting and not self._short and bool(figure.voice))
        self._cancel.setVisible(waiting)
        spoken = ", ".join(part for part in (name, figure.provider, used, figure.budget, figure.waiting) if part)
        self.setAccessibleName(self.tr("Voice: {0}").format(spoken))
        self.setToolTip(tooltip("\n".join(part for part in (name, used, figure.budget, figure.waiting) if part)))
        self.updateGeometry()
        self.update()

    def set_short(self, short: bool) -> None:
        """Leave out what was used (the tool tip keeps it)."""
        self._short = short
        self._usage.setVisible(not short and not self._figure.waiting and bool(self._figure.voice))

    def _restyle(self) -> None:
        theme = self.theme
        self._cancel.setIcon(icon("ph.x", theme.colour("text")))
        self._usage.setStyleSheet(f"color: {theme.secondary};")
        self.update()
        self._voice.setFont(font(12, QFont.Weight.DemiBold, scale=self.scale))
        self._usage.setFont(font(12, QFont.Weight.Medium, scale=self.scale))
        self.setFixedHeight(round(28 * self.scale))

    def sizeHint(self) -> QSize:
        words = self._voice.fontMetrics().horizontalAdvance(self._voice.whole()) + 4
        # Room for more than was used so far, or the pill would grow with every line.
        roomy = self._usage.fontMetrics().horizontalAdvance(self.tr("{0} tok · {1}").format("0000 k", "00.00 $"))
        usage = max(self._usage.sizeHint().width(), roomy) + 10 if self._usage.isVisibleTo(self) else 0
        cancel = 30 if self._figure.waiting else 0
        most = 360 if self._figure.waiting else WIDEST
        return QSize(min(round(most * self.scale), words + usage + cancel + 42), self.height())

    def minimumSizeHint(self) -> QSize:
        """Enough for the dot and some letters; a reason to wait is not cut short before the rest is."""
        return QSize(min(self.sizeHint().width(), 200 if self._figure.waiting else 130), self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the pill and the provider's dot, or an hourglass while waiting."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        waiting, height = bool(self._figure.waiting), float(self.height())
        painter.setBrush(self.theme.colour("highlight" if waiting else "accent_soft"))
        painter.drawRoundedRect(self.rect(), height / 2, height / 2)
        if waiting:
            paint_icon(painter, "ph.hourglass-medium-fill", QRectF(8, 0, 16, height), self.theme.colour("text"))
            return
        painter.setBrush(self.theme.colour(voice_role(self._figure.provider) if self._figure.voice else "faint"))
        painter.drawEllipse(13, round(height / 2 - 4), 8, 8)
