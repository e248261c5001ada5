"""Python's garbage collector, in the window's thread alone."""

from __future__ import annotations

import gc
import time

from PySide6.QtCore import QObject, QTimer

PAUSE_MS = 500
"""Milliseconds between two looks."""
REST = 100.0
"""How many times as long as a full collection took the next one waits: a large run takes a tenth of a second each."""


class Collector(QObject):
    """Collect garbage in the thread of the window.

    By itself Python collects in whichever thread makes objects just then: a worker would destroy objects of Qt beside
    the thread that draws with them, which crashes now and then.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rests_until = 0.0
        self._timer = QTimer(self, interval=PAUSE_MS)
        self._timer.timeout.connect(self._collect)

    def start(self) -> None:
        """Collect from here on, in place of Python itself."""
        gc.disable()
        self._timer.start()

    def stop(self) -> None:
        """Leave it to Python again."""
        self._timer.stop()
        gc.enable()

    def _collect(self) -> None:
        begun = time.monotonic()
        if collect_due(most=1 if begun < self._rests_until else 2) == 2:
            self._rests_until = time.monotonic() + REST * (time.monotonic() - begun)


def collect_due(most: int = 2) -> int:
    """Collect the oldest generation, up to `most`, that Python would have collected by now; return which, −1: none."""
    counts = zip(gc.get_count(), gc.get_threshold(), strict=True)
    due = max((generation for generation, (count, limit) in enumerate(counts) if count > limit), default=-1)
    if due >= 0:
        gc.collect(min(due, most))
    return min(due, most)
