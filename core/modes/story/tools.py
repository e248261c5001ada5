"""A tool call is carried out, or refused with a sentence for the voice; nothing between the two.

Who comes into the story by a call has what people of their archetype have in common.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache, partial

import msgspec
from pydantic import Field, RootModel

from parley.core.base.clock import SeededRandom
from parley.core.base.definition import Definition, parse_toml
from parley.core.base.errors import UsageError
from parley.core.base.line import fit_arguments, repair_text
from parley.core.base.packaged import get_resource
from parley.core.cast.colours import PALETTE
from parley.core.cast.member import PLAYER, RESERVED, make_slug
from parley.core.formats import Localised
from parley.core.log.events.base import Event
from parley.core.log.events.turn import ToolCall
from parley.core.log.state import State
from parley.core.modes.story import changes, choices, combat, deeds
from parley.core.modes.story.changes import Change, fold_effects, require_telling
from parley.core.modes.story.combat_round import act_of
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import Archetype, ItemMoved, Joined, Person, Stack, ToolAnswered
from parley.core.modes.story.naming import (
    fold_text,
    item_anywhere,
    neat,
    place_meant,
    place_name,
    places_listed,
    sentence,
    wrong,
)
from parley.core.modes.story.rules import tools
from parley.core.modes.story.rules.parts import AGENTS
from parley.core.modes.story.rules.tools import DIALOGUE, FORMS, NARRATIVE, Given, Things, UpdateGameState
from parley.core.modes.story.state import HERE, StoryState


def answer_call(state: State, call: ToolCall, member: str, at: datetime) -> ToolAnswered:
    """Return what comes of a tool call of `member`, who has the turn in flight, for whatever the voice sent; never
    raises.

    An error changes nothing, and its text says what is wrong and what would be right.
    """
    try:
        change, error = changes.complete(state, _carry_out_call(state, call, member)), False
    except UsageError as fault:
        change, error = Change(str(fault)), True  # told to the voice, which may correct its call
    except msgspec.ValidationError as fault:
        fields = ", ".join(FORMS[call.name].schema["properties"]) or sentence(state, "nothing")
        change, error = Change(sentence(state, "arguments", fault=repair_text(str(fault)), fields=fields)), True
    return ToolAnswered(
        at=at,
        turn=state.next_turn,
        member=member,
        call=call.id,
        name=repair_text(call.name),
        arguments=fit_arguments(call.arguments),
        text=change.text,
        error=error,
        effects=change.effects,
    )


def _carry_out_call(state: State, call: ToolCall, member: str) -> Change:
    if call.name not in FORMS:
        raise wrong(state, "no_tool", name=neat(call.name), tools=", ".join(FORMS))
    arguments = tools.parse_arguments(call.name, fit_arguments(call.arguments))
    mine = _list_member_tools(state, member)
    if call.name not in mine:
        # Whoever speaks now may call other tools than before: a talk began or ended since.
        changes.require_telling(state) if call.name in NARRATIVE else changes.require_partner(state)
        raise wrong(state, "not_your_tool", name=call.name, tools=", ".join(mine))
    return _apply_tool(state, arguments)


def _list_member_tools(state: State, member: str) -> tuple[str, ...]:
    return tuple(DIALOGUE if member == state[StoryState].partner else NARRATIVE if member in AGENTS else ())


def _apply_tool(state: State, given: Given) -> Change:
    match given:
        case tools.StartDialogue(character_id=one):
            return changes.open_talk(state, one)
        case UpdateGameState():
            return _apply_state_update(state, given)
        case tools.CreateCharacter():
            return add_newcomer(state, given.archetype, given.location, given.name_hint)
        case tools.ExchangeItem():
            handed = changes.give_item(state, given.item_name, given.quantity, given.giver_id, given.receiver_id)
            return _ensure_not_repeated(state, handed)
        case tools.UseItem(item_name=what):
            changes.require_telling(state)
            return changes.use_draught(state, what)
        case tools.Attack(target=one):
            return combat.attack_target(state, one)
        case tools.CheckDeed():
            return _report_dice(state)
        case tools.FightRound():
            return _report_fight_round(state, given)
        case tools.OfferChoices():  # no effects: `choices.offered` reads the call itself
            return Change(sentence(state, "offered" if choices.tidy_choices(given.choices) else "not_offered"))
        case tools.UpdateRelationship(trait="trust", change=step):
            return changes.change_trust(state, changes.require_partner(state), step)
        case tools.UpdateRelationship(trait="following", change=step):
            return changes.set_following(state, changes.require_partner(state), step > 0)
        case tools.UpdateRelationship(trait=feeling, change=turns):
            return changes.set_feeling(state, changes.require_partner(state), feeling, turns)
    if parting := state[StoryState].parting:
        # Whoever takes their leave may well say so by this, too.
        return Change(sentence(state, "parted", name=state.name_of(parting)))
    return changes.close_talk(state)


def decide_call(state: State, call: ToolCall, member: str, rng: SeededRandom, at: datetime) -> Event | None:
    """Return what the rules have to decide, by dice, before a call is answered, one event after the other; None:
    nothing more.

    A turn has one check and one round, however often they are asked for.
    """
    story = state[StoryState]
    if not story.turn or story.called or call.name not in _list_member_tools(state, member):
        return None
    try:
        given = tools.parse_arguments(call.name, fit_arguments(call.arguments))
        if isinstance(given, tools.CheckDeed) and story.fight is None and story.resolved < story.turn:
            return deeds.roll_check(state, rng, at, given.attribute, given.difficulty, given.reason)
        if isinstance(given, tools.FightRound) and story.fight is not None:
            if story.resolved < story.turn:
                return combat.play_round(state, rng, at, act_of(state, given))
            if story.round_fought is not None and story.round_fought.story_turn == story.turn:
                return combat.build_ending(state, at)
    except (UsageError, msgspec.ValidationError):
        return None  # the answer to the call says why
    return None


def _report_dice(state: State) -> Change:
    """Return what the dice of this turn said."""
    story = state[StoryState]
    if story.dice is None or story.dice.story_turn != story.turn:
        raise wrong(state, "in_combat" if story.fight is not None else "no_dice")
    return Change(story.dice.text)


def _report_fight_round(state: State, given: tools.FightRound) -> Change:
    """Return how the round of this turn went, and how the fight ended, if it did."""
    story = state[StoryState]
    ended = story.fought[-1][1].text if story.fought and story.ended_turn == story.turn else ""
    if story.round_fought is not None and story.round_fought.story_turn == story.turn:
        return Change(" ".join(filter(None, (story.round_fought.text, ended))))
    if story.fight is None:
        raise wrong(state, "no_round")
    act_of(state, given)  # only to raise where something named is not there
    raise wrong(state, "just_begun")


def _apply_state_update(state: State, new: UpdateGameState) -> Change:
    """Return all that has changed, or nothing: each part is judged by what the parts before it leave."""
    changes.require_telling(state)
    if new == UpdateGameState():
        raise wrong(state, "no_change", fields=", ".join(FORMS["update_game_state"].schema["properties"]))
    here = state[StoryState].here

    def remove_things(what: Things, now: State) -> Change:
        return _ensure_not_repeated(state, changes.pass_item(now, what.item_name, what.quantity, PLAYER, ""))

    def add_things(what: Things, now: State) -> Change:
        # What is told as found may lie where the player goes as well as where they come from.
        found = changes.take_item(now, what.item_name, what.quantity, dict.fromkeys((now[StoryState].here, here)))
        return _ensure_not_repeated(state, found)

    def put_down(what: Things, now: State) -> Change:
        return _ensure_not_repeated(state, changes.pass_item(now, what.item_name, what.quantity, PLAYER, HERE + here))

    steps: list[Callable[[State], Change]] = [partial(remove_things, each) for each in new.items_lost]
    steps += [partial(put_down, each) for each in new.items_put_down]
    if new.location:  # after what is left here, before what is found there
        steps.append(lambda now: changes.move_player(now, new.location))
    steps += [partial(add_things, each) for each in new.items_gained]
    if new.flag:
        steps.append(lambda now: changes.remember_fact(now, new.flag))
    if new.foes:
        steps.append(lambda now: changes.call_foes(now, new.foes))
    done: list[Change] = []
    now = state
    for step in steps:
        done.append(step(now))
        now = fold_effects(now, done[-1].effects)
    return Change(" ".join(change.text for change in done), tuple(each for change in done for each in change.effects))


def _ensure_not_repeated(state: State, change: Change) -> Change:
    """Return the change. Raises `UsageError` where the rules have done the same for the player's words this turn."""
    did = [effect for done in state[StoryState].did for effect in done.effects if isinstance(effect, ItemMoved)]
    for new in change.effects:
        if isinstance(new, ItemMoved):
            alike = (each for each in did if each.item == new.item)
            # The player gave it away both times, or got it both times.
            if any(PLAYER in ({each.giver} & {new.giver} | {each.receiver} & {new.receiver}) for each in alike):
                raise wrong(state, "done_already", change=change.text)
    return change


