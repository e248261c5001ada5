"""Fights: who is first, who hits, what it does, how it ends; decided by the rules alone."""

from __future__ import annotations

import math
import random
import re

import msgspec
import pytest

from core.base.clock import SeededRandom
from core.cast.member import PLAYER
from core.log.codec import decode, encode
from core.log.events.base import Event
from core.log.fold import apply
from core.log.state import State
from core.modes.story import combat
from core.modes.story.blows import struck
from core.modes.story.events import (
    Blow,
    CombatEnded,
    CombatFought,
    Followed,
    HealthChanged,
    ItemMoved,
    Moved,
    PlayerDid,
    QuestAdvanced,
    Stack,
    StatusSet,
    TrustChanged,
)
from core.modes.story.fighters import DEFENCE, Fighter, fighters
from core.modes.story.rules.dice import Dice
from core.modes.story.state import StoryState
from tests.fight_states import (
    AT,
    FIELDS,
    SHEET,
    Lang,
    a_setting,
    began,
    does,
    happens,
    meets,
    on_the_way,
    owned,
    reseeded,
    rounds,
)

SIGMAS = 4.5


def last(state: State) -> CombatFought:
    assert state[StoryState].fight is not None
    assert state[StoryState].fight.last is not None
    return state[StoryState].fight.last


def blows(state: State, who: str) -> list[Blow]:
    return [blow for blow in last(state).blows if blow.actor == who]


def strong(**fields: object) -> State:
    """Mira with more health than any fight takes."""
    return on_the_way(sheet=msgspec.structs.replace(SHEET, health=1_000, **fields))


def ended(state: State) -> CombatEnded:
    return state[StoryState].fought[-1][1]


# The beginning --------------------------------------------------------------------------------------------------------


def test_initiative_is_a_d20_with_dexterity_and_the_first_acts_first() -> None:
    state = meets(on_the_way(), "wolf", "adder", "wolf")
    event = began(state)
    assert [foe.id for foe in event.foes] == ["wolf", "adder", "wolf-2"]
    assert {check.who for check in event.order} == {PLAYER, "wolf", "adder", "wolf-2"}
    assert {check.who: check.roll.modifier for check in event.order} == {PLAYER: 1, "wolf": 0, "adder": 4, "wolf-2": 0}
    totals = [check.roll.total for check in event.order]
    assert totals == sorted(totals, reverse=True)
    assert state[StoryState].phase == "combat"
    assert state[StoryState].present() == ["marta", "odo", "jon"]
    assert event.reason.startswith(f"{totals[0]} ")
    rounds(state, "I defend myself")
    acted = list(dict.fromkeys(blow.actor for blow in last(state).blows))
    assert acted == [check.who for check in event.order]


def test_ties_go_to_the_quicker_and_then_to_a_draw() -> None:
    orders, begun = set(), on_the_way()
    for seed in range(150):
        state = meets(reseeded(begun, seed), "wolf", "adder", "wolf")
        scores = {PLAYER: 12, "wolf": 10, "wolf-2": 10, "adder": 18}
        keys = [(check.roll.total, scores[check.who]) for check in began(state).order]
        assert keys == sorted(keys, reverse=True)
        equal = [check.who for check in began(state).order if check.who in {"wolf", "wolf-2"}]
        totals = {check.roll.total for check in began(state).order if check.who in {"wolf", "wolf-2"}}
        if len(totals) == 1:
            orders.add(tuple(equal))
    assert orders == {("wolf", "wolf-2"), ("wolf-2", "wolf")}


def test_companions_who_follow_and_are_here_fight_too() -> None:
    state = happens(on_the_way(), Followed(character="jon", on=True), Followed(character="odo", on=True))
    happens(state, Moved(who="odo", to="mill"))
    meets(state, "wolf", health=100)
    assert began(state).allies == ("jon",)
    rounds(state, "I defend myself")
    assert blows(state, "jon")[0].target == "wolf"
    assert {fighter.id for fighter in fighters(state).values() if fighter.ours} == {PLAYER, "jon"}


def test_enemies_choose_among_the_player_and_their_companions() -> None:
    state = meets(happens(strong(), Followed(character="jon", on=True)), "wolf", health=1_000)
    targets = set()
    for seed in range(40):
        rounds(copy := reseeded(state, seed), "I defend myself")
        targets |= {blow.target for blow in blows(copy, "wolf")}
    assert targets == {PLAYER, "jon"}


