"""What the player can name where they are."""

from __future__ import annotations

import re

from core.cast.member import PLAYER
from core.log.config import RunConfig
from core.modes.story.config import StoryConfig
from core.modes.story.rules.intents import Known
from core.modes.story.state import HERE, StoryState, inventory

_TITLE = re.compile(r"[,;:(.]|\b(?:of|at|who|in|from|on|for|von|vom|des|der|im|am|auf|an|aus|für)\b")
"""What stands behind a title: "innkeeper" is one who is "innkeeper of the Drowned Lantern"."""


def known(story: StoryState, config: RunConfig) -> Known:
    """What the player can name: everybody alive, all places, what is here to be had, and who may be fought here.

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
        had = inventory(setting, story.items_of(owner), language)
        items |= {item: name for item, name, _quantity in had}
        at_hand |= {item: None for item, _name, _quantity in had}
    place = setting.place(story.here)
    if fighting:
        foes = {one: story.people[one].person.name for one in fighting if story.is_here(one)}
    else:
        kinds = [setting.foe(one) for one in (place.foes if place else ())]
        foes = {kind.id: kind.name.text(language) for kind in kinds if kind is not None}
    roles = ((one.id, one.role.text(language)) for one in setting.people)
    also = {item.id: (item.name.en, item.name.de) for item in setting.items}
    also |= {each.id: (each.name.en, each.name.de) for each in setting.places}
    return Known(
        people=people,
        places={place.id: place.name.text(language) for place in setting.places},
        items=items,
        foes=foes,
        called={one: (_TITLE.split(role, maxsplit=1)[0].strip(),) for one, role in roles if one in people},
        also=also,
        present=tuple(story.present()),
        partner=story.partner if story.phase == "dialogue" else "",
        here=story.here,
        at_hand=(*at_hand, *(place.exits if place else ())),
        coins=frozenset(item.id for item in setting.items if item.kind == "coin"),
        fighting=story.fight is not None,
        offer=story.offer is not None,
        features={each.id: each.name.text(language) for each in (place.features if place else ())},
    )
