"""Opening the window: painted first, then what stands behind it is loaded while it is already to be seen."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QMessageBox, QStyle

from parley.core.base.errors import FileError
from parley.core.base.interrupting import on_interrupt
from parley.core.home import Home
from parley.desktop.shell.front import Front, get_application
from parley.desktop.widgets import language

if TYPE_CHECKING:
    from parley.desktop.shell.app import Desktop


def run(home: Home, files: Sequence[Path] = ()) -> int:
    """Open the window and live until it is closed; returns the exit code."""
    import qasync  # type: ignore[import-untyped]

    app = get_application()
    try:
        home.prepare()
    except FileError as fault:
        # Whoever began it from a menu sees no terminal.
        if app.platformName() not in ("offscreen", "minimal"):  # where nobody can close the box
            language.install(app, "system")
            QMessageBox.warning(None, "Parley", language.said(fault))  # it may block: no loop runs yet
        raise

    async def main() -> None:
        front = Front(app, home)
        with suppress(NotImplementedError, ValueError):  # not on Windows, nor outside the main thread
            on_interrupt(asyncio.get_running_loop(), front.window.end_wanted.emit)
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, front.window.end_wanted.emit)
        # The first time it is as large as it likes to be, or as the screen has room below a title bar; then as it was
        # left.
        bar = front.window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
        room = front.window.screen().availableSize() - QSize(0, bar)
        front.window.resize(front.window.size().boundedTo(room))
        if not files:
            front.greet()
        painted = asyncio.Event()
        front.window.painted.connect(painted.set)
        front.show()
        await painted.wait()
        await front.fill_page()
        # What stands behind the window is loaded in a thread: it takes longer than the window itself.
        await asyncio.to_thread(import_module, "parley.desktop.shell.app")
        from parley.core.cli.logfile import log_to_home
        from parley.core.studio.studio import Studio
        from parley.desktop.shell.app import Desktop

        with log_to_home(lambda: home):
            desktop = Desktop(app, Studio(home), front)
            sys.excepthook = _make_exception_hook(desktop)
            try:
                desktop.open(files)
                await desktop.closed
            finally:
                await desktop.close()  # Whatever ends this task, the run is given back

    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        runner.run(main())
    return 0


def _make_exception_hook(
    desktop: Desktop,
) -> Callable[[type[BaseException], BaseException, TracebackType | None], None]:
    """Return a `sys.excepthook` for exceptions in Qt slots: they are told as those of tasks are; Ctrl+C closes."""

    def handle_error(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        if isinstance(error, KeyboardInterrupt):
            desktop.tasks.start(desktop.close(), "close")
        else:
            desktop.on_failed(error)

    return handle_error
