"""The six tools: what each does, what each refuses, and that no call whatever changes what it should not."""

from __future__ import annotations

import math
from collections import Counter
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parley.core.cast.member import PLAYER
from parley.core.log.codec import decode, encode
from parley.core.log.events.turn import ToolCall
from parley.core.log.fold import apply, fold
from parley.core.log.state import State
from parley.core.modes.story import events as story_events
from parley.core.modes.story.changes import FOLLOW_TRUST, MOST_FOUND
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.rules.tools import DIALOGUE, FORMS, NARRATIVE, TYPES, Trait
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.tools import MOST_PEOPLE, answer_call, load_archetypes
from tests.small_story import AT, begun, events, holdings, made, says

ARCHETYPES = get_args(story_events.Archetype)
TRAITS = get_args(Trait)
STATUSES = TRAITS[2:]


TALK, UPDATE, EXCHANGE, RELATE = "start_dialogue", "update_game_state", "exchange_item", "update_relationship"
TRADE = {"item_name": "bread", "giver_id": "odo", "receiver_id": "player", "quantity": 1}


def gains(item: str, quantity: Any) -> dict[str, Any]:
    return {"items_gained": [{"item_name": item, "quantity": quantity}]}


def loses(item: str, quantity: Any) -> dict[str, Any]:
    return {"items_lost": [{"item_name": item, "quantity": quantity}]}


def call(state: State, name: str, arguments: Any, member: str = "") -> story_events.ToolAnswered:
    member = member or state[StoryState].partner or "narrator"
    return answer_call(state, ToolCall(id="c1", name=name, arguments=arguments), member, AT)


def does(state: State, name: str, member: str = "", **arguments: Any) -> story_events.ToolAnswered:
    """Call the tool, fold what comes of it, and return it: it must not be refused."""
    answer = call(state, name, arguments, member)
    assert not answer.error, answer.text
    apply(state, answer)
    return answer


def talk(who: str = "odo", language: str = "en") -> State:
    state = begun("de" if language == "de" else "en")
    does(state, "start_dialogue", character_id=who)
    return state


def test_the_argument_types_say_what_the_schemas_say() -> None:
    assert set(TYPES) == set(FORMS)
    for name, form in FORMS.items():
        written = msgspec.json.schema(TYPES[name])
        assert _plain(written, written["$defs"]) == _plain(form.schema, {}), name


def _plain(schema: Any, definitions: Any) -> Any:
    """A schema without what does not decide whether something fits."""
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    kept = {
        key: value
        for key, value in schema.items()
        if key not in {"title", "description", "default", "$defs", "required"}
    }
    if "anyOf" in kept:
        # Nothing is said by "" as by what is left out.
        kept = _plain(kept["anyOf"][0], definitions)
    if "enum" in kept:
        kept = {"enum": sorted(filter(None, kept["enum"]))}
    if "properties" in kept:
        kept["properties"] = {key: _plain(each, definitions) for key, each in kept["properties"].items()}
        kept["required"] = sorted(schema.get("required", ()))
    if "items" in kept:
        kept["items"] = _plain(kept["items"], definitions)
    return kept


