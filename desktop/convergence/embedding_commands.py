"""Measuring by embeddings: a voice is asked in the background, in small batches, for as long as somebody looks."""

from __future__ import annotations

import asyncio
import threading
from contextlib import aclosing
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from parley.core.base.errors import ParleyError, VoiceUnavailable
from parley.core.settings import Voices
from parley.desktop.convergence.figures import AskFigure
from parley.desktop.convergence.model import MeasuresModel
from parley.desktop.shell.session import Session
from parley.desktop.widgets.language import said

if TYPE_CHECKING:
    from parley.core.studio.embeddings import Embedder

IDLE_SECONDS = 30
"""How long the model stays loaded after the last line: the next turn of a live run finds it there."""


class EmbeddingCommands(QObject):
    """Asks for what the measures want, one ask at a time."""

    def __init__(self, measures: MeasuresModel, session: Session) -> None:
        super().__init__(measures)
        self._measures = measures
        self._session = session
        self._task: asyncio.Task[None] | None = None
        self._embedder: Embedder | None = None
        self._made_of: Voices | None = None
        self._fetching: threading.Event | None = None
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(IDLE_SECONDS * 1_000)
        self._idle.timeout.connect(lambda: session.start_task(self.close()))
        measures.vectors_wanted.connect(self._on_wanted)

    def stop(self) -> None:
        """Stop asking, or fetching; what has come is kept."""
        self._measures.stop_asking()
        if self._fetching is not None:
            self._fetching.set()
        elif self._task is not None:
            self._task.cancel()

    def fetch(self) -> None:
        """Fetch the model that is missing, then ask it."""
        if self._fetching is None:
            self._session.start_task(self._fetch())

    async def close(self) -> None:
        """Give the voice back; its child process ends. Idempotent."""
        self._idle.stop()
        embedder, self._embedder = self._embedder, None
        if embedder is not None:
            await embedder.close()

    def _on_wanted(self) -> None:
        if self._task is None:
            self._session.start_task(self._ask())

    async def _ask(self) -> None:
        if self._task is not None:
            return
        self._task = asyncio.current_task()
        self._idle.stop()
        failed = False
        try:
            await self._ask_for_all()
        except ParleyError as error:
            failed = True
            # What a server cannot do, the model can.
            model = self._missing_model() if isinstance(error, VoiceUnavailable) else ""
            self._measures.tell_ask(AskFigure("failed", 0, 0, said(error.sentence), said(error.hint), model))
        except asyncio.CancelledError:
            # Stopped by hand: that was told. Whoever closes the window waits for the voice's end.
            failed = True
            raise
        finally:
            self._task = None
            if failed:
                await self.close()
            else:
                self._idle.start()

    async def _ask_for_all(self) -> None:
        measures = self._measures
        embedder = await self._voice()
        while True:
            measuring, texts = measures.without_direction()
            if not texts:
                measures.tell_ask(AskFigure())
                if not measures.asking().state:
                    return
                # Telling so has shown the next turn of a live run, and that wants its vector.
                continue
            standard = await embedder.standard(measures.language(), self._on_standard)
            measures.tell_ask(AskFigure("asking", measuring.embedded, len(measuring.series)))
            async with aclosing(embedder.stream(texts)) as parts:
                async for part in parts:
                    directions = [standard.direction(vector) if vector else None for _text, vector in part]
                    if not measures.embed(measuring, directions):
                        break
                    measures.tell_ask(AskFigure("asking", measuring.embedded, len(measuring.series)))

    def _on_standard(self, done: int, total: int) -> None:
        """The model is asked for the first time in this language: what is usual of it?"""
        if done < total:
            self._measures.tell_ask(AskFigure("learning", done, total))

    async def _voice(self) -> Embedder:
        settings = self._session.studio.settings
        if self._embedder is None or self._made_of != settings.voices:
            await self.close()
            self._made_of = settings.voices
            self._embedder = await asyncio.to_thread(self._make)
        return self._embedder

    def _make(self) -> Embedder:
        """In a thread: numpy and the voices take a moment, and the keyring may be asked."""
        import parley.core.measures.embedding  # noqa: F401

        return self._session.studio.embedder()

    def _missing_model(self) -> str:
        """The model that would mend it, where it can simply be fetched."""
        from parley.core.voices.models import Catalogue

        studio = self._session.studio
        name = studio.settings.voices.embedded_model
        try:
            catalogue = Catalogue(studio.home.models)
            model = catalogue.get(name)
            wanted = not catalogue.installed(name) and not model.path and not model.terms
        except ParleyError:
            return ""
        return model.title if wanted and not studio.settings.voices.embeddings else ""

    async def _fetch(self) -> None:
        # Imported when a model is wanted: a run is shown sooner.
        from parley.core.voices.models import Catalogue, FetchStopped

        studio, measures = self._session.studio, self._measures
        loop, cancel = asyncio.get_running_loop(), threading.Event()

        def progress(done: int, total: int) -> None:
            loop.call_soon_threadsafe(self._on_fetched, done, total)

        self._fetching = cancel
        measures.tell_ask(AskFigure("fetching"))
        try:
            catalogue, name = Catalogue(studio.home.models), studio.settings.voices.embedded_model
            await asyncio.to_thread(catalogue.fetch, name, progress=progress, cancel=cancel)
        except FetchStopped:
            measures.stop_asking()
        except ParleyError as error:
            measures.tell_ask(AskFigure("failed", 0, 0, said(error.sentence), said(error.hint), self._missing_model()))
        except asyncio.CancelledError:
            cancel.set()
            raise
        else:
            measures.ask_again()
        finally:
            self._fetching = None

    def _on_fetched(self, done: int, total: int) -> None:
        if self._fetching is not None and not self._fetching.is_set():
            self._measures.tell_ask(AskFigure("fetching", done, total))
