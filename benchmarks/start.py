"""From the command to the first paint of the window."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.figure import Figure, median_of

if TYPE_CHECKING:
    from core.home import Home

TIMES = 5
MOST_SECONDS = 1.0


def first_paint(_folder: Path) -> list[Figure]:
    """A new process each time, in a home that has been used before; the first one warms the disk's cache."""
    walls: list[float] = []
    cpus: list[float] = []
    with tempfile.TemporaryDirectory() as home:
        for number in range(TIMES + 1):
            begin = time.time()
            told = subprocess.run(
                [sys.executable, "-m", "benchmarks.start", home],
                env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
                capture_output=True,
                check=True,
                text=True,
            )
            if number:
                painted = json.loads(told.stdout)
                walls.append(painted["at"] - begin)
                cpus.append(painted["cpu"])
    return [
        median_of("start.first_paint", walls, "s from the command to the first paint", "at most", MOST_SECONDS),
        median_of("start.first_paint.cpu", cpus, "CPU s until the first paint"),
    ]


def child(home: Path) -> None:
    """`parley --home HOME`, up to the first paint of the transcript; prints when that was."""
    from PySide6.QtCore import QEvent, QObject

    import desktop.__main__ as entry

    class Watch(QObject):
        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                print(json.dumps({"at": time.time(), "cpu": time.process_time()}), flush=True)
                os._exit(0)
            return False

    watch = Watch()
    real = entry.open_window

    def open_watched(home: Home, files: Sequence[Path]) -> int:
        from desktop.app import Desktop

        show = Desktop.open

        def show_watched(self: Desktop, files: Sequence[Path] = ()) -> None:
            self.window.transcript.lines.viewport().installEventFilter(watch)
            show(self, files)

        Desktop.open = show_watched  # type: ignore[method-assign]
        return real(home, files)

    entry.open_window = open_watched
    sys.argv[:] = ["parley", "--home", str(home)]
    entry.parley()


if __name__ == "__main__":
    child(Path(sys.argv[1]))