def test_a_talk_begins_and_ends() -> None:
    state = begun()
    assert does(state, "start_dialogue", character_id="Odo").effects == (story_events.DialogueOpened(character="odo"),)
    tale = state[StoryState]
    assert (tale.phase, tale.partner, tale.people["odo"].met) == ("dialogue", "odo", True)
    assert does(state, "end_dialogue").effects == (story_events.DialogueClosed(character="odo"),)
    assert state[StoryState].parting == "odo"
    # Whoever says so once more as they take their leave says nothing wrong.
    again = does(state, "end_dialogue")
    assert (again.effects, again.text) == ((), "The talk with Odo has ended already.")


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        (TALK, {"character_id": "till"}, "Till is not here. Here: Odo, Mara, Quill."),
        (TALK, {"character_id": "nemo"}, "nobody here called 'nemo'"),
        (TALK, {"character_id": "player"}, "nobody here"),
        (TALK, {"character_id": ""}, "length >= 1"),
        (TALK, {"character_id": "odo", "why": "x"}, "unknown field `why`"),
        ("end_dialogue", {"why": "x"}, "unknown field `why`. The fields are: nothing."),
        (UPDATE, {}, "at least one of location, items_gained"),
        (UPDATE, {"location": "ford"}, "no way from the mill to the ford. From here one gets to: the brook."),
        (UPDATE, {"location": "mill"}, "already"),
        (UPDATE, {"location": "moon"}, "no place called 'moon'"),
        (UPDATE, gains("rope", 2), "the mill has only 1 × rope"),
        (UPDATE, gains("silver ring", 1), "belongs elsewhere (Odo)"),
        (UPDATE, gains("pebble", 1), "belongs elsewhere (the brook)"),
        (UPDATE, gains("cordial", 1), "belongs elsewhere (Kim)"),
        (UPDATE, gains("shell", MOST_FOUND + 1), f"at most {MOST_FOUND}"),
        (UPDATE, gains(" \u2028 ", 1), "missing"),
        (UPDATE, loses("cordial", 3), "Kim has only 2 × cordial"),
        (UPDATE, loses("bread", 1), "What there is: 2 × cordial, 5 × coin."),
        (UPDATE, loses("coin", 0), ">= 1"),
        (UPDATE, loses("coin", float("nan")), "Expected `int`"),
        (UPDATE, {"foes": ["dragon"]}, "There are: wolf (wolf)."),
        (UPDATE, {"flag": "\x07"}, "missing"),
        (UPDATE, {"location": "brook"} | loses("sword", 1), "has no 'sword'"),
        (EXCHANGE, TRADE | {"quantity": 5}, "Odo has only 4 × rye bread"),
        (EXCHANGE, TRADE | {"quantity": True}, "Expected `int`, got `bool`"),
        (
            EXCHANGE,
            TRADE | {"item_name": "cordial"},
            "Odo has no 'cordial'. What there is: 4 × rye bread, 10 × coin, 1 × silver ring.",
        ),
        (EXCHANGE, TRADE | {"giver_id": "mara"}, "Only between 'player' and 'odo'"),
        (EXCHANGE, TRADE | {"receiver_id": "odo"}, "Only between"),
        (EXCHANGE, TRADE | {"giver_id": "player", "receiver_id": "player"}, "Only between"),
        (EXCHANGE, TRADE | {"giver_id": "@mill"}, "Only between"),
        (RELATE, {"trait": "love", "change": 1}, "The fields are: trait, change."),
        (RELATE, {"trait": "trust", "change": 101}, "The fields are: trait, change."),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence_and_changes_nothing(
    tool: str, arguments: dict[str, Any], told: str
) -> None:
    answer = call(begun() if tool in NARRATIVE else talk(), tool, arguments)
    assert (answer.error, answer.effects) == (True, ())
    assert told in answer.text


def test_each_tool_has_its_time_and_its_member() -> None:
    state = begun()
    assert "no talk" in call(state, "end_dialogue", {}, "narrator").text
    assert "not yours" in call(state, "start_dialogue", {"character_id": "odo"}, "odo").text
    assert "no tool called 'fly'" in call(state, "fly", {}).text
    talking = talk()
    assert "talk with Odo" in call(talking, "update_game_state", {"flag": "x"}, "narrator").text
    assert "not yours" in call(talking, "end_dialogue", {}, "jester").text
    fight = begun()
    does(fight, "update_game_state", foes=["wolf"])
    told = (
        ("start_dialogue", {"character_id": "odo"}), ("update_game_state", {"location": "brook"}),
        ("create_character", {"archetype": "guard", "location": "ford"}), ("use_item", {"item_name": "cordial"}),
    )  # fmt: skip
    for name, arguments in told:
        assert "fight" in call(fight, name, arguments).text, name


def test_the_player_goes_and_whoever_follows_goes_along() -> None:
    state = talk("mara")
    does(state, "update_relationship", trait="following", change=1)
    does(state, "end_dialogue")
    apply(state, story_events.DialogueSummarised(at=AT, character="mara", summary="They agreed."))
    assert does(state, "update_game_state", location="The Brook").effects == (
        story_events.Moved(who=PLAYER, to="brook"),
        story_events.Moved(who="mara", to="brook"),
    )
    assert state[StoryState].present() == ["mara"]
    assert "no way from the brook" not in call(state, "update_game_state", {"location": "ford"}).text


