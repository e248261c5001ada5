"""What else may be done in a fight: come to terms, threaten, give up, use the place and things, try anything."""

from __future__ import annotations

from functools import cache

import pytest

from benchmarks.fights import begun, careless, fight, groups, sensible
from parley.core.base.clock import SeededRandom
from parley.core.cast.member import PLAYER
from parley.core.log.fold import apply
from parley.core.log.state import State
from parley.core.modes.story import changes, combat
from parley.core.modes.story.events import Blow, CombatEnded, FoeLeft, ItemMoved, Moved, PlayerDid, StatusSet
from parley.core.modes.story.state import StoryState
from tests.fight_states import AT, began, does, rounds
from tests.story_configs import a_setting


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


def ended(state: State) -> CombatEnded:
    return state[StoryState].fought[-1][1]


def first(act: str, outcome: str, *kinds: str, place: str = "quarry") -> State:
    """The first fight by seed that ends so with this act."""
    for seed in range(1, 80):
        state = rounds(against(*kinds, place=place, seed=seed), act)
        if state[StoryState].fight is None and ended(state).outcome == outcome:
            return state
    raise AssertionError(act)


def test_words_make_peace_and_the_enemy_goes_its_way() -> None:
    state = first("I offer peace", "peace", "quarry_hand")
    assert FoeLeft(who="quarry_hand") in ended(state).effects
    assert "quarry_hand" not in state[StoryState].present()
    assert combat.provoked(does(state, "I attack the quarry hand"), SeededRandom(1), AT) is None


def test_who_does_not_understand_words_is_not_talked_to() -> None:
    state = rounds(against("silt_hound"), "I offer peace")
    blow = mine(state)
    assert (blow.action, blow.checks, blow.text) == ("parley", (), "silt hound does not understand words.")


def test_a_threat_frightens_and_drives_away_who_is_hurt() -> None:
    told = set()
    for seed in range(1, 60):
        state = against("quarry_hand", seed=seed)
        state[StoryState].people["quarry_hand"].health = 6
        rounds(state, "I threaten the quarry hand")
        blow = mine(state)
        check = blow.checks[0]
        assert (blow.action, check.what, check.against) == ("threaten", "check", 12 - 3)
        told.add((check.success, state[StoryState].fight is None))
        if check.success:
            assert (ended(state).outcome, state[StoryState].people["quarry_hand"].gone) == ("routed", True)
    assert told == {(True, True), (False, False)}


@pytest.mark.parametrize(
    ("one", "place", "mercy"), [("ruben", "weir", "capture"), ("vera", "quarry", "rob"), ("dora", "inn", "spare")]
)
def test_who_surrenders_is_at_somebodys_mercy_and_lives(one: str, place: str, mercy: str) -> None:
    state = attacked(one, place)
    before = state[StoryState].player.health
    for _ in range(4):
        rounds(state, "I surrender")
    assert state[StoryState].fight is None
    event, player = ended(state), state[StoryState].player
    assert (event.outcome, player.health > 0, before >= player.health) == ("surrendered", True, True)
    lost = {each.item: each.receiver for each in event.effects if isinstance(each, ItemMoved)}
    assert lost == {"capture": {"staff": one}, "rob": {"coin": one}, "spare": {}}[mercy]
    moved = [each.to for each in event.effects if isinstance(each, Moved) and each.who == PLAYER]
    assert moved == (["inn"] if mercy == "capture" else [])


def test_the_place_helps_once_and_a_failure_leaves_exposed() -> None:
    seen = set()
    for seed in range(1, 40):
        state = rounds(against("quarry_hand", seed=seed), "I use the spoil heap")
        blow = mine(state)
        assert (blow.action, blow.checks[0].against) == ("place", 12)
        if blow.checks[0].success:
            assert (blow.damage > 0, blow.means) == (True, "spoil_heap")
            if state[StoryState].fight is not None:
                assert mine(rounds(state, "I use the spoil heap")).action != "place"
        else:
            assert state[StoryState].fight is None or state[StoryState].player.statuses["exposed"]
        seen.add(blow.checks[0].success)
    assert seen == {True, False}


def test_a_thing_with_a_trick_is_spent_by_it() -> None:
    state = against("quarry_hand")
    state[StoryState].player.items["salt"] = 1
    rounds(state, "I throw salt at the quarry hand")
    blow = mine(state)
    assert (blow.action, "salt" in state[StoryState].player.items) == ("trick", False)


def test_anything_else_is_tried_against_a_difficulty() -> None:
    state = rounds(against("silt_hound", place="inn"), "I blind it with the mirror")
    blow = mine(state)
    assert (blow.action, blow.checks[0].what, blow.checks[0].against) == ("try", "check", 12)
    state = rounds(against("silt_hound", place="inn"), "I juggle with its bowl, DC 17")
    assert mine(state).checks[0].against == 17


def test_a_blow_at_somebody_begins_a_fight_with_them() -> None:
    assert [foe.id for foe in began(attacked("dora", "inn")).foes] == ["dora"]


def test_enemies_lose_heart_when_a_friend_falls() -> None:
    left = 0
    for seed in range(1, 60):
        state = against("moor_dog", "reed_thief", place="alders", setting="ferry", seed=seed)
        state[StoryState].people["moor_dog"].health = 1
        rounds(state, *["I attack the moor dog"] * 3)
        left += state[StoryState].people["reed_thief"].gone
    assert left > 20


def test_nobody_is_stunned_twice_in_a_row() -> None:
    state = against("mire_lamp", place="shore")
    apply_stun = StatusSet(who=PLAYER, status="stunned", turns=2)
    does(state, "")
    apply(state, PlayerDid(at=AT, what="ask", text="", effects=(apply_stun,)))
    rounds(state, "I attack")
    if state[StoryState].fight is not None:
        assert "stunned" not in state[StoryState].player.statuses


# By simulation --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setting", ["varn", "ferry"])
def test_with_sense_every_concept_wins_most_fights_and_loses_some(setting: str) -> None:
    """With few fights and wide margins; `python -m benchmarks fights` has the figures."""
    world = a_setting(setting)
    for concept in world.concepts:
        state = set_out(setting, concept.id)
        for place, kinds in groups(world):
            won = sum(fight(state, place, kinds, seed).won for seed in range(12))
            assert 2 <= won <= 12, (concept.id, place, kinds, won)


def test_defending_is_worth_a_turn() -> None:
    """Who catches their breath behind their guard once, when half of their health is gone, wins more often."""
    won = dict.fromkeys((sensible, careless), 0)
    for concept, place, kind in (("deserter", "shore", "mire_lamp"), ("ringer", "weir", "weir_crab")):
        state = set_out("varn", concept)
        for policy in won:
            won[policy] += sum(fight(state, place, (kind,), seed, policy).won for seed in range(80))
    assert won[sensible] > won[careless], won
