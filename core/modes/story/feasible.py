"""What would come of words that the player has not said yet: a choice that is offered is never refused."""

from __future__ import annotations

from datetime import UTC, datetime

from parley.core.log.state import State
from parley.core.modes.story import reading
from parley.core.modes.story.changes import after
from parley.core.modes.story.events import PlayerDid
from parley.core.modes.story.state import StoryState

NEVER = datetime.min.replace(tzinfo=UTC)
"""When what is only tried out happens."""


def can_be(state: State, text: str) -> bool:
    """Return whether the rules would not refuse what is done by these words, and it is not what was just done."""
    story = state[StoryState]
    if story.fight is None and text.casefold() == story.act.casefold():
        return False
    return not any(did.refused or did.what == "meta" for did in tried(state, text))


def works(state: State, text: str) -> bool:
    """Return whether the rules read a deed in the words, and it can be done."""
    return any(did.effects and not did.refused for did in tried(state, text))


def ends_talk(state: State, text: str) -> bool:
    """Return whether the words take leave."""
    return any(did.what == "part" for did in tried(state, text))


def tried(state: State, text: str) -> list[PlayerDid]:
    """Return what would come of the words; nothing of mere talk."""
    there = after(state, ())
    there[StoryState].act = text
    return reading.read(there, NEVER)
