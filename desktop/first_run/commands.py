"""The first-run page, and the embedded model that it fetches."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from core import settings as settings_file
from core.base.errors import ParleyError
from core.cast.member import VoiceSpec
from core.engine.run_request import request_of
from core.studio.studio import Studio
from desktop.new_run.model import language
from desktop.settings.commands import SettingsCommands
from desktop.shell.notices import Kind, Notice, NoticeButton
from desktop.shell.session import Session, Tell
from desktop.tasks import answered
from desktop.widgets.language import said

if TYPE_CHECKING:
    # Imported when a model is looked for: a run is shown sooner.
    from core.voices.models import Catalogue
    from desktop.first_run.view import Way


VOICES = ("embedded", "key", "server")


class FirstRunCommands(QObject):
    """How somebody begins who has not seen Parley before."""

    def __init__(
        self,
        studio: Studio,
        session: Session,
        tell: Tell,
        window: QWidget,
        settings: SettingsCommands,
    ) -> None:
        super().__init__()
        self._studio = studio
        self._session = session
        self._tell = tell
        self._window = window
        self._settings = settings

    async def watch(self) -> None:
        """Offer what there is to watch at once."""
        from desktop.first_run.view import FirstRunDialog

        dialog = FirstRunDialog(self._watched(), (), self._window)
        dialog.chosen.connect(lambda way: self._session.start_task(self._begin(way)))
        await answered(dialog)

    def _watched(self) -> tuple[Way, ...]:
        """What can be watched at once: the runs that were written by hand."""
        from core.studio.hand_written import in_language
        from desktop.first_run.view import Way

        watch, play = self.tr("Watch"), self.tr("Play")
        found = in_language(language(self._studio))
        return tuple(
            Way(id_, title, detail, play if id_.startswith("story") else watch) for id_, title, detail in found
        )

    async def _begin(self, way: str) -> None:
        """Have what was chosen begin."""
        from core.studio.hand_written import hand_written

        await self._session.start(self._studio.compose(hand_written(way)))

    async def welcome(self) -> None:
        """The first-run page, until somebody has answered it."""
        if self._studio.settings.welcomed:
            return
        from core.voices.models import Catalogue
        from desktop.first_run.view import FirstRunDialog, Way

        catalogue = Catalogue(self._studio.home.models)
        name = self._studio.settings.voices.embedded_model
        size = round(catalogue.get(name).download / 1_000_000)
        honest = self.tr("Small: charming rather than deep. English only, about a second a line. Free and private.")
        fetched = self.tr("{0} MB to fetch once.").format(size)
        here = catalogue.installed(name)
        use = self.tr("Use it") if here else self.tr("Fetch and use it")
        best = self.tr("The best lines, in any language. Needs a key.")
        servers = self.tr("llama.cpp, Ollama, LM Studio, vLLM: anything that speaks the Messages API.")
        ways = (
            Way("embedded", self.tr("The embedded model"), honest if here else f"{honest} {fetched}", use),
            Way("key", self.tr("Claude"), best, self.tr("Add a key")),
            Way("server", self.tr("A server of your own"), servers, self.tr("Connect")),
        )
        dialog = FirstRunDialog(self._watched(), ways, self._window)
        dialog.chosen.connect(lambda way: self._session.start_task(self._chosen(way)))
        await answered(dialog)

    async def _chosen(self, way: str) -> None:
        """What was chosen begins; a voice is seen to while the day plays."""
        await self._begin(self._watched()[0].id if way in VOICES else way)
        self._settings.apply(self._studio.settings.model_copy(update={"welcomed": True}))
        if way == "embedded":
            await self.use_embedded()
        elif way in {"key", "server"}:
            await self._settings.open("voices")

    async def use_embedded(self) -> None:
        """Have the embedded model write new runs; fetch it first where it is not here."""
        from core.voices.models import Catalogue

        catalogue = Catalogue(self._studio.home.models)
        name = self._studio.settings.voices.embedded_model
        if not catalogue.installed(name) and not await self._fetched(catalogue, name):
            return
        self._settings.apply(settings_file.changed(self._studio.settings, "voices", default="embedded"))
        begin = NoticeButton(self.tr("Start a standup with it"), lambda: self._session.start_task(self._standup()))
        told = self.tr("New runs are written by the embedded model.")
        self._tell(Notice(told, key="embedded", buttons=(begin,), seconds=0))

    async def _standup(self) -> None:
        voice = VoiceSpec(provider="embedded", model=self._studio.settings.voices.embedded_model)
        await self._session.start(self._studio.compose(request_of("roundtable", voice=voice)))

    async def _fetched(self, catalogue: Catalogue, name: str) -> bool:
        """Whether a model was fetched; a notice tells how far it is, lets it be cancelled, and says what went wrong."""
        loop, cancel = asyncio.get_running_loop(), threading.Event()
        total = catalogue.get(name).download
        told = -1

        def show(done: int) -> None:
            nonlocal told
            part = min(9, 10 * done // total)
            if part > told and not cancel.is_set():
                # Ten times and no more: a screen reader says each.
                told = part
                fetching = self.tr("Fetching the embedded model: {0} of {1} MB.")
                numbers = round(done / 1_000_000), round(total / 1_000_000)
                stop = NoticeButton(self.tr("Cancel"), cancel.set)
                self._tell(Notice(fetching.format(*numbers), key="embedded", buttons=(stop,), seconds=0))

        def progress(done: int, _total: int) -> None:
            loop.call_soon_threadsafe(show, done)

        show(0)
        try:
            await asyncio.to_thread(catalogue.fetch, name, progress=progress, cancel=cancel)
        except ParleyError as error:
            again = NoticeButton(self.tr("Try again"), lambda: self._session.start_task(self.use_embedded()))
            kind: Kind = "info" if cancel.is_set() else "error"
            sentence = self.tr("The embedded model was not fetched.") if cancel.is_set() else said(error)
            self._tell(Notice(sentence, kind=kind, key="embedded", buttons=(again,), seconds=0))
            return False
        finally:
            # The window may close meanwhile: the thread must not go on behind it.
            cancel.set()
        return True
