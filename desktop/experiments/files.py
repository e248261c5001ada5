"""What an experiment came to as files: tables as CSV or Parquet, plots as PNG, SVG or PDF, or a folder with all."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from parley.core.base.errors import FileError, ParleyError
from parley.desktop.mending.trouble import Trouble
from parley.desktop.shell import pictures
from parley.desktop.shell.folders import show_folder
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.session import Session
from parley.desktop.widgets.language import current

if TYPE_CHECKING:
    # Imported when it is asked for: the window is painted sooner.
    from parley.desktop.experiments.commands import ExperimentCommands
    from parley.desktop.experiments.view.view import ExperimentsFrame

TABLES = (".csv", ".parquet")
PICTURES = (".png", ".svg", ".pdf")


class ExperimentFiles(QObject):
    """Attributes: `folder`, where the last file was saved."""

    def __init__(self, desk: ExperimentCommands, session: Session) -> None:
        super().__init__()
        self._desk = desk
        self._session = session
        self.folder = ""

    def on_intent(self, name: str) -> None:
        """ "export" the table in sight, "save_plot" or "copy_plot"."""
        frame = self._desk.frame
        if frame is None:
            return
        if name == "copy_plot":
            self.copy_plot()
            return
        if name == "export" and frame.view.methods.isVisible():
            self._ask_folder(frame)
            return
        filters = [self.tr("CSV (*.csv)"), self.tr("Parquet (*.parquet)")]
        title, what = self.tr("Save the table"), ""
        endings: tuple[str, ...] = TABLES
        if name == "save_plot":
            filters = [self.tr("PNG (*.png)"), self.tr("SVG (*.svg)"), self.tr("PDF (*.pdf)")]
            title, endings, what = self.tr("Save the plot"), PICTURES, "-plot"
        folder = Path(self.folder) if self.folder and Path(self.folder).is_dir() else Path.home()
        dialog = QFileDialog(frame, title, str(folder / f"{self._desk.chosen}{what}{endings[0]}"))
        dialog.setNameFilters(filters)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(endings[0][1:])
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(endings[filters.index(chosen)][1:]))
        dialog.fileSelected.connect(lambda path: self.start(Path(path)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _ask_folder(self, frame: ExperimentsFrame) -> None:
        """Where the methods are in sight, all of it goes into a folder of the experiment's name."""
        title = self.tr("A folder for tables, plots, spec and methods")
        folder = self.folder if self.folder and Path(self.folder).is_dir() else str(Path.home())
        dialog = QFileDialog(frame, title, folder)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(lambda path: self.start(Path(path) / self._desk.chosen))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def start(self, path: Path) -> None:
        """Save what the file's ending names: the table in sight, or the plot; without one a folder with all of it."""
        self.folder = str(path.parent)
        self._session.start_task(self.save(path))

    async def save(self, path: Path) -> None:
        """Write a table or the plot, and tell where."""
        try:
            if not path.suffix:
                await self._save_all(path)
            elif path.suffix.lower() in PICTURES:
                self._save_plot(path)
            else:
                await self._save_table(path)
        except ParleyError as error:
            self._desk.tell(Notice(error.sentence, hint=error.hint, kind="error", trouble=Trouble.of(error)))
            return
        opens = NoticeButton(self.tr("Open the folder"), partial(show_folder, path.parent, self._desk.tell))
        self._desk.tell(Notice(self.tr("Written: {0}").format(path), buttons=(opens,)))

    async def _save_table(self, path: Path) -> None:
        from parley.core.export.columns import write_columns
        from parley.core.studio.experiments.writing import write

        frame, study = self._desk.frame, self._desk.study
        if frame is None or study is None or study.table is None:
            return
        page = frame.view.table()
        if page is frame.view.runs:
            # All figures of every run: what `parley experiment export` writes.
            await asyncio.to_thread(write, study.table, study.plan, path.suffix.lower().removeprefix("."), path)
        else:
            await asyncio.to_thread(write_columns, page.model.for_file(), path)

    async def _save_all(self, path: Path) -> None:
        from parley.core.studio.experiments.publication import FOLDER, publish

        study = self._desk.study
        if study is None or study.table is None or study.analysis is None:
            return
        await asyncio.to_thread(publish, study.plan, study.table, study.analysis, FOLDER, path, language=current())

    def _save_plot(self, path: Path) -> None:
        frame = self._desk.frame
        if frame is None:
            return
        if not pictures.save(frame.view.plot.pictures, path):
            raise FileError(path, self.tr("the plot cannot be written."), hint=self.tr("Choose another folder."))

    def copy_plot(self) -> None:
        """Put the plot on the clipboard."""
        frame = self._desk.frame
        if frame is not None:
            QGuiApplication.clipboard().setPixmap(pictures.picture_of(frame.view.plot.pictures))
            self._desk.tell(Notice(self.tr("The plot is on the clipboard."), key="copied"))
