"""A studio for many runs at once: shared voices, one limit, one purse."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Literal

from parley.core.base.clock import Clock, SimulatedClock
from parley.core.home import Home
from parley.core.log.config import RunConfig
from parley.core.settings import Settings
from parley.core.studio.studio import Studio, Watching
from parley.core.voices.pool import Pool


class SharedStudio(Studio):
    """A studio whose runs share their voices and so many calls at once, whatever the settings say of a single one."""

    def __init__(self, home: Home, settings: Settings | None = None) -> None:
        super().__init__(home, settings)
        self.parallel = self.settings.voices.concurrency
        self.spent = 0.0
        self._shared: Pool | None = None
        self._spent_before: float | None = None

    @property
    def spent_today(self) -> float:
        """US dollars of this day, those of the runs under way included."""
        return self._spent_today()

    @contextmanager
    def grant_hosts(self, hosts: Collection[str]) -> Iterator[None]:
        # Voices that all runs share are not for what one of them may.
        shared = self._shared
        if hosts:
            self._shared = None
        try:
            with super().grant_hosts(hosts):
                yield
        finally:
            self._shared = shared if hosts else self._shared

    def _get_pool(self, clock: Clock, watching: Watching | None) -> Pool:
        if isinstance(clock, SimulatedClock):
            # Each of these has hours of its own. They hold nothing that would have to be closed.
            return Pool(self.home, lambda: self.settings, clock, limits=self._limits, allowed=self._allowed)
        if self._shared is None:
            self._shared = super()._get_pool(clock, watching)
        self._limits.resize(self.parallel)
        return self._shared

    def _fsync(self, config: RunConfig) -> Literal["turn", "grouped", "never"]:
        # A killed process loses nothing of what it has written; against a power cut, logs are synced beside the loop.
        return "never"

    def _spent_today(self) -> float:
        """Return the day's cost. The database is asked once: two hundred runs must not each have it read them all."""
        if self._spent_before is None:
            self._spent_before = super()._spent_today() - self.spent  # what these runs spent until now is in both
        return self._spent_before + self.spent

    async def close(self) -> None:
        """Give everything back. Idempotent."""
        self._shared = None
        await super().close()