def test_all_that_changes_changes_at_once() -> None:
    state = begun()
    answer = does(
        state,
        "update_game_state",
        location="brook",
        items_gained=[
            {"item_name": name, "quantity": count} for name, count in (("pebble", 2), ("Rope", 1.0), ("sea\tshell", 3))
        ],
        items_lost=[{"item_name": "coin", "quantity": 5}],
        flag="the dam is open",
        foes=["wolf", "Wolf"],
    )
    assert answer.effects == (
        story_events.ItemMoved(item="coin", quantity=5, giver=PLAYER),
        story_events.Moved(who=PLAYER, to="brook"),
        story_events.ItemMoved(item="pebble", quantity=2, giver="@brook", receiver=PLAYER),
        story_events.ItemMoved(item="rope", quantity=1, giver="@mill", receiver=PLAYER),
        story_events.ItemMoved(item="sea shell", quantity=3, receiver=PLAYER),
        story_events.FlagSet(name="the dam is open", value="true"),
        answer.effects[-1],
    )
    assert answer.text.startswith("5 × coin: used up (Kim). the mill → the brook. 2 × pebble: the brook → Kim.")
    assert isinstance(answer.effects[-1], story_events.FoesCalled)
    assert [(foe.id, foe.location) for foe in answer.effects[-1].foes] == [("wolf", "brook"), ("wolf-2", "brook")]
    assert state[StoryState].player.items == {"cordial": 2, "pebble": 2, "rope": 1, "sea shell": 3}


def test_the_same_thing_cannot_be_taken_twice_in_one_call() -> None:
    state = begun()
    twice = [{"item_name": "rope", "quantity": 1}, {"item_name": "Seil", "quantity": 1}]
    assert "elsewhere (Kim)" in call(state, "update_game_state", {"items_gained": twice}).text
    lost = [{"item_name": "coin", "quantity": 3}, {"item_name": "coin", "quantity": 3}]
    assert "Kim has only 2 × coin" in call(state, "update_game_state", {"items_lost": lost}).text


def test_what_is_made_up_is_named_on_one_line() -> None:
    state = begun()
    does(
        state,
        "update_game_state",
        items_gained=[{"item_name": " a|b\n\x1b[31mc\ud800 ", "quantity": 1}],
        flag="x|y\x00",
    )
    assert "a/b c?" in state[StoryState].player.items
    assert state[StoryState].flags == {"x/y": "true"}