MOST_PEOPLE = 60
"""How many people a story may have, the player among them."""
CHOSEN_TRAITS = 2
"""How many of an archetype's traits one of them has."""

_TAKEN = frozenset({PLAYER, RESERVED, *AGENTS})
_IN_NAMES = frozenset(" '’.-")


class Thing(Definition):
    """What such a person carries. It is the setting's item of that name, else it is made up."""

    name: Localised
    quantity: int = Field(1, ge=1, le=100)


class Kind(Definition):
    """What the people of an archetype have in common. `names` are shared by both languages."""

    names: tuple[str, ...] = Field(min_length=1)
    description: Localised = Field(description="With {name} and {place}.")
    traits: tuple[Localised, ...] = Field(min_length=CHOSEN_TRAITS)
    items: tuple[Thing, ...] = ()
    coins: int = Field(0, ge=0, le=100, description="How many of the setting's coins.")
    trust: int = Field(0, ge=-100, le=100)
    health: int = Field(8, ge=1, le=1_000)
    armour: int = Field(10, ge=1, le=30)
    bonus: int = Field(2, ge=-5, le=20)
    damage: str = "1d4"
    dexterity: int = Field(10, ge=1, le=30)


class Archetypes(RootModel[dict[Archetype, Kind]]):
    """All six."""


