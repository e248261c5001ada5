"""The board in the room of a talk: what it is about, and how far it is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from parley.desktop.floor_plan.figures import BoardFigure
from parley.desktop.floor_plan.view.layer import Box, Camera, Layer
from parley.desktop.widgets.painted import MIDDLE, NO_PEN, ink, write
from parley.desktop.widgets.plain import one_line

TITLE, FACTS = 11.5, 10.5
"""Pixels of the topic and of what stands below it."""
PAD = 10.0
LEAST, WIDEST = 130.0, 0.64
"""Pixels that a board needs at least, and the part of its room's wall that it takes at most."""
LOWEST = 170.0
"""Pixels of height below which a room is too low to have a board besides people, but for what was put in."""
TOP = 0.25
"""Plan units from the room's edge to the board."""
HIGH = 40.0
"""Pixels that it is high at most."""
GAP = 12.0
"""Pixels between the room's name and the board."""
GROUND, EDGE, INK, QUIET, FRESH = "#f7f4ec", "#b9b1a0", "#2b3a9e", "#4a4d55", "#a3311c"
"""The board is lit by its own lamp: the same by day, by night and in every theme, so that its words always read."""


class BoardLayer(Layer):
    """Painted after the light. Attribute: `box`, where it hangs, None where there is none or no room for it."""

    def __init__(self, camera: Camera) -> None:
        super().__init__(camera)
        self.box: Box | None = None
        self._figure: BoardFigure | None = None
        self._topic = ""

    def lay_out(
        self, figure: BoardFigure | None, room: QRectF | None, sign: Box | None, bubbles: Sequence[Box] = ()
    ) -> None:
        """Hang it on the north wall of a `room` (pixels), right of its name and beside what is said there."""
        self._figure, self.box = figure, None
        self._topic = one_line(figure.topic) if figure is not None else ""
        if figure is None or room is None or (room.height() < LOWEST * self.camera.text and not figure.put_in):
            return
        camera = self.camera
        left = max(room.left() + 8.0, 8.0, sign[2] + GAP if sign else 0.0)
        right = min(room.right() - 8.0, camera.width - 8.0)
        top = max(room.top() + max(3.0, TOP * camera.scale), 6.0)
        left, right = _find_free_wall_part(
            left, right, [box for box in bubbles if box[1] < top + HIGH * camera.text and box[3] > top]
        )
        titles, facts = camera.metrics(TITLE, QFont.Weight.DemiBold), camera.metrics(FACTS)
        wished = max(titles.horizontalAdvance(self._topic), facts.horizontalAdvance(self.format_facts())) + 2 * PAD
        least = LEAST * camera.text
        if right - left < least:
            return
        width = min(max(wished, least), max(WIDEST * room.width(), 240.0 * camera.text), right - left)
        high = titles.height() + (facts.height() if figure.facts else 0.0) + 8.0
        middle = min(max(room.center().x(), left + width / 2), right - width / 2)
        self.box = (middle - width / 2, top, middle + width / 2, top + high)

    def format_facts(self) -> str:
        """Return the second line."""
        return " · ".join(self._figure.facts) if self._figure else ""

    def draw(self, painter: QPainter) -> None:
        """Draw two lines upon a board; what is too long ends in an ellipsis, and is whole in the plan's description."""
        if self.box is None:
            return
        camera, (left, top, right, bottom) = self.camera, self.box
        board = QRectF(left, top, right - left, bottom - top)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink(painter, NO_PEN, QColor(0, 0, 0, 60))
        painter.drawRoundedRect(board.translated(0.0, 2.0), 3.0, 3.0)
        ink(painter, QColor(EDGE), QColor(GROUND))
        painter.drawRoundedRect(board, 3.0, 3.0)
        y = board.top() + 4.0
        for text, size, weight, colour in (
            (self._topic, TITLE, QFont.Weight.DemiBold, FRESH if self._figure and self._figure.put_in else INK),
            (self.format_facts(), FACTS, QFont.Weight.Normal, QUIET),
        ):
            metrics = camera.metrics(size, weight)
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, board.width() - 2 * PAD)
            write(painter, QRectF(board.left(), y, board.width(), metrics.height()), shown, camera.font(size, weight),
                  QColor(colour), MIDDLE)  # fmt: skip
            y += metrics.height()


def _find_free_wall_part(left: float, right: float, boxes: Sequence[Box]) -> tuple[float, float]:
    """Return the widest part of a wall that no box hides."""
    best, at = (left, left), left
    for box in [*sorted(boxes), (right, 0.0, right, 0.0)]:  # the last one ends the gap at the end of the wall
        if min(box[0] - 4.0, right) - at > best[1] - best[0]:
            best = at, min(box[0] - 4.0, right)
        at = max(at, box[2] + 4.0)  # an earlier box may reach further
    return best
