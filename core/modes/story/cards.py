"""The story so far: what happened in sentences, what the player noted, and the tasks under way.

All of it follows from the log. Nothing here is kept; it is made when it is asked for.
"""

from __future__ import annotations

from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import CardEdited
from parley.core.modes.story.naming import folded, owner_name, place_name
from parley.core.modes.story.rules.parts import AGENTS
from parley.core.modes.story.state import HERE, Happening, StoryState
from parley.core.modes.story.words import words

ROOM = 450
"""Characters of what happened that a character is told again."""


def so_far(state: State, member: str = "") -> list[tuple[int, str]]:
    """Return what happened, as (turn, sentence), the oldest first; for a `member` only what they know of."""
    tellers = _knows_everything(member)
    told: list[tuple[int, str]] = []
    seen: set[tuple[str, str]] = set()
    summed_up = " ".join(each.text for each in state[StoryState].chronicle if each.kind == "summary")
    for each in state[StoryState].chronicle:
        once = (each.kind, each.what or each.who)
        if each.kind == "came" and once in seen:
            continue
        if each.kind == "quest" and each.count <= 1:
            name = _describe_quest_stage(state, each)[0]
            if name and name in summed_up:
                # The summary of the talk in which it began tells it.
                continue
        seen.add(once)
        if (tellers or member in each.who.split()) and (text := _describe_happening(state, each)):
            told.append((each.turn, text))
    return told


def notes(state: State, member: str = "") -> list[CardEdited]:
    """Return what the player noted and has not had forgotten, the oldest first; for a `member` only what they may know:
    who tells the story all of it, a character what names them.
    """
    kept = [each for each in state[StoryState].edits.values() if each.text and not each.forgotten]
    if _knows_everything(member):
        return kept
    name = folded(state.name_of(member))
    return [each for each in kept if name in folded(f"{each.title} {each.text}")]


def recalled(state: State, member: str) -> list[str]:
    """Return what whoever speaks now is told again: the player's notes, and to a character the newest that they know
    of, within `ROOM`. Who tells the story has heard it, or it was summed up for them.
    """
    noted = [f"{each.title}: {each.text}" for each in notes(state, member)]
    if _knows_everything(member):
        return noted
    happened, room = list[str](), ROOM
    for _turn, text in reversed(so_far(state, member)):
        room -= len(text)
        if room < 0:
            break
        happened.insert(0, text)
    return noted + happened


def tasks(state: State) -> list[str]:
    """Return the tasks under way, each with what is to be done next."""
    setting, language = state.setup[StoryConfig].setting, state.setup.language
    told: list[str] = []
    for at in state[StoryState].quests.values():
        quest = setting.quest(at.quest)
        if quest is not None and not at.done:
            stage = quest.stages[min(max(at.stage, 1), len(quest.stages)) - 1]
            told.append(_word(state, "task", what=quest.name.text(language), text=stage.text.text(language)))
    return told


def _knows_everything(member: str) -> bool:
    return not member or member == PLAYER or member in AGENTS


def _word(state: State, key: str, **values: object) -> str:
    return words(state.setup.language, key, part="cards", player=state.name_of(PLAYER), **values)


def _describe_quest_stage(state: State, each: Happening) -> tuple[str, str]:
    """Return the name of a happening's quest, and what its stage says."""
    quest, language = state.setup[StoryConfig].setting.quest(each.what), state.setup.language
    if quest is None:
        return "", ""
    stage = quest.stages[min(max(each.count, 1), len(quest.stages)) - 1]
    return quest.name.text(language), stage.text.text(language)


def _describe_happening(state: State, each: Happening) -> str:
    """Return a happening in a sentence; empty: it is told with something else, or not worth it."""
    if each.aside:
        return ""
    match each.kind:
        case "summary":
            return each.text
        case "promise":
            by, _, to = each.who.partition(" ")
            return _word(state, "promised", who=state.name_of(by), to=state.name_of(to), text=each.text)
        case "quest":
            name, text = _describe_quest_stage(state, each)
            key = each.text or ("accepted" if each.count <= 1 else "advanced")
            return _word(state, key, what=name, text=text) if name else ""
        case "fight":
            return _word(state, each.text, what=each.what, place=place_name(state, each.place))
        case "item":
            return _describe_item_happening(state, each)
        case "came" | "flag":
            return _word(state, each.kind, place=place_name(state, each.what), text=each.text)
        case "fell" if (one := state[StoryState].people.get(each.who)) is None or one.person.archetype == "foe":
            # The fight tells it.
            return ""
        case "follows" | "stays" | "fell" | "joined":
            return _word(state, each.kind, who=state.name_of(each.who), place=place_name(state, each.place))
    return ""


def _describe_item_happening(state: State, each: Happening) -> str:
    came = each.count > 0
    if not each.who:
        key = "found" if came else "spent"
    elif each.who.startswith(HERE):
        key = "picked" if came else "left"
    else:
        key = "received" if came else "gave"
    place = place_name(state, each.who.removeprefix(HERE) if each.who.startswith(HERE) else each.place)
    who = owner_name(state, each.who) if each.who else ""
    name, many = state.setup[StoryConfig].setting.item_name(each.what, state.setup.language), abs(each.count)
    return _word(state, key, who=who, place=place, things=name if many == 1 else f"{many} × {name}")
