"""The judges' dock: what is asked and of whom, the grades of each line, and how far the graders agree."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QPushButton, QStackedWidget, QTableWidget, QTableWidgetItem, QWidget

from parley.desktop.judges.figures import Choices, JudgesFigure
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.forms.editors import get_label, say
from parley.desktop.widgets.layouts import hbox, vbox
from parley.desktop.widgets.painted import centred_note
from parley.desktop.widgets.parts import Scrolled
from parley.desktop.widgets.plain import make_tip
from parley.desktop.widgets.tables import bare_table
from parley.desktop.widgets.themed import Themed


class JudgesView(Themed, QWidget):
    """Signals: `rubric_chosen(name)`; `wanted(voice)`, that it grades; `cancelled()`; `by_hand()`, that somebody grades
    by hand; `turn_chosen(turn)`; `shown()`, the dock came into sight."""

    rubric_chosen = Signal(str)
    wanted = Signal(str)
    cancelled = Signal()
    by_hand = Signal()
    turn_chosen = Signal(int)
    shown = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure: JudgesFigure | None = None
        self.setAccessibleName(self.tr("Judges"))
        self.rubric, self.voice = ElidedCombo(), ElidedCombo()
        self.rubric.setAccessibleName(self.tr("Rubric"))
        self.voice.setAccessibleName(self.tr("Who judges"))
        self.question, self.told = get_label(role="small"), get_label(role="small")
        self.grade = QPushButton(self.tr("Grade"))
        self.grade.setProperty("primary", True)
        self.grade.setToolTip(self.tr("What it costs is told before anything is asked."))
        self.cancel = QPushButton(self.tr("Cancel"))
        self.progress, self.problem = get_label(role="small"), get_label(role="bad")
        self.hand = QPushButton(self.tr("Grade blind by hand…"))
        self.table = QTableWidget()
        bare_table(self.table)
        self.table.setAccessibleName(self.tr("Grades"))
        self.table.setSelectionMode(self.table.SelectionMode.SingleSelection)
        self.table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.empty = centred_note()
        self._below = QStackedWidget()
        self._below.addWidget(self.empty)
        self._below.addWidget(self.table)
        asked = hbox((self.voice, 1), self.grade, self.cancel, spacing=6)
        first = hbox((self.rubric, 1), self.hand, spacing=6)
        self._told = Scrolled(self.told)
        self.told.setAlignment(Qt.AlignmentFlag.AlignTop)
        vbox(
            first, self.question, asked, self.progress, self.problem, (self._below, 6), (self._told, 1),
            within=self, margins=(12, 6, 12, 8), spacing=6,
        )  # fmt: skip
        self.rubric.activated.connect(lambda _at: self.rubric_chosen.emit(self.rubric.currentData()))
        self.grade.clicked.connect(lambda: self.wanted.emit(self.voice.currentData() or ""))
        self.cancel.clicked.connect(self.cancelled)
        self.hand.clicked.connect(self.by_hand)
        self.table.itemActivated.connect(self._choose_turn)
        self.table.itemClicked.connect(self._choose_turn)
        self._apply_theme()
        self.show_figure(JudgesFigure())

    def show_figure(self, figure: JudgesFigure) -> None:
        """Show what was graded so far, and what can be asked."""
        if figure == self._figure:
            return
        before, self._figure = self._figure, figure
        self._fill_combo(self.rubric, figure.rubrics, figure.rubric)
        # A rubric's own voice is proposed once; whoever chooses another keeps it.
        anew = before is None or before.rubric != figure.rubric
        self._fill_combo(self.voice, figure.voices, (figure.voice if anew else "") or self.voice.currentData() or "")
        self.question.setText(figure.question)
        busy = bool(figure.progress)
        self.grade.setVisible(not busy)
        self.cancel.setVisible(busy)
        self.grade.setEnabled(bool(figure.rows and figure.voices))
        self.hand.setEnabled(bool(figure.rows) and not busy)
        self.voice.setEnabled(bool(figure.voices) and not busy)
        self.grade.setText(self.tr("Yes, grade") if figure.estimate else self.tr("Grade"))
        say(self.progress, figure.progress or figure.estimate, "strong" if figure.estimate else "small")
        say(self.problem, figure.problem)
        self.told.setText("\n".join(figure.told))
        self._told.setVisible(bool(figure.told))
        self.empty.setText(figure.note)
        self._below.setCurrentIndex(0 if figure.note else 1)
        if before is None or (before.rows, before.graders) != (figure.rows, figure.graders):
            self._fill_table(figure)  # else whoever reads it keeps their place

    def showEvent(self, event: QShowEvent) -> None:
        """Emit `shown`."""
        super().showEvent(event)
        self.shown.emit()

    def _fill_combo(self, combo: ElidedCombo, choices: Choices, chosen: str) -> None:
        there = tuple((combo.itemData(at), combo.itemText(at)) for at in range(combo.count()))
        with QSignalBlocker(combo):
            if there != choices:
                combo.clear()
                for name, title in choices:
                    combo.addItem(title, name)
            combo.setCurrentIndex(max(0, combo.findData(chosen)) if choices else -1)

    def _fill_table(self, figure: JudgesFigure) -> None:
        titles = (self.tr("Turn"), self.tr("Name"), *figure.graders)
        self.table.setColumnCount(len(titles))
        self.table.setHorizontalHeaderLabels(titles)
        self.table.setRowCount(len(figure.rows))
        for at, row in enumerate(figure.rows):
            cells = ((str(row.turn) if row.turn else self.tr("all"), ""), (row.name, row.name), *row.grades)
            for column, (text, tip) in enumerate(cells):
                item = QTableWidgetItem(text)
                item.setToolTip(make_tip(tip))
                self.table.setItem(at, column, item)
        head = self.table.horizontalHeader()
        for column in range(len(titles)):
            head.setSectionResizeMode(column, head.ResizeMode.Stretch)
            if (title := self.table.horizontalHeaderItem(column)) is not None:
                title.setToolTip(make_tip(titles[column]))
        head.setSectionResizeMode(0, head.ResizeMode.ResizeToContents)

    def _choose_turn(self, item: QTableWidgetItem) -> None:
        if self._figure is not None and (turn := self._figure.rows[item.row()].turn):
            self.turn_chosen.emit(turn)

    def _apply_theme(self) -> None:
        self.table.setFont(self.letters(12))
        self.table.setStyleSheet("QTableView::item { padding: 0px 5px; } QHeaderView::section { padding: 3px 5px; }")
        self.table.verticalHeader().setDefaultSectionSize(round(23 * self.scale))
        # Four rows of the table and two of what they come to, in however low a dock.
        self._below.setMinimumHeight(round(112 * self.scale))
        self._told.setMinimumHeight(round(34 * self.scale))
