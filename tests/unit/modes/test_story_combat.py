"""Fights: who is first, who hits, what it does, how it ends; decided by the rules alone."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest

from parley.core.base.clock import SeededRandom
from parley.core.cast.member import PLAYER
from parley.core.log.fold import apply
from parley.core.log.state import State
from parley.core.modes.story import combat
from parley.core.modes.story.combat_round import DEFENCE, build_fighters
from parley.core.modes.story.events import (
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
    TrustChanged,
)
from parley.core.modes.story.rules.dice import Dice
from parley.core.modes.story.state import CharacterState, StoryState
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
JON = Followed(character="jon", on=True)
TO_MOOR = Moved(who=PLAYER, to="moor")


def last(state: State) -> CombatFought:
    fight = state[StoryState].fight
    assert fight is not None
    assert fight.last is not None
    return fight.last


def blows(state: State, who: str) -> list[Blow]:
    return [blow for blow in last(state).blows if blow.actor == who]


def player(state: State) -> CharacterState:
    return state[StoryState].player


def strong(**fields: object) -> State:
    """Mira with more health than any fight takes."""
    return on_the_way(sheet=msgspec.structs.replace(SHEET, health=1_000, **fields))


def ended(state: State) -> CombatEnded:
    return state[StoryState].fought[-1][1]


def provoked(state: State, text: str = "", seed: int = 3) -> list[str]:
    """Who fights the player after these words; it is not folded."""
    event = combat.trigger_fight(does(state.copy(), text) if text else state, SeededRandom(seed), AT)
    return [foe.id for foe in event.foes] if event else []


def fights(state: State, text: str, *first: Any) -> State:
    """The player's words begin a fight, after something else has happened; it is folded."""
    happens(does(state, text), *first)
    state[StoryState].did = ()
    event = combat.trigger_fight(state, SeededRandom(3), AT)
    assert event is not None
    apply(state, event)
    return state


def by_seeds(state: State, act: str, count: int) -> list[State]:
    """The same round with other chances."""
    copies = [reseeded(state, seed) for seed in range(count)]
    for copy in copies:
        rounds(copy, act)
    return copies


def danger(chance: float) -> State:
    """A story in which the moor is so dangerous."""
    return on_the_way(
        setting=a_setting(places=[FIELDS["places"][0], FIELDS["places"][1] | {"danger": chance}, FIELDS["places"][2]])
    )


def comes(state: State, place: str) -> State:
    return happens(does(state, place), Moved(who=PLAYER, to=place))


# The beginning --------------------------------------------------------------------------------------------------------


def test_initiative_is_a_d20_with_dexterity_and_the_first_acts_first() -> None:
    state = meets(on_the_way(), "wolf", "adder", "wolf")
    event = began(state)
    assert [foe.id for foe in event.foes] == ["wolf", "adder", "wolf-2"]
    assert {check.who: check.roll.modifier for check in event.order} == {PLAYER: 1, "wolf": 0, "adder": 4, "wolf-2": 0}
    totals = [check.roll.total for check in event.order]
    assert totals == sorted(totals, reverse=True)
    assert event.reason.startswith(f"{totals[0]} ")
    assert state[StoryState].phase == "combat"
    assert state[StoryState].present() == ["marta", "odo", "jon"]
    rounds(state, "I defend myself")
    assert list(dict.fromkeys(blow.actor for blow in last(state).blows)) == [check.who for check in event.order]


def test_ties_go_to_the_quicker_and_then_to_a_draw() -> None:
    orders, begun = set(), on_the_way()
    scores = {PLAYER: 12, "wolf": 10, "wolf-2": 10, "adder": 18}
    for seed in range(150):
        order = began(meets(reseeded(begun, seed), "wolf", "adder", "wolf")).order
        keys = [(check.roll.total, scores[check.who]) for check in order]
        assert keys == sorted(keys, reverse=True)
        wolves = [check for check in order if check.who in {"wolf", "wolf-2"}]
        if wolves[0].roll.total == wolves[1].roll.total:
            orders.add(wolves[0].who)
    assert orders == {"wolf", "wolf-2"}


def test_companions_who_follow_and_are_here_fight_too_and_are_fought() -> None:
    state = happens(strong(), JON, Followed(character="odo", on=True))
    meets(happens(state, Moved(who="odo", to="mill")), "wolf", health=1_000)
    assert began(state).allies == ("jon",)
    targets = set()
    for copy in by_seeds(state, "I defend myself", 40):
        assert {blow.target for blow in blows(copy, "jon")} <= {"wolf"}
        targets |= {blow.target for blow in blows(copy, "wolf")}
    assert targets == {PLAYER, "jon"}
    assert {fighter.id for fighter in build_fighters(state).values() if fighter.ours} == {PLAYER, "jon"}