@pytest.mark.parametrize("lang", ["en", "de"])
def test_whoever_attacks_somebody_has_them_and_the_guards_against_them(lang: Lang) -> None:
    state = does(on_the_way(lang), "I attack Marta!" if lang == "en" else "Ich greife Marta an!")
    event = combat.provoked(state, SeededRandom(3), AT)
    assert event is not None
    assert [foe.id for foe in event.foes] == ["marta", "odo"]
    assert ("Mira attacks Marta and Odo" if lang == "en" else "Mira greift an, Ziel: Marta und Odo") in event.reason
    apply(state, event)
    assert state[StoryState].people["marta"].items == {"coin": 3}


def test_nobody_is_attacked_by_words_about_somebody_else() -> None:
    for text in ("I ask Marta about the attack", "I look around", "I attack the windmill", "I attack"):
        assert combat.provoked(does(on_the_way(), text), SeededRandom(3), AT) is None
    away = happens(on_the_way(), Moved(who="marta", to="mill"))
    assert combat.provoked(does(away, "I attack Marta"), SeededRandom(3), AT) is None


def test_who_lurks_at_a_place_can_be_attacked_before_they_do() -> None:
    places = [FIELDS["places"][0], FIELDS["places"][1] | {"danger": 0}, FIELDS["places"][2]]
    state = on_the_way(setting=a_setting(places=places))
    apply(state, PlayerDid(at=AT, what="go", text="", effects=(Moved(who=PLAYER, to="moor"),)))
    for text in ("I attack whoever lurks there!", "I attack the wolf", "I attack the guard's enemies"):
        event = combat.provoked(does(state.copy(), text), SeededRandom(3), AT)
        assert event is not None, text
        assert [foe.id for foe in event.foes] == ["wolf", "wolf-2"]
    for text in ("I attack Odo", "I attack the reeds"):
        assert combat.provoked(does(state.copy(), text), SeededRandom(3), AT) is None, text


def test_a_dangerous_place_attacks_who_comes_in_but_not_the_same_one_twice() -> None:
    state = happens(does(on_the_way(), "I go to the moor"), Moved(who=PLAYER, to="moor"))
    event = combat.provoked(state, SeededRandom(3), AT)
    assert event is not None
    assert [foe.id for foe in event.foes] == ["wolf", "wolf-2"]
    apply(state, event)
    state[StoryState].people[PLAYER].health = state[StoryState].health = 1_000
    rounds(state, *["I attack"] * 40)
    assert ended(state).outcome == "victory"
    assert combat.provoked(does(state, "I look around"), SeededRandom(3), AT) is None
    happens(does(state, "inn"), Moved(who=PLAYER, to="inn"))
    happens(does(state, "moor"), Moved(who=PLAYER, to="moor"))
    assert combat.provoked(state, SeededRandom(3), AT) is None
    assert combat.provoked(does(state, "I attack the wolf"), SeededRandom(3), AT) is None


def test_an_arrival_that_a_voice_wrote_down_counts_with_the_next_turn() -> None:
    state = does(on_the_way(), "I walk into the fog")
    assert combat.provoked(state, SeededRandom(3), AT) is None
    happens(state, Moved(who=PLAYER, to="moor"))
    assert combat.provoked(does(state, "I look around"), SeededRandom(3), AT) is not None
    assert combat.provoked(does(state, "I look around"), SeededRandom(3), AT) is None


def test_danger_is_as_likely_as_the_place_says_and_drawn_once_an_arrival() -> None:
    places = [FIELDS["places"][0], FIELDS["places"][1] | {"danger": 0.3}, FIELDS["places"][2]]
    state = on_the_way(setting=a_setting(places=places))
    happens(does(state, "moor"), Moved(who=PLAYER, to="moor"))
    later = does(state.copy(), "I wait")
    later[StoryState].did = ()
    count = 1_000
    hits = [combat.provoked(state, SeededRandom(seed), AT) is not None for seed in range(count)]
    assert abs(sum(hits) / count - 0.3) < SIGMAS * math.sqrt(0.3 * 0.7 / count)
    assert [combat.provoked(later, SeededRandom(seed), AT) is not None for seed in range(100)] == hits[:100]


