"""What is shown of a story: things and quests in words, how trust moved, and what `parley state --json` prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from parley.core.cast.member import PLAYER
from parley.core.log.events.base import Event
from parley.core.log.modes import Move, Moved
from parley.core.log.state import State
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import CardEdited, TrustChanged
from parley.core.modes.story.naming import list_exits, owner_name, place_name
from parley.core.modes.story.rules.parts import AGENTS
from parley.core.modes.story.rules.setting import Setting
from parley.core.modes.story.state import HERE, CharacterState, Happening, StoryState, inventory
from parley.core.modes.story.words import add_capital, words


@dataclass(frozen=True, slots=True)
class ItemStack:
    """So many of an item. `kind`: thing, weapon, armour, draught or coin; `wielded`: it is the weapon in hand."""

    id: str
    name: str
    quantity: int
    kind: str = "thing"
    description: str = ""
    wielded: bool = False


@dataclass(frozen=True, slots=True)
class QuestProgress:
    """A quest and how it stands: stage `stage` of `stages`, and in `text` what is to be done next."""

    name: str
    text: str
    stage: int
    stages: int
    done: bool = False


def as_affinity(trust: int) -> float:
    """Return a trust of −100 to 100 as 0 to 1, which is what lines are drawn by."""
    return (trust + 100) / 200


def item_stacks(setting: Setting, items: Mapping[str, int], language: str, weapon: str = "") -> tuple[ItemStack, ...]:
    """Return what there is of `items`, in the order in which they came; `weapon` is the one in hand."""
    found = []
    for one, quantity in items.items():
        if quantity > 0:
            item = setting.find_item(one)
            about = item.description.text(language) if item and item.description else ""
            name, kind = add_capital(setting.item_name(one, language)), item.kind if item else "thing"
            found.append(ItemStack(one, name, quantity, kind, about, one == weapon))
    return tuple(found)


def quest_progress(setting: Setting, story: StoryState, language: str) -> tuple[QuestProgress, ...]:
    """Return the quests that were begun."""
    found = []
    for quest_id, at in story.quests.items():
        if (quest := setting.find_quest(quest_id)) is not None:
            # After the last stage there is nothing more to say than that.
            stages, text = len(quest.stages), quest.told(at.stage, language)
            found.append(QuestProgress(quest.name.text(language), text, min(at.stage, stages), stages, at.done))
    return tuple(found)


def find_moves(event: Event) -> Moved | None:
    """Return how an event changed what characters think of the player; None where it did not."""
    found = tuple(
        Move(
            PLAYER,
            effect.character,
            as_affinity(effect.before),
            as_affinity(effect.after),
            str(getattr(event, "text", "")),
            (effect.character,),
        )
        for effect in getattr(event, "effects", ())
        if isinstance(effect, TrustChanged)
    )
    return Moved(found) if found else None


def report(state: State) -> dict[str, Any]:
    """Return what is known of the story: phase, player, places, people, quests, the fight, choices, talks."""
    config, story = state.setup, state[StoryState]
    setting, language, fight = config[StoryConfig].setting, config.language, story.fight
    found = {
        "setting": setting.id,
        **pick_fields(story, "phase", "turn"),
        "length": config[StoryConfig].length,
        "place": {
            "id": story.here,
            "name": setting.place_name(story.here, language),
            "exits": list(list_exits(state)),
            "items": dict(story.get_items_of(HERE + story.here)),
        },
        "lying": {one: dict(items) for one, items in sorted(story.lying.items()) if items},
        "health": story.player.health,
        "most_health": story.health,
        **pick_fields(story, "sheet"),
        "interview": pick_fields(story, "asked", "answers"),
        "inventory": _build_item_rows(setting, story.player.items, language),
        "statuses": dict(story.player.statuses),
        "people": {one: _build_person_report(state, who) for one, who in story.people.items() if one != PLAYER},
        "present": story.present(),
        "partner": story.partner,
        "quests": {
            quest: {"stage": event.stage, "done": event.done, "name": found.name.text(language) if found else quest}
            for quest, event in story.quests.items()
            for found in [setting.find_quest(quest)]
        },
        **pick_fields(story, "flags", "moments"),
        "fight": fight
        and {
            **pick_fields(fight, "foes", "allies", "order"),
            "initiative": [{"who": check.who, "total": check.roll.total} for check in fight.initiative],
            **pick_fields(fight, "round", "last"),
        },
        "fights": [
            {"foes": [foe.name for foe in began.foes], "outcome": over.outcome, "text": over.text}
            for began, over in story.fought
        ],
        "choices": list(story.offered.choices) if story.offered and story.offered.story_turn == story.turn else [],
        "waits": story.is_waiting(),
        **pick_fields(story, "routed", "recent", "talks"),
    }
    if story.offer is not None:
        found["offer"] = msgspec.to_builtins(story.offer)
    return {"story": found}


def _build_item_rows(setting: Setting, items: dict[str, int], language: str) -> list[dict[str, Any]]:
    return [
        {"item": item, "name": name, "quantity": quantity}
        for item, name, quantity in inventory(setting, items, language)
    ]


def pick_fields(one: object, *names: str) -> dict[str, Any]:
    """Return fields of something as plain values, in this order."""
    return {name: msgspec.to_builtins(getattr(one, name)) for name in names}


def _build_person_report(state: State, standing: CharacterState) -> dict[str, Any]:
    items = _build_item_rows(state.setup[StoryConfig].setting, standing.items, state.setup.language)
    return {
        **pick_fields(standing.person, "name", "archetype", "traits"),
        **pick_fields(standing, "location", "trust", "statuses"),
        "items": items,
        **pick_fields(standing, "following", "health"),
        "most_health": standing.person.health,
        "met": standing.met,
    }


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
        if each.kind == "came" and once in seen:  # only the first visit is told
            continue
        if each.kind == "quest" and each.count <= 1:
            name = _describe_quest_stage(state, each)[0]
            if name and name in summed_up:
                continue  # the summary of the talk in which it began tells it
        seen.add(once)
        if (tellers or member in each.who.split()) and (text := _describe_happening(state, each)):
            told.append((each.turn, text))
    return told


def notes(state: State) -> list[CardEdited]:
    """Return what the player of an earlier version noted and has not had forgotten, the oldest first."""
    return [each for each in state[StoryState].edits.values() if each.text and not each.forgotten]


def recall_events(state: State, member: str) -> list[str]:
    """Return what a character who speaks now is told again: the newest that they know of, within `ROOM`. Who tells the
    story has heard it, or it was summed up for them.
    """
    if _knows_everything(member):
        return []
    happened, room = list[str](), ROOM
    for _turn, text in reversed(so_far(state, member)):
        room -= len(text)
        if room < 0:
            break
        happened.insert(0, text)
    return happened


def list_tasks(state: State) -> list[str]:
    """Return the tasks under way, each with what is to be done next."""
    setting, language = state.setup[StoryConfig].setting, state.setup.language
    told: list[str] = []
    for at in state[StoryState].quests.values():
        quest = setting.find_quest(at.quest)
        if quest is not None and not at.done:
            told.append(_word(state, "task", what=quest.name.text(language), text=quest.told(at.stage, language)))
    return told


def _knows_everything(member: str) -> bool:
    return not member or member == PLAYER or member in AGENTS


def _word(state: State, key: str, **values: object) -> str:
    return words(state.setup.language, key, part="cards", player=state.name_of(PLAYER), **values)


def _describe_quest_stage(state: State, each: Happening) -> tuple[str, str]:
    """Return the name of a happening's quest, and what its stage says."""
    quest, language = state.setup[StoryConfig].setting.find_quest(each.what), state.setup.language
    return (quest.name.text(language), quest.told(each.count, language)) if quest is not None else ("", "")


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
            return ""  # told with the fight
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