@pytest.mark.parametrize(
    ("lang", "words", "told"),
    [("en", "I attack Marta!", "Mira attacks Marta"), ("de", "Ich greife Marta an!", "Mira greift an, Ziel: Marta")],
)
def test_whoever_attacks_somebody_has_them_against_them(lang: Lang, words: str, told: str) -> None:
    state = fights(on_the_way(lang), words)
    assert [foe.id for foe in began(state).foes] == ["marta"]
    assert told in began(state).reason
    assert state[StoryState].people["marta"].items == {"coin": 3}


def test_whom_words_and_places_provoke() -> None:
    for text in ("I ask Marta about the attack", "I look around", "I attack the windmill", "I attack"):
        assert provoked(on_the_way(), text) == [], "words about somebody else"
    assert provoked(happens(on_the_way(), Moved(who="marta", to="mill")), "I attack Marta") == []
    lurking = happens(danger(0), TO_MOOR)
    assert provoked(lurking, "I attack the wolf") == ["wolf", "wolf-2"]
    for text in ("I attack Odo", "I attack the reeds"):
        assert provoked(lurking, text) == [], text
    mill = comes(on_the_way(), "mill")
    assert (provoked(mill), provoked(mill, "I attack the adder")) == ([], ["adder"])


def test_a_dangerous_place_attacks_who_comes_in_but_not_the_same_one_twice() -> None:
    state = comes(on_the_way(), "moor")
    assert provoked(state) == ["wolf", "wolf-2"]
    fights(state, "I go on")
    player(state).health = state[StoryState].health = 1_000
    rounds(state, *["I attack"] * 40)
    assert ended(state).outcome == "victory"
    assert provoked(state, "I look around") == []
    comes(comes(state, "inn"), "moor")
    assert (provoked(state), provoked(state, "I attack the wolf")) == ([], [])


def test_an_arrival_that_a_voice_wrote_down_counts_with_the_next_turn() -> None:
    state = does(on_the_way(), "I walk into the fog")
    assert provoked(state) == []
    happens(state, TO_MOOR)
    assert provoked(does(state, "I look around"))
    assert not provoked(does(state, "I look around"))


def test_danger_is_as_likely_as_the_place_says_and_drawn_once_an_arrival() -> None:
    state, count = comes(danger(0.3), "moor"), 1_000
    later = does(state.copy(), "I wait")
    hits = [bool(provoked(state, seed=seed)) for seed in range(count)]
    assert abs(sum(hits) / count - 0.3) < SIGMAS * math.sqrt(0.3 * 0.7 / count)
    assert [bool(provoked(later, seed=seed)) for seed in range(100)] == hits[:100]


def test_a_character_who_is_a_foe_attacks_nobody_unprovoked() -> None:
    people = [each | {"archetype": "foe", "location": "mill"} for each in FIELDS["people"][1:]]
    state = comes(on_the_way(setting=a_setting(people=[FIELDS["people"][0], *people])), "mill")
    assert not any(provoked(state, seed=seed) for seed in range(50))
    for text in ("I attack", "I attack Odo"):
        assert set(provoked(state, text)) == {"odo", "jon"}


# Blows ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("armour", "hitting"), [(40, {20}), (1, set(range(2, 21)))])
def test_a_natural_20_doubles_the_dice_and_a_natural_1_misses(armour: int, hitting: set[int]) -> None:
    """Armour that all but a 20 miss, and none that even a 1 would miss."""
    seen: set[int] = set()
    for copy in by_seeds(meets(strong(), "wolf", armour=armour, health=1_000), "I attack the wolf", 200):
        (blow,) = blows(copy, PLAYER)
        natural = blow.checks[0].roll.kept[0]
        assert blow.hit == (natural in hitting)
        if natural == 20:
            assert len(blow.checks[1].roll.kept) == 2
            assert blow.damage == sum(blow.checks[1].roll.kept) + 2
            assert "hard" in blow.text
        seen.add(natural)
    assert {1, 20} <= seen


def test_damage_is_the_weapons_die_with_the_attribute_and_at_least_1() -> None:
    weak = msgspec.structs.replace(SHEET, attributes=SHEET.attributes | {"str": 3}, health=99, items=())
    state = meets(on_the_way(sheet=weak), "wolf", health=99)
    for blow in (blow for copy in by_seeds(state, "I attack the wolf", 80) for blow in blows(copy, PLAYER)):
        assert blow.checks[0].roll.modifier == 2 - 4
        if blow.hit:
            assert blow.checks[1].roll.notation.endswith("d4-4")
            assert blow.damage == max(1, blow.checks[1].roll.total)