def test_a_place_where_nobody_is_dangerous_is_not() -> None:
    state = happens(does(on_the_way(), "mill"), Moved(who=PLAYER, to="mill"))
    assert combat.provoked(state, SeededRandom(3), AT) is None
    event = combat.provoked(does(state, "I attack the adder"), SeededRandom(3), AT)
    assert event is not None
    assert [foe.id for foe in event.foes] == ["adder"]


# Blows ----------------------------------------------------------------------------------------------------------------


def fighter(**fields: object) -> Fighter:
    values: dict[str, object] = {
        "id": "a", "name": "A", "ours": True, "health": 9, "most": 9, "armour": 12, "bonus": 3,
        "damage": Dice(1, 6), "dexterity": 0,
    }  # fmt: skip
    return Fighter(**(values | fields))  # type: ignore[arg-type]


def expected(bonus: int, armour: int) -> float:
    faces = range(1, 21)
    return sum(face == 20 or (face != 1 and face + bonus >= armour) for face in faces) / 20


@pytest.mark.parametrize(
    ("armour", "poisoned"), [(2, False), (8, False), (12, False), (15, False), (19, False), (23, False), (12, True)]
)
def test_blows_hit_as_often_as_they_should(armour: int, poisoned: bool) -> None:
    """The expectation counts the 20 faces; a natural 20 hits, a natural 1 does not. Poisoned: both throws must."""
    count, chance = 20_000, random.Random(armour)
    attacker = fighter(statuses={"poisoned": 2} if poisoned else {})
    hits = sum(bool(struck(attacker, fighter(armour=armour), chance).success) for _ in range(count))
    p = expected(3, armour) ** (2 if poisoned else 1)
    assert abs(hits / count - p) <= SIGMAS * math.sqrt(p * (1 - p) / count)


def test_a_natural_20_doubles_the_dice_and_a_natural_1_misses() -> None:
    # Armour that all but a 20 miss, and then none that even a 1 would miss.
    state = meets(strong(), "wolf", armour=40, health=1_000)
    seen: set[int] = set()
    for seed in range(200):
        rounds(copy := reseeded(state, seed), "I attack the wolf")
        (blow,) = blows(copy, PLAYER)
        natural = blow.checks[0].roll.kept[0]
        assert blow.hit == (natural == 20)
        if blow.hit:
            assert len(blow.checks[1].roll.kept) == 2
            assert blow.damage == sum(blow.checks[1].roll.kept) + 2
            assert "hard" in blow.text
        seen.add(natural)
    assert {1, 20} <= seen
    easy = meets(strong(), "wolf", armour=1, health=1_000)
    misses = 0
    for seed in range(200):
        rounds(copy := reseeded(easy, seed), "I attack the wolf")
        (blow,) = blows(copy, PLAYER)
        assert blow.hit == (blow.checks[0].roll.kept[0] != 1)
        misses += not blow.hit
    assert misses > 0


def test_damage_is_the_weapons_die_with_the_attribute_and_at_least_1() -> None:
    weak = SHEET.attributes | {"str": 3}
    state = meets(
        on_the_way(sheet=msgspec.structs.replace(SHEET, attributes=weak, health=99, items=())), "wolf", health=99
    )
    for seed in range(80):
        rounds(copy := reseeded(state, seed), "I attack the wolf")
        for blow in blows(copy, PLAYER):
            assert blow.checks[0].roll.modifier == 2 - 4
            if blow.hit:
                assert blow.checks[1].roll.notation.endswith("d4-4")
                assert blow.damage == max(1, blow.checks[1].roll.total)


