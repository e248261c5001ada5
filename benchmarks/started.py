"""`python -m benchmarks.started HOME`: the window as the script opens it, which tells when it is painted and usable.

Nothing is imported here but what the window imports itself: it would count as the window's.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import desktop.__main__ as entry

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from core.home import Home


def tell() -> None:
    """The moment and this process's CPU seconds, as a line of JSON."""
    print(f'{{"at": {time.time()}, "cpu": {time.process_time()}}}', flush=True)


def tell_first_paint(widget: QWidget) -> None:
    """Tell when `widget` is painted for the first time."""
    from PySide6.QtCore import QEvent, QObject

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                watched.removeEventFilter(self)
                tell()
            return False

    widget.installEventFilter(Watch(widget))


def open_watched(home: Home, files: Sequence[Path]) -> int:
    """The window, whose first paint and first run in all views are told; ends the process then."""
    from desktop.shell.front import Front

    show = Front.show

    def shown() -> None:
        tell()
        os._exit(0)

    def show_watched(self: Front) -> None:
        window = self.window
        tell_first_paint(window.transcript.lines.viewport())
        window.completed.connect(lambda: window.model.opened.connect(shown))
        show(self)

    Front.show = show_watched  # type: ignore[method-assign]
    return open_window(home, files)


if __name__ == "__main__":
    sys.argv[:] = ["parley", "--home", sys.argv[1]]
    open_window, entry.open_window = entry.open_window, open_watched
    entry.parley()
