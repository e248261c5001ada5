"""An experiment under way in the window's process, on a thread with a loop of its own.

Fifty talks at once on the window's loop would keep it from painting for a third of a second at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from core.home import Home
from core.settings import Settings
from core.studio.experiments import logs
from core.studio.experiments.laboratory import Laboratory
from core.studio.experiments.plan import Plan
from core.studio.experiments.running import Progress, Running
from desktop.models.experiment_figures import ProgressFigure

TELL_MS = 250
"""How often what happened is shown: runs may end hundreds of times a second."""
FEWEST = 2
"""Finished runs before anything is said about the time left."""


class ExperimentRun(QObject):
    """Runs until all is done, or paused.

    Signals: `progressed(ProgressFigure)`, a few times a second. Attributes: `plan`; `pausing`, by a person; `ended`,
    set when it is over.
    """

    progressed = Signal(object)

    def __init__(self, home: Home, settings: Settings, plan: Plan, parent: QObject) -> None:
        super().__init__(parent)
        self.plan = plan
        self.ended = asyncio.Event()
        self._home = home
        # A laboratory of its own: what is set while it runs counts the next time.
        self._studio = Laboratory(home, settings)
        self._running = Running(self._studio, plan, self._folder(), self._on_told)
        self._begun = time.monotonic()
        self.pausing = False
        self._news = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._dropping: bool | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(TELL_MS)
        self._timer.timeout.connect(self._tell)

    @property
    def id(self) -> str:
        """The experiment's id."""
        return self.plan.experiment.id

    async def live(self) -> Progress:
        """Run what is not finished. Raises what `Running.live` raises."""
        self._timer.start()
        try:
            return await asyncio.to_thread(asyncio.run, self._work())
        finally:
            self._timer.stop()
            self.ended.set()

    async def _work(self) -> Progress:
        """What the thread does: all that belongs to its loop begins and ends here."""
        self._loop = asyncio.get_running_loop()
        if self._dropping is not None:
            self._running.pause(cancel=self._dropping)
        try:
            return await self._running.live()
        finally:
            self._loop = None
            await self._studio.close()

    def pause(self, *, cancel: bool = False) -> None:
        """Begin nothing more; replies under way are finished, or with `cancel` dropped."""
        self.pausing = self._news = True
        self._dropping = cancel
        if (loop := self._loop) is not None:
            # It may be over by now, and its loop closed: then there is nothing to pause.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(lambda: self._running.pause(cancel=cancel))
        self._tell()

    def figure(self) -> ProgressFigure:
        """How far it is."""
        now = self._running.progress
        fresh = now.done - now.before
        seconds = max(1e-3, time.monotonic() - self._begun)
        rate = fresh / seconds
        due = now.total - now.done - len(now.parked)
        left = due / rate if fresh >= FEWEST else -1.0
        # A copy, for the thread may add to it.
        parked = tuple(dict(now.parked).items())
        batches = now.batched, now.batches, now.trouble
        return ProgressFigure(
            self.id, now.total, now.done, now.running, parked, rate * 60, left, self.pausing, *batches
        )

    def _folder(self) -> Path:
        return logs.folder_of(self._home, self.id)

    def _on_told(self, _progress: Progress) -> None:
        self._news = True

    def _tell(self) -> None:
        if self._news:
            self._news = False
            self.progressed.emit(self.figure())
