"""The whole run in little, with the part that is in sight."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from parley.desktop.speaker_flow.view.painting import Score
from parley.desktop.speaker_flow.view.places import GAP, LaneLook, Spread
from parley.desktop.widgets.bars import mixed
from parley.desktop.widgets.painted import blank, ink
from parley.desktop.widgets.themed import Themed

WIDE, TALL = 216, 24
OFTEN = 2_000
"""Turns up to which each new one is drawn at once; of more, each hundredth part."""


class Minimap(Themed, QWidget):
    """A click or a drag brings that part into sight, Up and Down the part before and behind.

    Signals: `part_chosen(words)`, the place that shall be in the middle.
    """

    part_chosen = Signal(float)

    def __init__(self, score: Score, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._score = score
        self._drawn: QPixmap | None = None
        self._of: tuple[object, ...] = ()
        self._part: tuple[object, ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(70)
        self.setAccessibleName(self.tr("The whole run"))
        self.setToolTip(self.tr("The whole run, and what part of it is in sight"))

    def sizeHint(self) -> QSize:
        return QSize(round(WIDE * self.scale), round(TALL * self.scale))

    def follow(self) -> None:
        """The score shows another part, or the run has grown: draw that where it can be seen here."""
        score = self._score
        part = (score.spread.turns, self._whole(), score.left, score.words(score.width), score.figure.span,
                [(member.id, member.colour) for member in score.look.members])  # fmt: skip
        if part != self._part:
            self._part = part
            self.update()

    def _whole(self) -> float:
        """Words of the whole run, and of what is planned as far as it is in sight."""
        spread, figure = self._score.spread, self._score.figure
        return max(1.0, spread.end(max(spread.turns, min(figure.planned, spread.turns + 20))) + GAP)

    def _x(self, words: float) -> float:
        return (words + GAP / 2) / (self._whole() + GAP / 2) * self.width()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, score = self.theme, self._score
            ink(painter, QPen(theme.colour("border"), 1.0), theme.colour("raised"))
            box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(box, 4, 4)
            if not score.spread.turns:
                return
            painter.drawPixmap(QPointF(0, 0), self._picture())
            if score.figure.span:
                ink(painter, Qt.PenStyle.NoPen, mixed(theme.colour("accent"), theme.colour("raised"), 0.35))
                painter.setOpacity(0.6)
                left, right = (
                    self._x(score.spread.before(turn)) for turn in (score.figure.span.start, score.figure.span.stop)
                )
                painter.drawRect(QRectF(left, 1, max(1.5, right - left), self.height() - 2))
                painter.setOpacity(1.0)
            left, right = self._x(score.left), self._x(score.words(score.width))
            frame = QRectF(
                max(1.0, left), 1, min(self.width() - 1.0, max(left + 4, right)) - max(1.0, left), self.height() - 2
            )
            ink(painter, QPen(theme.colour("accent"), 1.5))
            painter.drawRoundedRect(frame, 4, 4)
            if self.hasFocus():
                ink(painter, QPen(theme.colour("text"), 1.0, Qt.PenStyle.DotLine))
                painter.drawRoundedRect(box, 4, 4)

    def _picture(self) -> QPixmap:
        score, spread = self._score, self._score.spread
        step = 1 if spread.turns <= OFTEN else spread.turns // 100
        # Not the members themselves: how much they have said changes with the shown turn.
        looks = tuple((member.id, member.colour) for member in score.look.members)
        of = (spread.turns // step, self._whole() if step == 1 else 0, self.size(), looks, self.theme)
        if self._drawn is None or of != self._of or not len(spread.lanes):
            self._of, self._drawn = of, self._paint(spread, score.look)
        return self._drawn

    def _paint(self, spread: Spread, look: LaneLook) -> QPixmap:
        made = blank(self.width(), self.height(), self.devicePixelRatioF())
        painter = QPainter(made)
        rows = max(1, len(look.members))
        lane = (self.height() - 6) / rows
        columns = max(1, self.width() - 2)
        edges = np.linspace(-GAP / 2, self._whole(), columns + 1)
        for member in range(len(look.members)):
            shares = spread.shares(member, edges)
            # Half a column of its words is full colour. A line of one pixel's height is laid over the lane.
            line = np.full(columns, look.colour(member).rgb() & 0xFFFFFF, np.uint32)
            line |= np.where(shares > 0.02, np.minimum(1.0, 2 * shares) * 255, 0).astype(np.uint32) << 24
            pixels = line.tobytes()
            picture = QImage(pixels, columns, 1, 4 * columns, QImage.Format.Format_ARGB32)
            painter.drawImage(QRectF(1, 3 + member * lane, columns, max(1.0, lane)), picture)
        painter.end()
        return made

    def _choose(self, x: float) -> None:
        self.part_chosen.emit(x / max(1, self.width()) * (self._whole() + GAP / 2) - GAP / 2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the frame."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._choose(event.position().x())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down go to the part before and behind: Left and Right are the run's."""
        way = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if way is None:
            super().keyPressEvent(event)
            return
        score = self._score
        part = score.width / score.pixels
        self.part_chosen.emit(score.left + part / 2 + way * part * 0.8)
