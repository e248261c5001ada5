"""What the dice of a turn are asked for by a call, how often, and what is done already when it comes."""

from __future__ import annotations

from typing import Any

from parley.core.base.clock import SeededRandom
from parley.core.cast.member import PLAYER
from parley.core.log.events.turn import ToolCall
from parley.core.log.fold import apply
from parley.core.log.state import State
from parley.core.modes.story.events import CombatFought, DiceRolled, ItemMoved, ToolAnswered
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.tools import answer_call, decide_call
from tests import small_story
from tests.fight_states import AT, does, happens, meets, on_the_way

CLIMB = {"attribute": "str", "difficulty": 12, "reason": "climbing"}
STRIKE = {"action": "attack"}


def decides(state: State, name: str, arguments: dict[str, Any], member: str = "narrator") -> Any:
    return decide_call(state, ToolCall(id="c", name=name, arguments=arguments), member, SeededRandom(3), AT)


def answers(state: State, name: str, arguments: dict[str, Any], member: str = "narrator") -> ToolAnswered:
    return answer_call(state, ToolCall(id="c", name=name, arguments=arguments), member, AT)


def test_dice_are_thrown_once_a_turn_for_whoever_may_call() -> None:
    state = on_the_way()
    assert decides(state, "check", CLIMB) is None
    assert answers(state, "check", CLIMB).text == "No dice can be thrown now."
    does(state, "I climb")
    assert decides(state, "check", CLIMB, "dora") is None
    assert decides(state, "check", CLIMB | {"attribute": "luck"}) is None
    assert decides(state, "fight_round", STRIKE) is None
    rolled = decides(state, "check", CLIMB)
    assert isinstance(rolled, DiceRolled)
    apply(state, rolled)
    assert decides(state, "check", CLIMB) is None
    answer = answers(state, "check", CLIMB)
    assert (answer.text, answer.error) == (rolled.text, False)
    # The dice of a turn before are no longer those that are asked for.
    does(state, "I climb on")
    assert answers(state, "check", CLIMB).text == "No dice can be thrown now."


def test_a_round_is_fought_once_a_turn_and_its_end_is_told_with_it() -> None:
    calm = does(on_the_way(), "I strike")
    assert answers(calm, "fight_round", STRIKE).text == "There is no fight: no round can be fought."
    state = meets(calm, "wolf", health=500)
    assert decides(state, "fight_round", STRIKE) is None
    assert "only just begun" in answers(state, "fight_round", STRIKE).text
    assert "nobody" in answers(state, "fight_round", STRIKE | {"target": "the moon"}).text
    assert answers(state, "check", CLIMB).text == "There is a fight: not before it is over."
    does(state, "I strike")
    assert decides(state, "check", CLIMB) is None
    fought = decides(state, "fight_round", STRIKE)
    assert isinstance(fought, CombatFought)
    apply(state, fought)
    assert decides(state, "fight_round", STRIKE) is None
    assert answers(state, "fight_round", STRIKE).text == fought.text
    state[StoryState].people["wolf"].health = 0
    ended = decides(state, "fight_round", STRIKE)
    apply(state, ended)
    assert decides(state, "fight_round", STRIKE) is None
    assert answers(state, "fight_round", STRIKE).text == f"{fought.text} {ended.text}"
    # A turn later neither is news.
    does(state, "I rest")
    assert answers(state, "fight_round", STRIKE).error
    again = does(meets(state, "wolf", health=500), "I strike")
    apply(again, decides(again, "fight_round", STRIKE))
    assert ended.text not in answers(again, "fight_round", STRIKE).text


def test_a_draught_an_attack_and_choices() -> None:
    state = on_the_way()
    state[StoryState].player.health = 3
    drunk = answers(state, "use_item", {"item_name": "tonic"})
    assert drunk.effects[0] == ItemMoved(item="tonic", quantity=1, giver=PLAYER)
    fighting = does(meets(does(on_the_way(), "I go"), "wolf", health=500), "I strike")
    assert answers(fighting, "use_item", {"item_name": "tonic"}).error
    village = small_story.begun()
    assert answers(village, "attack", {"target": "odo"}).effects
    offers = {"choices": ["Go home", "Sit down", "Sing"]}
    assert answers(village, "offer_choices", offers).text == "Offered to the player."
    assert answers(village, "offer_choices", {"choices": ["Sing"] * 3}).text.startswith("Not offered")


def test_what_is_put_down_lies_where_the_player_came_from() -> None:
    state = small_story.begun()
    before = state[StoryState].lying["mill"]["coin"]
    put = {"location": "brook", "items_put_down": [{"item_name": "coin", "quantity": 2}], "flag": "paid"}
    answer = answers(state, "update_game_state", put)
    assert answer.effects[0] == ItemMoved(item="coin", quantity=2, giver=PLAYER, receiver="@mill")
    assert "  " not in answer.text
    assert ". " in answer.text
    apply(state, answer)
    assert state[StoryState].lying["mill"]["coin"] == 2 + before


def test_what_the_rules_did_already_this_turn_is_not_done_again() -> None:
    def after(moved: ItemMoved) -> list[bool]:
        """Whether these are refused then: giving a coin away, getting a coin, giving a cordial away."""
        state = happens(does(small_story.begun(), "I trade"), moved)
        calls: list[dict[str, Any]] = [
            {"items_lost": [{"item_name": "coin", "quantity": 1}]},
            {"items_gained": [{"item_name": "shell", "quantity": 1}]},
            {"items_lost": [{"item_name": "cordial", "quantity": 1}]},
        ]
        found = [answers(state, "update_game_state", each) for each in calls]
        assert all("done that already" in each.text for each in found if each.error), found
        return [each.error for each in found]

    assert after(ItemMoved(item="coin", quantity=1, giver=PLAYER)) == [True, False, False]
    assert after(ItemMoved(item="coin", quantity=1, giver=PLAYER, receiver="@mill")) == [True, False, False]
    assert after(ItemMoved(item="coin", quantity=1, receiver=PLAYER)) == [False, False, False]
    assert after(ItemMoved(item="shell", quantity=1, receiver=PLAYER)) == [False, True, False]
    assert after(ItemMoved(item="coin", quantity=1, giver="odo")) == [False, False, False]
