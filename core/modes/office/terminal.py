"""What is said of a day in the office on the terminal: where scenes open, and what became of them."""

from __future__ import annotations

from collections.abc import Sequence

from parley.core.engine.terminal import TerminalPart
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.state import State
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.events import SceneStarted
from parley.core.modes.office.state import OfficeState, opening


class OfficeTerminal(TerminalPart):
    """Scenes open with a line of their own."""

    def notes(self, config: RunConfig) -> Sequence[str]:
        """Return who was given another place."""
        return config[OfficeConfig].notes

    def heading(self, config: RunConfig) -> Sequence[str]:
        """Nothing: each scene has its own."""
        return []

    def lines(self, state: State, event: Event, *, one_a_line: bool = False) -> list[str]:
        """Return where a scene opens."""
        return [f"\n— {opening(state.setup, event)}"] if isinstance(event, SceneStarted) else []

    def ending(self, state: State) -> list[str]:
        """Return what became of each scene."""
        return [past.summary for past in state[OfficeState].past]


TERMINAL = OfficeTerminal()
