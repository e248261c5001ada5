"""The gate of a run: open while it may take steps."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass


@dataclass
class Pace:
    """Seconds between two turns at speed 1, and the speed. `unpaced`: no pauses at all."""

    shortest: float = 3.0
    longest: float = 8.0
    speed: float = 1.0
    unpaced: bool = True

    def follow(self, other: Pace) -> None:
        """Go on at another pace, together with the voices that hold this one."""
        vars(self).update(vars(other))


class Gate:
    """Opening it, closing it or anything else that is done with it ends the rest between two turns."""

    def __init__(self) -> None:
        self._opened = asyncio.Event()
        self._changed = asyncio.Event()

    @property
    def is_open(self) -> bool:
        """Whether steps may be taken."""
        return self._opened.is_set()

    def open(self) -> None:
        """Let steps be taken."""
        self._opened.set()
        self._changed.set()

    def close(self) -> None:
        """Have whoever takes steps wait before the next one."""
        self._opened.clear()
        self._changed.set()

    async def wait_open(self) -> None:
        """Return when it is open."""
        await self._opened.wait()

    async def wait_up_to(self, seconds: float) -> None:
        """Return after so many seconds, or as soon as it is opened or closed."""
        self._changed.clear()  # what was pressed before this rest does not shorten it
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            return
