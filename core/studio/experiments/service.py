"""The studio of an experiment, whose runs may be played on other machines."""

from __future__ import annotations

from parley.core.home import Home
from parley.core.log.config import RunConfig
from parley.core.settings import Settings
from parley.core.studio.shared import SharedStudio
from parley.core.voices.pool import Pool


class ExperimentService(SharedStudio):
    """`elsewhere` is whether voices speak from other machines, with keys of their own."""

    def __init__(self, home: Home, settings: Settings | None = None) -> None:
        super().__init__(home, settings)
        self.elsewhere = False

    def _check_voices(self, config: RunConfig, pool: Pool) -> None:
        # Whether a key is there is for the machine to say that speaks.
        if not self.elsewhere:
            super()._check_voices(config, pool)
