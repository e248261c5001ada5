"""A bubble: what somebody says, as it comes, or what they think, or a stage direction about them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEasingCurve, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QTextLayout,
    QTextOption,
)

from parley.desktop.floor_plan.view.layer import (
    EDGE,
    Box,
    Camera,
    Circle,
    Layer,
    Soft,
    Spot,
    find_box_at,
    find_nearest,
    find_spot,
    measure_gap,
    move_inside,
    overlap,
)
from parley.desktop.widgets.painted import ink, stroke
from parley.desktop.widgets.plain import mask_bidi

translate = QCoreApplication.translate
TEXT, NAME = 12.5, 11.0
"""Pixels of the text and of the name above it."""
PAD_X, PAD_Y = 12.0, 8.0
WIDEST = 290.0
WIDTHS = ((1.0, 0.0), (0.76, 0.3), (0.58, 0.8), (0.45, 1.4))
"""The widths that are tried, and their price: a narrow bubble is harder to read, but may spare somebody's face."""
CUT, GOOD = 2.0, 0.9
"""The price of a bubble that holds only a part of the text, and what is good enough to look no further."""
LOW = 150.0
"""Pixels that a bubble may be high, at a text scale of 1, where that is more than its usual share of the view."""
HIDDEN = 3.0
"""The price from which on a place hides a part of somebody's face."""
GAP = 6.0
"""Pixels between the name and what its owner does."""
DONE = 0.6
"""The part of the first line that what is done may take beside a long name."""
LONG_WORD = 24
"""Letters from which on a word is cut rather than left out whole."""
SMALL = 11.0
MURMUR = 150.0
"""Pixels of the text, and of the width, of a bubble of somebody who is still thinking of what to say."""
POP = 160.0
"""Milliseconds in which a bubble grows out of the speaker."""
GROWTH = QEasingCurve(QEasingCurve.Type.OutBack)
GROWTH.setOvershoot(1.2)
FAR = 60.0
"""Pixels that such a bubble may be away: the mark on the face says enough, a long pointer too much."""
CARET = (6.0, 13.0)
"""Pixels of the caret behind a line that is being said."""
BEADS = (1.8, 2.8, 4.0)
"""The radii of the beads from a face to its thought, in pixels."""
TAIL = 700
"""Only so many characters of a long speech are laid out: the end while it streams, else the beginning."""


