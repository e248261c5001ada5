"""What the player tries outside a fight: a throw of d20 with one of their attributes."""

from __future__ import annotations

from datetime import datetime
from functools import cache

from parley.core.base.clock import SeededRandom
from parley.core.base.labels import label
from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story.events import Check, DiceRolled
from parley.core.modes.story.naming import attribute_tried, neat
from parley.core.modes.story.rules.dice import Dice, modifier, throw
from parley.core.modes.story.rules.names import words_of
from parley.core.modes.story.rules.parser import difficulty, mechanical
from parley.core.modes.story.rules.parts import ATTRIBUTES
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import words

ORDINARY = 10
"""What has to be reached where the player names no difficulty."""

HARDEST = 99
"""No difficulty is above this, whatever somebody types."""

USUAL = "dex"
"""The attribute of an act of which nobody says what it takes."""


def tried(state: State, rng: SeededRandom, at: datetime) -> DiceRolled | None:
    """Return the dice for an act that the rules decide, or that names a difficulty; None: there is nothing to throw."""
    story, language = state[StoryState], state.setup.language
    hard = difficulty(story.act)
    if not hard and (attribute := attribute_tried(state)):
        return checked(state, rng, at, next(iter(attributes(story.act, language)), attribute), ORDINARY)
    if not hard and not mechanical(story.act):
        return None
    attribute = next(iter(attributes(story.act, language)), USUAL)
    return checked(state, rng, at, attribute, hard or ORDINARY)


def checked(
    state: State, rng: SeededRandom, at: datetime, attribute: str, against: int, reason: str = ""
) -> DiceRolled:
    """Return a throw of d20 with an attribute of the player's, drawn for this turn alone; `reason`: what it is for."""
    story, language = state[StoryState], state.setup.language
    score = story.sheet.attributes.get(attribute, 10) if story.sheet else 10
    against = min(against, HARDEST)
    roll = throw(Dice(1, 20, modifier(score)), rng.generator(story.turn, "check"))
    success = roll.total >= against
    text = words(
        language,
        "succeeds" if success else "fails",
        part="checks",
        total=roll.total,
        against=against,
        attribute=label("attribute", attribute, language),
        player=state.name_of(PLAYER),
    )
    text = f"{text[:-1]}: {neat(reason)}." if neat(reason) else text
    check = Check(what="check", who=PLAYER, roll=roll, against=against, success=success)
    return DiceRolled(at=at, story_turn=story.turn, checks=(check,), text=text)


def attributes(text: str, language: str) -> list[str]:
    """Return the attributes that the words of a text speak for, in the order in which they are named, each once.

    Words of the run's language come first; only where there are none the other one's count ("red" is no speech).
    """
    for tongue in (language, "en" if language == "de" else "de"):
        found = [
            attribute
            for word in words_of(text)
            for attribute in ATTRIBUTES
            if word.startswith(_list_attribute_stems(attribute, tongue))
        ]
        if found:
            return list(dict.fromkeys(found))
    return []


@cache
def _list_attribute_stems(attribute: str, language: str) -> tuple[str, ...]:
    """Return how words begin that speak for an attribute; "ß" is "ss", as in folded words."""
    return tuple(stem.casefold() for stem in words(language, f"stems_{attribute}", part="checks").split())
