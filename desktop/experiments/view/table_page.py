"""A table of an experiment: cells, effects or runs; sorted by any column, copied, its rows opened."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QWidget

from parley.desktop.experiments.figures import ColumnFigure, RowFigure, Shown, TableFigure
from parley.desktop.experiments.words import format_chance, number
from parley.desktop.widgets.layouts import vbox
from parley.desktop.widgets.parts import build_popup_menu
from parley.desktop.widgets.plain import make_tip
from parley.desktop.widgets.tables import SORT_ROLE, SortedPage

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
        old, new = self.rows, figure.rows  # runs are added at the end
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
        """Return a column's title, and as its tool tip what it means."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return make_tip(column.tip) or None
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return column.tip or None
        return _choose_column_alignment(column) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Return a cell as text, as what it is sorted by, and the run its row opens."""
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], self.columns[index.column()]
        value = row.values[index.column()]
        if role == SORT_ROLE:  # what is missing stands before all numbers
            return value if value is not None else "" if column.kind == "text" else -math.inf
        if role == RUN_ROLE:
            return row.run
        if role == Qt.ItemDataRole.DisplayRole:
            return format_cell(value, column)
        if role == Qt.ItemDataRole.ToolTipRole and column.kind == "text" and value:
            return make_tip(format_cell(value, column))
        return _choose_column_alignment(column) if role == Qt.ItemDataRole.TextAlignmentRole else None


def _choose_column_alignment(column: ColumnFigure) -> int:
    side = Qt.AlignmentFlag.AlignLeft if column.kind == "text" else Qt.AlignmentFlag.AlignRight
    return int(side | Qt.AlignmentFlag.AlignVCenter)


def format_cell(value: Shown, column: ColumnFigure) -> str:
    """Return a value as a cell shows it."""
    if column.kind in ("text", "seed"):
        # A seed is no amount: it is copied as it is.
        return "" if value is None else column.words.get(str(value), str(value))
    if isinstance(value, str):
        return value
    return format_chance(value) if column.kind == "p" else number(value)


WIDEST, NARROWEST = 320, 44
"""Pixels of a column at a text scale of 1."""
MEASURED_ROWS = 60
"""Rows of which the width of a column is taken."""


class ExperimentTablePage(SortedPage):
    """Signals: `row_opened(RowFigure)`. Attributes: `model`."""

    row_height, padding, item_sheet = 25, 11, "QTableView::item { padding: 0px 8px; }"

    row_opened = Signal(object)

    def __init__(self, name: str, opens: str, parent: QWidget | None = None) -> None:
        """Build the page; `opens` is the menu's title for opening a row."""
        super().__init__(name, parent)
        self._opens = opens
        self.model = ExperimentTable(self)
        self.sorted.setSourceModel(self.model)
        self.note.setContentsMargins(24, 0, 24, 0)
        table = self.table
        # As they come, until a column is clicked.
        table.horizontalHeader().setSortIndicatorClearable(True)
        self._clear_sorting()
        table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        table.customContextMenuRequested.connect(self._open_menu)
        vbox(self.stack, within=self, margins=0)
        self._given: dict[int, int] = {}
        self._apply_theme()

    def show_figure(self, figure: TableFigure) -> None:
        """Show a table; what did not change keeps its place, its width and its selection."""
        fresh = figure.columns != self.model.columns
        if fresh or (not self.model.rows and figure.rows):  # widths are taken from the first rows
            self._given = {}
        self.model.show(figure)
        self.note.setText(figure.note)
        self.stack.setCurrentIndex(1 if figure.note and not figure.rows else 0)
        if fresh:
            self._clear_sorting()
        self.size_columns()

    def _clear_sorting(self) -> None:
        self.table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)

    def find_row(self, index: QModelIndex) -> RowFigure | None:
        """Return the row of an index of the table."""
        at = self.sorted.mapToSource(index)
        return self.model.rows[at.row()] if at.isValid() else None

    def copy(self) -> None:
        """Put the selected rows (none: all) on the clipboard, as a spreadsheet takes them."""
        chosen = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        lines = ["\t".join(column.title for column in self.model.columns)]  # below it the rows as they are sorted now
        for at in chosen or range(self.sorted.rowCount()):
            cells = (self.sorted.index(at, column).data() for column in range(self.sorted.columnCount()))
            lines.append("\t".join(" ".join(str(cell).split()) for cell in cells))  # no tabs or line ends within a cell
        QGuiApplication.clipboard().setText("\n".join(lines))

    def pressed_key(self, event: QKeyEvent) -> bool:
        """Copy by Ctrl+C."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return True
        return super().pressed_key(event)

    def open_row(self, index: QModelIndex) -> None:
        if (row := self.find_row(index)) is not None:
            self.row_opened.emit(row)

    def _open_menu(self, at: QPoint) -> None:
        menu = build_popup_menu(self)
        index = self.table.indexAt(at)
        opens = menu.addAction(self._opens)
        opens.setEnabled(index.isValid())
        opens.triggered.connect(lambda: self.open_row(index))
        menu.addAction(self.tr("Copy")).triggered.connect(self.copy)
        menu.addAction(self.tr("Sort as they come")).triggered.connect(self._clear_sorting)
        menu.popup(self.table.viewport().mapToGlobal(at))

    def size_columns(self) -> None:
        head, metrics = self.table.horizontalHeader(), self.table.fontMetrics()
        bold = head.fontMetrics()
        for at, column in enumerate(self.model.columns):
            wide = bold.horizontalAdvance(column.title) * 1.08 + 34  # room for the arrow of sorting
            for row in range(min(MEASURED_ROWS, self.model.rowCount())):
                text = str(self.model.data(self.model.index(row, at)) or "")
                wide = max(wide, metrics.horizontalAdvance(text) + 26)
            size = round(max(NARROWEST * self.scale, min(wide, WIDEST * self.scale)))
            given = self._given.get(at)
            # A width that a person chose stays.
            if given is None or (head.sectionSize(at) == given and size > given):
                head.resizeSection(at, size)
                self._given[at] = size

    def _apply_theme(self) -> None:
        self._given = {}
        super()._apply_theme()
