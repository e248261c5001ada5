"""The board in the room of a talk: what it is about, and how far it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap

from parley.desktop.floor_plan.figures import BoardFigure
from parley.desktop.floor_plan.view.damage import Part
from parley.desktop.floor_plan.view.layer import Box, Camera, Layer
from parley.desktop.widgets.painted import MIDDLE, NO_PEN, blank, ink, write
from parley.desktop.widgets.plain import one_line

TITLE, FACTS = 11.5, 10.5
"""Pixels of the topic and of what stands below it."""
PAD = 10.0
LEAST, WIDEST = 130.0, 0.64
"""Pixels that a board needs at least, and the part of its room's wall that it takes at most."""
LOWEST = 170.0
"""Pixels of height below which a room is too low to have a board besides people."""
TOP = 0.25
"""Plan units from the room's edge to the board."""
HIGH = 40.0
"""Pixels that it is high at most."""
EDGES = 3
"""Pixels around the board that its picture has, for its edge and its shadow."""
GAP = 12.0
"""Pixels between the room's name and the board."""
GROUND, EDGE, INK, QUIET = "#f7f4ec", "#b9b1a0", "#2b3a9e", "#4a4d55"
"""The board is lit by its own lamp: the same by day, by night and in every theme, so that its words always read."""


class BoardLayer(Layer):
    """Painted after the light. Attribute: `box`, where it hangs, None where there is none or no room for it."""

    def __init__(self, camera: Camera) -> None:
        super().__init__(camera)
        self.box: Box | None = None
        self._figure: BoardFigure | None = None
        self._topic = ""
        self._measured: tuple[object, ...] = ()
        self._wished = 0.0
        self._drawn: tuple[object, ...] = ()
        self._picture = QPixmap()

    def lay_out(
        self, figure: BoardFigure | None, room: QRectF | None, sign: Box | None, bubbles: Sequence[Box] = ()
    ) -> None:
        """Hang it on the north wall of a `room` (pixels), right of its name and beside what is said there."""
        self._figure, self.box = figure, None
        self._topic = one_line(figure.topic) if figure is not None else ""
        if figure is None or room is None or room.height() < LOWEST * self.camera.text:
            return
        camera = self.camera
        left = max(room.left() + 8.0, 8.0, sign[2] + GAP if sign else 0.0)
        right = min(room.right() - 8.0, camera.width - 8.0)
        top = max(room.top() + max(3.0, TOP * camera.scale), 6.0)
        left, right = _free(left, right, [box for box in bubbles if box[1] < top + HIGH * camera.text and box[3] > top])
        titles, facts = camera.metrics(TITLE, QFont.Weight.DemiBold), camera.metrics(FACTS)
        said = self._topic, self.facts(), camera.text, camera.family
        if said != self._measured:
            # Once a turn, not at every word.
            wide = titles.horizontalAdvance(self._topic), facts.horizontalAdvance(self.facts())
            self._measured, self._wished = said, max(wide) + 2 * PAD
        wished = self._wished
        least = LEAST * camera.text
        if right - left < least:
            return
        width = min(max(wished, least), max(WIDEST * room.width(), 240.0 * camera.text), right - left)
        high = titles.height() + (facts.height() if figure.facts else 0.0) + 8.0
        middle = min(max(room.center().x(), left + width / 2), right - width / 2)
        self.box = (middle - width / 2, top, middle + width / 2, top + high)

    def facts(self) -> str:
        """The second line."""
        return " · ".join(self._figure.facts) if self._figure else ""

    def parts(self) -> Iterator[Part]:
        if self.box is not None:
            left, top, right, bottom = self.box
            where = (left - EDGES, top - EDGES, right + EDGES, bottom + EDGES)
            yield (self.box, self._topic, self.facts()), where

    def draw(self, painter: QPainter) -> None:
        """The board, in the view from a picture of it: its words change once a turn, a frame is drawn at each word."""
        if self.box is None or self._figure is None or not self.camera.sees(self.box):
            return
        camera, (left, top, right, bottom) = self.camera, self.box
        if not painter.worldTransform().isIdentity():
            # In a picture or on paper it has lines and letters of its own.
            self._draw(painter, QRectF(left, top, right - left, bottom - top))
            return
        left, top = (round(each * camera.ratio) / camera.ratio for each in (left, top))
        size = right - self.box[0], bottom - self.box[1]
        drawn = (*size, self._topic, self.facts(), camera.ratio, camera.text, camera.family)
        if drawn != self._drawn:
            self._drawn = drawn
            self._picture = blank(size[0] + 2 * EDGES, size[1] + 2 * EDGES, camera.ratio)
            with QPainter(self._picture) as own:
                self._draw(own, QRectF(EDGES, EDGES, *size))
        painter.drawPixmap(QPointF(left - EDGES, top - EDGES), self._picture)

    def _draw(self, painter: QPainter, board: QRectF) -> None:
        """Two lines upon a board; what is too long ends in an ellipsis, and is whole in the plan's description."""
        camera = self.camera
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink(painter, NO_PEN, QColor(0, 0, 0, 60))
        painter.drawRoundedRect(board.translated(0.0, 2.0), 3.0, 3.0)
        ink(painter, QColor(EDGE), QColor(GROUND))
        painter.drawRoundedRect(board, 3.0, 3.0)
        y = board.top() + 4.0
        for text, size, weight, colour in (
            (self._topic, TITLE, QFont.Weight.DemiBold, INK),
            (self.facts(), FACTS, QFont.Weight.Normal, QUIET),
        ):
            metrics = camera.metrics(size, weight)
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, board.width() - 2 * PAD)
            write(painter, QRectF(board.left(), y, board.width(), metrics.height()), shown, camera.font(size, weight),
                  QColor(colour), MIDDLE)  # fmt: skip
            y += metrics.height()


def _free(left: float, right: float, boxes: Sequence[Box]) -> tuple[float, float]:
    """The widest part of a wall that no box hides."""
    best, at = (left, left), left
    for box in [*sorted(boxes), (right, 0.0, right, 0.0)]:
        if min(box[0] - 4.0, right) - at > best[1] - best[0]:
            best = at, min(box[0] - 4.0, right)
        at = max(at, box[2] + 4.0)
    return best
