"""The jobs as a table: what needs somebody stands first. Ordered here, for there may be 10,000 of them."""

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

from parley.desktop.queue.figures import JobFigure
from parley.desktop.queue.words import job_titles, state_words
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.plain import one_line, tooltip
from parley.desktop.widgets.theme import LOOK

AnyIndex = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
WHAT, STATE, TURNS, KIND, REASON = range(5)
NAMES = ("what", "state", "turns", "kind", "reason")
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
        self._ids: list[str] = []
        self._at: dict[str, int] = {}
        self.follow_words()

    def follow_words(self) -> None:
        """Take the look's colours and the language's words."""
        self._words, self._titles = state_words(), job_titles()
        self._icons: dict[str, QIcon] = {name: icon(sign, LOOK.theme.colour(c)) for name, (sign, c) in ICONS.items()}

    def show(self, jobs: tuple[JobFigure, ...]) -> bool:
        """Show jobs. False where the rows are others now, or stand elsewhere: what was selected is then to be selected
        again."""
        fresh = sorted(jobs, key=attrgetter("order"))
        old, ids = self.rows, [job.id for job in fresh]
        grows = len(fresh) > len(old)
        if self._ids == (ids[: len(old)] if grows else ids):
            changed = [at for at, (before, now) in enumerate(zip(old, fresh, strict=False)) if before is not now]
            if grows:
                self.beginInsertRows(_ROOT, len(old), len(fresh) - 1)
            self.rows, self._ids = fresh, ids
            if grows:
                self._at = {}
                self.endInsertRows()
            if changed:
                self.dataChanged.emit(self.index(changed[0], 0), self.index(changed[-1], REASON))
            return True
        self.beginResetModel()
        self.rows, self._ids, self._at = fresh, ids, {}
        self.endResetModel()
        return False

    def row_of(self, id_: str) -> int:
        """Return the row of a job, −1 where it is not shown."""
        if not self._at:
            self._at = {each: at for at, each in enumerate(self._ids)}
        return self._at.get(id_, -1)

    def rowCount(self, parent: AnyIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: AnyIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(NAMES)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(NAMES):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._titles[NAMES[section]] if section != WHAT else self.tr("Job")
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
            return tooltip(job.what if column == WHAT else job.reason) or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self._titles[NAMES[column]]}: {self.text(job, column)}" if column == TURNS else None
        return None

    def text(self, job: JobFigure, column: int) -> str:
        """Return what a cell shows."""
        match column:
            case 0:
                return one_line(job.what)
            case 1:
                return self._words.get(job.state, job.state) if job.due is None else self._format_waiting_until(job)
            case 2:
                return _count(job.turns) if job.turns or job.state == "running" else ""
            case _:
                return one_line(str(getattr(job, NAMES[column])))

    def _format_waiting_until(self, job: JobFigure) -> str:
        """Return a job that waits for its time."""
        assert job.due is not None
        due = QDateTime.fromSecsSinceEpoch(int(job.due.timestamp()))
        today = due.date() == QDateTime.currentDateTime().date()
        at = QLocale().toString(due.time() if today else due, QLocale.FormatType.ShortFormat)
        return self.tr("until {0}").format(at)


def _count(number: int) -> str:
    return QLocale().toString(number)


def _choose_column_alignment(column: int) -> int:
    side = Qt.AlignmentFlag.AlignRight if column == TURNS else Qt.AlignmentFlag.AlignLeft
    return int(side | Qt.AlignmentFlag.AlignVCenter)


def selected_rows(table: QTableView) -> list[int]:
    """Return the selected rows, by their ranges: thousands may be selected."""
    return [row for part in table.selectionModel().selection().toList() for row in range(part.top(), part.bottom() + 1)]


def select_rows(table: QTableView, rows: Iterable[int], current: int) -> None:
    """Select rows, and let one be the keyboard's."""
    model, chosen, first, last = table.model(), QItemSelection(), -1, -2
    for row in [*sorted(row for row in rows if row >= 0), -1]:
        if row != last + 1:
            if first >= 0:
                chosen.select(model.index(first, 0), model.index(last, REASON))
            first = row
        last = row
    flags = QItemSelectionModel.SelectionFlag
    if current >= 0:
        table.selectionModel().setCurrentIndex(model.index(current, 0), flags.NoUpdate)
    table.selectionModel().select(chosen, flags.ClearAndSelect)
