"""What `parley state --json` prints of a run of scenes, what is said of it on the terminal, its figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, get_args

import msgspec

from parley.core.base.sums import sum_all
from parley.core.engine.terminal import TerminalPart
from parley.core.formats import Localised
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.distilled import MemoryRecord
from parley.core.log.state import State
from parley.core.measures.registry import COUNT, SHARE, Figures, Measure
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.events import SceneStarted, SceneType
from parley.core.modes.office.state import CONVERSATIONS, OfficeState, format_opening


def report(state: State) -> dict[str, Any]:
    """Return what is known of the office: hour, positions, presence, scenes, memories, relations."""
    office = state[OfficeState]
    names = {room.id: room.title(state.setup.language) for room in state.setup[OfficeConfig].floor.rooms}
    rooms = {place.room for place in office.places.values() if place.room}
    scene = office.scene.started if office.scene else None
    return {
        "day": office.day,
        "date": office.date,
        "clock": office.clock,
        "positions": {
            member: {"room": place.room, "room_name": names.get(place.room, ""), "seat": place.seat}
            for member, place in office.places.items()
        },
        "presence": {room: office.present(room) for room in sorted(rooms)},
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
            for each in office.scenes
        ],
        "days": [{"day": past.day, "date": past.date, "summary": past.summary} for past in office.past],
        "memories": [
            msgspec.to_builtins(memory) | {"metadata": {"exchange": exchange(state, memory)}}
            for memory in office.memories
        ],
        "relations": {f"{one}>{other}": value for (one, other), value in sorted(office.valence.items())},
        "drifts": [msgspec.to_builtins(drift) for _two, drift in sorted(office.drifted.items())],
        "tasks": dict(sorted(office.tasks.items())),
        **({"tasks_done": dict(sorted(office.finished.items()))} if office.finished else {}),  # absent for older logs
        **({"settled": dict(sorted(office.settled.items()))} if office.settled else {}),
        "moods": dict(sorted(office.moods.items())),
        "accumulated": dict(sorted(office.accumulated.items())),
        "translations": {str(turn): line.text for turn, line in sorted(office.list_translated().items())},
    }


def exchange(state: State, memory: MemoryRecord) -> list[dict[str, Any]]:
    """Return the lines that a memory of a talk is about, as far as its owner heard them."""
    if memory.turns is None or memory.run not in {"", state.run}:  # its turns are those of another run
        return []
    first, last = memory.turns
    return [
        {"turn": turn.number, "member": turn.member, "text": turn.text}
        for turn in state.turns[first - 1 : last]
        if not turn.ended.heard_by or memory.member in turn.ended.heard_by or memory.member == turn.member
    ]


class OfficeTerminal(TerminalPart):
    """Scenes open with a line of their own."""

    def notes(self, config: RunConfig) -> Sequence[str]:
        """Return who was given another place."""
        return config[OfficeConfig].notes

    def heading(self, config: RunConfig) -> Sequence[str]:
        """Return nothing: each scene has its own."""
        return []

    def lines(self, state: State, event: Event, *, one_a_line: bool = False) -> list[str]:
        """Return where a scene opens."""
        return [f"\n— {format_opening(state.setup, event)}"] if isinstance(event, SceneStarted) else []

    def format_ending(self, state: State) -> list[str]:
        """Return what became of each scene."""
        return [past.summary for past in state[OfficeState].past]


TERMINAL = OfficeTerminal()


def _figures(state: State) -> Figures:
    """Scenes, by type too, and `talks`, the share of those in which people speak with each other; `lines` a scene;
    `importance`, the mean; memories, of them `reflections`; `threads` that are open and `settled`; tasks that are done;
    `warmer` and `cooler` pairs, and `valence`, the mean of one toward another (−1 to 1)."""
    office = state[OfficeState]
    scenes = office.scenes
    types = Counter(each.started.scene_type for each in scenes)
    drifts = [drift.after - drift.before for drift in office.drifted.values()]
    lines = sum(max(0, each.last - each.first + 1) for each in scenes)  # last < first: nobody spoke
    found: dict[str, float | int] = {
        "office.scenes": len(scenes),
        **{f"office.{name}": types[name] for name in get_args(SceneType)},
        "office.talks": sum(types[name] for name in CONVERSATIONS) / len(scenes) if scenes else 0.0,
        "office.lines": lines / len(scenes) if scenes else 0.0,
        "office.importance": sum_all(each.started.importance for each in scenes) / len(scenes) if scenes else 0.0,
        "office.memories": len(office.memories),
        "office.reflections": sum(memory.type == "reflection" for memory in office.memories),
        "office.threads": len(office.list_threads()),
        "office.settled": len(office.settled),
        "office.finished": len(office.finished),
        "office.warmer": sum(change > 0 for change in drifts),
        "office.cooler": sum(change < 0 for change in drifts),
        "office.valence": sum_all(office.valence.values()) / len(office.valence) if office.valence else 0.0,
    }
    return {name: round(value, 6) if isinstance(value, float) else value for name, value in found.items()}


OFFICE = Measure(
    "office",
    Localised(en="The office", de="Das Büro"),
    ("office.",),
    _figures,
    ranges={
        "office": COUNT,
        "office.talks": SHARE,
        "office.importance": (0.0, 10.0),
        "office.valence": (-1.0, 1.0),
    },
)
