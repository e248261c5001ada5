"""What the library and the cast list show, as item models that change only the rows that changed."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt

from parley.desktop.library.figures import (
    Listed,
    ListedHeading,
    ListedLine,
    ListedRun,
    format_state,
    get_provider_word,
    say_about,
    when,
)
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.figure_model import AnyIndex, FigureModel
from parley.desktop.widgets.plain import make_tip


class LibraryModel(FigureModel[Listed]):
    """The rows of the library: headings, runs, and the lines that a search found below their run."""

    def get_identity(self, figure: Listed) -> object:
        if isinstance(figure, ListedHeading):
            return figure.title
        if isinstance(figure, ListedRun):
            return "run", figure.run.id
        return "line", figure.run, figure.hit.turn if figure.hit else 0  # 0: the row that shows more

    def text(self, figure: Listed) -> str:
        if isinstance(figure, ListedHeading):
            return figure.title
        if isinstance(figure, ListedLine):
            if figure.hit is None:
                return self.tr("{0} more lines").format(figure.more)
            said = f"{figure.hit.turn}, {figure.hit.name}: {figure.hit.snippet}"
            return said.replace("\x01", "").replace("\x02", "")  # SQLite's marks around what matched
        run = figure.run
        told = [run.title, say_about(run), ", ".join(run.members)]
        told.append(run.authors or get_provider_word(run.voice.partition(" · ")[0]))
        told += [format_state(run), when(run.touched) if run.touched else "", *(f"#{tag}" for tag in run.tags)]
        if run.starred:
            told.append(self.tr("starred"))
        if run.archived:
            told.append(self.tr("archived"))
        return ", ".join(part for part in told if part)

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Tell also whose lines a run has where the pointer rests."""
        if role == Qt.ItemDataRole.ToolTipRole:
            found = self.run_at(index.row())
            return make_tip(found.run.authors) if found is not None and found.run.authors else None
        return super().data(index, role)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        row = self.figure(index.row())
        if isinstance(row, ListedHeading):
            return Qt.ItemFlag.ItemIsEnabled
        if isinstance(row, ListedRun) and not row.run.trash:
            return super().flags(index) | Qt.ItemFlag.ItemIsEditable
        return super().flags(index)

    def row_of_run(self, run: str) -> int:
        """Return the row of a run, −1 where it is not listed."""
        return self.row_of(("run", run))

    def run_at(self, row: int) -> ListedRun | None:
        """Return the run in a row; None where there is something else."""
        found = self.figure(row)
        return found if isinstance(found, ListedRun) else None


class MembersModel(FigureModel[MemberFigure]):
    """The cast of the run that is shown."""

    def get_identity(self, figure: MemberFigure) -> object:
        return figure.id

    def text(self, figure: MemberFigure) -> str:
        said = self.tr("{0}, {1}, {2} % of the words").format(figure.name, figure.role, round(figure.share * 100))
        if figure.muted:
            said += self.tr(", muted")
        return said + (self.tr(", speaking") if figure.speaking else "")
