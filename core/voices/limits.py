"""One limit for all the calls of a process: how many at once, and when everybody has to wait."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

from parley.core.base.clock import Clock, SystemClock
from parley.core.voices.base import Delta, Reply, Request, Voice, Waiting, Wrapping

MOST_PLACES = 64
RATE_LIMITED = "rate limited"
"""The `Waiting.why` that holds up the other calls too."""


class Limits:
    """Places for `concurrency` calls, given in the order in which they were asked for.

    `running` and `queued` are for display. A rate limit that one call meets is met by all: `hold_calls` keeps back each
    call that has not begun. Belongs to one event loop at a time.
    """

    def __init__(self, concurrency: int = 4, clock: Clock | None = None) -> None:
        self.clock = clock or SystemClock()
        self._places = max(1, concurrency)
        self._queue: deque[asyncio.Future[None]] = deque()
        self._held_until: datetime | None = None
        self._servers: dict[str, Limits] = {}
        self.running = 0

    def of(self, server: str, concurrency: int) -> Limits:
        """Return the limits of one server: so many places (0: no bound of its own), and its own rate limit."""
        found = self._servers.setdefault(server, Limits(MOST_PLACES, self.clock))
        found.resize(concurrency or MOST_PLACES)
        return found

    @property
    def queued(self) -> int:
        """How many calls wait for a place."""
        return sum(1 for waiter in self._queue if not waiter.done())

    @property
    def free(self) -> bool:
        """Whether a call would get its place at once."""
        return self.running < self._places and not (self._queue and self.queued)  # who waits already goes first

    @property
    def held(self) -> float:
        """For how many more seconds no call is to begin."""
        if self._held_until is None:
            return 0.0
        return max(0.0, (self._held_until - self.clock.now()).total_seconds())

    def resize(self, concurrency: int) -> None:
        """Change the number of places; calls under way go on."""
        self._places = max(1, concurrency)
        self._admit()

    def hold_calls(self, seconds: float) -> None:
        """Let no further call begin for `seconds`."""
        until = self.clock.now() + timedelta(seconds=seconds)
        self._held_until = max(self._held_until or until, until)  # never sooner than another call was told to wait

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Hold a place for one call: wait for it in order, give it back at the end."""
        await self._claim_place()
        try:
            yield
        finally:
            self.running -= 1
            self._admit()

    async def _claim_place(self) -> None:
        if self.free:
            self.running += 1
            return
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self.running -= 1  # The place was given in the same moment: pass it on
                self._admit()
            elif waiter in self._queue:
                # Who leaves in the same moment has gone past it already.
                self._queue.remove(waiter)
            raise

    def _admit(self) -> None:
        while self._queue and self.running < self._places:
            waiter = self._queue.popleft()
            if not waiter.done():
                self.running += 1
                waiter.set_result(None)


class Limited(Wrapping):
    """A voice that shares `limits` with others; it says so when it has to wait. `holds`: a rate limit that it meets
    holds up the others too."""

    def __init__(self, voice: Voice, limits: Limits, *, holds: bool = True) -> None:
        super().__init__(voice)
        self._limits = limits
        self._holds = holds

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        """Speak as the voice within does, once there is a place for it."""
        if not self._limits.free:
            yield Waiting(0.0, "waiting for other calls to end")
        async with self._limits.place():
            while held := self._limits.held:  # another call may have prolonged it meanwhile
                yield Waiting(held, RATE_LIMITED)
                await self._limits.clock.sleep(max(held, 0.01))  # a remainder of microseconds would make this loop spin
            parts = self._voice.speak(request)
            try:
                async for part in parts:
                    if self._holds and isinstance(part, Waiting) and part.why == RATE_LIMITED:
                        self._limits.hold_calls(part.seconds)
                    yield part
            finally:
                # A generator that is left open would keep its connection until somebody collects it.
                if close := getattr(parts, "aclose", None):
                    await close()