def test_the_player_strikes_with_what_they_have_or_name() -> None:
    state = meets(strong(items=(*SHEET.items, Stack(item="bow"), Stack(item="coat"), Stack(item="cap"))), "wolf")

    def damage(wished: str = "") -> Dice:
        return build_fighters(state, wished)[PLAYER].damage

    assert [damage(), damage("bow"), damage("rope")] == [Dice(1, 8, 2), Dice(1, 6, 1), Dice(1, 8, 2)]
    # Only the best piece of armour counts: 10, dexterity 1, coat 2.
    assert build_fighters(state)[PLAYER].armour == 13
    player(state).items.pop("hammer")
    assert damage() == Dice(1, 6, 1)
    player(state).items.pop("bow")
    assert damage() == Dice(1, 4, 2)


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("I attack Wolf 2", "wolf-2"),
        ("I hit the first wolf", "wolf"),
        ("I attack number 2", "adder"),
        ("I attack the adder", "adder"),
        ("I attack", "adder"),
        ("Ich greife Wolf 3 an", "wolf-3"),
        ("I throw sand into their eyes", "adder"),
    ],
)
def test_whom_a_blow_is_for(text: str, target: str) -> None:
    state = meets(strong(), "wolf", "adder", "wolf", "wolf", dexterity=1)
    rounds(state, text)
    assert blows(state, PLAYER)[0].target == target


@pytest.mark.parametrize(("text", "against"), [("I blind it with the mirror", 12), ("I juggle with stones, DC 17", 17)])
def test_anything_else_is_tried_against_a_difficulty(text: str, against: int) -> None:
    (blow,) = blows(rounds(meets(strong(), "wolf", health=1_000), text), PLAYER)
    assert (blow.action, blow.checks[0].what, blow.checks[0].against) == ("try", "check", against)


def test_who_fell_is_struck_no_more_and_strikes_no_more() -> None:
    state = meets(strong(), "wolf", "wolf", health=1_000)
    rounds(happens(state, HealthChanged(who="wolf-2", before=1_000, after=0)), "I attack Wolf 2")
    assert not blows(state, "wolf-2")
    assert blows(state, PLAYER)[0].target == "wolf"
    assert combat.build_ending(state, AT) is None, "it goes on while nothing is decided"
    assert combat.build_ending(on_the_way(), AT) is None


# Acts and conditions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quickness", [30, 1])
def test_defending_makes_harder_to_hit_until_the_next_own_act(quickness: int) -> None:
    """The wolf acts before, then after the player."""
    state = meets(strong(), "wolf", dexterity=quickness, health=1_000)
    first = began(state).order[0].who == PLAYER
    against = [11 + (DEFENCE if first else 0), 11 + (0 if first else DEFENCE), 11]
    for act, expected in zip(("I defend myself", "I attack the wolf", "I attack the wolf"), against, strict=True):
        rounds(state, act)
        assert blows(state, "wolf")[0].checks[0].against == expected
        if act == "I defend myself":
            assert player(state).statuses == {"defending": 2}
            assert blows(state, PLAYER)[0].text.startswith(f"{11 + DEFENCE} to hit")
        else:
            assert player(state).statuses == {}


def test_a_flight_fails_as_often_as_it_should_and_then_the_others_strike() -> None:
    """d20 with +1 has to reach 12: ten faces of twenty."""
    state = does(meets(strong(), "wolf", dexterity=1, health=1_000), "I run away")
    away, count = 0, 1_000
    for seed in range(count):
        event = combat.play_round(state, SeededRandom(seed), AT)
        (blow,) = (each for each in event.blows if each.actor == PLAYER)
        assert (blow.action, blow.checks[0].what, blow.checks[0].against) == ("flee", "flee", 12)
        away += bool(blow.checks[0].success)
        after = [each for each in event.blows[event.blows.index(blow) :] if each.actor == "wolf"]
        assert not (after and blow.checks[0].success)
    assert abs(away / count - 0.5) < SIGMAS * math.sqrt(0.25 / count)


def test_who_gets_away_is_at_an_exit_with_their_companions() -> None:
    state = meets(happens(strong(), TO_MOOR, Moved(who="jon", to="moor"), JON), "wolf", health=1_000)
    places = set()
    for seed in range(40):
        rounds(copy := reseeded(state, seed), *["I run away"] * 12)
        tale = copy[StoryState]
        assert (ended(copy).outcome, tale.phase, tale.people["wolf"].location) == ("fled", "exploration", "moor")
        assert tale.people["jon"].location == (tale.here if tale.people["jon"].health else "moor")
        places.add(tale.here)
    assert places == {"inn", "mill"}
    rounds(state, *["I flee to the mill"] * 12)
    assert state[StoryState].here == "mill"
    # Where they fled to they are left in peace, and where they fled from they are met again.
    assert provoked(state, "I wait") == []
    assert provoked(comes(state, "moor")) == ["wolf"]


