"""What a voice does by tool calls of trade and fights: a price, a gift, the first blow."""

from __future__ import annotations

from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story import changes, combat
from parley.core.modes.story.changes import Change
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import DialogueClosed, FoesCalled, ItemMoved, Stack
from parley.core.modes.story.naming import neat, people_listed, person_meant, sentence, wrong
from parley.core.modes.story.pricing import asking, cannot, coins, money, stacks, worth
from parley.core.modes.story.rules.names import named, words_of
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.trading import named_price


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
    goods = Stack(item=moved.item, quantity=moved.quantity)
    told = {"name": state.name_of(who), "things": stacks(state, (goods,))}
    if not worth(state, goods.item):
        raise cannot(state, "not_for_sale" if selling else "not_bought", **told)
    if selling and price > (most := 2 * asking(state, who, goods.item, goods.quantity)):
        raise cannot(state, "too_dear", price=coins(state, most), **told)
    if not selling and price > (purse := state[StoryState].items_of(who).get(coin, 0)):
        raise cannot(state, "poor_other", has=coins(state, purse), **told)
    return named_price(state, who, (goods,), price, selling=selling)


def handed(state: State, what: str, quantity: int, giver: str, receiver: str) -> Change:
    """Return a voice hands something over, its own or the player's; what an offer is about goes by the offer alone."""
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
    return change


def attacked(state: State, target: str) -> Change:
    """Return the player attacks somebody who is here, or a foe of the place; a talk is over with it."""
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    if story.called or story.fight is not None:
        raise wrong(state, "in_combat")
    place, language = setting.place(story.here), state.setup.language
    kinds = {one: foe.name.text(language) for one in (place.foes if place else ()) if (foe := setting.foe(one))}
    one = person_meant(state, target, story.present()) or (
        target if target in kinds else named(words_of(target), kinds)
    )
    foes = combat.attacked(state, one) if one else ()
    if not foes:
        raise wrong(state, "no_person", name=neat(target), people=people_listed(state, story.present()))
    text = sentence(state, "attacks", player=state.name_of(PLAYER), names=", ".join(foe.name for foe in foes))
    talk = (DialogueClosed(character=story.partner),) if story.phase == "dialogue" else ()
    return Change(text, (*talk, FoesCalled(foes=foes)))
