"""What a mode says on the terminal while a run of it is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, cast

from parley.core.base.registry import Registry
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.modes import MODES as LOGGED
from parley.core.log.modes import LoggedMode
from parley.core.log.state import State


class TerminalPart:
    """A mode that has more to say than the lines of its members has a subclass."""

    def notes(self, config: RunConfig) -> Sequence[str]:
        """Return sentences about what was made to fit, before the run begins."""
        return ()

    def heading(self, config: RunConfig) -> Sequence[str]:
        """Return what is said above the first line of a run."""
        return [f"{config.title}: {config.topic}"] if config.topic and config.title else []

    def lines(self, state: State, event: Event, *, one_a_line: bool = False) -> list[str]:
        """Return what an event says, nothing for most; `one_a_line`: each on its own, where there is a choice."""
        return []

    def format_ending(self, state: State) -> list[str]:
        """Return what is left behind, where no summary of the whole was made."""
        return []


class ToldMode(LoggedMode, Protocol):
    """A mode that may have something to say on the terminal."""

    @property
    def terminal(self) -> Callable[[], TerminalPart] | None: ...


MODES = cast("Registry[ToldMode]", LOGGED)
"""All modes: the registry takes in none that is not a whole `ModeSpec`."""


PLAIN = TerminalPart()


def get_terminal_of(config: RunConfig) -> TerminalPart:
    """Return what the mode of a run says on the terminal."""
    terminal = MODES[config.mode].terminal
    return terminal() if terminal else PLAIN
