"""The candidate scenes as a table: what spoke for each of them, and what against."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QAbstractItemView, QFrame, QSizePolicy, QTableWidget, QTableWidgetItem, QWidget

from parley.desktop.modes.office.figures import TERMS, CandidateFigure, GameMasterFigure
from parley.desktop.modes.office.words import ICONS
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.language import labelled
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.tables import bare_table
from parley.desktop.widgets.themed import Themed

ROW, TITLE = 24, 170
"""Pixels at a text scale of 1: a row, and the column of the scenes at most."""
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class RankingTable(Themed, QTableWidget):
    """A row for each candidate, best first: the scene, its score, and the terms of it. The chosen one carries a tick.

    Signals: `candidate_selected(int)`.
    """

    candidate_selected = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.figure = GameMasterFigure()
        bare_table(self)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setTabKeyNavigation(False)
        self.setAccessibleName(self.tr("Candidate scenes"))
        self.setColumnCount(2 + len(TERMS))
        self.currentCellChanged.connect(lambda row, *_: self.candidate_selected.emit(row))
        self._restyle()

    def show_figure(self, figure: GameMasterFigure) -> None:
        """Show the candidates of another choice; the chosen one is selected."""
        same = figure.candidates == self.figure.candidates and figure.chosen == self.figure.chosen
        self.figure = figure
        if not same:
            with QSignalBlocker(self):
                self._fill()
                self.setCurrentCell(max(0, figure.chosen), 0)

    def candidate(self) -> CandidateFigure | None:
        """The selected one."""
        row = self.currentRow()
        return self.figure.candidates[row] if 0 <= row < len(self.figure.candidates) else None

    def sizeHint(self) -> QSize:
        """Room for every candidate: whoever holds it scrolls."""
        rows = self.rowCount() * self.verticalHeader().defaultSectionSize()
        bar = self.horizontalScrollBar().sizeHint().height()
        return QSize(280, self.horizontalHeader().sizeHint().height() + rows + bar + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(150, self.sizeHint().height())

    def _fill(self) -> None:
        titles = [self.tr("Scene"), self.tr("Score"), *(labelled("scene_term", name) for name in TERMS)]
        self.setHorizontalHeaderLabels(titles)
        self.setRowCount(len(self.figure.candidates))
        number = self.locale().toString
        for row, each in enumerate(self.figure.candidates):
            chosen = row == self.figure.chosen
            cells = [each.title, *(number(float(value), "f", 2) for value in (each.score, *each.terms))]
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                item.setToolTip(tooltip(self._told(each)))
                if column:
                    item.setTextAlignment(RIGHT)
                else:
                    sign = "ph.check-circle-fill" if chosen else ICONS.get(each.scene_type, "ph.chats")
                    item.setIcon(icon(sign, self.theme.colour("accent" if chosen else "faint"), sizes=(16,)))
                if chosen:
                    strong = QFont(self.font())
                    strong.setWeight(QFont.Weight.DemiBold)
                    item.setFont(strong)
                self.setItem(row, column, item)
        header = self.horizontalHeader()
        for column in range(1, self.columnCount()):
            self.setColumnWidth(column, header.sectionSizeHint(column))
        self.setColumnWidth(0, min(round(TITLE * self.scale), self.sizeHintForColumn(0)))
        self.updateGeometry()

    def _told(self, each: CandidateFigure) -> str:
        """Who would be there, about what, and why."""
        who = ", ".join(member.name for member in each.members)
        return "\n".join(part for part in (f"{each.title}: {who}" if who else each.title, each.topic, each.why) if part)

    def _restyle(self) -> None:
        self.setFont(self.letters(12))
        self.horizontalHeader().setFont(self.letters(11))
        self.verticalHeader().setDefaultSectionSize(round(ROW * self.scale))
        self.setStyleSheet("QTableView { background: transparent; }")
        row = self.currentRow()
        with QSignalBlocker(self):
            self._fill()
            self.setCurrentCell(row, 0)
