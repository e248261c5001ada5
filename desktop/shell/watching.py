"""What other processes do to the home is noticed: a command beside the window that runs, imports or deletes."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from desktop.shell.session import Session
from desktop.tasks import Tasks

LOOK_MS = 1_500
"""Between two looks at the folders. A watched folder says nothing of a file that grows, nor does one on a server."""
Seen = dict[str, tuple[int, int]]


class HomeWatch(QObject):
    """Looks at the logs and the specs while the window is in sight, and has the lists read anew where they differ."""

    def __init__(self, session: Session, tasks: Tasks, window: QWidget, changed: Callable[[], Awaitable[None]]) -> None:
        super().__init__()
        self._session = session
        self._window = window
        self._changed = changed
        self._seen: Seen | None = None
        self._timer = QTimer(self, singleShot=True, interval=LOOK_MS)
        self._timer.timeout.connect(lambda: tasks.start(self.look(), "watch"))

    def start(self) -> None:
        """Look from now on."""
        self._timer.start()

    def stop(self) -> None:
        """Look no more."""
        self._timer.stop()
        self._timer.timeout.disconnect()

    async def look(self) -> None:
        """Look once, and again after a while."""
        try:
            if self._window.isVisible() and not self._window.isMinimized():
                home, own = self._session.studio.home, self._session.model.path
                seen = await asyncio.to_thread(_look, (home.runs, home.experiments))
                before, self._seen = self._seen, seen
                # How the run that is shown goes on, the window knows.
                others = {path for path, _about in (before or {}).items() ^ seen.items()} - {str(own)}
                if before is not None and others:
                    await self._changed()
        finally:
            self._timer.start()


def _look(folders: tuple[Path, ...]) -> Seen:
    """Size and time of every file in the folders."""
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
