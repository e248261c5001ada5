"""A state as plain values, for scripts."""

from __future__ import annotations

from typing import Any

import msgspec

from core.cast.member import PLAYER
from core.log.events.distilled import MemoryRecord
from core.log.state import State
from core.modes.office.config import OfficeConfig
from core.modes.office.state import OfficeState
from core.modes.story.config import StoryConfig
from core.modes.story.rules.setting import Setting
from core.modes.story.state import HERE, CharacterState, Fight, StoryState, inventory


def report(state: State) -> dict[str, Any]:
    """Everything that is known of the run at `state`, JSON-ready.

    Nothing in it tells whether the run was ever interrupted: a resumed run and an undisturbed one report alike.
    """
    config = state.setup
    distilled = state.distilled
    told: dict[str, Any] = {
        "id": state.run,
        "mode": config.mode,
        "format": config.format.id,
        "title": config.title,
        "topic": config.topic,
        "language": config.language,
        "seed": config.seed,
        "policy": state.chosen_by,
        "parent": state.parent,
        "parent_turn": state.parent_turn,
        "status": state.status,
        "reason": state.reason,
        "detail": state.detail,
        "turn": len(state.turns),
        "turns": config.turns,
        "place": config.place,
        "members": [
            {
                "id": member.id,
                "name": member.name,
                "role": member.role,
                "voice": state.voice_label(member.id),
                "turns": state.spoken.get(member.id, 0),
                "words": state.words.get(member.id, 0),
                "muted": member.id in state.muted,
            }
            for member in config.members
        ],
        "affinity": {f"{a}|{b}": value for (a, b), value in sorted(state.affinity.items())},
        "breakpoints": sorted(state.breakpoints),
        "bookmarks": sorted(state.bookmarks),
        "floor": state.floor,
        "tokens": msgspec.to_builtins(state.usage),
        "cost": round(state.cost, 8),
        "transcript": [
            {
                "turn": turn.number,
                "member": turn.member,
                "name": state.name_of(turn.member),
                "text": turn.text,
                "thoughts": list(turn.ended.thoughts),
                "author": turn.ended.author,
                "edited": turn.ended.edited,
            }
            for turn in state.turns
        ],
        "topics": [
            {"turn": entry.turn, "text": entry.text, "to": list(entry.heard_by)}
            for entry in state.entries
            if entry.kind == "topic"
        ],
        "summary": distilled.summary if distilled else "",
        "memories": [msgspec.to_builtins(memory) for memory in distilled.memories] if distilled else [],
        "drifts": [msgspec.to_builtins(drift) for drift in distilled.drifts] if distilled else [],
        "actions": [msgspec.to_builtins(action) for action in distilled.actions] if distilled else [],
    }
    if state.find(OfficeState) is not None:
        told |= office(state, state[OfficeState])
    if state.find(StoryState) is not None:
        told["story"] = story(state, state[StoryState])
    return told


def story(state: State, tale: StoryState) -> dict[str, Any]:
    """What is known of the story: phase, player, places, people, quests, the fight, choices, talks."""
    config = state.setup
    setting, language = config[StoryConfig].setting, config.language
    place = setting.place(tale.here)
    return {
        "setting": setting.id,
        "phase": tale.phase,
        "turn": tale.turn,
        "length": config[StoryConfig].length,
        "place": {
            "id": tale.here,
            "name": setting.place_name(tale.here, language),
            "exits": list(place.exits) if place else [],
            "items": dict(tale.items_of(HERE + tale.here)),
        },
        "lying": {one: dict(items) for one, items in sorted(tale.lying.items()) if items},
        "health": tale.player.health,
        "most_health": tale.health,
        "sheet": msgspec.to_builtins(tale.sheet) if tale.sheet else None,
        "interview": {"asked": tale.asked, "answers": list(tale.answers)},
        "inventory": _items(setting, tale.player.items, language),
        "statuses": dict(tale.player.statuses),
        "people": {one: _person(state, who) for one, who in tale.people.items() if one != PLAYER},
        "present": tale.present(),
        "partner": tale.partner,
        "quests": {
            quest: {"stage": event.stage, "done": event.done, "name": found.name.text(language) if found else quest}
            for quest, event in tale.quests.items()
            for found in [setting.quest(quest)]
        },
        "flags": dict(tale.flags),
        "moments": [msgspec.to_builtins(moment) for moment in tale.moments],
        "fight": _fight(tale.fight) if tale.fight else None,
        "fights": [
            {"foes": [foe.name for foe in began.foes], "outcome": over.outcome, "text": over.text}
            for began, over in tale.fought
        ],
        "choices": list(tale.offered.choices) if tale.offered and tale.offered.story_turn == tale.turn else [],
        "waits": tale.waits(),
        "routed": msgspec.to_builtins(tale.routed) if tale.routed else None,
        "recent": list(tale.recent),
        "talks": [msgspec.to_builtins(talk) for talk in tale.talks],
    }


