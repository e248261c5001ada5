"""What the tables have in common."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QSortFilterProxyModel, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStackedLayout, QTableView, QWidget

from parley.desktop.widgets.painted import Note
from parley.desktop.widgets.themed import Themed

SORT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""What a cell is sorted by, where that is not what it shows."""


def bare_table(table: QTableView) -> None:
    """Have a table show whole rows of one height to read, a line each, without a grid; Tab leads out of it."""
    table.setTabKeyNavigation(False)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.horizontalHeader().setHighlightSections(False)
    table.verticalHeader().hide()
    table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)


def plain_table(table: QTableView) -> None:
    """Have a table show whole rows to read and to sort; columns can be moved, and the caller makes its menu."""
    bare_table(table)
    table.setSortingEnabled(True)
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setCornerButtonEnabled(False)
    # Or the style draws a corner of its own between the scroll bars.
    table.setCornerWidget(QWidget())
    table.horizontalHeader().setSectionsMovable(True)
    table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)


class SortedPage(Themed, QWidget):
    """A table that is sorted by any column, or a note in its place.

    A subclass says how wide columns are, what its menu offers and what opening a row means.
    Attributes: `table`, `sorted` (the model that it shows), `note`, `stack` (table and note).
    """

    row_height = 24
    """Pixels at a text scale of 1."""
    padding = 8
    """Pixels left and right in a column's title."""
    item_sheet = ""
    """More of the table's style sheet."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sorted = QSortFilterProxyModel(self)
        self.sorted.setSortRole(SORT_ROLE)
        self.sorted.setSortCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.table = QTableView(self)
        self.table.setAccessibleName(name)
        self.table.setModel(self.sorted)
        plain_table(self.table)
        self.note = Note(parent=self)
        self.note.setWordWrap(True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack = QStackedLayout()
        self.stack.addWidget(self.table)
        self.stack.addWidget(self.note)
        self.table.doubleClicked.connect(self.open_row)
        # Enter opens as a double click does; Qt's own signal comes with a double click as well.
        self.table.installEventFilter(self)

    def open_row(self, index: QModelIndex) -> None:
        """Open a row that was double-clicked, or on which Enter was pressed."""
        raise NotImplementedError

    def size_columns(self) -> None:
        """Give every column its width."""
        raise NotImplementedError

    def pressed_key(self, event: QKeyEvent) -> bool:
        """Handle a key that was pressed in the table; return whether it is done with."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.open_row(self.table.currentIndex())
            return True
        return False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and watched is self.table and event.type() == QEvent.Type.KeyPress:
            return self.pressed_key(event) or super().eventFilter(watched, event)
        return super().eventFilter(watched, event)

    def _apply_theme(self) -> None:
        font = self.letters(12)
        self.table.setFont(font)
        self.table.horizontalHeader().setFont(font)
        self.table.verticalHeader().setDefaultSectionSize(round(self.row_height * self.scale))
        size = font.pixelSize()
        sheet = (
            f"QTableView {{ background: transparent; font-size: {size}px; }}"
            f"{self.item_sheet}QHeaderView::section {{ font-size: {size}px; padding: 3px {self.padding}px; }}"
        )
        # Every part of the table is dressed anew by a sheet, also by one that says the same as before.
        if sheet != self.table.styleSheet():
            self.table.setStyleSheet(sheet)
        self.size_columns()