@pytest.mark.parametrize("archetype", ARCHETYPES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_somebody_new_comes_in(archetype: story_events.Archetype, language: str) -> None:
    state = begun("de" if language == "de" else "en")
    answer = does(state, "create_character", archetype=archetype, location="brook")
    assert isinstance(answer.effects[0], story_events.Joined)
    new = answer.effects[0].person
    assert (new.archetype, new.location) == (archetype, "brook")
    assert new.name in load_archetypes()[archetype].names
    assert len(set(new.traits)) == 2
    assert new.name in new.description
    assert state.setup.member(new.id).colour not in {each.colour for each in begun().setup.members}
    assert state.name_of(new.id) == new.name
    fresh = begun("de" if language == "de" else "en")
    assert does(fresh, "create_character", archetype=archetype, location="brook").effects == answer.effects


def comes_in(state: State, **hint: str) -> story_events.Person:
    """A guard who comes in at the ford."""
    joined = does(state, "create_character", archetype="guard", location="ford", **hint).effects[0]
    assert isinstance(joined, story_events.Joined)
    return joined.person


def test_whoever_comes_in_carries_what_their_kind_does() -> None:
    horn, coins = story_events.Stack(item="signal horn"), story_events.Stack(item="coin", quantity=2)
    assert comes_in(begun()).items == (horn, coins)


def test_names_and_ids_are_nobody_elses() -> None:
    state, pool = begun(), load_archetypes()["guard"].names
    names = [comes_in(state).name for _ in range(3 * len(pool))]
    assert set(names[: len(pool)]) == set(pool)
    assert set(names[len(pool) :]) == {f"{name} {number}" for name in pool for number in (2, 3)}
    hints = ("Anna", "Anna.", "Anna-", "Ёлка", "A" * 60, "Abcdefghij Abcdefghij Abcdefghij Ab Cdef")
    ids = [comes_in(state, name_hint=hint).id for hint in hints]
    assert ids == ["anna", "anna-2", "anna-3", "member", "a" * 36, "abcdefghij-abcdefghij-abcdefghij-ab"]


def test_a_name_is_a_hint() -> None:
    state = begun()
    for hint, name in (("Wolf", "Wolf"), ("  Anna-Lena  O’Hara ", "Anna-Lena O’Hara"), ("Ёлка", "Ёлка")):
        answer = does(state, "create_character", archetype="guard", location="ford", name_hint=hint)
        assert isinstance(answer.effects[0], story_events.Joined)
        assert answer.effects[0].person.name == name
        assert answer.effects[0].person.id not in {"wolf", PLAYER, "narrator"}
    for hint in ("...", "\u200b", "a|b:c", "<script>"):
        answer = does(state, "create_character", archetype="guard", location="ford", name_hint=hint)
        assert isinstance(answer.effects[0], story_events.Joined)
        assert answer.effects[0].person.name in load_archetypes()["guard"].names
    taken = call(state, "create_character", {"archetype": "guard", "location": "ford", "name_hint": "ODO"})
    assert "somebody called Odo already (id odo)" in taken.text
    assert "Places: the mill" in call(state, "create_character", {"archetype": "guard", "location": "moon"}).text
    assert "Invalid enum value" in call(state, "create_character", {"archetype": "king", "location": "mill"}).text
    while not (answer := call(state, "create_character", {"archetype": "guard", "location": "mill"})).error:
        apply(state, answer)
    assert "people already" in answer.text
    assert len(state[StoryState].people) == MOST_PEOPLE


def test_what_two_exchange_goes_from_one_to_the_other() -> None:
    bread = story_events.ItemMoved(item="bread", quantity=1, giver="odo", receiver=PLAYER)
    given = does(talk(), EXCHANGE, **TRADE)
    assert (given.effects, given.text) == ((bread,), "1 × rye bread: Odo → Kim.")


def test_trust_moves_by_the_rules_step_and_within_bounds() -> None:
    state = talk()
    assert does(state, "update_relationship", trait="trust", change=100).effects == (
        story_events.TrustChanged(character="odo", before=30, after=60),
    )
    does(state, "update_relationship", trait="trust", change=30)
    does(state, "update_relationship", trait="trust", change=30)
    assert state[StoryState].people["odo"].trust == 100
    full = does(state, "update_relationship", trait="trust", change=1)
    assert (full.effects, full.text) == ((), "Odo's trust: 100 → 100.")
    assert does(state, "update_relationship", trait="trust", change=-1).effects == (
        story_events.TrustChanged(character="odo", before=100, after=99),
    )


@pytest.mark.parametrize("feeling", STATUSES)
def test_feelings_last_for_turns_of_the_player(feeling: str) -> None:
    state = talk()
    assert does(state, "update_relationship", trait=feeling, change=-2).effects == (
        story_events.StatusSet(who="odo", status=feeling, turns=2),
    )
    says(state, "Hm.")
    assert state[StoryState].people["odo"].statuses == {feeling: 1}
    says(state, "Hm.")
    assert state[StoryState].people["odo"].statuses == {}
    assert does(state, "update_relationship", trait=feeling, change=0).effects == ()
    does(state, "update_relationship", trait=feeling, change=99)
    assert state[StoryState].people["odo"].statuses == {feeling: 50}
    does(state, "update_relationship", trait=feeling, change=0)
    assert state[StoryState].people["odo"].statuses == {}


def test_who_follows_is_a_companion_or_trusts_the_player() -> None:
    companion = talk("mara")
    assert does(companion, "update_relationship", trait="following", change=1).effects == (
        story_events.Followed(character="mara", on=True),
    )
    assert does(companion, "update_relationship", trait="following", change=1).effects == ()
    assert does(companion, "update_relationship", trait="following", change=0).effects == (
        story_events.Followed(character="mara", on=False),
    )
    merchant = talk()
    refused = call(merchant, "update_relationship", {"trait": "following", "change": 1})
    assert f"trust is 30, at least {FOLLOW_TRUST}" in refused.text
    does(merchant, "update_relationship", trait="trust", change=20)
    does(merchant, "update_relationship", trait="following", change=1)
    assert merchant[StoryState].people["odo"].following


def test_errors_are_told_in_the_runs_language() -> None:
    state = talk(language="de")
    answer = call(
        state, "exchange_item", {"item_name": "Seil", "giver_id": "odo", "receiver_id": "player", "quantity": 1}
    )
    assert answer.text.startswith("Odo: kein »Seil«. Was da ist: 4 × Roggenbrot")


# Ten thousand calls ---------------------------------------------------------------------------------------------------

CALLS, EXAMPLES = 50, 200
START = events()
WALKED: Counter[str] = Counter()

NAMES = (
    "odo", "mara", "quill", "till", "player", "Kim", "Odo", "narrator", "director", "nemo", "@mill", "", " ", "wolf"
)  # fmt: skip
ITEMS = ("rope", "coin", "Münze", "rye bread", "ring", "cordial", "knife", "pebble", "pelt", "star", "sea shell", "x|y")
PLACES = ("mill", "brook", "ford", "the brook", "die Furt", "moon")
NUMBERS = (1, 1, 2, 3, 4, 2.0, 0, -1, 1000, 1001, 2**63, -(10**30), 10**400, 1.5, math.nan, -math.inf, True, "1")

_texts = st.one_of(st.text(max_size=8), st.sampled_from(["\ud800", "\x00", "🜁" * 61, "b'odo'", "", "{name}", "%s"]))
_junk = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), _texts, st.binary(max_size=3)),
    lambda inner: st.one_of(st.lists(inner, max_size=2), st.dictionaries(_texts, inner, max_size=2)),
    max_leaves=4,
)


