"""The office as the fold knows it: the hour, where everybody is, what they remember, feel and work on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date
from typing import Any, ClassVar, get_args

import msgspec

from parley.core.cast.affinity import Pair, pair
from parley.core.log.config import RunConfig
from parley.core.log.events.distilled import Drift, MemoryRecord
from parley.core.log.events.run import RunForked
from parley.core.log.events.turn import VoiceReplied
from parley.core.log.modes import LeftBehind
from parley.core.log.slices import Slice
from parley.core.log.state import State
from parley.core.modes.office import events
from parley.core.modes.office.config import OfficeConfig, get_room_title, select_present
from parley.core.modes.office.words import word

VALENCE: dict[events.Valence, float] = {"positive": 0.1, "neutral": 0.0, "negative": -0.1}
"""What a shift does to a valence, which is in −1 to 1 and begins at 0."""

ALONE: frozenset[events.SceneType] = frozenset({"arrival", "work", "reflection"})
"""The scene types in which everybody is for themselves."""

CONVERSATIONS = frozenset(get_args(events.SceneType)) - ALONE
"""The scene types in which people speak with each other: of these are never many in a row."""


class Scene(msgspec.Struct, frozen=True, gc=False):
    """A finished scene: `first` and `last` are its turns (`last` < `first`: nobody spoke), seqs those of its events."""

    started: events.SceneStarted
    started_seq: int
    first: int
    last: int
    ended: events.SceneEnded
    ended_seq: int
    moods_before: tuple[tuple[str, str], ...] = ()
    feedback: tuple[str, ...] = ()


@dataclass(slots=True)
class OpenScene:
    """The scene under way.

    `beat` counts from 1 once somebody was asked. Within a beat: `asked` (seq and event by member, in cast order),
    `contributions` those who replied, in the same order, `refusals` what was wrong with its weaves so far, `woven` the
    lines of this beat and `said` how many of them were; `wove` is the last beat that was woven.
    """

    started: events.SceneStarted
    seq: int
    first: int
    beat: int = 0
    asked: dict[str, tuple[int, events.ContributionAsked]] = field(default_factory=dict)
    contributions: dict[str, VoiceReplied] = field(default_factory=dict)
    refusals: tuple[str, ...] = ()
    woven: tuple[events.WovenLine, ...] = ()
    wove: int = 0
    said: int = 0
    skipped: bool = False
    moods_before: tuple[tuple[str, str], ...] = ()
    feedback: tuple[str, ...] = ()

    def copy(self) -> OpenScene:
        """Return one that can be folded on without touching this one."""
        return replace(self, asked=self.asked.copy(), contributions=self.contributions.copy())


class Day(msgspec.Struct, frozen=True, gc=False):
    """A day that is over; scenes `first` to `last` of the run."""

    day: int
    date: str
    first: int
    last: int
    summary: str


@dataclass(slots=True)
class OfficeState(Slice):
    """The office after some events. `scenes`, `memories` and `translations` only grow; a memory's id is its place.

    Attributes: `day` (0 before the first) and its `date`; `clock` "10:20"; `closed`, no more scenes today; `places` of
    everybody; `accumulated` importance since a member's last reflection; `valence` of one toward another, −1 to 1;
    `talked`, the last conversation of a pair; `streak`, conversations in a row; `slot`, the next of the day's
    agenda; `stood`, the scene after which the run last stood for the director; `drifted`, how the whole run changed
    affinities; `settled`, the threads that were taken up, and how; `finished`, the tasks that are done today;
    `replans`, how days were planned anew, and `planned`, the scenes of these that are still to be.
    """

    grown: ClassVar[tuple[str, ...]] = ("scenes", "memories", "translations")

    day: int = 0
    date: str = ""
    clock: str = ""
    running: bool = False
    closed: bool = False
    autopilot: bool = True
    days: int = 1
    places: dict[str, events.Placed] = field(default_factory=dict)
    tasks: dict[str, str] = field(default_factory=dict)
    moods: dict[str, str] = field(default_factory=dict)
    scene: OpenScene | None = None
    ranked: events.SceneRanked | None = None
    scenes: list[Scene] = field(default_factory=list)
    memories: list[MemoryRecord] = field(default_factory=list)
    accumulated: dict[str, int] = field(default_factory=dict)
    valence: dict[tuple[str, str], float] = field(default_factory=dict)
    talked: dict[Pair, int] = field(default_factory=dict)
    streak: int = 0
    slot: int = 0
    stood: int = 0
    requested: tuple[events.SceneRequested, ...] = ()
    drifted: dict[Pair, Drift] = field(default_factory=dict)
    settled: dict[str, str] = field(default_factory=dict)
    finished: dict[str, str] = field(default_factory=dict)
    translations: list[events.SceneTranslated] = field(default_factory=list)
    past: tuple[Day, ...] = ()
    replans: tuple[events.DayReplanned, ...] = ()
    planned: tuple[tuple[events.DayReplanned, events.Planned], ...] = ()

    def copy(self) -> OfficeState:
        """Return one that can be folded on without touching this one."""
        own = ((each.name, getattr(self, each.name)) for each in fields(self))
        copied: dict[str, Any] = {name: v.copy() for name, v in own if isinstance(v, dict | list | OpenScene)}
        return replace(self, **copied)

    @classmethod
    def begin(cls, config: RunConfig) -> OfficeState:
        """Return the office before its first day: everybody at their own place, with what earlier days left."""
        office_config = config[OfficeConfig]
        office = OfficeState(days=office_config.days, autopilot=office_config.autopilot)
        for member in config.members:
            room, seat = office_config.get_desk(member.id)
            office.places[member.id] = events.Placed(member=member.id, room=room, seat=seat)
        for number, carried in enumerate(office_config.records, 1):  # they have the first ids of the run
            office.memories.append(MemoryRecord(id=f"m{number}", **carried.model_dump()))
        return office

    def follow_fork(self, state: State, event: RunForked, before: RunConfig) -> None:
        """Take whoever is not in the run any more out of the office; its days may be others."""
        config = state.setup
        if "scenes" in event.overrides:  # else what the director set stays
            self.days, self.autopilot = config[OfficeConfig].days, config[OfficeConfig].autopilot
        here = {member.id for member in config.members}
        self.places = {member: place for member, place in self.places.items() if member in here}
        if self.ranked is not None and not all(here.issuperset(each.members) for each in self.ranked.candidates):
            self.ranked = None  # a candidate has left: rank again
        self.requested = tuple(
            msgspec.structs.replace(asked, members=select_present(config, asked.members)) for asked in self.requested
        )
        self.planned = tuple((event, came) for event, came in self.planned
                             if here.issuperset(event.candidates[came.place].members))  # fmt: skip
        scene = self.scene
        if scene is not None and scene.wove < scene.beat:  # once woven, their lines are passed over one by one
            scene.asked = {member: asked for member, asked in scene.asked.items() if member in here}
            scene.contributions = {member: reply for member, reply in scene.contributions.items() if member in here}

    def replans_of(self, day: int) -> list[events.DayReplanned]:
        """Return how a day was planned anew, the first time first."""
        return [event for event in self.replans if event.day == day]

    def find_diversion(self, member: str) -> str:
        """Return what was put in that the member has their task of; empty where they have another one."""
        task = self.tasks.get(member)
        told = ((event.text, each) for event in self.replans_of(self.day) for each in event.tasks)
        return next((text for text, each in told if (each.member, each.task) == (member, task)), "")

    @property
    def here(self) -> OpenScene:
        """The scene under way, where there must be one."""
        assert self.scene is not None
        return self.scene

    @property
    def next_scene(self) -> int:
        """The number of the scene under way or to come; the first is 1."""
        return len(self.scenes) + 1

    @property
    def scene_count(self) -> int:
        """How many scenes there are, with the one under way."""
        return len(self.scenes) + (self.scene is not None)

    def date_of(self, day: int) -> str:
        """Return the date of a day that is over, else today's."""
        return next((past.date for past in self.past if past.day == day), self.date)

    @property
    def moment(self) -> str:
        """The office's time, "2026-01-08T12:30"."""
        return f"{self.date}T{self.clock or '00:00'}"

    def has_memory(self, memory_id: str) -> bool:
        """Return whether there is a memory with that id."""
        place = memory_id[1:]
        return place.isdecimal() and len(place) < 10 and 1 <= int(place) <= len(self.memories)  # ids may be anything

    def get_memory(self, memory_id: str) -> MemoryRecord:
        """Return the memory with that id. Raises `KeyError`."""
        if not self.has_memory(memory_id):
            raise KeyError(memory_id)
        return self.memories[int(memory_id[1:]) - 1]  # the list only grows: an id is an index

    def list_translated(self) -> dict[int, events.Translated]:
        """Return all turns that are there in the other language too, by number; made anew at every call."""
        return {line.turn: line for event in self.translations for line in event.lines if line.text}

    def get_memories_of(self, member: str) -> list[MemoryRecord]:
        """Return what the member remembers, oldest first."""
        return [memory for memory in self.memories if memory.member == member]

    def list_threads(self, members: Sequence[str] = ()) -> list[MemoryRecord]:
        """Open questions and promises, oldest first; with `members`, those of one of them about another of them.

        A thread with its own words lies between two, and is open until it is settled. One without (of an earlier
        program) is answered when the two have talked in a later scene.
        """
        found = []
        for memory in self.memories:
            if not memory.open or (members and memory.member not in members):
                continue
            if memory.said:
                if memory.id not in self.settled and (not members or owed_to(memory) in members):
                    found.append(memory)
                continue
            others = [one for one in memory.about if one != memory.member and (not members or one in members)]
            if any(self.talked.get(pair(memory.member, one), 0) <= memory.scene for one in others):
                found.append(memory)
        return found

    def present(self, room: str) -> list[str]:
        """Return who is in the room now."""
        return [member for member, place in self.places.items() if place.room == room]


