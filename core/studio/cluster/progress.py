"""What a cluster is doing, as window and terminal tell it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from parley.core.base.sentences import Sentence, listed
from parley.core.log.events.base import Event
from parley.core.log.events.turn import CallFailed, TurnEnded, TurnFailed, VoiceReplied

RECENT = 10.0
"""Seconds whose turns count for the throughput."""


@dataclass(frozen=True)
class Progress:
    """What a cluster is doing: workers and their threads, `playing` runs, `lost` attempts (their worker was), `lines`
    that came; of these `turns`, `rate` of them a second just now, `failed` ones, and `cost` in US dollars."""

    address: str = ""
    workers: int = 0
    threads: int = 0
    playing: int = 0
    lost: int = 0
    lines: int = 0
    turns: int = 0
    rate: float = 0.0
    failed: int = 0
    cost: float = 0.0

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
        return listed(*parts)

    def figures(self) -> dict[str, Any]:
        """By name; the throughput as it is shown."""
        return asdict(self) | {"rate": round(self.rate, 1), "cost": round(self.cost, 6)}


@dataclass
class Counts:
    """What came back from a cluster so far: counted line by line."""

    lost: int = 0
    lines: int = 0
    turns: int = 0
    failed: int = 0
    cost: float = 0.0
    clock: Callable[[], float] = time.monotonic
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
        now = self.clock()
        self._paces.append((now, self.turns))
        while len(self._paces) > 2 and now - self._paces[1][0] >= RECENT:
            self._paces.popleft()
        since, before = self._paces[0]
        return (self.turns - before) / (now - since) if now > since else 0.0