def test_the_player_strikes_with_what_they_have_or_name() -> None:
    items = (*SHEET.items, Stack(item="bow"), Stack(item="coat"), Stack(item="cap"))
    state = meets(strong(items=items), "wolf", health=99)
    assert fighters(state)[PLAYER].damage == Dice(1, 8, 2)
    assert fighters(state, "bow")[PLAYER].damage == Dice(1, 6, 1)
    assert fighters(state, "rope")[PLAYER].damage == Dice(1, 8, 2)
    # Only the best piece of armour counts: 10, dexterity 1, coat 2.
    assert fighters(state)[PLAYER].armour == 13
    state[StoryState].player.items.pop("hammer")
    assert fighters(state)[PLAYER].damage == Dice(1, 6, 1)
    state[StoryState].player.items.pop("bow")
    assert fighters(state)[PLAYER].damage == Dice(1, 4, 2)


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("I attack Wolf 2", "wolf-2"),
        ("I hit the second wolf", "wolf-2"),
        ("I hit the first wolf", "wolf"),
        ("I attack number 2", "adder"),
        ("I attack the adder", "adder"),
        ("I attack", "adder"),
        ("Ich greife den dritten Wolf an", "wolf-3"),
        ("Ich greife Wolf 3 an", "wolf-3"),
        ("I throw sand into their eyes", "adder"),
    ],
)
def test_whom_a_blow_is_for(text: str, target: str) -> None:
    state = meets(strong(), "wolf", "adder", "wolf", "wolf", dexterity=1)
    rounds(state, text)
    assert blows(state, PLAYER)[0].target == target


def test_who_fell_is_struck_no_more_and_strikes_no_more() -> None:
    state = meets(strong(), "wolf", "wolf", health=1_000)
    happens(state, HealthChanged(who="wolf-2", before=1_000, after=0))
    rounds(state, "I attack Wolf 2")
    assert not blows(state, "wolf-2")
    assert blows(state, PLAYER)[0].target == "wolf"


# Acts and conditions --------------------------------------------------------------------------------------------------


def test_defending_makes_harder_to_hit_until_the_next_own_act() -> None:
    for slow in (30, 1):  # The wolf acts before, then after the player.
        state = meets(strong(), "wolf", dexterity=slow, health=1_000)
        first = next(check.who for check in began(state).order) == PLAYER
        rounds(state, "I defend myself")
        assert blows(state, "wolf")[0].checks[0].against == 11 + (DEFENCE if first else 0)
        assert state[StoryState].player.statuses == {"defending": 2}
        assert blows(state, PLAYER)[0].text.startswith(f"{11 + DEFENCE} to hit")
        rounds(state, "I attack the wolf")
        assert blows(state, "wolf")[0].checks[0].against == 11 + (0 if first else DEFENCE)
        assert state[StoryState].player.statuses == {}
        rounds(state, "I attack the wolf")
        assert blows(state, "wolf")[0].checks[0].against == 11


def test_a_flight_fails_as_often_as_it_should_and_then_the_others_strike() -> None:
    """d20 with +1 has to reach 12: ten faces of twenty."""
    state = does(meets(strong(), "wolf", dexterity=1, health=1_000), "I run away")
    away, count = 0, 1_000
    for seed in range(count):
        event = combat.fought(state, SeededRandom(seed), AT)
        (blow,) = (each for each in event.blows if each.actor == PLAYER)
        assert (blow.action, blow.checks[0].what, blow.checks[0].against) == ("flee", "flee", 12)
        away += bool(blow.checks[0].success)
        after = [each for each in event.blows[event.blows.index(blow) :] if each.actor == "wolf"]
        assert not (after and blow.checks[0].success)
    assert abs(away / count - 0.5) < SIGMAS * math.sqrt(0.25 / count)


def test_who_gets_away_is_at_an_exit_with_their_companions() -> None:
    state = happens(
        strong(), *(Moved(who=one, to="moor") for one in (PLAYER, "jon")), Followed(character="jon", on=True)
    )
    meets(state, "wolf", health=1_000)
    places = set()
    for seed in range(40):
        rounds(copy := reseeded(state, seed), *["I run away"] * 12)
        assert ended(copy).outcome == "fled"
        assert copy[StoryState].people["jon"].location in (
            {copy[StoryState].here} if copy[StoryState].people["jon"].health else {"moor"}
        )
        assert copy[StoryState].people["wolf"].location == "moor"
        assert copy[StoryState].phase == "exploration"
        places.add(copy[StoryState].here)
    assert places == {"inn", "mill"}
    rounds(state, *["I flee to the mill"] * 12)
    assert state[StoryState].here == "mill"
    # Where they fled to they are left in peace, and where they fled from they are met again.
    assert combat.provoked(does(state, "I wait"), SeededRandom(3), AT) is None
    happens(does(state, "moor"), Moved(who=PLAYER, to="moor"))
    event = combat.provoked(state, SeededRandom(3), AT)
    assert event is not None
    assert [foe.id for foe in event.foes] == ["wolf"]


