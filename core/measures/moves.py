"""How pairs of members moved in a run, event by event: each change of affinity or trust, its reason and its turn."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from parley.core.log.events.distilled import RunDistilled
from parley.core.log.modes import Move, Moved
from parley.core.log.played import PLAYED
from parley.core.log.replay import Replay


class MoveAt(NamedTuple):
    """A move that was there after `seq` events, when `turn` turns were finished."""

    seq: int
    turn: int
    move: Move


class Moves:
    """All moves of a run, kept up as it grows.

    Attributes: `all`, oldest first; `mornings`, the places in `all` at which days begin; `most`, the largest distance
    of a pair from where it began, and `most_today`, from where its day began, 0 to 1.
    """

    def __init__(self) -> None:
        self.all: list[MoveAt] = []
        self.mornings: list[int] = []
        self.most, self.most_today = 0.0, 0.0
        self._seqs: list[int] = []
        self._read = 0
        self._began: dict[tuple[str, str], float] = {}
        self._woke: dict[tuple[str, str], float] = {}
        self._morning_seqs: list[int] = []

    def follow(self, replay: Replay) -> None:
        """Take in what is new at the end."""
        between = replay.between
        if self._read == len(between):
            return
        spec = PLAYED.get_usable(replay.live.setup.mode)
        for seq in between[self._read :]:
            event = replay.events[seq]
            if isinstance(event, RunDistilled):
                drifts = event.drifts
                found: Moved | None = Moved(tuple(Move(d.a, d.b, d.before, d.after, d.reason) for d in drifts))
            elif spec is None or spec.moved is None:  # also where the mode's package is not here any more
                continue
            else:
                with PLAYED.blame_package(spec.name):
                    found = spec.moved(event)
            if found is not None:
                self._add_moves(seq + 1, replay.find_turns_at(seq + 1), found)
        self._read = len(between)

    def count_until(self, seq: int) -> int:
        """Count the moves in the first `seq` events."""
        return bisect_right(self._seqs, seq)

    def find_morning(self, seq: int) -> int:
        """Find the place in `all` at which the day began that it is after `seq` events; −1 where there are no days."""
        day = bisect_right(self._morning_seqs, seq)
        return self.mornings[day - 1] if day else -1

    def _add_moves(self, seq: int, turn: int, moved: Moved) -> None:
        for move in moved.moves:
            two = (move.a, move.b)
            self.all.append(MoveAt(seq, turn, move))
            self._seqs.append(seq)
            self.most = max(self.most, abs(move.after - self._began.setdefault(two, move.before)))
            if not moved.morning:
                self.most_today = max(self.most_today, abs(move.after - self._woke.setdefault(two, move.before)))
        if moved.morning:
            self.mornings.append(len(self.all))  # What the night did is no move of the day
            self._morning_seqs.append(seq)
            self._woke.clear()
