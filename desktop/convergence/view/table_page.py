"""The page of the table: a row for each turn, member or pair, sorted by any column."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QToolButton,
    QWidget,
)  # fmt: skip

from parley.desktop.convergence.table_model import TURN_ROLE, TURNS, MeasureTable
from parley.desktop.convergence.view.choice import Choice
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import STRETCH, across, upright
from parley.desktop.widgets.tables import SortedPage


class TablePage(SortedPage):
    """Signals: `kind_chosen(kind)`, `turn_chosen(number)`, `export_wanted()`."""

    kind_chosen = Signal(str)
    turn_chosen = Signal(int)
    export_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Measures"), parent)
        self._model: MeasureTable | None = None
        self._shown = 0
        self.kind = Choice(self.tr("Rows"), self)
        self.kind.offer(
            ((self.tr("Turns"), "turns", ""), (self.tr("Members"), "members", ""), (self.tr("Pairs"), "pairs", "")),
            TURNS,
        )
        self.export = QToolButton(self)
        self.export.setText(self.tr("Export…"))
        self.export.setAccessibleName(self.tr("Export the table"))
        self.export.setToolTip(self.tr("Save the table as CSV or Parquet"))
        self.export.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        line = across(self.kind, STRETCH, self.export, spacing=6)
        upright(line, (self.stack, 1), within=self, margins=(0, 4, 0, 0), spacing=4)
        self.kind.activated.connect(lambda: self.kind_chosen.emit(str(self.kind.value())))
        self.export.clicked.connect(self.export_wanted)
        self._restyle()

    def set_model(self, model: MeasureTable) -> None:
        """Show this table."""
        self._model = model
        self.sorted.setSourceModel(model)
        self.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        for signal in (model.modelReset, model.rowsInserted):
            signal.connect(self._tell)
        model.modelReset.connect(self.size_columns)
        self._tell()
        self.size_columns()

    def show_turn(self, shown: int, kind: str) -> None:
        """Mark the shown turn's row."""
        self.kind.offer(self.kind.offered(), kind)
        if shown == self._shown or kind != TURNS or self._model is None:
            return
        self._shown = shown
        at = self._find_row_of_turn(shown)
        if at.isValid():
            self.table.setCurrentIndex(at)

    def _find_row_of_turn(self, turn: int) -> QModelIndex:
        model = self._model
        assert model is not None
        low, high = 0, model.rowCount()
        while low < high:
            middle = (low + high) // 2
            if model.data(model.index(middle, 0), TURN_ROLE) < turn:
                low = middle + 1
            else:
                high = middle
        if low >= model.rowCount() or model.data(model.index(low, 0), TURN_ROLE) != turn:
            return QModelIndex()
        column = max(0, self.table.currentIndex().column())
        return self.sorted.mapFromSource(model.index(low, column))

    def _tell(self) -> None:
        there = self._model is not None and self._model.rowCount() > 0
        sentence = self.tr("Every line is measured here as soon as it was said: words, questions, overlap and more.")
        if there != (self.stack.currentIndex() == 0) or not self.note.text():
            self.note.setText(sentence)
            self.stack.setCurrentIndex(0 if there else 1)
        self.export.setEnabled(there)

    def open_row(self, index: QModelIndex) -> None:
        """Go to the row's turn."""
        turn = index.data(TURN_ROLE) if index.isValid() else 0
        if turn:
            self.turn_chosen.emit(int(turn))

    def size_columns(self) -> None:
        """As wide as the titles; names get a little more."""
        model, head = self.sorted, self.table.horizontalHeader()
        metrics = head.fontMetrics()
        for column in range(model.columnCount()):
            title = str(model.headerData(column, Qt.Orientation.Horizontal))
            wide = metrics.horizontalAdvance(title) + 34
            leading = self._model is not None and not self._model.name_of(column)
            head.resizeSection(
                column,
                max(wide, round((84 if leading and title in self._list_name_column_titles() else 52) * self.scale)),
            )

    def _list_name_column_titles(self) -> tuple[str, ...]:
        """Return the titles of columns with names in them, which want more room."""
        return tuple(self._model.name_titles()) if self._model is not None else ()

    def _restyle(self) -> None:
        super()._restyle()
        self.export.setIcon(icon("ph.export", self.theme.colour("secondary")))
