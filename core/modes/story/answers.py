"""What a free question gets: what one can see and know here, said by the rules, in the run's language."""

from __future__ import annotations

from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story.cards import tasks
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.naming import exits, place_name
from parley.core.modes.story.rules.parser import Intent
from parley.core.modes.story.state import HERE, StoryState, inventory
from parley.core.modes.story.words import capital, listed, words


def answer(state: State, wish: Intent) -> str:
    """Return the answer to a question."""
    if wish.target or wish.item:
        return _describe_known_thing(state, wish)
    return " ".join((place(state), possible(state)))


def possible(state: State) -> str:
    """Return what one can do here: the ways, the people, the things."""
    told = [ways(state), people(state)]
    if state[StoryState].items_of(HERE + state[StoryState].here):
        told.append(lying(state))
    if state[StoryState].phase == "dialogue":
        told = [_format_answer(state, "talking", name=state.name_of(state[StoryState].partner))]
    return " ".join(told)


def ways(state: State) -> str:
    """Return the places to which one gets from here."""
    places = [place_name(state, way) for way in exits(state)]
    return _format_answer(state, "ways", places=_format_name_list(state, places))


def people(state: State) -> str:
    """Return who is here; in a fight, against whom it is, with what is left of their health."""
    story = state[StoryState]
    told = [
        _format_answer(
            state, "people", people=_format_name_list(state, [state.name_of(one) for one in story.present()], "nobody")
        )
    ]
    foes = {one: story.people[one] for one in (story.fight.foes if story.fight else ())}
    standing = [
        f"{state.name_of(one)} ({who.health}/{who.person.health})" for one, who in foes.items() if who.health > 0
    ]
    if standing:
        told.append(_format_answer(state, "foes", people=_format_name_list(state, standing)))
    return " ".join(told)


def lying(state: State) -> str:
    """Return what lies about."""
    return _format_answer(state, "lying", items=_list_owned_items(state, HERE + state[StoryState].here))


def carried(state: State) -> str:
    """Return what the player has with them."""
    return _format_answer(state, "carried", items=_list_owned_items(state, PLAYER))


def quests(state: State) -> str:
    """Return what there is to do: every quest that is under way, and what its next step is."""
    return " ".join(tasks(state)) or _format_answer(state, "no_quest")


def place(state: State) -> str:
    """Return where one is, and what it looks like."""
    here = state.setup[StoryConfig].setting.place(state[StoryState].here)
    name = place_name(state, state[StoryState].here)
    described = here.description.text(state.setup.language) if here else ""
    return _format_answer(state, "place", place=name, described=described).strip()


def _describe_known_thing(state: State, wish: Intent) -> str:
    """Return what one sees of somebody, something or some place that was asked about."""
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    if wish.item:
        thing, name = setting.item(wish.item), setting.item_name(wish.item, language)
        near = (PLAYER, HERE + story.here, *story.present())
        if not any(story.items_of(owner).get(wish.item, 0) for owner in near):
            return " ".join((_format_answer(state, "thing_away", item=name), lying(state)))
        looks = thing.description.text(language) if thing and thing.description else ""
        return f"{capital(name)}. {looks}".strip()
    if wish.target in story.people:
        someone = setting.someone(wish.target)
        role = someone.role.text(language) if someone else ""
        name, here = state.name_of(wish.target), wish.target in story.present()
        if not here:
            return " ".join((_format_answer(state, "person_away", name=name), people(state)))
        return _format_answer(state, "person_here" if role else "is_here", name=name, role=role)
    if wish.target == story.here:
        return " ".join((place(state), ways(state)))
    key = "way_there" if wish.target in exits(state) else "no_way_there"
    return " ".join((_format_answer(state, key, place=place_name(state, wish.target)), ways(state)))


def _list_owned_items(state: State, owner: str) -> str:
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    had = inventory(setting, story.items_of(owner), state.setup.language)
    return _format_name_list(state, [name if count == 1 else f"{count} × {name}" for _item, name, count in had])


def _format_name_list(state: State, names: list[str], none: str = "nothing") -> str:
    return listed(state.setup.language, names) if names else words(state.setup.language, none, part="tools")


def _format_answer(state: State, key: str, **values: object) -> str:
    return capital(words(state.setup.language, key, part="answers", **values))