def test_a_draught_heals_and_is_used_up() -> None:
    state = meets(strong(), "wolf", dexterity=1, bonus=-20, health=1_000)
    player(state).health = 500
    before = owned(state)["tonic"]
    rounds(state, "I drink the tonic")
    (blow,) = blows(state, PLAYER)
    assert (blow.action, owned(state)["tonic"]) == ("use", before - 1)
    assert 502 <= blow.health <= 505
    rounds(state, "I drink the tonic", "I drink the tonic")
    assert blows(state, PLAYER)[0].text.endswith("has nothing that helps.")
    assert not any(isinstance(effect, ItemMoved) for effect in last(state).effects)


def test_a_click_is_the_players_act_and_happens_once_and_other_words_use_up_the_round() -> None:
    state = does(meets(strong(), "wolf", dexterity=1, health=1_000), "I drink the tonic")
    drunk = ItemMoved(item="tonic", quantity=1, giver=PLAYER)
    apply(state, PlayerDid(at=AT, what="use", text="3 healed.", effects=(drunk,)))
    event = combat.play_round(state, SeededRandom(3), AT)
    assert [(blow.action, blow.text) for blow in event.blows if blow.actor == PLAYER] == [("use", "")]
    assert drunk not in event.effects
    rounds(state, "I pick up the coin")
    assert [blow.action for blow in blows(state, PLAYER)] == ["wait"]


# The end --------------------------------------------------------------------------------------------------------------


def test_victory_brings_what_the_fallen_had() -> None:
    state = meets(strong(), "wolf", "adder", "wolf", health=1, armour=1)
    rounds(state, *["I attack"] * 12)
    event, foes = ended(state), {"wolf", "adder", "wolf-2"}
    assert (event.outcome, player(state).items["pelt"], set(state[StoryState].beaten)) == ("victory", 2, foes)
    assert "Found: 2 × Pelt" in event.text
    assert event.text.startswith("The fight is won. Beaten: ")
    assert next(effect for effect in event.effects if isinstance(effect, QuestAdvanced)).done
    assert not set(state[StoryState].present()) & foes


@pytest.mark.parametrize(("left", "after"), [(2, 500), (700, 700)])
def test_who_wins_catches_their_breath(left: int, after: int) -> None:
    state = meets(strong(), "wolf", health=1, armour=1, bonus=-30)
    player(state).health = left
    rounds(state, *["I attack"] * 40)
    assert ended(state).outcome == "victory"
    assert after <= player(state).health + 30
    assert (player(state).health == 500) == (left == 2)


def test_what_a_fallen_character_carried_changes_hands_and_is_not_doubled() -> None:
    state = fights(strong(), "I attack Marta", Moved(who="odo", to="mill"))
    before = dict(owned(state))
    rounds(state, *["I attack Marta"] * 40)
    assert (ended(state).outcome, owned(state), player(state).items["coin"]) == ("victory", before, 8)


def test_who_was_attacked_and_lives_does_not_forget() -> None:
    state = fights(strong(), "I attack Jon", JON)
    assert began(state).allies == ()
    state[StoryState].people["jon"].health = 1_000
    rounds(state, *["I run away"] * 30)
    assert TrustChanged(character="jon", before=0, after=-60) in ended(state).effects
    assert not state[StoryState].people["jon"].following


DEADLY: Any = {"bonus": 20, "damage": "1d1000", "health": 10_000}


def test_the_first_defeat_is_woken_from_and_the_second_is_not() -> None:
    state = happens(on_the_way(), TO_MOOR)
    tale = state[StoryState]
    for health, here, defeats in ((6, "inn", 1), (0, "inn", 2)):
        rounds(meets(state, "wolf", **DEADLY), *["I attack"] * 5)
        event = ended(state)
        assert (event.outcome, tale.player.health, tale.here, tale.defeats) == ("defeat", health, here, defeats)
        assert any(isinstance(effect, HealthChanged) for effect in event.effects) == (defeats == 1)
        assert event.text.startswith("Mira is beaten.")
        assert ("the inn" in event.text) == (defeats == 1)
        assert tale.phase == "exploration"
        assert provoked(state, "I wait") == []


def test_where_the_rules_say_so_the_first_defeat_is_the_end() -> None:
    state = meets(on_the_way(setting=a_setting(rules={"defeat": "end"})), "wolf", **DEADLY)
    rounds(state, *["I attack"] * 5)
    assert (ended(state).outcome, player(state).health) == ("defeat", 0)