@dataclass(frozen=True, slots=True)
class Speech:
    """What is in a bubble. While `live` text is still coming, and its end is what is shown. `acts` is what the member
    does: it stands behind the name, or in place of words that there are none of. `to` is to whom it is said, as name
    and colour. A `staged` text is a stage direction: it is set in italics, with no name above it."""

    member: str = ""
    name: str = ""
    colour: str = ""
    text: str = ""
    live: bool = False
    acts: str = ""
    to: tuple[str, str] = ("", "")
    staged: bool = False

    @property
    def shown(self) -> str:
        """The words, else what is done."""
        return self.text if self.text.strip() else self.acts

    @property
    def silent(self) -> bool:
        """Whether there are no words."""
        return bool(self.acts) and not self.text.strip()


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
        self._age = POP
        self._outlined: tuple[object, ...] = ()
        self._shape = QPainterPath()

    @property
    def slanted(self) -> bool:
        """Whether it is set in italics: what is in it is not said."""
        return self.thought or self.speech.silent or self.speech.staged

    @property
    def slip(self) -> bool:
        """Whether beads join it to somebody's face, and no pointer: nobody says what is in it."""
        return self.thought or self.speech.staged

    def pop(self) -> None:
        """Let it grow out of the speaker."""
        self._age = 0.0

    def grow_on(self, ms: float) -> bool:
        """Grow for another `ms` milliseconds; return whether it is still below its full size."""
        self._age = min(POP, self._age + ms)
        return self._age < POP

    def set_speech(self, speech: Speech) -> None:
        """Set the speech to show; an empty text shows nothing."""
        if speech.member != self.speech.member or not speech.text.startswith(self.speech.text[:40]):  # another line
            self._spot = None
        self.speech = speech

    def list_covered(self) -> list[Box]:
        """Return what is under the bubble and under its pointer."""
        if self.box is None:
            return []
        x, y, radius = self._who
        near_x, near_y = find_nearest(self.box, x, y)
        length = math.hypot(near_x - x, near_y - y)
        boxes = [self.box]
        for step in range(int(radius), int(length), 8):  # small boxes: a single one would cover much that is free
            at_x, at_y = x + (near_x - x) * step / length, y + (near_y - y) * step / length
            boxes.append((at_x - 5.0, at_y - 5.0, at_x + 5.0, at_y + 5.0))
        return boxes

    def place_anew(self) -> None:
        """Look for the best side again: people moved, or the view did."""
        self._spot = None

    def lay_out(
        self,
        who: Circle | None,
        faces: Sequence[Circle],
        blocked: Sequence[Box] = (),
        soft: Callable[[], Sequence[Soft]] = tuple,
    ) -> None:
        """Wrap the text and find the place, beside `who` (middle and radius); None hides it. `soft` is asked only
        where a place is looked for."""
        self.box = None
        if who is None or not self.speech.shown.strip():
            return
        camera = self.camera
        view = camera.width, camera.height
        if not (-who[2] < who[0] < view[0] + who[2] and -who[2] < who[1] < view[1] + who[2]):
            return
        self._who = who
        if self._spot is not None:
            self.box = self._kept(self._spot, self._measure(self._count_most_lines(), self._width), who, blocked)
            if self.box is not None and self._spot.cost < HIDDEN and _does_hide_face(self.box, self._spot.box, faces):
                self.box = None  # It has grown over somebody: there may be a better side
            if self.box is not None:
                return
        found: list[tuple[float, int, float, Spot]] = []
        most = math.inf  # what the best place so far costs
        for lines in dict.fromkeys((self._count_most_lines(), min(4, self._count_most_lines()), 2, 1)):
            for share, price in WIDTHS:
                width = share * self._compute_widest_width()
                size = self._estimate_grown_size(self._measure(lines, width), width, lines)
                cut = CUT if "…" in self.shown_text else 0.0  # after `_measure`, which has wrapped the text
                spot = find_spot(size, who, view, faces, blocked, soft(), most - price - cut)
                if spot is not None and not (self.murmur and spot.gap > FAR):
                    if spot.cost < HIDDEN:
                        # What costs more is no better, and nobody is hidden already.
                        most = min(most, spot.cost + price + cut)
                    found.append((spot.cost + price + cut, lines, width, spot))
                    if found[-1][0] < GOOD:
                        break
            if found and min(each[3].cost for each in found) < HIDDEN:
                break  # With fewer words nobody more would be seen
        if found:
            _, lines, self._width, self._spot = min(found, key=lambda each: each[0])
            self.box = self._kept(self._spot, self._measure(lines, self._width), who, blocked) or self._spot.box

    def _count_most_lines(self) -> int:
        line = self.camera.metrics(self.size).lineSpacing()
        room = self.camera.height * (0.30 if self.thought else 0.42)
        if not self.thought:
            # On a low plan what is said matters more than the rooms that it covers.
            room = max(room, min(0.6 * self.camera.height, LOW * self.camera.text))
        most = int((room - self._compute_head_height() - 2 * PAD_Y) / line)
        return max(1, min(most, 2 if self.murmur else 4 if self.thought else 8))

    def _compute_head_height(self) -> float:
        if self.thought or self.murmur or self.speech.staged:
            return 0.0
        return self.camera.metrics(NAME, QFont.Weight.DemiBold).lineSpacing() + 2.0

    def _kept(self, spot: Spot, size: tuple[float, float], who: Circle, blocked: Sequence[Box]) -> Box | None:
        """Return the box on the side that was found before, None where a text of that size does not fit there."""
        box = move_inside(find_box_at(spot.side, spot.gap, size, who), self.camera.width, self.camera.height, EDGE)
        return None if measure_gap(box, who) < 3.0 or any(overlap(box, other) for other in blocked) else box

    def _estimate_grown_size(self, size: tuple[float, float], width: float, most: int) -> tuple[float, float]:
        # While it streams the bubble will grow: the side is chosen for what it will need.
        if not self.speech.live:
            return size
        line = self.camera.metrics(self.size).lineSpacing()
        three = self._compute_head_height() + min(3, most) * line + 2 * PAD_Y
        return max(size[0], 0.8 * width), max(size[1], three)

    def _compute_widest_width(self) -> float:
        widest = MURMUR if self.murmur else WIDEST
        return max(60.0, min(widest * self.camera.text, 0.58 * self.camera.width))

    def _measure(self, most: int, widest: float) -> tuple[float, float]:
        key = (self.speech, most, widest, self.camera.text, self.camera.family)  # wrapping is what takes long here
        if key != self._measured:
            self._measured = key
            self._width = widest
            self._text_size = self._wrap(most)
        name = 0.0
        if not self.thought and not self.murmur:
            name = min(self._measure_head(), self._width - 2 * PAD_X)
        width = max(self._text_size[0], name) + 2 * PAD_X
        return math.ceil(width), math.ceil(self._text_size[1] + self._compute_head_height() + 2 * PAD_Y)

    def _build_head_parts(self) -> list[tuple[str, str, bool]]:
        """Return what stands above the words, as (text, colour, strong): who speaks, to whom, and what they do
        meanwhile. The colour is that of a member, "" for what is said of them.
        """
        speech = self.speech
        parts = [(speech.name, speech.colour, True)]
        if speech.to[0]:
            before, _, after = translate("PlanCanvas", "to {name}").partition("{name}")  # its place differs by language
            parts += [(before.strip(), "", False), (speech.to[0], speech.to[1], True), (after.strip(), "", False)]
        if not speech.silent:
            parts.append((speech.acts, "", False))
        return [(mask_bidi(text), colour, strong) for text, colour, strong in parts if text]

    def _measure_head(self) -> float:
        wide = (
            self._look_up_head_metrics(strong).horizontalAdvance(text)
            for text, _colour, strong in self._build_head_parts()
        )
        return sum(wide) + GAP * (len(self._build_head_parts()) - 1)

    def _look_up_head_metrics(self, strong: bool) -> QFontMetricsF:
        return self.camera.metrics(NAME, QFont.Weight.DemiBold if strong else QFont.Weight.Normal)

    def _draw_head(self, painter: QPainter, x: float, y: float, room: float) -> None:
        """Draw the line above the words. A long name leaves room for what comes behind it."""
        end, parts = x + room, self._build_head_parts()
        behind = self._measure_head() - self._look_up_head_metrics(True).horizontalAdvance(parts[0][0])
        for number, (text, colour, strong) in enumerate(parts):
            metrics, theme = self._look_up_head_metrics(strong), self.camera.theme
            left = end - x - (0.0 if number else min(behind, DONE * room))
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, left))
            if shown == "…" and number:  # nothing but the ellipsis would fit
                return
            painter.setFont(self.camera.font(NAME, QFont.Weight.DemiBold if strong else QFont.Weight.Normal,
                                             italic=text == mask_bidi(self.speech.acts)))  # fmt: skip
            painter.setPen(theme.member(colour) if colour else theme.colour("secondary"))
            painter.drawText(QPointF(x, y + metrics.ascent()), shown)
            x += metrics.horizontalAdvance(shown) + GAP

    def _wrap(self, most: int) -> tuple[float, float]:
        text = mask_bidi(" ".join(self.speech.shown.split()))
        if len(text) > TAIL:
            text = "…" + text[-TAIL:].partition(" ")[2] if self.speech.live else text[:TAIL] + "…"  # begins at a word
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
                    text = text[:-3].rstrip(" .,;:") + "…"  # the ellipsis itself may have gone to a line of its own
                head, _, rest = text.rpartition(" ")
                if head and len(rest) < LONG_WORD:
                    text = head.rstrip(" .,;:") + "…"
        self.shown_text = text
        self._lines = len(self._break(text))  # also breaks the layout into the lines that are drawn
        width = max((self._layout.lineAt(i).naturalTextWidth() for i in range(self._lines)), default=0.0)
        if self.speech.live:
            width += CARET[0] + 4.0  # room for the caret behind the last letter
        return width, self._lines * self.camera.metrics(self.size).lineSpacing()

    def _break(self, text: str) -> list[int]:
        """Return where each line begins when `text` is wrapped; the layout is left so."""
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout = self._layout
        layout.setText(text)
        layout.setFont(self.camera.font(self.size, italic=self.slanted))
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
        """Draw the bubble, its connection to the speaker, and its text."""
        if self.box is None:
            return
        left, top, right, bottom = self.box
        if self._age < POP:
            size = max(0.05, GROWTH.valueForProgress(self._age / POP))
            painter.translate(self._who[0], self._who[1])
            painter.scale(size, size)
            painter.translate(-self._who[0], -self._who[1])
        where = QRectF(left, top, right - left, bottom - top)
        camera, theme = self.camera, self.camera.theme
        colour = theme.member(self.speech.colour)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shape = self._build_outline_path(where)
        if self.slip:
            ink(painter, stroke(colour, 1.4, (0.01, 2.6)), theme.colour("surface"))
            painter.drawPath(shape)
            self._draw_dots(painter, self.box, colour)
        else:
            painter.fillPath(shape.translated(0.0, 2.0), QColor(0, 0, 0, 70 if theme.dark else 22))
            edge = QPen(colour, 1.0 if self.murmur else 1.5)
            ink(painter, edge, theme.colour("raised" if theme.dark else "surface"))
            painter.drawPath(shape)
        x, y = left + PAD_X, top + PAD_Y
        if self._compute_head_height():
            self._draw_head(painter, x, y, right - PAD_X - x)
            y += self._compute_head_height()
        painter.setPen(theme.colour("secondary" if self.slip or self.murmur else "text"))
        self._layout.draw(painter, QPointF(x, y))
        if self.speech.live and self._lines:
            line = self._layout.lineAt(self._lines - 1)
            at, middle = x + line.naturalTextWidth() + 2.5, y + line.y() + line.height() / 2
            wide, high = CARET[0], CARET[1] * camera.text
            painter.fillRect(QRectF(at, middle - high / 2, wide, high), colour)

    def _build_outline_path(self, where: QRectF) -> QPainterPath:
        """Return the bubble's edge, with its pointer: it stays the same for many frames."""
        if (key := (self.box, self._who, self.slip)) != self._outlined:
            self._outlined, self._shape = key, QPainterPath()
            self._shape.addRoundedRect(where, 9.0, 9.0)
            if not self.slip:
                self._shape = self._shape.united(self._build_pointer_path(where))
        return self._shape

    def _build_pointer_path(self, where: QRectF) -> QPainterPath:
        """Return the tip that points at the speaker, from the nearest edge."""
        x, y, radius = self._who
        inner = where.adjusted(15.0, 15.0, -15.0, -15.0)
        near = QPointF(
            min(max(x, inner.left()), inner.right()),
            min(max(y, inner.top()), inner.bottom()),
        )
        if not inner.top() <= y <= inner.bottom() and (
            where.left() <= x <= where.right() or abs(y - near.y()) >= abs(x - near.x())
        ):
            near.setY(where.bottom() - 1 if y > where.center().y() else where.top() + 1)
            sides = QPointF(6.0, 0.0)
        else:
            near.setX(where.right() - 1 if x > where.center().x() else where.left() + 1)
            sides = QPointF(0.0, min(6.0, where.height() / 2 - 9.0))
        short = (radius + 3.0) / (math.hypot(x - near.x(), y - near.y()) or 1.0)
        tip = QPointF(x + (near.x() - x) * short, y + (near.y() - y) * short)
        path = QPainterPath()
        path.addPolygon(QPolygonF([near - sides, tip, near + sides, near - sides]))
        return path

    def _draw_dots(self, painter: QPainter, box: Box, colour: QColor) -> None:
        """Draw the dots that join a thought to its owner."""
        x, y, radius = self._who
        near_x, near_y = find_nearest((box[0] + 10, box[1], box[2] - 10, box[3]), x, y)
        distance = math.hypot(near_x - x, near_y - y)
        ink(painter, QPen(colour, 1.3), self.camera.theme.colour("surface"))
        # Where there is no room for three, the first ones are left out.
        beads = BEADS if distance - radius > 24.0 else BEADS[-2:] if distance - radius > 14.0 else BEADS[:1]
        for number, size in enumerate(beads):
            part = (number + 0.7) / (len(beads) + 0.4)
            along = (radius + (distance - radius) * part) / (distance or 1.0)
            painter.drawEllipse(QPointF(x + (near_x - x) * along, y + (near_y - y) * along), size, size)


def _does_hide_face(box: Box, before: Box, faces: Sequence[Circle]) -> bool:
    """Return whether a box that has grown covers a face."""
    grown = box[2] - box[0] > before[2] - before[0] + 1 or box[3] - box[1] > before[3] - before[1] + 1
    return grown and any(measure_gap(box, face) < 0.0 for face in faces)
