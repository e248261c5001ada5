"""Where turns stand on the strip, in pixels: evenly, with a gap between two parts of the run."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from parley.desktop.run.figures import PartFigure

GAP = 9.0
"""Pixels between two parts."""
LEAST = 3.0
"""Pixels a turn below which parts are not kept apart: turns share them."""
LEAD = 16.0
"""Pixels at most between the moment before the first turn and the first turn."""
MOST_GAPS = 0.3
"""The part of the strip that gaps may take; where they would take more there are none."""


class Axis:
    """`each` is the pixels of a turn; turn 0, the moment before the first one, stands at `left`."""

    def __init__(self, left: float, width: float, total: int, parts: Sequence[PartFigure] = ()) -> None:
        self.left, self.total = left, max(1, total)
        starts = [part.first for part in parts if 1 < part.first <= total]
        room = width - GAP * len(starts)
        if len(starts) * GAP > width * MOST_GAPS or room < LEAST * total:
            starts = []
        self._starts = starts
        self.gaps = bool(starts)
        room = max(0.0, width - GAP * len(starts))
        lead = min(LEAD, room / self.total)
        self.each = (room - lead) / max(1, self.total - 1)
        self._first = left + lead

    def get_x_of(self, turn: float) -> float:
        """Return the place of a turn; between two numbers it is between two turns."""
        x = self._first + (turn - 1) * self.each if turn >= 1 else self.left + turn * (self._first - self.left)
        if not self._starts:
            return x
        at = bisect_right(self._starts, turn)
        # Between two parts: in the middle of their gap.
        within = turn - int(turn)
        following = bisect_right(self._starts, int(turn) + 1) if within else at
        return x + GAP * (at + (following - at) * within)

    def turn_at(self, x: float) -> int:
        """Return the turn that is nearest to a place."""
        low, high = 0, self.total
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.get_x_of(middle) <= x else (low, middle)
        return high if x - self.get_x_of(low) > self.get_x_of(high) - x else low
