"""What an experiment came to as files: a plot as PNG, SVG or PDF, or a folder with all."""

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

PICTURES = (".png", ".svg", ".pdf")


class ExperimentFiles(QObject):
    """Attributes: `folder`, where the last file was saved."""

    def __init__(self, desk: ExperimentCommands, session: Session) -> None:
        super().__init__()
        self._desk = desk
        self._session = session
        self.folder = ""

    def on_intent(self, name: str) -> None:
        """ "export" all of it into a folder, "save_plot" or "copy_plot"."""
        frame = self._desk.frame
        if frame is None:
            return
        if name == "copy_plot":
            self.copy_plot()
            return
        folder = Path(self.folder) if self.folder and Path(self.folder).is_dir() else Path.home()
        if name == "export":
            dialog = QFileDialog(frame, self.tr("A folder for tables, plots, spec and methods"), str(folder))
            dialog.setFileMode(QFileDialog.FileMode.Directory)
            dialog.fileSelected.connect(lambda path: self.start(Path(path) / self._desk.chosen))
        else:
            filters = [self.tr("PNG (*.png)"), self.tr("SVG (*.svg)"), self.tr("PDF (*.pdf)")]
            dialog = QFileDialog(frame, self.tr("Save the plot"), str(folder / f"{self._desk.chosen}-plot.png"))
            dialog.setNameFilters(filters)
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.setDefaultSuffix("png")
            dialog.filterSelected.connect(lambda found: dialog.setDefaultSuffix(PICTURES[filters.index(found)][1:]))
            dialog.fileSelected.connect(lambda path: self.start(Path(path)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def start(self, path: Path) -> None:
        """Save the plot, where the file's ending is a picture's, else a folder with all of it."""
        self.folder = str(path.parent)
        self._session.start_task(self.save(path))

    async def save(self, path: Path) -> None:
        """Write the plot or the folder, and tell where."""
        try:
            if path.suffix.lower() in PICTURES:
                self._save_plot(path)
            else:
                await self._save_all(path)
        except ParleyError as error:
            self._desk.tell(Notice(error.sentence, hint=error.hint, kind="error", trouble=Trouble.of(error)))
            return
        opens = NoticeButton(self.tr("Open the folder"), partial(show_folder, path.parent, self._desk.tell))
        self._desk.tell(Notice(self.tr("Written: {0}").format(path), buttons=(opens,)))

    async def _save_all(self, path: Path) -> None:
        from parley.core.studio.experiments.publication import publish

        study = self._desk.study
        if study is None or study.table is None or study.analysis is None:
            return
        await asyncio.to_thread(publish, study.plan, study.table, study.analysis, path, current())

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
