"""What a cluster is doing, as window and terminal tell it."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field

from parley.core.base.sentences import Sentence, join_all
from parley.core.log.events.base import Event
from parley.core.log.events.turn import CallFailed, TurnEnded, TurnFailed, VoiceReplied

RECENT = 10.0
"""Seconds whose turns count for the throughput."""


@dataclass(frozen=True)
class Progress:
    """What a cluster is doing: `workers`, `rate` of turns a second just now, `failed` turns, `lost` attempts (their
    worker was), and `cost` in US dollars."""

    workers: int
    rate: float
    failed: int
    lost: int
    cost: float

    def told(self) -> str:
        """Return the line of progress, short enough for a terminal."""
        parts = [
            Sentence("{rate:,.1f} turns/s", rate=self.rate),
            Sentence("{count:,} {count:worker|workers}", count=self.workers),
        ]
        if self.cost:
            parts.append(Sentence("{cost:money}", cost=self.cost))
        if self.failed:
            parts.append(Sentence("{failed:,} {failed:turn|turns} failed", failed=self.failed))
        if self.lost:
            parts.append(Sentence("{lost:,} {lost:attempt|attempts} lost with a worker", lost=self.lost))
        return join_all(*parts)


@dataclass
class Counts:
    """What came back from a cluster so far: counted line by line."""

    lost: int = 0
    lines: int = 0
    turns: int = 0
    failed: int = 0
    cost: float = 0.0
    _paces: deque[tuple[float, int]] = field(default_factory=deque)

    def add(self, event: Event) -> None:
        """Count a line that came."""
        self.lines += 1
        if isinstance(event, TurnEnded):
            self.turns += 1
        elif isinstance(event, VoiceReplied | CallFailed | TurnFailed):
            self.cost += event.cost
            self.failed += isinstance(event, TurnFailed)

    def rate(self) -> float:
        """Compute the turns a second in the last `RECENT` seconds; to be asked again and again."""
        now = time.monotonic()
        self._paces.append((now, self.turns))
        while len(self._paces) > 2 and now - self._paces[1][0] >= RECENT:  # the first kept is the last before the span
            self._paces.popleft()
        since, before = self._paces[0]
        return (self.turns - before) / (now - since) if now > since else 0.0
