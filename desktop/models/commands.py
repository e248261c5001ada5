"""What is done with local models: fetched, stopped, used, removed, added from a file."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from shiboken6 import isValid

from parley.core import settings as settings_file
from parley.core.base.errors import ParleyError
from parley.core.studio.studio import Studio
from parley.desktop.mending.trouble import Trouble
from parley.desktop.settings.commands import SettingsCommands
from parley.desktop.shell.notices import Notice
from parley.desktop.shell.session import Session, Tell
from parley.desktop.tasks import answered
from parley.desktop.widgets.language import said

if TYPE_CHECKING:
    # Imported when the list is asked for: the window is painted sooner.
    from parley.core.voices.models import Catalogue
    from parley.desktop.models.view import ModelsDialog


def _do_nothing_more() -> None:
    """Do nothing besides the mend itself."""


class ModelCommands(QObject):
    """The list of models and its fetches, which go on when the list is closed and end with the window.

    Attribute: `spoken`, the language of a run that is asked about, by which a model is proposed; else that of the open
    run.
    """

    def __init__(
        self, studio: Studio, session: Session, tell: Tell, settings: SettingsCommands, window: QWidget
    ) -> None:
        super().__init__()
        self._studio = studio
        self._session = session
        self._tell = tell
        self._settings = settings
        self._window = window
        self._dialog: ModelsDialog | None = None
        self._fetches: dict[str, threading.Event] = {}
        self._told: dict[str, tuple[float, str]] = {}
        self._failed: dict[str, ParleyError] = {}
        self.spoken: Callable[[], str] = lambda: ""

    async def open(self, name: str = "") -> None:
        """Show the list, at a model where one is named."""
        from parley.desktop.models.view import ModelsDialog

        dialog = self._dialog = ModelsDialog(QApplication.activeModalWidget() or self._window)
        dialog.fetch_wanted.connect(lambda model: self._session.start_task(self.fetch(model)))
        dialog.stop_wanted.connect(self.stop)
        dialog.remove_wanted.connect(lambda model: self._session.start_task(self._remove(model)))
        dialog.use_wanted.connect(self._use)
        dialog.file_chosen.connect(lambda file: self._session.start_task(self._add(Path(file))))
        self._show()
        if name:
            dialog.show_row(name)
        await answered(dialog)
        self._dialog = None

    def stop(self, name: str) -> None:
        """Stop a fetch; what has arrived is kept."""
        if (cancel := self._fetches.get(name)) is not None:
            cancel.set()

    async def fetch(self, name: str) -> None:
        """Fetch a model, with its terms accepted first where it has some."""
        if name in self._fetches:
            return
        catalogue = self._open_model_catalogue()
        model = catalogue.get(name)
        if model.terms and not await self._ask_to_accept_terms(name):
            return
        fetch = partial(catalogue.fetch, name, accept=lambda _model: True)
        if not await self._run_with_progress(name, fetch):
            return
        from parley.core.voices.embedded.trial import try_out

        await asyncio.to_thread(try_out, catalogue.folder, name)
        self._show()
        if self._dialog is None:
            self._tell(Notice(self.tr("{0} is here now.").format(model.title), key="models"))

    async def _run_with_progress(self, name: str, work: Callable[..., object]) -> bool:
        """Do what takes its time in a thread, with its progress in the list; whether it was done."""
        from parley.core.voices.models import FetchStopped
        from parley.core.voices.models.pace import Pace

        loop, cancel, pace = asyncio.get_running_loop(), threading.Event(), Pace()

        def progress(done: int, total: int) -> None:
            loop.call_soon_threadsafe(self._on_progress, name, done, total, pace.told(done))

        self._fetches[name] = cancel
        self._failed.pop(name, None)
        self._show()
        try:
            await asyncio.to_thread(work, progress=progress, cancel=cancel)
        except FetchStopped:
            return False
        except ParleyError as error:
            self._failed[name] = error
            if self._dialog is None:
                self._tell(Notice(error.text, kind="error", key="models", trouble=Trouble.of(error)))
            return False
        finally:
            # The window may close meanwhile: the thread must not go on behind it.
            cancel.set()
            self._fetches.pop(name, None)
            self._told.pop(name, None)
            self._show()
        return True

    def _on_progress(self, name: str, done: int, total: int, rate: float) -> None:
        from parley.desktop.models.listing import arriving

        if name in self._fetches and not self._fetches[name].is_set():
            self._told[name] = (done / total if total else 0.0, arriving(done, total, rate))
            self._show_progress()

    def _show_progress(self) -> None:
        if self._dialog is not None:
            for name, told in self._told.items():
                if name in self._dialog.rows:
                    self._dialog.rows[name].show_progress(*told)

    async def _ask_to_accept_terms(self, name: str) -> bool:
        from parley.desktop.models.view import TermsDialog

        model = self._open_model_catalogue().get(name)
        above = self._dialog or self._window
        return await answered(TermsDialog(model.title, model.licence, model.terms, model.licence_url, above))

    def _use(self, name: str) -> None:
        model = self._open_model_catalogue().get(name)
        values = {"embeddings": f"embedded:{name}"} if model.use == "embed" else {"embedded_model": name}
        try:
            self._settings.apply(settings_file.changed(self._studio.settings, "voices", **values))
        except ParleyError as error:
            self._show_dialog_problem(error)
        self._show()

    async def _remove(self, name: str) -> None:
        model = self._open_model_catalogue().get(name)
        ask = QMessageBox(
            QMessageBox.Icon.Question,
            self.tr("Local models"),
            self.tr("Forget {0}?").format(model.title) if model.path else self.tr("Delete {0}?").format(model.title),
            QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.Cancel,
            self._dialog or self._window,
        )
        if not model.path:
            ask.setInformativeText(self.tr("It can be fetched again at any time."))
        if not await answered_yes(ask):
            return
        try:
            await asyncio.to_thread(self._open_model_catalogue().remove, name)
            voices = self._studio.settings.voices
            if voices.embeddings == f"embedded:{name}":
                self._settings.apply(settings_file.changed(self._studio.settings, "voices", embeddings=""))
        except ParleyError as error:
            self._show_dialog_problem(error)
        self._failed.pop(name, None)
        self._show()

    async def _add(self, file: Path) -> None:
        from parley.core.voices.models.catalogue import described
        from parley.desktop.models.figures import FileFigure
        from parley.desktop.models.listing import facts
        from parley.desktop.models.view import AddDialog

        try:
            model = await asyncio.to_thread(described, file)
        except ParleyError as error:
            self._show_dialog_problem(error)
            return
        told = facts(model, self._studio.settings.voices.embedded_context)
        dialog = AddDialog(FileFigure(str(file), model.id, told), self._dialog or self._window)
        if not await answered(dialog):
            return
        name, copied = dialog.name(), dialog.copied()
        self._show_dialog_problem(None)
        if copied:
            self._tell_copying()
        done = await self._run_with_progress(
            name, partial(self._open_model_catalogue().add, file, name=name, copied=copied)
        )
        if done or name not in self._failed:
            self._show_dialog_problem(None)
        else:
            self._show_dialog_problem(self._failed.pop(name))
        self._show()

    def _tell_copying(self) -> None:
        if self._dialog is not None:
            self._dialog.show_problem(self.tr("The file is being copied…"))

    def _show_dialog_problem(self, error: ParleyError | None) -> None:
        if self._dialog is not None and isValid(self._dialog):
            self._dialog.show_problem("" if error is None else said(error))

    def _open_model_catalogue(self) -> Catalogue:
        from parley.core.voices.models import Catalogue

        return Catalogue(self._studio.home.models)

    def _show(self) -> None:
        if self._dialog is None or not isValid(self._dialog):
            return
        from parley.core.voices.models.machine import memory
        from parley.desktop.models.listing import figures, machine

        here = memory()
        failed = {name: said(error) for name, error in self._failed.items()}
        run = self._session.model
        # Whoever looks at a talk wants to hear such a one.
        spoken = self.spoken() or (run.replay.live.setup.language if run.loaded else "")
        shown = figures(self._open_model_catalogue(), self._studio.settings, here, set(self._fetches), failed, spoken)
        self._dialog.show_models(shown, machine(here))
        for name, error in self._failed.items():
            if name in self._dialog.rows:
                self._dialog.rows[name].show_mends(
                    self._session.mends(Trouble.of(error), _do_nothing_more, _do_nothing_more)
                )
        self._show_progress()


async def answered_yes(box: QMessageBox) -> bool:
    """Return whether a question was answered with yes."""
    future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def finished(result: int) -> None:
        if not future.done():
            future.set_result(result == QMessageBox.StandardButton.Yes)

    box.finished.connect(finished)
    box.open()
    try:
        return await future
    finally:
        box.deleteLater()
