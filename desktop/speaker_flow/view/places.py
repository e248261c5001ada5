"""Where turns and lanes stand on the score: across in words, upright in pixels."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor

from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.theme import LIGHT, Theme

WORD = 5.25
"""Pixels of a word at a text scale of 1, where there is room."""
GAP = 28.0 / WORD
"""Words between two turns: room for an arc."""
LEAST = 1.5
"""Words of the shortest block."""
DRAWN, OPEN, OPEN_GAP = 18.0, 14.5, 2.3
"""Words of a turn that comes next, of one after it, and between these: nobody knows how long they will be."""
COLUMN = 3.0
"""Pixels that turns share where they cannot be told apart."""

Floats = npt.NDArray[np.float64]


class Spread:
    """Where the turns stand across, in words from the first block's left edge: a block is as long as its words.

    Turns behind the last have places too: those that are planned.
    """

    def __init__(self, lanes: tuple[int, ...] = (), words: tuple[int, ...] = ()) -> None:
        self.lanes: npt.NDArray[np.int64] = np.asarray(lanes, np.int64)
        lengths = np.maximum(np.asarray(words, np.float64), LEAST)  # A turn may have no words, only actions
        self.starts: Floats = np.concatenate(([0.0], np.cumsum(lengths + GAP)))  # One more: the next turn's start
        self.ends: Floats = self.starts[:-1] + lengths
        self._covered: dict[int, tuple[Floats, Floats]] = {}

    @property
    def turns(self) -> int:
        """How many turns were said."""
        return len(self.ends)

    def start(self, turn: int) -> float:
        """Return the left edge of a turn."""
        over = turn - self.turns - 1
        if over <= 0:
            return float(self.starts[max(0, turn - 1)])
        return float(self.starts[-1]) + DRAWN + GAP + (over - 1) * (OPEN + OPEN_GAP)

    def end(self, turn: int) -> float:
        """Return the right edge of a turn."""
        if turn <= self.turns:
            return float(self.ends[turn - 1]) if turn > 0 else -GAP  # Turn 0 ends before the first gap
        return self.start(turn) + (DRAWN if turn == self.turns + 1 else OPEN)

    def before(self, turn: int) -> float:
        """Return the middle of the gap before a turn."""
        return self.start(turn) - (GAP if turn <= self.turns + 2 else OPEN_GAP) / 2

    def find_turn(self, at: float) -> int:
        """Return the turn whose block, or whose half of the gap beside it, is at that place; 1 to the last, 0 for
        none.
        """
        turn = int(np.searchsorted(self.starts[:-1] - GAP / 2, at, "right"))
        return turn if 1 <= turn <= self.turns and at <= self.ends[turn - 1] + GAP / 2 else 0

    def in_sight(self, left: float, right: float) -> tuple[int, int]:
        """Return the first and the last turn of which something stands there; the first is behind the last where none
        is.
        """
        first = int(np.searchsorted(self.ends, left - GAP)) + 1
        last = int(np.searchsorted(self.starts[:-1], right))
        return first, last

    def compute_shares(self, lane: int, edges: Floats) -> Floats:
        """Return how much of each stretch between two `edges` the member of that lane said, 0 to 1."""
        if lane not in self._covered:
            own = np.nonzero(self.lanes == lane)[0]
            places = np.column_stack((self.starts[own], self.ends[own])).ravel()
            lengths = self.ends[own] - self.starts[own]
            after = np.cumsum(lengths)  # Their words up to the end of each of their blocks
            self._covered[lane] = places, np.column_stack((after - lengths, after)).ravel()
        # Words said up to a place: piecewise linear, flat between blocks. Differences give the shares.
        places, covered = self._covered[lane]
        if not len(places):
            return np.zeros(len(edges) - 1)
        return np.diff(np.interp(edges, places, covered)) / np.maximum(np.diff(edges), 1e-9)


@dataclass(frozen=True, slots=True)
class LaneLook:
    """How the lanes look: `lane` is their height in pixels, from `top` on; `each` members share one; `selected` and
    `speaking` are indices into `members`, −1: nobody."""

    theme: Theme = LIGHT
    scale: float = 1.0
    members: tuple[MemberFigure, ...] = ()
    lane: float = 21.0
    each: int = 1
    top: float = 0.0
    director: bool = False
    selected: int = -1
    speaking: int = -1

    @property
    def rows(self) -> int:
        """How many lanes there are, the director's among them."""
        return ceil(len(self.members) / self.each) + self.director

    @property
    def bottom(self) -> float:
        """Where the last lane ends."""
        return self.top + self.rows * self.lane

    @property
    def thick(self) -> float:
        """A block's height."""
        return max(4.0, min(15.0 * self.scale, self.lane * 0.66))

    def get_middle(self, member: int) -> float:
        """Return the line of a member's lane; −1 is the director's, below all others."""
        row = member // self.each if member >= 0 else self.rows - 1
        return self.top + (row + 0.5) * self.lane

    def get_colour(self, member: int) -> QColor:
        """Return a member's colour, or the director's."""
        return self.theme.member(self.members[member].colour) if member >= 0 else self.theme.colour("secondary")


LEAST_LANE, MOST_LANE = 12.0, 44.0
"""Pixels of a lane: below the one several members share it."""


def get_lane_of(members: int, director: bool, room: float, scale: float) -> tuple[float, int]:
    """Return the height of a lane, and how many members share one, so that all stand in `room` pixels."""
    least = LEAST_LANE * scale
    lanes = max(1, int(room / least) - director)  # The director's lane is shared with nobody
    each = max(1, ceil(members / lanes))
    rows = ceil(members / each) + director
    return max(4.0, min(MOST_LANE * scale, room / max(1, rows))), each
