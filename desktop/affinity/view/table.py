"""The network as a table: each pair with how it stands, how it moved and why, to be read, sorted and read aloud."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QWidget

from parley.desktop.affinity.figures import EdgeFigure, NetworkFigure
from parley.desktop.affinity.numbers import format_change, format_trust, say_value
from parley.desktop.affinity.view.picture import told_deeds
from parley.desktop.widgets.layouts import vbox
from parley.desktop.widgets.tables import SORT_ROLE, SortedPage

AnyIndex = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
FIRST, SECOND, STANDS, TODAY, CHANGE, TURN, REASON = range(7)
DISPLAY = int(Qt.ItemDataRole.DisplayRole)
MOST_WRAPPED = 60
"""Rows whose reasons are wrapped beside the network: each is measured whenever the column's width changes."""
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class TieModel(QAbstractTableModel):
    """A row for each pair that something links. Attribute: `columns`, what stands in each."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._figure = NetworkFigure()
        self._rows: list[EdgeFigure] = []
        self.columns: tuple[int, ...] = ()
        self._turns: dict[tuple[int, int], int] = {}

    def show_figure(self, figure: NetworkFigure, *, brief: bool = False) -> None:
        """Show another figure, those first between whom something happened last; `brief` beside the network, which
        shows the rest.
        """
        happened = sorted((*figure.moves, *figure.deeds), key=lambda move: move.turn)  # The last of a pair wins below
        self._turns = {(move.a, move.b): move.turn for move in happened}
        rows = [edge for edge in figure.edges if edge.linked]
        rows.sort(key=lambda edge: (-self._turns.get((edge.a, edge.b), 0), -abs(edge.change), -edge.affinity))
        columns = tuple(column for column in range(7) if column != TODAY or "today" in figure.spans)
        if figure.versus:
            columns = (FIRST, SECOND, STANDS, CHANGE)
        elif brief:
            moved = TODAY if "today" in figure.spans else CHANGE
            columns = (FIRST, SECOND, moved if figure.moves else STANDS, REASON)
            # The pairs between whom nothing happened would be empty rows.
            rows = [edge for edge in rows if edge.reason or told_deeds(figure, edge)] or rows
        names = [member.id for member in figure.members] == [member.id for member in self._figure.members]
        same = names and columns == self.columns and len(rows) == len(self._rows)
        if same and figure.measure == self._figure.measure:
            # No reset, which would scroll back to the top at each turn.
            self._figure, self._rows = figure, rows
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(columns) - 1))
        else:
            self.beginResetModel()
            self._figure, self._rows, self.columns = figure, rows, columns
            self.endResetModel()

    def turn(self, row: int) -> int:
        """Return the turn at which something happened last between a row's two; 0 where nothing did."""
        edge = self._rows[row]
        return self._turns.get((edge.a, edge.b), 0)

    def rowCount(self, parent: AnyIndex = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)  # Cells have no children

    def columnCount(self, parent: AnyIndex = ROOT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        """Return the columns' titles."""
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            self.tr("Member"),
            self.tr("Other"),
            self.tr("Trust") if self._figure.measure == "trust" else self.tr("Affinity"),
            self.tr("Today"),
            self.tr("Left minus right") if self._figure.versus else self.tr("Since start"),
            self.tr("Turn"),
            self.tr("Reason"),
        )[self.columns[section]]

    def data(self, index: AnyIndex, role: int = DISPLAY) -> Any:
        """Return what a cell shows, what it is sorted by, and at which side it stands."""
        if not index.isValid():
            return None
        edge, column = self._rows[index.row()], self.columns[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if column in (STANDS, TODAY, CHANGE, TURN) else None
        if role == SORT_ROLE:  # As numbers: sorted as text, −0.10 would come before −0.20
            members = self._figure.members
            return (
                members[edge.a].name,
                members[edge.b].name,
                edge.affinity,
                edge.today,
                edge.change,
                self.turn(index.row()),
                edge.reason,
            )[column]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self._format_cell(edge, column)
        return None

    def _format_cell(self, edge: EdgeFigure, column: int) -> str:
        members, trust = self._figure.members, self._figure.measure == "trust"
        if column in (TODAY, CHANGE):
            drift = edge.today if column == TODAY else edge.change
            return format_change(drift, trust=trust) if abs(drift) >= 0.0005 else ""
        if column == STANDS:
            return format_trust(edge.affinity) if trust else say_value(edge.affinity)
        if column == TURN:
            return str(self._turns.get((edge.a, edge.b), ""))
        if column == REASON:
            return edge.reason or told_deeds(self._figure, edge)
        return members[edge.a if column == FIRST else edge.b].name


class AffinityTable(SortedPage):
    """The table. Enter or a double click goes to the turn at which a pair moved last. Signals: `turn_chosen(turn)`."""

    turn_chosen = Signal(int)
    item_sheet = "QTableView::item { padding: 4px 3px; }"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.ties = TieModel(self)
        self.sorted.setSourceModel(self.ties)
        self.table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)  # −1: the model's order, until a title is clicked
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.setAccessibleName(self.tr("Affinities as a table"))
        self.note.setText(self.tr("Nobody stands to anybody otherwise than strangers do."))
        vbox(self.stack, within=self, margins=0)
        self.ties.modelReset.connect(self.size_columns)  # A reset may bring other columns
        self._apply_theme()

    def show_figure(self, figure: NetworkFigure, *, brief: bool = False) -> None:
        """Show the pairs of a figure."""
        self.ties.show_figure(figure, brief=brief)
        self.stack.setCurrentIndex(0 if self.ties.rowCount() else 1)
        wrapped = brief and self.ties.rowCount() <= MOST_WRAPPED
        if wrapped != self.table.wordWrap():
            # Only when it changes: the header then measures every row anew.
            modes = QHeaderView.ResizeMode
            self.table.setWordWrap(wrapped)
            self.table.verticalHeader().setSectionResizeMode(modes.ResizeToContents if wrapped else modes.Fixed)

    def open_row(self, index: QModelIndex) -> None:
        """Go to the turn of a row."""
        if index.isValid() and (turn := self.ties.turn(self.sorted.mapToSource(index).row())):
            self.turn_chosen.emit(turn)

    def size_columns(self) -> None:
        """Make numbers as wide as their titles, and leave room for a reason of some words."""
        header = self.table.horizontalHeader()
        for number in range(self.ties.columnCount()):
            column = self.ties.columns[number]
            wide = 78 if column in (FIRST, SECOND) else 100 if column == REASON else 44
            self.table.setColumnWidth(number, max(round(wide * self.scale), header.sectionSizeHint(number)))
