"""`python -m benchmarks.welcomed HOME`: the window of a stranger, which tells where to click, and when members speak.

Each line is JSON: {"page": [x, y], "at": …, "idle": …} when the first page is there, with its first button on the
screen and the CPU seconds so far; then {"words": …} when what members say is first painted, {"line": …} when the first
line is, each with its CPU seconds.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import desktop.__main__ as entry
from core.modes.office.state import OfficeState

if TYPE_CHECKING:
    from pathlib import Path

    from core.home import Home


def tell(**told: object) -> None:
    """One line of JSON."""
    print(json.dumps(told), flush=True)


def painted(what: str) -> None:
    """Tell the moment and the CPU seconds."""
    tell(**{what: time.time(), f"{what}.cpu": time.process_time()})


def open_watched(home: Home, files: Sequence[Path]) -> int:
    """The window as the script opens it, watched while a stranger sits before it."""
    from PySide6.QtCore import QEvent, QObject, QTimer
    from PySide6.QtWidgets import QApplication

    from desktop.shell.front import Front

    class Watch(QObject):
        """Sees the floor plan painted."""

        def __init__(self, window: Any) -> None:
            super().__init__(window)
            self.window, self.asked, self.told = window, False, set[str]()
            window.floor.viewport().installEventFilter(self)
            self.timer = QTimer(self)
            self.timer.timeout.connect(self.look)
            self.timer.start(10)

        def look(self) -> None:
            """Tell once where the first page's button is."""
            page = QApplication.activeModalWidget()
            if (button := getattr(page, "buttons", {}).get("day")) is not None and button.isVisible():
                self.timer.stop()
                middle = button.mapToGlobal(button.rect().center())
                tell(page=[middle.x(), middle.y()], at=time.time(), idle=time.process_time())

        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
            """Tell what is painted for the first time."""
            if event.type() == QEvent.Type.Paint and not self.timer.isActive():
                model = self.window.model
                for name, there in (
                    ("words", model.streaming),
                    ("line", model.replay.live.find(OfficeState) and model.replay.turns),
                ):
                    if there and name not in self.told:
                        self.told.add(name)
                        # It is painted when this event is done.
                        QTimer.singleShot(0, self, lambda name=name: painted(name))
            return False

    show = Front.show

    def show_watched(self: Front) -> None:
        show(self)
        Watch(self.window)

    Front.show = show_watched  # type: ignore[method-assign]
    return open_window(home, files)


if __name__ == "__main__":
    sys.argv[:] = ["parley", "--home", sys.argv[1]]
    open_window, entry.open_window = entry.open_window, open_watched
    entry.parley()
