"""A duologue as two columns that face each other, with a line from what was said to the answer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QTextCharFormat,
    QTextLayout,
)
from PySide6.QtWidgets import QFrame, QToolButton, QWidget

from parley.core.base.line import capped
from parley.desktop.modes.duologue.facing import FacingFigure, LineFigure
from parley.desktop.transcript.view.look import Look
from parley.desktop.widgets import spoken
from parley.desktop.widgets.avatar import avatar_icon
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.layouts import hbox, vbox
from parley.desktop.widgets.painted import LEFT, NO_BRUSH, RIGHT, Note, empty_note, mixed, write
from parley.desktop.widgets.plain import make_tip
from parley.desktop.widgets.themed import Themed
from parley.desktop.widgets.windowed.area import WindowedRows
from parley.desktop.widgets.windowed.text import count_units, laid, span

MARGIN, PAD, GAP = 20.0, 12.0, 14.0
SHARE = 0.42
"""The part of the width that a column takes; of a narrow view `NARROW` pixels or less, `BROAD`."""
NARROW, BROAD = 560, 0.8
WIDEST = 460.0
OVERLAP = 0.42
"""How far a line reaches up beside the one before it, which is on the other side, in parts of the lower of the two."""
HEAD = 18.0
LONGEST_PUT_IN = 160
"""Characters of what was put in that stand above the lines."""


@dataclass
class Bubble:
    """A line that is laid out: its box, from the upper edge of its row, above which it reaches `up`, in pixels; the
    words within the box; and the `height` of the row."""

    line: LineFigure
    box: QRectF
    words: QTextLayout
    height: int
    up: float = 0.0


class Faces(Themed, QWidget):
    """Both sides, with who speaks for them and what they know of each other. Signals: `member_chosen(id)`."""

    member_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._figure = FacingFigure()
        self._marks = QToolButton(autoRaise=True), QToolButton(autoRaise=True)
        self._names, self._told = (ElidedLabel(), ElidedLabel()), (ElidedLabel(), ElidedLabel())
        for at, side in enumerate((LEFT, RIGHT)):
            self._marks[at].clicked.connect(partial(self._choose_member, at))
            for label, role in ((self._names[at], ""), (self._told[at], "secondary")):
                label.setTextFormat(Qt.TextFormat.PlainText)  # names may come from somebody else's cast or log
                label.setProperty("role", role)
                label.setAlignment(side)
        left, right = (vbox(self._names[at], self._told[at], spacing=0) for at in (0, 1))
        hbox(self._marks[0], (left, 1), (right, 1), self._marks[1], within=self, margins=(14, 6, 14, 6), spacing=6)

    def show_figure(self, figure: FacingFigure) -> None:
        """Show both sides of a talk."""
        if (figure.members, figure.told) == (self._figure.members, self._figure.told):  # called at every streamed piece
            return
        self._figure = figure
        for at, (mark, member) in enumerate(zip(self._marks, figure.members, strict=False)):
            others = at == 1 and len(figure.members) > 2  # the left column is the first one's, who speaks with all
            name = self.tr("{0} others").format(len(figure.members) - 1) if others else member.name
            told = figure.told[at] if at < len(figure.told) and not others else ""
            self._names[at].set_whole(name if others or not member.voice else f"{name} · {member.voice}")
            self._told[at].set_whole(self.tr("Awareness: {0}").format(told) if told else "")
            mark.setAccessibleName(name)
        self._apply_theme()

    def _apply_theme(self) -> None:
        side = round(30 * self.scale)
        for mark, member in zip(self._marks, self._figure.members, strict=False):
            mark.setIcon(avatar_icon(member, self.theme))  # painted in the theme's colours, so made anew with it
            mark.setIconSize(QSize(side, side))

    def _choose_member(self, at: int) -> None:
        if at < len(self._figure.members):
            self.member_chosen.emit(self._figure.members[at].id)


class Columns(Themed, WindowedRows):
    """The lines, each on its side. Up and Down choose, Return shows the turn, and so does a click.

    Signals: `turn_chosen(number)`, `member_chosen(id)`.
    """

    turn_chosen = Signal(int)
    member_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = Look(self.font())
        self.figure = FacingFigure()
        self._laid: dict[int, Bubble] = {}
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(240, 80)
        self.setAccessibleName(self.tr("What was said"))

    # -- figures -------------------------------------------------------------------------------------------------

    def show_figure(self, figure: FacingFigure) -> None:
        """Show a talk up to its shown turn, which comes into sight."""
        before, self.figure = self.figure, figure
        count = figure.shown + (figure.streaming is not None)
        same = (before.run, before.members) == (figure.run, figure.members)
        same = same and before.lines is figure.lines and figure.shown >= before.shown
        if not same:
            self._laid.clear()
            self.current = -1
            self.reset_rows(count, at_end=True)
        elif (count, figure.streaming) != (before.shown + (before.streaming is not None), before.streaming):
            # What was being said ends, or grows; what stood before it stays as it is laid out.
            for row in range(before.shown, len(self.heights)):
                self._laid.pop(row, None)
            self.heights.truncate(before.shown)
            self.heights.append(count - before.shown)
            self.settle()
            if figure.shown > before.shown:  # not a growing line: a screen reader would begin it anew at every piece
                spoken.tell_new(self, before.shown, figure.shown - 1)
        self.viewport().update()

    def get_line(self, row: int) -> LineFigure | None:
        """Return the line in a row."""
        if 0 <= row < self.figure.shown:
            return self.figure.lines[row]
        return self.figure.streaming if row == self.figure.shown else None

    # -- look ----------------------------------------------------------------------------------------------------

    def remeasure_rows(self) -> None:
        """Lay everything out again, such as after another width."""
        self._laid.clear()
        super().remeasure_rows()

    def changeEvent(self, event: QEvent) -> None:
        """Measure again after a change of font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_look"):
            self._apply_theme()  # a font may change while the base class is made: there is no look then

    def _apply_theme(self) -> None:
        self._look = Look(self.font())
        self.remeasure_rows()

    def get_bubble(self, row: int) -> Bubble | None:
        """Return a row as it is laid out."""
        found = self._laid.get(row)
        line = self.get_line(row)
        if line is None:
            return None
        if found is None or found.line is not line:  # a line that grows is another figure each time
            found = self._laid[row] = self._build_line_bubble(line)
            before = self.get_line(row - 1)
            # Not get_bubble(), which would lay out every row back to the first: sides and height are enough.
            above = (self._laid.get(row - 1) or self._build_line_bubble(before)) if before is not None else None
            if above is not None and (above.box.right() < found.box.left() or found.box.right() < above.box.left()):
                found.up = round(OVERLAP * min(above.box.height(), found.box.height()))
                found.box.translate(0, -found.up)
                found.height -= round(found.up)
        return found

    def _build_line_bubble(self, line: LineFigure) -> Bubble:
        px, width = self._look.px, float(self.viewport().width())
        share = BROAD if width < NARROW * self.scale else SHARE
        wide = min(width * share, px(WIDEST) if share == SHARE else width)
        formats = []
        for start, length in line.taken:
            style = QTextCharFormat()
            style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
            style.setUnderlineColor(self._look_up_other_colour(line))
            formats.append(span(count_units(line.text[:start]), count_units(line.text[start : start + length]), style))
        text = line.text or ("…" if line.open else "")  # “…” until the first piece arrives
        words, height = laid(text, self._look.slanted if line.staged else self._look.text, wide - px(2 * PAD), formats)
        left = px(MARGIN) if line.side == 0 else width - px(MARGIN) - wide
        box = QRectF(left, px(GAP / 2), wide, height + px(HEAD + PAD + 10))
        return Bubble(line, box, words, round(box.height() + px(GAP)))

    def _look_up_other_colour(self, line: LineFigure) -> QColor:
        """Return the colour of whose words they were: that of the line before."""
        before = self.figure.lines[line.number - 2] if 2 <= line.number <= len(self.figure.lines) + 1 else None
        return self._look.get_colour_of(before.member if before else None)

    def measure_row(self, row: int) -> int:
        """Return the height of a row in pixels."""
        found = self.get_bubble(row)
        return found.height if found else 1

    def get_accessible_text(self, row: int) -> str:
        """Return a row as a screen reader says it."""
        line = self.get_line(row)
        if line is None:
            return ""
        taken = ", ".join(line.text[start : start + length] for start, length in line.taken)
        said = line.text if line.staged else f"{line.member.name}: {line.text}"
        return f"{said} " + self.tr("Taken over: {0}.").format(taken) if taken else said

    # -- painting ------------------------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, look = QPainter(self.viewport()), self._look
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.viewport().width() / 2
        painter.setPen(QPen(look.colour("border"), 1.5, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(middle, 0), QPointF(middle, self.viewport().height()))
        sight = self._list_rows_with_next()
        for row, top in sight:
            if (found := self.get_bubble(row)) is not None:
                self._paint_bubble(painter, found, float(top), row)
        for row, top in sight:  # in a second pass, or the next box would cover the line to it
            self._paint_way(painter, row, float(top))
        painter.end()  # before Python lets go of it: a painter on a viewport must not outlive the event

    def _list_rows_with_next(self) -> list[tuple[int, int]]:
        """Return the rows in sight and the one below them, whose box may reach up into sight."""
        sight = self.in_sight()
        if sight and sight[-1][0] + 1 < len(self.heights):
            row, top = sight[-1]
            sight.append((row + 1, top + self.measure_row(row)))
        return sight

    def _find_row_of_box(self, at: QPointF) -> int:
        """Return the line whose box is under a place; −1: none."""
        for row, top in self._list_rows_with_next():
            found = self.get_bubble(row)
            if found is not None and found.box.translated(0, top).contains(at):
                return row
        return -1

    def _paint_way(self, painter: QPainter, row: int, top: float) -> None:
        """Paint the way from the middle of a line to the head of the next one."""
        mine, before = self.get_bubble(row), self.get_bubble(row - 1) if row else None
        if mine is None or before is None or mine.line.side == before.line.side:
            return  # among more than two, who all stand at the right
        look, px = self._look, self._look.px
        start = before.box.translated(0, top - self.measure_row(row - 1))
        end = mine.box.translated(0, top)
        rightward = mine.line.side == 1
        a = QPointF(start.right() if rightward else start.left(), start.center().y())
        b = QPointF(end.left() if rightward else end.right(), end.top() + px(16))
        bend = (b.x() - a.x()) * 0.5  # the control points lie half the way across: the line leaves and arrives level
        path = QPainterPath(a)
        path.cubicTo(QPointF(a.x() + bend, a.y()), QPointF(b.x() - bend, b.y()), b)
        colours = look.get_colour_of(before.line.member), look.get_colour_of(mine.line.member)
        shade = QLinearGradient(a, b)
        shade.setColorAt(0, colours[0])
        shade.setColorAt(1, colours[1])
        painter.setPen(QPen(shade, 1.6))
        painter.setBrush(NO_BRUSH)
        painter.drawPath(path)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours[0])
        painter.drawEllipse(a, px(2.5), px(2.5))
        painter.setPen(QPen(colours[1], 1.6))
        painter.setBrush(look.colour("surface"))
        painter.drawEllipse(b, px(3.5), px(3.5))

    def _paint_bubble(self, painter: QPainter, found: Bubble, top: float, row: int) -> None:
        look, px, line = self._look, self._look.px, found.line
        box, colour, surface = found.box.translated(0, top), look.get_colour_of(line.member), look.colour("surface")
        shown = line.number == self.figure.shown
        edge = look.colour("accent") if shown else mixed(colour, surface, 0.3)
        painter.setPen(QPen(edge, 1.5 if row == self.current and self.hasFocus() else 1.0))
        painter.setBrush(mixed(colour, surface, 0.13 if shown else 0.07))
        painter.drawRoundedRect(box, px(8), px(8))
        if row == self.current and self.hasFocus():
            painter.setBrush(NO_BRUSH)
            painter.setPen(QPen(look.colour("accent"), 1.0))
            painter.drawRoundedRect(box.adjusted(-3, -3, 3, 3), px(9), px(9))
        head = QRectF(box.left() + px(PAD), box.top() + px(7), box.width() - px(2 * PAD), px(HEAD))
        write(painter, head, "" if line.staged else line.member.name, look.name, colour, LEFT)
        write(painter, head, str(line.number), look.small, look.colour("secondary"), RIGHT)
        painter.setPen(look.colour("secondary" if line.staged else "text"))
        found.words.draw(painter, QPointF(head.left(), head.bottom() + px(1)))

    # -- hands ---------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Show the turn that is pressed."""
        row = self._find_row_of_box(event.position())  # −1 beside all boxes; a growing line is no turn to go to yet
        if event.button() == Qt.MouseButton.LeftButton and 0 <= row < self.figure.shown:
            self.set_current(row)
            self.turn_chosen.emit(row + 1)
        else:
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down choose, Return shows the turn, Home and End go to both ends."""
        last = self.figure.shown - 1
        now = self.current if self.current >= 0 else last + 1  # Up chooses the last line where none is chosen
        match event.key():
            case Qt.Key.Key_Up if last >= 0:
                self.set_current(max(0, now - 1))
            case Qt.Key.Key_Down if last >= 0:
                self.set_current(min(last, now + 1))
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if 0 <= self.current <= last:
                self.turn_chosen.emit(self.current + 1)
            case Qt.Key.Key_Home:
                self.reveal(0)
            case Qt.Key.Key_End:
                self.scroll_to_end()
            case _:
                super().keyPressEvent(event)

    def set_current(self, row: int) -> None:
        """Choose a line and bring it into sight."""
        self.current = row
        self.reveal(row)
        spoken.tell_current(self)
        self.viewport().update()


class FacingView(Themed, QWidget):
    """Both sides, their lines, and how many words they took over. Signals: `turn_chosen(number)`,
    `member_chosen(id)`."""

    turn_chosen = Signal(int)
    member_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Side by side"))
        self.faces, self.columns = Faces(), Columns()
        self.put_in = Note("", "accent", 12)
        self.put_in.setContentsMargins(20, 2, 20, 6)
        self.put_in.setTextFormat(Qt.TextFormat.PlainText)  # the director's words, which may look like HTML
        self.put_in.setWordWrap(True)
        self.legend = Note("", "secondary", 11)
        self.legend.setContentsMargins(20, 2, 20, 8)
        self.legend.setWordWrap(True)
        self._empty = empty_note(self)
        self._empty.setText(self.tr("A duologue's two sides stand here, face to face."))
        self.faces.member_chosen.connect(self.member_chosen)
        self.columns.turn_chosen.connect(self.turn_chosen)
        card = QFrame()
        card.setProperty("card", True)
        vbox(self.faces, self.put_in, (self.columns, 1), self.legend, within=card, margins=1, spacing=0)
        self.heading, self.topic, self.settings = QWidget(), ElidedLabel(), ElidedLabel()
        self.topic.setTextFormat(Qt.TextFormat.PlainText)
        self.topic.setProperty("role", "heading")
        self.settings.setProperty("role", "secondary")
        self.settings.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        hbox((self.topic, 3), (self.settings, 2), within=self.heading, margins=(4, 1, 4, 2), spacing=8)
        vbox(self.heading, (card, 1), within=self, margins=0, spacing=2)
        self.setFocusProxy(self.columns)
        self.show_figure(FacingFigure())

    def show_figure(self, figure: FacingFigure | None) -> None:
        """Show a talk, or what would stand here."""
        shown = figure or FacingFigure()
        fork = self.tr("fork of turn {0}").format(self.locale().toString(shown.fork)) if shown.fork >= 0 else ""
        settings = " · ".join(filter(None, (fork, *shown.chips)))
        self.topic.set_whole(shown.topic)
        self.settings.set_whole(settings)
        self.heading.setToolTip(make_tip(" · ".join(filter(None, (shown.topic, settings)))))
        self.faces.show_figure(shown)
        self.columns.show_figure(shown)
        there = bool(shown.shown or shown.streaming)
        for part in (self.faces, self.columns, self.legend):
            part.setVisible(there)
        waits = self.tr("“{0}” was put in, and is not taken up yet.")
        if shown.put_in_to:
            waits = self.tr("“{0}” was put in for {1}, and is not taken up yet.")
        self.put_in.setText(waits.format(capped(shown.put_in, LONGEST_PUT_IN), ", ".join(shown.put_in_to)))
        self.put_in.setVisible(bool(there and shown.put_in))
        self._empty.setVisible(not there)
        told = (
            self.tr("Dotted: taken over from the line before · 1 word in the last six turns")
            if shown.taken == 1
            else self.tr("Dotted: taken over from the line before · {0} words in the last six turns")
        )
        self.legend.setText(told.format(shown.taken))

    def sizeHint(self) -> QSize:
        return QSize(720, 420)
