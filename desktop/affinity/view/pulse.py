"""A pair that just moved: a halo, a dot that runs along the line, and a chip with the reason."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QLineF, QObject, QPointF, QRectF, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath

from parley.desktop.affinity.figures import MoveFigure
from parley.desktop.affinity.view.edges import Places
from parley.desktop.affinity.view.picture import Picture, line_width, signed
from parley.desktop.widgets.painted import LEFT, NO_BRUSH, NO_PEN, RIGHT, ink, stroke, write
from parley.desktop.widgets.theme import LOOK

BEAT, BEATS = 900, 3
"""Milliseconds of a halo's growth, and how often it grows."""
RUN = 700
"""Milliseconds that the dot takes."""
STAYS = 6_000
"""Milliseconds for which the chip stays."""
NARROW, WIDE = 9.0, 16.0
"""Pixels of the halo at rest and grown."""
WIDEST = 290.0


class Pulse(QObject):
    """What pulses, and how far it is.

    Attributes: `moves`, those that pulse, the one of the chip first; `elapsed`, milliseconds since it began; `chip`,
    whether the reason stands upon the picture.
    Signals: `changed()`, it has to be painted again; `told()`, others pulse than before, or nobody any more.
    """

    changed = Signal()
    told = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.moves: tuple[MoveFigure, ...] = ()
        self.chip = True
        self.elapsed = float(BEAT * BEATS)
        self._motion = QVariantAnimation(self, duration=BEAT * BEATS, startValue=0.0, endValue=float(BEAT * BEATS))
        self._motion.valueChanged.connect(self._on_value)
        self._rest = QTimer(self, singleShot=True, interval=STAYS)
        self._rest.timeout.connect(self.end)
        self._growth = QEasingCurve(QEasingCurve.Type.OutSine)

    @property
    def width(self) -> float:
        """Pixels of the halo."""
        if self.elapsed >= BEAT * BEATS:
            return NARROW
        return NARROW + (WIDE - NARROW) * self._growth.valueForProgress(self.elapsed % BEAT / BEAT)

    def begin(self, moves: tuple[MoveFigure, ...]) -> None:
        """Let these pulse, the farthest first; with motion off they are only marked."""
        self.end()
        if moves:
            self.moves = tuple(sorted(moves, key=lambda move: -abs(move.change)))
            self._rest.start()
            if LOOK.motion:
                self._motion.start()
            self.changed.emit()
            self.told.emit()

    def end(self) -> None:
        """Let it be."""
        self._motion.stop()
        self._rest.stop()
        self.elapsed = float(BEAT * BEATS)
        if self.moves:
            self.moves = ()
            self.changed.emit()
            self.told.emit()

    def _on_value(self, value: float) -> None:
        self.elapsed = value
        self.changed.emit()


def paint_halos(painter: QPainter, pulse: Pulse, picture: Picture, places: Places) -> None:
    """The halos, which lie under the lines."""
    for move in pulse.moves:
        colour = _colour(move, picture)
        colour.setAlphaF(0.26)
        wide = (pulse.width + line_width(move.after)) * picture.scale
        ink(painter, stroke(colour, wide, cap=Qt.PenCapStyle.FlatCap), NO_BRUSH)
        painter.drawLine(QLineF(places.spots[move.a], places.spots[move.b]))


def paint_dots(painter: QPainter, pulse: Pulse, picture: Picture, places: Places) -> None:
    """A dot from each whose feeling it was."""
    if pulse.elapsed >= RUN:
        return
    for move in pulse.moves:
        for source in move.by:
            line = QLineF(places.spots[source], places.spots[move.b if source == move.a else move.a])
            ink(painter, NO_PEN, _colour(move, picture))
            painter.drawEllipse(line.pointAt(pulse.elapsed / RUN), 4.0 * picture.scale, 4.0 * picture.scale)


def _colour(move: MoveFigure, picture: Picture) -> QColor:
    return picture.theme.colour("good" if move.change > 0 else "bad")


def paint_chip(painter: QPainter, pulse: Pulse, picture: Picture, places: Places, area: QRectF, font: QFont) -> QRectF:
    """The reason of the farthest move beside its line; the box that it took."""
    if not pulse.moves:
        return QRectF()
    move, theme, scale = pulse.moves[0], picture.theme, picture.scale
    members = picture.figure.members
    reason = move.reason or f"{members[move.a].name} – {members[move.b].name}"
    change = signed(move.change, trust=picture.trust)
    letters, strong = QFont(font), QFont(font)
    for each in (letters, strong):
        each.setPixelSize(max(7, round(12 * scale)))
    strong.setWeight(QFont.Weight.Bold)
    number = QFontMetricsF(strong).horizontalAdvance(change)
    air = 11.0 * scale
    most = min(WIDEST * scale, area.width() - 8) - number - 3 * air
    text = QFontMetricsF(letters).elidedText(reason, Qt.TextElideMode.ElideRight, max(40.0, most))
    wide = QFontMetricsF(letters).horizontalAdvance(text) + number + 3 * air
    middle = QLineF(places.spots[move.a], places.spots[move.b]).center()
    tall = 26.0 * scale
    box, above = _place(middle, wide, tall, move, places, area)
    colour = _colour(move, picture)
    ink(painter, stroke(colour, 1.5), theme.colour("surface"))
    outline = QPainterPath()
    outline.addRoundedRect(box, 12 * scale, 12 * scale)
    tip, root = middle.y(), box.bottom() if above else box.top()
    foot = max(box.left() + 16 * scale, min(box.right() - 16 * scale, middle.x()))
    reaches = abs(tip - root) < 1.5 * tall and not box.contains(middle)
    pointer = QPainterPath(QPointF(foot - 5 * scale, root))
    pointer.lineTo(QPointF(middle.x(), tip))
    pointer.lineTo(QPointF(foot + 5 * scale, root))
    pointer.closeSubpath()
    painter.drawPath(outline.united(pointer) if reaches else outline)
    inside = box.adjusted(air, 0, -air, 0)
    write(painter, inside, text, letters, theme.colour("text"), LEFT)
    write(painter, inside, change, strong, colour, RIGHT)
    return box


def _place(
    middle: QPointF, wide: float, tall: float, move: MoveFigure, places: Places, area: QRectF
) -> tuple[QRectF, bool]:
    """Where there is most room, and whether that is above the line."""
    gap, half = 16.0, wide / 2
    faces = [
        QRectF(spot.x() - r, spot.y() - r, 2 * r, 2 * r) for spot, r in zip(places.spots, places.radii, strict=True)
    ]

    def cost(box: QRectF) -> float:
        """Faces that it would hide, those of the two twice, and then how far it is."""
        hidden = sum(3 if who in (move.a, move.b) else 2 for who, face in enumerate(faces) if box.intersects(face))
        return hidden + (box.center() - middle).manhattanLength() / max(1.0, area.width() + area.height())

    tops = [middle.y() - gap - tall, middle.y() + gap, area.top() + 2, area.bottom() - tall - 2]
    lefts = [middle.x() - half, middle.x() - half - wide / 3, middle.x() - half + wide / 3]
    low, right = area.bottom() - tall - 2, area.right() - wide - 4
    boxes = [
        QRectF(max(area.left() + 4, min(right, left)), max(area.top() + 2, min(low, top)), wide, tall)
        for top in tops
        for left in lefts
    ]
    best = min(boxes, key=cost)
    return best, best.center().y() < middle.y()
