"""How fast something comes: bytes a second over the last moments."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

WINDOW = 5.0
"""Seconds that are looked back on."""


class Pace:
    """Told how many bytes are there, it says how many come a second; `clock` is in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: deque[tuple[float, int]] = deque()

    def told(self, done: int) -> float:
        """Bytes a second; 0 as long as nothing can be said."""
        now = self._clock()
        if self._seen and done < self._seen[-1][1]:
            # It began anew.
            self._seen.clear()
        self._seen.append((now, done))
        while self._seen[0][0] < now - WINDOW and len(self._seen) > 2:
            self._seen.popleft()
        since, before = self._seen[0]
        return (done - before) / (now - since) if now - since >= 0.5 else 0.0
