"""What the player can name where they are."""

from __future__ import annotations

import re

from parley.core.cast.member import PLAYER
from parley.core.log.config import RunConfig
from parley.core.log.state import State
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.rules.parser import Intent, Known, intents
from parley.core.modes.story.state import HERE, StoryState, inventory

_TITLE = re.compile(r"[,;:(.]|\b(?:of|at|who|in|from|on|for|von|vom|des|der|im|am|auf|an|aus|für)\b")
"""What stands behind a title: "innkeeper" is one who is "innkeeper of the Drowned Lantern"."""


def known(story: StoryState, config: RunConfig) -> Known:
    """Return what the player can name: everybody alive, all places, what is here to be had, and who may be fought here.

    Who is elsewhere, or what is out of reach, is named too: the rules then say why it does not work.
    """
    setting, language = config[StoryConfig].setting, config.language
    fighting = story.fight.foes if story.fight else ()
    people = {
        one: standing.person.name
        for one, standing in story.people.items()
        if one != PLAYER and one not in fighting and standing.health > 0 and not standing.gone
    }
    items = {item.id: item.name.text(language) for item in setting.items}
    near = [PLAYER, HERE + story.here, *([story.partner] if story.partner else story.present())]
    at_hand: dict[str, None] = {}
    for owner in near:
        had = inventory(setting, story.get_items_of(owner), language)
        items |= {item: name for item, name, _quantity in had}
        at_hand |= {item: None for item, _name, _quantity in had}
    place = setting.place(story.here)
    if fighting:
        foes = {one: story.people[one].person.name for one in fighting if story.is_here(one)}
    else:
        kinds = [setting.foe(one) for one in (place.foes if place else ())]
        foes = {kind.id: kind.name.text(language) for kind in kinds if kind is not None}
    roles = {one.id: _TITLE.split(one.role.text(language), maxsplit=1)[0].strip() for one in setting.people}
    also: dict[str, tuple[str, ...]] = {item.id: (item.name.en, item.name.de) for item in setting.items}
    also |= {place.id: (place.name.en, place.name.de) for place in setting.places}
    called: dict[str, tuple[str, ...]] = {one: (role,) for one, role in roles.items() if one in people}
    return Known(
        people=people,
        places={place.id: place.name.text(language) for place in setting.places},
        items=items,
        foes=foes,
        called=called,
        also=also,
        present=tuple(story.present()),
        partner=story.partner if story.phase == "dialogue" else "",
        here=story.here,
        at_hand=(*at_hand, *(place.exits if place else ())),
        fighting=story.fight is not None,
    )


def wished(state: State) -> tuple[Intent, ...]:
    """Return what the player's words of this turn mean: as a model has read them, else as the dozen verbs do."""
    story = state[StoryState]
    if not story.act:
        return ()
    if story.read is None or story.read.method == "rules":
        return intents(story.act, known(story, state.setup))
    found = tuple(
        Intent(each.what, each.target, each.item, each.quantity, unknown=each.unknown, clause=story.act)
        for each in story.read.deeds
    )
    return found or (Intent("say" if story.partner else "wait", clause=story.act),)


def attribute_tried(state: State) -> str:
    """Return the attribute by which a model has read that the player tries something; empty: it read no such thing."""
    read = state[StoryState].read
    return next((each.attribute for each in (read.deeds if read else ()) if each.what == "try"), "")
