"""Where in its arc a story stands, what kind of line is next, and what of it was worth remembering."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Literal

from core.cast.member import PLAYER
from core.log.events.turn import TurnKind
from core.log.state import State
from core.modes.story.events import MomentTagged
from core.modes.story.state import StoryState
from core.modes.story.tagging import worth

Part = Literal["setup", "rising", "midpoint", "climax", "denouement"]

PARTS: tuple[tuple[Part, float], ...] = (
    ("setup", 0.0), ("rising", 0.2), ("midpoint", 0.45), ("climax", 0.6), ("denouement", 0.85),
)  # fmt: skip
"""The parts of a story, each with the share of its length from which it runs."""

URGENCY: tuple[tuple[float, float], ...] = ((0.0, 0.1), (0.2, 0.25), (0.45, 0.5), (0.6, 0.7), (0.85, 1.0), (1.0, 1.0))
"""How much presses, at shares of the length; straight in between."""

BEST = 5
"""Moments that an epilogue is made of."""


def stage(turn: int, length: int) -> Part:
    """The part of the arc to which a turn of the player belongs; 0 is the opening."""
    share = _share(turn, length)
    return next(part for part, since in reversed(PARTS) if share >= since)


def urgency(turn: int, length: int) -> float:
    """How much the story presses for its end, 0 to 1; never less than the turn before."""
    share = _share(turn, length)
    for (low, before), (high, after) in pairwise(URGENCY):
        if share <= high:
            return before + (after - before) * (share - low) / (high - low)
    return URGENCY[-1][1]


def _share(turn: int, length: int) -> float:
    return min(1.0, max(0, turn) / max(1, length))


def kind_of(state: State) -> TurnKind:
    """What kind of line it is that is due."""
    story = state[StoryState]
    if story.phase == "epilogue":
        return "closing"
    if story.phase == "dialogue":
        return "greeting" if greets(state) and story.due[:1] in {(), (story.partner,)} else "line"
    return "opening" if story.turn == 0 else "line"


def greets(state: State) -> bool:
    """Whether the talk has just begun, and neither of the two has said anything in it yet."""
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


def gathered(state: State, at: datetime) -> list[MomentTagged]:
    """What the story turn that is over was worth: the Keeper tags it, by rules, each moment at most once."""
    story = state[StoryState]
    told = {(moment.title, moment.story_turn) for moment in story.moments}
    ever = {moment.title for moment in story.moments}
    found: list[MomentTagged] = []
    for one in worth(state):
        if (one.title, story.turn) not in told and not (one.once and one.title in ever):
            told.add((one.title, story.turn))
            ever.add(one.title)
            found.append(
                MomentTagged(at=at, story_turn=story.turn, turn=len(state.turns), title=one.title, weight=one.weight)
            )
    return found


def best(moments: Sequence[MomentTagged], count: int = BEST) -> list[MomentTagged]:
    """The moments that the epilogue tells, in the story's order: the weightiest, spread over the story.

    Of two of the same weight it takes the one of a stretch of the story of which it has fewer; then the earlier.
    """
    left = list(enumerate(moments))
    last = max((moment.story_turn for moment in moments), default=0)
    taken: list[tuple[int, MomentTagged]] = []

    def stretch(moment: MomentTagged) -> int:
        return min(count - 1, moment.story_turn * count // (last + 1))

    while left and len(taken) < count:
        had = [stretch(moment) for _place, moment in taken]
        # A stretch that has its moment already gives way to one that is a little lighter.
        chosen = max(left, key=lambda one: (one[1].weight - 2 * had.count(stretch(one[1])), one[1].weight, -one[0]))
        left.remove(chosen)
        taken.append(chosen)
    return [moment for _place, moment in sorted(taken, key=lambda one: (one[1].story_turn, one[0]))]