def test_conditions_count_down_with_the_players_turns() -> None:
    state = meets(strong(), "adder", health=1_000, bonus=20)
    apply(state, combat_effect(StatusSet(who=PLAYER, status="poisoned", turns=3)))
    seen = []
    for _ in range(4):
        does(state, "I attack the adder")
        seen.append("poisoned" in state[StoryState].player.statuses)
        event = combat.fought(state.copy(), SeededRandom(1), AT)
        mine = next(blow for blow in event.blows if blow.actor == PLAYER)
        assert (mine.checks[0].roll.mode == "disadvantage") is seen[-1]
    # The turn in which it came is the first of the three.
    assert seen == [True, True, False, False]


def combat_effect(*effects: StatusSet) -> PlayerDid:
    return PlayerDid(at=AT, what="use", text="", effects=effects)


def test_a_blow_leaves_a_condition_unless_it_is_resisted() -> None:
    state = meets(strong(), "adder", health=1_000, bonus=20)
    outcomes = set()
    for seed in range(60):
        rounds(copy := reseeded(state, seed), "I attack the adder")
        (blow,) = blows(copy, "adder")
        if blow.hit:
            (resisted,) = (check for check in blow.checks if check.what == "check")
            assert resisted.success == (resisted.roll.total >= 12)
            assert ("poisoned" in copy[StoryState].player.statuses) is not resisted.success
            assert blow.text.endswith("Poisoned.") is not resisted.success
            outcomes.add(resisted.success)
    assert outcomes == {True, False}


def test_who_is_stunned_loses_one_act_whenever_it_came() -> None:
    for quick in (30, 1):
        state = meets(strong(), "wolf", dexterity=quick, health=1_000)
        apply(state, combat_effect(StatusSet(who="wolf", status="stunned", turns=2)))
        rounds(state, "I attack the wolf")
        assert [blow.action for blow in blows(state, "wolf")] == ["wait"]
        rounds(state, "I attack the wolf")
        assert [blow.action for blow in blows(state, "wolf")] == ["attack"]


def test_who_bleeds_loses_one_at_each_act_and_may_fall() -> None:
    state = meets(strong(), "wolf", dexterity=30, health=2, armour=40)
    apply(state, combat_effect(StatusSet(who="wolf", status="bleeding", turns=4)))
    rounds(state, "I defend myself")
    assert next((blow.action, blow.damage) for blow in blows(state, "wolf")) == ("wait", 1)
    rounds(state, "I defend myself")
    assert ended(state).outcome == "victory"
    assert state[StoryState].people["wolf"].health == 0


def test_a_draught_heals_and_is_used_up() -> None:
    state = meets(strong(), "wolf", dexterity=1, bonus=-20, health=1_000)
    state[StoryState].player.health = 500
    before = owned(state)["tonic"]
    rounds(state, "I drink the tonic")
    (blow,) = blows(state, PLAYER)
    assert blow.action == "use"
    assert 502 <= blow.health <= 505
    assert owned(state)["tonic"] == before - 1
    rounds(state, "I drink the tonic", "I drink the tonic")
    assert blows(state, PLAYER)[0].text.startswith("0 healed")
    assert not any(isinstance(effect, ItemMoved) for effect in last(state).effects)


@pytest.mark.parametrize(("health", "text"), [(11, "1 healed"), (12, "0 missing")])
def test_a_draught_heals_no_more_than_is_missing(health: int, text: str) -> None:
    state = meets(on_the_way(), "wolf", dexterity=1, bonus=-20, health=1_000)
    state[StoryState].player.health = health
    event = combat.fought(does(state, "I drink the tonic"), SeededRandom(3), AT)
    mine = next(blow for blow in event.blows if blow.actor == PLAYER)
    assert mine.health == 12
    assert mine.text.startswith(text)
    assert any(isinstance(effect, ItemMoved) for effect in event.effects) == (health < 12)


def test_a_click_is_the_players_act_and_happens_once() -> None:
    state = does(meets(strong(), "wolf", dexterity=1, health=1_000), "I drink the tonic")
    drunk = ItemMoved(item="tonic", quantity=1, giver=PLAYER)
    apply(state, PlayerDid(at=AT, what="use", text="3 healed.", effects=(drunk,)))
    event = combat.fought(state, SeededRandom(3), AT)
    mine = [blow for blow in event.blows if blow.actor == PLAYER]
    assert [(blow.action, blow.text) for blow in mine] == [("use", "")]
    assert drunk not in event.effects


