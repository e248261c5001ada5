"""Where in its arc a story stands, what kind of line is next, and how a talk between two ends.

The two take their leave in their own words, and nobody tells an epilogue. A run that began with a talk is one as long
as no teller has said a line in it: what its reader has read was two people, and so is its end. Where the story went on
behind the talk, the narrator tells how it ends.
"""

from __future__ import annotations

from typing import Literal

from parley.core.cast.member import PLAYER
from parley.core.log.events.turn import TurnKind
from parley.core.log.state import State
from parley.core.modes.story.config import IMPORTED, OWN, StoryConfig
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import words

Part = Literal["setup", "rising", "midpoint", "climax", "denouement"]

PARTS: tuple[tuple[Part, float], ...] = (
    ("setup", 0.0), ("rising", 0.2), ("midpoint", 0.45), ("climax", 0.6), ("denouement", 0.85),
)  # fmt: skip
"""The parts of a story, each with the share of its length from which it runs."""

URGENT = 0.684
"""The share of its length from which a story presses for its end."""


def stage(turn: int, length: int) -> Part:
    """Return the part of the arc to which a turn of the player belongs; 0 is the opening."""
    share = compute_share(turn, length)
    return next(part for part, since in reversed(PARTS) if share >= since)  # always found: the first part starts at 0


def compute_share(turn: int, length: int) -> float:
    """Return which share of a story has been played, in [0, 1]."""
    return min(1.0, max(0, turn) / max(1, length))


def get_kind_of(state: State) -> TurnKind:
    """Return what kind of line it is that is due."""
    story = state[StoryState]
    if story.phase == "epilogue":
        return "closing"
    if story.phase == "dialogue":
        # Someone who speaks in between, such as the Jester, does not greet.
        return "greeting" if is_greeting(state) and story.due[:1] in {(), (story.partner,)} else "line"
    return "opening" if story.turn == 0 else "line"


def is_greeting(state: State) -> bool:
    """Return whether the talk has just begun, and neither of the two has said anything in it yet."""
    story = state[StoryState]
    if story.phase != "dialogue" or story.parting:
        return False
    # The last turns are those of the talk.
    for turn in reversed(state.turns):
        if turn.number < story.opened:  # turns are in order: earlier ones belong to earlier talks
            break
        if turn.member in {story.partner, PLAYER}:
            return False
    return True


TELLERS = frozenset({"narrator", "keeper"})


def is_talk(state: State) -> bool:
    """Return whether this has been a talk between two until now."""
    began = bool(state.setup[StoryConfig].partner)
    return began and not any(turn.member in TELLERS for turn in state.turns)


def is_all(state: State) -> bool:
    """Return whether there is nothing but the talk: no world in which a story could go on behind it."""
    config = state.setup[StoryConfig]
    return bool(config.partner) and config.setting.id in {OWN, IMPORTED} and len(config.setting.people) == 1


def taken_up(state: State) -> bool:
    """Return whether the player's words take up a talk that was over, as there is nobody and nothing else here."""
    story = state[StoryState]
    spoke = story.phase == "exploration" and story.act and not story.did
    return bool(spoke and is_all(state) and story.is_here(state.setup[StoryConfig].partner) and is_talk(state))


def has_parted(state: State) -> bool:
    """Return whether the two have just taken their leave, and nobody is there who could take the talk up again."""
    story = state[StoryState]
    just = story.offered is None or story.offered.story_turn < story.turn
    # Only where chance plays: a person at the keys may go on talking after a goodbye.
    return story.autoplay and story.phase == "exploration" and just and is_all(state)


def is_leaving(state: State) -> bool:
    """Return whether the partner takes their leave though the player has not: what was asked for has been played."""
    return any(did.what == "part" and did.by == "script" for did in state[StoryState].did)


def last_word(state: State) -> bool:
    """Return whether the player's next line is the last of a talk."""
    story = state[StoryState]
    return story.phase == "dialogue" and story.turn + 1 >= state.setup[StoryConfig].length and is_talk(state)


def get_farewell(state: State) -> str:
    """Return the words of leave for a player whose lines are left to chance."""
    return words(state.setup.language, "leave", part="choices", name=state.name_of(state[StoryState].partner))
