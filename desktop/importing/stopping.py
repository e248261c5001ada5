"""What takes its time while files are brought in: told how far it is, and stopped by whoever wants to."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QTimer

from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.window import Window

translate = QCoreApplication.translate
T = TypeVar("T")
LATE, OFTEN = 300, 150
"""Milliseconds after which it is told that something is under way, and after which it is told anew."""


class Progress:
    """How far something is that is done in a thread. `done` counts what is whole; `stopped_early`: somebody wanted it
    to stop while it was under way."""

    def __init__(self) -> None:
        self.done = 0
        self.stopped_early = False
        self._event = threading.Event()
        self.stop = self._event.set
        self.stopped = self._event.is_set

    def tell(self, done: int) -> None:
        """Record how many are done by now."""
        self.done = done


async def watched(window: Window, work: Callable[[Progress], T], told: Callable[[int], str]) -> tuple[T, Progress]:
    """Return what the work in a thread gives, and how far it came.

    Where it takes longer than a moment, a notice says what is `told` of what is done, with a button that stops it;
    Escape and closing the notice stop it, too.
    """
    progress = Progress()
    key = f"importing.{id(progress)}"
    button = NoticeButton(translate("ImportCommands", "Stop"), progress.stop)

    def tell() -> None:
        if not progress.stopped():
            window.tell(Notice(told(progress.done), key=key, seconds=0, buttons=(button,), closed=progress.stop))
        clock.start(OFTEN)

    clock = QTimer(singleShot=True, interval=LATE)
    clock.timeout.connect(tell)
    clock.start()
    try:
        found = await asyncio.to_thread(work, progress)
        progress.stopped_early = progress.stopped()
        return found, progress
    finally:
        clock.stop()
        # Whoever closes the window waits for no more than what is being written.
        progress.stop()
        window.notices.close_key(key)
