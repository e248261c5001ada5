"""What `parley state --json` prints of a story."""

from __future__ import annotations

from typing import Any

import msgspec

from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.naming import exits
from parley.core.modes.story.rules.setting import Setting
from parley.core.modes.story.state import HERE, CharacterState, Fight, StoryState, inventory


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
