"""Trade by offers: prices and sales; nothing changes hands before both have agreed."""

from __future__ import annotations

from functools import cache

import pytest

from benchmarks.trades import owned, walk
from parley.core.base.errors import UsageError
from parley.core.cast.member import PLAYER
from parley.core.log.codec import decode, encode
from parley.core.log.fold import apply
from parley.core.log.state import State
from parley.core.modes.story import reading, trading
from parley.core.modes.story.changes import Change, Unwilling
from parley.core.modes.story.events import (
    DialogueOpened,
    ItemMoved,
    Offer,
    OfferMade,
    PlayerDid,
    Stack,
    TrustChanged,
)
from parley.core.modes.story.pricing import asking, paying
from parley.core.modes.story.rules.parser import Intent
from parley.core.modes.story.state import StoryState
from tests.fight_states import AT, Lang, does, happens, on_the_way, reseeded
from tests.story_configs import a_setting


@cache
def _before(lang: Lang) -> State:
    return on_the_way(lang, a_setting("varn"))


def talk(who: str = "bruno", lang: Lang = "en", coins: int = 20, seed: int = 3) -> State:
    """A talk with somebody of the larger setting; the player has coins, a hammer and two candles."""
    state = reseeded(_before(lang), seed)
    story = state[StoryState]
    story.player.location = story.people[who].location
    story.player.items = {"coin": coins, "hammer": 1, "candle": 2}
    apply(state, PlayerDid(at=AT, what="talk", text="", effects=(DialogueOpened(character=who),)))
    return state


def says(state: State, text: str) -> list[PlayerDid]:
    """What the rules make of the player's words, folded."""
    does(state, text)
    found = reading.read(state, AT)
    for each in found:
        assert decode(encode(each)) == each
        apply(state, each)
    return found


def moved(change: Change | PlayerDid) -> list[ItemMoved]:
    return [each for each in change.effects if isinstance(each, ItemMoved)]


def test_a_price_is_named_and_nothing_changes_hands_before_it_is_accepted() -> None:
    state = talk()
    before = owned(state)
    (asked,) = says(state, "How much is the rope?")
    assert (asked.what, asked.text, moved(asked)) == ("price", "Bruno wants 6 × coin for 1 × rope.", [])
    offer = state[StoryState].offer
    assert offer is not None
    assert (offer.gives, offer.wants) == ((Stack(item="rope"),), (Stack(item="coin", quantity=6),))
    (deal,) = says(state, "It's a deal")
    assert {(each.item, each.quantity, each.giver) for each in moved(deal)} == {
        ("coin", 6, PLAYER),
        ("rope", 1, "bruno"),
    }
    story = state[StoryState]
    assert (story.player.items["coin"], story.player.items["rope"], story.offer, owned(state)) == (14, 1, None, before)


def test_counts_are_counts() -> None:
    state = talk()
    one, two = (asking(state, "bruno", "candle", number) for number in (1, 2))
    assert two in {2 * one, 2 * one - 1}
    says(state, "I buy two candles")
    offer = state[StoryState].offer
    assert offer is not None
    assert offer.gives == (Stack(item="candle", quantity=2),)
    says(state, "deal")
    assert state[StoryState].player.items["candle"] == 4
    (refused,) = says(state, "I buy nine candles")
    assert refused.refused
    assert "not 9" in refused.text


def test_another_price_is_only_said_and_the_offer_stands() -> None:
    state = talk()
    says(state, "How much is the rope?")
    offer = state[StoryState].offer
    for said in ("Too expensive!", "I offer five coins"):
        assert says(state, said) == []
    assert state[StoryState].offer == offer


def test_a_merchant_buys_and_others_do_not() -> None:
    state = talk()
    says(state, "I sell the hammer")
    offer = state[StoryState].offer
    assert offer is not None
    assert offer.gives == (Stack(item="coin", quantity=paying(state, "bruno", "hammer", 1)),)
    (deal,) = says(state, "deal")
    assert len(moved(deal)) == 2
    with pytest.raises(Unwilling, match="Dora does not buy 1 × hammer"):
        trading.traded(talk("dora"), Intent("sell", item="hammer"))


def test_a_price_is_by_trust_and_what_costs_nothing_is_not_sold() -> None:
    state = talk()
    prices = []
    for trust in (-60, 0, 60):
        state[StoryState].people["bruno"].trust = trust
        prices.append(asking(state, "bruno", "crossbow", 1))
    assert prices == sorted(prices, reverse=True)
    assert len(set(prices)) == 3
    with pytest.raises(Unwilling, match="does not sell 1 × pocket watch"):
        trading.traded(talk("ilka"), Intent("buy", item="watch"))


def test_an_offer_ends_with_the_talk_and_by_a_no() -> None:
    state = talk()
    says(state, "How much is the rope?")
    says(state, "No thanks")
    assert state[StoryState].offer is None
    says(state, "How much is the rope?")
    says(state, "Goodbye")
    assert state[StoryState].offer is None
    with pytest.raises(UsageError, match="There is no offer to answer"):
        trading.traded(state, Intent("accept"))


@pytest.mark.parametrize("setting", ["varn", "ferry"])
def test_thousands_of_wishes_lose_and_make_nothing(setting: str) -> None:
    told = walk(setting, 1_500, 7)
    assert told["exchanges"] > 30
    assert {what: count for what, count in told.items() if what.startswith("broken") and count} == {}


def test_a_log_by_hand_has_nobody_trade_who_is_not_there_and_no_number_that_no_log_holds() -> None:
    state = talk()
    story, much = state[StoryState], 2**31 - 1
    happens(state, DialogueOpened(character="ghost"), OfferMade(offer=Offer(character="ghost")))
    assert (story.partner, story.offer) == ("bruno", None)
    happens(state, *[ItemMoved(item="candle", quantity=much, receiver=PLAYER)] * 3)
    assert story.player.items["candle"] == much
    happens(state, TrustChanged(character="bruno", before=0, after=-1_000_000))
    assert asking(state, "bruno", "candle", 1_000) <= much
    says(state, "Sell the candles.")
