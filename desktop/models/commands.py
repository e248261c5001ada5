"""What is done with local models: fetched, stopped, used, removed, added from a file."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QApplication, QMessageBox
from shiboken6 import isValid

from parley.core import settings as settings_file
from parley.core.base.errors import ParleyError
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.rooms import RoomCommands, Surroundings
from parley.desktop.tasks import await_answer
from parley.desktop.widgets.language import said

if TYPE_CHECKING:
    # Imported when the list is asked for: the window is painted sooner.
    from parley.core.voices.models.catalogue import Catalogue
    from parley.core.voices.models.model import Model
    from parley.desktop.models.view import ModelsDialog

KEY = "embedded"
"""The notice that tells of a fetch."""
TOLD = 10
"""So often does the notice say how far a fetch is, and no more: a screen reader says each."""

Again = Callable[[], Coroutine[Any, Any, object]]


@dataclass
class Fetch:
    """A fetch under way: what stops it, how much has arrived, and how often the notice told so."""

    model: Model
    cancel: threading.Event = field(default_factory=threading.Event)  # read by the thread that downloads
    done: int = 0
    told: int = -1


class ModelCommands(RoomCommands):
    """The list of models and its fetches, which go on when the list is closed and end with the window."""

    def __init__(self, here: Surroundings) -> None:
        super().__init__(here)
        self._window = here.window
        self._session = here.session
        self._setup = here.setup
        self._dialog: ModelsDialog | None = None
        self._fetches: dict[str, Fetch] = {}

    def map_actions(self) -> dict[str, Callable[[], None]]:
        """Map each action id to its callback."""
        return {"models": lambda: self._session.start_task(self.open())}

    def connect_views(self) -> None:
        """Open the list from the settings and the start page, and fetch what others ask for."""
        for wanted in (self._setup.settings.models_wanted, self._setup.first_run.models_wanted):
            wanted.connect(self.map_actions()["models"])
        self._setup.first_run.fetch = self.fetch

    async def open(self) -> None:
        """Show the list."""
        from parley.desktop.models.view import ModelsDialog

        dialog = self._dialog = ModelsDialog(QApplication.activeModalWidget() or self._window)
        dialog.wanted.connect(self._do_action)
        dialog.file_chosen.connect(self._add_file)
        self._show_models()
        await await_answer(dialog)
        self._dialog = None

    async def close(self) -> None:
        """Stop all fetches: the threads must not go on behind the window."""
        for each in self._fetches.values():
            each.cancel.set()

    def _do_action(self, name: str, what: str) -> None:
        if what == "stop" and name in self._fetches:
            self._fetches[name].cancel.set()
        elif what == "use":
            embeds = self._open_catalogue().get(name).use == "embed"
            self._choose_model(**({"embeddings": f"embedded:{name}"} if embeds else {"embedded_model": name}))
        elif what in {"fetch", "remove"}:
            self._session.start_task(self.fetch(name) if what == "fetch" else self._remove(name))

    # Fetching -----------------------------------------------------------------------------------------------------

    async def fetch(self, name: str, again: Again | None = None) -> bool:
        """Return whether a model is here, fetched and tried out where it was not.

        The list tells how far it is, else a notice, which lets it be cancelled and says what went wrong; `again` is
        what is tried again then. Raises `UnknownName`.
        """
        catalogue = self._open_catalogue()
        model = catalogue.get(name)
        # It may have been asked for as the usual one.
        name = model.id
        if name in self._fetches or catalogue.is_installed(name):
            return name not in self._fetches  # under way: not here yet
        if self._dialog is not None:
            self._dialog.problem.clear()
        under_way = self._fetches[name] = Fetch(model)
        self._tell_progress(name, 0)
        self._show_models()
        try:
            await self._fetch_model(catalogue, name, under_way)
        except ParleyError as error:
            self._tell_failure(error, under_way.cancel.is_set(), again or (lambda: self.fetch(name)))
            return False
        finally:
            under_way.cancel.set()  # also where this task is cancelled: its thread would go on
            self._fetches.pop(name, None)
            self._show_models()
        return True

    async def _fetch_model(self, catalogue: Catalogue, name: str, under_way: Fetch) -> None:
        from parley.core.voices.embedded.trial import try_out

        loop = asyncio.get_running_loop()

        def report_progress(done: int, _total: int) -> None:
            loop.call_soon_threadsafe(self._tell_progress, name, done)

        await asyncio.to_thread(catalogue.fetch, name, progress=report_progress, cancel=under_way.cancel)
        if self._dialog is None:
            told = self.tr("The model is here. How fast it is takes ten seconds to try.")
            self._window.tell(Notice(told, key=KEY))
        # Before anybody speaks: a trial beside the first line would take half of the processor from it.
        await asyncio.to_thread(try_out, catalogue.folder, name)

    def _tell_progress(self, name: str, done: int) -> None:
        from parley.desktop.models.listing import format_progress

        under_way = self._fetches.get(name)
        if under_way is None or under_way.cancel.is_set():  # the thread may report once more after the end
            return
        under_way.done, total = done, under_way.model.download
        if self._dialog is not None:
            self._dialog.show_progress(name, done / total, format_progress(done, total))
        elif (part := min(TOLD - 1, TOLD * done // total)) > under_way.told:
            under_way.told = part
            told = self.tr("Fetching the embedded model: {0}.").format(format_progress(done, total))
            stop = NoticeButton(self.tr("Cancel"), under_way.cancel.set)
            self._window.tell(Notice(told, key=KEY, buttons=(stop,), seconds=0))

    def _tell_failure(self, error: ParleyError, cancelled: bool, again: Again) -> None:
        if self._dialog is not None:
            self._dialog.problem.setText("" if cancelled else said(error))
            return
        retry = NoticeButton(self.tr("Try again"), lambda: self._session.start_task(again()))
        told = self.tr("The embedded model was not fetched.") if cancelled else said(error)
        self._window.tell(Notice(told, kind="info" if cancelled else "error", key=KEY, buttons=(retry,), seconds=0))

    # What else is done --------------------------------------------------------------------------------------------

    def _choose_model(self, **values: str) -> None:
        settings = self._session.studio.settings
        with self._telling_problems():
            self._setup.settings.save_settings(settings_file.set_group(settings, "voices", **values))

    async def _remove(self, name: str) -> None:
        model = self._open_catalogue().get(name)
        asked = self.tr("Forget {0}?") if model.path else self.tr("Delete {0}? It can be fetched again at any time.")
        buttons = QMessageBox.StandardButton
        box = QMessageBox(
            QMessageBox.Icon.Question, self.tr("Local models"), asked.format(model.title),
            buttons.Yes | buttons.Cancel, self._dialog or self._window,
        )  # fmt: skip
        await await_answer(box)
        if box.result() != buttons.Yes.value:
            return
        with self._telling_problems():
            await asyncio.to_thread(self._open_catalogue().remove, name)
        if self._session.studio.settings.voices.embeddings == f"embedded:{name}":  # the setting would name what is gone
            self._choose_model(embeddings="")

    def _add_file(self, file: str) -> None:
        with self._telling_problems():
            self._open_catalogue().add(Path(file))

    @contextmanager
    def _telling_problems(self) -> Iterator[None]:
        """Tell in the list what went wrong, or that nothing did, and show it as all stands then."""
        problem = ""
        try:
            yield
        except ParleyError as error:
            problem = said(error)
        if self._dialog is not None and isValid(self._dialog):  # closed while a thread worked
            self._dialog.problem.setText(problem)
        self._show_models()

    def _open_catalogue(self) -> Catalogue:
        from parley.core.voices.models.catalogue import Catalogue

        return Catalogue(self._session.studio.home.models)

    def _show_models(self) -> None:
        if self._dialog is None or not isValid(self._dialog):
            return
        from parley.core.voices.models.model import read_memory
        from parley.desktop.models.listing import build_figures

        here, settings = read_memory(), self._session.studio.settings
        self._dialog.show_models(build_figures(self._open_catalogue(), settings, here, self._fetches))
        for name, under_way in self._fetches.items():  # show_models() has written over it
            self._tell_progress(name, under_way.done)
