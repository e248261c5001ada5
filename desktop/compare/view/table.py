"""The settings of two runs, what the director did, and how each went: what differs, or all."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from parley.desktop.compare.figures import ComparedSetting
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.tables import bare_table
from parley.desktop.widgets.themed import Themed

LONGEST = 600
"""Characters of a value that the table holds; the whole is in its tip."""
MOST = 7
"""Rows up to which the table grows; below, it scrolls."""


class SettingsTable(Themed, QTableWidget):
    """Three columns: what it is, and its value in each run."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[ComparedSetting, ...] = ()
        self._all = False
        self.setColumnCount(3)
        self.setAccessibleName(self.tr("Settings and outcomes of both runs"))
        bare_table(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabKeyNavigation(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.verticalHeader().setMinimumSectionSize(10)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_rows(self, rows: tuple[ComparedSetting, ...]) -> None:
        """Show what two runs have in their settings, what was done to them, or how they went."""
        self._rows = rows
        self._fill()

    def show_all(self, on: bool) -> None:
        """Show all, or only what differs."""
        self._all = on
        self._fill()

    def _restyle(self) -> None:
        self._fill()

    def told(self) -> tuple[ComparedSetting, ...]:
        """Return the rows that are shown."""
        return tuple(row for row in self._rows if self._all or row.differs)

    def _fill(self) -> None:
        rows = self.told()
        self.setRowCount(len(rows))
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        for at, row in enumerate(rows):
            for column, text in enumerate((row.title, row.one, row.other)):
                item = QTableWidgetItem(" ".join(text.split())[:LONGEST])
                item.setToolTip(tooltip(text if column else ""))
                role = "secondary" if not column else "text" if row.differs else "faint"
                item.setForeground(self.theme.colour(role))
                if column and row.differs:
                    item.setFont(bold)
                self.setItem(at, column, item)
        high = self.fontMetrics().height() + 8
        self.verticalHeader().setDefaultSectionSize(high)
        self.setFixedHeight(high * min(MOST, len(rows)) + 2)
        self.setVisible(bool(rows))
