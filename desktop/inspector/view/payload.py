"""The page that shows what was sent, as that member saw it: a card a row, the cached part shaded."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
)
from PySide6.QtWidgets import QWidget

from parley.desktop.inspector.figures import InspectorFigure, PayloadRow, SentFigure
from parley.desktop.inspector.view.pane import Label, Pane, TextButton, typeface
from parley.desktop.inspector.view.sent import Answer, SentHead
from parley.desktop.widgets.layouts import across, upright
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.themed import Looks
from parley.desktop.widgets.windowed import accessible
from parley.desktop.widgets.windowed.area import WindowedRows
from parley.desktop.widgets.windowed.text import cut, laid, position_at, span, units, x_of

KEPT = 400
LOW, LEAST_HEAD, SHORT, TALL = 70, 150, 300, 300
"""Pixels of a page of the payload, at a text scale of 1: what it has at least; from which it has a head, from which the
head has all of its lines, and from which the answer stands below the rows."""
ROLE = 66.0
PAD = 6.0
GAP = 4.0
Place = tuple[int, int]
"""A row, and a position in the text that it shows, as Qt counts."""


@dataclass(frozen=True, slots=True)
class Card:
    """A row laid out."""

    shown: str
    folded: bool
    layout: QTextLayout
    height: int

    @property
    def length(self) -> int:
        """The last position in it, as Qt counts."""
        return units(self.shown)


class PayloadRows(Looks, WindowedRows):
    """What was sent, row by row. A folded row shows its first line; a click unfolds it, a click on its role folds it.

    Text is selected by dragging, also across rows; Ctrl+A and Ctrl+C select and copy all. Arrow keys go from row to
    row, Enter unfolds or folds.
    Signals: `unfolded_changed()`.
    """

    unfolded_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[PayloadRow, ...] = ()
        self.unfolded: frozenset[int] = frozenset()
        self.current = 0
        self.begin: Place = (0, 0)
        self.end: Place = (0, 0)
        self._pressed: Place | None = None
        self._speakers: dict[str, str] = {}
        self._cards: OrderedDict[int, Card] = OrderedDict()
        self._text, self._role = QFont(self.font()), QFont(self.font())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.setAccessibleName(self.tr("What was sent to the voice"))

    def show_rows(self, rows: tuple[PayloadRow, ...]) -> None:
        """Show another payload; what was unfolded stays unfolded."""
        if rows == self.rows:
            return
        grown = rows[: len(self.rows)] == self.rows and bool(self.rows)
        self.rows = rows
        self.unfolded = frozenset(row for row in self.unfolded if row < len(rows))
        self.begin = self.end = (0, 0)
        self.current = min(self.current, max(0, len(rows) - 1))
        self._cards.clear()
        if grown:
            self.heights.append(len(rows) - len(self.heights))
            self.settle()
        else:
            self.reset_rows(len(rows), at_end=False)
        self._describe()

    def set_fonts(self, text: QFont, role: QFont) -> None:
        """Take the fonts of the active look."""
        self._text, self._role = text, role
        self._cards.clear()
        self.remeasure()

    def set_speakers(self, colours: Mapping[str, str]) -> None:
        """The members' colours of who is behind a role; "" for nobody in particular."""
        if colours != self._speakers:
            self._speakers = dict(colours)
            self.viewport().update()

    def unfold(self, rows: frozenset[int]) -> None:
        """Show these rows in full and the others in one line each."""
        if rows == self.unfolded:
            return
        changed = rows ^ self.unfolded
        self.unfolded = rows
        self.begin = self.end = (0, 0)
        for row in changed:
            self._cards.pop(row, None)
            self.heights.forget(row)
        self.following = False
        self.settle()
        self.unfolded_changed.emit()

    def whole(self) -> str:
        """All of the payload as text."""
        return "\n\n".join(f"{row.role}:\n{row.text}" for row in self.rows)

    def selected_text(self) -> str:
        """What is selected; of a folded row that is selected wholly, all of its text."""
        first, last = sorted((self.begin, self.end))
        parts = []
        for row in range(first[0], last[0] + 1):
            if row >= len(self.rows):
                break
            card = self.card(row)
            start = first[1] if row == first[0] else 0
            stop = last[1] if row == last[0] else card.length
            whole = start == 0 and stop >= card.length
            parts.append(self.rows[row].text if whole else cut(card.shown, start, stop))
        return "\n".join(parts) if first != last else ""

    def card(self, row: int) -> Card:
        """A row laid out, from the cache if it is there."""
        if row not in self._cards:
            self._cards[row] = self._laid(row)
            if len(self._cards) > KEPT:
                self._cards.popitem(last=False)
        return self._cards[row]

    def measure_row(self, row: int) -> int:
        """The height of a row, the gap below it included."""
        return self.card(row).height

    def remeasure(self) -> None:
        self._cards.clear()
        super().remeasure()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(event.rect(), self.theme.colour("surface"))
            for row, y in self.in_sight():
                self._paint_card(painter, row, y)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        place = self._place(event.position())
        if place is None:
            return
        self._go(place[0])
        if event.position().x() < self._left():
            self.unfold(self.unfolded ^ {place[0]})
            return
        self._pressed = self.begin = self.end = place
        self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = event.position().x() < self._left()
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.IBeamCursor)
        place = self._place(event.position())
        if self._pressed is not None and place is not None and place != self.end:
            self.end = place
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Unfold a folded row that was clicked, without anything being selected."""
        pressed, self._pressed = self._pressed, None
        still = pressed is not None and self.begin == self.end and self._place(event.position()) == pressed
        if pressed is not None and still and self.card(pressed[0]).folded:
            self.unfold(self.unfolded | {pressed[0]})

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if step:
            self._go(self.current + step)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.rows:
            self.unfold(self.unfolded ^ {self.current})
        elif event.matches(QKeySequence.StandardKey.Copy):
            text = self.selected_text() or (self.rows[self.current].text if self.rows else "")
            QGuiApplication.clipboard().setText(text)
        elif event.matches(QKeySequence.StandardKey.SelectAll) and self.rows:
            last = len(self.rows) - 1
            self.begin, self.end = (0, 0), (last, self.card(last).length)
            self.viewport().update()
        else:
            super().keyPressEvent(event)

    def _left(self) -> float:
        return (ROLE + 14) * self.scale

    def _room(self) -> float:
        return max(40.0, self.viewport().width() - self._left() - 12 * self.scale)

    def _laid(self, row: int) -> Card:
        text, folded = self.rows[row].text, False
        if row not in self.unfolded:
            # Whatever fits one line fits 400 characters.
            flat = " ".join(text[:400].split())
            shown = QFontMetricsF(self._text).elidedText(
                flat + ("…" if len(text) > 400 else ""), Qt.TextElideMode.ElideRight, self._room() - 2
            )
            folded = shown != text
            text = shown
        layout, height = laid(text, self._text, self._room())
        least = QFontMetricsF(self._text).height()
        return Card(text, folded, layout, round(max(height, least) + (2 * PAD + GAP) * self.scale))

    def _paint_card(self, painter: QPainter, row: int, y: int) -> None:
        card, theme, scale = self.card(row), self.theme, self.scale
        box = QRectF(1, y + 0.5, self.viewport().width() - 2, card.height - GAP * scale)
        outline = QPainterPath()
        outline.addRoundedRect(box, 6, 6)
        painter.fillPath(outline, theme.colour("raised"))
        share = self.rows[row].cached
        at = QPointF(self._left(), y + PAD * scale)
        if share > 0:
            painter.save()
            painter.setClipPath(outline)
            for part in self._cached_parts(card, share, box, at):
                painter.fillRect(part, theme.colour("cached"))
            painter.restore()
        if (role := self.rows[row].role) in self._speakers or role == "system":
            # Who speaks in a row, at its left edge: with the side that is seen the colours change places.
            colour = self._speakers.get(role, "")
            painter.save()
            painter.setClipPath(outline)
            edge = theme.member(colour) if colour else theme.colour("tick")
            painter.fillRect(QRectF(box.left(), box.top(), 3 * scale, box.height()), edge)
            painter.restore()
        if self.hasFocus() and row == self.current:
            painter.setPen(QPen(theme.colour("accent"), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.setFont(self._role)
        painter.setPen(theme.colour("secondary"))
        metrics = QFontMetricsF(self._role)
        role = metrics.elidedText(self.rows[row].role, Qt.TextElideMode.ElideRight, ROLE * scale)
        base = at.y() + QFontMetricsF(self._text).ascent()
        painter.drawText(QPointF(box.left() + 9 * scale, base), role)
        painter.setPen(theme.colour("text"))
        card.layout.draw(painter, at, self._selection(row, card))

    def _cached_parts(self, card: Card, share: float, box: QRectF, at: QPointF) -> list[QRectF]:
        """The part of a card that stands for the cached beginning of its text."""
        reached = round(share * card.length)
        line = card.layout.lineForTextPosition(min(reached, max(0, card.length - 1)))
        if share >= 1.0 or not line.isValid():
            return [box]
        first, last = line.lineNumber() == 0, line.lineNumber() == card.layout.lineCount() - 1
        top = box.top() if first else at.y() + line.y()
        bottom = box.bottom() if last else at.y() + line.y() + line.height()
        above = QRectF(box.left(), box.top(), box.width(), top - box.top())
        wide = at.x() + x_of(card.layout, reached) - box.left()
        return [above, QRectF(box.left(), top, wide, bottom - top)]

    def _selection(self, row: int, card: Card) -> list[QTextLayout.FormatRange]:
        first, last = sorted((self.begin, self.end))
        if first == last or not first[0] <= row <= last[0]:
            return []
        start = first[1] if row == first[0] else 0
        style = QTextCharFormat()
        style.setBackground(self.theme.colour("accent"))
        style.setForeground(self.theme.colour("accent_text"))
        return [span(start, (last[1] if row == last[0] else card.length) - start, style)]

    def _place(self, at: QPointF) -> Place | None:
        """The row and position under a point; beyond the last row, its end."""
        shown = self.in_sight()
        if not shown:
            return None
        row = self.row_at(at.y())
        if row < 0:
            row = shown[-1][0] if at.y() > 0 else shown[0][0]
        card, top = self.card(row), self.top_of(row) or 0
        inside = QPointF(at.x() - self._left(), at.y() - top - PAD * self.scale)
        return row, min(card.length, position_at(card.layout, inside))

    def _go(self, row: int) -> None:
        if self.rows:
            self.current = min(max(0, row), len(self.rows) - 1)
            self.reveal(self.current)
            self._describe()
            self.viewport().update()

    def spoken_row(self, row: int) -> str:
        return f"{self.rows[row].role}: {self.rows[row].text}" if row < len(self.rows) else ""

    def _describe(self) -> None:
        self.setAccessibleDescription(self.spoken_row(self.current)[:400])
        accessible.tell_current(self)


class PayloadPane(Pane):
    """The payload of a side, how much of it came from the cache, what was answered, and whether it is proven to be what
    was sent."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = InspectorFigure()
        self._side = ""
        self.head, self.text, self.answer = SentHead(), PayloadRows(), Answer()
        self.head.side_chosen.connect(self._on_side)
        self.empty = Label(
            self.tr(
                "Nothing was sent to a voice for this turn. Where a voice speaks, the exact text it was sent is here."
            ),
            "secondary",
        )
        self.proof = Label(role="secondary", size=11, weight=QFont.Weight.DemiBold)
        self.proof.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        self.whole = TextButton(self.tr("Whole text"))
        self.whole.setToolTip(self.tr("Unfold every row; a click on a role unfolds one"))
        self.whole.setCheckable(True)
        self.whole.toggled.connect(lambda on: self.text.unfold(frozenset(range(len(self.text.rows) if on else 0))))
        self.copy = TextButton(self.tr("Copy all"))
        self.copy.setToolTip(self.tr("Copy the whole payload"))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text.whole()))
        self.text.unfolded_changed.connect(self._on_unfolded)
        foot = across((self.proof, 1), self.whole, self.copy, margins=(2, 0, 6, 2), spacing=4)
        upright(self.head, self.empty, (self.text, 1), self.answer, foot, within=self, margins=(12, 4, 2, 2), spacing=4)
        self._restyle()

    def show_figure(self, figure: InspectorFigure) -> None:
        self._figure = figure
        self._show()

    def minimumSizeHint(self) -> QSize:
        """No higher than its rows need: what stands around them gives way."""
        return QSize(0, round(LOW * self.scale))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Above and below the rows stands what leaves room for them."""
        self.head.set_low(self.height() < SHORT * self.scale)
        self.head.setVisible(bool(self.text.rows) and self.height() >= LEAST_HEAD * self.scale)
        self.answer.setVisible(self.answer.there and self.height() >= TALL * self.scale)

    def _on_side(self, place: int) -> None:
        member = self._sides()[place].member
        self._side = member.id if member else ""
        self._show()

    def _sides(self) -> list[SentFigure]:
        """What was sent to each side, in the order of the members."""
        figure, order = self._figure, [member.id for member in self._figure.members]
        sides = [figure.sent, *figure.others]
        return sorted(sides, key=lambda side: order.index(side.member.id) if side.member in figure.members else -1)

    def _show(self) -> None:
        sides = self._sides()
        # Whose side was chosen stays in sight from turn to turn; else it is the speaker's.
        ids = [side.member.id if side.member else "" for side in sides]
        speaker = self._figure.member.id if self._figure.member else ""
        place = ids.index(self._side) if self._side in ids else ids.index(speaker) if speaker in ids else 0
        shown = sides[place]
        sent = bool(shown.rows)
        others = [side.member.colour for side in sides if side is not shown and side.member is not None]
        mine = shown.member.colour if shown.member is not None else "slate"
        self.text.set_speakers({"assistant": mine, "user": others[0] if others else ""})
        self.text.show_rows(shown.rows)
        if self.whole.isChecked():
            self.text.unfold(frozenset(range(len(shown.rows))))
        for widget in (self.text, self.whole, self.copy):
            widget.setVisible(sent)
        self.empty.setVisible(not sent)
        self.head.show_sent(sides, place)
        self.answer.show_answer(shown if sent else replace(shown, answer=""))
        self._fit()
        short, long = {
            "proven": (self.tr("✓ proven"), self.tr("Its hash is the one that was logged when it was sent.")),
            "unrecorded": (
                self.tr("not recorded"),
                self.tr("Nothing was logged of what was sent: this is what it would be today."),
            ),
            "unsent": (self.tr("not sent"), self.tr("Nothing was sent: all of the line is the rules'.")),
            "differs": (
                self.tr("! differs"),
                self.tr("Its hash is not the logged one: this is not quite what was sent."),
            ),
        }.get(shown.proven, (shown.proven, ""))
        self.proof.set_role({"proven": "good", "differs": "bad"}.get(shown.proven, "secondary"))
        self.proof.setText(short)
        self.proof.setToolTip(tooltip(long))
        self.proof.setAccessibleDescription(long)

    def _restyle(self) -> None:
        self.text.set_fonts(typeface(12), typeface(11, QFont.Weight.DemiBold))

    def _on_unfolded(self) -> None:
        everything = len(self.text.unfolded) == len(self.text.rows) > 0
        with QSignalBlocker(self.whole):
            self.whole.setChecked(everything)
