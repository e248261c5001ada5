"""Trade by offers: somebody names a price, which is the lower the more they trust the player, who takes or leaves it.

Nothing changes hands before both have agreed, and then both sides of it do, in one event.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeVar

from parley.core.base.errors import UsageError
from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story import changes
from parley.core.modes.story.changes import Change, Unwilling
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import ItemMoved, Offer, OfferClosed, OfferMade, Stack
from parley.core.modes.story.naming import having, item_among, neat, people_listed, things, wrong
from parley.core.modes.story.pricing import (
    asking,
    cannot,
    coins,
    money,
    paying,
    phrase,
    stacks,
    worth,
)
from parley.core.modes.story.rules.parser import Intent
from parley.core.modes.story.state import StoryState

Kind = TypeVar("Kind", bound=str)
MOST = 1_000
"""So many of a thing are traded at once."""
PLEASED = 2
"""By how much whoever has traded trusts the player more."""


def traded(state: State, meant: Intent) -> Change:
    """Return what comes of a wish to trade: price, buy, sell, accept, decline.

    Raises `Unwilling` where somebody does not want to, `UsageError` where it cannot be.
    """
    match meant.kind:
        case "price" | "buy" | "take":
            return _buy_item(state, meant)
        case "sell":
            return _sell_item(state, meant)
        case "accept":
            return _settle_offer(state, _open(state))
        case "decline":
            _open(state)
            text = phrase(state, "declined", player=state.name_of(PLAYER))
            return Change(text, (OfferClosed(how="declined"),))
    raise ValueError(meant.kind)


def outcome(what: Kind, change: Change) -> Kind | Literal["price"]:
    """Return what was done, for the log: where no more than an offer came of it, a price was asked."""
    asked = any(isinstance(each, OfferMade) for each in change.effects)
    agreed = any(isinstance(each, OfferClosed) for each in change.effects)
    return "price" if asked and not agreed and what in {"buy", "sell", "take"} else what


def _buy_item(state: State, meant: Intent) -> Change:
    """Somebody names a price for what they have; whoever buys at a price that was named agrees to it."""
    who, opening = _find_trade_partner(state, meant)
    name, coin, standing = state.name_of(who), money(state), state[StoryState].offer
    if not meant.item or meant.item == coin:
        raise _build_wares_error(state, who)
    has = state[StoryState].items_of(who)
    item = item_among(state, meant.item, has)
    if not item:
        raise wrong(state, "has_not", owner=name, item=_format_item_name(state, meant.item), items=having(state, has))
    number = has[item] if meant.quantity == 0 else meant.quantity
    if not 1 <= number <= min(has[item], MOST):
        raise wrong(state, "has_fewer", owner=name, has=things(state, item, has[item]), number=number)
    goods = (Stack(item=item, quantity=number),)
    if item == coin:
        raise Unwilling(phrase(state, "coins_are_coins"))
    if not worth(state, item):
        raise Unwilling(phrase(state, "not_for_sale", name=name, things=stacks(state, goods)))
    if not coin:
        raise cannot(state, "no_money")
    if standing is not None and standing.gives == goods:
        if meant.kind == "buy":
            return _settle_offer(state, standing)
        still = stacks(state, standing.wants)
        return Change(phrase(state, "asks_still", name=name, price=still, things=stacks(state, goods)))
    return _join_changes(opening, named_price(state, who, goods, asking(state, who, item, number), selling=True))


def _build_wares_error(state: State, who: str) -> UsageError:
    """Return what somebody has to sell, with what one of each costs."""
    has, name = state[StoryState].items_of(who), state.name_of(who)
    if not money(state):
        return cannot(state, "what", name=name, items=having(state, has))
    found = ", ".join(
        phrase(
            state, "each" if count > 1 else "single", things=things(state, item, count),
            price=coins(state, asking(state, who, item, 1)),
        )
        for item, count in has.items()
        if count > 0 and worth(state, item)
    )  # fmt: skip
    return cannot(state, "for_sale" if found else "nothing_for_sale", name=name, items=found)


def _sell_item(state: State, meant: Intent) -> Change:
    """Somebody names a price for what the player has; whoever sells at a price that was named agrees to it."""
    who, opening = _find_trade_partner(state, meant)
    mine, coin, standing = state[StoryState].items_of(PLAYER), money(state), state[StoryState].offer
    if not meant.item:
        raise cannot(state, "what_mine", player=state.name_of(PLAYER), items=having(state, mine))
    item = item_among(state, meant.item, mine)
    if not item:
        owner = state.name_of(PLAYER)
        raise wrong(state, "has_not", owner=owner, item=_format_item_name(state, meant.item), items=having(state, mine))
    goods = (Stack(item=item, quantity=max(1, mine[item] if meant.quantity == 0 else meant.quantity)),)
    _ensure_affordable(state, goods)
    if not coin:
        raise cannot(state, "no_money")
    if item == coin:
        raise Unwilling(phrase(state, "coins_are_coins"))
    price = paying(state, who, item, goods[0].quantity)
    if price < 1:
        raise Unwilling(phrase(state, "not_bought", name=state.name_of(who), things=stacks(state, goods)))
    if standing is not None and standing.wants == goods:
        return _settle_offer(state, standing)
    return _join_changes(opening, named_price(state, who, goods, price, selling=False))


def named_price(state: State, who: str, goods: tuple[Stack, ...], price: int, *, selling: bool) -> Change:
    """Somebody names a price, in coins, for what they would sell or buy."""
    paid = (Stack(item=money(state), quantity=price),)
    gives, wants = (goods, paid) if selling else (paid, goods)
    told = {"name": state.name_of(who), "price": stacks(state, paid), "things": stacks(state, goods)}
    offer = Offer(character=who, gives=gives, wants=wants)
    return Change(phrase(state, "asks" if selling else "pays", **told), (OfferMade(offer=offer),))


def _settle_offer(state: State, offer: Offer) -> Change:
    """Return the offer is agreed to, and both sides of it change hands."""
    who = offer.character
    has = state[StoryState].items_of(who)
    if any(has.get(each.item, 0) < each.quantity for each in offer.gives):
        raise cannot(state, "gone", name=state.name_of(who), things=stacks(state, offer.gives))
    _ensure_affordable(state, offer.wants)
    moved = [ItemMoved(item=each.item, quantity=each.quantity, giver=PLAYER, receiver=who) for each in offer.wants]
    moved += [ItemMoved(item=each.item, quantity=each.quantity, giver=who, receiver=PLAYER) for each in offer.gives]
    text = phrase(
        state, "deal", given=stacks(state, offer.wants), name=state.name_of(who), got=stacks(state, offer.gives),
        player=state.name_of(PLAYER),
    )  # fmt: skip
    pleased = changes.trusted(state, who, PLEASED).effects
    return Change(text, (*moved, OfferClosed(how="accepted"), *pleased))


def _open(state: State) -> Offer:
    story = state[StoryState]
    if story.offer is None:
        if story.phase == "dialogue":
            raise cannot(state, "no_offer", name=state.name_of(story.partner))
        raise cannot(state, "no_offer_here")
    return story.offer


def _find_trade_partner(state: State, meant: Intent) -> tuple[str, Change]:
    """With whom is traded, and what begins the talk where there is none: with who is named, else with who has it."""
    story = state[StoryState]
    if story.phase == "dialogue":
        partner = changes.talking(state)
        if meant.target and meant.target != partner and meant.target in story.people:
            raise wrong(state, "in_dialogue", name=state.name_of(partner))
        return partner, Change("")
    changes.telling(state)
    present = story.present()
    if meant.target:
        return meant.target, changes.opened(state, meant.target)
    traders = [one for one in present if story.people[one].person.archetype == "merchant"]
    if meant.kind != "sell" and meant.item:
        traders = [one for one in (*traders, *present) if story.people[one].items.get(meant.item, 0) > 0]
    if not traders and meant.item:
        raise cannot(state, "nobody_sells", things=_format_item_name(state, meant.item))
    if not traders:
        raise cannot(state, "nobody_trades", people=people_listed(state, present))
    return traders[0], changes.opened(state, traders[0])


def _ensure_affordable(state: State, needed: Iterable[Stack]) -> None:
    """Raises `UsageError` where the player has not so much."""
    has = state[StoryState].player.items
    for each in needed:
        if has.get(each.item, 0) < each.quantity:
            raise cannot(
                state, "poor", player=state.name_of(PLAYER), price=things(state, each.item, each.quantity),
                has=things(state, each.item, has.get(each.item, 0)),
            )  # fmt: skip


def _join_changes(first: Change, second: Change) -> Change:
    text = " ".join(part for part in (first.text, second.text) if part)
    return Change(text, (*first.effects, *second.effects), (*first.checks, *second.checks))


def _format_item_name(state: State, item: str) -> str:
    return neat(state.setup[StoryConfig].setting.item_name(item, state.setup.language))
