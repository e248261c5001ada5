"""A scroll area over a million rows, of which only those in sight are measured and drawn."""

from __future__ import annotations

from array import array

from PySide6.QtCore import QPoint, QRect, QSignalBlocker, Qt
from PySide6.QtGui import QAccessible, QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from parley.desktop.widgets.spoken import Spoken
from parley.desktop.widgets.theme import LOOK

SAMPLE = 40
BOTTOM = 6


class RowHeights:
    """Heights of rows in pixels; a row that was not measured has the guessed height. Sums are made anew: those of
    100,000 rows take half a millisecond."""

    def __init__(self, guess: int = 56) -> None:
        self.guess = guess
        self._heights = array("i")
        self._known = bytearray()

    def __len__(self) -> int:
        return len(self._heights)

    def __getitem__(self, row: int) -> int:
        return self._heights[row]

    def reset(self, count: int, guess: int) -> None:
        """Forget everything: `count` rows of the guessed height."""
        self.truncate(0)
        self.guess = guess
        self.append(count)

    def is_measured(self, row: int) -> bool:
        """Return whether the row was measured since it last changed."""
        return bool(self._known[row])

    def set_height(self, row: int, height: int) -> None:
        """Set a row's height."""
        self._known[row] = 1
        self._heights[row] = height

    def forget_row(self, row: int) -> None:
        """Measure the row again when it is next seen; until then it keeps its height."""
        self._known[row] = 0

    def append(self, count: int) -> None:
        """Add rows of the guessed height at the end."""
        self._heights.extend(array("i", [self.guess]) * count)
        self._known.extend(bytes(count))

    def truncate(self, count: int) -> None:
        """Keep the first `count` rows."""
        del self._heights[count:]
        del self._known[count:]

    def total(self) -> int:
        """Return the height of all rows."""
        return sum(self._heights)

    def get_top(self, row: int) -> int:
        """Return where `row` begins: the height of all rows before it."""
        return sum(self._heights[:row])

    def find_row_at(self, y: int) -> tuple[int, int]:
        """Return the row at `y` pixels from the start, and how far inside it; beyond the end: the last row."""
        row, left = 0, max(0, y)
        while row < len(self) - 1 and left >= self._heights[row]:
            row, left = row + 1, left - self._heights[row]
        return row, min(left, max(0, self._heights[row] - 1)) if self._heights else 0


