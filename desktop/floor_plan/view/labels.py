"""Members' names under their avatars: as many as fit, and never one upon another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from desktop.floor_plan.view.layer import Box, Camera, Layer, overlap
from desktop.run.figures import MemberFigure

NAME = 11.0
CHARACTER = 10.5
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
    """The names that fit."""

    def __init__(self, camera: Camera) -> None:
        super().__init__(camera)
        self.labels: list[Label] = []
        self._widths: dict[tuple[str, float, str], tuple[str, float]] = {}

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
        everybody = len(members) <= FEW or radius >= NEAR
        strong = [each for each in first if each]
        order = {member_id: i for i, member_id in enumerate(strong)}
        wanted = [i for i, member in enumerate(members) if everybody or member.id in order]
        wanted = [i for i in wanted if self._visible(points[i])]
        wanted.sort(key=lambda i: order.get(members[i].id, len(order)))
        avatars = [
            (x - radius, y - radius, x + radius, y + radius)
            for x, y in (points[i] for i in range(len(points)) if self._visible(points[i]))
        ]
        self.labels = []
        standing = [*bubbles, *(box for box in taken if box[2] > box[0])]
        for i in wanted[:200]:
            must = members[i].id in order
            widest = WIDEST * (2.0 if must else 1.0)
            text, width = self._fitted(members[i].name, widest)
            height = self.camera.metrics(NAME, QFont.Weight.Medium).height()
            below, whole = "", (width, height)
            if members[i].id in playing and members[i].character:
                below, wide = self._fitted(members[i].character, widest, character=True)
                whole = max(width, wide), height + self.camera.metrics(CHARACTER, italic=True).height()
            x, y = points[i]
            close = [
                box for box in avatars if abs(box[0] - x) < 2 * WIDEST + radius and abs(box[1] - y) < 4 * radius + 40
            ]
            box = self._free(points[i], radius, whole, close, standing, must)
            if box is None and below:
                below, box = "", self._free(points[i], radius, (width, height), close, standing, must)
            if box is not None:
                self.labels.append(Label(text, box, must, below))
                standing.append(box)

    def _visible(self, point: tuple[float, float]) -> bool:
        return -20 < point[0] < self.camera.width + 20 and -20 < point[1] < self.camera.height + 20

    def _fitted(self, name: str, widest: float, *, character: bool = False) -> tuple[str, float]:
        key = (name, widest * self.camera.text, f"{self.camera.family}/{character}")
        if key not in self._widths:
            metrics = self.camera.metrics(NAME, QFont.Weight.DemiBold)
            if character:
                metrics = self.camera.metrics(CHARACTER, italic=True)
            text = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, key[1])
            self._widths[key] = text, metrics.horizontalAdvance(text) + 8.0
        return self._widths[key]

    def _free(
        self,
        at: tuple[float, float],
        radius: float,
        size: tuple[float, float],
        avatars: Sequence[Box],
        standing: Sequence[Box],
        must: bool,
    ) -> Box | None:
        (x, y), (width, height) = at, size
        gap = radius + 3.0
        corners = (
            (x - width / 2, y + gap),
            (x + gap, y - height / 2),
            (x - gap - width, y - height / 2),
            (x - width / 2, y - gap - height),
        )
        boxes = [self._inside((left, top, left + width, top + height)) for left, top in corners]
        own = (x - radius, y - radius, x + radius, y + radius)
        for box in boxes:
            if overlap(box, own) or any(overlap(box, other) for other in standing):
                continue
            if not any(overlap(box, other) for other in avatars if other != own):
                return box
        if must:
            # Somebody points at them: their name may cover a face, but not another name.
            return next((box for box in boxes if not any(overlap(box, other) for other in standing)), None)
        return None

    def _inside(self, box: Box) -> Box:
        width, height = box[2] - box[0], box[3] - box[1]
        left = max(2.0, min(box[0], self.camera.width - 2.0 - width))
        top = max(2.0, min(box[1], self.camera.height - 2.0 - height))
        return left, top, left + width, top + height

    def draw(self, painter: QPainter) -> None:
        """Every name on a small plate, so that it reads upon walls and tables."""
        theme = self.camera.theme
        plate = QColor(theme.colour("surface"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ascent = self.camera.metrics(NAME, QFont.Weight.Medium).ascent()
        for label in self.labels:
            left, top, right, bottom = label.box
            plate.setAlphaF(0.96 if label.strong else 0.72)
            painter.setBrush(plate)
            painter.setPen(QPen(theme.colour("border"), 1.0) if label.strong else QPen(Qt.PenStyle.NoPen))
            painter.drawRoundedRect(QRectF(left, top, right - left, bottom - top), 4.0, 4.0)
            painter.setFont(self.camera.font(NAME, QFont.Weight.DemiBold if label.strong else QFont.Weight.Medium))
            painter.setPen(theme.colour("text" if label.strong else "secondary"))
            if not label.below:
                painter.drawText(QPointF(left + 4.0, top + ascent), label.text)
                continue
            metrics = self.camera.metrics(CHARACTER, italic=True)
            own = self.camera.metrics(NAME, QFont.Weight.Medium).horizontalAdvance(label.text)
            painter.drawText(QPointF((left + right - own) / 2, top + ascent), label.text)
            painter.setFont(self.camera.font(CHARACTER, italic=True))
            painter.setPen(theme.colour("accent"))
            wide = metrics.horizontalAdvance(label.below)
            painter.drawText(QPointF((left + right - wide) / 2, bottom - metrics.descent()), label.below)
