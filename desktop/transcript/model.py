"""The transcript as an item model: a list of figures, and the line that is being said."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import MutableSequence, Sequence
from dataclasses import replace
from operator import attrgetter

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from parley.desktop.run.figures import MemberFigure, TurnFigure
from parley.desktop.widgets.lazy_rows import LazyRows

_ROOT = QModelIndex()
_looks_of = attrgetter("id", "name", "initial", "colour", "muted")


class TranscriptModel(QAbstractListModel):
    """Rows of `TurnFigure`, in the order of the log.

    The line that is streaming is decoration and no row: it stands in `live` until `end_stream`.

    Attributes: `rows` (read only), `live` (None where nobody is speaking), `members` by id, `ended` (no turn comes),
    `translated` (the other language of the rows, "" where there is none), `authors` (how many lines are by whom).
    Signals: `live_changed()` when the streaming line begins, grows or ends; `members_changed()`; `noted()` when what is
    told of the run as a whole is other: `ended`, `translated` or `authors`.
    """

    live_changed = Signal()
    members_changed = Signal()
    noted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: MutableSequence[TurnFigure] = []
        self.live: TurnFigure | None = None
        self.members: dict[str, MemberFigure] = {}
        self.ended = False
        self.translated = self.authors = ""
        self._turn_rows = array("q")  # Rows that are turns, ascending: 8 bytes each where a list takes 36

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)  # Qt asks for the children of a row too

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the row's text, with who says it for a screen reader."""
        if not index.isValid() or not 0 <= index.row() < len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.text if row.staged else f"{row.name}: {row.text}"
        return row.text if role == Qt.ItemDataRole.DisplayRole else None

    def reset(self, rows: Sequence[TurnFigure]) -> None:
        """Show other rows."""
        self.beginResetModel()
        if isinstance(rows, LazyRows):  # Iterating would make every lazy row
            self.rows, self._turn_rows = rows, rows.find_turn_rows()
        else:
            self.rows, self._turn_rows = list(rows), array("q")  # A copy: it grows, and the caller's must not
            self._index_turn_rows(range(len(self.rows)))
        self.live = None
        self.endResetModel()
        self.live_changed.emit()

    def append(self, rows: Sequence[TurnFigure]) -> None:
        """Put rows at the end."""
        if not rows:
            return
        first = len(self.rows)
        self.beginInsertRows(QModelIndex(), first, first + len(rows) - 1)
        self.rows.extend(rows)
        self._index_turn_rows(range(first, len(self.rows)))
        self.endInsertRows()

    def replace_last(self, count: int, rows: Sequence[TurnFigure]) -> None:
        """Put `rows` in the place of the last `count` rows."""
        first = max(0, len(self.rows) - count)
        had, shared = len(self.rows) - first, min(len(self.rows) - first, len(rows))
        self._forget_from(first)  # Before the rows change: the index refers to them
        if shared:  # Changed, not removed and put in again: a view keeps its place
            self.rows[first : first + shared] = rows[:shared]
            self._index_turn_rows(range(first, first + shared))
            self.dataChanged.emit(self.index(first), self.index(first + shared - 1))
        if had > shared:
            self.beginRemoveRows(QModelIndex(), first + shared, len(self.rows) - 1)
            del self.rows[first + shared :]
            self.endRemoveRows()
        self.append(rows[shared:])

    def replace(self, row: int, figure: TurnFigure) -> None:
        """Show another figure of the same turn or note in one row, such as one with a bookmark."""
        if self.rows[row] == figure:
            return
        self.rows[row] = figure
        self.dataChanged.emit(self.index(row), self.index(row))

    def set_members(self, members: Sequence[MemberFigure]) -> None:
        """Learn the members' letters and colours."""
        found = {member.id: member for member in members}
        if found == self.members:
            return
        had, self.members = self.members, found
        if [*map(_looks_of, found.values())] != [*map(_looks_of, had.values())]:  # Turns and words change all the time
            self.members_changed.emit()

    def stream_text(self, member: str, name: str, text: str, kind: str = "line", acts: tuple[str, ...] = ()) -> None:
        """Show `text` as what `member` has said so far, and what they do meanwhile.

        Of kind "thinking", `name` are all who were asked at once; of kind "weaving", the game master is at work.
        """
        live = self.live
        if live is not None and (live.member, live.name, live.kind, live.acts) == (member, name, kind, acts):
            if live.text == text:
                return
            self.live = replace(live, text=text)
        else:
            self.live = TurnFigure(self.last_turn() + 1, member, name, text, kind, acts=acts)
        self.live_changed.emit()

    def note(self, *, translated: str | None = None, ended: bool | None = None, authors: str | None = None) -> None:
        """Learn something of the run as a whole, as the attributes; what is None stays as it is."""
        before = self.translated, self.ended, self.authors
        self.translated = self.translated if translated is None else translated
        self.ended = self.ended if ended is None else ended
        self.authors = self.authors if authors is None else authors
        if (self.translated, self.ended, self.authors) != before:
            self.noted.emit()

    def end_stream(self) -> None:
        """Take the streaming line away."""
        if self.live is not None:
            self.live = None
            self.live_changed.emit()

    def row_of_turn(self, number: int) -> int:
        """Return the row of turn `number`, or of the nearest one before it; −1 where there is none."""
        at = bisect_right(self._turn_rows, number, key=lambda row: self.rows[row].number)  # Few lazy rows are made
        return self._turn_rows[at - 1] if at else -1

    def last_turn(self) -> int:
        """Return the number of the newest turn; 0 where nobody has spoken."""
        return next((row.number for row in reversed(self.rows) if row.is_turn), 0)  # Few notes follow a turn

    def _index_turn_rows(self, added: range) -> None:
        self._turn_rows.extend(at for at in added if self.rows[at].is_turn)

    def _forget_from(self, first: int) -> None:
        del self._turn_rows[bisect_left(self._turn_rows, first) :]
