"""A page with a table: sorted by any column, copied with Ctrl+C, a row opened with Enter or a double click."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QMenu,
    QStackedLayout,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from desktop.experiments.figures import RowFigure, TableFigure
from desktop.experiments.table_model import SORT_ROLE, ExperimentTable
from desktop.widgets.tables import plain_table
from desktop.widgets.themed import Themed

WIDEST, NARROWEST = 320, 44
"""Pixels of a column at a text scale of 1."""
MEASURED_ROWS = 60
"""Rows of which the width of a column is taken."""


class ExperimentTablePage(Themed, QWidget):
    """Signals: `row_opened(RowFigure)`. Attributes: `model`, `table`."""

    row_opened = Signal(object)

    def __init__(self, name: str, opens: str, parent: QWidget | None = None) -> None:
        """`opens` is what its menu calls opening a row."""
        super().__init__(parent)
        self._opens = opens
        self.model = ExperimentTable(self)
        self.sorted = QSortFilterProxyModel(self)
        self.sorted.setSortRole(SORT_ROLE)
        self.sorted.setSortCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.sorted.setSourceModel(self.model)
        self.table = QTableView(self)
        self.table.setAccessibleName(name)
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.note.setContentsMargins(24, 0, 24, 0)
        self._set_up()
        self._stack = QStackedLayout()
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.note)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._stack)
        self._given: dict[int, int] = {}
        self._restyle()

    def _set_up(self) -> None:
        table = self.table
        table.setModel(self.sorted)
        plain_table(table)
        # As they come, until a column is clicked.
        table.horizontalHeader().setSortIndicatorClearable(True)
        table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        table.setTabKeyNavigation(False)
        table.customContextMenuRequested.connect(self._open_menu)
        table.doubleClicked.connect(self._open)
        table.installEventFilter(self)

    def show_figure(self, figure: TableFigure) -> None:
        """Show a table; what did not change keeps its place, its width and its selection."""
        fresh = figure.columns != self.model.columns
        grown = not self.model.rows and bool(figure.rows)
        self.model.show(figure)
        self.note.setText(figure.note)
        self._stack.setCurrentIndex(1 if figure.note and not figure.rows else 0)
        if fresh:
            self.table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        if fresh or grown:
            self._given = {}
        self._size_columns()

    def row(self, index: QModelIndex) -> RowFigure | None:
        """The row of an index of the table."""
        at = self.sorted.mapToSource(index)
        return self.model.rows[at.row()] if at.isValid() else None

    def copy(self) -> None:
        """Put the selected rows (none: all) on the clipboard, as a spreadsheet takes them."""
        chosen = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        rows = chosen or range(self.sorted.rowCount())
        columns = range(self.sorted.columnCount())
        lines = ["\t".join(column.title for column in self.model.columns)]
        for at in rows:
            cells = (self.sorted.data(self.sorted.index(at, column)) for column in columns)
            lines.append("\t".join(" ".join(str(cell).split()) for cell in cells))
        QGuiApplication.clipboard().setText("\n".join(lines))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter and Ctrl+C in the table."""
        if isinstance(event, QKeyEvent) and watched is self.table and event.type() == QKeyEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._open(self.table.currentIndex())
                return True
            if event.matches(QKeySequence.StandardKey.Copy):
                self.copy()
                return True
        return super().eventFilter(watched, event)

    def _open(self, index: QModelIndex) -> None:
        if (row := self.row(index)) is not None:
            self.row_opened.emit(row)

    def _open_menu(self, at: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        index = self.table.indexAt(at)
        opens = menu.addAction(self._opens)
        opens.setEnabled(index.isValid())
        opens.triggered.connect(lambda: self._open(index))
        menu.addAction(self.tr("Copy")).triggered.connect(self.copy)
        menu.addAction(self.tr("Sort as they come")).triggered.connect(
            lambda: self.table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        )
        menu.popup(self.table.viewport().mapToGlobal(at))

    def _size_columns(self) -> None:
        head, metrics = self.table.horizontalHeader(), self.table.fontMetrics()
        bold = head.fontMetrics()
        for at, column in enumerate(self.model.columns):
            wide = bold.horizontalAdvance(column.title) * 1.08 + 34
            for row in range(min(MEASURED_ROWS, self.model.rowCount())):
                text = str(self.model.data(self.model.index(row, at)) or "")
                wide = max(wide, metrics.horizontalAdvance(text) + 26)
            size = round(max(NARROWEST * self.scale, min(wide, WIDEST * self.scale)))
            given = self._given.get(at)
            # A width that a person chose stays.
            if given is None or (head.sectionSize(at) == given and size > given):
                head.resizeSection(at, size)
                self._given[at] = size

    def _restyle(self) -> None:
        theme, size = self.theme, max(7, round(12 * self.scale))
        font = QFont(self.font())
        font.setPixelSize(size)
        self.table.setFont(font)
        self.table.horizontalHeader().setFont(font)
        self.table.verticalHeader().setDefaultSectionSize(round(25 * self.scale))
        self.note.setFont(font)
        self.note.setStyleSheet(f"color: {theme.secondary}; background: transparent;")
        self.table.setStyleSheet(
            f"QTableView {{ background: transparent; font-size: {size}px; }}"
            "QTableView::item { padding: 0px 8px; }"
            f"QHeaderView::section {{ font-size: {size}px; padding: 3px 11px; }}"
        )
        self._given = {}
        self._size_columns()