def test_words_that_are_no_fighting_use_up_the_round() -> None:
    state = meets(strong(), "wolf", health=1_000)
    rounds(state, "I talk to Marta")
    assert [blow.action for blow in blows(state, PLAYER)] == ["wait"]


# The end --------------------------------------------------------------------------------------------------------------


def test_victory_brings_what_the_fallen_had() -> None:
    state = meets(strong(), "wolf", "adder", "wolf", health=1, armour=1)
    rounds(state, *["I attack"] * 12)
    event = ended(state)
    assert event.outcome == "victory"
    assert state[StoryState].player.items["pelt"] == 2
    assert "Found: 2 Pelt" in event.text
    assert event.text.startswith("3 ")
    assert set(state[StoryState].beaten) == {"wolf", "adder", "wolf-2"}
    assert next(effect for effect in event.effects if isinstance(effect, QuestAdvanced)).done
    assert not set(state[StoryState].present()) & {"wolf", "adder", "wolf-2"}


@pytest.mark.parametrize(("left", "after"), [(2, 500), (700, 700)])
def test_who_wins_catches_their_breath(left: int, after: int) -> None:
    state = meets(strong(), "wolf", health=1, armour=1, bonus=-30)
    state[StoryState].player.health = left
    rounds(state, *["I attack"] * 40)
    assert ended(state).outcome == "victory"
    assert after <= state[StoryState].player.health + 30
    assert (state[StoryState].player.health == 500) == (left == 2)


def test_a_character_who_is_a_foe_attacks_nobody_unprovoked() -> None:
    people = [each | {"archetype": "foe", "location": "mill"} for each in FIELDS["people"][1:]]
    state = on_the_way(setting=a_setting(people=[FIELDS["people"][0], *people]))
    happens(does(state, "mill"), Moved(who=PLAYER, to="mill"))
    assert all(combat.provoked(state, SeededRandom(seed), AT) is None for seed in range(50))
    for text in ("I attack", "I attack Odo"):
        event = combat.provoked(does(state.copy(), text), SeededRandom(3), AT)
        assert event is not None
        assert {foe.id for foe in event.foes} == {"odo", "jon"}


def test_what_a_fallen_character_carried_changes_hands_and_is_not_doubled() -> None:
    state = does(strong(), "I attack Marta")
    happens(state, Moved(who="odo", to="mill"))
    state[StoryState].did = ()
    event = combat.provoked(state, SeededRandom(3), AT)
    assert event is not None
    apply(state, event)
    before = dict(owned(state))
    rounds(state, *["I attack Marta"] * 40)
    assert ended(state).outcome == "victory"
    assert owned(state) == before
    assert state[StoryState].player.items["coin"] == 8


def test_who_was_attacked_and_lives_does_not_forget() -> None:
    state = does(strong(), "I attack Jon")
    happens(state, Followed(character="jon", on=True))
    state[StoryState].did = ()
    event = combat.provoked(state, SeededRandom(3), AT)
    assert event is not None
    assert event.allies == ()
    apply(state, event)
    state[StoryState].people["jon"].health = 1_000
    rounds(state, *["I run away"] * 30)
    assert TrustChanged(character="jon", before=0, after=-60) in ended(state).effects
    assert not state[StoryState].people["jon"].following


def test_the_first_defeat_is_woken_from_and_the_second_is_not() -> None:
    state = on_the_way()
    happens(state, Moved(who=PLAYER, to="moor"))
    meets(state, "wolf", bonus=20, damage="1d1000", health=1_000)
    rounds(state, *["I attack"] * 5)
    event = ended(state)
    assert event.outcome == "defeat"
    assert (state[StoryState].player.health, state[StoryState].here, state[StoryState].defeats) == (
        6,
        "inn",
        1,
    )
    assert event.text.startswith("0 health")
    assert "the inn" in event.text
    assert state[StoryState].phase == "exploration"
    assert combat.provoked(does(state, "I wait"), SeededRandom(3), AT) is None
    meets(state, "wolf", bonus=20, damage="1d1000", health=1_000)
    rounds(state, *["I attack"] * 5)
    assert (ended(state).outcome, state[StoryState].player.health, state[StoryState].defeats) == (
        "defeat",
        0,
        2,
    )
    assert not any(isinstance(effect, HealthChanged) for effect in ended(state).effects)


