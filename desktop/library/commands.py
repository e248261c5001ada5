"""The library: all runs, search, delete with a way back, export."""

from __future__ import annotations

import asyncio
import re
import shutil
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QWidget

from core.base.errors import ParleyError
from core.base.packaged import names, packaged
from core.modes.office.config import OfficeConfig
from core.modes.office.state import OfficeState
from core.studio import runs
from core.studio.studio import Opened, Studio
from desktop.library.runs import library_figures
from desktop.run.figures import HitFigure, RunFigure
from desktop.shell.notices import Notice, NoticeButton
from desktop.shell.session import Session, Tell
from desktop.tasks import answered
from desktop.widgets.language import current, said

MOST_HITS = 200
"""Lines of a search that the library lists."""
PREVIEW = 12_000
"""Characters of an export that the dialog shows."""

_DOT = re.compile(r"<span[^>]*>●</span> ")
"""A member's coloured dot, as Markdown writes it."""


if TYPE_CHECKING:
    from core.export.registry import Options
    from desktop.export.view import ExportDialog


class ExportCancelledError(Exception):
    """The director cancelled an export."""


class LibraryCommands(QObject):
    """Commands about runs as files.

    Attributes: `last_export` and `last_logbook`, the last choices: format, thoughts, open the folder.
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
        self.last_export = ("md", True, False)
        self.last_logbook = ("pdf", True, False)
        self._refreshing = asyncio.Lock()

    async def refresh(self) -> None:
        """Read what is new on disk and show the list."""
        async with self._refreshing:
            live = self._session.run.state.run if self._session.run is not None else ""
            figures = await asyncio.to_thread(library_figures, self._studio, live)
        self._tell_branches(figures)
        self.runs_changed.emit(figures)

    def _tell_branches(self, figures: Sequence[RunFigure]) -> None:
        model = self._session.model
        if not model.loaded:
            return
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
        figures = tuple(HitFigure(hit.run, hit.title, hit.turn, hit.name, hit.snippet) for hit in hits[:MOST_HITS])
        self.hits_found.emit(text, figures, len(hits) > MOST_HITS)

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

    # Files --------------------------------------------------------------------------------------------------------

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

        def undo() -> None:
            self._session.start_task(restored())

        self._tell(
            Notice(self.tr("The run was deleted."), key="deleted", buttons=(NoticeButton(self.tr("Undo"), undo),))
        )

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

    def copy_id(self, run: str) -> None:
        """Put a run's id on the clipboard."""
        QGuiApplication.clipboard().setText(run)

    # Export -------------------------------------------------------------------------------------------------------

    async def export(self, run: str = "") -> None:
        """Export a run (empty: the open one) through the dialog."""
        from core.export.registry import offered
        from desktop.export.view import ExportDialog

        opened = await self._opened(run)
        state = opened.state
        formats = [(each.name, each.title.text(current()), each.suffix) for each in offered(state.setup)]
        stem = f"{state.setup.format.id}-{state.run}"
        dialog = ExportDialog(formats, _documents(), stem, self.last_export, self._window)
        cancel = threading.Event()
        dialog.cancelled.connect(cancel.set)
        dialog.preview_wanted.connect(lambda to, thoughts: self._preview(dialog, opened, to, thoughts))
        dialog.export_wanted.connect(
            lambda to, path, thoughts, show: self._session.start_task(
                self._write(dialog, opened, to, Path(path).expanduser(), thoughts, show, cancel)
            )
        )
        dialog.ask_preview()
        await answered(dialog)
        dialog.deleteLater()

    async def export_logbook(self, lang: str = "original") -> None:
        """Export the open run's logbook through the dialog, in `lang` at first."""
        from core.export.base import cut, readable
        from core.modes.office.logbook import html, markdown
        from core.modes.office.logbook.reading import pages
        from core.modes.office.logbook.writing import FORMATS, write
        from desktop.export.view import LogbookExportDialog

        opened = await self._opened("")
        state, events = opened.state, opened.replay.events
        own, other = ("Deutsch", "English") if state.setup.language == "de" else ("English", "Deutsch")
        languages = [("original", own)]
        if state[OfficeState].translations:
            languages += [("en" if other == "English" else "de", other), ("both", self.tr("Both"))]
        formats = [(id_, title, f".{id_}") for id_, title in FORMATS.items()]
        stem = f"{self.tr('logbook')}-{state.run}"
        dialog = LogbookExportDialog(
            formats, languages, lang, _documents(), stem, self.last_logbook, parent=self._window
        )
        cancel = threading.Event()
        dialog.cancelled.connect(cancel.set)

        def preview(to: str, thoughts: bool) -> None:
            book = pages(state, dialog.language.currentData(), events)
            if to == "html":
                page = html.render(book, state.setup[OfficeConfig].floor, thoughts=thoughts)
                dialog.show_preview(readable(page, PREVIEW), page=True)
                return
            # The words are the same in every format; Markdown shows them with the least markup.
            text = cut(markdown.render(book, state.setup[OfficeConfig].floor, thoughts=thoughts), PREVIEW)
            dialog.show_preview(text if to == "md" else _DOT.sub("", text))

        def export(to: str, path: str, thoughts: bool, show: bool) -> None:
            lang, target = dialog.language.currentData(), Path(path).expanduser()

            def written(progress: Callable[[float], None]) -> None:
                write(
                    state, events, target, to, lang=lang, thoughts=thoughts, parents=True, progress=progress
                )  # fmt: skip

            async def done() -> None:
                if await self._save(dialog, target, written, show, cancel):
                    self.last_logbook = (to, thoughts, show)

            self._session.start_task(done())

        dialog.preview_wanted.connect(preview)
        dialog.export_wanted.connect(export)
        dialog.ask_preview()
        await answered(dialog)
        dialog.deleteLater()

    async def _opened(self, run: str) -> Opened:
        if run or self._session.model.path is None:
            return await asyncio.to_thread(self._studio.open, run)
        return await asyncio.to_thread(self._studio.open, str(self._session.model.path))

    def _options(self, opened: Opened, thoughts: bool) -> Options:
        from core.export.registry import Options

        return Options(thoughts=thoughts, plan=self._studio.plan_of(opened.state.setup), parents=True)

    def _preview(self, dialog: ExportDialog, opened: Opened, to: str, thoughts: bool) -> None:
        from core.export.registry import EXPORTS

        chosen, options = EXPORTS[to], self._options(opened, thoughts)
        text = chosen.beginning(opened.state, opened.replay.events, options, PREVIEW)
        dialog.show_preview(text, page=chosen.page)

    async def _write(
        self,
        dialog: ExportDialog,
        opened: Opened,
        to: str,
        path: Path,
        thoughts: bool,
        show: bool,
        cancel: threading.Event,
    ) -> None:
        from core.export.registry import EXPORTS

        options = self._options(opened, thoughts)

        def written(progress: Callable[[float], None]) -> None:
            EXPORTS[to].write(opened.state, opened.replay.events, path, options, progress)

        if await self._save(dialog, path, written, show, cancel):
            self.last_export = (to, thoughts, show)

    async def _save(
        self,
        dialog: ExportDialog,
        path: Path,
        write: Callable[[Callable[[float], None]], None],
        show: bool,
        cancel: threading.Event,
    ) -> bool:
        """Write in a thread while the dialog shows how far it is; whether all was written."""
        cancel.clear()
        dialog.show_running(True)
        loop = asyncio.get_running_loop()

        def progress(part: float) -> None:
            if cancel.is_set():
                raise ExportCancelledError
            loop.call_soon_threadsafe(dialog.show_progress, part)

        try:
            # Whoever names a file there may mean another one, and would lose a run.
            runs.not_among(path, self._studio.home)
            await asyncio.to_thread(write, progress)
        except ExportCancelledError:
            dialog.show_problem(self.tr("Cancelled; nothing was written."))
            return False
        except ParleyError as error:
            dialog.show_problem(said(error))
            return False
        dialog.show_running(False)
        dialog.accept()
        folder = QUrl.fromLocalFile(str(path.parent))
        open_folder: Callable[[], object] = lambda: QDesktopServices.openUrl(folder)  # noqa: E731
        if show:
            open_folder()
        self._tell(
            Notice(
                self.tr("Written: {0}").format(path),
                buttons=(NoticeButton(self.tr("Open the folder"), lambda: (open_folder(), None)[1]),),
            )
        )
        return True


def _documents() -> Path:
    return Path.home() / "Documents" if (Path.home() / "Documents").is_dir() else Path.home()
