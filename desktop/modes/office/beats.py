"""What led to a turn in the office: its beat, what came to mind, how lines were ordered; where people went and were."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QLocale

from parley.core.log.codec import get_text_of
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.turn import CameToMind, Recalled, VoiceReplied
from parley.core.log.replay import Replay
from parley.core.log.state import State, Turn
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.events import ContributionAsked, SceneStarted, SceneWoven, WeaveRejected
from parley.core.modes.office.state import OfficeState, attribute_topic, find_spots
from parley.core.office.plan import Plan
from parley.core.office.shapes import Point
from parley.desktop.inspector.figures import NoteFigure, RecalledFigure
from parley.desktop.modes.office.words import exchange_word, format_type, get_room_title
from parley.desktop.run.figures import SceneFigure
from parley.desktop.widgets.language import get_name, said

translate = QCoreApplication.translate


def find_scene_at(world: OfficeState, turn: int) -> SceneStarted | None:
    """Return the scene that a turn belongs to; None where there is none."""
    if turn < 1:
        return None
    if world.scene is not None and turn >= world.scene.first:  # the one under way is not in `scenes` yet
        return world.scene.started
    at = bisect_right(world.scenes, turn, key=lambda scene: scene.first)
    while at > 0:
        # A scene in which nobody spoke begins at the same turn as the next one.
        found = world.scenes[at - 1]
        if found.first <= turn <= found.last:
            return found.started
        if found.last >= found.first:
            return None
        at -= 1
    return None


def build_scene_figure(config: RunConfig, started: SceneStarted, language: str = "") -> SceneFigure:
    """Return a scene as it is announced; the room's name in `language`, or in the run's own."""
    names = {member.id: member.name for member in config.members}
    return SceneFigure(
        number=started.scene,
        type=started.scene_type,
        kind=started.kind,
        what=format_type(started.scene_type, started.kind),
        clock=started.clock,
        room=get_room_title(config[OfficeConfig].floor, started.room, language or config.language),
        members=started.members,
        names=tuple(names.get(member, member) for member in started.members),
        topic=attribute_topic(config, started),
    )


@dataclass(frozen=True)
class Beat:
    """The beat of a turn; `events` are those that led to it, the turn's own among them."""

    scene: SceneStarted
    number: int
    recalled: tuple[Recalled, ...]
    lore: tuple[CameToMind, ...]
    woven: SceneWoven | None
    rejected: tuple[str, ...]
    events: tuple[Event, ...]


def get_beat_of(replay: Replay, said: Turn) -> Beat | None:
    """Return the beat in which a turn was said; None outside the office."""
    state = replay.find_state_at(said.seq + 1)  # right after it: its scene is still the open one
    scene = state[OfficeState].scene if state.find(OfficeState) else None
    if scene is None:
        return None
    recalled = said.started.recalled if said.started else ()
    lore = said.started.lore if said.started else ()
    asked = scene.asked.get(said.member)
    if said.started is not None or asked is None:  # they spoke in turn: no weaving led to it
        own = replay.events[said.started_seq : said.seq + 1]
        return Beat(scene.started, scene.beat, recalled, lore, None, (), tuple(own))
    first = min(seq for seq, _ in scene.asked.values())  # the beat begins when the first of them is asked
    events = [event for event in replay.events[first : said.seq + 1] if _does_concern_member(event, said.member)]
    events.append(replay.events[said.seq])  # the line itself, which concerns everybody
    woven = next((event for event in reversed(events) if isinstance(event, SceneWoven)), None)  # earlier ones failed
    came = asked[1].recalled, asked[1].lore
    return Beat(scene.started, scene.beat, *came, woven, scene.refusals, tuple(events))


def _does_concern_member(event: Event, member: str) -> bool:
    match event:
        case ContributionAsked():
            return event.member == member
        case VoiceReplied():
            return event.purpose == "weave" or (event.purpose == "contribution" and event.member == member)
    return isinstance(event, SceneWoven | WeaveRejected)


def build_recalled_figures(world: OfficeState, recalled: Sequence[Recalled]) -> tuple[RecalledFigure, ...]:
    """Return the memories that came to mind, the best first, with the scores of the event."""
    found = []
    for each in sorted(recalled, key=lambda one: -one.score):
        if not world.has_memory(each.memory):
            continue  # A line of the log that was left out made it
        memory = world.get_memory(each.memory)
        found.append(
            RecalledFigure(
                type=get_name("record", memory.type),
                text=memory.text,
                moment=memory.moment.replace("T", " "),
                weight=memory.importance,
                recency=each.recency,
                relevance=each.relevance,
                importance=each.importance,
                score=each.score,
                run=memory.run,
            )
        )
    return tuple(found)


def scene_notes(state: State, beat: Beat, member: str, language: str = "") -> tuple[NoteFigure, ...]:
    """Return the scene and how its beat went, what was wrong with weaves, and where the member was with their work."""
    figure = build_scene_figure(state.setup, beat.scene, language)
    where = "\n".join(part for part in (figure.room, ", ".join(figure.names), figure.topic) if part)
    head = translate("ScenePane", "Scene {number} · {type} · {clock}").format(
        number=QLocale().toString(figure.number), type=figure.what, clock=figure.clock
    )
    found = [NoteFigure(head, where, tuple(exchange_notes(beat)), large=True)]
    if beat.rejected:
        reasons = "\n".join(f"• {reason}" for reason in beat.rejected)
        found.append(NoteFigure(translate("ScenePane", "Weaves that could not be used"), reasons))
    if doing := _describe_activity(state, member, language or state.setup.language):
        title = translate("ScenePane", "{name} at this turn").format(name=state.name_of(member))
        found.append(NoteFigure(title, pairs=doing))
    return tuple(found)


