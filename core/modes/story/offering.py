"""What a voice does of trade by tool calls: it names a price, and it gives away what is its own."""

from __future__ import annotations

from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story import changes
from parley.core.modes.story.changes import Change
from parley.core.modes.story.events import ItemMoved, Offer, OfferMade, Stack
from parley.core.modes.story.knowing import known
from parley.core.modes.story.naming import things
from parley.core.modes.story.pricing import asking, cannot, coins, figure, money, phrase, share, stacks, worth
from parley.core.modes.story.rules.intents import intents
from parley.core.modes.story.state import StoryState


def offered(state: State, deal: str, what: str, quantity: int, price: int) -> Change:
    """Whom the player talks with names a price themselves, within twice of what the rules would ask, or pay."""
    who, coin = changes.talking(state), money(state)
    if not coin:
        raise cannot(state, "no_money")
    selling = deal == "sell"
    owner = who if selling else PLAYER
    handed_over = changes.passed(state, what, quantity, owner, PLAYER if selling else who)
    moved = handed_over.effects[0]
    assert isinstance(moved, ItemMoved)
    goods, paid = Stack(item=moved.item, quantity=moved.quantity), Stack(item=coin, quantity=price)
    told = {"name": state.name_of(who), "things": stacks(state, (goods,))}
    if not worth(state, goods.item):
        raise cannot(state, "not_for_sale" if selling else "not_bought", **told)
    if selling:
        most = 2 * asking(state, who, goods.item, goods.quantity)
        if price > most:
            raise cannot(state, "too_dear", price=coins(state, most), **told)
        bound = max(1, share(price, 400 * figure("haggling", "floor")))
        offer = Offer(character=who, gives=(goods,), wants=(paid,), bound=bound)
    else:
        purse = state[StoryState].items_of(who).get(coin, 0)
        if price > purse:
            raise cannot(state, "poor_other", has=coins(state, purse), **told)
        offer = Offer(character=who, gives=(paid,), wants=(goods,), bound=price)
    text = phrase(state, "asks" if selling else "pays", price=stacks(state, (paid,)), **told)
    return Change(text, (OfferMade(offer=offer),))


def handed(state: State, what: str, quantity: int, giver: str, receiver: str) -> Change:
    """A voice hands something over: its own as a gift, the player's only where they have just said so.

    What an offer is about goes by the offer alone.
    """
    story = state[StoryState]
    change = changes.handed(state, what, quantity, giver, receiver)
    moved = change.effects[0]
    assert isinstance(moved, ItemMoved)
    if story.offer is not None and moved.item in {each.item for each in (*story.offer.gives, *story.offer.wants)}:
        given, got = stacks(state, story.offer.wants), stacks(state, story.offer.gives)
        raise cannot(state, "offer_stands", given=given, name=state.name_of(story.offer.character), got=got)
    done = [did for did in story.did if not did.refused and did.what in {"give", "take", "accept", "buy", "sell"}]
    if done:
        raise cannot(state, "done_already", text=done[-1].text)
    if moved.giver == PLAYER and not _given(state, moved):
        raise cannot(state, "not_agreed", things=things(state, moved.item, moved.quantity))
    return change


def _given(state: State, moved: ItemMoved) -> bool:
    """Whether the player's words of this turn give away so many of a thing."""
    story = state[StoryState]
    wishes = intents(story.act, known(story, state.setup)) if story.act else ()
    return any(
        each.kind == "give" and each.item == moved.item and (not each.quantity or moved.quantity <= each.quantity)
        for each in wishes
    )
