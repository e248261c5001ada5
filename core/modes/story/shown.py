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
from parley.core.modes.story.events import TrustChanged
from parley.core.modes.story.naming import exits
from parley.core.modes.story.rules.setting import Setting
from parley.core.modes.story.state import HERE, CharacterState, Fight, StoryState, inventory
from parley.core.modes.story.words import capital


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
            item = setting.item(one)
            about = item.description.text(language) if item and item.description else ""
            name, kind = capital(setting.item_name(one, language)), item.kind if item else "thing"
            found.append(ItemStack(one, name, quantity, kind, about, one == weapon))
    return tuple(found)


def quest_progress(setting: Setting, story: StoryState, language: str) -> tuple[QuestProgress, ...]:
    """Return the quests that were begun."""
    found = []
    for quest_id, at in story.quests.items():
        if (quest := setting.quest(quest_id)) is not None:
            stages = len(quest.stages)
            # Stage 1 is the first that is to be reached; after the last one there is nothing more to say than that.
            text = quest.stages[min(max(at.stage, 1), stages) - 1].text.text(language)
            found.append(QuestProgress(quest.name.text(language), text, min(at.stage, stages), stages, at.done))
    return tuple(found)


def moved(event: Event) -> Moved | None:
    """Return what an event changed in what characters think of the player; None where it changed nothing."""
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
    setting, language = config[StoryConfig].setting, config.language
    found = {
        "setting": setting.id,
        "phase": story.phase,
        "turn": story.turn,
        "length": config[StoryConfig].length,
        "place": {
            "id": story.here,
            "name": setting.place_name(story.here, language),
            "exits": list(exits(state)),
            "items": dict(story.get_items_of(HERE + story.here)),
        },
        "lying": {one: dict(items) for one, items in sorted(story.lying.items()) if items},
        "health": story.player.health,
        "most_health": story.health,
        "sheet": msgspec.to_builtins(story.sheet) if story.sheet else None,
        "interview": {"asked": story.asked, "answers": list(story.answers)},
        "inventory": _build_item_rows(setting, story.player.items, language),
        "statuses": dict(story.player.statuses),
        "people": {one: _build_person_report(state, who) for one, who in story.people.items() if one != PLAYER},
        "present": story.present(),
        "partner": story.partner,
        "quests": {
            quest: {"stage": event.stage, "done": event.done, "name": found.name.text(language) if found else quest}
            for quest, event in story.quests.items()
            for found in [setting.quest(quest)]
        },
        "flags": dict(story.flags),
        "moments": [msgspec.to_builtins(moment) for moment in story.moments],
        "fight": _build_fight_report(story.fight) if story.fight else None,
        "fights": [
            {"foes": [foe.name for foe in began.foes], "outcome": over.outcome, "text": over.text}
            for began, over in story.fought
        ],
        "choices": list(story.offered.choices) if story.offered and story.offered.story_turn == story.turn else [],
        "waits": story.waits(),
        "routed": msgspec.to_builtins(story.routed) if story.routed else None,
        "recent": list(story.recent),
        "talks": [msgspec.to_builtins(talk) for talk in story.talks],
    }
    if story.offer is not None:
        found["offer"] = msgspec.to_builtins(story.offer)
    return {"story": found}


def _build_item_rows(setting: Setting, items: dict[str, int], language: str) -> list[dict[str, Any]]:
    return [
        {"item": item, "name": name, "quantity": quantity}
        for item, name, quantity in inventory(setting, items, language)
    ]


def _build_person_report(state: State, standing: CharacterState) -> dict[str, Any]:
    person = standing.person
    return {
        "name": person.name,
        "archetype": person.archetype,
        "traits": list(person.traits),
        "location": standing.location,
        "trust": standing.trust,
        "statuses": dict(standing.statuses),
        "items": _build_item_rows(state.setup[StoryConfig].setting, standing.items, state.setup.language),
        "following": standing.following,
        "health": standing.health,
        "most_health": person.health,
        "met": standing.met,
    }


def _build_fight_report(fight: Fight) -> dict[str, Any]:
    return {
        "foes": list(fight.foes),
        "allies": list(fight.allies),
        "order": list(fight.order),
        "initiative": [{"who": check.who, "total": check.roll.total} for check in fight.initiative],
        "round": fight.round,
        "last": msgspec.to_builtins(fight.last) if fight.last else None,
    }
