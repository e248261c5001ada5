"""Exporting a run: a dialog with a preview, a file that is written beside it, and a way out."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from core.base.errors import ParleyError
from core.studio import runs
from core.studio.reading import Opened
from core.studio.studio import Studio
from desktop.shell.notices import Notice, NoticeButton
from desktop.shell.session import Session, Tell
from desktop.tasks import answered
from desktop.widgets.language import current, said

if TYPE_CHECKING:
    # Imported when something is exported: the window is painted sooner.
    from core.export.base import Progress
    from core.export.registry import Options
    from desktop.export.view import ExportDialog

translate = QCoreApplication.translate
PREVIEW = 12_000
"""Characters of an export that the dialog shows."""

Choice = tuple[str, bool, bool]
"""What was chosen last: format, with thoughts, open the folder."""
Preview = Callable[[str, bool], tuple[str, bool]]
"""The beginning of a format, with or without thoughts, and whether it is a page."""
Write = Callable[[str, Path, bool, "Progress"], None]
"""Write a format to a file, with or without thoughts. It runs in a thread."""


class ExportCancelledError(Exception):
    """The director cancelled an export."""


class ExportCommands:
    """Exports of runs. `last` are the last choices by what was exported; they are kept from session to session."""

    def __init__(self, studio: Studio, session: Session, tell: Tell, window: QWidget) -> None:
        self.window = window
        self.last: dict[str, Choice] = {"export": ("md", True, False), "logbook": ("pdf", True, False)}
        self._studio = studio
        self._session = session
        self._tell = tell

    async def export(self, run: str = "") -> None:
        """Export a run (empty: the open one) through the dialog."""
        from core.export.registry import EXPORTS, Options, offered
        from desktop.export.view import ExportDialog

        opened = await self.opened(run)
        state, events = opened.state, opened.replay.events

        def options(thoughts: bool) -> Options:
            return Options(thoughts=thoughts, plan=self._studio.plan_of(state.setup), parents=True)

        def preview(to: str, thoughts: bool) -> tuple[str, bool]:
            chosen = EXPORTS[to]
            with EXPORTS.blaming(to):
                return chosen.beginning(state, events, options(thoughts), PREVIEW), chosen.page

        def write(to: str, path: Path, thoughts: bool, progress: Progress) -> None:
            with EXPORTS.blaming(to):
                EXPORTS[to].write(state, events, path, options(thoughts), progress)

        formats = [(each.name, each.title.text(current()), each.suffix) for each in offered(state.setup)]
        stem = f"{state.setup.format.id}-{state.run}"
        dialog = ExportDialog(formats, documents(), stem, self.last["export"], self.window)
        await self.ask("export", dialog, preview, write)

    async def opened(self, run: str = "") -> Opened:
        """A run (empty: the open one) as it stands in its log."""
        return await asyncio.to_thread(self._studio.open, run or str(self._session.model.path or ""))

    async def ask(self, what: str, dialog: ExportDialog, preview: Preview, write: Write) -> None:
        """Show the dialog until something was written, in a thread while it shows how far that is, or nothing shall."""
        cancel, loop, start = threading.Event(), asyncio.get_running_loop(), self._session.start_task

        def show_preview(to: str, thoughts: bool) -> None:
            text, page = preview(to, thoughts)
            dialog.show_preview(text, page=page)

        def progress(part: float) -> None:
            if cancel.is_set():
                raise ExportCancelledError
            loop.call_soon_threadsafe(dialog.show_progress, part)

        async def export(to: str, path: Path, thoughts: bool, show: bool) -> None:
            cancel.clear()
            dialog.show_running(True)
            try:
                # Whoever names a file there may mean another one, and would lose a run.
                runs.not_among(path, self._studio.home)
                await asyncio.to_thread(write, to, path, thoughts, progress)
            except ExportCancelledError:
                dialog.show_problem(translate("LibraryCommands", "Cancelled; nothing was written."))
            except ParleyError as error:
                dialog.show_problem(said(error))
            else:
                self.last[what] = (to, thoughts, show)
                dialog.show_running(False)
                dialog.accept()
                open_folder = partial(QDesktopServices.openUrl, QUrl.fromLocalFile(str(path.parent)))
                if show:
                    open_folder()
                button = NoticeButton(translate("LibraryCommands", "Open the folder"), open_folder)
                self._tell(Notice(translate("LibraryCommands", "Written: {0}").format(path), buttons=(button,)))

        dialog.cancelled.connect(cancel.set)
        dialog.preview_wanted.connect(show_preview)
        dialog.export_wanted.connect(lambda to, path, *how: start(export(to, Path(path).expanduser(), *how)))
        dialog.ask_preview()
        await answered(dialog)


def documents() -> Path:
    """The folder that exports are offered to be put into."""
    return Path.home() / "Documents" if (Path.home() / "Documents").is_dir() else Path.home()
