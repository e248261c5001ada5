"""Widgets that paint themselves: a tool tip for each thing that is drawn, and members that can be chosen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QBrush,
    QColor,
    QFont,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QLabel, QToolTip, QWidget

from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.plain import make_tip, mask_bidi
from parley.desktop.widgets.spoken import Spoken, tell_current
from parley.desktop.widgets.themed import Themed, set_look

NO_PEN, NO_BRUSH = Qt.PenStyle.NoPen, Qt.BrushStyle.NoBrush
MIDDLE = Qt.AlignmentFlag.AlignCenter
LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


def ink(painter: QPainter, pen: QPen | QColor | Qt.PenStyle, brush: QBrush | QColor | Qt.BrushStyle = NO_BRUSH) -> None:
    """Draw outlines and fill shapes so from here on; without a brush they stay empty."""
    painter.setPen(pen)
    painter.setBrush(brush)


def stroke(colour: QColor, width: float, dashes: tuple[float, ...] = (), cap: Qt.PenCapStyle | None = None) -> QPen:
    """Return a pen; `dashes` are strokes and gaps in pen widths, round at their ends unless a `cap` says otherwise."""
    pen = QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap if cap is None else cap)
    if dashes:
        pen.setDashPattern(list(dashes))  # turns the solid line into a `CustomDashLine`
    return pen


def write(
    painter: QPainter,
    box: QRectF,
    text: str,
    font: QFont,
    colour: QColor,
    flags: Qt.AlignmentFlag | Qt.TextFlag | int = LEFT,
) -> None:
    """Write into a box, within which the `flags` say where."""
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(box, int(flags), mask_bidi(text))  # a name may hold marks that reverse what follows it


def wrap_text(painter: QPainter, text: str, width: int, most: int) -> list[str]:
    """Return a text in so many lines at most, the last one shortened."""
    metrics, lines, left = painter.fontMetrics(), list[str](), text.split()
    while left and len(lines) < most - 1:
        line = [left.pop(0)]
        while left and metrics.horizontalAdvance(" ".join([*line, left[0]])) <= width:
            line.append(left.pop(0))
        whole = " ".join(line)  # One word alone may be too wide
        lines.append(whole if len(line) > 1 else metrics.elidedText(whole, Qt.TextElideMode.ElideRight, width))
    if left:
        lines.append(metrics.elidedText(" ".join(left), Qt.TextElideMode.ElideRight, width))
    return lines


def luminance(colour: QColor) -> float:
    """Return the relative luminance by WCAG 2.2, 0 to 1."""
    parts = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4  # undoes sRGB's gamma
             for value in (colour.redF(), colour.greenF(), colour.blueF()))  # fmt: skip
    return sum(part * weight for part, weight in zip(parts, (0.2126, 0.7152, 0.0722), strict=True))


def make_blank(width: float, height: float, ratio: float) -> QPixmap:
    """Return a transparent picture of so many logical pixels on a screen of that ratio."""
    made = QPixmap(round(width * ratio), round(height * ratio))
    made.setDevicePixelRatio(ratio)  # from here on painters count in logical pixels
    made.fill(Qt.GlobalColor.transparent)  # a new pixmap has what was in memory before
    return made


def mixed(colour: QColor, ground: QColor, part: float) -> QColor:
    """Mix `part` of `colour` (0 to 1) with `ground`, opaque: lines with alpha cost several times as much."""
    rest = 1.0 - part
    return QColor.fromRgbF(
        colour.redF() * part + ground.redF() * rest,
        colour.greenF() * part + ground.greenF() * rest,
        colour.blueF() * part + ground.blueF() * rest,
    )


class Tips:
    """A widget's mixin: `find_tip_at` says what stands under the pointer."""

    def find_tip_at(self, at: QPointF) -> str:
        """Return what is told of a place in the widget's pixels; "" for nothing more than the widget's own tool tip."""
        return ""

    def event(self, event: QEvent) -> bool:
        """Show the tool tip of what is under the pointer."""
        assert isinstance(self, QWidget)
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            told = make_tip(self.find_tip_at(QPointF(event.pos()))) or self.toolTip()
            QToolTip.showText(event.globalPos(), told, self)  # without a text it hides the tip that still stands
            return True  # else Qt goes on to the parent, and shows its tip
        return bool(super().event(event))  # type: ignore[misc]  # a mixin of QWidget


