"""Bars with their numbers: health, trust, and how far the story is."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from parley.core.modes.story import arc
from parley.desktop.modes.story.view.marks import write
from parley.desktop.modes.story.view.wording import STAGES
from parley.desktop.widgets.bars import mixed
from parley.desktop.widgets.language import labelled
from parley.desktop.widgets.layouts import across, upright
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
        self.stage, self.turn, self.length = STAGES[0], 0, 1

    def set_arc(self, stage: str, turn: int, length: int) -> None:
        """Show this stage at this turn of so many."""
        self.stage, self.turn, self.length = stage, turn, max(1, length)
        self.say(self.tr("{0}: turn {1} of {2}").format(labelled("stage", stage), turn, length))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = self.begun()
        gap, high = 3.0 * self.scale, 4.0 * self.scale
        room = self.width() - gap * (len(SHARES) - 1)
        done = max(0.0, min(1.0, self.turn / self.length))
        x, before, y = 0.0, 0.0, (self.height() - high) / 2
        for at, share in enumerate(SHARES):
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


class ArcCurve(Meter):
    """How much the story presses for its end: what was played is drawn, what is to come is dotted."""

    wide, high = 200, 62

    def __init__(self) -> None:
        super().__init__()
        self.urgency: tuple[float, ...] = ()
        self.turn = 0

    def set_curve(self, urgency: tuple[float, ...], turn: int) -> None:
        """Show how much presses at each turn, as seen from one."""
        self.urgency, self.turn = urgency, max(0, min(turn, len(urgency) - 1))
        if urgency:
            self.say(self.tr("Tension {0} of 1").format(self.locale().toString(urgency[self.turn], "f", 2)))

    def _points(self) -> list[QPointF]:
        scale = self.scale
        box = QRectF(self.rect()).adjusted(5 * scale, 6 * scale, -5 * scale, -5 * scale)
        last = max(1, len(self.urgency) - 1)
        return [
            QPointF(box.left() + box.width() * at / last, box.bottom() - box.height() * value)
            for at, value in enumerate(self.urgency)
        ]

    def paintEvent(self, _event: QPaintEvent) -> None:
        if len(self.urgency) < 2:
            return
        painter, scale = self.begun(), self.scale
        points, bottom, left = self._points(), self.height() - 5 * scale, 5 * scale
        accent, here = self.theme.colour("accent"), points[self.turn]
        if self.turn:
            below = QPolygonF([*points[: self.turn + 1], QPointF(here.x(), bottom), QPointF(left, bottom)])
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.colour("accent_soft"))
            painter.drawPolygon(below)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self.theme.colour("tick"), 2.0 * scale, Qt.PenStyle.DotLine, Qt.PenCapStyle.RoundCap))
        painter.drawPolyline(QPolygonF(points[self.turn :]))
        painter.setPen(QPen(accent, 2.4 * scale, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawPolyline(QPolygonF(points[: self.turn + 1]))
        painter.setPen(QPen(self.theme.colour("surface"), 2.0))
        painter.setBrush(accent)
        painter.drawEllipse(here, 5.5 * scale, 5.5 * scale)


class ArcCard(Themed, QFrame):
    """The arc as a card: how much presses, the stages, and in which of them the story is."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", True)
        title = self.tr("The arc")
        self.setAccessibleName(title)
        caps = QLabel(title.upper())
        caps.setProperty("role", "caps")
        self.tension = QLabel()
        self.tension.setProperty("role", "small")
        self.tension.setToolTip(self.tr("How much the story presses for its end: what the tellers are told of it"))
        self.curve, self.bar, self.stage = ArcCurve(), ArcBar(), QLabel()
        self.stage.setProperty("role", "small")
        head = across((caps, 1), self.tension, margins=0)
        upright(head, self.curve, self.bar, self.stage, within=self, margins=(13, 11, 13, 11), spacing=5)

    def show_arc(self, stage: str, turn: int, urgency: tuple[float, ...]) -> None:
        """Show where a story is; without an urgency there is none yet, and no card."""
        self.setVisible(bool(urgency))
        if not urgency:
            return
        length = len(urgency) - 1
        self.curve.set_curve(urgency, turn)
        self.bar.set_arc(stage, turn, length)
        number = self.locale().toString(urgency[min(turn, length)], "f", 2)
        rising = urgency[min(turn + 1, length)] > urgency[min(turn, length)]
        words = self.tr("tension {0}, rising") if rising else self.tr("tension {0}")
        self.tension.setText(words.format(number))
        self.stage.setText(self.tr("{0} · turn {1} of {2}").format(labelled("stage", stage), turn, length))
