"""The fold: `state = fold(events)`. Each event has one handler, beside the state or in the slice of its mode."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import ValidationError

from parley.core.base.errors import LogError, UnknownModeError
from parley.core.base.sentences import joined
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunResumed
from parley.core.log.handlers import HANDLERS
from parley.core.log.modes import ModeMissing
from parley.core.log.state import State


class Unfoldable(ValueError):
    """An event that does not fit those before it: the log was written by hand, or by a program that is not ours."""

    def __init__(self, seq: int, event: Event, error: Exception) -> None:
        super().__init__(f"event {seq + 1}, {event.__struct_config__.tag}: {_get_reason(error)}")
        self.seq = seq


def _get_reason(error: Exception) -> str:
    """Return what an error says, on one line."""
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]  # the input may be a whole configuration
        return f"{'.'.join(map(str, first['loc']))}: {first['msg'].removeprefix('Value error, ')}"
    if isinstance(error, KeyError):
        return f"there is no {error}"  # a KeyError's text is the bare key
    return str(error).split("\n", 1)[0][:400] or type(error).__name__


@contextlib.contextmanager
def guard_folding(path: Path, hint: str = "It was not changed.") -> Iterator[None]:
    """Tell, within a `with`, events that make no run as a fault of the file.

    Raises `LogError` for `Unfoldable`, `UnknownModeError` where that is for want of the run's mode.
    """
    try:
        yield
    except Unfoldable as error:
        if isinstance(cause := error.__cause__, ModeMissing):
            raise UnknownModeError(path, cause.sentence, hint=joined(cause.hint, hint)) from None
        raise LogError(path, "its events make no run ({why}).", why=str(error), hint=hint) from None


def fold(events: Iterable[Event], state: State | None = None) -> State:
    """Return the state after `events`, from the beginning or from `state` (which is changed and returned).

    Raises `Unfoldable`.
    """
    state = state if state is not None else State()
    for event in events:
        try:
            apply(state, event)
        except Exception as error:  # the slice of a package may raise anything
            raise Unfoldable(state.seq, event, error) from error
    return state


def apply(state: State, event: Event) -> None:
    """Fold one event into `state`."""
    # Of events of the same moment nothing is to be added, which are most of them in simulated time.
    if state.now is not event.at and state.status == "playing" and state.now and type(event) is not RunResumed:
        state.playing_seconds += (event.at - state.now).total_seconds()  # the gap before `run.resumed` is not played
    state.now = event.at
    kind = type(event)
    handler = HANDLERS.get(kind)
    folded = handler is not None
    if handler is not None:
        handler(state, event)
    for part in state.slices.values():  # as they are now: `run.started` has just made them
        own = part.handlers.get(kind)
        if own is not None:
            own(state, part, event)
            folded = True
    if not folded:  # a mode's event is usually folded by one of its slices alone
        raise ValueError("it is no event of this mode")
    state.seq += 1  # last: for handlers it is the place of the event that they fold
