"""A studio for many runs at once: shared voices, one limit, one purse."""

from __future__ import annotations

from typing import Literal

from core.clock import Clock, SimulatedClock
from core.home import Home
from core.settings import Settings
from core.stage import Stage
from core.studio.pool import Pool
from core.studio.studio import Studio, Watching
from core.transcript.config import RunConfig


class Laboratory(Studio):
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

    def _pool(self, clock: Clock, watching: Watching | None) -> Pool:
        if isinstance(clock, SimulatedClock):
            # Each of these has hours of its own. They hold nothing that would have to be closed.
            return Pool(self.home, lambda: self.settings, clock, limits=self._limits)
        if self._shared is None:
            self._shared = super()._pool(clock, watching)
        self._limits.resize(self.parallel)
        return self._shared

    def _tap(self, stage: Stage, watching: Watching | None) -> None:
        # The database reads the logs when somebody asks it; what it would have to keep until then grows with the runs.
        stage.log.taps.extend(watching.taps if watching is not None else ())

    def _fsync(self, config: RunConfig) -> Literal["turn", "grouped", "never"]:
        # A killed process loses nothing of what it has written; against a power cut, logs are synced beside the loop.
        return "never"

    def _spent_today(self) -> float:
        """Asked of the database once: two hundred runs must not each have it read them all."""
        if self._spent_before is None:
            self._spent_before = super()._spent_today() - self.spent
        return self._spent_before + self.spent

    async def close(self) -> None:
        """Give everything back. Idempotent."""
        self._shared = None
        await super().close()
