"""A bubble: what somebody says, as it comes, or what they think."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF, QTextLayout, QTextOption

from desktop.floor_plan.view.layer import Box, Camera, Layer, overlap
from desktop.floor_plan.view.placing import Spot, box_at, find_spot, inside, touches

TEXT, NAME = 12.5, 11.0
"""Pixels of the text and of the name above it."""

PAD_X, PAD_Y = 12.0, 8.0
WIDEST = 290.0
WIDTHS = ((1.0, 0.0), (0.76, 0.3), (0.58, 0.8))
"""The widths that are tried, and their price: a narrow bubble is harder to read, but may spare somebody's face."""

CUT = 2.0
"""The price of a bubble that holds only a part of the text; what costs less is good enough to look no further."""

LOW = 150.0
"""Pixels that a bubble may be high, at a text scale of 1, where that is more than its usual share of the view."""

LONG_WORD = 24
"""Letters from which on a word is cut rather than left out whole."""

SMALL = 11.0
MURMUR = 150.0
"""Pixels of the text, and of the width, of a bubble of somebody who is still thinking of what to say."""

FAR = 60.0
"""Pixels that such a bubble may be away: the mark on the face says enough, a long pointer too much."""

TAIL = 700
"""Only so many characters of a long speech are laid out: the end while it streams, else the beginning."""


@dataclass(frozen=True, slots=True)
class Speech:
    """What is in a bubble. While `live` text is still coming, and its end is what is shown."""

    member: str = ""
    name: str = ""
    colour: str = ""
    text: str = ""
    live: bool = False


