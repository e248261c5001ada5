"""What things are worth to whom, by `resources/words/story_trade.toml`."""

from __future__ import annotations

from collections.abc import Iterable

from parley.core.base.errors import UsageError
from parley.core.base.labels import catalogue
from parley.core.log.state import State
from parley.core.modes.story import changes
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import Stack
from parley.core.modes.story.naming import things
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import words

PARTS = 100 * 400
"""Parts of a coin: rates are per cent, and trust counts in 400ths."""


def money(state: State) -> str:
    """Return what is paid with; empty: nobody pays with anything."""
    return next((item.id for item in state.setup[StoryConfig].setting.items if item.kind == "coin"), "")


def worth(state: State, item: str) -> int:
    """Return what one of a thing is worth, in coins; 0: nobody sells or buys it."""
    thing = state.setup[StoryConfig].setting.item(item)
    if thing is not None and thing.kind == "coin":
        return 0
    if thing is not None and thing.price is not None:
        return thing.price
    return figure("prices", thing.kind if thing else "thing")


def asking(state: State, who: str, item: str, quantity: int) -> int:
    """Return what somebody asks for so many of theirs: by what they are, and by what they think of the player."""
    return max(1, -(-_compute_value(state, "asks", who, worth(state, item) * quantity) // PARTS))


def paying(state: State, who: str, item: str, quantity: int) -> int:
    """Return what somebody pays for so many of the player's things, as far as their purse goes; 0: they do not buy."""
    pays = _compute_value(state, "pays", who, worth(state, item) * quantity) // PARTS
    return min(pays, state[StoryState].items_of(who).get(money(state), 0))


def _compute_value(state: State, table: str, who: str, worth_of_all: int) -> int:
    """Return what things are worth to somebody, in parts of a coin: by the rate of a table, and by their trust."""
    standing = state[StoryState].people[who]
    # A log that was written by hand may have any number.
    trust = max(changes.LEAST, min(changes.MOST, standing.trust))
    rate = figure(table, standing.person.archetype)
    return worth_of_all * rate * (400 - trust if table == "asks" else 400 + trust)


def sells(state: State, who: str, item: str) -> bool:
    """Return whether somebody gives this away for money alone: merchants all that has a price."""
    return state[StoryState].people[who].person.archetype == "merchant" and worth(state, item) > 0


def figure(table: str, key: str) -> int:
    """Return a number of the tables."""
    return int(catalogue("story_trade")[table][key])


def stacks(state: State, several: Iterable[Stack]) -> str:
    """Things with how many of each, as a list."""
    return ", ".join(things(state, each.item, each.quantity) for each in several)


def coins(state: State, price: int) -> str:
    """So many coins."""
    return things(state, money(state), price)


def cannot(state: State, key: str, **values: object) -> UsageError:
    """Return the error with that sentence, to be raised."""
    return UsageError(phrase(state, key, **values))


def phrase(state: State, key: str, **values: object) -> str:
    """Return a sentence on trading."""
    return words(state.setup.language, key, part="trade", **values)