def _items(setting: Setting, items: dict[str, int], language: str) -> list[dict[str, Any]]:
    return [
        {"item": item, "name": name, "quantity": quantity}
        for item, name, quantity in inventory(setting, items, language)
    ]


def _person(state: State, standing: CharacterState) -> dict[str, Any]:
    person = standing.person
    return {
        "name": person.name,
        "archetype": person.archetype,
        "traits": list(person.traits),
        "location": standing.location,
        "trust": standing.trust,
        "statuses": dict(standing.statuses),
        "items": _items(state.setup[StoryConfig].setting, standing.items, state.setup.language),
        "following": standing.following,
        "health": standing.health,
        "most_health": person.health,
        "met": standing.met,
    }


def _fight(fight: Fight) -> dict[str, Any]:
    return {
        "foes": list(fight.foes),
        "allies": list(fight.allies),
        "order": list(fight.order),
        "initiative": [{"who": check.who, "total": check.roll.total} for check in fight.initiative],
        "round": fight.round,
        "last": msgspec.to_builtins(fight.last) if fight.last else None,
    }


def office(state: State, world: OfficeState) -> dict[str, Any]:
    """What is known of the office: hour, positions, presence, scenes, memories, relations."""
    names = {room.id: room.title(state.setup.language) for room in state.setup[OfficeConfig].floor.rooms}
    rooms = {place.room for place in world.places.values() if place.room}
    scene = world.scene.started if world.scene else None
    return {
        "day": world.day,
        "date": world.date,
        "clock": world.clock,
        "positions": {
            member: {"room": place.room, "room_name": names.get(place.room, ""), "seat": place.seat}
            for member, place in world.places.items()
        },
        "presence": {room: world.present(room) for room in sorted(rooms)},
        "scene": msgspec.to_builtins(scene) if scene else None,
        "scenes": [
            {
                "scene": each.started.scene,
                "day": each.started.day,
                "type": each.started.scene_type,
                "kind": each.started.kind,
                "room": each.started.room,
                "clock": each.started.clock,
                "until": each.ended.clock,
                "members": list(each.started.members),
                "bystanders": list(each.started.bystanders),
                "topic": each.started.topic,
                "importance": each.started.importance,
                "exchange": each.started.exchange,
                "turns": [each.first, each.last],
                "summary": each.ended.summary,
                "mood": each.ended.mood,
                "key_turn": each.ended.key_turn,
            }
            for each in world.scenes
        ],
        "days": [{"day": past.day, "date": past.date, "summary": past.summary} for past in world.past],
        "memories": [
            msgspec.to_builtins(memory) | {"metadata": {"exchange": exchange(state, memory)}}
            for memory in world.memories
        ],
        "relations": {f"{one}>{other}": value for (one, other), value in sorted(world.valence.items())},
        "drifts": [msgspec.to_builtins(drift) for _two, drift in sorted(world.drifted.items())],
        "tasks": dict(sorted(world.tasks.items())),
        "moods": dict(sorted(world.moods.items())),
        "accumulated": dict(sorted(world.accumulated.items())),
        "translations": {str(turn): line.text for turn, line in sorted(world.translated().items())},
    }


def exchange(state: State, memory: MemoryRecord) -> list[dict[str, Any]]:
    """The lines that a memory of a talk is about, as far as its owner heard them."""
    if memory.turns is None or memory.run not in {"", state.run}:
        return []
    first, last = memory.turns
    return [
        {"turn": turn.number, "member": turn.member, "text": turn.text}
        for turn in state.turns[first - 1 : last]
        if not turn.ended.heard_by or memory.member in turn.ended.heard_by or memory.member == turn.member
    ]
