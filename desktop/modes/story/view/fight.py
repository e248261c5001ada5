"""The fight: everybody by initiative, with their health, what they suffer from, and who is to act."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from parley.desktop.modes.story.figures import FighterFigure
from parley.desktop.modes.story.view.marks import paint_face, write
from parley.desktop.modes.story.view.meters import paint_health
from parley.desktop.modes.story.view.wording import HELPFUL, lasting
from parley.desktop.transcript.view.look import Look
from parley.desktop.widgets.icons import paint_icon
from parley.desktop.widgets.language import labelled
from parley.desktop.widgets.painted import Tips
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.themed import Themed

CARD = 148.0
HIGH = 58.0
GAP = 6.0
MARGIN = 12.0


class FightStrip(Tips, Themed, QWidget):
    """Cards of the fighters in the order of their initiative, in as many lines as they need and are granted.

    The wheel and the keys bring the other lines into sight.

    Signals: `member_chosen(id)`, by a click or by Left, Right and Return.
    """

    member_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fighters: tuple[FighterFigure, ...] = ()
        self.round = 0
        self.current = 0
        self._most = 0
        self._top = 0
        self._look = Look(self.font())
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("Order of initiative"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_fight(self, fighters: tuple[FighterFigure, ...], fought: int) -> None:
        """Show these after so many rounds; nobody: no fight."""
        if (fighters, fought) != (self.fighters, self.round):
            again = len(fighters) != len(self.fighters)
            self.fighters, self.round = fighters, fought
            self.current = min(self.current, max(0, len(fighters) - 1))
            self.setAccessibleDescription("; ".join(self.told(one) for one in fighters))
            if again:
                self._settle()
            self.update()
        self.setVisible(bool(fighters))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settle()

    def grant(self, height: int) -> None:
        """Let the cards have so many pixels of height, but at least one line."""
        most = max(1, int((height - self._look.px(22)) / self._look.px(HIGH + GAP)))
        if most != self._most:
            self._most = most
            self._settle()

    def _settle(self) -> None:
        self._scroll_to(self._top)
        self.setFixedHeight(self.heightForWidth(self.width()))

    def _scroll_to(self, line: int) -> None:
        hidden = self._lines(self.width()) - self._in_sight(self.width())
        self._top = max(0, min(line, hidden))
        self.update()

    def _lines(self, width: int) -> int:
        return -(-max(1, len(self.fighters)) // self._columns(width))

    def _in_sight(self, width: int) -> int:
        lines = self._lines(width)
        return min(lines, self._most) if self._most else lines

    def _restyle(self) -> None:
        self._look = Look(self.font())
        self._settle()
        self.update()

    def told(self, one: FighterFigure) -> str:
        """A fighter in words."""
        words = [
            self.tr("{0}: initiative {1}, health {2} of {3}").format(
                one.face.name, one.initiative, one.health, one.most
            )
        ]
        words += [lasting(*each) for each in one.conditions]
        if one.health <= 0:
            words.append(self.tr("out of the fight"))
        if one.acting:
            words.append(self.tr("is to act"))
        return ", ".join(words)

    def heightForWidth(self, width: int) -> int:
        lines = self._in_sight(width)
        return round(self._look.px(22) + lines * self._look.px(HIGH + GAP) + 2)

    def sizeHint(self) -> QSize:
        return QSize(round(self._look.px(2 * CARD)), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(self._look.px(CARD)), self.heightForWidth(self.width()))

    def _columns(self, width: int) -> int:
        room = width - 2 * MARGIN + self._look.px(GAP)
        return max(1, min(int(room / self._look.px(CARD + GAP)), max(1, len(self.fighters))))

    def _card(self, at: int) -> QRectF:
        columns, gap = self._columns(self.width()), self._look.px(GAP)
        wide = min((self.width() - 2 * MARGIN - gap * (columns - 1)) / columns, self._look.px(CARD * 1.5))
        row, column = divmod(at, columns)
        top = self._look.px(22) + (row - self._top) * self._look.px(HIGH + GAP)
        return QRectF(MARGIN + column * (wide + gap), top, wide, self._look.px(HIGH))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, look = QPainter(self), self._look
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = look.colour("secondary")
        title = self.tr("Initiative · round {0}").format(self.round + 1) if self.fighters else ""
        line = QRectF(MARGIN, 0, self.width() - 2 * MARGIN, look.px(20))
        write(painter, title, line, look.small, colour)
        seen = self._seen()
        if len(seen) < len(self.fighters):
            part = self.tr("{0} to {1} of {2}").format(seen.start + 1, seen.stop, len(self.fighters))
            write(painter, part, line, look.small, colour, right=True)
        for at in seen:
            self._paint(painter, self._card(at), at, self.fighters[at])
        painter.end()

    def _paint(self, painter: QPainter, card: QRectF, at: int, one: FighterFigure) -> None:
        look, px = self._look, self._look.px
        edge = look.colour("accent") if one.acting else look.tint("bad", 0.4) if one.side == "foe" else None
        if self.hasFocus() and at == self.current:
            edge = look.colour("text")
        painter.save()
        if one.health <= 0:
            painter.setOpacity(0.5)
        painter.setPen(QPen(edge or look.colour("border"), 1.6 if one.acting else 1.0))
        painter.setBrush(look.colour("accent_soft" if one.acting else "raised"))
        painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
        size = px(24)
        face = QRectF(card.left() + px(7), card.top() + px(7), size, size)
        paint_face(painter, face, one.face, look.theme)
        left = face.right() + px(6)
        number = str(one.initiative)
        wide = look.small_metrics.horizontalAdvance(number)
        line = QRectF(left, card.top() + px(5), card.right() - px(8) - left, look.name_metrics.height())
        write(painter, number, line, look.small, look.colour("faint"), right=True)
        name = QRectF(left, line.top(), line.width() - wide - px(5), line.height())
        write(painter, one.face.name, name, look.button, look.colour("text"))
        box, text = QRectF(left, line.bottom() + px(1), line.width(), px(14)), f"{one.health}/{one.most}"
        write(painter, text, box, look.small, look.colour("text"), right=True)
        wide = look.small_metrics.horizontalAdvance(text) + px(5)
        bar = QRectF(left, box.center().y() - px(2.5), max(8.0, box.width() - wide), px(5))
        paint_health(painter, bar, one.health, one.most, look.theme)
        state = QRectF(card.left() + px(8), card.bottom() - px(19), card.width() - px(16), px(16))
        self._paint_state(painter, state, one)
        painter.restore()

    def _paint_state(self, painter: QPainter, box: QRectF, one: FighterFigure) -> None:
        look, size = self._look, self._look.px(12)
        words, role = {"foe": self.tr("foe"), "ally": self.tr("with you"), "player": self.tr("you")}[one.side], "faint"
        sign = {"foe": "ph.sword", "ally": "ph.shield", "player": "ph.user"}[one.side]
        if one.conditions:
            words = ", ".join(f"{labelled('status_effect', name)} {turns}" for name, turns in one.conditions)
            harmed = any(name not in HELPFUL for name, _turns in one.conditions)
            sign, role = ("ph.warning", "bad") if harmed else ("ph.shield", "secondary")
        if one.acting and not one.conditions:
            words, sign, role = self.tr("your turn"), "ph.hand-pointing", "accent"
        if one.health <= 0:
            words, sign, role = self.tr("out of the fight"), "ph.x-circle", "secondary"
        paint_icon(painter, sign, QRectF(box.left(), box.center().y() - size / 2, size, size), look.colour(role))
        box.setLeft(box.left() + size + look.px(4))
        write(painter, words, box, look.small, look.colour(role))

    def _seen(self) -> range:
        """The places of those who are in sight."""
        columns = self._columns(self.width())
        first = self._top * columns
        return range(first, min(len(self.fighters), first + self._in_sight(self.width()) * columns))

    def _at(self, point: QPointF) -> int:
        return next((at for at in self._seen() if self._card(at).contains(point)), -1)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The other lines, where there are more than fit."""
        turned = event.angleDelta().y()
        if turned and len(self._seen()) < len(self.fighters):
            self._scroll_to(self._top + (-1 if turned > 0 else 1))
        else:
            super().wheelEvent(event)

    def tip_at(self, at: QPointF) -> str:
        """All about whom the pointer rests on."""
        place = self._at(at)
        return self.told(self.fighters[place]) if place >= 0 else ""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a fighter, and say all about them."""
        at = self._at(event.position()) if event.button() == Qt.MouseButton.LeftButton else -1
        if at >= 0:
            self._choose(at)
            QToolTip.showText(event.globalPosition().toPoint(), tooltip(self.told(self.fighters[at])), self)

    def _choose(self, at: int) -> None:
        self.current = at
        self.update()
        self.member_chosen.emit(self.fighters[at].face.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and Right go along the order, Return chooses."""
        if event.key() in {Qt.Key.Key_Left, Qt.Key.Key_Right} and self.fighters:
            step = 1 if event.key() == Qt.Key.Key_Right else -1
            self.current = (self.current + step) % len(self.fighters)
            self.setAccessibleDescription(self.told(self.fighters[self.current]))
            line = self.current // self._columns(self.width())
            self._scroll_to(max(line - self._in_sight(self.width()) + 1, min(self._top, line)))
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.fighters:
            self._choose(self.current)
        else:
            super().keyPressEvent(event)
