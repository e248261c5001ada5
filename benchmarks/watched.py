"""`python -m benchmarks.watched HOME [stranger]`: the window as the script opens it, which tells what happens when.

Each line is JSON with the moment and this process's CPU seconds so far. Without more: when the window is painted
for the first time, then when a run is shown in all views, which ends the process. Before a `stranger`: where the first
page's first button is on the screen, then when the first words and the first line of what members say are painted.

Nothing is imported here but what the window imports itself: it would count as the window's.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import parley.desktop.__main__ as entry

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from parley.core.home import Home


def tell(what: str, more: str = "") -> None:
    """The moment and the CPU seconds, as a line of JSON."""
    print(f'{{"{what}": {time.time()}, "{what}.cpu": {time.process_time()}{more}}}', flush=True)


def when_painted(widget: QWidget, look: Callable[[], bool]) -> None:
    """Look whenever `widget` is painted, until that is no longer wanted."""
    from PySide6.QtCore import QEvent, QObject

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint and not look():
                watched.removeEventFilter(self)
            return False

    widget.installEventFilter(Watch(widget))


def watch_run(window: Any) -> None:
    """Tell of the first paint, and when a run is shown in all views."""

    def painted() -> bool:
        tell("painted")
        return False

    def shown() -> None:
        tell("shown")
        os._exit(0)

    # The start page stands before the transcript where nobody has begun anything yet.
    when_painted(window, painted)
    window.completed.connect(lambda: window.model.opened.connect(shown))


def watch_stranger(window: Any) -> None:
    """Tell where to click on the first page, and when members are seen to speak."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QAbstractButton

    wanted = {"words", "line"}
    timer = QTimer(window)

    def look() -> None:
        cards = window.findChildren(QAbstractButton, "card.day") if window.on_start else ()
        if cards and cards[0].isVisible():
            timer.stop()
            button = cards[0]
            middle = button.mapToGlobal(button.rect().center())
            tell("page", f', "place": [{middle.x()}, {middle.y()}]')

    def painted() -> bool:
        if timer.isActive():
            return True
        model = window.model
        for name, there in (("words", model.streaming), ("line", model.replay.turns and model.mode.plan())):
            if there and name in wanted:
                wanted.discard(name)
                # It is painted when this event is done.
                QTimer.singleShot(0, window, lambda name=name: tell(name))
        return bool(wanted)

    when_painted(window.floor.viewport(), painted)
    timer.timeout.connect(look)
    timer.start(10)


def main(home: str, watch: Callable[[Any], None]) -> None:
    """Open the window as the script does, and watch it from before it is shown."""
    open_window = entry.open_window

    def open_watched(home: Home, files: Sequence[Path]) -> int:
        # As the window does before its first import: it is no time of the window's that sources are read here.
        gc.disable()
        entry.read_no_sources()
        from parley.desktop.shell.front import Front

        show = Front.show

        def show_watched(self: Front) -> None:
            watch(self.window)
            show(self)

        Front.show = show_watched  # type: ignore[method-assign]
        return open_window(home, files)

    entry.open_window = open_watched
    sys.argv[:] = ["parley", "--home", home]
    entry.parley()


if __name__ == "__main__":
    main(sys.argv[1], watch_stranger if "stranger" in sys.argv else watch_run)
