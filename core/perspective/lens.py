"""A run as one member lived it: what of it reached them, what they are sent no more, and what they remember."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from itertools import takewhile

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

    def has_received(self, seq: int) -> bool:
        """Return whether anything that stands at `seq` in the log reached them."""
        entries = self._state.entries
        first = bisect_left(entries, seq, key=lambda entry: entry.seq)  # entries are in the order of the log
        here = takewhile(lambda entry: entry.seq == seq, (entries[at] for at in range(first, len(entries))))
        return any(self.witnessed(entry) for entry in here)  # an event may have made several entries

    def is_faded(self, seq: int) -> bool:
        """Return whether it stands so far back that they are sent it no more, but for the `summary`."""
        return seq < self._state.cuts.get(self.member, 0)

    def can_hear(self, speaker: str) -> bool:
        """Return whether they hear what `speaker` says now."""
        hearers = get_behaviour_of(self._state.setup).find_hearers(self._state, speaker)
        return not hearers or self.member in {*hearers, speaker}  # an empty tuple means everybody

    @property
    def summary(self) -> str:
        """What they are sent in place of what fades."""
        return self._state.summaries.get(self.member, "")

    @cached_property
    def memories(self) -> tuple[Remembered, ...]:
        """What they remember, the oldest first."""
        return tuple(get_behaviour_of(self._state.setup).remembers(self._state, self.member))
