"""The strip itself: a slider over all turns that shows who spoke when."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QWidget

from desktop.run.figures import TimelineFigure
from desktop.widgets.painted import MIDDLE, NO_PEN, Tips, blank, ink, write
from desktop.widgets.theme import font
from desktop.widgets.themed import Themed

MARGIN = 18
"""Pixels left and right of the line, half a handle and some air."""
DOTS_FROM, TICKS_FROM = 11.0, 3.0
"""Pixels a turn from which each has a dot, and from which each has a tick; below, columns of pixels are shared."""
DENSITY_HEIGHT = 16


class TimelineStrip(Tips, Themed, QAbstractSlider):
    """A slider from 0, before the first turn, to the last turn.

    Signals: `turn_chosen(int)` when a person moves it, `live_chosen()` for End.
    """

    turn_chosen = Signal(int)
    live_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = TimelineFigure()
        self._showing = False
        self._line: QPixmap | None = None
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setAccessibleName(self.tr("Turns of the run"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setRange(0, 0)
        self.setPageStep(10)
        self.valueChanged.connect(self._on_value)

    def show_figure(self, figure: TimelineFigure) -> None:
        """Show a run; the line is painted anew only when turns, marks or members are others."""
        old, self._figure = self._figure, figure
        if _drawn(figure) != _drawn(old):
            self._line = None
        self._showing = True
        self.setRange(0, len(figure.speakers))
        if not self.isSliderDown():
            self.setValue(figure.shown)
        self._showing = False
        self.update()

    def _restyle(self) -> None:
        self._line = None
        super()._restyle()

    def sizeHint(self) -> QSize:
        return QSize(400, round(44 * self.scale))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, round(36 * self.scale))

    def x_of(self, turn: float) -> float:
        """The place of a turn in pixels."""
        return MARGIN + (self.width() - 2 * MARGIN) * turn / max(1, self._total())

    def turn_at(self, x: float) -> int:
        """The turn at a place, one that has been taken."""
        share = (x - MARGIN) / max(1, self.width() - 2 * MARGIN)
        return max(0, min(self.maximum(), round(share * self._total())))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the cached line and the handle upon it."""
        painter = QPainter(self)
        density = self.devicePixelRatioF()
        size = self.size() * density
        if self._line is None or self._line.size() != size:
            self._line = blank(self.width(), self.height(), density)
            line = QPainter(self._line)
            self._paint_line(line)
            line.end()
        painter.drawPixmap(0, 0, self._line)
        if self._figure.speakers:
            self._paint_handle(painter)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Jump to the turn under the mouse, and drag from there."""
        if event.button() == Qt.MouseButton.LeftButton and self.maximum() > 0:
            self.setSliderDown(True)
            self.setValue(self.turn_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.setValue(self.turn_at(event.position().x()))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self.setSliderDown(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """One turn a notch; down is forward, as in the transcript."""
        notches = event.angleDelta().y() or -event.angleDelta().x()
        if notches:
            self.setValue(self.value() + (-1 if notches > 0 else 1))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows and page keys move; End goes live; Space is left to the run."""
        steps = {
            Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1,
            Qt.Key.Key_PageUp: -self.pageStep(), Qt.Key.Key_PageDown: self.pageStep(),
        }  # fmt: skip
        if event.key() == Qt.Key.Key_End:
            self.live_chosen.emit()
        elif event.key() == Qt.Key.Key_Home:
            self.setValue(min(1, self.maximum()))
        elif (step := steps.get(Qt.Key(event.key()))) is not None:
            self.setValue(self.value() + step)
        else:
            event.ignore()

    def tip_at(self, at: QPointF) -> str:
        """Who spoke at the turn under the mouse."""
        return self.told(self.turn_at(at.x()))

    def told(self, turn: int) -> str:
        """A turn in words."""
        figure = self._figure
        if not figure.speakers:
            return self.tr("No turns yet")
        if turn == 0:
            return self.tr("before the first turn")
        who = figure.speakers[turn - 1]
        name = figure.members[who].name if 0 <= who < len(figure.members) else self.tr("Director")
        marks = (figure.breakpoints, self.tr("breakpoint")), (figure.bookmarks, self.tr("bookmark"))
        marked = [word for turns, word in marks if turn in turns]
        return ", ".join([self.tr("turn {0} · {1}").format(turn, name), *marked])

    def _on_value(self, value: int) -> None:
        self.setAccessibleDescription(self.told(value))
        if not self._showing:
            self.turn_chosen.emit(value)

    def _total(self) -> int:
        return max(self._figure.planned, len(self._figure.speakers), 1)

    def _colour(self, who: int) -> QColor:
        members = self._figure.members
        return self.theme.member(members[who].colour) if 0 <= who < len(members) else self.theme.colour("text")

    def _paint_line(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.height() / 2
        ink(painter, NO_PEN, self.theme.colour("border"))
        painter.drawRoundedRect(QRectF(self.x_of(0), middle - 2.5, self.width() - 2 * MARGIN, 5), 2.5, 2.5)
        each = (self.width() - 2 * MARGIN) / self._total()
        if each >= DOTS_FROM:
            self._paint_dots(painter, middle)
        elif each >= TICKS_FROM:
            self._paint_ticks(painter, middle, each)
        else:
            self._paint_density(painter, middle)
        self._paint_marks(painter, middle)

    def _paint_dots(self, painter: QPainter, middle: float) -> None:
        radius = 5 * self.scale
        for number, who in enumerate(self._figure.speakers, start=1):
            painter.setBrush(self._colour(who))
            centre = QPointF(self.x_of(number), middle)
            if who < 0:
                painter.drawPolygon(_diamond(centre, radius))
            else:
                painter.drawEllipse(centre, radius, radius)
        painter.setBrush(self.theme.colour("border"))
        for number in range(len(self._figure.speakers) + 1, self._figure.planned + 1):
            painter.drawEllipse(QPointF(self.x_of(number), middle), radius - 0.5, radius - 0.5)

    def _paint_ticks(self, painter: QPainter, middle: float, each: float) -> None:
        width = max(2.0, each * 0.62)
        for number, who in enumerate(self._figure.speakers, start=1):
            painter.setBrush(self._colour(who))
            painter.drawRoundedRect(QRectF(self.x_of(number) - width / 2, middle - 7, width, 14), 1.2, 1.2)

    def _paint_density(self, painter: QPainter, middle: float) -> None:
        """One column of pixels for many turns, split by how many of them each member took.

        The columns are the lines of a small picture that is then laid on its side: a rectangle a member and column
        takes five times as long.
        """
        speakers, members = self._figure.speakers, self._figure.members
        left, right = int(self.x_of(0)), int(self.x_of(len(speakers)))
        per_pixel = self._total() / max(1, self.width() - 2 * MARGIN)
        columns = bytearray()
        done = 0
        for x in range(right - left + 1):
            until = len(speakers) if x == right - left else min(len(speakers), round((x + 1) * per_pixel))
            columns += _column(Counter(speakers[done:until] or speakers[-1:]), len(members))
            done = max(done, until)
        picture = QImage(columns, DENSITY_HEIGHT, right - left + 1, DENSITY_HEIGHT, QImage.Format.Format_Indexed8)
        picture.setColorTable([self._colour(who).rgb() for who in range(len(members))] + [self._colour(-1).rgb()])
        painter.save()
        painter.setTransform(QTransform(0, 1, 1, 0, left, middle - DENSITY_HEIGHT / 2), True)
        painter.drawImage(0, 0, picture)
        painter.restore()

    def _paint_marks(self, painter: QPainter, middle: float) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink(painter, NO_PEN, self.theme.colour("bad"))
        for x in self._places(self._figure.breakpoints):
            painter.drawRoundedRect(QRectF(x - 1, middle + 9, 2, 7), 1, 1)
            painter.drawPolygon(_diamond(QPointF(x, middle + 15), 4))
        painter.setBrush(self.theme.colour("accent"))
        flag = ((-3.5, -20), (3.5, -20), (3.5, -11), (0, -14), (-3.5, -11))
        for x in self._places(self._figure.bookmarks):
            painter.drawPolygon(QPolygonF([QPointF(x + right, middle + down) for right, down in flag]))

    def _places(self, turns: tuple[int, ...]) -> list[float]:
        return [self.x_of(turn) for turn in turns if 0 < turn <= self._total()]

    def _paint_handle(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        centre = QPointF(self.x_of(self.value()), self.height() / 2)
        turn = self.value()
        who = self._figure.speakers[turn - 1] if 0 < turn <= len(self._figure.speakers) else -1
        radius = 10.5 * self.scale
        ink(painter, QPen(self.theme.colour("surface"), 6), self._colour(who))
        painter.drawEllipse(centre, radius, radius)
        painter.setPen(QPen(self.theme.colour("accent"), 2))
        painter.drawEllipse(centre, radius, radius)
        if self.hasFocus():
            ink(painter, QPen(self.theme.colour("accent"), 1.2))
            painter.drawEllipse(centre, radius + 3.5, radius + 3.5)
        if 0 <= who < len(self._figure.members):
            box = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
            face, letter = font(11, QFont.Weight.Bold, scale=self.scale), self._figure.members[who].initial
            write(painter, box, letter, face, self.theme.on_member(), MIDDLE)
        elif turn > 0:
            ink(painter, NO_PEN, self.theme.colour("surface"))
            painter.drawPolygon(_diamond(centre, radius * 0.5))


def _drawn(figure: TimelineFigure) -> tuple[object, ...]:
    colours = [member.colour for member in figure.members]
    return figure.planned, figure.breakpoints, figure.bookmarks, colours, figure.speakers


def _diamond(centre: QPointF, radius: float) -> QPolygonF:
    x, y = centre.x(), centre.y()
    return QPolygonF([QPointF(x, y - radius), QPointF(x + radius, y), QPointF(x, y + radius), QPointF(x - radius, y)])


def _column(shares: Counter[int], members: int) -> bytes:
    """A column's pixels, top to bottom, as numbers of members; the director's is the one after the last."""
    whole, said, made = shares.total(), 0, bytearray()
    for who in sorted(shares):
        said += shares[who]
        number = who if 0 <= who < members else members
        made += bytes([min(255, number)]) * (round(DENSITY_HEIGHT * said / whole) - len(made))
    return bytes(made)
