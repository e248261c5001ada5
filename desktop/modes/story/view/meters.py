"""Bars with their numbers: health, and how far the story is."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from parley.core.modes.story import arc
from parley.desktop.modes.story.view.marks import write
from parley.desktop.widgets.language import labelled
from parley.desktop.widgets.layouts import upright
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.themed import Themed

SHARES = tuple(after - before for before, after in pairwise((*(share for _part, share in arc.PARTS), 1.0)))
"""The stages' parts of an arc."""
LOW = 0.34
"""The part of one's health below which it is drawn as a warning."""


def paint_bar(painter: QPainter, box: QRectF, colour: QColor) -> None:
    """Paint a piece of bar with round ends."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    radius = min(box.height(), box.width()) / 2
    painter.drawRoundedRect(box, radius, radius)


class Meter(Themed, QWidget):
    """What the bars have in common: a theme, a scale, a line of room."""

    wide, high = 110, 16

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def say(self, words: str) -> None:
        """Show something else, which is `words`."""
        self.setAccessibleName(words)
        self.setToolTip(tooltip(words))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(self.wide * self.scale), round(self.high * self.scale))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(60 * self.scale), round(self.high * self.scale))

    def begun(self) -> QPainter:
        """Return a painter that is ready."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.letters(11, QFont.Weight.DemiBold))
        return painter


class HealthBar(Meter):
    """Health as a bar with "7 / 12" behind it."""

    def __init__(self, health: int, most: int) -> None:
        super().__init__()
        self.health, self.most = health, max(1, most)
        self.say(self.tr("Health {0} of {1}").format(health, most))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = self.begun()
        text = f"{self.health} / {self.most}"
        wide = painter.fontMetrics().horizontalAdvance(text) + 8 * self.scale
        high = 6 * self.scale
        box = QRectF(0, (self.height() - high) / 2, max(10.0, self.width() - wide), high)
        well = self.health > LOW * self.most
        paint_bar(painter, box, self.theme.colour("border"))
        if self.health > 0:
            box.setWidth(max(high, box.width() * min(1.0, self.health / self.most)))
            paint_bar(painter, box, self.theme.colour("good" if well else "bad"))
        colour = self.theme.colour("text" if well else "bad")
        write(painter, text, QRectF(self.rect()), painter.font(), colour, right=True)


class ArcBar(Meter):
    """How far the story is: five stretches for the arc's stages, filled up to the player's turn."""

    wide, high = 120, 7

    def __init__(self) -> None:
        super().__init__()
        self.turn, self.length = 0, 1

    def set_arc(self, words: str, turn: int, length: int) -> None:
        """Show this turn of so many, which is `words`."""
        self.turn, self.length = turn, max(1, length)
        self.say(words)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = self.begun()
        gap, high = 3.0 * self.scale, 4.0 * self.scale
        room = self.width() - gap * (len(SHARES) - 1)
        done = max(0.0, min(1.0, self.turn / self.length))
        x, before, y = 0.0, 0.0, (self.height() - high) / 2
        for share in SHARES:
            wide = room * share
            paint_bar(painter, QRectF(x, y, wide, high), self.theme.colour("border"))
            part = max(0.0, min(1.0, (done - before) / share)) if share else 0.0
            if part > 0:
                paint_bar(painter, QRectF(x, y, max(high, wide * part), high), self.theme.colour("accent"))
            x += wide + gap
            before += share


class ArcCard(Themed, QFrame):
    """The arc as a card: its stages, and in which of them the story is."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", True)
        title = self.tr("The arc")
        self.setAccessibleName(title)
        caps = QLabel(title.upper())
        caps.setProperty("role", "caps")
        self.bar, self.stage = ArcBar(), QLabel()
        self.stage.setProperty("role", "small")
        upright(caps, self.bar, self.stage, within=self, margins=(13, 11, 13, 11), spacing=6)

    def show_arc(self, stage: str, turn: int, length: int) -> None:
        """Show where a story is; one without a length has not begun, and has no card."""
        self.setVisible(bool(length))
        turn = min(turn, length)
        words = self.tr("{0} · turn {1} of {2}").format(labelled("stage", stage), turn, length)
        self.bar.set_arc(words, turn, length)
        self.stage.setText(words)
