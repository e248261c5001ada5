"""The player's clicks, and what the rules read from words: everything that a tool can do, by the same rules."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from parley.core.base.errors import UsageError
from parley.core.cast.member import PLAYER
from parley.core.log.events.turn import ToolCall
from parley.core.log.fold import apply, fold
from parley.core.log.state import State
from parley.core.modes.story import changes, tools
from parley.core.modes.story import events as story_events
from parley.core.modes.story.changes import Change
from parley.core.modes.story.deeds import DEEDS, GIFT, do_deed, said
from parley.core.modes.story.intents import read, try_words
from parley.core.modes.story.state import StoryState
from tests.small_story import AT, HEALTH, begun, events, holdings


def do(state: State, what: str, target: str = "", **more: Any) -> story_events.PlayerDid:
    """Do it, fold what comes of it, and return it."""
    did = do_deed(state, AT, what, target, **more)
    apply(state, did)
    return did


def wound(state: State, health: int) -> State:
    effect = story_events.HealthChanged(who=PLAYER, before=HEALTH, after=health)
    apply(state, story_events.ToolAnswered(at=AT, turn=1, member="narrator", call="c", name="any", effects=(effect,)))
    return state


def talking(who: str = "odo", language: Literal["en", "de"] = "en") -> State:
    state = begun(language)
    do(state, "talk", who)
    return state


def test_giving_and_taking_by_click() -> None:
    state = talking()
    assert do(state, "give", item="coin", quantity=2).effects == (
        story_events.ItemMoved(item="coin", quantity=2, giver=PLAYER, receiver="odo"),
        story_events.TrustChanged(character="odo", before=30, after=30 + GIFT),
    )
    # A merchant gives nothing away.
    asked = do(state, "take", "odo", item="Rye bread", quantity=4)
    assert (asked.refused, asked.text) == (True, "Odo wants 2 × coin for 1 × rye bread.")
    assert do(state, "give", item="coin", quantity=0).effects[0] == (
        story_events.ItemMoved(item="coin", quantity=3, giver=PLAYER, receiver="odo")
    )


def bought(state: State, *what: Any) -> Change:
    change = changes.buy_thing(state, *what)
    apply(state, story_events.PlayerDid(at=AT, what="buy", text=change.text, effects=change.effects))
    return change


def test_a_merchant_sells_for_a_price_and_both_sides_change_hands() -> None:
    state = begun()
    before = holdings(state)
    assert bought(state, "rye bread", 2).text.endswith("buys of Odo: 2 × rye bread for 4 × coin.")
    assert holdings(state) == before
    assert state[StoryState].player.items["coin"] == 1
    with pytest.raises(UsageError, match="has not enough: 2 × coin it would have to be, 1 × coin there is"):
        changes.buy_thing(state, "rye bread", 1)
    with pytest.raises(UsageError, match=r"Odo has for sale: .*1 × rye bread for 2 × coin each"):
        changes.buy_thing(state, "", 1)
    with pytest.raises(UsageError, match="Odo does not sell coin"):
        changes.buy_thing(state, "coin", 1)
    with pytest.raises(UsageError, match="nobody here who sells"):
        changes.buy_thing(state, "knife", 1, "mara")
    assert [did.what for did in try_words(begun(), "I buy two breads")] == ["buy"]


def test_who_does_not_trust_the_player_gives_nothing() -> None:
    state = talking("mara")
    asked = do(state, "take", item="knife")
    assert not any(isinstance(effect, story_events.ItemMoved) for effect in asked.effects)
    with pytest.raises(UsageError, match="Mara has no 'rye bread'"):
        do_deed(state, AT, "take", item="bread")
    stranger = do(begun(), "take", "odo", item="bread")
    assert stranger.refused
    assert "talk with them first" in stranger.text


def test_what_cannot_be_done() -> None:
    for what, more, told in REFUSED:
        with pytest.raises(UsageError, match=told):
            do_deed(begun(), AT, what, **more)


def test_in_a_fight_one_can_only_drink() -> None:
    state = wound(begun(), 5)
    wolves = ToolCall(id="c", name="update_game_state", arguments={"foes": ["wolf"]})
    called = tools.answer_call(state, wolves, "narrator", AT)
    apply(state, called)
    assert isinstance(called.effects[0], story_events.FoesCalled)
    apply(state, story_events.CombatStarted(at=AT, foes=called.effects[0].foes, order=()))
    for what in ("talk", "give", "take", "go", "follow", "drop", "pick"):
        with pytest.raises(UsageError, match="fight"):
            do_deed(state, AT, what, "mara", item="coin")
    assert do_deed(state, AT, "use", item="cordial").effects
    assert read(state, AT) == []


def test_nothing_is_done_before_the_story_and_after_it() -> None:
    before, after = fold(events()[:2]), begun()
    apply(after, story_events.PhaseChanged(at=AT, phase="epilogue", reason="over"))
    for state in (before, after):
        for what in DEEDS:
            with pytest.raises(UsageError, match="not begun yet, or it is over"):
                do_deed(state, AT, what, "odo", item="coin")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("what", DEEDS)
def test_the_player_says_what_they_click(what: str, language: Literal["en", "de"]) -> None:
    partner = "mara" if what == "take" else "odo"
    state = talking(partner, language) if what in ("part", "give", "take") else wound(begun(language), 5)
    state[StoryState].people["mara"].trust = 60
    target = {"talk": "odo", "go": "brook", "follow": "mara"}.get(what, "")
    item = {"give": "coin", "take": "knife", "use": "cordial", "drop": "coin", "pick": "rope"}.get(what, "")
    line = said(state, what, target, item=item, quantity=0)
    assert line
    assert "{" not in line
    assert not do_deed(state, AT, what, target, item=item, quantity=0).refused
    for shown in filter(None, (item, target)):
        assert shown not in line.split() or language == "en" or shown == "odo"
    if what == "give":
        assert "5 ×" in line
    if what == "take":
        assert "1 ×" in line


REFUSED = [
    ("talk", {"target": "till"}, "Till is not here"),
    ("part", {}, "There is no talk"),
    ("give", {"item": "coin"}, "talk with somebody first"),
    ("take", {"target": "nemo", "item": "coin"}, "There is no talk"),
    ("go", {"target": "ford"}, "no way"),
    ("use", {"item": "coin"}, "nothing that heals"),
    ("use", {"item": "cordial"}, "nothing to heal"),
    ("use", {"item": "rope"}, "Kim has no 'rope'"),
    ("follow", {}, "Who is to come along"),
    ("follow", {"target": "till"}, "Who is to come along"),
    ("drop", {"item": "coin", "quantity": 6}, "Kim has only 5 × coin"),
    ("drop", {"item": "coin", "quantity": -1}, "-1 is no quantity"),
    ("pick", {"item": ""}, "has no ''"),
]
