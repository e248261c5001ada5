"""What was sent, row by row: a card a row, the cached part shaded, what was sent before in one row."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
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

from parley.desktop.inspector.figures import PayloadRow
from parley.desktop.widgets import spoken
from parley.desktop.widgets.icons import paint_icon
from parley.desktop.widgets.themed import Looks
from parley.desktop.widgets.windowed.area import BOTTOM, WindowedRows
from parley.desktop.widgets.windowed.text import cut, laid, position_at, span, units, x_of

KEPT = 400
ROLE = 66.0
PAD = 6.0
GAP = 4.0
MOST_LETTERS = 20_000
"""So many have no room on any screen."""
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
    What the member was sent with their line before, too, is one row, which a click or Enter opens and closes; where
    there is room for all, all of it is shown.

    Text is selected by dragging, also across rows; Ctrl+A and Ctrl+C select and copy all. Arrow keys go from row to
    row, Enter unfolds or folds.
    Signals: `unfolded_changed()`.
    """

    unfolded_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[PayloadRow, ...] = ()
        self.shown: tuple[PayloadRow, ...] = ()
        self.opened = self.roomy = False
        self._fold = -1
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
        self.rows = rows
        self.roomy = self._does_whole_fit()
        self._show()

    def open_earlier(self, on: bool) -> None:
        """Show what was sent before row by row, or in one."""
        if on != self.opened:
            self.opened = on
            self._show(self._fold)

    def _show(self, at: int = -1) -> None:
        """Show the rows, with the one at a place in sight where it stands still."""
        before, rows = self.shown, self._select_shown_rows()
        grown = rows[: len(before)] == before and bool(before)
        self.shown = rows
        if self.roomy:
            self.unfolded = frozenset(range(len(rows)))
        elif self._fold < 0:
            self.unfolded = frozenset(row for row in self.unfolded if row < len(rows))
        else:
            # What was sent for the first time can be read at once.
            new = sum(1 for each in self.rows if not each.earlier) - self._fold
            self.unfolded = frozenset(row for row in self.unfolded if row < self._fold)
            self.unfolded |= frozenset(range(len(rows) - new, len(rows)))
        self.begin = self.end = (0, 0)
        self.current = min(self.current, max(0, len(rows) - 1))
        self._cards.clear()
        if grown:
            self.heights.append(len(rows) - len(self.heights))
            self.settle()
        else:
            self.reset_rows(len(rows), at_end=False)
        if at >= 0:
            self.current = at
            self.reveal(at)
        self._describe()

    def _select_shown_rows(self) -> tuple[PayloadRow, ...]:
        earlier = [at for at, row in enumerate(self.rows) if row.earlier]
        self._fold = earlier[0] if earlier else -1
        if not earlier or self.roomy:
            self._fold = -1
            return self.rows
        first, last = earlier[0], earlier[-1] + 1
        words = self.tr("{0} earlier messages").format(self.locale().toString(last - first))
        folded = self.rows[first:last]
        line = PayloadRow("", words, min(row.cached for row in folded), sum(row.tokens for row in folded))
        return (*self.rows[:first], line, *(folded if self.opened else ()), *self.rows[last:])

    def _does_whole_fit(self) -> bool:
        """Return whether something was sent before, and there is room for all that was sent, in full."""
        if not any(row.earlier for row in self.rows) or sum(len(row.text) for row in self.rows) > MOST_LETTERS:
            return False
        heights = (self._compute_card_height(laid(row.text, self._text, self._room())[1]) for row in self.rows)
        return sum(heights) + BOTTOM <= self.viewport().height()

    def _fit(self) -> None:
        """Show all where there is room for it now, and fold it where there is no more."""
        if self.rows and self._does_whole_fit() != self.roomy:
            self.roomy = not self.roomy
            self._show()
            self.unfolded_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def set_fonts(self, text: QFont, role: QFont) -> None:
        """Take the fonts of the active look."""
        self._text, self._role = text, role
        self._cards.clear()
        self.remeasure()

    def set_speakers(self, colours: Mapping[str, str]) -> None:
        """Set the members' colours for the speakers behind each role; "" for nobody in particular."""
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
        """Return all of the payload as text."""
        return "\n\n".join(f"{row.role}:\n{row.text}" for row in self.rows)

    def selected_text(self) -> str:
        """Return what is selected; of a folded row that is selected wholly, all of its text."""
        first, last = sorted((self.begin, self.end))
        parts = []
        for row in range(first[0], last[0] + 1):
            if row >= len(self.shown):
                break
            card = self.card(row)
            start = first[1] if row == first[0] else 0
            stop = last[1] if row == last[0] else card.length
            whole = start == 0 and stop >= card.length
            parts.append(self._whole(row) if whole else cut(card.shown, start, stop))
        return "\n".join(parts) if first != last else ""

    def _whole(self, row: int) -> str:
        """Return all of a row's text; of what was sent before, all of it."""
        if row != self._fold:
            return self.shown[row].text
        return "" if self.opened else "\n".join(each.text for each in self.rows if each.earlier)

    def card(self, row: int) -> Card:
        """Return a row laid out, from the cache if it is there."""
        if row not in self._cards:
            self._cards[row] = self._lay_out_card(row)
            if len(self._cards) > KEPT:
                self._cards.popitem(last=False)
        return self._cards[row]

    def measure_row(self, row: int) -> int:
        """Return the height of a row, the gap below it included."""
        return self.card(row).height

    def remeasure(self) -> None:
        self._cards.clear()
        super().remeasure()
        self._fit()

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
        if place[0] == self._fold:
            self.open_earlier(not self.opened)
            return
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
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.current == self._fold >= 0:
            self.open_earlier(not self.opened)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.rows:
            self.unfold(self.unfolded ^ {self.current})
        elif event.matches(QKeySequence.StandardKey.Copy):
            text = self.selected_text() or (self._whole(self.current) if self.shown else "")
            QGuiApplication.clipboard().setText(text)
        elif event.matches(QKeySequence.StandardKey.SelectAll) and self.rows:
            last = len(self.shown) - 1
            self.begin, self.end = (0, 0), (last, self.card(last).length)
            self.viewport().update()
        else:
            super().keyPressEvent(event)

    def _left(self) -> float:
        return (ROLE + 14) * self.scale

    def _room(self) -> float:
        return max(40.0, self.viewport().width() - self._left() - 12 * self.scale - self._measure_token_numbers())

    def _measure_token_numbers(self) -> float:
        """Pixels of the tokens at the right."""
        widest = max((self._format_row_tokens(row) for row in self.shown), key=len, default="")
        return QFontMetricsF(self._role).horizontalAdvance(widest) + 8 * self.scale if widest else 0.0

    def _format_row_tokens(self, row: PayloadRow) -> str:
        """Return a row's tokens; what no voice has counted row by row is an estimate."""
        number = self.locale().toString(row.tokens)
        return (number if row.counted else f"≈ {number}") if row.tokens else ""

    def _lay_out_card(self, row: int) -> Card:
        text, folded = self.shown[row].text, False
        if row not in self.unfolded and row != self._fold:
            # Whatever fits one line fits 400 characters.
            flat = " ".join(text[:400].split())
            shown = QFontMetricsF(self._text).elidedText(
                flat + ("…" if len(text) > 400 else ""), Qt.TextElideMode.ElideRight, self._room() - 2
            )
            folded = shown != text
            text = shown
        layout, height = laid(text, self._text, self._room())
        return Card(text, folded, layout, self._compute_card_height(height))

    def _compute_card_height(self, text: float) -> int:
        """Return the height of a card whose text is so high, the gap below it included."""
        return round(max(text, QFontMetricsF(self._text).height()) + (2 * PAD + GAP) * self.scale)

    def _paint_card(self, painter: QPainter, row: int, y: int) -> None:
        card, theme, scale = self.card(row), self.theme, self.scale
        box = QRectF(1, y + 0.5, self.viewport().width() - 2, card.height - GAP * scale)
        outline = QPainterPath()
        outline.addRoundedRect(box, 6, 6)
        painter.fillPath(outline, theme.colour("raised"))
        share = self.shown[row].cached
        at = QPointF(self._left(), y + PAD * scale)
        if share > 0:
            painter.save()
            painter.setClipPath(outline)
            for part in self._compute_cached_parts(card, share, box, at):
                painter.fillRect(part, theme.colour("cached"))
            painter.restore()
        if (role := self.shown[row].role) in self._speakers or role == "system":
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
        role = metrics.elidedText(self.shown[row].role, Qt.TextElideMode.ElideRight, ROLE * scale)
        base = at.y() + QFontMetricsF(self._text).ascent()
        painter.drawText(QPointF(box.left() + 9 * scale, base), role)
        if number := self._format_row_tokens(self.shown[row]):
            right = QRectF(
                box.right() - self._measure_token_numbers() - 8 * scale,
                at.y(),
                self._measure_token_numbers(),
                metrics.height(),
            )
            painter.drawText(right, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), number)
        if row == self._fold:
            size = 11 * scale
            sign = "ph.caret-down-bold" if self.opened else "ph.caret-right-bold"
            middle = box.center().y() - size / 2
            paint_icon(painter, sign, QRectF(box.left() + 10 * scale, middle, size, size), theme.colour("secondary"))
        painter.setPen(theme.colour("secondary" if row == self._fold else "text"))
        card.layout.draw(painter, at, self._build_selection_formats(row, card))

    def _compute_cached_parts(self, card: Card, share: float, box: QRectF, at: QPointF) -> list[QRectF]:
        """Return the part of a card that stands for the cached beginning of its text."""
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

    def _build_selection_formats(self, row: int, card: Card) -> list[QTextLayout.FormatRange]:
        first, last = sorted((self.begin, self.end))
        if first == last or not first[0] <= row <= last[0]:
            return []
        start = first[1] if row == first[0] else 0
        style = QTextCharFormat()
        style.setBackground(self.theme.colour("accent"))
        style.setForeground(self.theme.colour("accent_text"))
        return [span(start, (last[1] if row == last[0] else card.length) - start, style)]

    def _place(self, at: QPointF) -> Place | None:
        """Return the row and position under a point; beyond the last row, its end."""
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
            self.current = min(max(0, row), len(self.shown) - 1)
            self.reveal(self.current)
            self._describe()
            self.viewport().update()

    def spoken_row(self, row: int) -> str:
        if row >= len(self.shown):
            return ""
        shown = self.shown[row]
        words = ": ".join(filter(None, (shown.role, shown.text)))
        if row == self._fold:
            words = self.tr("{0}, open").format(words) if self.opened else self.tr("{0}, closed").format(words)
        return self.tr("{0} · {1} tokens").format(words, self._format_row_tokens(shown)) if shown.tokens else words

    def _describe(self) -> None:
        self.setAccessibleDescription(self.spoken_row(self.current)[:400])
        spoken.tell_current(self)
