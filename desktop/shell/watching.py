"""What other processes do to the home is noticed: a command beside the window that runs, imports or deletes."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from parley.desktop.shell.session import Session
from parley.desktop.tasks import Tasks

LOOK_MS = 1_500
"""Between two looks at the folders. A watched folder says nothing of a file that grows, nor does one on a server."""
REST = 9.0
"""A look that took long is followed by so much longer a rest: a home of thousands of runs that all grow is not looked
at all the time."""
Seen = dict[str, tuple[int, int]]


class HomeWatch(QObject):
    """Looks at the logs, what is noted of them, the trash, the specs and the queue while the window is in sight; where
    they differ the lists are read anew."""

    def __init__(
        self,
        session: Session,
        tasks: Tasks,
        window: QWidget,
        changed: Callable[[], Awaitable[None]],
        glance: Callable[[], Awaitable[None]],
    ) -> None:
        """`glance` is what is done while the window is minimized: somebody may have to be called."""
        super().__init__()
        self._glance = glance
        self._session = session
        self._window = window
        self._changed = changed
        self._seen: Seen | None = None
        self._timer = QTimer(self, singleShot=True, interval=LOOK_MS)
        self._timer.timeout.connect(lambda: tasks.start(self.check_home(), "watch"))

    def start(self) -> None:
        """Begin to look."""
        self._timer.start()

    def stop(self) -> None:
        """Look no more."""
        self._timer.stop()
        self._timer.timeout.disconnect()  # a look under way starts the timer again when it is over

    async def check_home(self) -> None:
        """Look once, and again after a while."""
        begun = time.monotonic()
        try:
            if self._window.isMinimized():
                await self._glance()
            elif self._window.isVisible():
                home, own = self._session.studio.home, self._session.model.path
                # In the home itself are the notes of runs.
                looked = (
                    home.path, home.runs, home.trash, home.experiments, home.queue.parent, home.schedules,
                    home.schedule_logs,
                )  # fmt: skip
                seen = await asyncio.to_thread(_scan_files, looked)  # the folders may lie on a server
                before, self._seen = self._seen, seen
                # How the run that is shown goes on, the window knows.
                others = {path for path, _about in (before or {}).items() ^ seen.items()} - {str(own)}
                if before is not None and others:  # the first look only learns what there is
                    await self._changed()
        finally:
            took = time.monotonic() - begun
            self._timer.start(max(LOOK_MS, round(took * REST * 1_000)))


def _scan_files(folders: tuple[Path, ...]) -> Seen:
    """Return the time and the size of every log and TOML file in the folders."""
    seen: Seen = {}
    for folder in folders:
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.name.endswith((".jsonl", ".toml")):
                        about = entry.stat()
                        seen[entry.path] = about.st_mtime_ns, about.st_size
        except OSError:
            # A folder that is not there is empty; a file that goes meanwhile is seen the next time.
            continue
    return seen
