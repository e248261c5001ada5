"""What a name means here, and what the player can name where they are.

Things, places and people are called by their id or by their name, in any case.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from parley.core.base.errors import UsageError
from parley.core.base.line import drop_control
from parley.core.cast.member import PLAYER
from parley.core.log.config import RunConfig
from parley.core.log.state import State
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.rules.names import which, wordlist, words_of
from parley.core.modes.story.rules.parser import SMALL, Intent, Known, parse_intents
from parley.core.modes.story.rules.parts import Item, Place
from parley.core.modes.story.rules.tools import LONGEST_NAME
from parley.core.modes.story.state import HERE, StoryState, inventory
from parley.core.modes.story.words import words


def sentence(state: State, key: str, **values: object) -> str:
    """Return one of the sentences on what a tool call or a click changes, in the run's language."""
    return words(state.setup.language, key, part="tools", **values)


def wrong(state: State, key: str, **values: object) -> UsageError:
    """Return the error with that sentence, to be raised."""
    return UsageError(sentence(state, key, **values))


def fold_text(text: str) -> str:
    """Return a text folded, as names are compared."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def neat(text: str) -> str:
    """Return a name that somebody made up, on one line and without what would break a list of names."""
    return " ".join(drop_control(text).replace("|", "/").split())[:LONGEST_NAME].strip()


def item_among(state: State, text: str, items: Iterable[str]) -> str:
    """Return which of `items` is meant, by id or by its name in either language; empty: none."""
    setting, known = state.setup[StoryConfig].setting, list(items)
    if text in known:
        return text
    return _find_typed_name(
        text, {item: setting.item_name(item, state.setup.language) for item in known}, setting.items
    )


def item_anywhere(state: State, text: str) -> str:
    """Return which item of the setting is meant, or which one that was made up and is still there; empty: none."""
    story = state[StoryState]
    made_up = [item for standing in story.people.values() for item in standing.items]
    made_up += [item for lying in story.lying.values() for item in lying]
    return item_among(state, text, [*(item.id for item in state.setup[StoryConfig].setting.items), *made_up])


def get_item_name(state: State, text: str) -> str:
    """Return the name of a thing that somebody named; of a thing that does not exist, as they named it."""
    item = item_anywhere(state, text)
    return state.setup[StoryConfig].setting.item_name(item, state.setup.language) if item else neat(text)


def person_meant(state: State, text: str, among: Iterable[str]) -> str:
    """Return which of `among` is meant, by id or by name; empty: none."""
    known = list(among)
    return text if text in known else _find_typed_name(text, {one: state.name_of(one) for one in known})


def place_meant(state: State, text: str) -> str:
    """Return which place is meant, by id or by its name in either language; empty: none."""
    places = state.setup[StoryConfig].setting.places
    if any(text == one.id for one in places):
        return text
    return _find_typed_name(text, {one.id: one.name.text(state.setup.language) for one in places}, places)


def _find_typed_name(text: str, names: dict[str, str], also: Iterable[Item | Place] = ()) -> str:
    """Return which of these is meant by a name as somebody types it; empty where none is, or several may be."""
    called = {each.id: (each.name.en, each.name.de) for each in also if each.id in names}
    return which(words_of(text[: 2 * LONGEST_NAME]), names, called).id  # bounded: a voice may send any length


def place_name(state: State, place: str) -> str:
    """Return what a place is called."""
    return state.setup[StoryConfig].setting.place_name(place, state.setup.language)


def list_exits(state: State) -> tuple[str, ...]:
    """Return the ids of the places to which there is a way from here."""
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    place = setting.place(story.here)
    there = [(way, setting.place(way)) for way in (place.exits if place else ())]
    return tuple(way for way, at in there if at is None or not at.needs or _is_at_hand(story, at.needs, way))


def explain_block(state: State, where: str) -> str:
    """Return why there is no way to the neighbouring place `where` (id); empty where there is one, or never was."""
    setting = state.setup[StoryConfig].setting
    here, there = setting.place(state[StoryState].here), setting.place(where)
    if here is None or there is None or where not in here.exits or where in list_exits(state) or there.shut is None:
        return ""
    return there.shut.text(state.setup.language)


def _is_at_hand(story: StoryState, item: str, where: str) -> bool:
    """Return whether a thing is with the player or whoever is with them, or lies here, or is where they want to be."""
    there = [one for one, standing in story.people.items() if standing.location == where]
    owners = (PLAYER, *story.present(), HERE + story.here, HERE + where, *there)  # e.g. a boat on the other shore
    return any(story.get_items_of(owner).get(item, 0) > 0 for owner in owners)


def owner_name(state: State, owner: str) -> str:
    """Return what an owner is called: somebody's name, or a place's."""
    return place_name(state, owner.removeprefix(HERE)) if owner.startswith(HERE) else state.name_of(owner)


def things(state: State, item: str, quantity: int) -> str:
    """Return so many of an item in words: "2 × rye bread"."""
    return f"{quantity} × {state.setup[StoryConfig].setting.item_name(item, state.setup.language)}"


def format_items(state: State, items: dict[str, int]) -> str:
    """Return what there is, for a sentence that says what there is not: "2 × rye bread, 1 × bell"."""
    told = [things(state, item, quantity) for item, quantity in items.items()]
    return ", ".join(told[:24]) or sentence(state, "nothing")


def people_listed(state: State, people: Iterable[str]) -> str:
    """Return who there is, by name."""
    return ", ".join(map(state.name_of, people)) or sentence(state, "nobody")


def places_listed(state: State, places: Iterable[str]) -> str:
    """Return which places there are, by name."""
    return ", ".join(place_name(state, one) for one in places) or sentence(state, "nothing")


def the(item: str, language: str) -> str:
    """Return an item as the object of a sentence."""
    return object_of(item, language) if language == "de" else _add_article(item)


def format_way_to(place: str, language: str) -> str:
    """Return where one goes: "to the mill", "zur Mühle", "nach Varn"."""
    if language != "de":
        return f"to {_add_article(place)}"
    article, _, rest = place.partition(" ")
    if not rest or article.casefold() not in _TOWARDS:
        return f"nach {place}"
    return f"{_TOWARDS[article.casefold()]} {_inflect_adjectives(rest)}"


_TOWARDS = {"der": "zum", "das": "zum", "die": "zur"}


def _add_article(name: str) -> str:
    bare = not name[:1].islower() or wordlist("articles").intersection(name.casefold().split(maxsplit=1)[:1])
    return name if bare else f"the {name}"


def _inflect_adjectives(words: str) -> str:
    """Return a name with its adjectives as they are behind an inflected article: "alte" is "alten"."""
    *before, last = words.split()
    return " ".join([*(f"{word}n" if word[0].islower() and word.endswith("e") else word for word in before), last])


def object_of(name: str, language: str) -> str:
    """Return a name as the object of a sentence: in German "der alte Steg" becomes "den alten Steg"."""
    if language != "de" or not name.strip():
        return name
    first, *rest = name.split()
    if first.casefold() == "der" and rest:  # only the masculine accusative differs from the nominative
        return f"den {_inflect_adjectives(' '.join(rest))}"
    if first[0].islower() and first.endswith("er") and rest:
        # "alter Krug" without an article.
        return " ".join([first.removesuffix("er") + "en", *rest])
    return name


_TITLE = re.compile(r"[,;:(.]|\b(?:of|at|who|in|from|on|for|von|vom|des|der|im|am|auf|an|aus|für)\b")
"""What stands behind a title: "innkeeper" is one who is "innkeeper of the Drowned Lantern"."""


def build_known(story: StoryState, config: RunConfig) -> Known:
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
    # In a talk the partner's things are at hand, but not those of whoever else is here.
    near = [PLAYER, HERE + story.here, *([story.partner] if story.partner else story.present())]
    at_hand: dict[str, None] = {}  # an ordered set, in the order of `near`
    for owner in near:
        had = inventory(setting, story.get_items_of(owner), language)
        items |= {item: name for item, name, _quantity in had}
        at_hand |= {item: None for item, _name, _quantity in had}
    place = setting.place(story.here)
    ways = place.exits if place else ()
    if fighting:
        foes = {one: story.people[one].person.name for one in fighting if story.is_here(one)}
    else:
        kinds = [setting.foe(one) for one in (place.foes if place else ())]
        foes = {kind.id: kind.name.text(language) for kind in kinds if kind is not None}
    roles = {one.id: _TITLE.split(one.role.text(language), maxsplit=1)[0].strip() for one in setting.people}
    also: dict[str, tuple[str, ...]] = {item.id: (item.name.en, item.name.de) for item in setting.items}
    also |= {place.id: (place.name.en, place.name.de) for place in setting.places}  # names count in either language
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
        at_hand=(*at_hand, *ways),
        fighting=story.fight is not None,
        homes={one: story.people[one].location for one in people if story.people[one].location in ways},
    )


def read_wishes(state: State) -> tuple[Intent, ...]:
    """Return what the player's words of this turn mean: as a model has read them, else as the dozen verbs do."""
    story = state[StoryState]
    if not story.act:
        return ()
    if story.read is None or story.read.method == "rules":
        return parse_intents(story.act, build_known(story, state.setup))
    found = tuple(
        Intent(
            each.what,
            each.target,
            each.item,
            each.quantity,
            about=SMALL if each.what == "deed" else "",
            unknown=each.unknown,
            clause=story.act,
        )
        for each in story.read.deeds
    )
    return found or (Intent("say" if story.partner else "wait", clause=story.act),)  # a line without a deed is talk


def attribute_tried(state: State) -> str:
    """Return the attribute by which a model has read that the player tries something; empty: it read no such thing."""
    read = state[StoryState].read
    return next((each.attribute for each in (read.deeds if read else ()) if each.what == "try"), "")
