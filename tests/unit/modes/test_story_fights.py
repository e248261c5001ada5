"""What else may be done in a fight: try anything, stand on guard."""

from __future__ import annotations

from functools import cache

from benchmarks.fights import begun
from parley.core.base.clock import SeededRandom
from parley.core.cast.member import PLAYER
from parley.core.log.fold import apply
from parley.core.log.state import State
from parley.core.modes.story import changes, combat
from parley.core.modes.story.events import Blow
from parley.core.modes.story.state import StoryState
from tests.fight_states import AT, began, does, rounds


@cache
def _out(setting: str, concept: str) -> State:
    return begun(setting, concept)


def set_out(setting: str, concept: str) -> State:
    """A story in which the player has set out as somebody."""
    return _out(setting, concept).copy()


def against(*kinds: str, place: str = "quarry", setting: str = "varn", seed: int = 1) -> State:
    """A fight against these at a place; the others of the story are elsewhere."""
    state = set_out(setting, "")
    state.config = state.setup.model_copy(update={"seed": seed})
    state[StoryState].player.location = place
    for one, standing in state[StoryState].people.items():
        if one != PLAYER:
            standing.location = "elsewhere"
    state[StoryState].called = changes.called(state, kinds).effects[0].foes  # type: ignore[union-attr]
    apply(state, combat.started(state, SeededRandom(seed), AT))
    return state


def attacked(one: str, place: str, setting: str = "varn", seed: int = 1) -> State:
    """A fight that the player began with somebody of the story."""
    state = set_out(setting, "")
    state.config = state.setup.model_copy(update={"seed": seed})
    state[StoryState].player.location = place
    event = combat.provoked(does(state, f"I attack {state.name_of(one)}"), SeededRandom(seed), AT)
    assert event is not None
    apply(state, event)
    return state


def mine(state: State) -> Blow:
    last = state[StoryState].round_fought
    assert last is not None
    return next(blow for blow in last.blows if blow.actor == PLAYER)


def test_anything_else_is_tried_against_a_difficulty() -> None:
    state = rounds(against("silt_hound", place="inn"), "I blind it with the mirror")
    blow = mine(state)
    assert (blow.action, blow.checks[0].what, blow.checks[0].against) == ("try", "check", 12)
    state = rounds(against("silt_hound", place="inn"), "I juggle with its bowl, DC 17")
    assert mine(state).checks[0].against == 17


def test_a_blow_at_somebody_begins_a_fight_with_them() -> None:
    assert [foe.id for foe in began(attacked("dora", "inn")).foes] == ["dora"]
