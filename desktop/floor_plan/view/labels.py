"""Members' names under their avatars: as many as fit, and never one upon another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from desktop.floor_plan.view.layer import Box, Layer, inside, overlap
from desktop.run.figures import MemberFigure
from desktop.widgets.painted import NO_PEN, ink

NAME, CHARACTER = 11.0, 10.5
WIDEST = 120.0
FEW = 12
"""Up to so many members all have their names shown."""
NEAR = 15.0
"""From this avatar radius in pixels on (zoomed in), names are shown however many there are."""


@dataclass(frozen=True, slots=True)
class Label:
    """A name and where it stands; a `strong` one is that of the member pointed at, `below` whom they play."""

    text: str
    box: Box
    strong: bool
    below: str = ""


class LabelsLayer(Layer):
    """The names that fit: `labels`."""

    labels: Sequence[Label] = ()

    def lay_out(
        self,
        members: Sequence[MemberFigure],
        points: Sequence[tuple[float, float]],
        radius: float,
        first: Sequence[str],
        bubbles: Sequence[Box],
        taken: Sequence[Box],
        playing: frozenset[str] = frozenset(),
    ) -> None:
        """Find a place for each name: below, else beside, else above; the `first` ones before others, in any case.

        `bubbles` hide what is under them; `taken` are the names of rooms. Those who are `playing` have their
        character's name below their own.
        """
        order = {member_id: i for i, member_id in enumerate(each for each in first if each)}
        everybody = len(members) <= FEW or radius >= NEAR
        seen = [i for i, (x, y) in enumerate(points)
                if -20 < x < self.camera.width + 20 and -20 < y < self.camera.height + 20]  # fmt: skip
        avatars = [(x - radius, y - radius, x + radius, y + radius) for x, y in (points[i] for i in seen)]
        wanted = [i for i in seen if everybody or members[i].id in order]
        wanted.sort(key=lambda i: order.get(members[i].id, len(order)))
        labels = []
        standing = [*bubbles, *(box for box in taken if box[2] > box[0])]
        height = self.camera.metrics(NAME, QFont.Weight.Medium).height()
        for i in wanted[:200]:
            (x, y), must = points[i], members[i].id in order
            text, width = self._fitted(members[i].name, must)
            close = [
                box for box in avatars if abs(box[0] - x) < 2 * WIDEST + radius and abs(box[1] - y) < 4 * radius + 40
            ]
            below, box = "", None
            if members[i].id in playing and members[i].character:
                below, wide = self._fitted(members[i].character, must, character=True)
                high = height + self.camera.metrics(CHARACTER, italic=True).height()
                box = self._free(x, y, radius, max(width, wide), high, close, standing, must)
            if box is None:
                below, box = "", self._free(x, y, radius, width, height, close, standing, must)
            if box is not None:
                labels.append(Label(text, box, must, below))
                standing.append(box)
        self.labels = labels

    def _fitted(self, name: str, must: bool, *, character: bool = False) -> tuple[str, float]:
        metrics = self.camera.metrics(NAME, QFont.Weight.DemiBold)
        if character:
            metrics = self.camera.metrics(CHARACTER, italic=True)
        widest = WIDEST * (2.0 if must else 1.0) * self.camera.text
        text = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, widest)
        return text, metrics.horizontalAdvance(text) + 8.0

    def _free(
        self,
        x: float,
        y: float,
        radius: float,
        width: float,
        height: float,
        avatars: Sequence[Box],
        standing: Sequence[Box],
        must: bool,
    ) -> Box | None:
        gap, own = radius + 3.0, (x - radius, y - radius, x + radius, y + radius)
        corners = (
            (x - width / 2, y + gap),
            (x + gap, y - height / 2),
            (x - gap - width, y - height / 2),
            (x - width / 2, y - gap - height),
        )
        view = self.camera.width, self.camera.height
        boxes = [inside((left, top, left + width, top + height), *view, 2.0) for left, top in corners]
        apart = [box for box in boxes if not any(overlap(box, other) for other in standing)]
        for box in apart:
            if not overlap(box, own) and not any(overlap(box, other) for other in avatars if other != own):
                return box
        # Somebody points at them: their name may cover a face, but not another name.
        return apart[0] if must and apart else None

    def draw(self, painter: QPainter) -> None:
        """Every name on a small plate, so that it reads upon walls and tables."""
        theme = self.camera.theme
        plate = QColor(theme.colour("surface"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = self.camera.metrics(NAME, QFont.Weight.Medium)
        for label in self.labels:
            left, top, right, bottom = label.box
            plate.setAlphaF(0.96 if label.strong else 0.72)
            ink(painter, QPen(theme.colour("border"), 1.0) if label.strong else NO_PEN, plate)
            painter.drawRoundedRect(QRectF(left, top, right - left, bottom - top), 4.0, 4.0)
            painter.setFont(self.camera.font(NAME, QFont.Weight.DemiBold if label.strong else QFont.Weight.Medium))
            painter.setPen(theme.colour("text" if label.strong else "secondary"))
            start = left + 4.0
            if label.below:
                start = (left + right - metrics.horizontalAdvance(label.text)) / 2
            painter.drawText(QPointF(start, top + metrics.ascent()), label.text)
            if label.below:
                small = self.camera.metrics(CHARACTER, italic=True)
                painter.setFont(self.camera.font(CHARACTER, italic=True))
                painter.setPen(theme.colour("accent"))
                wide = small.horizontalAdvance(label.below)
                painter.drawText(QPointF((left + right - wide) / 2, bottom - small.descent()), label.below)
