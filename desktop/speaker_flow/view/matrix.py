"""Who answers whom, as a table of counts with a heat."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QBrush, QColor, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QStackedLayout, QTableView, QWidget

from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.bars import mixed
from parley.desktop.widgets.painted import Note
from parley.desktop.widgets.tables import bare_table
from parley.desktop.widgets.theme import LOOK
from parley.desktop.widgets.themed import Themed

AnyIndex = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
DISPLAY = int(Qt.ItemDataRole.DisplayRole)
Role = Qt.ItemDataRole
LEAST_CELL, WIDEST_CELL, TALLEST_CELL = 22.0, 64.0, 26.0
NAMED_FROM = 44.0
"""Pixels of a column from which its name stands above it instead of a letter."""


class AnswersModel(QAbstractTableModel):
    """`answers[i][j]` says how often i spoke right after j. Attribute: `named`, whether columns have room for names."""

    named = False

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.members: tuple[MemberFigure, ...] = ()
        self.answers: tuple[tuple[int, ...], ...] = ()
        self.most = 0

    def show_answers(self, members: tuple[MemberFigure, ...], answers: tuple[tuple[int, ...], ...]) -> None:
        """Show the counts; the current cell stays where the members do."""
        names, before = ([member.name for member in each] for each in (members, self.members))
        same = names == before and len(answers) == len(self.answers)
        if same and answers == self.answers:
            return
        if not same:
            self.beginResetModel()
        self.members, self.answers = members, answers
        self.most = max((count for row in answers for count in row), default=0)
        if not same:
            self.endResetModel()
        elif answers:
            self.dataChanged.emit(self.index(0, 0), self.index(len(answers) - 1, len(answers) - 1))

    def rowCount(self, parent: AnyIndex = ROOT) -> int:
        return 0 if parent.isValid() else len(self.answers)

    def columnCount(self, parent: AnyIndex = ROOT) -> int:
        return 0 if parent.isValid() else len(self.answers)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        """Names; above narrow columns their letters."""
        member = self.members[section]
        if role == Role.ToolTipRole:
            return member.name
        if role == Role.DisplayRole:
            return member.name if self.named or orientation == Qt.Orientation.Vertical else member.initial
        return None

    def data(self, index: AnyIndex, role: int = DISPLAY) -> Any:
        """Return a count, its heat, and both in a sentence."""
        row, column = index.row(), index.column()
        count = self.answers[row][column]
        match role:
            case Role.DisplayRole:
                return str(count) if count else ""
            case Role.ToolTipRole | Role.AccessibleTextRole:
                return self.told_cell(row, column)
            case Role.TextAlignmentRole:
                return int(Qt.AlignmentFlag.AlignCenter)
            case Role.BackgroundRole if row == column and not count:
                return QBrush(LOOK.theme.colour("border"), Qt.BrushStyle.BDiagPattern)
            case Role.BackgroundRole:
                return self._mix_heat_colour(count)
            case Role.ForegroundRole:
                return letters_on(self._mix_heat_colour(count))
        return None

    def _mix_heat_colour(self, count: int) -> QColor:
        ground = LOOK.theme.colour("raised")
        return mixed(LOOK.theme.colour("accent"), ground, 0.12 + 0.88 * count / self.most) if count else ground

    def told_cell(self, row: int, column: int) -> str:
        """Return a count in a sentence."""
        count, name = self.answers[row][column], self.members[row].name
        if row == column:
            return self.tr("{name} went on speaking: {count}×").format(name=name, count=count)
        return self.tr("{name} spoke right after {before}: {count}×").format(
            name=name, before=self.members[column].name, count=count
        )


class AnswersMatrix(Themed, QWidget):
    """A row for who spoke, a column for whom they spoke right after."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = AnswersModel(self)
        self.table = QTableView(self)
        self.table.setModel(self.model)
        bare_table(self.table)
        self.table.verticalHeader().show()
        self.table.setFrameShape(QTableView.Shape.NoFrame)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.table.setAccessibleName(self.tr("Who answers whom"))
        self.note = Note(parent=self)
        self.note.setWordWrap(True)
        self.note.setText(
            self.tr("Nobody has answered anybody yet. Each turn counts as an answer to the one before it.")
        )
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.note)
        self._stack.addWidget(self.table)
        self.setFocusProxy(self.table)
        self._restyle()

    def show_answers(self, members: tuple[MemberFigure, ...], answers: tuple[tuple[int, ...], ...]) -> None:
        """Show the counts; `answers[i][j]` says how often i spoke right after j."""
        self.model.show_answers(members, answers)
        self._stack.setCurrentIndex(1 if self.model.most else 0)
        self._fit()

    def select_member(self, member_id: str) -> None:
        """Go to a member's own cell."""
        ids = [member.id for member in self.model.members]
        if member_id in ids[: self.model.rowCount()]:
            at = ids.index(member_id)
            self.table.setCurrentIndex(self.model.index(at, at))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Give cells what room there is, between the least that can be read and the most that is wanted."""
        count, scale = max(1, self.model.rowCount()), self.scale
        table, head = self.table, self.table.horizontalHeader()
        wide = (self.width() - table.verticalHeader().sizeHint().width() - 4) / count
        tall = (self.height() - head.sizeHint().height() - 4) / count
        wide = max(LEAST_CELL * scale, min(WIDEST_CELL * scale, wide))
        for header, size in (
            (head, wide),
            (table.verticalHeader(), max(LEAST_CELL * scale, min(TALLEST_CELL * scale, tall))),
        ):
            header.setMinimumSectionSize(1)
            header.setDefaultSectionSize(round(size))
        self.model.named = wide >= NAMED_FROM * scale

    def _restyle(self) -> None:
        font = self.letters(11)
        for each in (self.table, self.table.horizontalHeader(), self.table.verticalHeader()):
            each.setFont(font)
        size = font.pixelSize()
        sheet = (
            f"QTableView {{ background: transparent; font-size: {size}px; }} QTableView::item {{ padding: 0; }}"
            f"QHeaderView::section {{ font-size: {size}px; padding: 1px 3px; }}"
        )
        if sheet != self.table.styleSheet():
            # Another theme alone changes nothing of it.
            self.table.setStyleSheet(sheet)
        self._fit()


def letters_on(ground: QColor) -> QColor:
    """Black or white, whichever stands out from a fill."""
    light = 0.299 * ground.redF() + 0.587 * ground.greenF() + 0.114 * ground.blueF()
    return QColor("#10131a" if light > 0.5 else "#ffffff")
