"""A square of cells, a row and a column for each member, that is walked with the keyboard and the mouse."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from parley.desktop.widgets.painted import Tips
from parley.desktop.widgets.themed import Themed

WAYS = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}


class Matrix(Tips, Themed, QWidget):
    """Arrows move the cell, Enter chooses the pair. What is in the cells is its subclass's.

    Signals: `pair_chosen(row's id, column's id)`; `cell_moved()`, another cell has the keyboard.
    """

    pair_chosen = Signal(str, str)
    cell_moved = Signal()
    cell = (0, 0)
    """The row and the column of the keyboard."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def row_ids(self) -> Sequence[str]:
        """The members' ids, in the order of the rows."""
        raise NotImplementedError

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Where a cell is drawn, in pixels of the widget; the first one where there is no other."""
        raise NotImplementedError

    def told_cell(self, row: int, column: int) -> str:
        """A cell in a sentence."""
        raise NotImplementedError

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def cell_at(self, at: QPointF) -> tuple[int, int] | None:
        """The row and the column that are drawn at a place."""
        n = len(self.row_ids())
        first, next_one = self.cell_rect(0, 0), self.cell_rect(1, 1)
        column = int((at.x() - first.left()) // (next_one.left() - first.left()))
        row = int((at.y() - first.top()) // (next_one.top() - first.top()))
        return (row, column) if 0 <= row < n and 0 <= column < n else None

    def tip_at(self, at: QPointF) -> str:
        cell = self.cell_at(at)
        return self.told_cell(*cell) if cell else ""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the pair of the cell."""
        cell = self.cell_at(event.position())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self.move_to(*cell)
            self._choose()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the cell, or choose its pair."""
        key, (row, column) = Qt.Key(event.key()), self.cell
        if key in WAYS and self.row_ids():
            down, right = WAYS[key]
            self.move_to(row + down, column + right)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space} and self.row_ids():
            self._choose()
        else:
            super().keyPressEvent(event)

    def move_to(self, row: int, column: int) -> None:
        """Give the keyboard to the cell that is nearest."""
        last = max(0, len(self.row_ids()) - 1)
        self.cell = (max(0, min(last, row)), max(0, min(last, column)))
        self.setAccessibleDescription(self.told_cell(*self.cell))
        self.cell_moved.emit()
        self.update()

    def _choose(self) -> None:
        (row, column), ids = self.cell, self.row_ids()
        if row != column:
            self.pair_chosen.emit(ids[row], ids[column])


def letters_on(ground: QColor) -> QColor:
    """Black or white, whichever stands out from a fill."""
    light = 0.299 * ground.redF() + 0.587 * ground.greenF() + 0.114 * ground.blueF()
    return QColor("#10131a" if light > 0.5 else "#ffffff")
