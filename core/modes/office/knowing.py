"""What somebody in a scene can know of another: what they see, what they were told, what lies open between the two.

All of it follows from the log, and only from what this member witnessed: never from words that they did not hear, and
never from thoughts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from parley.core.base.line import capped
from parley.core.log.config import RunConfig
from parley.core.log.events.distilled import MemoryRecord
from parley.core.log.state import State, Turn
from parley.core.modes.office.config import OfficeConfig, get_room_title
from parley.core.modes.office.events import SceneStarted
from parley.core.modes.office.state import CONVERSATIONS, OfficeState, Scene, days_since, owed_to
from parley.core.modes.office.words import word

SAID = 160
"""Characters of a line that somebody is reminded of."""
MOST_OPEN = 3
"""Open questions and promises between two that somebody is reminded of, the oldest first."""
FAR_BACK = 120
"""Scenes that are looked through for when somebody told their task."""


@dataclass(frozen=True, slots=True)
class Open:
    """A question or promise between two. `mine`: it is `me` who owes."""

    kind: str
    mine: bool
    when: str
    said: str


@dataclass(frozen=True, slots=True)
class Known:
    """What one knows of another: their `task` and how (`seen` or `told`; empty: not known), whether it is `done`, their
    `mood` as one sees it, `last` (when and where, and who said what) and what is `open`. Empty: nothing."""

    name: str
    task: str = ""
    how: str = ""
    done: bool = False
    mood: str = ""
    met: str = ""
    last: tuple[tuple[str, str], ...] = ()
    open: tuple[Open, ...] = ()


def known(state: State, me: str, other: str, *, brief: bool = False) -> Known:
    """Return what `me` can know of `other` in the scene under way; `brief`: without what was said and how they seem."""
    office, config = state[OfficeState], state.setup
    scene = office.here.started
    seen = sees_task(config, scene, me, other)
    task, how = (office.tasks.get(other, ""), "seen") if seen else (told_task(state, me, other), "told")
    met, last = ("", ()) if brief else last_exchange(state, me, other)
    return Known(
        name=state.name_of(other),
        task=task,
        how=how if task else "",
        done=bool(task) and office.finished.get(other) == task,
        mood="" if brief else seen_mood(office, other),
        met=met,
        last=last,
        open=open_between(state, me, other),
    )


def sees_task(config: RunConfig, scene: SceneStarted, me: str, other: str) -> bool:
    """Return whether `me` sees what `other` is at: at their desk, or from one that stands in the same room."""
    desks = config[OfficeConfig].desks
    theirs, mine = (desks.get(one, "").partition("/")[0] for one in (other, me))
    at_work = not scene.room or (scene.kind == "work" and scene.room == theirs)
    return bool(theirs) and (theirs == mine or (at_work and bool(scene.room)))


def told_task(state: State, me: str, other: str) -> str:
    """Return what `other` said last within `me`'s hearing that they work on; empty where they said nothing of it."""
    for scene in islice(reversed(state[OfficeState].scenes), FAR_BACK):
        task = next((each.task for each in scene.ended.tasks if each.member == other), "")
        if task and any(turn.member == other and heard(turn, me) for turn in _slice_scene_turns(state, scene)):
            return task if me in scene.started.members else ""
    return ""


def seen_mood(office: OfficeState, other: str) -> str:
    """Return how `other` left their last scene of the day."""
    for scene in reversed(office.scenes):
        if scene.started.day != office.day:
            return ""
        if mood := next((each.mood for each in scene.ended.moods if each.member == other), ""):
            return mood
    return ""


def last_exchange(state: State, me: str, other: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return when and where the two last spoke with each other, and the last words of each that both heard."""
    office = state[OfficeState]
    for scene in islice(reversed(office.scenes), FAR_BACK):
        started = scene.started
        if started.scene_type not in CONVERSATIONS or not {me, other} <= {*started.members}:
            continue
        ours = [
            turn for turn in _slice_scene_turns(state, scene) if turn.text and heard(turn, me) and heard(turn, other)
        ]
        two = [(one, answer) for one, answer in pairwise(ours) if {one.member, answer.member} == {me, other}]
        if two:
            moment = f"{office.date_of(started.day)}T{started.clock}"
            where = get_room_title(state.setup, started.room)
            lines = tuple((_format_member_name(state, turn.member, me), capped(turn.text, SAID)) for turn in two[-1])
            return ", ".join(filter(None, (age(state, moment), where))), lines
    return "", ()


def open_between(state: State, me: str, other: str) -> tuple[Open, ...]:
    """Return what is open between the two besides what brought them together, the oldest first."""
    office = state[OfficeState]
    found = [
        thread
        for thread in office.threads((me, other))
        if thread.id != office.here.started.thread and may_know(state, thread, (me, other))
    ]
    return tuple(told(state, thread, me) for thread in found[:MOST_OPEN])


def may_know(state: State, thread: MemoryRecord, members: Sequence[str]) -> bool:
    """Return whether all of them know of it: it lies between them, or they were in the scene in which it came up."""
    if not thread.said:
        return False
    own = {thread.member, owed_to(thread)}
    scenes = state[OfficeState].scenes
    there = {*scenes[thread.scene - 1].started.members} if 0 < thread.scene <= len(scenes) else own
    return all(member in own or member in there for member in members)


def told(state: State, thread: MemoryRecord, me: str) -> Open:
    """Return a thread as `me` is reminded of it."""
    return Open(thread.open, thread.member == me, age(state, thread.moment), capped(thread.said, SAID))


def age(state: State, moment: str) -> str:
    """Return when something was, as one says it: "today at 10:20", "yesterday", "3 days ago"."""
    days = days_since(state[OfficeState], moment)
    if days == 0:
        return word(state.setup, "today_at", clock=moment[11:16] or state[OfficeState].clock)
    return word(state.setup, "yesterday") if days == 1 else word(state.setup, "days_ago", days=days)


def heard(turn: Turn, member: str) -> bool:
    """Return whether `member` heard a line, or said it."""
    return not turn.ended.heard_by or member == turn.member or member in turn.ended.heard_by


def _slice_scene_turns(state: State, scene: Scene) -> Sequence[Turn]:
    return state.turns[scene.first - 1 : scene.last]


def _format_member_name(state: State, member: str, me: str) -> str:
    return word(state.setup, "you") if member == me else state.name_of(member)
