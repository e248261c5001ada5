"""What the player may do in a fight, or with the offer that stands, each in words that the rules understand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import Offer
from parley.core.modes.story.fighters import fighters, gift, weakest
from parley.core.modes.story.naming import object_of
from parley.core.modes.story.pricing import money, stacks
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import words


class Option(NamedTuple):
    """Something to do. `text` is the player's line; `odds` how likely it is to work, 0 to 1; None: no dice fall."""

    what: str
    text: str
    odds: float | None = None


def options(state: State) -> tuple[Option, ...]:
    """Return all of them, the most usual first; none where there is neither a fight nor an offer."""
    story = state[StoryState]
    if story.fight is not None:
        return tuple(_iterate_fight_options(state))
    if story.offer is not None and story.phase == "dialogue":
        return tuple(_iterate_trade_options(state, story.offer))
    return ()


def summed_up(state: State) -> str:
    """Return the offer that stands, in a sentence; empty: none does."""
    offer = state[StoryState].offer
    if offer is None:
        return ""
    selling = any(each.item == money(state) for each in offer.wants)
    price, goods = (offer.wants, offer.gives) if selling else (offer.gives, offer.wants)
    key = "asks" if selling else "pays"
    name = state.name_of(offer.character)
    return words(
        state.setup.language, key, part="trade", name=name, price=stacks(state, price), things=stacks(state, goods)
    )


def draughts(state: State) -> Iterator[str]:
    """Yield the names of what the player carries that heals."""
    for item, count in state[StoryState].player.items.items():
        thing = state.setup[StoryConfig].setting.item(item)
        if count > 0 and thing is not None and thing.heals:
            yield thing.name.text(state.setup.language)


def _iterate_fight_options(state: State) -> Iterator[Option]:
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    every = fighters(state)
    me, target = every.get(PLAYER), every.get(weakest(story))
    if me is None or target is None:
        return
    hitting = max(0.05, min(0.95, (21 + me.bonus - target.reach) / 20))
    yield _build_option(state, "attack", hitting, foe=object_of(target.name, language))
    yield _build_option(state, "defend")
    if me.health < me.most:
        yield from (_build_option(state, "drink", item=name) for name in draughts(state))
    standing = [each for each in every.values() if not each.ours and each.standing]
    if all(each.parley for each in standing):
        yield _build_option(state, "parley", _compute_success_odds(state, "cha", max(each.parley for each in standing)))
    yield _build_option(state, "flee", _compute_success_odds(state, "dex", setting.rules.flee))


def _iterate_trade_options(state: State, offer: Offer) -> Iterator[Option]:
    mine = state[StoryState].player.items
    if all(mine.get(each.item, 0) >= each.quantity for each in offer.wants):
        yield _build_option(state, "accept")
    yield _build_option(state, "decline")


def _build_option(state: State, what: str, odds: float | None = None, **values: object) -> Option:
    text = words(state.setup.language, what, part="options", **values)
    return Option(what, text[:1].upper() + text[1:], odds)


def _compute_success_odds(state: State, attribute: str, against: int) -> float:
    return max(0.0, min(1.0, (21 + gift(state, attribute) - against) / 20))
