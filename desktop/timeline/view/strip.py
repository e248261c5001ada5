"""The strip itself: a slider over all turns that shows who spoke when."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QWidget

from parley.desktop.run.figures import TimelineFigure
from parley.desktop.timeline.view.pins import PIN, Axis, Pin, build_pins, paint_pin
from parley.desktop.widgets.painted import MIDDLE, NO_PEN, Tips, ink, make_blank, stroke, write
from parley.desktop.widgets.spoken import Spoken, tell_current
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed

MARGIN = 18
"""Pixels left and right of the line, half a handle and some air."""
DOTS_FROM = 6.0
"""Pixels a turn from which each has a dot; below, columns of pixels are shared."""
HEIGHT = 12
"""Pixels of such a column."""
PIN_AT, LINE_AT, NUMBERS_AT = 0.25, 0.61, 0.87
"""Where the heads of the pins, the line and the numbers stand, as parts of the height."""
MOST_TOLD = 8
"""Marks of a turn that a tool tip tells."""
LABEL = 30
"""Pixels at a text scale of 1 that a number has at least."""


class TimelineStrip(Spoken, Tips, Themed, QAbstractSlider):
    """A slider from 0, before the first turn, to the last turn; for a screen reader a table of the turns.

    Signals: `turn_chosen(int)` when a person moves it, `live_chosen()` for End.
    """

    turn_chosen = Signal(int)
    live_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = TimelineFigure()
        self._showing = False
        self._line: QPixmap | None = None
        self._axis: Axis | None = None
        self._pins: list[Pin] = []
        self._numbers: list[tuple[float, str]] | None = None
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setAccessibleName(self.tr("Turns of the run"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setRange(0, 0)
        self.setPageStep(10)
        self.valueChanged.connect(self._on_value)

    def show_figure(self, figure: TimelineFigure) -> None:
        """Show a run; the line is painted anew only when turns, marks, parts or members are others."""
        old, self._figure = self._figure, figure
        if _list_drawn(figure) != _list_drawn(old):
            self._line = self._axis = None
        self._showing = True
        self.setRange(0, len(figure.speakers))  # A new range may change the value, too
        if not self.isSliderDown():  # Else the handle would jump away from the pointer
            self.setValue(figure.shown)
        self._showing = False  # From here on a new value is the user's choice
        self.update()

    def _apply_theme(self) -> None:
        self._line = self._axis = self._numbers = None  # Sizes follow the text's scale
        super()._apply_theme()

    def sizeHint(self) -> QSize:
        return QSize(400, round(62 * self.scale))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, round(50 * self.scale))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Discard the computed places of the turns, which change with the size."""
        self._line = self._axis = None
        super().resizeEvent(event)

    def get_axis(self) -> Axis:
        """Return where the turns stand."""
        if self._axis is None:
            figure = self._figure
            self._numbers = None
            self._axis = Axis(MARGIN, self.width() - 2 * MARGIN, self._total(), figure.parts)
            reach = (2 * PIN + 6) * self.scale
            self._pins = build_pins(figure.marks, self._axis, self._total(), reach)
        return self._axis

    def get_x_of(self, turn: float) -> float:
        """Return the place of a turn in pixels."""
        return self.get_axis().get_x_of(turn)

    def turn_at(self, x: float) -> int:
        """Return the turn at a place, one that has been taken."""
        return max(0, min(self.maximum(), self.get_axis().turn_at(x)))

    @property
    def line_at(self) -> float:
        """The height of the line in pixels."""
        return self.height() * LINE_AT

    def pin_at(self, at: QPointF) -> Pin | None:
        """Return the pin whose head is at a place."""
        self.get_axis()
        reach = (PIN + 2) * self.scale
        head = self.height() * PIN_AT
        near = (pin for pin in self._pins if abs(pin.x - at.x()) <= reach and abs(head - at.y()) <= reach)
        return min(near, key=lambda pin: abs(pin.x - at.x()), default=None)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the cached line and the handle upon it."""
        with QPainter(self) as painter:
            density = self.devicePixelRatioF()
            size = self.size() * density
            if self._line is None or self._line.size() != size:  # Another screen may have another density
                self._line = make_blank(self.width(), self.height(), density)
                line = QPainter(self._line)
                self._paint_line(line)
                line.end()
            if span := self._figure.span:  # Below the line, which is a transparent picture
                ink(painter, NO_PEN, self.theme.colour("accent_soft"))
                painter.drawRoundedRect(
                    self._compute_stretch_box(span.start, span[-1], self.line_at).adjusted(-3, -6, 3, 6), 6, 6
                )
            painter.drawPixmap(0, 0, self._line)
            if self._figure.speakers:
                self._paint_handle(painter)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Jump to the turn under the mouse, and drag from there; a pin leads to the turn after it."""
        if event.button() != Qt.MouseButton.LeftButton or self.maximum() == 0:
            return
        if (pin := self.pin_at(event.position())) is not None:
            self.setValue(min(self.maximum(), pin.marks[0].after + 1))  # To the first turn after the mark
        else:
            self.setSliderDown(True)  # First: the figure that follows must not move the handle
            self.setValue(self.turn_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.setValue(self.turn_at(event.position().x()))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self.setSliderDown(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Move by one turn; down is forward, as in the transcript."""
        notches = event.angleDelta().y() or -event.angleDelta().x()  # A finger moved right goes forward
        if notches:  # One turn per event, however large its delta
            self.setValue(self.value() + (-1 if notches > 0 else 1))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by arrows and page keys, and go live by End; Space is left to the run."""
        steps = {
            Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1,
            Qt.Key.Key_PageUp: -self.pageStep(), Qt.Key.Key_PageDown: self.pageStep(),
        }  # fmt: skip
        if event.key() == Qt.Key.Key_End:
            self.live_chosen.emit()
        elif event.key() == Qt.Key.Key_Home:
            self.setValue(min(1, self.maximum()))  # To the first turn, not before it
        elif (step := steps.get(Qt.Key(event.key()))) is not None:
            self.setValue(self.value() + step)
        else:
            event.ignore()

    def find_tip_at(self, at: QPointF) -> str:
        """Return who spoke at the turn under the mouse, or what the pin there stands for."""
        pin = self.pin_at(at)
        return pin.describe_marks() if pin is not None else self.describe_turn(self.turn_at(at.x()))

    def describe_turn(self, turn: int) -> str:
        """Return a turn in words."""
        figure = self._figure
        if not figure.speakers:
            return self.tr("No turns yet")
        if turn == 0:
            return self.tr("before the first turn")
        who = figure.speakers[turn - 1]
        name = figure.members[who].name if 0 <= who < len(figure.members) else self.tr("Director")
        marked = [mark.text for mark in figure.marks if mark.after == turn - 1]  # `after` is the turn before
        return "\n".join([self.tr("turn {0} · {1}").format(turn, name), *marked[:MOST_TOLD]])

    def count_accessible_rows(self) -> int:
        return len(self._figure.speakers)

    def get_accessible_text(self, row: int) -> str:
        """Return a turn, who spoke, and its marks."""
        return self.describe_turn(row + 1).replace("\n", ", ")

    def get_accessible_current(self) -> int:
        return self.value() - 1  # Row 0 is turn 1; before it no row is the current one

    def get_accessible_rect(self, row: int) -> QRect:
        wide, high = max(1.0, self.get_axis().each), 12 * self.scale
        return QRectF(self.get_x_of(row + 1) - wide / 2, self.line_at - high / 2, wide, high).toAlignedRect()

    def find_accessible_row(self, at: QPoint) -> int:
        return self.turn_at(at.x()) - 1

    def _on_value(self, value: int) -> None:
        self.setAccessibleDescription(self.describe_turn(value))
        tell_current(self)
        if not self._showing:
            self.turn_chosen.emit(value)

    def _total(self) -> int:
        return max(self._figure.planned, len(self._figure.speakers), 1)

    def _choose_speaker_colour(self, who: int) -> QColor:
        members = self._figure.members
        return self.theme.member(members[who].colour) if 0 <= who < len(members) else self.theme.colour("text")

    def _paint_line(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, axis = self.line_at, self.get_axis()
        spoken = len(self._figure.speakers)
        self._paint_open(painter, middle, spoken)
        if axis.each >= DOTS_FROM:
            for first, last in self._list_turn_stretches():
                ink(painter, NO_PEN, self.theme.colour("border"))
                painter.drawRoundedRect(self._compute_stretch_box(first, last, middle), 5, 5)
            self._paint_dots(painter, middle)
        else:
            self._paint_density(painter, middle)
        self._paint_numbers(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale, theme = self.scale, self.theme
        head, foot = self.height() * PIN_AT, middle - 6 * scale
        for pin in self._pins:
            mark = pin.marks[0]
            colour = (
                theme.colour(mark.role)
                if mark.role
                else self._choose_speaker_colour(self._find_member_index(mark.member))
            )
            paint_pin(painter, pin, QPointF(pin.x, head), foot, colour, theme, scale)

    def _find_member_index(self, member: str) -> int:
        return next((at for at, each in enumerate(self._figure.members) if each.id == member), -1)

    def _list_turn_stretches(self) -> list[tuple[int, int]]:
        """Return the first and the last turn of each stretch of played turns."""
        spoken = len(self._figure.speakers)
        if not spoken:
            return []
        if not self.get_axis().gaps:
            return [(1, spoken)]
        return [(part.first, min(part.last, spoken)) for part in self._figure.parts if part.first <= spoken]

    def _compute_stretch_box(self, first: float, last: float, middle: float) -> QRectF:
        half = min(9.0, self.get_axis().each / 2 + 3) * self.scale
        left, right = self.get_x_of(first) - half, self.get_x_of(last) + half
        return QRectF(left, middle - 5 * self.scale, right - left, 10 * self.scale)

    def _paint_open(self, painter: QPainter, middle: float, spoken: int) -> None:
        """Paint the turns to come: a dashed line, and a ring for each where there is room."""
        total = self._total()
        if total <= spoken or not (spoken or self._figure.planned):
            return
        theme = self.theme
        painter.setPen(stroke(theme.colour("tick"), 1, (3, 3), Qt.PenCapStyle.FlatCap))
        painter.drawLine(
            QPointF(self.get_x_of(spoken + 0.5 if spoken else 0), middle), QPointF(self.get_x_of(total), middle)
        )
        if self.get_axis().each >= DOTS_FROM:
            ink(painter, QPen(theme.colour("tick"), 1.2), theme.colour("surface"))
            for number in range(spoken + 1, total + 1):
                painter.drawEllipse(QPointF(self.get_x_of(number), middle), 2.6 * self.scale, 2.6 * self.scale)

    def _paint_dots(self, painter: QPainter, middle: float) -> None:
        radius = min(3.4, self.get_axis().each * 0.36) * self.scale
        ink(painter, NO_PEN)
        for number, who in enumerate(self._figure.speakers, start=1):
            painter.setBrush(self._choose_speaker_colour(who))
            centre = QPointF(self.get_x_of(number), middle)
            if who < 0:
                painter.drawPolygon(make_diamond(centre, radius + 1))
            else:
                painter.drawEllipse(centre, radius, radius)

    def _list_axis_labels(self) -> list[tuple[float, str]]:
        """Return what is written below the line, with its place."""
        if self._numbers is None:
            self._numbers = self._compute_number_labels()
        return self._numbers

    def _compute_number_labels(self) -> list[tuple[float, str]]:
        room, number = max(LABEL * self.scale, 2 * self._measure_half_label() + 14 * self.scale), self.locale().toString
        if self._figure.parts:
            found: list[tuple[float, str]] = []
            for part in self._figure.parts:
                x = (self.get_x_of(part.first) + self.get_x_of(part.last)) / 2
                if not found or x - found[-1][0] >= room * 0.8:
                    found.append((x, number(part.number)))
            return found
        total, each = self._total(), self.get_axis().each
        if not (self._figure.speakers or self._figure.planned):
            return []
        step = next(step for step in yield_steps() if step * each >= room or step >= total)
        others = (turn for turn in range(step, total + 1, step) if self.get_x_of(turn) - self.get_x_of(1) >= room)
        return [(self.get_x_of(turn), number(turn)) for turn in (1, *others)]

    def _paint_numbers(self, painter: QPainter) -> None:
        face, colour = font(11, scale=self.scale), self.theme.colour("secondary")
        for x, text in self._list_axis_labels():
            write(painter, self._label_box(x), text, face, colour, MIDDLE)

    def _label_box(self, x: float) -> QRectF:
        """Return the box of a label around a place, and within the strip."""
        middle = self.height() * NUMBERS_AT
        x = min(x, self.width() - self._measure_half_label())
        return QRectF(x - 40, middle - 8 * self.scale, 80, 16 * self.scale)

    def _measure_half_label(self) -> float:
        """Return half the width of the longest number."""
        longest = self.locale().toString(self._total())
        return QFontMetricsF(font(11, QFont.Weight.Bold, scale=self.scale)).horizontalAdvance(longest) / 2

    def _paint_density(self, painter: QPainter, middle: float) -> None:
        """Paint one column of pixels for many turns, split by how many of them each member took.

        The columns are the lines of a small picture that is then laid on its side: a rectangle a member and column
        takes five times as long.
        """
        speakers, members = self._figure.speakers, len(self._figure.members)
        left, right = int(self.get_x_of(0)), int(self.get_x_of(len(speakers)))
        per_pixel = self._total() / max(1, self.width() - 2 * MARGIN)
        # 0 is the director. Bytes, because their `count` needs no loop in Python.
        said = bytes([min(who, 254) + 1 if who < members else 0 for who in speakers])
        columns = bytearray()
        done = 0
        for x in range(right - left + 1):
            until = len(said) if x == right - left else min(len(said), round((x + 1) * per_pixel))
            # A column without a new turn repeats the last one, which is wider than a pixel.
            columns += _compute_pixel_column(said[done:until] or said[max(0, done - 1) : max(1, done)])
            done = max(done, until)
        picture = QImage(columns, HEIGHT, right - left + 1, HEIGHT, QImage.Format.Format_Indexed8)
        picture.setColorTable([self._choose_speaker_colour(who).rgb() for who in range(-1, members)])
        painter.save()
        painter.setTransform(QTransform(0, 1, 1, 0, left, middle - HEIGHT / 2), True)  # Transposed: rows become columns
        painter.drawImage(0, 0, picture)
        painter.restore()

    def _paint_handle(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        turn = self.value()
        centre = QPointF(self.get_x_of(turn), self.line_at)
        self._paint_shown(painter, turn)
        who = self._figure.speakers[turn - 1] if 0 < turn <= len(self._figure.speakers) else -1
        radius = 9.5 * self.scale
        ink(painter, QPen(self.theme.colour("surface"), 5), self._choose_speaker_colour(who))
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
            painter.drawPolygon(make_diamond(centre, radius * 0.5))

    def _paint_shown(self, painter: QPainter, turn: int) -> None:
        """Paint an accent frame around the part up to the shown turn; the turn's number is written bold."""
        theme, scale = self.theme, self.scale
        part = next((each for each in self._figure.parts if each.first <= turn <= each.last), None)
        first = part.first if part is not None else 1
        if turn >= first and self.get_axis().each >= DOTS_FROM:
            last = part.last if part is not None else turn
            ink(painter, QPen(theme.colour("accent"), 1.5))
            painter.drawRoundedRect(self._compute_stretch_box(first, last, self.line_at), 5, 5)
        if turn <= 0:
            return
        number = self.locale().toString(part.number if part is not None else turn)
        x = (self.get_x_of(part.first) + self.get_x_of(part.last)) / 2 if part is not None else self.get_x_of(turn)
        face = font(11, QFont.Weight.Bold, scale=scale)
        box = self._label_box(x)
        half = QFontMetricsF(face).horizontalAdvance(number) / 2 + 5 * scale
        left, right = x - half, x + half
        # A number that would be half covered is covered whole.
        for other, text in self._list_axis_labels():
            own = QFontMetricsF(face).horizontalAdvance(text) / 2
            if other - own < x + half and other + own > x - half:
                left, right = min(left, other - own - 1), max(right, other + own + 1)
        painter.fillRect(QRectF(left, box.top(), right - left, box.height()), theme.colour("surface"))
        write(painter, box, number, face, theme.colour("text"), MIDDLE)


def _list_drawn(figure: TimelineFigure) -> tuple[object, ...]:
    colours = [member.colour for member in figure.members]  # Words and shares change at every turn, and are not drawn
    return figure.planned, figure.marks, figure.parts, colours, figure.speakers


def _compute_pixel_column(said: bytes) -> bytes:
    """Return a column's pixels, top to bottom, as whoever they belong to, for all who spoke in it."""
    shares, done, made = sorted(set(said)), 0, bytearray()
    for who in shares:
        done += said.count(who)
        made += bytes((who,)) * (round(HEIGHT * done / len(said)) - len(made))  # Rounded sums: HEIGHT in all
    return bytes(made)


def yield_steps() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50 ..."""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def make_diamond(centre: QPointF, radius: float) -> QPolygonF:
    """Return the director's mark."""
    x, y = centre.x(), centre.y()
    return QPolygonF([QPointF(x, y - radius), QPointF(x + radius, y), QPointF(x, y + radius), QPointF(x - radius, y)])
