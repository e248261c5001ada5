"""The measures as a table: a row for each turn, member or ordered pair."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QLocale, QModelIndex, QObject, QPersistentModelIndex, Qt

from parley.desktop.convergence.measuring import MEASURES, Key, Means, Measuring
from parley.desktop.convergence.words import description, title
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.tables import SORT_ROLE

AnyIndex = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
TURN_ROLE = int(Qt.ItemDataRole.UserRole) + 2
"""The row's turn; 0 in a table of members or pairs."""
TURNS, MEMBERS, PAIRS = "turns", "members", "pairs"
KINDS = (TURNS, MEMBERS, PAIRS)
LEADING = {TURNS: ("turn", "speaker", "answers"), MEMBERS: ("member", "turns"), PAIRS: ("speaker", "answers", "turns")}
"""What stands before the measures, by what the rows are."""
WHOLE = frozenset({"characters", "words", "sentences", "vocabulary", "questions", "exclamations"})
"""Counts: whole numbers in a row of one turn."""
LEAST = -math.inf


class MeasureTable(QAbstractTableModel):
    """The measures of the open run, or of a span of it. Rows of turns are only ever added at the end, until `reset`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._measuring = Measuring((), "en")
        self._members: tuple[MemberFigure, ...] = ()
        self._kind = TURNS
        self._keys: list[Key] = []
        self._rows = 0
        self._span = range(0)
        self._means: dict[Key, Means] = {}
        self._of_span: tuple[Measuring, range, dict[Key, Means]] = (self._measuring, range(0), {})
        self._locale = QLocale()

    # What is shown ------------------------------------------------------------------------------------------------

    @property
    def kind(self) -> str:
        """What the rows are: "turns", "members" or "pairs"."""
        return self._kind

    def reset(self, measuring: Measuring, members: tuple[MemberFigure, ...]) -> None:
        """Show the measures of another run, or of this one from its first turn on."""
        self.beginResetModel()
        self._measuring, self._members, self._span = measuring, members, range(0)
        self._locale = QLocale()
        self._count()
        self.endResetModel()

    def show_kind(self, kind: str) -> None:
        """Have rows of turns, members or pairs."""
        if kind != self._kind:
            self.beginResetModel()
            self._kind = kind
            self._count()
            self.endResetModel()

    def show_span(self, span: range) -> None:
        """Measure these turns alone; all for no turns."""
        if span != self._span:
            self.beginResetModel()
            self._span = span
            self._count()
            self.endResetModel()

    def follow(self, members: tuple[MemberFigure, ...]) -> None:
        """Take in what was measured since."""
        renamed = [each.name for each in members] != [each.name for each in self._members]
        self._members = members
        if self._kind == TURNS:
            grown = len(self._measuring.rows_in(self._span))
            if grown > self._rows:
                self.beginInsertRows(QModelIndex(), self._rows, grown - 1)
                self._rows = grown
                self.endInsertRows()
            if renamed and self._rows:
                self.dataChanged.emit(self.index(0, 1), self.index(self._rows - 1, 2))
            return
        self._find_means()
        keys = self._find_sorted_keys()
        if keys != self._keys:
            self.beginResetModel()
            self._count()
            self.endResetModel()
        elif self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(self._rows - 1, self.columnCount() - 1))

    def _count(self) -> None:
        self._find_means()
        self._keys = self._find_sorted_keys()
        self._rows = len(self._measuring.rows_in(self._span)) if self._kind == TURNS else len(self._keys)

    def _find_means(self) -> None:
        """Those of the whole run are kept up with it, those of a span are taken anew."""
        self._means = self._measuring.means
        if self._span and self._kind != TURNS:
            rows = self._measuring.rows_in(self._span)
            if (self._measuring, rows) != self._of_span[:2]:
                self._of_span = self._measuring, rows, self._measuring.means_in(rows)
            self._means = self._of_span[2]

    def _find_sorted_keys(self) -> list[Key]:
        if self._kind == TURNS:
            return []
        return sorted(key for key in self._means if (key[1] >= 0) == (self._kind == PAIRS))

    # What Qt asks -------------------------------------------------------------------------------------------------

    def rowCount(self, parent: AnyIndex = _ROOT) -> int:
        """Return how many rows."""
        return 0 if parent.isValid() else self._rows

    def columnCount(self, parent: AnyIndex = _ROOT) -> int:
        """Return what stands before the measures, and the measures."""
        return 0 if parent.isValid() else len(LEADING[self._kind]) + len(MEASURES)

    def name_of(self, column: int) -> str:
        """Return the measure of a column; empty for what stands before them."""
        at = column - len(LEADING[self._kind])
        return MEASURES[at] if 0 <= at < len(MEASURES) else ""

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        """Titles, and as a tool tip what a measure means."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        name = self.name_of(section)
        if role == Qt.ItemDataRole.DisplayRole:
            return title(name) if name else self._look_up_leading_title(section)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole) and name:
            return tooltip(description(name)) if role == Qt.ItemDataRole.ToolTipRole else description(name)
        return None

    def _look_up_leading_title(self, section: int) -> str:
        return {
            "turn": self.tr("Turn"),
            "speaker": self.tr("Speaker"),
            "answers": self.tr("Answers"),
            "member": self.tr("Member"),
            "turns": self.tr("Turns"),
        }[LEADING[self._kind][section]]

    def name_titles(self) -> tuple[str, ...]:
        """Return the titles of the columns in which names stand."""
        return self.tr("Speaker"), self.tr("Answers"), self.tr("Member")

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Return a cell as text, as what it is sorted by, and its row's turn."""
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        if role in (Qt.ItemDataRole.DisplayRole, SORT_ROLE):
            value = self.value(row, column)
            if role == SORT_ROLE:
                return LEAST if isinstance(value, float) and math.isnan(value) else value
            return value if isinstance(value, str) else self._told(value, self.name_of(column))
        if role == TURN_ROLE:
            return self._measuring.series.numbers[self._place(row)] if self._kind == TURNS else 0
        if role == Qt.ItemDataRole.TextAlignmentRole:
            text = isinstance(self.value(row, column), str)
            side = Qt.AlignmentFlag.AlignLeft if text else Qt.AlignmentFlag.AlignRight
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        return None

    def value(self, row: int, column: int) -> str | float:
        """Return a cell's value; NaN where a measure is missing."""
        leading = LEADING[self._kind]
        if column < len(leading):
            return self._look_up_leading_value(row, leading[column])
        at = column - len(leading)
        if self._kind == TURNS:
            return self._measuring.value(MEASURES[at], self._place(row))
        return self._means[self._keys[row]].mean(at)

    def _place(self, row: int) -> int:
        """Return where the row of a turn stands among those of the whole run."""
        return self._measuring.rows_in(self._span).start + row if self._span else row

    def _look_up_leading_value(self, row: int, what: str) -> str | float:
        series = self._measuring.series
        if what == "turn":
            return int(series.numbers[self._place(row)])
        if what == "turns":
            return self._means[self._keys[row]].rows
        at = self._place(row) if self._kind == TURNS else 0
        key = (series.speakers[at], series.answered[at]) if self._kind == TURNS else self._keys[row]
        return self._name(key[1] if what == "answers" else key[0])

    def _name(self, member: int) -> str:
        return self._members[member].name if 0 <= member < len(self._members) else ""

    def _told(self, value: float, name: str) -> str:
        if math.isnan(value):
            return "–"
        whole = not name or (self._kind == TURNS and name in WHOLE)
        return self._locale.toString(int(value)) if whole else self._locale.toString(float(value), "f", 2)

    # For a file ---------------------------------------------------------------------------------------------------

    def columns(self) -> dict[str, list[str | float]]:
        """Return the whole table in full precision, under the measures' own names."""
        names = [*LEADING[self._kind], *MEASURES]
        return {name: [self.value(row, at) for row in range(self._rows)] for at, name in enumerate(names)}
