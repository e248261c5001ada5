"""Where in its arc a story stands, and what kind of line is next."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from parley.core.cast.member import PLAYER
from parley.core.log.events.turn import TurnKind
from parley.core.log.state import State
from parley.core.modes.story.state import StoryState

Part = Literal["setup", "rising", "midpoint", "climax", "denouement"]

PARTS: tuple[tuple[Part, float], ...] = (
    ("setup", 0.0), ("rising", 0.2), ("midpoint", 0.45), ("climax", 0.6), ("denouement", 0.85),
)  # fmt: skip
"""The parts of a story, each with the share of its length from which it runs."""

URGENCY: tuple[tuple[float, float], ...] = ((0.0, 0.1), (0.2, 0.25), (0.45, 0.5), (0.6, 0.7), (0.85, 1.0), (1.0, 1.0))
"""How much presses, at shares of the length; straight in between."""


def stage(turn: int, length: int) -> Part:
    """Return the part of the arc to which a turn of the player belongs; 0 is the opening."""
    share = _share(turn, length)
    return next(part for part, since in reversed(PARTS) if share >= since)


def urgency(turn: int, length: int) -> float:
    """Return how much the story presses for its end, 0 to 1; never less than the turn before."""
    share = _share(turn, length)
    for (low, before), (high, after) in pairwise(URGENCY):
        if share <= high:
            return before + (after - before) * (share - low) / (high - low)
    return URGENCY[-1][1]


def _share(turn: int, length: int) -> float:
    return min(1.0, max(0, turn) / max(1, length))


def get_kind_of(state: State) -> TurnKind:
    """Return what kind of line it is that is due."""
    story = state[StoryState]
    if story.phase == "epilogue":
        return "closing"
    if story.phase == "dialogue":
        return "greeting" if greets(state) and story.due[:1] in {(), (story.partner,)} else "line"
    return "opening" if story.turn == 0 else "line"


def greets(state: State) -> bool:
    """Return whether the talk has just begun, and neither of the two has said anything in it yet."""
    story = state[StoryState]
    if story.phase != "dialogue" or story.parting:
        return False
    # The last turns are those of the talk.
    for turn in reversed(state.turns):
        if turn.number < story.opened:
            break
        if turn.member in {story.partner, PLAYER}:
            return False
    return True
