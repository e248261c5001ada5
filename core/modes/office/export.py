"""What documents tell of a run of scenes: its scenes between the lines, translations, and where everybody is."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from parley.core.base.sentences import said
from parley.core.export.floor import Figure, draw_plan
from parley.core.export.rows import Row, get_voice_label, line_row, list_tool_rows, put_in_row
from parley.core.export.transcript import Facts, ModeExport, Page, Transcript
from parley.core.export.words import dated, words
from parley.core.log.codec import get_text_of
from parley.core.log.events.base import Event
from parley.core.log.events.turn import TurnEnded, VoiceReplied
from parley.core.log.state import State
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.events import DayReplanned, SceneStarted
from parley.core.modes.office.replanning import tell_replanned
from parley.core.modes.office.state import OfficeState, find_spots


class OfficeExport(ModeExport):
    """Scenes, days and what they leave behind."""

    own_scenes = True

    def rows(self, state: State, events: Sequence[Event], language: str) -> Iterator[Row]:
        """Yield lines under their scenes, each with its translation; what bystanders saw is nobody's line."""
        by_seq = {turn.seq: turn for turn in state.turns}
        labels, others = _collect_turn_labels(events), state[OfficeState].list_translated()
        replans = [(seq, event) for seq, event in enumerate(events) if type(event) is DayReplanned]
        scene: SceneStarted | None = None
        day = 0
        for entry in state.entries:
            turn = by_seq.get(entry.seq)
            if turn is not None and entry.kind == "line":
                voice = labels.get(turn.number, "")
                row = line_row(state, turn, language, scene.members if scene else (), voice)
                other = others.get(turn.number)
                yield replace(row, other=other.text, other_thoughts=other.thoughts) if other else row
            elif entry.kind == "scene":
                scene = events[entry.seq]  # type: ignore[assignment]
                assert scene is not None
                yield replace(
                    _build_scene_row(state, scene, entry.turn, language, first=scene.day != day), seq=entry.seq
                )
                day = scene.day
            elif entry.kind == "event":
                yield from list_tool_rows(events[entry.seq], entry.turn, entry.seq, language)
            elif entry.kind == "topic":
                yield put_in_row(state, entry, events[entry.seq], language)
                # On another day the same may be put in once more.
                for seq, event in [one for one in replans if one[0] > entry.seq and one[1].text == entry.text][:1]:
                    for each in tell_replanned(state, event, language):
                        yield Row(each.kind, entry.turn, each.speaker, each.name, each.text, event.at, seq=seq)

    def openings(self, state: State) -> Collection[int]:
        """Return the first turn of each scene: whoever opens one answers nobody."""
        office = state[OfficeState]
        return {scene.first for scene in (*office.scenes, *([office.scene] if office.scene else ()))}

    def change_facts(self, transcript: Transcript, facts: Facts) -> None:
        """Add days and scenes, and take out the policy: only the game master chooses the next speaker."""
        say, rows = transcript.say, transcript.rows
        facts["voice"] += [
            (say["days"], ", ".join(row.day for row in rows if row.day)),
            (say["scenes"], str(sum(row.kind == "scene" for row in rows))),
        ]
        del facts["policy"]

    def sections(self, transcript: Transcript, events: Sequence[Event]) -> Mapping[str, Any]:
        """Return what happened in the office, as one section."""
        return {"office": _build_office_section(transcript, events)}

    def build_page(self, transcript: Transcript, events: Sequence[Event]) -> Page:
        """Return the whole floor, scene by scene."""
        state = transcript.state
        translated = next((event.language for event in state[OfficeState].translations), "")
        return Page(data={"floor": build_stages(state, transcript.language)}, translated=translated)


EXPORT = OfficeExport()


def _collect_turn_labels(events: Sequence[Event]) -> dict[int, str]:
    """Return what the speaker of each turn last replied through: one contribution becomes several lines."""
    last: dict[str, str] = {}
    labels: dict[int, str] = {}
    for event in events:
        if type(event) is VoiceReplied:
            if event.purpose in {"turn", "contribution"}:  # reflections are asked of a member, too, and make no line
                last[event.member] = get_voice_label(event)
        elif type(event) is TurnEnded:
            labels[event.turn] = last.get(event.member, "")
    return labels


