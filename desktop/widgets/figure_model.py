"""Frozen values as an item model that changes only the rows that changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

FIGURE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""The frozen figure of a row."""

AnyIndex = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
FigureT = TypeVar("FigureT")


class FigureModel(QAbstractListModel, Generic[FigureT]):
    """A flat list of frozen figures. `show` compares with what was there: equal rows at both ends stay untouched."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[FigureT] = []

    def get_identity(self, figure: FigureT) -> object:
        """Return what makes two figures the same row."""
        return figure

    def text(self, figure: FigureT) -> str:
        """Return what is said of a row by a screen reader, and searched by typing."""
        return str(figure)

    def list_figures(self) -> tuple[FigureT, ...]:
        """Return all rows."""
        return tuple(self._rows)

    def figure(self, row: int) -> FigureT | None:
        """Return the figure of a row, None beyond the last."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def row_of(self, identity: object) -> int:
        """Return the row of an identity, −1 where there is none."""
        return next((row for row, one in enumerate(self._rows) if self.get_identity(one) == identity), -1)

    def show(self, figures: Sequence[FigureT]) -> None:
        """Show these rows: what stays in place is only repainted where it changed."""
        old, new = [self.get_identity(one) for one in self._rows], [self.get_identity(one) for one in figures]
        head = 0  # no reset of the model: that would take the selection and the scrolled place
        while head < min(len(old), len(new)) and old[head] == new[head]:
            head += 1
        tail = 0
        while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:  # not the head again
            tail += 1
        if len(old) - tail > head:
            self.beginRemoveRows(QModelIndex(), head, len(old) - tail - 1)
            del self._rows[head : len(old) - tail]
            self.endRemoveRows()
        if len(new) - tail > head:
            self.beginInsertRows(QModelIndex(), head, len(new) - tail - 1)
            self._rows[head:head] = figures[head : len(new) - tail]
            self.endInsertRows()
        for row, figure in enumerate(figures):
            if self._rows[row] != figure:
                self._rows[row] = figure
                self.dataChanged.emit(self.index(row), self.index(row))

    def change_row(self, row: int, figure: FigureT) -> None:
        """Show another figure in a row that stays where it is."""
        self._rows[row] = figure
        self.dataChanged.emit(self.index(row), self.index(row))

    def rowCount(self, parent: AnyIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)  # Qt asks this of every row, too

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Return a row's figure, or its text for display, tool tip and screen reader."""
        figure = self.figure(index.row()) if index.isValid() else None
        if figure is None:
            return None
        if role == FIGURE_ROLE:
            return figure
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.text(figure)
        return None
