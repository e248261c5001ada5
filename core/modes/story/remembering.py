"""What of the story so far goes into a request: the cards that matter now, within so many characters."""

from __future__ import annotations

from functools import lru_cache

from rapidfuzz import fuzz

from parley.core.base.markers import stop_words
from parley.core.log.state import State
from parley.core.modes.story.cards import Card, cards
from parley.core.modes.story.naming import folded
from parley.core.modes.story.rules.parts import AGENTS
from parley.core.modes.story.state import StoryState

TELLER_ROOM, CHARACTER_ROOM = 900, 450
"""Characters of cards that a request has, by who is asked."""
LATELY = 6
"""Lines in which what is named counts as talked of."""
NAMED = 90
"""How alike, of 100, a title and words of a line must be for the line to name it."""
LEAST = 4
"""What a card must be worth to be told."""

_PINNED, _SAID, _THERE, _OPEN, _OVER, _FRESH = 100, 8, 4, 4, -3, 2


def recalled(state: State, member: str) -> list[Card]:
    """Return the cards that whoever is asked now is told, the most important first."""
    story, lately = state[StoryState], _collect_recent_lines(state, member)
    here = {story.partner, member, *story.present()} if story.phase != "creation" else set()
    # What is only there, and nothing happened with it, the direction describes, and to the narrator the tasks.
    worth = [
        (_score_card(card, state, lately, here), card)
        for card in cards(state)
        if card.text and not card.forgotten and card.known_to(member) and not (card.task and member == "narrator")
    ]
    room = TELLER_ROOM if member in AGENTS else CHARACTER_ROOM
    chosen: list[Card] = []
    for value, card in sorted(worth, key=lambda each: -each[0]):
        if value >= LEAST and (room := room - len(card.title) - len(card.text)) >= 0:
            chosen.append(card)
    return chosen


def _score_card(card: Card, state: State, lately: str, here: set[str]) -> int:
    story = state[StoryState]
    value = _PINNED * card.pinned
    value += _SAID * _is_title_mentioned(card.title, lately)
    value += _THERE * (not card.concerns.isdisjoint(here))
    value += _THERE * (card.kind == "place" and card.place == story.here)
    value += _OPEN * (card.kind == "promise" and not card.over)
    value += _OVER * card.over
    value += _FRESH * (card.turn >= len(state.turns) - LATELY)
    # What the player wrote, they want to be known.
    return value + _OPEN * card.edited


def _collect_recent_lines(state: State, member: str) -> str:
    """Return what was said last that `member` heard."""
    heard = (entry.text for entry in reversed(state.entries) if entry.kind == "line" and entry.witnessed_by(member))
    return folded(" ".join(text for _number, text in zip(range(LATELY), heard, strict=False)))


@lru_cache(maxsize=4_096)
def _is_title_mentioned(title: str, lately: str) -> bool:
    """Return whether what has that title is named, by one of the words that tell it from others."""
    names = [word for word in folded(title).split() if len(word) > 3 and word not in stop_words()]
    return any(fuzz.partial_ratio(name, lately) >= NAMED for name in names) if lately else False
