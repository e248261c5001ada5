"""The scoreboard: a table that Qt paints. It knows no studio, no log and no voice."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from parley.desktop.widgets.language import said
from parley.desktop.widgets.themed import Themed


class ScoreboardView(Themed, QWidget):
    """Names and points, the best first; a tick for whoever has answered the open question."""

    def __init__(self) -> None:
        super().__init__()
        self.table = QTableWidget(0, 3)
        self.table.setHorizontalHeaderLabels([said("Contestant"), said("Points"), said("Answered")])
        self.table.setAccessibleName(said("Scoreboard"))
        self.table.verticalHeader().hide()
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.table)

    def show_figure(self, figure: Sequence[tuple[str, int, bool]]) -> None:
        """Show everybody's name, points, and whether they have answered."""
        self.table.setRowCount(len(figure))
        for row, (name, points, answered) in enumerate(figure):
            for column, text in enumerate((name, str(points), "✓" if answered else "")):
                item = QTableWidgetItem(text)
                if column:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
                self.table.setItem(row, column, item)
