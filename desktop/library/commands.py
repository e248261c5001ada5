"""The library: all runs, search, export."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from parley.core.base.packaged import get_resource, names
from parley.core.log.events.run import RunStarted
from parley.core.studio import runs
from parley.core.studio.studio import Studio
from parley.desktop.bridge import Batch
from parley.desktop.export.commands import ExportCommands
from parley.desktop.library.arranging import Found
from parley.desktop.library.figures import RunFigure
from parley.desktop.library.runs import build_first_figures, build_library_figures, build_trash_figures
from parley.desktop.library.tidying import TidyingCommands
from parley.desktop.library.view.view import LibraryView
from parley.desktop.shell.files import show_folder
from parley.desktop.shell.session import Session, Tell
from parley.desktop.widgets.language import SOURCE, get_language_of

if TYPE_CHECKING:
    # What reads the index is slow to import, and nothing is asked of it before the last run is shown.
    from parley.core.log.sql.queries import Hit

MOST_HITS = 200
"""Lines of a search that the library lists."""


class LibraryCommands(QObject):
    """Commands about runs as files.

    Attributes: `exports`, the commands that export them; `tidying`, those that name, star, tag, archive and delete.
    Signals: `glimpsed(tuple of RunFigure)` with the newest before all are read, `runs_changed(tuple of RunFigure)`,
    `trash_changed(tuple of RunFigure)`, `found(Found)`.
    """

    glimpsed = Signal(object)
    runs_changed = Signal(object)
    trash_changed = Signal(object)
    found = Signal(object)

    def __init__(self, studio: Studio, session: Session, tell: Tell, window: QWidget) -> None:
        super().__init__()
        self._studio = studio
        self._session = session
        self._tell = tell
        self.exports = ExportCommands(studio, session, tell, window)
        self.tidying = TidyingCommands(studio, session, tell, window, self.refresh)
        self._refreshing = asyncio.Lock()  # Else a slower, older reading could be shown last
        self._read_once = False
        session.happened.connect(self._on_happened)

    def feed(self, view: LibraryView, first: LibraryView) -> None:
        """Have another list show all runs; what is asked of it is asked of the first one."""
        for name in ("run_opened", "hit_chosen", "search_wanted", "intent"):
            getattr(view, name).connect(getattr(first, name))
        view.addActions(first.actions())  # Their keys work in either list
        self.runs_changed.connect(view.show_figure)
        self.glimpsed.connect(view.show_glimpse)
        self.trash_changed.connect(view.show_trash)
        self.found.connect(view.show_found)

    async def refresh(self) -> None:
        """Read what is new on disk and show the list."""
        async with self._refreshing:
            live = self._session.run.state.run if self._session.run is not None else ""
            if not self._read_once:
                self._read_once = True
                self.glimpsed.emit(await asyncio.to_thread(build_first_figures, self._studio))
            figures, trash = await asyncio.to_thread(self._read_figures, live)
        model = self._session.model
        if model.loaded:
            model.call(self._studio.name_of(model.replay.live.run))
        await self._tell_branches(figures)
        self.runs_changed.emit(figures)
        self.trash_changed.emit(trash)

    def _read_figures(self, live: str) -> tuple[tuple[RunFigure, ...], tuple[RunFigure, ...]]:
        return build_library_figures(self._studio, live), build_trash_figures(self._studio)

    async def _tell_branches(self, figures: Sequence[RunFigure]) -> None:
        from parley.desktop.run.branches import build_branches

        model = self._session.model
        if not model.loaded:
            return
        replay = model.replay
        state = replay.live
        # `events` is only appended to while the thread reads it; names may change, hence the copy.
        found = await asyncio.to_thread(
            build_branches, figures, state.run, replay.events, dict(state.names), self._studio.find
        )
        if model.replay is replay:  # Another run may be open by now
            model.show_branches(found)

    def _on_happened(self, batch: Batch) -> None:
        """Rename a fork until its first own turn is over; what sets it apart is not known before."""
        model = self._session.model
        if not batch.events or not model.branches:
            return
        live = model.replay.live
        mine = next((each for each in model.branches if each.run == live.run and each.parent), None)
        if mine is not None and model.replay.turns <= mine.turn + 1:  # After that its name does not change
            from parley.desktop.run.branches import named_anew

            model.show_branches(named_anew(model.branches, live.run, model.replay.events, live.names))

    async def search(self, text: str) -> None:
        """Find a text in every transcript."""
        hits, counts = await asyncio.to_thread(self._search_lines, text)
        self.found.emit(Found(text, tuple(hits[:MOST_HITS]), counts, len(hits) > MOST_HITS))

    def _search_lines(self, text: str) -> tuple[list[Hit], Mapping[str, int]]:
        projection = self._studio.projection
        # One more than is shown tells whether there are more.
        return projection.search(text, MOST_HITS + 1), projection.matches(text)

    async def first_sample(self) -> str:
        """Put the shipped sample run of the interface's language among the runs of an empty home, and return its id;
        empty where there are runs already.
        """
        if runs.all_files(self._studio.home):
            return ""
        await asyncio.to_thread(self._copy_sample, get_language_of(self._studio.settings.look.language))
        return self.find_newest()

    def _copy_sample(self, language: str) -> None:
        for name in names("samples", ".jsonl"):
            source = Path(str(get_resource("samples", f"{name}.jsonl")))
            head = next(runs.read_heads(source), None)
            if isinstance(head, RunStarted) and head.config.get("language", SOURCE) == language:
                shutil.copyfile(source, self._studio.home.runs / source.name)

    def find_newest(self) -> str:
        """Return the id of the run that was written to last; empty without one."""
        files = runs.all_files(self._studio.home)
        with suppress(OSError):  # One may be deleted meanwhile: then none is opened unasked
            return runs.get_id_of(max(files, key=lambda path: path.stat().st_mtime_ns)) if files else ""
        return ""

    def show_in_folder(self, run: str = "") -> None:
        """Open the folder of a run (empty: of the open one) in the system's file manager."""
        path = self._studio.find(run) if run else self._session.model.path
        if path is not None:
            show_folder(path.parent, self._tell)
