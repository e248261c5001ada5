"""A run that can be looked at as of any turn: the events, and the fold kept at some of them."""

from __future__ import annotations

from collections.abc import Sequence

from core.errors import UsageError
from core.events import AnyEvent, TurnEnded, TurnRetried
from core.transcript.state import State, apply, fold

STRIDE = 512
"""Events between two kept states; long runs keep at most about `MOST_KEPT`."""
MOST_KEPT = 64


class Replay:
    """All events of a run and the state after any of them.

    Attributes: `events`, append-only; `live`, the state after the last. States that are handed out are not to be
    changed. `state_at_turn(n)` is the moment right after turn n; 0 is the moment before the first.
    """

    def __init__(self, events: Sequence[AnyEvent] = ()) -> None:
        self.events: list[AnyEvent] = []
        self.live = State()
        self._kept: list[tuple[int, State]] = [(0, State())]
        self._ends: list[int] = []
        self._stride = max(STRIDE, len(events) // MOST_KEPT)
        for event in events:
            self.append(event)

    @property
    def turns(self) -> int:
        """How many turns are finished."""
        return len(self._ends)

    def append(self, event: AnyEvent) -> None:
        """One more event."""
        apply(self.live, event)
        self.events.append(event)
        seq = len(self.events)
        if isinstance(event, TurnEnded):
            self._ends.append(seq)
        elif isinstance(event, TurnRetried) and len(self._ends) > len(self.live.turns):
            self._ends.pop()
        if seq - self._kept[-1][0] >= self._stride:
            self._kept.append((seq, self.live.copy()))
            if len(self._kept) > 2 * MOST_KEPT:
                self._kept = self._kept[::2]
                self._stride *= 2

    def seq_of_turn(self, turn: int) -> int:
        """How many events there are up to and including the end of `turn`; of turn 0, up to the first turn.

        Raises `UsageError` where there is no such turn.
        """
        if not 0 <= turn <= len(self._ends):
            raise UsageError(
                f"There is no turn {turn}: the run has {len(self._ends)}.", hint=f"Choose 0 to {len(self._ends)}."
            )
        if turn:
            return self._ends[turn - 1]
        return 1

    def state_at_turn(self, turn: int) -> State:
        """The state right after `turn`; the live one after the last."""
        if turn == len(self._ends):
            return self.live
        return self.state_at(self.seq_of_turn(turn))

    def state_at(self, seq: int) -> State:
        """The state after the first `seq` events."""
        if seq >= len(self.events):
            return self.live
        low, high = 0, len(self._kept)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._kept[middle][0] <= seq else (low, middle)
        start, kept = self._kept[low]
        return fold(self.events[start:seq], kept.copy())