class WindowedRows(Spoken, QAbstractScrollArea):
    """Rows of any height, held in place by an anchor: a row, and how much of it is above the upper edge.

    Rows that were never in sight have a guessed height. When one is measured, what is in sight stays where it is and
    the scroll bar's range is corrected. While `following`, the end stays in sight.

    A subclass gives `measure_row`, `get_tail_height` (what stands below the last row) and `get_accessible_text` (what a
    screen reader says of a row), sets `current` (the row with the keyboard), and paints `in_sight()`.
    """

    spoken_role = QAccessible.Role.List
    current = -1

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heights = RowHeights()
        self.following = True
        self._row = 0
        self._above = 0
        self._value = 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.verticalScrollBar().sliderReleased.connect(self.settle)

    # -- for the subclass ----------------------------------------------------------------------------------------

    def measure_row(self, row: int) -> int:
        """Return the height of a row in pixels."""
        raise NotImplementedError

    def get_tail_height(self) -> int:
        """Return the height of what stands below the last row."""
        return 0

    def get_accessible_text(self, row: int) -> str:
        """Return a row as a screen reader says it."""
        raise NotImplementedError

    def count_accessible_rows(self) -> int:
        return len(self.heights)

    def get_accessible_current(self) -> int:
        return self.current

    def get_accessible_rect(self, row: int) -> QRect:
        top, port = self.top_of(row), self.viewport()
        return QRect() if top is None else QRect(port.x(), port.y() + top, port.width(), self.heights[row])

    def find_accessible_row(self, at: QPoint) -> int:
        port = self.viewport().geometry()
        return self.find_row_at(at.y() - port.y()) if port.contains(at) else -1

    def on_settled(self) -> None:
        """Respond to a possible change of what is in sight."""

    def on_scrolled(self) -> None:
        """Respond to rows that somebody moved."""

    def reset_rows(self, count: int, *, at_end: bool) -> None:
        """Take `count` other rows and show their end or their beginning."""
        self._row = self._above = 0
        self.heights.reset(count, self.heights.guess)
        self.heights.reset(count, self._estimate_row_height(count))
        self.following = at_end
        self.settle()

    def remeasure_rows(self) -> None:
        """Measure all rows again, such as after another width; the upper row in sight stays."""
        count = len(self.heights)
        self.heights.reset(count, self._estimate_row_height(count))
        # In a wider view the upper row may be less high than the part of it that was above the edge.
        self._above = min(self._above, max(0, self._measure_row_height(self._row) - 1)) if count else 0
        self.settle()

    def in_sight(self) -> list[tuple[int, int]]:
        """Return the rows in sight, with where their upper edges are; measured on the way."""
        found = []
        y, bottom = -self._above, self.viewport().height()
        for row in range(self._row, len(self.heights)):
            if y >= bottom:
                break
            found.append((row, y))
            y += self._measure_row_height(row)
        return found

    def tail_top(self) -> int | None:
        """Return where what stands below the last row begins, or None where it is out of sight."""
        shown = self.in_sight()
        if not shown:
            return -self._above if not len(self.heights) else None
        row, y = shown[-1]
        end = y + self._measure_row_height(row)
        return end if row == len(self.heights) - 1 and end < self.viewport().height() else None

    def find_row_at(self, y: float) -> int:
        """Return the row at `y` in the viewport, or −1."""
        for row, top in self.in_sight():
            if top <= y < top + self._measure_row_height(row):
                return row
        return -1

    def top_of(self, row: int) -> int | None:
        """Return where a row's upper edge is in the viewport, or None where it is out of sight."""
        return next((y for at, y in self.in_sight() if at == row), None)

    # -- moving --------------------------------------------------------------------------------------------------

    def scroll_to_end(self) -> None:
        """Go to the end and follow it."""
        self.following = True
        self.settle()

    def reveal(self, row: int, *, middle: bool = False) -> None:
        """Scroll as little as it takes to show a row, or put it in the middle unless it is in sight."""
        if not 0 <= row < len(self.heights):
            return
        height, room = self._measure_row_height(row), self.viewport().height()
        y = self.top_of(row)
        if y is not None and y >= 0 and y + height <= room:
            return
        self.following = False
        # A row above comes to the upper edge, one below to the lower; of one higher than the view the top is seen.
        if middle:
            self._row, self._above = row, -max(0, (room - height) // 2)
        elif y is not None or row < self._row or height >= room:
            below = y is not None and y + height > room and height < room
            self._row, self._above = (row, height - room) if below else (row, 0)
        else:
            self._row, self._above = row, height - room
        self.settle()

    def at_end(self) -> bool:
        """Return whether the end is in sight."""
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum() - 1

    def settle(self) -> None:
        """Bring anchor, measured rows and scroll bar into accord, and paint."""
        room = self.viewport().height()
        if self.following:
            self._anchor_at_end()
        else:
            self._normalise()
            shown = self.in_sight()
            if not shown or shown[-1][0] == len(self.heights) - 1:
                end = (shown[-1][1] + self._measure_row_height(shown[-1][0])) if shown else -self._above
                if end + self.get_tail_height() + BOTTOM < room:  # no gap below the last row
                    self._anchor_at_end()
        bar = self.verticalScrollBar()
        with QSignalBlocker(bar):  # correcting the range and the value is no scrolling
            total = self.heights.total() + self.get_tail_height() + BOTTOM
            bar.setRange(0, max(0, total - room))
            bar.setPageStep(max(1, room))
            bar.setSingleStep(20)
            if not bar.isSliderDown():
                # Under a dragging hand the bar stays where the hand is.
                bar.setValue(bar.maximum() if self.following else self.heights.get_top(self._row) + self._above)
        self._value = bar.value()
        self.on_settled()
        self.viewport().update()

    def _anchor_at_end(self) -> None:
        room = self.viewport().height() - self.get_tail_height() - BOTTOM
        row, left = len(self.heights), room
        while row > 0 and left > 0:
            row -= 1
            left -= self._measure_row_height(row)
        self._row = max(0, row)
        self._above = -left if left <= 0 else 0  # too few rows to fill the view begin at its top

    def _normalise(self) -> None:
        last = len(self.heights) - 1
        if last < 0:
            self._row = self._above = 0
            return
        self._row = min(self._row, last)
        while self._above < 0 and self._row > 0:
            self._row -= 1
            self._above += self._measure_row_height(self._row)
        self._above = max(0, self._above)
        while self._row < last and self._above >= self._measure_row_height(self._row):
            self._above -= self._measure_row_height(self._row)
            self._row += 1

    def _on_scrolled(self, value: int) -> None:
        self.on_scrolled()
        moved = value - self._value
        self._value = value
        if value >= self.verticalScrollBar().maximum():
            self.following = True
        else:
            self.following = False
            if value <= 0:  # guessed heights may not add up to 0 at the first row
                self._row = self._above = 0
            elif abs(moved) <= 2 * self.viewport().height():  # from what is in sight; further away heights are guesses
                self._above += moved
            else:
                self._row, self._above = self.heights.find_row_at(value)
        self.settle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if LOOK.changing:  # all is measured once, after the change
            return
        if event.size().width() != event.oldSize().width():
            self.remeasure_rows()
        else:
            self.settle()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Mark the chosen row while the keyboard focus is here."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Do nothing: no pixels are copied, for a whole frame of rows is painted in a few milliseconds."""

    def _measure_row_height(self, row: int) -> int:
        if not self.heights.is_measured(row):
            self.heights.set_height(row, self.measure_row(row))
        return self.heights[row]

    def _estimate_row_height(self, count: int) -> int:
        """Return the mean height of some rows that are spread over all."""
        if not count:
            return self.heights.guess
        step = max(1, count // SAMPLE)
        sample = range(count - 1, -1, -step)[:SAMPLE]  # from the end, where it opens
        return max(1, sum(self.measure_row(row) for row in sample) // len(sample))
