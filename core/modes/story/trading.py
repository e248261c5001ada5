"""Trade by offers: somebody names a price, the player accepts, haggles or leaves it; and threats, which are no trade.

Nothing changes hands before both have agreed, and then both sides of it do, in one event.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
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
    check,
    coins,
    figure,
    money,
    paying,
    phrase,
    rate,
    share,
    stacks,
    trust,
    trusting,
    worth,
)
from parley.core.modes.story.rules.parser import Intent
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.threatening import threatened

Kind = TypeVar("Kind", bound=str)
MOST = 1_000
"""So many of a thing are traded at once."""


def traded(state: State, meant: Intent) -> Change:
    """What comes of a wish to trade, or of a threat: price, buy, sell, accept, haggle, decline, threaten.

    Raises `Unwilling` where somebody does not want to, `UsageError` where it cannot be.
    """
    match meant.kind:
        case "price" | "buy" | "take":
            return _bought(state, meant)
        case "sell":
            return _sold(state, meant)
        case "accept":
            return accepted(state)
        case "haggle":
            return _haggled(state, meant.price)
        case "decline":
            _open(state)
            text = phrase(state, "declined", player=state.name_of(PLAYER))
            return Change(text, (OfferClosed(how="declined"),))
        case "threaten":
            return threatened(state, meant)
    raise ValueError(meant.kind)


def outcome(what: Kind, change: Change) -> Kind | Literal["price"]:
    """What was done, for the log: where no more than an offer came of it, a price was asked."""
    asked = any(isinstance(each, OfferMade) for each in change.effects)
    agreed = any(isinstance(each, OfferClosed) for each in change.effects)
    return "price" if asked and not agreed and what in {"buy", "sell", "take"} else what


# Buying ---------------------------------------------------------------------------------------------------------------


def _bought(state: State, meant: Intent) -> Change:
    """A price is asked, or the player bids one: coins, or things, for what somebody has."""
    who, opening = _partner(state, meant)
    name = state.name_of(who)
    if not meant.item or meant.item == money(state):
        raise _for_sale(state, who, meant.price)
    goods = (_theirs(state, who, meant.item, meant.quantity),)
    if any(each.item == money(state) for each in goods):
        raise Unwilling(phrase(state, "coins_are_coins"))
    if unsold := [each for each in goods if not worth(state, each.item)]:
        raise Unwilling(phrase(state, "not_for_sale", name=name, things=stacks(state, unsold)))
    if meant.swap and meant.swap == money(state):
        meant = replace(meant, swap="", price=meant.price + max(1, meant.swap_quantity))
    if meant.swap:
        return _swapped(state, who, goods, meant, opening)
    return _priced(state, who, goods, meant, opening)


def _theirs(state: State, who: str, wanted: str, count: int) -> Stack:
    """So many of what somebody has; 0: all of it. Raises `UsageError` where they have it not, or not so many."""
    has, owner = state[StoryState].items_of(who), state.name_of(who)
    item = item_among(state, wanted, has)
    if not item:
        raise wrong(state, "has_not", owner=owner, item=_named(state, wanted), items=having(state, has))
    number = has[item] if count == 0 else count
    if not 1 <= number <= min(has[item], MOST):
        raise wrong(state, "has_fewer", owner=owner, has=things(state, item, has[item]), number=count)
    return Stack(item=item, quantity=number)


def _for_sale(state: State, who: str, most: int) -> UsageError:
    """What somebody has to sell, with what one of each costs; `most`: for so many coins at most (0: at any price)."""
    has, name = state[StoryState].items_of(who), state.name_of(who)
    if not money(state):
        return cannot(state, "what", name=name, items=having(state, has))
    prices = {item: asking(state, who, item, 1) for item, count in has.items() if count > 0 and worth(state, item)}
    found = ", ".join(
        phrase(
            state, "each" if has[one] > 1 else "single", things=things(state, one, has[one]), price=coins(state, price)
        )
        for one, price in prices.items()
        if not most or price <= most
    )
    sells, less = ("for_less" if most else "for_sale"), ("nothing_for_less" if most and prices else "nothing_for_sale")
    return cannot(state, sells if found else less, name=name, items=found, price=coins(state, most))


def _priced(state: State, who: str, goods: tuple[Stack, ...], meant: Intent, opening: Change) -> Change:
    coin, standing = money(state), state[StoryState].offer
    if not coin:
        raise cannot(state, "no_money")
    same = standing is not None and standing.gives == goods and _coins(standing.wants, coin) is not None
    if standing is not None and same:
        if meant.kind == "buy" and not meant.price:
            return accepted(state)
        offer, price = standing, _coins(standing.wants, coin) or 1
    else:
        price = _asked(state, who, goods)
        bound = max(1, share(price, 400 * figure("haggling", "floor")))
        offer = Offer(character=who, gives=goods, wants=(Stack(item=coin, quantity=price),), bound=bound)
    if meant.price:
        _affordable(state, PLAYER, (Stack(item=coin, quantity=min(meant.price, price)),))
        if meant.price >= price:
            return _joined(opening, _exchanged(state, offer))
        return _bid(state, offer, meant.price, opening)
    key = "asks_still" if same else "asks"
    text = phrase(state, key, name=state.name_of(who), price=stacks(state, offer.wants), things=stacks(state, goods))
    return _joined(opening, Change(text, () if same else (OfferMade(offer=offer),)))


def _asked(state: State, who: str, goods: Iterable[Stack]) -> int:
    """What somebody asks for several things together."""
    return sum(asking(state, who, each.item, each.quantity) for each in goods)


def _bid(state: State, offer: Offer, price: int, opening: Change) -> Change:
    """A price is named by the player: where the other comes to it, it is a deal."""
    opening = _joined(opening, Change("", () if state[StoryState].offer == offer else (OfferMade(offer=offer),)))
    now = changes.after(state, opening.effects)
    answer = _haggled(now, price)
    after = changes.after(now, answer.effects)
    agreed, coin = after[StoryState].offer, money(state)
    if agreed is not None and price in {_coins(agreed.wants, coin), _coins(agreed.gives, coin)}:
        answer = _joined(answer, _exchanged(after, agreed))
    return _joined(opening, answer)


def _swapped(state: State, who: str, goods: tuple[Stack, ...], meant: Intent, opening: Change) -> Change:
    """Things for things: where they are worth enough they are taken, else the rest is wanted in coins."""
    mine, coin, name = state[StoryState].items_of(PLAYER), money(state), state.name_of(who)
    swap = (_mine(state, meant.swap, meant.swap_quantity),)
    if {each.item for each in swap} & {each.item for each in goods}:
        raise Unwilling(phrase(state, "not_bought", name=name, things=stacks(state, goods)))
    _affordable(state, PLAYER, swap)
    price = _asked(state, who, goods)
    per = rate(state, "swaps", who) * (400 + trust(state, who))
    value = sum(share(worth(state, each.item) * each.quantity, per) for each in swap)
    value += min(meant.price, mine.get(coin, 0))
    if value >= price:
        paid = (Stack(item=coin, quantity=meant.price),) if meant.price else ()
        _affordable(state, PLAYER, paid)
        return _joined(opening, _exchanged(state, Offer(character=who, gives=goods, wants=(*swap, *paid))))
    if not coin or not all(worth(state, each.item) for each in swap):
        unwanted = [each for each in swap if not worth(state, each.item)] or swap
        raise Unwilling(phrase(state, "not_bought", name=name, things=stacks(state, unwanted)))
    rest = Stack(item=coin, quantity=price - value + min(meant.price, mine.get(coin, 0)))
    offer = Offer(character=who, gives=goods, wants=(*swap, rest), bound=rest.quantity)
    text = phrase(
        state, "asks_on_top", name=name, swap=stacks(state, swap), price=stacks(state, (rest,)),
        things=stacks(state, goods),
    )  # fmt: skip
    return _joined(opening, Change(text, (OfferMade(offer=offer),)))


def _mine(state: State, wanted: str, count: int) -> Stack:
    """So many of what the player carries; 0: all of it. Raises `UsageError` where they have it not."""
    mine = state[StoryState].items_of(PLAYER)
    item = item_among(state, wanted, mine)
    if not item:
        owner = state.name_of(PLAYER)
        raise wrong(state, "has_not", owner=owner, item=_named(state, wanted), items=having(state, mine))
    return Stack(item=item, quantity=max(1, mine[item] if count == 0 else count))


# Selling --------------------------------------------------------------------------------------------------------------


def _sold(state: State, meant: Intent) -> Change:
    who, opening = _partner(state, meant)
    mine, coin = state[StoryState].items_of(PLAYER), money(state)
    if not meant.item:
        raise cannot(state, "what_mine", player=state.name_of(PLAYER), items=having(state, mine))
    goods = (_mine(state, meant.item, meant.quantity),)
    standing = state[StoryState].offer
    _affordable(state, PLAYER, goods)
    if not coin:
        raise cannot(state, "no_money")
    if any(each.item == coin for each in goods):
        raise Unwilling(phrase(state, "coins_are_coins"))
    prices = [paying(state, who, each.item, each.quantity) for each in goods]
    if unwanted := [each for each, price in zip(goods, prices, strict=True) if price < 1]:
        raise Unwilling(phrase(state, "not_bought", name=state.name_of(who), things=stacks(state, unwanted)))
    price = min(sum(prices), state[StoryState].items_of(who).get(coin, 0))
    same = standing is not None and standing.wants == goods and _coins(standing.gives, coin) is not None
    if standing is not None and same:
        if not meant.price:
            return accepted(state)
        offer, price = standing, _coins(standing.gives, coin) or 1
    else:
        purse = state[StoryState].items_of(who).get(coin, 0)
        bound = min(purse, share(price, 400 * figure("haggling", "ceiling")))
        offer = Offer(character=who, gives=(Stack(item=coin, quantity=price),), wants=goods, bound=max(price, bound))
    if 0 < meant.price <= price:
        # Nobody pays more than is asked for.
        less = Offer(character=who, gives=(Stack(item=coin, quantity=meant.price),), wants=goods)
        return _joined(opening, _exchanged(state, less))
    if meant.price:
        return _bid(state, offer, meant.price, opening)
    text = phrase(state, "pays", name=state.name_of(who), price=stacks(state, offer.gives), things=stacks(state, goods))
    return _joined(opening, Change(text, (OfferMade(offer=offer),)))


# Offers ---------------------------------------------------------------------------------------------------------------


def accepted(state: State) -> Change:
    """The offer that stands is agreed to, and both sides of it change hands."""
    return _exchanged(state, _open(state))


def _exchanged(state: State, offer: Offer) -> Change:
    who = offer.character
    has = state[StoryState].items_of(who)
    if any(has.get(each.item, 0) < each.quantity for each in offer.gives):
        raise cannot(state, "gone", name=state.name_of(who), things=stacks(state, offer.gives))
    _affordable(state, PLAYER, offer.wants)
    moved = [ItemMoved(item=each.item, quantity=each.quantity, giver=PLAYER, receiver=who) for each in offer.wants]
    moved += [ItemMoved(item=each.item, quantity=each.quantity, giver=who, receiver=PLAYER) for each in offer.gives]
    text = phrase(
        state, "deal", given=stacks(state, offer.wants), name=state.name_of(who), got=stacks(state, offer.gives),
        player=state.name_of(PLAYER),
    )  # fmt: skip
    pleased = trusting(state, who, figure("haggling", "deal"))
    return Change(text, (*moved, OfferClosed(how="accepted"), *pleased))


def _haggled(state: State, bid: int) -> Change:
    """The player wants it cheaper, or dearer where they sell: dice with the charisma, within the other's bounds."""
    offer, coin = _open(state), money(state)
    who, buying = offer.character, _coins(offer.gives, coin) is None
    price = _coins(offer.wants if buying else offer.gives, coin) or 0
    goods = stacks(state, offer.gives if buying else offer.wants)
    told = {"name": state.name_of(who), "things": goods}
    if offer.round >= figure("haggling", "rounds"):
        angry = trusting(state, who, figure("haggling", "patience"))
        return Change(phrase(state, "enough", **told), (OfferClosed(how="withdrawn"), *angry))
    if bid and (bid >= price if buying else bid <= price):
        return Change(phrase(state, "meets", price=coins(state, price), **told))
    if bid and (bid * 2 < offer.bound if buying else bid > offer.bound * 2):
        insult = trusting(state, who, figure("haggling", "insult"))
        far = phrase(state, "too_little" if buying else "too_much", **told)
        still = phrase(state, "asks_still" if buying else "pays_still", price=coins(state, price), **told)
        return Change(f"{far} {still}", (OfferMade(offer=_again(offer, coin, price, buying=buying)), *insult))
    if price == offer.bound:
        later = _again(offer, coin, price, buying=buying)
        return Change(phrase(state, "last_word", price=coins(state, price), **told), (OfferMade(offer=later),))
    against = figure("haggling", "difficulty") - trust(state, who) // 20
    thrown = check(state, "haggle", against)
    step = max(1, abs(price - offer.bound) // 2)
    aim = bid or (price - step if buying else price + step)
    now = price
    if thrown.success:
        now = max(offer.bound, aim) if buying else min(offer.bound, aim)
    key = "unmoved" if now == price else "haggled_down" if buying else "haggled_up"
    text = phrase(state, key, total=thrown.roll.total, against=against, price=coins(state, now), **told)
    return Change(text, (OfferMade(offer=_again(offer, coin, now, buying=buying)),), (thrown,))


def _again(offer: Offer, coin: str, price: int, *, buying: bool) -> Offer:
    def priced(side: tuple[Stack, ...]) -> tuple[Stack, ...]:
        return tuple(Stack(item=coin, quantity=price) if each.item == coin else each for each in side)

    return Offer(
        character=offer.character,
        gives=offer.gives if buying else priced(offer.gives),
        wants=priced(offer.wants) if buying else offer.wants,
        bound=offer.bound,
        round=offer.round + 1,
    )


def _open(state: State) -> Offer:
    story = state[StoryState]
    if story.offer is None:
        if story.phase == "dialogue":
            raise cannot(state, "no_offer", name=state.name_of(story.partner))
        raise cannot(state, "no_offer_here")
    return story.offer


def _partner(state: State, meant: Intent) -> tuple[str, Change]:
    """With whom is traded, and what begins the talk where there is none: with who is named, else with who has it."""
    story = state[StoryState]
    if story.phase == "dialogue":
        partner = changes.talking(state)
        if meant.target and meant.target != partner and meant.target in story.people:
            raise wrong(state, "in_dialogue", name=state.name_of(partner))
        return partner, Change("")
    changes.telling(state)
    present = story.present()
    who = meant.target if meant.target in present else ""
    if not who and not meant.target:
        traders = [one for one in present if story.people[one].person.archetype == "merchant"]
        if meant.kind != "sell" and not meant.item:
            traders = traders or (present if len(present) == 1 else [])
        elif meant.kind != "sell":
            traders = [one for one in (*traders, *present) if story.people[one].items.get(meant.item, 0) > 0]
        who = traders[0] if traders else ""
    if not who and not meant.target:
        if meant.item:
            raise cannot(state, "nobody_sells", things=_named(state, meant.item))
        raise cannot(state, "nobody_trades", people=people_listed(state, present))
    return who, changes.opened(state, who or meant.target)


# Parts ----------------------------------------------------------------------------------------------------------------


def _affordable(state: State, owner: str, needed: Iterable[Stack]) -> None:
    """Raises `UsageError` where the player has not so much."""
    has: Mapping[str, int] = state[StoryState].items_of(owner)
    for each in needed:
        if has.get(each.item, 0) < each.quantity:
            raise cannot(
                state, "poor", player=state.name_of(owner), price=things(state, each.item, each.quantity),
                has=things(state, each.item, has.get(each.item, 0)),
            )  # fmt: skip


def _joined(first: Change, second: Change) -> Change:
    text = " ".join(part for part in (first.text, second.text) if part)
    return Change(text, (*first.effects, *second.effects), (*first.checks, *second.checks))


def _coins(side: Iterable[Stack], coin: str) -> int | None:
    return next((each.quantity for each in side if each.item == coin), None)


def _named(state: State, item: str) -> str:
    return neat(state.setup[StoryConfig].setting.item_name(item, state.setup.language))
