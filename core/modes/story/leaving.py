"""How a talk between two ends: they take their leave in their own words, and nobody tells an epilogue.

A run that began with a talk is one as long as no teller has said a line in it: what its reader has read was two
people, and so is its end. Where the story went on behind the talk, the narrator tells how it ends.
"""

from __future__ import annotations

from parley.core.log.state import State
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.partner import IMPORTED, OWN
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import words

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
    """Return whether what the player said takes a talk up again that was over, for there is nobody and nothing else
    here.
    """
    story = state[StoryState]
    spoke = story.phase == "exploration" and story.act and not story.did
    return bool(spoke and is_all(state) and story.is_here(state.setup[StoryConfig].partner) and is_talk(state))


def parted(state: State) -> bool:
    """Return whether the two have just taken their leave, and nobody is there who could take the talk up again."""
    story = state[StoryState]
    just = story.offered is None or story.offered.story_turn < story.turn
    return story.autoplay and story.phase == "exploration" and just and is_all(state)


def bidden(state: State) -> bool:
    """Return whether the partner takes their leave though the player has not: what was asked for has been played."""
    return any(did.what == "part" and did.by == "script" for did in state[StoryState].did)


def last_word(state: State) -> bool:
    """Return whether the player's next line is the last of a talk."""
    story = state[StoryState]
    return story.phase == "dialogue" and story.turn + 1 >= state.setup[StoryConfig].length and is_talk(state)


def farewell(state: State) -> str:
    """Return what a player says who takes their leave and leaves to chance what they say."""
    return words(state.setup.language, "leave", part="choices", name=state.name_of(state[StoryState].partner))
