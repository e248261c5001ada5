"""What the tables have in common."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget


def bare_table(table: QTableView) -> None:
    """Rows of one height to read, a line each, without a grid."""
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.verticalHeader().hide()
    table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)


def plain_table(table: QTableView) -> None:
    """Whole rows to read and to sort, without a grid; columns can be moved, and there is a menu to be asked for."""
    bare_table(table)
    table.setSortingEnabled(True)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setCornerButtonEnabled(False)
    # Or the style draws a corner of its own between the scroll bars.
    table.setCornerWidget(QWidget())
    table.horizontalHeader().setSectionsMovable(True)
    table.horizontalHeader().setHighlightSections(False)
    table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