class BubbleLayer(Layer):
    """One bubble. It stays on its side of the speaker while text grows, so that it does not jump about."""

    def __init__(self, camera: Camera, *, thought: bool = False, murmur: bool = False) -> None:
        super().__init__(camera)
        self.thought = thought
        self.murmur = murmur
        self.size = SMALL if murmur else TEXT
        self.speech = Speech()
        self.box: Box | None = None
        self.shown_text = ""
        self._layout = QTextLayout()
        self._lines = 0
        self._measured: tuple[object, ...] = ()
        self._text_size = (0.0, 0.0)
        self._spot: Spot | None = None
        self._width = WIDEST
        self._who = (0.0, 0.0, 0.0)

    def say(self, speech: Speech) -> None:
        """What to show; an empty text shows nothing."""
        if speech.member != self.speech.member or not speech.text.startswith(self.speech.text[:40]):
            self._spot = None
        self.speech = speech

    def covered(self) -> list[Box]:
        """What is under the bubble and under its pointer."""
        if self.box is None:
            return []
        x, y, radius = self._who
        near_x, near_y = max(self.box[0], min(x, self.box[2])), max(self.box[1], min(y, self.box[3]))
        length = math.hypot(near_x - x, near_y - y)
        boxes = [self.box]
        for step in range(int(radius), int(length), 8):
            at_x, at_y = x + (near_x - x) * step / length, y + (near_y - y) * step / length
            boxes.append((at_x - 5.0, at_y - 5.0, at_x + 5.0, at_y + 5.0))
        return boxes

    def place_anew(self) -> None:
        """Look for the best side again: people moved, or the view did."""
        self._spot = None

    def lay_out(
        self,
        who: tuple[float, float, float] | None,
        faces: Sequence[tuple[float, float, float]],
        blocked: Sequence[Box] = (),
        liked: Sequence[Box] = (),
    ) -> None:
        """Wrap the text and find the place, beside `who` (middle and radius); None hides it."""
        self.box = None
        if who is None or not self.speech.text.strip():
            return
        camera = self.camera
        view = camera.width, camera.height
        if not (-who[2] < who[0] < view[0] + who[2] and -who[2] < who[1] < view[1] + who[2]):
            return
        self._who = who
        if self._spot is not None:
            self.box = self._kept(self._measure(self._most_lines(), self._width), who, view, blocked)
            if self.box is not None:
                return
        for lines in dict.fromkeys((self._most_lines(), min(4, self._most_lines()), 2, 1)):
            found: list[tuple[float, float, Spot]] = []
            for share, price in WIDTHS:
                width = share * self._widest()
                size = self._expected(self._measure(lines, width), width, lines)
                spot = find_spot(size, who, view, faces, blocked, liked)
                if spot is not None and not (self.murmur and spot.gap > FAR):
                    found.append((spot.cost + price + (CUT if "…" in self.shown_text else 0.0), width, spot))
                    if found[-1][0] < CUT:
                        break
            if found:
                _, self._width, self._spot = min(found, key=lambda each: each[0])
                self.box = self._kept(self._measure(lines, self._width), who, view, blocked) or self._spot.box
                return

    def _most_lines(self) -> int:
        line = self.camera.metrics(self.size).lineSpacing()
        room = self.camera.height * (0.30 if self.thought else 0.42)
        if not self.thought:
            # On a low plan what is said matters more than the rooms that it covers.
            room = max(room, min(0.6 * self.camera.height, LOW * self.camera.text))
        most = int((room - self._head() - 2 * PAD_Y) / line)
        return max(1, min(most, 2 if self.murmur else 4 if self.thought else 8))

    def _head(self) -> float:
        if self.thought or self.murmur:
            return 0.0
        return self.camera.metrics(NAME, QFont.Weight.DemiBold).lineSpacing() + 2.0

    def _kept(
        self,
        size: tuple[float, float],
        who: tuple[float, float, float],
        view: tuple[float, float],
        blocked: Sequence[Box],
    ) -> Box | None:
        # Text only grew, and the side that was found still holds it.
        if self._spot is None:
            return None
        box = inside(box_at(self._spot.side, self._spot.gap, size, who), view)
        if touches(box, who, 3.0) or any(overlap(box, other) for other in blocked):
            return None
        return box

    def _expected(self, size: tuple[float, float], width: float, most: int) -> tuple[float, float]:
        # While it streams the bubble will grow: the side is chosen for what it will need.
        if not self.speech.live:
            return size
        line = self.camera.metrics(self.size).lineSpacing()
        three = self._head() + min(3, most) * line + 2 * PAD_Y
        return max(size[0], 0.8 * width), max(size[1], three)

    def _widest(self) -> float:
        widest = MURMUR if self.murmur else WIDEST
        return max(60.0, min(widest * self.camera.text, 0.58 * self.camera.width))

    def _measure(self, most: int, widest: float) -> tuple[float, float]:
        key = (self.speech, most, widest, self.camera.text, self.camera.family)
        if key != self._measured:
            self._measured = key
            self._width = widest
            self._text_size = self._wrap(most)
        name = 0.0
        if not self.thought and not self.murmur:
            name = self.camera.metrics(NAME, QFont.Weight.DemiBold).horizontalAdvance(self._name())
        width = max(self._text_size[0], name) + 2 * PAD_X
        return math.ceil(width), math.ceil(self._text_size[1] + self._head() + 2 * PAD_Y)

    def _name(self) -> str:
        metrics = self.camera.metrics(NAME, QFont.Weight.DemiBold)
        return metrics.elidedText(self.speech.name, Qt.TextElideMode.ElideRight, self._width - 2 * PAD_X)

    def _wrap(self, most: int) -> tuple[float, float]:
        text = " ".join(self.speech.text.split())
        if len(text) > TAIL:
            text = "…" + text[-TAIL:].partition(" ")[2] if self.speech.live else text[:TAIL] + "…"
        lines = self._break(text)
        if len(lines) > most:
            if self.speech.live:
                text = "…" + text[lines[-most] :].lstrip("…")
                # An ellipsis alone on its line would else be taken off and put back for ever.
                while len(lines := self._break(text)) > most and len(text) > 2:
                    text = "…" + text[max(2, lines[1]) :]
            else:
                text = text[: lines[most]].rstrip(" .,;:") + "…"
                while len(self._break(text)) > most and len(text) > 2:
                    text = text[:-3].rstrip(" .,;:") + "…"
                head, _, rest = text.rpartition(" ")
                if head and len(rest) < LONG_WORD:
                    text = head.rstrip(" .,;:") + "…"
        self.shown_text = text
        self._lines = len(self._break(text))
        width = max((self._layout.lineAt(i).naturalTextWidth() for i in range(self._lines)), default=0.0)
        if self.speech.live:
            width += 5.0
        return width, self._lines * self.camera.metrics(self.size).lineSpacing()

    def _break(self, text: str) -> list[int]:
        """Where each line begins when `text` is wrapped; the layout is left so."""
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout = self._layout
        layout.setText(text)
        layout.setFont(self.camera.font(self.size, italic=self.thought))
        layout.setTextOption(option)
        spacing = self.camera.metrics(self.size).lineSpacing()
        starts: list[int] = []
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(self._width - 2 * PAD_X)
            line.setPosition(QPointF(0.0, len(starts) * spacing))
            starts.append(line.textStart())
        layout.endLayout()
        return starts

    def draw(self, painter: QPainter) -> None:
        """The bubble, what joins it to the speaker, and its text."""
        if self.box is None:
            return
        left, top, right, bottom = self.box
        where = QRectF(left, top, right - left, bottom - top)
        theme = self.camera.theme
        colour = theme.member(self.speech.colour)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shape = QPainterPath()
        shape.addRoundedRect(where, 9.0, 9.0)
        if self.thought:
            self._draw_thought(painter, shape, colour)
        else:
            shape = shape.united(self._pointer(where))
            painter.setPen(Qt.PenStyle.NoPen)
            shade = QColor(0, 0, 0, 70 if theme.dark else 22)
            painter.fillPath(shape.translated(0.0, 2.0), shade)
            painter.setBrush(theme.colour("raised" if theme.dark else "surface"))
            painter.setPen(QPen(colour, 1.0 if self.murmur else 1.5))
            painter.drawPath(shape)
        y = top + PAD_Y
        if self._head():
            metrics = self.camera.metrics(NAME, QFont.Weight.DemiBold)
            painter.setFont(self.camera.font(NAME, QFont.Weight.DemiBold))
            painter.setPen(colour)
            painter.drawText(QPointF(left + PAD_X, y + metrics.ascent()), self._name())
            y += self._head()
        painter.setPen(theme.colour("secondary" if self.thought or self.murmur else "text"))
        self._layout.draw(painter, QPointF(left + PAD_X, y))
        if self.speech.live and self._lines:
            self._draw_caret(painter, left + PAD_X, y)

    def _draw_caret(self, painter: QPainter, x: float, y: float) -> None:
        line = self._layout.lineAt(self._lines - 1)
        at = x + line.naturalTextWidth() + 2.5
        middle = y + line.y() + line.height() / 2
        painter.fillRect(QRectF(at, middle - 6.5 * self.camera.text, 1.6, 13.0 * self.camera.text), self._caret())

    def _caret(self) -> QColor:
        return self.camera.theme.colour("accent")

    def _pointer(self, where: QRectF) -> QPainterPath:
        """The tip that points at the speaker, from the nearest edge."""
        x, y, radius = self._who
        corner = 9.0 + 6.0
        near = QPointF(
            min(max(x, where.left() + corner), where.right() - corner),
            min(max(y, where.top() + corner), where.bottom() - corner),
        )
        vertical = not where.top() + corner <= y <= where.bottom() - corner and (
            where.left() <= x <= where.right() or abs(y - near.y()) >= abs(x - near.x())
        )
        if vertical:
            near.setY(where.bottom() - 1 if y > where.center().y() else where.top() + 1)
            sides = QPointF(6.0, 0.0)
        else:
            near.setX(where.right() - 1 if x > where.center().x() else where.left() + 1)
            sides = QPointF(0.0, min(6.0, where.height() / 2 - 9.0))
        distance = math.hypot(x - near.x(), y - near.y()) or 1.0
        short = (radius + 3.0) / distance
        tip = QPointF(x + (near.x() - x) * short, y + (near.y() - y) * short)
        path = QPainterPath()
        path.addPolygon(QPolygonF([near - sides, tip, near + sides, near - sides]))
        return path

    def _draw_thought(self, painter: QPainter, shape: QPainterPath, colour: QColor) -> None:
        theme = self.camera.theme
        painter.setBrush(theme.colour("surface"))
        pen = QPen(colour, 1.4, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
        pen.setDashPattern([0.01, 2.6])
        painter.setPen(pen)
        painter.drawPath(shape)
        if self.box is None:
            return
        x, y, radius = self._who
        near_x = max(self.box[0] + 10, min(x, self.box[2] - 10))
        near_y = max(self.box[1], min(y, self.box[3]))
        distance = math.hypot(near_x - x, near_y - y)
        painter.setPen(QPen(colour, 1.2))
        for part, size in ((0.28, 1.6), (0.66, 2.6)):
            along = (radius + 3.0 + (distance - radius - 3.0) * part) / (distance or 1.0)
            painter.drawEllipse(QPointF(x + (near_x - x) * along, y + (near_y - y) * along), size, size)
