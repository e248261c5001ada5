"""A machine's clock that is told what to show."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

from parley.core.base.clock import SystemClock


class Laptop(SystemClock):
    """A machine whose time goes by while somebody waits, and which sleeps now and then, from one moment to another."""

    def __init__(self, start: datetime, *sleeps: tuple[datetime, datetime]) -> None:
        self.shows = start
        self._sleeps = sleeps

    def now(self) -> datetime:
        return self.shows

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)
        then = self.shows + timedelta(seconds=seconds)
        for asleep, awake in self._sleeps:
            if self.shows < asleep <= then:
                then = max(then, awake)
        self.shows = then
