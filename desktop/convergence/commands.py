"""The measures as a file."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from parley.core.base.errors import ParleyError
from parley.desktop.convergence.model import MeasuresModel
from parley.desktop.shell.folders import show_folder
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.session import Session
from parley.desktop.shell.window import Window


class MeasureCommands(QObject):
    """Saves the table of measures. Attributes: `folder`, where the last one was saved."""

    def __init__(self, window: Window, session: Session) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self.folder = ""
        self._measures: MeasuresModel = window.panels["convergence"].model
        self._measures.parent_wanted.connect(lambda run: session.start_task(self._read_parent(run)))

    def connect_view(self, view: Any) -> None:
        """Connect the dock's requests once the dock exists."""
        view.export_wanted.connect(self.ask)

    async def _read_parent(self, run: str) -> None:
        """Read what a fork's parent went on with; one that is not there any more has no ghost."""
        try:
            opened = await asyncio.to_thread(self._session.studio.open, run)
        except ParleyError:
            return
        self._measures.take_parent(run, opened.replay.live.turns)

    def ask(self) -> None:
        """Ask for a file, and save the table as CSV or Parquet."""
        folder = Path(self.folder) if self.folder and Path(self.folder).is_dir() else Path.home()
        name = f"{self._measures.table.kind}-{self._session.model.replay.live.run}.csv"
        dialog = QFileDialog(self._window, self.tr("Save the table"), str(folder / name))
        dialog.setNameFilters([self.tr("CSV (*.csv)"), self.tr("Parquet (*.parquet)")])
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("csv")
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix("csv" if "csv" in chosen else "parquet"))
        dialog.fileSelected.connect(
            lambda path: self.start(_ensure_path_ending(Path(path), dialog.selectedNameFilter()))
        )
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def start(self, path: Path) -> None:
        """Save the table."""
        self.folder = str(path.parent)
        self._session.start_task(self.save(path))

    async def save(self, path: Path) -> None:
        """Write the whole table, a long run's too. Raises `FileError`."""
        # Imported when something is saved: a run is shown sooner.
        from parley.core.export.columns import write_columns

        measures = self._measures
        measures.finish()
        columns = measures.table.columns()
        await asyncio.to_thread(write_columns, columns, path)
        opens = NoticeButton(self.tr("Open the folder"), partial(show_folder, path.parent, self._window.tell))
        self._window.tell(Notice(self.tr("Written: {0}").format(path), buttons=(opens,)))


def _ensure_path_ending(path: Path, chosen: str) -> Path:
    """Return the path with an ending: the one that was written, else the one that the filter names."""
    from parley.core.export.columns import FORMATS

    if path.suffix.lower() in FORMATS:
        return path
    return path.with_name(path.name + (".parquet" if "parquet" in chosen else ".csv"))
