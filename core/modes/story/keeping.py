"""What the Keeper says: what the rules decided, and whether a line keeps to their numbers."""

from __future__ import annotations

import re

from parley.core.log.state import State
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.moment import facts
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import words

_NUMBER = re.compile(r"\d+")
_DIFFICULTY = re.compile(r"\b(?:DC|SG)\s*\d+", re.IGNORECASE)


def decided(state: State) -> list[str]:
    """Return what the rules decided in this story turn, as sentences; of a fight that just began, who comes in which
    order.
    """
    story, language = state[StoryState], state.setup.language
    told = facts(story)
    if story.fight is not None and not story.fight.round and story.resolved == story.turn:
        order = ", ".join(f"{check.roll.total} {state.name_of(check.who)}" for check in story.fight.initiative)
        told = [*told, words(language, "initiative", part="speaking", order=order)]
    return told


def keeps_to(line: str, told: list[str]) -> bool:
    """Return whether a line of the Keeper's has no numbers but those of `told`.

    Where the rules decided nothing, at most a difficulty may be named.
    """
    if not told:
        line = _DIFFICULTY.sub("", line)
    return set(_NUMBER.findall(line)) <= set(_NUMBER.findall(" ".join(told)))


def keeper_room(state: State) -> int:
    """Words that the Keeper has: no fewer than the rules need for what they decided."""
    least = state.setup[StoryConfig].setting.rules.keeper_words
    return max(least, len(" ".join(decided(state)).split()))
