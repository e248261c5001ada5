"""A duologue on its card of the start page: its last lines face to face, and how alike they have come to sound."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QWidget

from parley.core.measures.convergence import parley
from parley.desktop.first_run.thumbs import turn_of
from parley.desktop.run.model import RunModel
from parley.desktop.widgets.painted import NO_PEN, ink, stroke
from parley.desktop.widgets.theme import LOOK

LINES, LONGEST = 4, 320
"""Lines that are seen, and the characters of the longest as it is drawn."""


class DuologuePicture:
    """Blocks as long as the lines are, one column a side, tied by who answers whom; the score runs below."""

    def __init__(self, host: QWidget) -> None:
        self._host = host
        self._scores: list[float] = []

    def paint(self, painter: QPainter, box: QRectF, run: RunModel) -> str:
        theme, state = LOOK.theme, run.state
        painter.fillRect(box, theme.colour("surface"))
        members = state.setup.members
        if len(members) < 2:
            return turn_of(run)
        colours = {member.id: theme.member(member.colour) for member in members}
        self._paint_lines(painter, box.adjusted(16, 18, -16, -box.height() * 0.46), run, colours)
        score = self._score(run, members[0].id, members[1].id)
        self._paint_curve(painter, box.adjusted(16, box.height() * 0.58, -16, -20), run)
        return f"{score:.2f} · {turn_of(run)}" if score is not None else turn_of(run)

    def _score(self, run: RunModel, one: str, other: str) -> float | None:
        """Return the score after each turn of the whole run is worked out once; the one of the shown turn."""
        if not self._scores:
            said = [(turn.member, turn.text) for turn in run.replay.live.turns]
            self._scores = [parley(said[: at + 1], one, other).score for at in range(len(said))]
        return self._scores[run.shown - 1] if 1 < run.shown <= len(self._scores) else None

    def _paint_lines(self, painter: QPainter, box: QRectF, run: RunModel, colours: dict[str, QColor]) -> None:
        sides = [member.id for member in run.state.setup.members]
        turns = [turn for turn in run.state.turns[-LINES:] if turn.member in sides]
        step, blocks = box.height() / LINES, list[tuple[QRectF, QColor]]()
        for at, turn in enumerate(turns):
            right = sides.index(turn.member) % 2
            wide = box.width() * 0.44 * (0.3 + 0.7 * min(1.0, len(turn.text) / LONGEST))
            left = box.right() - wide if right else box.left()
            block = QRectF(left, box.top() + at * step, wide, step - 4)
            colour = colours[turn.member]
            pale = QColor(colour)
            pale.setAlphaF(0.14)
            ink(painter, stroke(colour, 1), pale)
            painter.drawRoundedRect(block, 4, 4)
            ink(painter, NO_PEN, colour)
            painter.drawRoundedRect(QRectF(block.left() + 6, block.center().y() - 1, max(6.0, wide - 12), 2), 1, 1)
            blocks.append((block, colour))
        for (one, first), (other, second) in pairwise(blocks):
            start, end = (one.right(), other.left()) if one.left() < other.left() else (one.left(), other.right())
            way = QPainterPath(QPointF(start, one.center().y()))
            middle = (start + end) / 2
            way.cubicTo(middle, one.center().y(), middle, other.center().y(), end, other.center().y())
            blend = QLinearGradient(start, 0, end, 0)
            blend.setColorAt(0, first)
            blend.setColorAt(1, second)
            ink(painter, QPen(blend, 1.3))
            painter.drawPath(way)

    def _paint_curve(self, painter: QPainter, box: QRectF, run: RunModel) -> None:
        theme, shown = LOOK.theme, self._scores[: run.shown]
        stop = run.mode.stop()
        if stop is not None:
            level = box.bottom() - box.height() * stop.threshold
            ink(painter, stroke(theme.colour("bad"), 1, (3, 3)))
            painter.drawLine(QPointF(box.left(), level), QPointF(box.right(), level))
        if len(shown) < 3:
            return
        across = box.width() / max(1, len(self._scores) - 1)
        points = [QPointF(box.left() + at * across, box.bottom() - box.height() * min(1.0, score))
                  for at, score in enumerate(shown)][1:]  # fmt: skip
        line = QPainterPath(points[0])
        for point in points[1:]:
            line.lineTo(point)
        area = QPainterPath(line)
        area.lineTo(points[-1].x(), box.bottom())
        area.lineTo(points[0].x(), box.bottom())
        painter.fillPath(area, theme.colour("accent_soft"))
        ink(painter, stroke(theme.colour("accent"), 2))
        painter.drawPath(line)
        ink(painter, NO_PEN, theme.colour("accent"))
        painter.drawEllipse(points[-1], 3.2, 3.2)
