"""Why nothing comes of a wish, and what is possible instead."""

from __future__ import annotations

from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.naming import exits, neat, people_listed, place_name, places_listed, shut, things
from parley.core.modes.story.rules.parser import Intent
from parley.core.modes.story.state import HERE, StoryState
from parley.core.modes.story.words import listed, words


def refused_way(state: State, wish: Intent) -> str:
    """Why one cannot go there, and where one can."""
    ways = places_listed(state, exits(state))
    if wish.target:
        here = place_name(state, state[StoryState].here)
        if why := shut(state, wish.target):
            return why
        if wish.target == state[StoryState].here:
            return ruling(state, "there_already", name=here, places=ways)
        return ruling(state, "no_way", name=place_name(state, wish.target), here=here, places=ways)
    if wish.unknown:
        return ruling(state, "no_place", name=typed(state, wish.unknown), places=ways)
    return reason(state, "whither", places=ways)


def nobody(state: State, wish: Intent) -> str:
    """Why whoever is meant cannot be spoken to, or struck."""
    story = state[StoryState]
    here = people_listed(state, story.present())
    if wish.target in story.people:
        key = "not_here" if story.people[wish.target].health > 0 else "out_of_story"
        return ruling(state, key, name=state.name_of(wish.target), people=here)
    if foe := state.setup[StoryConfig].setting.foe(wish.target):
        return ruling(state, "no_person", name=foe.name.text(state.setup.language), people=here)
    if wish.unknown and wish.kind == "attack":
        return reason(state, "no_target", name=typed(state, wish.unknown), people=here)
    if wish.unknown:
        return ruling(state, "no_person", name=typed(state, wish.unknown), people=here)
    return reason(state, "whom", people=here)


def no_thing(state: State, wish: Intent) -> str:
    """Why a thing is not to be had or given: where it could be looked for."""
    story = state[StoryState]
    mine, lying = story.items_of(PLAYER), story.items_of(HERE + story.here)
    name = item_called(state, wish.item) if wish.item else typed(state, wish.unknown)
    key = "not_carried" if wish.kind in ("give", "drop", "use", "sell") else "not_lying"
    shown = mine if key == "not_carried" else lying
    listing = ", ".join(things(state, item, count) for item, count in shown.items() if count > 0)
    return reason(state, key if name else f"{key}_what", item=name, items=listing or ruling(state, "nothing"))


def typed(state: State, words_read: str) -> str:
    """Words as the player wrote them, with their capitals."""
    act = " ".join(state[StoryState].act.replace("’", "'").split())
    at = act.casefold().find(words_read)
    return neat(act[at : at + len(words_read)] if at >= 0 and len(act) == len(act.casefold()) else words_read)


def either(state: State, ids: tuple[str, ...]) -> str:
    """Several things, people or places, of which one is meant."""
    setting, language = state.setup[StoryConfig].setting, state.setup.language
    story = state[StoryState]

    def name(one: str) -> str:
        if one in story.people:
            return state.name_of(one)
        if foe := setting.foe(one):
            return foe.name.text(language)
        return place_name(state, one) if setting.place(one) else setting.item_name(one, language)

    return listed(language, [name(one) for one in ids[:8]])


def item_called(state: State, item: str) -> str:
    """What a thing is called."""
    return state.setup[StoryConfig].setting.item_name(item, state.setup.language)


def reason(state: State, key: str, **values: object) -> str:
    """A sentence on what was read."""
    told = words(state.setup.language, key, part="reading", **values)
    return told[:1].upper() + told[1:]


def ruling(state: State, key: str, **values: object) -> str:
    """A sentence of the rules."""
    told = words(state.setup.language, key, part="tools", **values)
    return told[:1].upper() + told[1:]