def _invented(state: State, chance: Random, junk: list[Any]) -> tuple[str, Any, str]:
    """A call that might be right: its tool, arguments and member; about every third was tampered with."""
    names = DIALOGUE if state[StoryState].phase == "dialogue" else NARRATIVE
    name = chance.choice(list(names)) if chance.random() < 0.8 else chance.choice([*FORMS, "fly", "\ud800"])
    arguments: Any = _arguments(state, name, chance)
    match chance.randrange(12):
        case 0:
            arguments = chance.choice(junk)
        case 1 if arguments:
            arguments.pop(chance.choice(list(arguments)))
        case 2:
            arguments[str(chance.choice(junk))] = chance.choice(junk)
        case 3 if arguments:
            arguments[chance.choice(list(arguments))] = chance.choice(junk)
        case _:
            pass
    member = chance.choice(["narrator", "odo", "jester", "player", "nemo"]) if chance.random() < 0.1 else ""
    return name, arguments, member


def _arguments(state: State, name: str, chance: Random) -> dict[str, Any]:
    def stacks() -> list[dict[str, Any]]:
        some = range(chance.randrange(3))
        return [{"item_name": chance.choice(ITEMS), "quantity": chance.choice(NUMBERS)} for _ in some]

    match name:
        case "start_dialogue":
            return {"character_id": chance.choice([*NAMES, *state[StoryState].people])}
        case "update_game_state":
            fields = {
                "location": chance.choice(PLACES),
                "items_gained": stacks(),
                "items_lost": stacks(),
                "foes": chance.choices(["wolf", "wolf", "Wolf", "dragon"], k=chance.randrange(3)),
                "flag": chance.choice(["rain", "x|y", "", "\u200b"]),
            }
            return {key: fields[key] for key in chance.sample(list(fields), chance.choice([1, 1, 2, 5]))}
        case "create_character":
            given = {"archetype": chance.choice([*ARCHETYPES, "king"]), "location": chance.choice(PLACES)}
            return given | ({"name_hint": chance.choice(NAMES)} if chance.random() < 0.3 else {})
        case "exchange_item":
            both = ["player", state[StoryState].partner or "odo"]
            chance.shuffle(both)
            giver, receiver = both if chance.random() < 0.8 else (chance.choice(NAMES), chance.choice(NAMES))
            held = list(state[StoryState].get_items_of(giver)) or ["rope"]
            item = chance.choice(held) if chance.random() < 0.7 else chance.choice(ITEMS)
            count = chance.choice(NUMBERS if chance.random() < 0.5 else (1,))
            return {"item_name": item, "giver_id": giver, "receiver_id": receiver, "quantity": count}
        case "update_relationship":
            change = chance.choice([*NUMBERS, *range(-100, 101, 10)])
            return {"trait": chance.choice([*TRAITS, "love"]), "change": change}
        case "use_item":
            return {"item_name": chance.choice(("cordial", "cordial", *ITEMS))}
        case "attack":
            return {"target": chance.choice([*NAMES, *state[StoryState].present(), "wolf"])}
        case "offer_choices":
            return {
                "choices": chance.choices(["Go on", "Wait", "Sing a song", "one two three four five six seven"], k=3)
            }
        case _:
            return {}