def _build_scene_row(state: State, scene: SceneStarted, turn: int, language: str, *, first: bool) -> Row:
    office = state[OfficeState]
    room = state.setup[OfficeConfig].floor.by_id.get(scene.room)
    place = room.title(language) if room else scene.room or words(language)["desks"]
    members = tuple(state.name_of(member) for member in scene.members)
    day = (
        f"{words(language)['day'].format(day=scene.day)}, {dated(office.date_of(scene.day), language)}" if first else ""
    )
    return Row(
        "scene", turn, "", place, scene.topic, scene.at, to=members, scene=scene.scene, clock=scene.clock, day=day
    )


_OF_EVENT = frozenset({"at", "scene", "message"})  # the first two are the scene's own; `note` is made of the third
_NOT_ALWAYS = frozenset({"done", "settled"})
"""What earlier programs did not write."""
_OF_SCENE = (
    "scene", "day", "clock", "scene_type", "kind", "room", "members", "bystanders", "topic", "importance", "exchange",
    "reason", "minutes", "host",
)  # fmt: skip


def _build_office_section(transcript: Transcript, events: Sequence[Event]) -> dict[str, Any]:
    """Return days, scenes and what they left, what bystanders saw, and memories, as their events say."""
    builtins, state = msgspec.to_builtins, transcript.state
    office = state[OfficeState]
    translated = {event.scene: event for event in office.translations}
    return {
        "days": [builtins(day) for day in office.past],
        "scenes": [
            {name: getattr(scene.started, name) for name in _OF_SCENE}
            | ({"thread": scene.started.thread} if scene.started.thread else {})
            | {"reason": transcript.said(get_text_of(scene.started))}
            | {"first": scene.first, "last": scene.last, "at": scene.started.at.isoformat()}
            | {
                "ended": {
                    name: builtins(getattr(scene.ended, name))
                    for name in scene.ended.__struct_fields__
                    if name not in _OF_EVENT and (name not in _NOT_ALWAYS or getattr(scene.ended, name))
                }
                | {"note": transcript.said(get_text_of(scene.ended))}
            }
            | {"moods_before": dict(scene.moods_before), "feedback": list(scene.feedback)}
            | ({"translated": builtins(translated[scene.started.scene])} if scene.started.scene in translated else {})
            for scene in office.scenes
        ],
        "observations": [
            {
                "member": member,
                "name": state.name_of(member),
                "turn": entry.turn,
                "text": entry.text,
                "at": events[entry.seq].at.isoformat(),
            }
            for entry in state.entries
            if entry.kind == "observation"
            for member in entry.heard_by
        ],
        "memories": [builtins(memory) for memory in office.memories],
        "moods": office.moods,
        "tasks": office.tasks,
        **({"done": office.finished} if office.finished else {}),
        **({"settled": office.settled} if office.settled else {}),
        "places": {member: {"room": place.room, "seat": place.seat} for member, place in office.places.items()},
    }


def build_stages(state: State, language: str) -> Figure:
    """Return the plan of a run of scenes and, for each scene, its first turn, its room and hour, and where everybody
    is.

    `rooms` and `places` are as in `floor`; a scene's `in` are the places in the cast of those who take part, `doing`
    what each of the cast is at.
    """
    from parley.core.office.proximity import points

    config, now = state.setup, state[OfficeState]
    floor = config[OfficeConfig].floor
    index = {member.id: i for i, member in enumerate(config.members)}
    scenes = []
    begun = [(scene.started, scene.first, scene.ended.tasks) for scene in now.scenes]
    begun += [(now.scene.started, now.scene.first, ())] if now.scene else []  # tasks are found out at a scene's end
    where, tasks = find_spots(config, ()), dict[str, str]()
    for started, first, found_out in begun:
        where |= {place.member: (place.room, place.seat) for place in started.places if place.member in where}
        found = points(floor, where)
        scenes.append(
            {
                "n": started.scene,
                "first": first,
                "room": started.room,
                "clock": started.clock,
                "why": said(get_text_of(started), language),
                "in": [index[member] for member in started.members if member in index],  # a fork may lack members
                "places": [list(found[member]) for member in index],
                "doing": [tasks.get(member, "") for member in index],
            }
        )
        tasks |= {each.member: each.task for each in found_out}  # found out at the scene's end: shown from the next on
    places = scenes[0]["places"] if scenes else [list(point) for point in points(floor, where).values()]
    return draw_plan(floor, language) | {"room": "", "places": places, "scenes": scenes}
