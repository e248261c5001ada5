"""An experiment under way in the window's process, on a thread with a loop of its own.

Fifty talks at once on the window's loop would keep it from painting for a third of a second at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Iterable

from PySide6.QtCore import QObject, QTimer, Signal

from core.home import Home
from core.settings import Settings
from core.studio.experiments import logs
from core.studio.experiments.plan import Plan
from core.studio.experiments.running import Progress, Running
from core.studio.experiments.service import ExperimentService
from desktop.experiments.figures import ProgressFigure

TELL_MS = 250
"""How often what happened is shown: runs may end hundreds of times a second."""
FEWEST = 4
"""Turns before anything is said about the time left."""
RECENT = 60.0
"""Seconds whose turns count for the pace: a cell may be a hundred times as fast as the next."""


class ExperimentRun(QObject):
    """Runs until all is done, or paused.

    Signals: `progressed(ProgressFigure)`, a few times a second. Attributes: `plan`; `pausing`, by a person; `ended`,
    set when it is over.
    """

    progressed = Signal(object)

    def __init__(
        self, home: Home, settings: Settings, plan: Plan, parent: QObject, *, allowed: Iterable[str] = ()
    ) -> None:
        """`allowed` are servers of others that its runs may talk to."""
        super().__init__(parent)
        self.plan = plan
        self.ended = asyncio.Event()
        # A service of its own: what is set while it runs counts the next time.
        self._studio = ExperimentService(home, settings)
        self._studio.allow(allowed)
        self._running = Running(self._studio, plan, logs.folder_of(home, self.id), self._on_told)
        self._paces = deque([(time.monotonic(), 0)])
        self.pausing = self._news = False
        self._turns = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._dropping: bool | None = None
        self._timer = QTimer(self, interval=TELL_MS)
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
        since, before = self._paces[0]
        rate = (now.spoken - before) / max(1e-3, time.monotonic() - since)
        open_ = max(1, now.total - now.done)
        due = (now.turns_due - now.turns) * (open_ - len(now.parked)) / open_
        left = due / rate if now.spoken >= FEWEST and rate > 0 else -1.0
        # A copy, for the thread may add to it.
        parked = tuple(dict(now.parked).items())
        return ProgressFigure(
            self.id, now.total, now.done, now.running, parked, rate * 60, left, self.pausing, now.batched, now.batches,
            now.trouble, now.turns, now.turns_due, now.part,
        )  # fmt: skip

    def _on_told(self, _progress: Progress) -> None:
        self._news = True

    def _tell(self) -> None:
        # Turns are counted by the thread, and looked at here: there may be thousands a second.
        turns = self._running.progress.turns
        if self._look_at_pace() or self._news or turns != self._turns:
            self._news, self._turns = False, turns
            self.progressed.emit(self.figure())

    def _look_at_pace(self) -> bool:
        """Note how many turns there are, once a second; whether it was noted."""
        now = time.monotonic()
        if now - self._paces[-1][0] < 1.0:
            return False
        self._paces.append((now, self._running.progress.spoken))
        # Batches bring nothing for minutes, then everything.
        while not self._running.progress.batches and now - self._paces[1][0] >= RECENT:
            self._paces.popleft()
        return True
