"""A real window on the event loop it has in earnest, for as long as a measurement takes."""

from __future__ import annotations

# ruff: noqa: E402  # as the window's own script does before it loads anything: it costs memory and time
from parley.desktop.__main__ import read_no_sources, share_heap

share_heap()
read_no_sources()

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import qasync  # type: ignore[import-untyped]
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from benchmarks.figure import note
from parley.core.settings import set_group
from parley.core.studio.studio import Studio
from parley.desktop.run.model import RunModel
from parley.desktop.shell.app import Desktop
from parley.desktop.shell.front import get_application
from parley.desktop.shell.window import Window
from parley.desktop.widgets import theme as look

T = TypeVar("T")


def with_window(studio: Studio, measure: Callable[[Desktop], Awaitable[T]]) -> T:
    """What `measure` found in a window of 1440 x 900 that has all its views; the window is closed afterwards."""
    studio.settings = set_group(studio.settings, "look", motion=True).model_copy(update={"welcomed": True})
    # What an earlier measurement left of its window is no part of this one.
    studio.home.window.unlink(missing_ok=True)
    app = get_application()

    async def main() -> T:
        desktop = Desktop(app, studio)
        desktop.open()
        while not desktop.window.complete or desktop.tasks.names:
            await asyncio.sleep(0.02)
        note("The window stands.")
        found = await measure(desktop)
        await desktop.close()
        return found

    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        return runner.run(main())


def still_window(studio: Studio) -> Window:
    """A window of 1440 x 900 with all its views and no event loop but the one that the caller turns."""
    app = get_application()
    look.apply_theme(app, look.LIGHT, 1.0)
    model = RunModel()
    window = Window(model)
    window.make_late_views()
    window.inspect = lambda: model.build_inspector(studio)
    window.show()
    app.processEvents()
    return window


def show_run(studio: Studio, window: Window, run: str) -> None:
    """Show a run, whole."""
    opened = studio.open(run)
    plan = studio.plan_of(opened.state.setup) or studio.library.plan("studio")
    window.model.open(opened, plan)
    QApplication.processEvents()
    window.settle()
    QApplication.processEvents()


class Painted(QObject):
    """Counts how often a widget was painted, and wakes who waits for it."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """See paint events go by."""
        self.count += event.type() == QEvent.Type.Paint
        return False


class Stopwatch:
    """Milliseconds of wall time and of this process's CPU since it was made."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    @property
    def wall(self) -> float:
        return (time.perf_counter() - self._wall) * 1e3

    @property
    def cpu(self) -> float:
        return (time.process_time() - self._cpu) * 1e3


def frames(count: int, draw: Callable[[int], None]) -> list[float]:
    """CPU milliseconds that each of so many frames took; the first five warm up."""
    found = []
    for number in range(count + 5):
        watch = Stopwatch()
        draw(number)
        if number >= 5:
            found.append(watch.cpu)
    return found
