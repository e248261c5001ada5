"""Who owns every asyncio task of the window."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtWidgets import QDialog

Failed = Callable[[BaseException], None]


class Tasks:
    """Starts coroutines, keeps them alive, and hands what they raise to one door.

    Attributes: `on_failed`, called with every exception that a task ends in.
    """

    def __init__(self, on_failed: Failed) -> None:
        self.on_failed = on_failed
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, coroutine: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]:
        """Run the coroutine on the window's loop."""
        task = asyncio.get_running_loop().create_task(coroutine, name=name)
        self._tasks.add(task)  # the loop itself has weak references alone
        task.add_done_callback(self._finish_task)
        return task

    def _finish_task(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (raised := task.exception()) is not None:  # `exception` raises if cancelled
            self.on_failed(raised)

    @property
    def names(self) -> list[str]:
        """What is under way."""
        return sorted(task.get_name() for task in self._tasks)

    async def cancel_all(self) -> None:
        """Cancel everything but the caller and wait for it, and for what a timer has begun meanwhile."""
        mine = asyncio.current_task()
        while waiting := [task for task in self._tasks if task is not mine]:
            for task in waiting:
                task.cancel()
            await asyncio.wait(waiting)


async def await_answer(dialog: QDialog) -> bool:
    """Open the dialog without blocking and wait for its answer: accepted or not. It can be read until the next await.

    `exec()` would run a second event loop inside a coroutine, and other tasks would never wake again.
    """
    future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def on_finished(result: int) -> None:
        if not future.done():  # the task that waits may have been cancelled
            future.set_result(result == int(QDialog.DialogCode.Accepted))

    dialog.finished.connect(on_finished)
    dialog.open()
    try:
        return await future
    finally:
        # A window that goes takes its dialogs with it, and only then is this task cancelled.
        with contextlib.suppress(RuntimeError):
            dialog.finished.disconnect(on_finished)
            dialog.deleteLater()
