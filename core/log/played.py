"""What is asked of a mode about the state of its runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, cast

from parley.core.base.errors import ParleyError
from parley.core.base.registry import Registry
from parley.core.base.sentences import Sentence
from parley.core.log.behaviour import Behaviour
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.modes import MODES, Happened, LeftBehind, LoggedMode, ModeMissing, Moved
from parley.core.log.state import Slice, State


class PlayedMode(LoggedMode, Protocol):
    """A mode as the fold and everybody who reads a state knows it; `ModeSpec` says what each of it is."""

    @property
    def slices(self) -> tuple[type[Slice], ...]: ...

    @property
    def behaviour(self) -> Behaviour: ...

    @property
    def between(self) -> Callable[[State, Event, str], Iterable[Happened]] | None: ...

    @property
    def report(self) -> Callable[[State], dict[str, Any]] | None: ...

    @property
    def left_behind(self) -> Callable[[State], LeftBehind] | None: ...

    @property
    def moved(self) -> Callable[[Event], Moved | None] | None: ...

    @property
    def talks(self) -> Callable[[], Any] | None: ...


PLAYED = cast("Registry[PlayedMode]", MODES)
"""All modes: the registry takes in none that is not a whole `ModeSpec`."""


def find_mode(name: str) -> PlayedMode:
    """Return the mode that a log names. Raises `ModeMissing`."""
    if name not in PLAYED:
        raise ModeMissing(
            "it is a run of the mode '{mode}', which is not installed.",
            mode=name[:60],  # the log of a stranger may name anything
            hint=Sentence("Install the package that brings this mode."),
        )
    try:
        return PLAYED[name]
    except ParleyError as error:
        raise ModeMissing(error.sentence, hint=error.hint) from error


def get_behaviour_of(config: RunConfig) -> Behaviour:
    """Return how the mode of that run behaves."""
    return PLAYED[config.mode].behaviour


def chosen_by(state: State) -> str:
    """Return how the next speaker is chosen, by name: by the policy, or as the mode says."""
    return get_behaviour_of(state.config).chosen_by(state) if state.config else state.policy
