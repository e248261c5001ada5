"""What a free question gets: what one can see and know here, said by the rules, in the run's language."""

from __future__ import annotations

from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.naming import exits, place_name
from parley.core.modes.story.rules.parser import Intent
from parley.core.modes.story.state import HERE, StoryState, inventory
from parley.core.modes.story.words import listed, words


def answer(state: State, wish: Intent) -> str:
    """Return the answer to a question."""
    if wish.kind == "meta":
        return carried(state)
    if wish.target or wish.item:
        return _describe_known_thing(state, wish)
    return " ".join((place(state), possible(state)))


def possible(state: State) -> str:
    """Return what one can do here: the ways, the people, the things."""
    told = [ways(state), people(state)]
    if state[StoryState].get_items_of(HERE + state[StoryState].here):
        told.append(lying(state))
    if state[StoryState].phase == "dialogue":
        told = [_format_answer(state, "talking", name=state.name_of(state[StoryState].partner))]
    return " ".join(told)


def ways(state: State) -> str:
    """Return the places to which one gets from here."""
    return _format_answer(
        state, "ways", places=_format_name_list(state, [place_name(state, way) for way in exits(state)])
    )


def people(state: State) -> str:
    """Return who is here; in a fight, against whom it is."""
    story = state[StoryState]
    told = [
        _format_answer(
            state, "people", people=_format_name_list(state, [state.name_of(one) for one in story.present()], "nobody")
        )
    ]
    if foes := [one for one in (story.fight.foes if story.fight else ()) if story.people[one].health > 0]:
        told.append(
            _format_answer(
                state, "foes", people=_format_name_list(state, [_describe_enemy_health(state, one) for one in foes])
            )
        )
    return " ".join(told)


def _describe_enemy_health(state: State, one: str) -> str:
    """Return an enemy and what is left of their health: "mire lamp (4/9)"."""
    standing = state[StoryState].people[one]
    return f"{state.name_of(one)} ({standing.health}/{standing.person.health})"


def lying(state: State) -> str:
    """Return what lies about."""
    return _format_answer(state, "lying", items=_list_owned_items(state, HERE + state[StoryState].here))


def carried(state: State) -> str:
    """Return what the player has with them."""
    return _format_answer(state, "carried", items=_list_owned_items(state, PLAYER))


def quests(state: State) -> str:
    """Return what there is to do: every quest that is under way, and what its next step is; else which are done."""
    setting, language = state.setup[StoryConfig].setting, state.setup.language
    told, done = list[str](), list[str]()
    for advanced in state[StoryState].quests.values():
        quest = setting.quest(advanced.quest)
        if quest is not None and advanced.done:
            done.append(quest.name.text(language))
        elif quest is not None:
            stage = quest.stages[min(max(advanced.stage, 1), len(quest.stages)) - 1]
            told.append(_format_answer(state, "quest", name=quest.name.text(language), stage=stage.text.text(language)))
    if told:
        return " ".join(told)
    over = (
        _format_answer(state, "quests_done", names=listed(language, done))
        if done
        else _format_answer(state, "no_quest")
    )
    return " ".join((over, possible(state)))


def place(state: State) -> str:
    """Return where one is, and what it looks like."""
    here = state.setup[StoryConfig].setting.place(state[StoryState].here)
    name = place_name(state, state[StoryState].here)
    described = here.description.text(state.setup.language) if here else ""
    return _format_answer(state, "place", place=name, described=described).strip()


def _describe_known_thing(state: State, wish: Intent) -> str:
    """Return what one knows of somebody, something or some place that was asked about."""
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    if wish.item:
        thing = setting.item(wish.item)
        looks = thing.description.text(language) if thing and thing.description else ""
        name, mine = setting.item_name(wish.item, language), story.player.items.get(wish.item, 0)
        if mine:
            return " ".join((_format_answer(state, "thing_mine", item=f"{mine} × {name}"), looks)).strip()
        if count := story.get_items_of(HERE + story.here).get(wish.item, 0):
            return " ".join((_format_answer(state, "thing_here", item=f"{count} × {name}"), looks)).strip()
        owner = next((one for one in story.present() if story.get_items_of(one).get(wish.item, 0) > 0), "")
        if owner:
            return " ".join(
                (_format_answer(state, "thing_theirs", item=name, name=state.name_of(owner)), looks)
            ).strip()
        return " ".join((_format_answer(state, "thing_away", item=name), lying(state)))
    if wish.target in story.people:
        someone = setting.someone(wish.target)
        role = someone.role.text(language) if someone else ""
        name = state.name_of(wish.target)
        if wish.target in story.present():
            return (
                _format_answer(state, "person_here", name=name, role=role)
                if role
                else _format_answer(state, "is_here", name=name)
            )
        return " ".join((_format_answer(state, "person_away", name=name), people(state)))
    name = place_name(state, wish.target)
    if wish.target == story.here:
        return " ".join((place(state), ways(state)))
    return " ".join(
        (_format_answer(state, "way_there" if wish.target in exits(state) else "no_way_there", place=name), ways(state))
    )


def _list_owned_items(state: State, owner: str) -> str:
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    had = inventory(setting, story.get_items_of(owner), state.setup.language)
    return _format_name_list(state, [name if count == 1 else f"{count} × {name}" for _item, name, count in had])


def _format_name_list(state: State, names: list[str], none: str = "nothing") -> str:
    return listed(state.setup.language, names) if names else words(state.setup.language, none, part="tools")


def _format_answer(state: State, key: str, **values: object) -> str:
    told = words(state.setup.language, key, part="answers", **values)
    return told[:1].upper() + told[1:]
