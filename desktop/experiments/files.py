"""What an experiment came to, as a folder with all of it."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from parley.core.base.errors import ParleyError
from parley.desktop.experiments.desk import Desk
from parley.desktop.mending.trouble import Trouble
from parley.desktop.shell.folders import show_folder
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.session import Session
from parley.desktop.widgets.language import current


class ExperimentFiles(QObject):
    """Attributes: `folder`, where the last file was saved."""

    def __init__(self, desk: Desk, session: Session) -> None:
        super().__init__()
        self._desk = desk
        self._session = session
        self.folder = ""

    def ask(self) -> None:
        """Ask for a folder, and write all of it there."""
        frame = self._desk.frame
        if frame is None:
            return
        folder = Path(self.folder) if self.folder and Path(self.folder).is_dir() else Path.home()
        dialog = QFileDialog(frame, self.tr("A folder for tables, plots, spec and methods"), str(folder))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(lambda path: self.start(Path(path) / self._desk.chosen))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def start(self, path: Path) -> None:
        """Write all of it into a folder of that path."""
        self.folder = str(path.parent)
        self._session.start_task(self.save(path))

    async def save(self, path: Path) -> None:
        """Write the folder, and tell where."""
        try:
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