def _goes_on(state: State) -> list[Any]:
    """What the story's loop would append before anybody is asked again."""
    tale = state[StoryState]
    if tale.parting:
        return [story_events.DialogueSummarised(at=AT, character=tale.parting, summary="They spoke.")]
    if tale.called:
        return [
            story_events.CombatStarted(at=AT, foes=tale.called, order=()),
            story_events.CombatEnded(at=AT, outcome="fled", text="The player got away."),
        ]
    return []


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**64 - 1), st.lists(_junk, min_size=3, max_size=6))
def _walk(seed: int, junk: list[Any]) -> None:
    chance, log = Random(seed), list[Any](START)
    state = fold(log)
    there = holdings(state)
    for _ in range(CALLS):
        name, arguments, member = _invented(state, chance, junk)
        pause = chance.randrange(4)
        snapshot, turn = state[StoryState].copy(), state.next_turn
        answer = call(state, name, arguments, member)
        assert state[StoryState] == snapshot, "asking what comes of a call changes nothing"
        assert not (answer.error and answer.effects)
        assert answer.text
        assert decode(encode(answer)) == answer
        if pause == 2:
            assert answer == call(state, name, arguments, member), "the same call has the same answer"
        assert answer.turn == turn
        apply(state, answer)
        if answer.error or not answer.effects:
            assert state[StoryState] == snapshot
        there.update(made(answer.effects))
        WALKED[f"{name} {'refused' if answer.error else 'done'}"] += 1
        log.append(answer)
        if pause == 0:
            log += says(state, "And then?")
        elif pause == 1:
            for event in _goes_on(state):
                apply(state, event)
                log.append(event)
        _sound(state, there)
    assert fold([decode(encode(event)) for event in log])[StoryState] == state[StoryState]


def _sound(state: State, there: Counter[str]) -> None:
    tale, places = state[StoryState], {place.id for place in state.setup[StoryConfig].setting.places}
    assert holdings(state) == +there
    assert set(tale.people) <= {member.id for member in state.setup.members}
    for standing in tale.people.values():
        assert -100 <= standing.trust <= 100
        assert standing.location in places
        assert all(quantity > 0 for quantity in standing.items.values())
        assert all(0 < turns <= 50 for turns in standing.statuses.values())
    assert all(quantity > 0 for lying in tale.lying.values() for quantity in lying.values())
    assert tale.phase in {"exploration", "dialogue"}
    assert (tale.phase == "dialogue") == bool(tale.partner)


DICE = {"check done", "fight_round done", "use_item done"}
"""What is done by an event of its own before the call is answered, and what chance seldom brings about."""


@pytest.mark.slow
def test_ten_thousand_calls_change_nothing_that_they_should_not() -> None:
    WALKED.clear()
    _walk()
    assert WALKED.total() >= CALLS * EXAMPLES
    # A walk on which nothing was ever done, or nothing refused, would have tried nothing.
    assert {f"{name} {how}" for name in FORMS for how in ("done", "refused")} - DICE <= set(WALKED)


def test_effects_that_no_log_of_the_corpus_has_are_folded_all_the_same() -> None:
    state = begun()
    wolf = does(begun(), "update_game_state", foes=["wolf"]).effects[-1]
    offer = story_events.Offer(character="odo", gives=(story_events.Stack(item="rope"),))
    assert isinstance(wolf, story_events.FoesCalled)
    effects: list[story_events.AnyEffect] = [
        story_events.OfferMade(offer=offer), story_events.OfferClosed(how="declined"), wolf,
        story_events.FoeLeft(who="odo"),
    ]  # fmt: skip
    for effect in effects:
        before = state[StoryState].copy()
        apply(state, story_events.PlayerDid(at=AT, what="go", text="", effects=(effect,)))
        assert state[StoryState] != before, effect
