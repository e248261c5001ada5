"""The jobs as a table: what needs somebody stands first."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QDateTime,
    QItemSelection,
    QItemSelectionModel,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QTableView

from parley.core.queue.jobs import STATES
from parley.desktop.queue.figures import JobFigure
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.language import said
from parley.desktop.widgets.plain import make_tip, one_line
from parley.desktop.widgets.theme import LOOK

AnyIndex = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
WHAT, STATE, TURNS, KIND, REASON = range(5)
ICONS: dict[str, tuple[str, str]] = {
    "running": ("ph.play-circle-fill", "accent"),
    "parked": ("ph.warning-fill", "tense"),
    "failed": ("ph.warning-octagon-fill", "bad"),
    "waiting": ("ph.clock", "secondary"),
    "finished": ("ph.check-circle-fill", "good"),
    "cancelled": ("ph.minus-circle", "faint"),
}
"""State -> icon and the theme's colour: the shape tells them apart too."""


class JobTable(QAbstractTableModel):
    """All jobs. Attributes: `rows`, in their order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[JobFigure] = []
        self.follow_words()

    def follow_words(self) -> None:
        """Take the look's colours and the language's words."""
        self._words = {str(state): said(word) for state, word in STATES.items()}
        self._titles = (self.tr("Job"), self.tr("State"), self.tr("Turns"), self.tr("Kind"), self.tr("Why it stands"))
        self._icons: dict[str, QIcon] = {name: icon(sign, LOOK.theme.colour(c)) for name, (sign, c) in ICONS.items()}

    def show(self, jobs: tuple[JobFigure, ...]) -> bool:
        """Show jobs. False where the rows are others now, or stand elsewhere: what was selected is then to be selected
        again."""
        fresh = sorted(jobs, key=attrgetter("order"))
        if [job.id for job in fresh] == [job.id for job in self.rows]:
            self.rows = fresh  # which cells differ is not looked for: only those in sight are painted
            if fresh:
                self.dataChanged.emit(self.index(0, 0), self.index(len(fresh) - 1, REASON))
            return True
        self.beginResetModel()
        self.rows = fresh
        self.endResetModel()
        return False

    def row_of(self, id_: str) -> int:
        """Return the row of a job, −1 where it is not shown."""
        return next((at for at, job in enumerate(self.rows) if job.id == id_), -1)

    def rowCount(self, parent: AnyIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: AnyIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._titles)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._titles):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        return _choose_column_alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid():
            return None
        job, column = self.rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(job, column)
        if role == Qt.ItemDataRole.DecorationRole:
            return self._icons.get(job.state) if column == STATE else None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _choose_column_alignment(column)
        if role == Qt.ItemDataRole.ForegroundRole:
            quiet = job.state == "cancelled" or column == KIND
            return LOOK.theme.colour("secondary") if quiet else None
        if role == Qt.ItemDataRole.ToolTipRole and column in (WHAT, STATE, REASON):
            return make_tip(job.what if column == WHAT else job.reason) or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self._titles[column]}: {self.text(job, column)}" if column == TURNS else None
        return None

    def text(self, job: JobFigure, column: int) -> str:
        """Return what a cell shows."""
        if column == STATE:
            return self._words.get(job.state, job.state) if job.due is None else self._format_waiting_until(job)
        if column == TURNS:
            return QLocale().toString(job.turns) if job.turns or job.state == "running" else ""
        return one_line({WHAT: job.what, KIND: job.kind, REASON: job.reason}[column])

    def _format_waiting_until(self, job: JobFigure) -> str:
        """Return in words until when a job waits."""
        assert job.due is not None
        due = QDateTime.fromSecsSinceEpoch(int(job.due.timestamp()))
        today = due.date() == QDateTime.currentDateTime().date()
        at = QLocale().toString(due.time() if today else due, QLocale.FormatType.ShortFormat)
        return self.tr("until {0}").format(at)


def _choose_column_alignment(column: int) -> int:
    side = Qt.AlignmentFlag.AlignRight if column == TURNS else Qt.AlignmentFlag.AlignLeft
    return int(side | Qt.AlignmentFlag.AlignVCenter)


def select_rows(table: QTableView, rows: Iterable[int], current: int) -> None:
    """Select rows, and let one be the keyboard's."""
    model, chosen = table.model(), QItemSelection()
    for row in rows:
        if row >= 0:
            chosen.select(model.index(row, 0), model.index(row, REASON))
    flags = QItemSelectionModel.SelectionFlag
    if current >= 0:  # the keyboard's row need not be selected
        table.selectionModel().setCurrentIndex(model.index(current, 0), flags.NoUpdate)
    table.selectionModel().select(chosen, flags.ClearAndSelect)
