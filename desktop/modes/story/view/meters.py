"""Bars with their numbers: health, trust, and how far the story is."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.modes.story.view.marks import write
from desktop.modes.story.view.wording import STAGES, signed, stage_word, trust_word
from desktop.widgets.bars import mixed
from desktop.widgets.plain import tooltip
from desktop.widgets.theme import Theme
from desktop.widgets.themed import Themed

LOW = 0.34
"""The part of one's health below which it is drawn as a warning."""


def paint_bar(painter: QPainter, box: QRectF, colour: QColor) -> None:
    """A piece of bar with round ends."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    radius = min(box.height(), box.width()) / 2
    painter.drawRoundedRect(box, radius, radius)


def health_colour(health: int, most: int, theme: Theme) -> QColor:
    """That of somebody who is well, or of somebody who is near their end."""
    return theme.colour("good" if health > LOW * max(1, most) else "bad")


def paint_health(painter: QPainter, box: QRectF, health: int, most: int, theme: Theme) -> None:
    """So much of so much as a bar."""
    paint_bar(painter, box, theme.colour("border"))
    part = max(0.0, min(1.0, health / max(1, most)))
    if part > 0:
        filled = QRectF(box.left(), box.top(), max(box.height(), box.width() * part), box.height())
        paint_bar(painter, filled, health_colour(health, most, theme))


class Meter(Themed, QWidget):
    """What the bars have in common: a theme, a scale, a line of room."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    wide, high = 110, 16

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
        """A painter that is ready."""
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
        paint_health(painter, box, self.health, self.most, self.theme)
        colour = self.theme.colour("text" if self.health > LOW * self.most else "bad")
        write(painter, text, QRectF(self.rect()), painter.font(), colour, right=True)


class TrustBar(Meter):
    """Trust from −100 to 100: a bar from the middle to the left or right, with the number and a word."""

    def __init__(self, trust: int) -> None:
        super().__init__()
        self.trust = trust
        self.say(self.tr("Trust {0}: {1}").format(signed(trust) if trust else "0", trust_word(trust)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = self.begun()
        text = f"{signed(self.trust) if self.trust else '0'} {trust_word(self.trust)}"
        wide = min(self.width() * 0.6, max(painter.fontMetrics().horizontalAdvance(text), 74 * self.scale))
        high = 6 * self.scale
        box = QRectF(0, (self.height() - high) / 2, max(20.0, self.width() - wide - 8 * self.scale), high)
        paint_bar(painter, box, self.theme.colour("border"))
        middle = box.center().x()
        part = max(-1.0, min(1.0, self.trust / 100)) * box.width() / 2
        if part:
            fill = QRectF(min(middle, middle + part), box.top(), abs(part), high)
            paint_bar(painter, fill, self.theme.colour("warm" if part > 0 else "tense"))
        painter.fillRect(QRectF(middle - 0.75, box.top() - 2, 1.5, high + 4), self.theme.colour("tick"))
        left = box.right() + 8 * self.scale
        label = QRectF(left, 0, self.width() - left, self.height())
        write(painter, text, label, painter.font(), self.theme.colour("secondary"))


class ArcBar(Meter):
    """How far the story is: five stretches for the arc's stages, filled up to the player's turn."""

    wide, high = 120, 7

    def __init__(self) -> None:
        super().__init__()
        self.stage, self.turn, self.length = STAGES[0], 0, 1
        self.shares: tuple[float, ...] = (0.2, 0.2, 0.2, 0.2, 0.2)

    def set_arc(self, stage: str, turn: int, length: int, shares: tuple[float, ...]) -> None:
        """Show this stage at this turn of so many; `shares` are the stages' parts of the whole."""
        self.stage, self.turn, self.length, self.shares = stage, turn, max(1, length), shares
        self.say(self.tr("{0}: turn {1} of {2}").format(stage_word(stage), turn, length))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = self.begun()
        gap, high = 3.0 * self.scale, 4.0 * self.scale
        room = self.width() - gap * (len(self.shares) - 1)
        done = max(0.0, min(1.0, self.turn / self.length))
        x, before, y = 0.0, 0.0, (self.height() - high) / 2
        for at, share in enumerate(self.shares):
            wide = room * share
            here = at < len(STAGES) and STAGES[at] == self.stage
            ground = self.theme.colour("border")
            if here:
                ground = mixed(self.theme.colour("accent"), self.theme.colour("surface"), 0.3)
            paint_bar(painter, QRectF(x, y, wide, high), ground)
            part = max(0.0, min(1.0, (done - before) / share)) if share else 0.0
            if part > 0:
                paint_bar(painter, QRectF(x, y, max(high, wide * part), high), self.theme.colour("accent"))
            if here:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(self.theme.colour("accent"), 1.0))
                painter.drawRoundedRect(QRectF(x, y - 1, wide, high + 2), 3, 3)
            x += wide + gap
            before += share
