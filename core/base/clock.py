"""Time and chance, injected: a run never asks the machine for either."""

from __future__ import annotations

import asyncio
import hashlib
import random
import time
from datetime import UTC, date, datetime, timedelta
from typing import Protocol

FIRST_DAY, LAST_DAY = date(100, 1, 1), date(9900, 12, 31)
"""When a run begins at the earliest and at the latest: calendars end with the years 1 and 9999, and a run has time
zones before its first day and its days after it."""
REHEARSAL_EPOCH = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
"""When a simulated run begins: a Monday, 9 o'clock."""


class Clock(Protocol):
    """What a run knows of time."""

    def now(self) -> datetime:
        """Return the moment, in UTC."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Let `seconds` pass; at least one turn of the event loop."""
        ...


class SystemClock:
    """The machine's clock. `now` never goes backwards within a process."""

    def __init__(self) -> None:
        self._last = datetime.min.replace(tzinfo=UTC)

    def now(self) -> datetime:
        moment = datetime.now(UTC)
        if moment > self._last:  # the system's clock may be set back, by NTP or by hand; a log's moments never are
            self._last = moment
        return self._last

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class ShiftedClock(SystemClock):
    """The machine's clock, as if it were `start` now: for what has its place at another time, and takes real time."""

    def __init__(self, start: datetime) -> None:
        super().__init__()
        self._shift = start - super().now()

    def now(self) -> datetime:
        return super().now() + self._shift


class SimulatedClock:
    """A clock that moves only when somebody sleeps; a resumed run sets it to its last event."""

    def __init__(self, start: datetime = REHEARSAL_EPOCH) -> None:
        self._now = start

    def now(self) -> datetime:
        return self._now

    def set_back(self, moment: datetime) -> None:
        """Take back what was slept since `moment`."""
        self._now = min(self._now, moment)  # never ahead: a later moment would let time pass without a sleep

    async def sleep(self, seconds: float) -> None:
        self._now += timedelta(seconds=round(seconds, 3))
        await asyncio.sleep(0)  # a cancelled task takes notice here, and others get their turn


class Stopwatch:
    """Seconds of real time since it was made: for latencies that are measured, not simulated."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    def get_seconds(self) -> float:
        return time.perf_counter() - self._start


class SeededRandom:
    """Seeded chance: every draw is a function of (run seed, turn, purpose) and of nothing else."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._prefix = f"parley:{seed}:"  # no running generator: after a resume it would begin anew

    def _digest(self, turn: int, purpose: str) -> bytes:  # not `hash`, which differs from process to process
        return hashlib.blake2b(f"{self._prefix}{turn}:{purpose}".encode(), digest_size=8).digest()

    def draw_float(self, turn: int, purpose: str, low: float = 0.0, high: float = 1.0) -> float:
        """Return one number in [low, high), with 53 bits of resolution."""
        unit = (int.from_bytes(self._digest(turn, purpose)) >> 11) / (1 << 53)  # more bits might be rounded up to 1
        return low + (high - low) * unit

    def generator(self, turn: int, purpose: str) -> random.Random:
        """Return a fresh generator for draws that need more than one number."""
        return random.Random(int.from_bytes(self._digest(turn, purpose)))
