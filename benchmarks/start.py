"""From the command to the first paint of the window."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.figure import Figure, median_of

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
    """What `parley` does to open its window, up to the first paint; prints when that was."""
    import asyncio

    import qasync  # type: ignore[import-untyped]
    from PySide6.QtCore import QEvent, QObject

    from core.home import Home
    from core.studio.studio import Studio
    from desktop.app import Desktop, application

    app = application()

    class Watch(QObject):
        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                print(json.dumps({"at": time.time(), "cpu": time.process_time()}), flush=True)
                os._exit(0)
            return False

    async def main() -> None:
        desktop = Desktop(app, Studio(Home(home)))
        watch = Watch()
        desktop.window.transcript.lines.viewport().installEventFilter(watch)
        desktop.open()
        await desktop.closed

    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        runner.run(main())


if __name__ == "__main__":
    child(Path(sys.argv[1]))
