"""Slices of the state: what a mode keeps of a run, each with the handlers that fold it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from parley.core.base.sentences import Sentence
from parley.core.log.events.base import Event

if TYPE_CHECKING:
    from typing import Self

    from parley.core.log.config import RunConfig
    from parley.core.log.events.run import RunForked
    from parley.core.log.state import State, Turn


class Slice:
    """One mode's part of the state, from `run.started` on. Subclasses are dataclasses.

    `handlers` are called after the state's own handler of the same event, with the state, the slice and the event.
    """

    __slots__ = ()
    grown: ClassVar[tuple[str, ...]] = ()
    """Lists that only ever grow: of a moment kept for later only their lengths are."""
    handlers: ClassVar[dict[type[Event], Callable[[Any, Any, Any], None]]] = {}

    def __init_subclass__(cls) -> None:
        cls.handlers = {}

    @classmethod
    def begin(cls, config: RunConfig) -> Self:
        """Return the slice before anything happened."""
        raise NotImplementedError

    def copy(self) -> Self:
        """One that can be folded on without touching this one."""
        raise NotImplementedError

    def forked(self, state: State, event: RunForked, before: RunConfig) -> None:
        """The run goes on as a fork; `state` has the fork's configuration already, `before` was the parent's."""

    def taken_back(self, state: State, gone: Turn) -> None:
        """The last turn was taken back and is no more in `state`: it is to be spoken again."""


S = TypeVar("S", bound=Slice)
E = TypeVar("E", bound=Event)


def folds(event: type[E], kind: type[S]) -> Callable[[Callable[[State, S, E], None]], Callable[[State, S, E], None]]:
    """Have the decorated function fold events of that type into slices of that `kind`."""

    def register(handler: Callable[[State, S, E], None]) -> Callable[[State, S, E], None]:
        if event in kind.handlers:
            raise ValueError(Sentence("{kind} folds {event} already", kind=kind.__name__, event=event.__name__))
        kind.handlers[event] = handler
        return handler

    return register
