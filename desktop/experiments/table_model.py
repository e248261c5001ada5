"""A table of an experiment: cells, effects or runs."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.experiments.figures import ColumnFigure, RowFigure, Shown, TableFigure
from desktop.experiments.words import chance, number
from desktop.widgets.plain import tooltip
from desktop.widgets.tables import SORT_ROLE

AnyIndex = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
RUN_ROLE = int(Qt.ItemDataRole.UserRole) + 2
"""The run that the row opens; "" where it opens none."""


class ExperimentTable(QAbstractTableModel):
    """Rows of plain values. `show` leaves what did not change as it is, so that a selection stays.

    Attributes: `columns`; `rows`, in the order in which they came.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns: tuple[ColumnFigure, ...] = ()
        self.rows: tuple[RowFigure, ...] = ()

    def show(self, figure: TableFigure) -> None:
        """Show a table: of the same columns and the same first rows only what is new."""
        old, new = self.rows, figure.rows
        same = figure.columns == self.columns and [row.key for row in old] == [row.key for row in new[: len(old)]]
        if not same or len(new) < len(old):
            self.beginResetModel()
            self.columns, self.rows = figure.columns, new
            self.endResetModel()
            return
        if len(new) > len(old):
            self.beginInsertRows(QModelIndex(), len(old), len(new) - 1)
            self.rows = (*old, *new[len(old) :])
            self.endInsertRows()
        changed = [at for at, row in enumerate(old) if row != new[at]]
        self.rows = new
        if changed:
            self.dataChanged.emit(self.index(changed[0], 0), self.index(changed[-1], len(self.columns) - 1))

    def rowCount(self, parent: AnyIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: AnyIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        """Titles, and as a tool tip what a column means."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(column.tip) or None
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return column.tip or None
        return _side(column) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """A cell as text, as what it is sorted by, and the run its row opens."""
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], self.columns[index.column()]
        value = row.values[index.column()]
        if role == SORT_ROLE:
            return value if value is not None else "" if column.kind == "text" else -math.inf
        if role == RUN_ROLE:
            return row.run
        if role == Qt.ItemDataRole.DisplayRole:
            return told(value, column)
        if role == Qt.ItemDataRole.ToolTipRole and column.kind == "text" and value:
            return tooltip(str(value))
        return _side(column) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def for_file(self) -> dict[str, list[Shown]]:
        """The whole table in full precision, under the columns' own names."""
        # Names, not titles: what reads the file speaks no language of the interface's.
        keyed = {"figure": 0, "setting": 1}
        return {
            column.name: [row.key[keyed[column.name]] if column.name in keyed else row.values[at] for row in self.rows]
            for at, column in enumerate(self.columns)
        }


def _side(column: ColumnFigure) -> int:
    side = Qt.AlignmentFlag.AlignLeft if column.kind == "text" else Qt.AlignmentFlag.AlignRight
    return int(side | Qt.AlignmentFlag.AlignVCenter)


def told(value: Shown, column: ColumnFigure) -> str:
    """A value as a cell shows it."""
    if column.kind in ("text", "seed"):
        # A seed is no amount: it is copied as it is.
        return "" if value is None else str(value)
    if isinstance(value, str):
        return value
    return chance(value) if column.kind == "p" else number(value)