def exchange_notes(beat: Beat) -> list[tuple[str, str]]:
    """Return how all spoke in a beat, and why so, as label-value pairs."""
    scene = beat.scene
    notes = [(translate("Beat", "Exchange"), exchange_word(scene.exchange))]
    if scene.reason:
        notes.append((translate("Beat", "Why so"), said(get_text_of(scene))))
    notes.append((translate("Beat", "Importance"), f"{QLocale().toString(float(scene.importance), 'f', 1)} / 10"))
    if beat.number:
        notes.append((translate("Beat", "Beat"), str(beat.number)))
    if beat.woven is not None:
        by_voice = beat.woven.method == "voice"
        how = translate("Beat", "by the game master's voice") if by_voice else translate("Beat", "by rules")
        notes.append((translate("Beat", "Woven"), how))
        if beat.woven.note:
            notes.append((translate("Beat", "Note"), said(get_text_of(beat.woven))))
    return notes


def _describe_activity(state: State, member: str, language: str) -> tuple[tuple[str, str], ...]:
    world = state[OfficeState]
    place = world.places.get(member)
    room = state.setup[OfficeConfig].floor.by_id.get(place.room) if place else None
    doing = [
        (translate("Beat", "Place"), room.title(language) if room else ""),
        (
            translate("Beat", "Done") if member in world.finished else translate("Beat", "Works on"),
            world.tasks.get(member, ""),
        ),
        (translate("Beat", "Mood"), world.moods.get(member, "")),
    ]
    return tuple((label, text) for label, text in doing if text)


def list_valences(state: State, member: str) -> tuple[tuple[float, float], ...]:
    """Return what the member feels toward each of the others, and what comes back."""
    felt, others = state[OfficeState].valence, (each.id for each in state.setup.members if each.id != member)
    return tuple((felt.get((member, other), 0.0), felt.get((other, member), 0.0)) for other in others)


DETOURS = 60
"""Up to so many ways lead around tables; those of a crowd lead straight across rooms."""
KEPT = 64
"""The ways to so many scenes are kept, for whoever goes back and forth through a day."""
Routes = tuple[tuple[str, tuple[Point, ...]], ...]
Heat = tuple[tuple[str, int], ...]


def list_today(office: OfficeState) -> list[SceneStarted]:
    """Return the finished scenes of the day under way, or of the last one."""
    first = office.past[-1].last if office.past else 0  # scenes are numbered through the run
    if office.past and not office.running and office.scene is None:
        first = office.past[-1].first - 1  # The evening after a day still shows that day
    return [scene.started for scene in office.scenes if scene.started.scene > first]


def last_room(office: OfficeState) -> str:
    """Return the room of the scene before the one under way, on the same day; "" where there was none."""
    scenes = list_today(office)
    return scenes[-1].room if scenes else ""


def left_open(state: State) -> frozenset[str]:
    """Return the desks ("room/seat") of those who have a task today and have not done it."""
    office, config = state[OfficeState], state.setup[OfficeConfig]
    return frozenset(
        "/".join(config.get_desk(member)) for member, task in office.tasks.items()
        if task and member not in office.finished and member in office.places
    )  # fmt: skip


class Movements:
    """What is worked out of the scenes of one run."""

    def __init__(self) -> None:
        self._routes: dict[object, Routes] = {}
        self._heat: tuple[object, Heat] = (None, ())

    def find_routes(self, state: State, plan: Plan, now: Mapping[str, tuple[str, Point]]) -> Routes:
        """Return the ways by which people came to the last scene that began, through doors, by member."""
        office = state[OfficeState]
        begun = [*(scene.started for scene in office.scenes), *([office.scene.started] if office.scene else [])]
        if not begun:
            return ()
        moved = {place.member for place in begun[-1].places if place.member in now}
        key = (id(plan), begun[-1].scene, tuple((member, now[member]) for member in sorted(moved)))
        if key not in self._routes:
            if len(self._routes) >= KEPT:  # all of them: finding them again is quick
                self._routes.clear()
            # networkx comes with it: not before somebody walks.
            from parley.core.office.proximity import find_path, points

            at = points(plan, find_spots(state.setup, begun[:-1]))  # where all were before this scene
            door = next((door.point for door in plan.openings if len(door.rooms) == 1), None)  # it leads outside
            if begun[-1].scene_type == "arrival" and door is not None:
                at = dict.fromkeys(at, door)  # They come in from outside
            found = ((member, find_path(plan, at[member], now[member][1], detours=len(moved) <= DETOURS))
                     for member in sorted(moved) if member in at and at[member] != now[member][1])  # fmt: skip
            self._routes[key] = tuple((member, way) for member, way in found if len(way) > 1)
        return self._routes[key]

    def compute_heat(self, state: State, plan: Plan) -> Heat:
        """Return minutes that people were in each room during today's finished scenes, all added up, by room."""
        office = state[OfficeState]  # its lists only grow, so that lengths tell what is new
        scenes = list_today(office)
        key = (id(plan), len(office.scenes), len(office.past), len(scenes), len(state.setup.members))
        if key != self._heat[0]:
            first = len(office.scenes) - len(scenes)
            at = find_spots(state.setup, (scene.started for scene in office.scenes[:first]))
            minutes: Counter[str] = Counter()
            for scene in scenes:
                at |= {place.member: (place.room, place.seat) for place in scene.places if place.member in at}
                for room, _seat in at.values():
                    minutes[plan.room_for(room).id] += scene.minutes
            self._heat = key, tuple(sorted((room, spent) for room, spent in minutes.items() if spent))
        return self._heat[1]
