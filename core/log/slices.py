"""How slices of the state are folded: what a mode keeps of a run."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from parley.core.base.sentences import Sentence
from parley.core.log.events.base import Event
from parley.core.log.state import S, State
from parley.core.log.state import Slice as Slice  # noqa: PLC0414  # modes take it from here

E = TypeVar("E", bound=Event)


def folds(event: type[E], kind: type[S]) -> Callable[[Callable[[State, S, E], None]], Callable[[State, S, E], None]]:
    """Have the decorated function fold events of that type into slices of that `kind`."""

    def register(handler: Callable[[State, S, E], None]) -> Callable[[State, S, E], None]:
        if event in kind.handlers:
            raise ValueError(Sentence("{kind} folds {event} already", kind=kind.__name__, event=event.__name__))
        kind.handlers[event] = handler
        return handler

    return register
