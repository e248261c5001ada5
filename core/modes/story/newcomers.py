"""Characters that come into a story on the way: an archetype, a place, a name, and what such a person has."""

from __future__ import annotations

from functools import cache

from pydantic import Field, RootModel

from parley.core.base.clock import SeededRandom
from parley.core.base.definition import Definition, parse_toml
from parley.core.base.packaged import packaged
from parley.core.cast.colours import PALETTE
from parley.core.cast.member import PLAYER, RESERVED, slug
from parley.core.formats import Localised
from parley.core.log.state import State
from parley.core.modes.story.changes import Change, telling
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import Archetype, Joined, Person, Stack
from parley.core.modes.story.naming import (
    folded,
    item_anywhere,
    neat,
    place_meant,
    place_name,
    places_listed,
    sentence,
    wrong,
)
from parley.core.modes.story.rules.parts import AGENTS
from parley.core.modes.story.state import StoryState

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
def archetypes() -> dict[Archetype, Kind]:
    """Return the archetypes that ship."""
    path = packaged("archetypes.toml")
    return parse_toml(path.read_text("utf-8"), "archetypes.toml", Archetypes).root


def joined(state: State, archetype: Archetype, where: str, name_hint: str = "") -> Change:
    """Somebody new comes into the story at a place; the same for a seed. Raises `UsageError`."""
    telling(state)
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    place = place_meant(state, where)
    if not place:
        raise wrong(
            state, "no_place_at_all", name=neat(where), places=places_listed(state, (p.id for p in setting.places))
        )
    if len(story.people) >= MOST_PEOPLE:
        raise wrong(state, "too_many_people", most=MOST_PEOPLE)
    hint = _name(name_hint)
    if hint and (there := next((one for one in state.names if folded(state.name_of(one)) == folded(hint)), "")):
        raise wrong(state, "name_taken", name=state.name_of(there), id=there)
    kind = archetypes()[archetype]
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
        colour=min(PALETTE, key=[member.colour for member in state.setup.members].count),
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


def _name(hint: str) -> str:
    """Return the hint, where somebody can be called that; a hint is not an order."""
    name = neat(hint)
    letters = [each for each in name if each.isalpha()]
    return name if letters and all(each.isalnum() or each in _IN_NAMES for each in name) else ""


def _list_free_names(state: State, pool: tuple[str, ...]) -> list[str]:
    """Return the names of the pool that nobody has; all of them with a number where everybody has one."""
    taken = {folded(name) for name in state.names.values()}
    free = [name for name in pool if folded(name) not in taken]
    number = 2
    while not free:
        free = [f"{name} {number}" for name in pool if folded(f"{name} {number}") not in taken]
        number += 1
    return free


def _make_person_id(state: State, name: str) -> str:
    stem, number = slug(name)[:36], 1
    stem = stem.strip("-") or "somebody"
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
    setting, language = state.setup[StoryConfig].setting, state.setup.language
    carried: dict[str, int] = {}
    for thing in kind.items:
        name = thing.name.text(language)
        item = item_anywhere(state, name) or name
        carried[item] = carried.get(item, 0) + thing.quantity
    if coin := next((item.id for item in setting.items if item.kind == "coin"), ""):
        carried[coin] = carried.get(coin, 0) + kind.coins
    return tuple(Stack(item=item, quantity=quantity) for item, quantity in carried.items() if quantity)