@cache
def load_archetypes() -> dict[Archetype, Kind]:
    """Return the archetypes that ship."""
    path = get_resource("archetypes.toml")
    return parse_toml(path.read_text("utf-8"), "archetypes.toml", Archetypes).root


def add_newcomer(state: State, archetype: Archetype, where: str, name_hint: str = "") -> Change:
    """Return the change by which somebody new comes into the story; the same for a seed. Raises `UsageError`."""
    require_telling(state)
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    place = place_meant(state, where)
    if not place:
        raise wrong(
            state, "no_place_at_all", name=neat(where), places=places_listed(state, (p.id for p in setting.places))
        )
    if len(story.people) >= MOST_PEOPLE:
        raise wrong(state, "too_many_people", most=MOST_PEOPLE)
    hint = _clean_name(name_hint)
    if hint and (there := next((one for one in state.names if fold_text(state.name_of(one)) == fold_text(hint)), "")):
        raise wrong(state, "name_taken", name=state.name_of(there), id=there)
    kind = load_archetypes()[archetype]
    chance = SeededRandom(state.setup.seed).generator(state.next_turn, f"newcomer {len(story.people)}")
    traits = tuple(trait.text(language) for trait in chance.sample(kind.traits, CHOSEN_TRAITS))
    drawn = chance.choice(_list_free_names(state, kind.names))
    name = hint or drawn
    person = Person(
        id=_make_person_id(state, name),
        name=name,
        archetype=archetype,
        description=kind.description.text(language).format(name=name, place=place_name(state, place)),
        traits=traits,
        location=place,
        items=_build_carried_stacks(state, kind),
        trust=kind.trust,
        colour=min(PALETTE, key=[member.colour for member in state.setup.members].count),  # the least used one
        health=kind.health,
        armour=kind.armour,
        bonus=kind.bonus,
        damage=kind.damage,
        dexterity=kind.dexterity,
    )
    text = sentence(
        state, "joined", name=name, id=person.id, archetype=sentence(state, archetype), place=place_name(state, place)
    )
    return Change(text, (Joined(person=person),))


def _clean_name(hint: str) -> str:
    """Return the hint where it can be a name, else an empty text: a hint is no order."""
    name = neat(hint)
    letters = [each for each in name if each.isalpha()]
    return name if letters and all(each.isalnum() or each in _IN_NAMES for each in name) else ""


def _list_free_names(state: State, pool: tuple[str, ...]) -> list[str]:
    """Return the names of the pool that nobody has; all of them with a number where everybody has one."""
    taken = {fold_text(name) for name in state.names.values()}
    free = [name for name in pool if fold_text(name) not in taken]
    number = 2
    while not free:
        free = [f"{name} {number}" for name in pool if fold_text(f"{name} {number}") not in taken]
        number += 1
    return free


def _make_person_id(state: State, name: str) -> str:
    stem, number = make_slug(name)[:36].rstrip("-"), 1  # leaves room for a number: an id has 40 characters at most
    # Whoever was in the story keeps their id: what they said stands under it. A foe's id tells its kind.
    taken = {
        *state.names,
        *state[StoryState].people,
        *_TAKEN,
        *(foe.id for foe in state.setup[StoryConfig].setting.foes),
    }
    one = stem
    while one in taken:
        number += 1
        one = f"{stem}-{number}"
    return one


def _build_carried_stacks(state: State, kind: Kind) -> tuple[Stack, ...]:
    carried: dict[str, int] = {}
    for thing in kind.items:
        name = thing.name.text(state.setup.language)
        item = item_anywhere(state, name) or name
        carried[item] = carried.get(item, 0) + thing.quantity
    if coin := changes.money(state):
        carried[coin] = carried.get(coin, 0) + kind.coins
    return tuple(Stack(item=item, quantity=quantity) for item, quantity in carried.items() if quantity)
