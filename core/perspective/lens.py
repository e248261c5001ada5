"""A run as one member lived it: what of it reached them, what they are sent no more, and what they remember."""

from __future__ import annotations

from functools import cached_property

from parley.core.log.behaviour import Remembered
from parley.core.log.played import get_behaviour_of
from parley.core.log.state import Entry, State


class Lens:
    """One member's view of a run at `state`, by what decides what their voice is sent; nothing is copied.

    Over a state that grows it grows too, but for `memories`, which are of the moment when they were asked for.
    Raises `KeyError` for a stranger.
    """

    def __init__(self, state: State, member: str) -> None:
        self._state = state
        self.member = member
        self.name = state.setup.member(member).name

    def witnessed(self, entry: Entry) -> bool:
        """Return whether an entry reached them; of tool calls only their own did."""
        return entry.speaker == self.member if entry.kind == "calls" else entry.witnessed_by(self.member)

    def is_faded(self, seq: int) -> bool:
        """Return whether it stands so far back that they are sent it no more, but for the `summary`."""
        return seq < self._state.cuts.get(self.member, 0)

    @property
    def summary(self) -> str:
        """What they are sent in place of what fades."""
        return self._state.summaries.get(self.member, "")

    @cached_property
    def memories(self) -> tuple[Remembered, ...]:
        """What they remember, the oldest first."""
        return tuple(get_behaviour_of(self._state.setup).remembers(self._state, self.member))
