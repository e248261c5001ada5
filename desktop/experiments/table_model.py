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
LEAST = -math.inf


class ExperimentTable(QAbstractTableModel):
    """Rows of plain values. `show` leaves what did not change as it is, so that a selection stays."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: tuple[ColumnFigure, ...] = ()
        self._rows: tuple[RowFigure, ...] = ()

    @property
    def columns(self) -> tuple[ColumnFigure, ...]:
        """All columns."""
        return self._columns

    @property
    def rows(self) -> tuple[RowFigure, ...]:
        """All rows, in the order in which they came."""
        return self._rows

    def show(self, figure: TableFigure) -> None:
        """Show a table: of the same columns and the same first rows only what is new."""
        old, new = self._rows, figure.rows
        same = figure.columns == self._columns and [row.key for row in old] == [row.key for row in new[: len(old)]]
        if not same or len(new) < len(old):
            self.beginResetModel()
            self._columns, self._rows = figure.columns, new
            self.endResetModel()
            return
        if len(new) > len(old):
            self.beginInsertRows(QModelIndex(), len(old), len(new) - 1)
            self._rows = (*old, *new[len(old) :])
            self.endInsertRows()
        changed = [at for at, row in enumerate(old) if row != new[at]]
        self._rows = new
        if changed:
            self.dataChanged.emit(self.index(changed[0], 0), self.index(changed[-1], len(self._columns) - 1))

    # What Qt asks -------------------------------------------------------------------------------------------------

    def rowCount(self, parent: AnyIndex = _ROOT) -> int:
        """How many rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: AnyIndex = _ROOT) -> int:
        """How many columns."""
        return 0 if parent.isValid() else len(self._columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        """Titles, and as a tool tip what a column means."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        column = self._columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            return (tooltip(column.tip) if role == Qt.ItemDataRole.ToolTipRole else column.tip) or None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(column)
        return None

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """A cell as text, as what it is sorted by, and the run its row opens."""
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], self._columns[index.column()]
        value = row.values[index.column()]
        if role == SORT_ROLE:
            return LEAST if value is None and column.kind != "text" else "" if value is None else value
        if role == RUN_ROLE:
            return row.run
        if role == Qt.ItemDataRole.DisplayRole:
            return told(value, column)
        if role == Qt.ItemDataRole.ToolTipRole and column.kind == "text" and value:
            return tooltip(str(value))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(column)
        return None

    def for_file(self) -> dict[str, list[Shown]]:
        """The whole table in full precision, under the columns' own names."""
        # Names, not titles: what reads the file speaks no language of the interface's.
        keyed = {"figure": 0, "setting": 1}
        return {
            column.name: [row.key[keyed[column.name]] if column.name in keyed else row.values[at] for row in self._rows]
            for at, column in enumerate(self._columns)
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