class MemberMarks(Spoken, Tips, Themed, QWidget):
    """Members that are drawn and can be chosen, with a click or with Up and Down.

    Signals: `member_chosen(id)`.
    """

    member_chosen = Signal(str)
    spoken_role = QAccessible.Role.List

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._members: tuple[MemberFigure, ...] = ()
        self._selected = ""
        self.setAccessibleName(name)

    def select_member(self, member_id: str) -> None:
        """Mark a member; none where the id is empty."""
        self._selected = member_id
        tell_current(self)
        self.update()

    def find_member_at(self, at: QPointF) -> MemberFigure | None:
        """Return who is drawn at a place in pixels."""
        raise NotImplementedError

    def describe_member(self, member: MemberFigure) -> str:
        """Return what is said of a member in a tool tip."""
        raise NotImplementedError

    def place_of(self, row: int) -> QRectF:
        """Return where a member is drawn, in pixels; nowhere where they are out of sight."""
        raise NotImplementedError

    def count_accessible_rows(self) -> int:
        return len(self._members)

    def get_accessible_text(self, row: int) -> str:
        return self.describe_member(self._members[row]).replace("\n", ". ")  # line breaks are not read out

    def get_accessible_current(self) -> int:
        return next((row for row, member in enumerate(self._members) if member.id == self._selected), -1)

    def get_accessible_rect(self, row: int) -> QRect:
        return self.place_of(row).toAlignedRect() & self.rect()  # empty where it is out of sight, by which readers know

    def find_accessible_row(self, at: QPoint) -> int:
        member = self.find_member_at(QPointF(at))
        return self._members.index(member) if member is not None else -1

    def find_tip_at(self, at: QPointF) -> str:
        """Return what is said of the member under the pointer."""
        member = self.find_member_at(at)
        return self.describe_member(member) if member else ""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        member = self.find_member_at(event.position())
        if member is not None and event.button() == Qt.MouseButton.LeftButton:
            self.member_chosen.emit(member.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the member above or below with Up and Down."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is None or not self._members:
            super().keyPressEvent(event)  # QWidget leaves the key to its parent
            return
        ids = [member.id for member in self._members]
        row = ids.index(self._selected) + step if self._selected in ids else 0
        self.member_chosen.emit(ids[max(0, min(len(ids) - 1, row))])


class Note(Themed, QLabel):
    """A label in a colour of the theme, such as "secondary"; `size` in pixels at a text scale of 1. `ground` is the
    colour that it stands on: "" for whatever is behind it."""

    def __init__(
        self,
        text: str = "",
        role: str = "secondary",
        size: float = 12,
        weight: QFont.Weight = QFont.Weight.Normal,
        *,
        ground: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self.role, self._size, self._weight = role, size, weight
        self.setProperty("ink", role)  # no `set_look`: no style has been worked out for it yet
        self.setProperty("ground", ground)
        self._apply_theme()

    def set_role(self, role: str) -> None:
        """Take the colour of another role."""
        if role != self.role:
            self.role = role
            set_look(self, ink=role)

    def _apply_theme(self) -> None:
        self.setFont(self.letters(self._size, self._weight))


def centred_note() -> Note:
    """Return what is told in the middle of a view that has nothing to show."""
    note = Note()
    note.setWordWrap(True)
    note.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return note


def empty_note(parent: QWidget, ground: str = "") -> Note:
    """Return what is told over a chart or a picture while there is nothing to draw; the mouse goes through it."""
    note = Note(ground=ground, parent=parent)
    note.setWordWrap(True)
    note.setAlignment(Qt.AlignmentFlag.AlignCenter)
    note.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    note.hide()
    return note