def test_where_the_rules_say_so_the_first_defeat_is_the_end() -> None:
    state = meets(on_the_way(setting=a_setting(rules={"defeat": "end"})), "wolf", bonus=20, damage="1d1000", health=999)
    rounds(state, *["I attack"] * 5)
    assert (ended(state).outcome, state[StoryState].player.health) == ("defeat", 0)


def test_a_companion_who_falls_is_out_of_the_story() -> None:
    state = meets(
        happens(strong(), Followed(character="jon", on=True)), "wolf", bonus=20, damage="1d1000", health=10_000
    )
    state[StoryState].player.health = 10**6
    rounds(state, *["I defend myself"] * 12)
    assert state[StoryState].people["jon"].health == 0
    assert not blows(state, "jon")
    assert "jon" not in state[StoryState].present()


def test_the_fight_goes_on_while_nothing_is_decided() -> None:
    state = meets(strong(), "wolf", health=1_000)
    rounds(state, "I attack")
    assert combat.over(state, AT) is None
    assert combat.over(on_the_way(), AT) is None


# Words and determinism ------------------------------------------------------------------------------------------------

ACTS = {
    "en": ("I attack", "I defend myself", "I drink the tonic", "I run away", "I throw sand", "I talk to Marta"),
    "de": ("Ich greife an", "Ich verteidige mich", "Ich trinke den Heiltrank", "Ich fliehe", "Ich werfe Sand",
           "Sprich mit Marta"),
}  # fmt: skip


def fight(lang: Lang, seed: int) -> list[Event]:
    """All events of a long fight."""
    state = reseeded(on_the_way(lang, sheet=msgspec.structs.replace(SHEET, health=40)), seed)
    happens(state, Moved(who="jon", to="moor"), Moved(who=PLAYER, to="moor"), Followed(character="jon", on=True))
    meets(state, "wolf", "adder", "wolf", inflicts=("poisoned", "stunned", "bleeding")[seed % 3])
    events: list[Event] = [began(state)]
    for number in range(30):
        if state[StoryState].fight is None:
            break
        rounds(state, ACTS[lang][(seed + number) % len(ACTS[lang])])
        events.append(last(state) if state[StoryState].fight else ended(state))
    return events


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_sentence_has_its_numbers_first_and_is_in_the_runs_language(lang: Lang) -> None:
    english = {"vs", "hits", "misses", "damage", "left", "falls", "the", "and", "is", "healed", "beaten", "fight"}
    found = []
    for seed in range(30):
        for event in fight(lang, seed):
            if isinstance(event, CombatFought):
                found += [blow.text for blow in event.blows]
                assert event.text == " ".join(blow.text for blow in event.blows if blow.text)
            elif isinstance(event, CombatEnded):
                found.append(event.text)
    assert len(found) > 250
    for text in found:
        assert re.match(r"\d+ |Natural 1|Eine 1", text), text
        assert "{" not in text
        if lang == "de":
            assert not english & set(re.findall(r"\w+", text)), text
    shorter = [text for text in found if len(text.split()) > 13]
    assert len(shorter) < len(found) / 20, shorter[:5]


def test_the_same_seed_fights_the_same_fight() -> None:
    assert [encode(event) for event in fight("en", 5)] == [encode(event) for event in fight("en", 5)]
    assert fight("en", 5) != fight("en", 6)


def test_every_event_survives_the_log() -> None:
    for seed in range(10):
        for event in fight("de", seed):
            assert decode(encode(event)) == event


def test_a_round_does_not_touch_the_state() -> None:
    state = does(meets(on_the_way(), "wolf"), "I attack")
    before = msgspec.json.encode({one: (s.health, s.items, s.statuses) for one, s in state[StoryState].people.items()})
    combat.fought(state, SeededRandom(3), AT)
    combat.over(state, AT)
    after = msgspec.json.encode({one: (s.health, s.items, s.statuses) for one, s in state[StoryState].people.items()})
    assert before == after