def add_minutes(clock: str, minutes: int) -> str:
    """Return the hour `minutes` after `clock`, at most 23:59."""
    hours, _, rest = clock.partition(":")
    whole = min(23 * 60 + 59, int(hours) * 60 + int(rest) + minutes)  # no scene goes on past midnight
    return f"{whole // 60:02d}:{whole % 60:02d}"


def add_memories(office: OfficeState, memories: Sequence[MemoryRecord]) -> None:
    """Add memories, and their importance to what has come together for each member."""
    for memory in memories:
        office.memories.append(memory)
        office.accumulated[memory.member] = office.accumulated.get(memory.member, 0) + memory.importance


def find_spots(config: RunConfig, scenes: Iterable[events.SceneStarted]) -> dict[str, tuple[str, str]]:
    """Return room and seat of everybody once these scenes have begun; who is in none is at their own desk."""
    found = {member.id: config[OfficeConfig].get_desk(member.id) for member in config.members}
    for scene in scenes:
        found |= {place.member: (place.room, place.seat) for place in scene.places if place.member in found}
    return found


def format_opening(config: RunConfig, event: events.SceneStarted) -> str:
    """Return how a scene is announced to those in it: number, hour, room, names and topic, on one line."""
    german = config.language == "de"
    desks = "an den Plätzen" if german else "at their desks"
    names = {member.id: member.name for member in config.members}
    where = get_room_title(config, event.room) or event.room or desks
    who = ", ".join(names.get(member, member) for member in event.members)
    head = f"{'Szene' if german else 'Scene'} {event.scene}, {event.clock}, {where}: {who}."
    topic = attribute_topic(config, event)
    return f"{head} {'Thema' if german else 'Topic'}: {topic}" if topic else head


def attribute_topic(config: RunConfig, event: events.SceneStarted) -> str:
    """Return what a scene is about; a promise or a question, which it has word for word, with whose words it is."""
    if not (event.topic and event.owed):
        return event.topic
    who = next((member.name for member in config.members if member.id == event.owes), event.owes)
    return word(config, f"owed_{event.owed}", who=who, said=event.topic)


def owed_to(thread: MemoryRecord) -> str:
    """Return to whom its member owes an answer, or what was promised."""
    return next((one for one in thread.about if one != thread.member), "")


def days_since(office: OfficeState, moment: str) -> int:
    """Return how many days ago a moment of the office's was ("2026-01-08T12:30"); 0 where that cannot be told."""
    try:
        return max(0, (date.fromisoformat(office.date) - date.fromisoformat(moment[:10])).days)
    except ValueError:
        return 0


def describe_acts(name: str, acts: Sequence[str]) -> str:
    """Return what somebody was seen doing: "Noor pours coffee." """
    return " ".join(f"{name} {act}." for act in acts)


def left_behind(state: State) -> LeftBehind:
    """Return what the scenes have left behind so far."""
    office = state[OfficeState]
    return LeftBehind(office.memories, office.drifted, office.settled)
