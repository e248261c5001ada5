"""The library: all runs, search, delete with a way back, export."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from core.base.packaged import names, packaged
from core.studio import runs
from core.studio.studio import Studio
from desktop.export.commands import ExportCommands
from desktop.library.figures import RunFigure
from desktop.library.runs import library_figures
from desktop.shell.notices import Notice, NoticeButton
from desktop.shell.session import Session, Tell

MOST_HITS = 200
"""Lines of a search that the library lists."""


class LibraryCommands(QObject):
    """Commands about runs as files.

    Attribute: `exports`, the commands that export them.
    Signals: `runs_changed(tuple of RunFigure)`, `hits_found(text, tuple, whether there are more)`.
    """

    runs_changed = Signal(object)
    hits_found = Signal(str, object, bool)

    def __init__(self, studio: Studio, session: Session, tell: Tell, window: QWidget) -> None:
        super().__init__()
        self._studio = studio
        self._session = session
        self._tell = tell
        self._window = window
        self._trash: set[Path] = set()
        self.exports = ExportCommands(studio, session, tell, window)
        self._refreshing = asyncio.Lock()

    async def refresh(self) -> None:
        """Read what is new on disk and show the list."""
        async with self._refreshing:
            live = self._session.run.state.run if self._session.run is not None else ""
            figures = await asyncio.to_thread(library_figures, self._studio, live)
        if self._session.model.loaded:
            self._tell_branches(figures)
        self.runs_changed.emit(figures)

    def _tell_branches(self, figures: Sequence[RunFigure]) -> None:
        model = self._session.model
        state = model.replay.live
        origin = tuple(
            (each.id, self.tr("From: {0}, turn {1}").format(each.title, state.parent_turn))
            for each in figures
            if each.id == state.parent
        )
        forks = tuple(
            (each.id, self.tr("At turn {0}: {1}, {2} turns").format(each.parent_turn, each.title, each.turns))
            for each in figures
            if each.parent == state.run and each.id != state.run
        )
        model.show_branches(origin, forks)

    async def search(self, text: str) -> None:
        """Find a text in every transcript."""
        # One more than is shown tells whether there are more.
        hits = await asyncio.to_thread(self._studio.projection.search, text, MOST_HITS + 1)
        self.hits_found.emit(text, tuple(hits[:MOST_HITS]), len(hits) > MOST_HITS)

    async def first_sample(self) -> str:
        """The shipped sample run, put among the runs of an empty home; its id. Empty where there are runs already."""
        if runs.all_files(self._studio.home):
            return ""
        for name in names("samples", ".jsonl"):
            source = Path(str(packaged("samples", f"{name}.jsonl")))
            await asyncio.to_thread(shutil.copyfile, source, self._studio.home.runs / source.name)
        return self.newest()

    def newest(self) -> str:
        """The id of the newest run; empty without one."""
        files = runs.all_files(self._studio.home)
        return runs.id_of(files[-1]) if files else ""

    async def delete(self, run: str) -> None:
        """Delete a run, with a notice that brings it back."""
        path = self._studio.find(run)
        shown = self._session.model.path == path
        if shown:
            await self._session.leave_none()
        kept = path.with_suffix(".deleted")
        path.replace(kept)
        self._trash.add(kept)
        await self.refresh()

        async def restored() -> None:
            kept.replace(path)
            self._trash.discard(kept)
            await self.refresh()
            if shown:
                await self._session.open(str(path))

        undo = NoticeButton(self.tr("Undo"), lambda: self._session.start_task(restored()))
        self._tell(Notice(self.tr("The run was deleted."), key="deleted", buttons=(undo,)))

    def empty_trash(self) -> None:
        """Let go of what was deleted: nobody can undo it any more."""
        for kept in self._trash:
            kept.unlink(missing_ok=True)
        self._trash.clear()

    def show_in_folder(self, run: str = "") -> None:
        """Open the folder of a run (empty: of the open one) in the system's file manager."""
        path = self._studio.find(run) if run else self._session.model.path
        if path is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))
