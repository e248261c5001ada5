"""The scenes of the day as a strip of cards above the plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from parley.core.log.state import State
from parley.core.modes.office.state import OfficeState
from parley.desktop.modes.office.beats import scene_figure
from parley.desktop.modes.office.words import ICONS
from parley.desktop.run.figures import MemberFigure, SceneFigure
from parley.desktop.widgets.avatar import paint_avatar
from parley.desktop.widgets.icons import paint_icon
from parley.desktop.widgets.painted import LEFT, NO_BRUSH, RIGHT, Tips, ink, stroke, wrapped, write
from parley.desktop.widgets.spoken import Spoken, tell_current
from parley.desktop.widgets.themed import Themed

HIGH, LOW = 84, 40
"""Pixels of the strip at a text scale of 1, and of one without room for words."""
GAP = 6
LEAST, NOW, WIDEST = 70, 164, 240
"""Pixels of a card: of one that says its hour only, of the one that is shown, and at most."""
WORDY = 104
"""Pixels from which a card says what is talked about."""
FACE = 15


@dataclass(frozen=True, slots=True)
class CardFigure:
    """A scene of the day: its `first` turn, its faces. It is the one that is `shown`, comes after it (`ahead`), or is
    still played (`now`)."""

    scene: SceneFigure
    first: int
    faces: tuple[MemberFigure, ...] = ()
    shown: bool = False
    now: bool = False
    ahead: bool = False


def cards(live: State, shown: int, members: Sequence[MemberFigure], language: str = "") -> tuple[CardFigure, ...]:
    """Return the scenes of the day that the shown turn belongs to."""
    world = live[OfficeState]
    begun = [(scene.started, scene.first, scene.last) for scene in world.scenes]
    if world.scene is not None:
        begun.append((world.scene.started, world.scene.first, len(live.turns)))
    if not begun:
        return ()
    at = max((i for i, (_, first, _) in enumerate(begun) if first <= max(shown, 1)), default=0)
    number = begun[at][0].scene
    bounds = next(((day.first, day.last) for day in world.past if day.first <= number <= day.last), None)
    if bounds is None:
        bounds = ((world.past[-1].last + 1) if world.past else 0, begun[-1][0].scene)
    faces = {member.id: member for member in members}
    found = []
    for i, (started, first, _last) in enumerate(begun):
        if bounds[0] <= started.scene <= bounds[1]:
            here = tuple(faces[id_] for id_ in started.members if id_ in faces)
            now = world.scene is not None and started is world.scene.started
            found.append(CardFigure(scene_figure(live.setup, started, language), first, here, i == at, now, i > at))
    return tuple(found)


class SceneStrip(Spoken, Tips, Themed, QWidget):
    """A card a scene: its hour, room, topic and faces. A click or Left and Right show a scene from its first turn.

    Signals: `turn_chosen(number)`.
    """

    turn_chosen = Signal(int)
    spoken_role = QAccessible.Role.List

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Scenes of the day"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.cards: tuple[CardFigure, ...] = ()
        self._boxes: list[QRectF] = []
        self._offset = 0.0
        self._low = False
        self._restyle()

    def show_figure(self, figure: tuple[CardFigure, ...]) -> None:
        if figure == self.cards:
            return
        before, self.cards = self._shown(), figure
        self._place()
        if before != self._shown():
            self._reveal()
            tell_current(self)
        card = next((card for card in figure if card.shown), None)
        self.setAccessibleDescription(self.told(card) if card else "")
        self.setVisible(bool(figure))
        self.update()

    def told(self, card: CardFigure) -> str:
        """Return a scene in words."""
        scene = card.scene
        told = [f"{scene.clock} · {scene.room}", scene.what, scene.topic, ", ".join(scene.names)]
        if card.now:
            told.append(self.tr("under way"))
        return "\n".join(line for line in told if line)

    def set_low(self, low: bool) -> None:
        """Only the hours, where the window is low."""
        self._low = low
        self._restyle()

    def _restyle(self) -> None:
        self.setFixedHeight(round((LOW if self._low else HIGH) * self.scale))
        self._place()
        self.update()

    def _shown(self) -> int:
        return next((i for i, card in enumerate(self.cards) if card.shown), -1)

    def sizeHint(self) -> QSize:
        return QSize(400, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()
        self._reveal()

    def _place(self) -> None:
        """All cards alike, the shown one with room for its words."""
        count, scale = len(self.cards), self.scale
        gap, least, most = GAP * scale, LEAST * scale, WIDEST * scale
        room = self.width() - gap * max(0, count - 1)
        each = min(most, max(least, room / count)) if count else 0.0
        chosen = max(each, NOW * scale)
        if count > 1 and chosen > each:
            each = max(least, (room - chosen) / (count - 1))
        self._boxes, left = [], 0.0
        for card in self.cards:
            wide = chosen if card.shown else each
            self._boxes.append(QRectF(left, 0.5, wide, self.height() - 1))
            left += wide + gap
        self._offset = max(0.0, min(self._offset, left - gap - self.width()))

    def _reveal(self) -> None:
        at = self._shown()
        if at >= 0:
            box = self._boxes[at]
            if box.left() < self._offset or box.right() > self._offset + self.width():
                self._offset = max(0.0, box.center().x() - self.width() / 2)
                self._offset = max(0.0, min(self._offset, self._boxes[-1].right() - self.width()))
            self.update()

    def card_at(self, at: QPointF) -> int:
        """Return the card under a place in pixels; −1: none."""
        place = at + QPointF(self._offset, 0)
        return next((i for i, box in enumerate(self._boxes) if box.contains(place)), -1)

    def tip_at(self, at: QPointF) -> str:
        """Return the scene under the pointer in words."""
        row = self.card_at(at)
        return self.told(self.cards[row]) if row >= 0 else ""

    def spoken_count(self) -> int:
        return len(self.cards)

    def spoken_row(self, row: int) -> str:
        return self.told(self.cards[row]).replace("\n", ". ")

    def spoken_current(self) -> int:
        return self._shown()

    def spoken_place(self, row: int) -> QRect:
        return self._boxes[row].translated(-self._offset, 0).toAlignedRect() & self.rect()

    def spoken_at(self, at: QPoint) -> int:
        return self.card_at(QPointF(at))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.card_at(event.position())
        if row >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self._choose(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and Right go from scene to scene."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None or not self.cards:
            super().keyPressEvent(event)
            return
        self._choose(max(0, min(len(self.cards) - 1, self._shown() + step)))

    def wheelEvent(self, event: QWheelEvent) -> None:
        most = self._boxes[-1].right() - self.width() if self._boxes else 0.0
        if most <= 0:
            event.ignore()
            return
        turned = event.angleDelta().y() or event.angleDelta().x()
        self._offset = max(0.0, min(most, self._offset - turned / 2))
        self.update()

    def _choose(self, row: int) -> None:
        self.turn_chosen.emit(self.cards[row].first)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-self._offset, 0)
        for card, box in zip(self.cards, self._boxes, strict=True):
            if box.right() >= self._offset and box.left() <= self._offset + self.width():
                self._paint(painter, card, box)
        painter.end()

    def _paint(self, painter: QPainter, card: CardFigure, box: QRectF) -> None:
        theme, scale = self.theme, self.scale
        # What is still to come is pale, and can be read.
        first, then = ("faint", "faint") if card.ahead else ("text", "secondary")
        edge = theme.colour("accent" if card.shown else "border")
        ink(painter, stroke(edge, 1.0), theme.colour("accent_soft" if card.shown else "surface"))
        painter.drawRoundedRect(box.adjusted(0.5, 0, -0.5, 0), 8, 8)
        if card.shown and self.hasFocus():
            ink(painter, stroke(theme.colour("accent"), 2.0), NO_BRUSH)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 8, 8)
        inside = box.adjusted(8 * scale, 0, -8 * scale, 0)
        wordy = box.width() >= WORDY * scale and box.height() >= HIGH * scale - 2
        line = QRectF(inside.left(), box.top() + 6 * scale, inside.width(), 18 * scale)
        if not wordy:
            line.moveTop(box.center().y() - line.height() / 2)
        size = 14 * scale
        sign = QRectF(line.left(), line.center().y() - size / 2, size, size)
        hour, topic = self.letters(12, QFont.Weight.DemiBold), card.scene.topic or card.scene.what
        topic = topic[:1].upper() + topic[1:]
        paint_icon(painter, ICONS.get(card.scene.type, "ph.chats"), sign, theme.colour(then))
        line.setLeft(sign.right() + 4 * scale)
        write(painter, line, card.scene.clock, hour, theme.colour(first), LEFT)
        if not wordy:
            # In a low strip the one that is shown says what it is about.
            if box.width() >= WORDY * scale:
                line.setLeft(line.left() + QFontMetricsF(hour).horizontalAdvance(card.scene.clock) + 8 * scale)
                self._paint_elided_text(painter, line, topic, self.letters(12), first)
            return
        small = self.letters(11)
        left = line.left() + QFontMetricsF(hour).horizontalAdvance(card.scene.clock) + 8 * scale
        where = QRectF(left, line.top(), line.right() - left, line.height())
        if QFontMetricsF(small).horizontalAdvance(card.scene.room) <= where.width():
            # Half a name says nothing: the tool tip has it.
            write(painter, where, card.scene.room, small, theme.colour(then), RIGHT)
        words = QRectF(inside.left(), line.bottom() + scale, inside.width(), 32 * scale)
        self._paint_topic(painter, words, topic, first)
        self._paint_card_faces(
            painter, card, QRectF(inside.left(), words.bottom() + 4 * scale, inside.width(), 18 * scale)
        )

    def _paint_topic(self, painter: QPainter, box: QRectF, topic: str, colour: str) -> None:
        """Paint a scene's topic in two lines at most, vertically centred where one line is enough."""
        letters = self.letters(12, QFont.Weight.Medium)
        painter.setFont(letters)
        lines = wrapped(painter, topic, int(box.width()), 2)
        high = box.height() / 2
        top = box.top() + (box.height() - high * len(lines)) / 2
        for number, text in enumerate(lines):
            where = QRectF(box.left(), top + number * high, box.width(), high)
            write(painter, where, text, letters, self.theme.colour(colour), LEFT)

    def _paint_card_faces(self, painter: QPainter, card: CardFigure, box: QRectF) -> None:
        scale, told = self.scale, self.tr("now") if card.now else ""
        small = self.letters(11, QFont.Weight.DemiBold)
        if told:
            write(painter, box, told, small, self.theme.colour("accent"), RIGHT)
        step = (FACE + 1) * scale
        room = box.width() - (QFontMetricsF(small).horizontalAdvance(told) + 6 * scale if told else 0)
        fit = max(1, int(room // step))
        faces = card.faces if len(card.faces) <= fit else card.faces[: max(1, fit - 2)]
        x = box.left() + FACE * scale / 2
        painter.setOpacity(0.6 if card.ahead else 1.0)
        for member in faces:
            paint_avatar(painter, QPointF(x, box.center().y()), FACE * scale / 2, member, self.theme)
            x += step
        painter.setOpacity(1.0)
        if len(faces) < len(card.faces):
            rest = QRectF(x - FACE * scale / 2 + 2, box.top(), 40 * scale, box.height())
            more = f"+{len(card.faces) - len(faces)}"
            write(painter, rest, more, self.letters(11), self.theme.colour("secondary"), LEFT)

    def _paint_elided_text(self, painter: QPainter, box: QRectF, text: str, letters: QFont, role: str) -> None:
        shown = QFontMetricsF(letters).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        write(painter, box, shown, letters, self.theme.colour(role), LEFT)
